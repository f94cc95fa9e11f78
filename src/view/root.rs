//! The whole widget: a native dialog, the bar it folds to, notices and receipts.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, Node};

use super::ask::ask;
use super::bar::bar;
use super::dom::{El, el, watch};
use super::notice::connection_notice;
use super::receipts::receipts;
use super::stage::{Shown, Stage};
use super::toast::toast;
use super::{Asked, Scene, host, words};
use crate::session::{Action, Person};

/// Shows everything in `parent`, as long as the current owner lives.
pub fn mount(parent: &Node, scene: &Scene) {
    // Effects run as tasks. It fails only if there is an executor already.
    let _ = any_spawner::Executor::init_wasm_bindgen();
    provide_context(scene.voice.clone());
    let (dialog, bar) = (dialog(scene), bar(scene));
    let stage = RefCell::new(Stage::new(dialog.node().unchecked_ref(), bar.node()));
    for element in [dialog.clone(), bar, connection_notice(scene), receipts(scene), toast(scene), announcer(scene)] {
        element.append_to(parent);
    }
    let content = RefCell::new(None);
    let shown = Memo::new({
        let (screen, voice) = (scene.screen, scene.voice.clone());
        move |_| screen.with(|screen| Shown::of(screen, &voice))
    });
    let scene = scene.clone();
    watch(Box::new(move || {
        let shown = shown.get();
        fill(&dialog, &mut content.borrow_mut(), &scene, shown.as_ref());
        stage.borrow_mut().set(shown.as_ref());
    }));
}

/// One dialog serves all asks, so that nothing flickers between them.
fn dialog(scene: &Scene) -> El {
    let scene = scene.clone();
    el("dialog", "dialog")
        .part("dialog")
        .set("aria-labelledby", "title")
        .on("cancel", |event| event.prevent_default())
        // The browser can close it by itself, for a back gesture or a second Escape: a fold, never a cancel.
        .on("close", move |event| {
            let is_open = event.target().is_some_and(|dialog| dialog.unchecked_into::<HtmlDialogElement>().open());
            if let Some(Shown { id, folded: false, .. }) = Shown::of(&scene.peek(), &scene.voice).filter(|_| !is_open) {
                scene.does(Person::Does { id, action: Action::Collapse });
            }
        })
}

/// Puts one question into the dialog; the last one's owner ends with its elements.
fn fill(dialog: &El, content: &mut Option<Owner>, scene: &Scene, shown: Option<&Shown>) {
    if let Some(last) = content.take() {
        last.cleanup();
    }
    dialog.node().set_text_content(None);
    if let Some(Shown { id, step, folded: false, .. }) = shown {
        let owner = Owner::new();
        let has_shortcuts = host::attribute(dialog.node(), "shortcuts").as_deref() != Some("off");
        let asked = Asked { id: Rc::from(id.as_str()), scene: scene.clone(), has_shortcuts };
        owner.with(|| ask(&asked, *step)).append_to(dialog.node());
        *content = Some(owner);
    }
}

/// What only screen readers hear.
fn announcer(scene: &Scene) -> El {
    let scene = scene.clone();
    el("div", "announcer").set("role", "status").shows(move || {
        let screen = scene.now();
        let ended = screen.receipts.last().map(|receipt| words::outcome(receipt.outcome)).unwrap_or_default();
        // An open question is read out by its dialog, but not where the focus stays in the page.
        let spoken = screen.dialog.as_ref().and_then(|dialog| dialog.countdown).and_then(|countdown| countdown.spoken);
        let news = if screen.dialog.is_some() { words::say(words::WAITING) } else { ended };
        match (words::connection(screen.connection), spoken) {
            (Some(connection), _) => connection,
            (None, Some(seconds)) => words::seconds_left(seconds),
            (None, None) => news,
        }
    })
}

//! The whole widget: a native dialog, the bar it folds to, notices and receipts.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, Node};

use super::announcer::announcer;
use super::ask::ask;
use super::bar::bar;
use super::dom::{El, el, watch};
use super::keyboard::keep_above_keyboard;
use super::notice::connection_notice;
use super::receipts::receipts;
use super::stage::{Shown, Stage};
use super::toast::toast;
use super::{Asked, Scene, host};
use crate::session::{Action, Person};

/// Shows everything in `parent`, as long as the current owner lives.
pub fn mount(parent: &Node, scene: &Scene) {
    // Effects run as tasks. It fails only if there is an executor already.
    let _ = any_spawner::Executor::init_wasm_bindgen();
    provide_context(scene.voice.clone());
    let (dialog, bar) = (dialog(scene), bar(scene));
    keep_above_keyboard(&dialog);
    announcer(scene, &dialog, true).append_to(dialog.node());
    let outside = announcer(scene, &dialog, false);
    let stage = RefCell::new(Stage::new(dialog.node().unchecked_ref(), bar.node()));
    for element in [dialog.clone(), bar, connection_notice(scene), receipts(scene), toast(scene), outside] {
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
        let had_focus = stage.borrow().has_focus();
        fill(&dialog, &mut content.borrow_mut(), &scene, shown.as_ref());
        stage.borrow_mut().set(shown.as_ref(), had_focus);
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
            let shown = Shown::of(&scene.peek(), &scene.voice).filter(|shown| !shown.folded && !is_open);
            if let Some(shown) = shown {
                scene.does(Person::Does { id: shown.id().to_owned(), action: Action::Collapse });
            }
        })
        // A click beside what is in it takes the focus from nobody, and the keys with it.
        .on("mousedown", |event| {
            if event.target() == event.current_target() {
                event.prevent_default();
            }
        })
}

/// Puts one question into the dialog; the last one's owner ends with its elements.
fn fill(dialog: &El, content: &mut Option<(Owner, El)>, scene: &Scene, shown: Option<&Shown>) {
    if let Some((owner, last)) = content.take() {
        owner.cleanup();
        last.node().remove();
    }
    if let Some(shown) = shown.filter(|shown| !shown.folded) {
        let owner = Owner::new();
        let has_shortcuts = host::attribute(dialog.node(), "shortcuts").as_deref() != Some("off");
        let asked = Asked { id: Rc::from(shown.id()), scene: scene.clone(), has_shortcuts };
        let asking = owner.with(|| ask(&asked, shown.step));
        asking.clone().append_to(dialog.node());
        *content = Some((owner, asking));
    }
}

//! The whole widget: a native dialog, the bar it folds to, notices and receipts.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, Node};

use super::announcer::announcers;
use super::ask::ask;
use super::bar::bar;
use super::dom::{El, effect, el, listen};
use super::frame::{Frame, scroll_into_view};
use super::notice::connection_notice;
use super::parts::DialogParts;
use super::receipts::receipts;
use super::soft_keyboard::keep_above_keyboard;
use super::stage::{Shown, Stage};
use super::toast::{inner_toast, toast};
use super::{Asked, Scene, host};
use crate::session::{Action, UserInput};

/// Shows everything in `parent`, as long as the current owner lives.
pub fn mount(parent: &Node, scene: &Scene) {
    // Effects run as tasks. It fails only if there is an executor already.
    let _ = any_spawner::Executor::init_wasm_bindgen();
    provide_context(scene.voice.clone());
    let (dialog, (bar, bar_button)) = (dialog(scene), bar(scene));
    let parts = DialogParts::new();
    let frame = Frame::new(&dialog, parts);
    keep_above_keyboard(&dialog, frame);
    let (inside, outside) = announcers(scene, &dialog);
    inside.append_to(dialog.node());
    inner_toast(scene, &dialog).append_to(dialog.node());
    refit_when_resized(frame);
    let dialog = frame_follows_content(dialog, frame);
    let stage = Stage::new(dialog.node().unchecked_ref(), bar.node(), bar_button, parts);
    for element in [dialog.clone(), bar, connection_notice(scene), receipts(scene), toast(scene, &dialog), outside] {
        element.append_to(parent);
    }
    let (content, framed) = (RefCell::new(None), RefCell::new(None::<Shown>));
    let shown = Memo::new({
        let (screen, voice) = (scene.screen, scene.voice.clone());
        move |_| screen.with(|screen| Shown::of(screen, &voice))
    });
    let scene = scene.clone();
    effect(Box::new(move || {
        let shown = shown.get();
        let had_focus = stage.has_focus();
        fill(&dialog, parts, &mut content.borrow_mut(), &scene, shown.as_ref());
        let typed_on = scene.peek().postponed.as_ref().map(|postponed| postponed.typed_on.clone()).unwrap_or_default();
        let is_writable = scene.peek().dialog.as_ref().is_some_and(|dialog| !dialog.read_only);
        stage.set(shown.as_ref(), had_focus, is_writable, &typed_on);
        if let Some(shown) = shown.filter(|shown| !shown.folded) {
            let is_as_wide = !frame.has_new_width();
            let is_framed = framed.borrow().as_ref().is_some_and(|framed| is_as_wide && shown.has_frame_of(framed));
            if is_framed {
                frame.grow();
            } else {
                frame.fit(shown.steps(), |step| {
                    // What is only measured is not reached as a part of the dialog.
                    ask(&asked(&dialog, &scene, &shown, DialogParts::new()), step)
                });
            }
            framed.replace(Some(shown));
        }
    }));
}

/// One dialog serves all asks, so that nothing flickers between them.
fn dialog(scene: &Scene) -> El {
    let scene = scene.clone();
    el("dialog", "dialog")
        .part("dialog")
        .attr("aria-labelledby", "title")
        .on("cancel", |event| event.prevent_default())
        // The browser can close it by itself, for a back gesture or a second Escape: a fold, never a cancel.
        .on("close", move |event| {
            let is_open = event.target().is_some_and(|dialog| dialog.unchecked_into::<HtmlDialogElement>().open());
            let shown = Shown::of(&scene.peek(), &scene.voice).filter(|shown| !shown.folded && !is_open);
            if let Some(shown) = shown {
                scene.does(UserInput::Act { id: shown.id().to_owned(), action: Action::Minimize });
            }
        })
        // A click beside what is in it takes the focus from nobody, and the keys with it.
        .on("mousedown", |event| {
            if event.target() == event.current_target() {
                event.prevent_default();
            }
        })
}

/// Lets the frame grow by what the person types or opens, and by nothing else.
fn frame_follows_content(dialog: El, frame: Frame) -> El {
    dialog.on("input", move |_| frame.grow()).on_capture("toggle", move |event| {
        frame.grow();
        if let Some(opened) = event.target() {
            scroll_into_view(&opened.unchecked_into());
        }
    })
}

/// Puts one question into the dialog; the last one's owner ends with its elements.
fn fill(
    dialog: &El,
    parts: DialogParts,
    content: &mut Option<(Owner, El, String)>,
    scene: &Scene,
    shown: Option<&Shown>,
) {
    parts.clear();
    let mut last_id = None;
    if let Some((owner, last, id)) = content.take() {
        owner.cleanup();
        last.node().remove();
        last_id = Some(id);
    }
    if let Some(shown) = shown.filter(|shown| !shown.folded) {
        let owner = Owner::new();
        let asked = asked(dialog, scene, shown, parts);
        let asking = owner.with(|| ask(&asked, shown.step));
        // One that takes the place of another comes in visibly.
        let _ = asking.node().toggle_attribute_with_force("data-follows", last_id.is_some_and(|id| id != shown.id()));
        // One width for all questions of an ask.
        let _ = dialog.node().toggle_attribute_with_force("data-wide", shown.has_previews());
        asking.clone().append_to(dialog.node());
        *content = Some((owner, asking, shown.id().to_owned()));
    }
}

fn asked(dialog: &El, scene: &Scene, shown: &Shown, parts: DialogParts) -> Asked {
    let has_shortcuts = host::attribute(dialog.node(), "shortcuts").as_deref() != Some("off");
    Asked { id: Rc::from(shown.id()), scene: scene.clone(), has_shortcuts, parts }
}

/// Fits the frame again when lines break elsewhere, and keeps the field that somebody writes in in view.
fn refit_when_resized(frame: Frame) {
    let Some(window) = web_sys::window() else { return };
    listen(&window, "resize", move |_| {
        if frame.is_shown() && frame.has_new_width() {
            frame.refit();
        }
        frame.show_focused_field();
    });
}

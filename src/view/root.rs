//! The whole widget: a native dialog, the bar to which it is minimized, notices and receipts.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use reactive_graph::owner::Owner;
use reactive_graph::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlDialogElement, HtmlElement, Node};

use super::announcer::announcers;
use super::ask::ask_view;
use super::bar::bar;
use super::dom::{El, effect, el, listen};
use super::frame::{Frame, scroll_into_view};
use super::notice::connection_notice;
use super::parts::DialogParts;
use super::receipts::receipts;
use super::slices::{ProgressSlice, ShownSlice, Slice};
use super::soft_keyboard::keep_above_keyboard;
use super::stage::{Shown, Stage};
use super::stored::Stored;
use super::toast::{inner_toast, toast};
use super::{AskContext, Scene, ViewContext};
use crate::session::{Action, Phase, Screen, UserInput};

/// Shows everything in `parent`, as long as the current owner lives. Returns the element in it that has the typeface of a page that
/// has chosen none.
pub fn mount(parent: &Node, scene: &Scene) -> HtmlElement {
    scene.voice.during(|| build(parent, scene))
}

fn build(parent: &Node, scene: &Scene) -> HtmlElement {
    let view = ViewContext::new(scene);
    let parts = DialogParts::new();
    let (dialog, (bar, bar_button)) = (dialog(view), bar(view));
    let frame = Frame::new(&dialog, parts);
    let dialog = frame_follows_content(dialog, frame);
    keep_above_keyboard(&dialog, frame);
    refit_when_resized(frame);
    let (inside, outside) = announcers(view);
    let plain = outside.node().clone();
    let dialog = dialog.child(inside);
    let toast_inside = inner_toast(view);
    let dialog = dialog.child(toast_inside);
    let stage = Rc::new(Stage::new(dialog.node().unchecked_ref(), bar.node(), bar_button, parts));
    for element in [dialog.clone(), bar, connection_notice(view), receipts(view), toast(view), outside] {
        element.append_to(parent);
    }
    let (content, framed) = (Rc::new(RefCell::new(None)), RefCell::new(None::<Shown>));
    let dialog = clear_when_gone(dialog, frame, &content);
    let ended = stage.clone();
    effect(Box::new(move || {
        let snapshot = ShownSlice::memo(&view.shared().slices).get();
        let screen = &snapshot.screen;
        let shown = Shown::of(&snapshot);
        let had_focus = stage.has_focus();
        fill(&dialog, parts, &mut content.borrow_mut(), view, shown.as_ref());
        let opened = shown.as_ref().filter(|shown| !shown.is_minimized);
        let probe = |shown: &Shown| {
            let others = (0..shown.steps()).filter(|step| *step != shown.step);
            // What is only measured is not reached as a part of the dialog.
            frame.probe(others, |step| ask_view(ask_context(view, shown, DialogParts::new()), step))
        };
        let is_framed = |shown: &&Shown| framed.borrow().as_ref().is_some_and(|last| shown.has_frame_of(last));
        let probes = opened.filter(|shown| !is_framed(shown)).map(probe);
        let typed_on = screen.postponed.as_ref().map_or("", |postponed| &postponed.typed_on);
        let is_writable = screen.dialog.as_ref().is_some_and(|dialog| !dialog.read_only);
        let is_modal = view.is_modal() && !has_ended(screen);
        stage.set(shown.as_ref(), is_modal, had_focus, is_writable, typed_on);
        if let Some(opened) = opened {
            match probes.or_else(|| frame.has_new_width().then(|| probe(opened))) {
                Some(probes) => frame.fit(probes),
                None => frame.grow(),
            }
            framed.replace(shown);
        } else if !frame.is_shown() {
            content.take();
        }
    }));
    release_page_when_ended(view, ended);
    plain
}

/// Whether the ask before the person is over, and only there to be read.
fn has_ended(screen: &Screen) -> bool {
    screen.dialog.as_ref().is_some_and(|dialog| matches!(dialog.phase, Phase::Ended { .. }))
}

/// Gives the page back to the person when the ask before them ends.
fn release_page_when_ended(view: ViewContext, stage: Rc<Stage>) {
    let had_ended = Cell::new(false);
    effect(Box::new(move || {
        let has_ended = has_ended(&view.follow::<ProgressSlice>());
        if !had_ended.replace(has_ended) && has_ended {
            stage.release_page();
        }
    }));
}

/// Removes what the dialog held once it cannot be seen to go any more.
fn clear_when_gone(dialog: El, frame: Frame, content: &Rc<RefCell<Option<Content>>>) -> El {
    ["transitionend", "transitioncancel"].into_iter().fold(dialog, |dialog, kind| {
        let content = content.clone();
        dialog.on(kind, move |_| {
            if !frame.is_shown() {
                content.take();
            }
        })
    })
}

/// The dialog element. One serves all asks, so that nothing flickers between them.
fn dialog(view: ViewContext) -> El {
    el("dialog", "dialog")
        .part("dialog")
        .attr("aria-labelledby", "title")
        .on("cancel", |event| event.prevent_default())
        // The browser can close it by itself, for a back gesture or a second Escape. That minimizes it, and never cancels.
        .on("close", move |event| {
            let is_open = event.target().is_some_and(|dialog| dialog.unchecked_into::<HtmlDialogElement>().open());
            let screen = view.peek();
            let dialog = screen.dialog.as_ref().filter(|dialog| !dialog.shows_bar() && !is_open);
            if let Some(dialog) = dialog {
                view.dispatch(UserInput::Act { id: dialog.ask.id.clone(), action: Action::Minimize });
            }
        })
        // A click beside its content does not take the focus away, and the keys with it.
        .on("mousedown", |event| {
            if event.target() == event.current_target() {
                event.prevent_default();
            }
        })
}

/// Lets the frame grow by what the person types or opens, and by nothing else.
fn frame_follows_content(dialog: El, frame: Frame) -> El {
    dialog.on("input", move |_| frame.grow()).on_capture("toggle", move |event| {
        // The dialog itself announces that it was opened, too.
        if let Some(opened) = event.target().filter(|opened| Some(opened) != event.current_target().as_ref()) {
            frame.grow();
            scroll_into_view(&opened.unchecked_into());
        }
    })
}

/// What the dialog holds.
struct Content {
    /// The owner of everything in it.
    owner: Owner,
    element: El,
    /// The id of the ask.
    id: String,
}

impl Drop for Content {
    fn drop(&mut self) {
        self.element.node().remove();
    }
}

/// Puts one question into the dialog, in the place of the last one. If there is none, the last one stays to be seen while the
/// dialog goes, but does nothing any more.
fn fill(dialog: &El, parts: DialogParts, content: &mut Option<Content>, view: ViewContext, shown: Option<&Shown>) {
    parts.clear();
    if let Some(last) = content {
        last.owner.cleanup();
    }
    if let Some(shown) = shown.filter(|shown| !shown.is_minimized) {
        let last = content.take();
        let owner = Owner::new();
        let element = owner.with(|| ask_view(ask_context(view, shown, parts), shown.step));
        // An ask that takes the place of another comes in visibly.
        let follows = last.is_some_and(|last| last.id != shown.id());
        let _ = element.node().toggle_attribute_with_force("data-follows", follows);
        // All questions of an ask have the same width.
        let _ = dialog.node().toggle_attribute_with_force("data-wide", shown.has_previews());
        // Whoever reads on from the beginning meets the question first.
        let _ = dialog.node().prepend_with_node_1(element.node());
        *content = Some(Content { owner, element, id: shown.id().to_owned() });
    }
}

/// What the views of an ask are given. It has to be made under the owner of these views.
fn ask_context(view: ViewContext, shown: &Shown, parts: DialogParts) -> AskContext {
    let has_shortcuts = view.options().shortcuts;
    AskContext { view, id: Stored::new(shown.id().to_owned()), has_shortcuts, parts }
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

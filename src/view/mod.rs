//! Small views that follow Leptos' signals: they show a [`Screen`] and dispatch what the person does.
//!
//! A view is a function that returns an element, which lives as long as the current owner. It knows no socket, no timer and
//! no JSON. The session refuses what is not allowed, so nothing is checked here. Text of the agent is always a text node.

// A wildcard would hide the next variant of an enum of ours.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod announcer;
mod approval;
mod ask;
mod bar;
mod button;
mod code;
mod copy;
mod dom;
mod effect;
mod field;
mod floating;
mod foot;
mod form;
mod frame;
mod guard;
mod head;
mod host;
mod keys;
mod markdown;
mod note;
mod notice;
mod option;
mod options;
mod other;
mod parts;
mod preview;
mod preview_content;
mod question;
mod receipt_list;
mod receipts;
mod requests;
mod review;
mod rich;
mod root;
mod sandbox;
mod sheet;
mod signal;
mod slices;
mod soft_keyboard;
mod stage;
mod stored;
mod toast;
mod words;

use std::rc::Rc;
use std::sync::Arc;

use reactive_graph::prelude::*;

use crate::keymap::Control;
use crate::protocol::Request;
use crate::session::{Action, Dialog, Screen, UserInput};

use parts::DialogParts;
use slices::{MemoOf, Slice, Slices};
use stored::Stored;

pub use crate::text::preview::PreviewFormat;
pub use options::{Presentation, ViewOptions};
pub use requests::load_request_rules;
pub use rich::load_markdown;
pub use root::mount;
pub use sheet::style_sheet;
pub use signal::Signal;
pub use words::Voice;

/// What the views share with the widget around them: the screen that they show, and where the person's input goes.
#[derive(Clone)]
pub struct Scene {
    /// What the person should see.
    pub screen: Signal<Arc<Screen>>,
    /// The language of the widget.
    pub voice: Voice,
    /// What the page has chosen.
    pub options: Signal<ViewOptions>,
    dispatch: Rc<dyn Fn(UserInput)>,
}

impl Scene {
    /// A scene that shows `screen` and gives what the person does to `dispatch`.
    pub fn new(screen: Screen, dispatch: impl Fn(UserInput) + 'static) -> Scene {
        Scene {
            screen: Signal::new(Arc::new(screen)),
            voice: Voice::default(),
            options: Signal::new(ViewOptions::default()),
            dispatch: Rc::new(dispatch),
        }
    }
}

/// What every view is given. It belongs to the owner under which it was made.
#[derive(Clone, Copy)]
struct ViewContext(Stored<Shared>);

/// What all views share.
struct Shared {
    scene: Scene,
    slices: Slices,
}

impl ViewContext {
    fn new(scene: &Scene) -> ViewContext {
        ViewContext(Stored::new(Shared { scene: scene.clone(), slices: Slices::new(scene) }))
    }

    /// What all views share.
    fn shared(self) -> Rc<Shared> {
        self.0.get().expect("a living owner")
    }

    /// Tells the session what the person did.
    fn dispatch(self, input: UserInput) {
        (self.shared().scene.dispatch)(input);
    }

    /// Builds something in the language of the widget. A task, such as one that waits for a chunk, has none of its own.
    fn with_voice(self, build: impl FnOnce()) {
        self.shared().scene.voice.during(build);
    }

    /// What the page has chosen, which is not followed.
    fn options(self) -> ViewOptions {
        self.shared().scene.options.get_untracked()
    }

    /// Whether the page is inert behind a question.
    fn is_modal(self) -> bool {
        self.options().presentation == Presentation::Modal
    }

    /// The screen as it is now, which is not followed.
    fn peek(self) -> Arc<Screen> {
        self.shared().scene.screen.get_untracked()
    }

    /// The screen as it is now; follows a slice of it.
    fn follow<S: Slice>(self) -> Arc<Screen> {
        self.follow_memo(S::memo)
    }

    fn follow_memo(self, memo: MemoOf) -> Arc<Screen> {
        memo(&self.shared().slices).get().screen
    }

    /// A text that follows a slice; empty while the screen does not have it.
    fn text<S: Slice>(self, text: impl Fn(S::Value<'_>) -> String + 'static) -> impl Fn() -> String + 'static {
        move || S::of(&self.follow_memo(S::memo)).map(&text).unwrap_or_default()
    }

    /// A condition that follows a slice; false while the screen does not have it.
    fn is<S: Slice>(self, is: impl Fn(S::Value<'_>) -> bool + 'static) -> impl Fn() -> bool + 'static {
        move || S::of(&self.follow_memo(S::memo)).is_some_and(&is)
    }
}

/// What every view of one ask is given. It belongs to the owner under which it was made.
#[derive(Clone, Copy)]
struct AskContext {
    view: ViewContext,
    id: Stored<String>,
    /// Whether single keys do something; the page can switch that off.
    has_shortcuts: bool,
    /// The parts of the dialog.
    parts: DialogParts,
}

impl AskContext {
    /// Tells the session what the person did in the dialog.
    fn dispatch(self, action: Action) {
        if let Some(id) = self.id.get() {
            self.view.dispatch(UserInput::Act { id: (*id).clone(), action });
        }
    }

    /// The key of a control as `aria-keyshortcuts` writes it, or nothing if it has none.
    fn shortcut(self, control: Control) -> String {
        let request = self.peek(|dialog| dialog.ask.request.kind());
        let key = request.and_then(|request| control.key(request, self.has_shortcuts));
        key.map(|key| key.to_aria(host::is_mac())).unwrap_or_default()
    }

    /// Whether its questions are the fields of a form, which stand on one page.
    fn is_form(self) -> bool {
        self.peek(|dialog| matches!(dialog.ask.request, Request::Form(_))).unwrap_or_default()
    }

    /// A text that follows a slice of the dialog; empty once the dialog is another ask's.
    fn text<S: Slice>(self, text: impl Fn(S::Value<'_>) -> String + 'static) -> impl Fn() -> String + 'static {
        move || self.slice_of(S::memo).and_then(|screen| S::of(&screen).map(&text)).unwrap_or_default()
    }

    /// A condition that follows a slice of the dialog; false once the dialog is another ask's.
    fn is<S: Slice>(self, is: impl Fn(S::Value<'_>) -> bool + 'static) -> impl Fn() -> bool + 'static {
        move || self.slice_of(S::memo).is_some_and(|screen| S::of(&screen).is_some_and(&is))
    }

    /// Looks at the dialog as it is now, which is not followed.
    fn peek<T>(self, look: impl FnOnce(&Dialog) -> T) -> Option<T> {
        self.dialog_in(&self.view.peek()).map(look)
    }

    /// The screen while it shows this ask; follows a slice of it.
    fn slice<S: Slice>(self) -> Option<Arc<Screen>> {
        self.slice_of(S::memo)
    }

    fn slice_of(self, memo: MemoOf) -> Option<Arc<Screen>> {
        let screen = self.view.follow_memo(memo);
        self.dialog_in(&screen)?;
        Some(screen)
    }

    /// Whether this is the ask with that id.
    fn is_of(self, id: &str) -> bool {
        self.id.get().is_some_and(|own| *own == id)
    }

    fn dialog_in(self, screen: &Screen) -> Option<&Dialog> {
        screen.dialog.as_ref().filter(|dialog| self.is_of(&dialog.ask.id))
    }
}

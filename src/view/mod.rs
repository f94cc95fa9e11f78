//! Small Leptos views over a [`Screen`] signal; what the person does goes out by call.
//!
//! Knows no socket, no timer and no JSON. The session refuses what is not allowed, so nothing is checked here; agent
//! text is always a text node. A view is a function that returns an element and lives as long as its owner.

mod announcer;
mod ask;
mod bar;
mod button;
mod code;
mod copy;
mod dom;
mod field;
mod foot;
mod frame;
mod guard;
mod head;
mod host;
mod keyboard;
mod keys;
mod markdown;
mod notice;
mod option;
mod options;
mod other;
mod place;
mod preview;
mod question;
mod receipts;
mod review;
mod rich;
mod root;
mod sandbox;
mod stage;
mod toast;
mod words;

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;
use web_sys::HtmlElement;

use crate::session::{Action, Dialog, Screen, UserInput};

pub use crate::text::preview::PreviewFormat;
pub use options::{Presentation, ViewOptions};
pub use root::mount;
pub use words::Voice;

/// What the views share: the screen that they show, and where the person's deeds go.
#[derive(Clone)]
pub struct Scene {
    /// What the person should see.
    pub screen: RwSignal<Arc<Screen>>,
    /// The language that is spoken.
    pub voice: Voice,
    /// What the page has chosen.
    pub options: RwSignal<ViewOptions>,
    hand: Rc<dyn Fn(UserInput)>,
}

impl Scene {
    /// A scene of `screen`; what the person does goes to `hand`.
    pub fn new(screen: Screen, hand: impl Fn(UserInput) + 'static) -> Scene {
        Scene {
            screen: RwSignal::new(Arc::new(screen)),
            voice: Voice::default(),
            options: RwSignal::new(ViewOptions::default()),
            hand: Rc::new(hand),
        }
    }

    /// The person did something about the whole session.
    fn does(&self, person: UserInput) {
        (self.hand)(person);
    }

    /// The screen, and word of its changes to come.
    fn now(&self) -> Arc<Screen> {
        self.screen.get()
    }

    /// What the page has chosen, without word of its changes.
    fn options(&self) -> ViewOptions {
        self.options.get_untracked()
    }

    /// Whether the page is to stand still behind a question.
    fn is_modal(&self) -> bool {
        self.options().presentation == Presentation::Modal
    }

    /// The screen, without word of its changes.
    fn peek(&self) -> Arc<Screen> {
        self.screen.get_untracked()
    }
}

/// The ask on the screen, with short ways to what is shown of it and to the person's deeds.
#[derive(Clone)]
struct Asked {
    id: Rc<str>,
    scene: Scene,
    /// Whether single keys do something; the page can switch that off.
    has_shortcuts: bool,
    /// Where the focus was when the key for a note was pressed.
    noted_from: Rc<RefCell<Option<HtmlElement>>>,
}

impl Asked {
    fn does(&self, action: Action) {
        self.scene.does(UserInput::Act { id: (*self.id).to_owned(), action });
    }

    /// The name of a shortcut, or nothing where there are none.
    fn shortcut<'a>(&self, key: &'a str) -> &'a str {
        if self.has_shortcuts { key } else { "" }
    }

    /// A text of the dialog; empty once the dialog is another ask's.
    fn text(&self, text: impl Fn(&Dialog) -> String + 'static) -> impl Fn() -> String + 'static {
        let asked = self.clone();
        move || asked.of(&asked.scene.now()).map(&text).unwrap_or_default()
    }

    /// Whether something holds for the dialog; false once it is another ask's.
    fn truth(&self, truth: impl Fn(&Dialog) -> bool + 'static) -> impl Fn() -> bool + 'static {
        let asked = self.clone();
        move || asked.of(&asked.scene.now()).is_some_and(&truth)
    }

    /// Looks at the dialog as it is now.
    fn peek<T>(&self, look: impl FnOnce(&Dialog) -> T) -> Option<T> {
        self.of(&self.scene.peek()).map(look)
    }

    fn of<'a>(&self, screen: &'a Screen) -> Option<&'a Dialog> {
        screen.dialog.as_ref().filter(|dialog| *dialog.ask.id == *self.id)
    }
}

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
mod floating;
mod foot;
mod frame;
mod guard;
mod head;
mod host;
mod keys;
mod markdown;
mod notice;
mod option;
mod other;
mod parts;
mod preview;
mod question;
mod receipts;
mod review;
mod rich;
mod root;
mod sandbox;
mod slices;
mod soft_keyboard;
mod stage;
mod stored;
mod toast;
mod words;

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use crate::keymap::Control;
use crate::protocol::preview::PreviewFormat;
use crate::session::{Action, Dialog, Screen, UserInput};

use parts::DialogParts;
pub use root::mount;
pub use words::Voice;

/// What stays of asks is shown here, or left to the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReceiptsShown {
    /// Here, below the widget's place.
    #[default]
    Here,
    /// Nowhere: the page shows them itself.
    Nowhere,
}

/// What the views share: the screen that they show, and where the person's deeds go.
#[derive(Clone)]
pub struct Scene {
    /// What the person should see.
    pub screen: RwSignal<Arc<Screen>>,
    /// The language that is spoken.
    pub voice: Voice,
    /// Where receipts are shown.
    pub receipts: RwSignal<ReceiptsShown>,
    /// What previews are written in; read when one is shown.
    pub previews: Rc<Cell<PreviewFormat>>,
    /// Whether a person may have images of previews loaded; read when one is shown.
    pub loads_images: Rc<Cell<bool>>,
    hand: Rc<dyn Fn(UserInput)>,
}

impl Scene {
    /// A scene of `screen`; what the person does goes to `hand`.
    pub fn new(screen: Screen, hand: impl Fn(UserInput) + 'static) -> Scene {
        Scene {
            screen: RwSignal::new(Arc::new(screen)),
            voice: Voice::default(),
            receipts: RwSignal::new(ReceiptsShown::default()),
            previews: Rc::default(),
            loads_images: Rc::default(),
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
    /// The parts of the dialog that is shown.
    parts: DialogParts,
}

impl Asked {
    fn does(&self, action: Action) {
        self.scene.does(UserInput::Act { id: (*self.id).to_owned(), action });
    }

    /// The key of a control as `aria-keyshortcuts` writes it, or nothing if it has none.
    fn shortcut(&self, control: Control) -> String {
        control.key(self.has_shortcuts).map(|key| key.to_aria(host::is_mac())).unwrap_or_default()
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

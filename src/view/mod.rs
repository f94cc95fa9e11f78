//! Small Leptos views over a [`Screen`] signal; what the person does goes out by call.
//!
//! Knows no socket, no timer and no JSON. The session refuses what is not allowed, so nothing is checked here; agent
//! text is always a text node. A view is a function that returns an element and lives as long as its owner.

mod ask;
mod bar;
mod button;
mod dom;
mod field;
mod foot;
mod head;
mod keys;
mod notice;
mod option;
mod other;
mod question;
mod receipts;
mod review;
mod rich;
mod root;
mod stage;
mod words;

use std::rc::Rc;
use std::sync::Arc;

use leptos::prelude::*;

use crate::session::{Action, Dialog, Person, Screen};

pub use root::mount;

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
    /// Where receipts are shown.
    pub receipts: RwSignal<ReceiptsShown>,
    hand: Rc<dyn Fn(Person)>,
}

impl Scene {
    /// A scene of `screen`; what the person does goes to `hand`.
    pub fn new(screen: Screen, hand: impl Fn(Person) + 'static) -> Scene {
        Scene {
            screen: RwSignal::new(Arc::new(screen)),
            receipts: RwSignal::new(ReceiptsShown::default()),
            hand: Rc::new(hand),
        }
    }

    /// The person did something about the whole session.
    fn does(&self, person: Person) {
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
}

impl Asked {
    fn does(&self, action: Action) {
        self.scene.does(Person::Does { id: (*self.id).to_owned(), action });
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

//! Small Leptos components over a [`Screen`] signal; what the person does goes out by call.
//!
//! Knows no socket, no timer and no JSON. The session refuses what is not allowed, so nothing is checked here; agent
//! text is always a text node.

mod ask;
mod bar;
mod foot;
mod head;
mod keys;
mod notice;
mod options;
mod other;
mod question;
mod receipts;
mod root;
mod words;

use std::rc::Rc;

use leptos::prelude::*;

use crate::session::{Action, Person, Screen};

pub use root::{Root, RootProps};

/// What stays of asks is shown here, or left to the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReceiptsShown {
    /// Here, below the widget's place.
    #[default]
    Here,
    /// Nowhere: the page shows them itself.
    Nowhere,
}

/// Takes what the person does.
#[derive(Clone, Copy)]
pub struct Hand(StoredValue<Rc<dyn Fn(Person)>, LocalStorage>);

impl Hand {
    /// Everything goes to `take`.
    pub fn new(take: impl Fn(Person) + 'static) -> Hand {
        Hand(StoredValue::new_local(Rc::new(take)))
    }

    /// The person did something about the whole session.
    fn does(self, person: Person) {
        // The widget may be gone already when a last event comes.
        if let Some(take) = self.0.try_get_value() {
            take(person);
        }
    }
}

/// One ask on the screen: its id, and short ways to its slices of the screen and to the person's deeds.
#[derive(Clone, Copy)]
struct Asked {
    id: StoredValue<String>,
    screen: RwSignal<Screen>,
    hand: Hand,
}

impl Asked {
    fn does(self, action: Action) {
        if let Some(id) = self.id.try_get_value() {
            self.hand.does(Person::Does { id, action });
        }
    }

    /// A slice of the dialog; `none` once the dialog is another ask's.
    fn slice<T>(self, none: T, slice: impl Fn(&crate::session::Dialog) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: Clone + PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| {
            self.screen.with(|screen| match &screen.dialog {
                Some(dialog) if self.id.with_value(|id| *id == dialog.ask.id) => slice(dialog),
                _ => none.clone(),
            })
        })
    }
}

//! Values that change, and that effects and memos follow.
//!
//! Leptos' `RwSignal` is compiled anew for each type of value, about a kilobyte of the download each. This is its trigger, which has no
//! value, beside a value that belongs to the same owner.

use std::cell::RefCell;
use std::rc::Rc;

use reactive_graph::signal::ArcTrigger;
use reactive_graph::traits::{Notify, Track};

use super::stored::Stored;

/// A handle to a value that belongs to the owner under which it was made. It can be copied.
pub struct Signal<T>(Stored<Inner<T>>);

struct Inner<T> {
    value: RefCell<T>,
    followers: ArcTrigger,
}

impl<T> Clone for Signal<T> {
    fn clone(&self) -> Signal<T> {
        *self
    }
}

impl<T> Copy for Signal<T> {}

impl<T: Clone + 'static> Signal<T> {
    /// A signal with its first value.
    pub fn new(value: T) -> Signal<T> {
        Signal(Stored::new(Inner { value: RefCell::new(value), followers: ArcTrigger::new() }))
    }

    fn inner(self) -> Rc<Inner<T>> {
        self.0.get().expect("a living owner")
    }

    /// The value. The effect or memo that asks follows it.
    pub fn get(self) -> T {
        self.inner().followers.track();
        self.get_untracked()
    }

    /// The value, which is not followed.
    pub fn get_untracked(self) -> T {
        self.inner().value.borrow().clone()
    }

    /// Gives it another value. Whoever follows it is notified, also if it is the same.
    pub fn set(self, value: T) {
        self.update(|old| *old = value);
    }

    /// Changes the value, and notifies whoever follows it.
    pub fn update(self, change: impl FnOnce(&mut T)) {
        self.update_if(|value| {
            change(value);
            true
        });
    }

    /// Changes the value, and notifies whoever follows it if `change` says so. Nothing happens once the owner has ended.
    pub fn update_if(self, change: impl FnOnce(&mut T) -> bool) {
        if let Some(inner) = self.0.get() {
            let is_changed = change(&mut inner.value.borrow_mut());
            if is_changed {
                inner.followers.notify();
            }
        }
    }

    /// Notifies whoever follows it.
    pub fn notify(self) {
        self.update(|_| {});
    }
}

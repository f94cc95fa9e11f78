//! Values that belong to the current owner and are reached by a handle that can be copied.
//!
//! Leptos has the same. But its values for one thread ask which thread it is, and for that the standard library brings a second
//! allocator.

use std::any::Any;
use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use reactive_graph::owner::on_cleanup;

/// A handle to a value, which is dropped when the owner ends under which it was stored.
pub(super) struct Stored<T> {
    key: Key,
    of_type: PhantomData<fn() -> T>,
}

impl<T> Clone for Stored<T> {
    fn clone(&self) -> Stored<T> {
        *self
    }
}

impl<T> Copy for Stored<T> {}

impl<T: 'static> Stored<T> {
    pub(super) fn new(value: T) -> Stored<T> {
        Stored { key: store(Rc::new(value)), of_type: PhantomData }
    }

    /// The value, or `None` once its owner has ended.
    pub(super) fn get(self) -> Option<Rc<T>> {
        let value = SLOTS.with_borrow(|slots| slots.get(self.key.slot)?.get(self.key))?;
        value.downcast().ok()
    }
}

/// Keeps a value until the current owner ends, for what its end does.
pub(super) fn keep(value: impl Any) {
    store(Rc::new(value));
}

/// Where a value is.
#[derive(Clone, Copy)]
struct Key {
    slot: usize,
    /// How many values the slot had before this one.
    turn: u32,
}

/// A place for one value after the other.
#[derive(Default)]
struct Slot {
    value: Option<Rc<dyn Any>>,
    turn: u32,
}

impl Slot {
    fn get(&self, key: Key) -> Option<Rc<dyn Any>> {
        self.value.clone().filter(|_| self.turn == key.turn)
    }
}

thread_local! {
    static SLOTS: RefCell<Vec<Slot>> = const { RefCell::new(Vec::new()) };
    /// The slots that are empty.
    static FREE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

fn store(value: Rc<dyn Any>) -> Key {
    let free = FREE.with_borrow_mut(Vec::pop);
    let key = SLOTS.with_borrow_mut(|slots| {
        let slot = free.unwrap_or(slots.len());
        if slot == slots.len() {
            slots.push(Slot::default());
        }
        let place = &mut slots[slot];
        place.value = Some(value);
        Key { slot, turn: place.turn }
    });
    on_cleanup(move || drop(take(key.slot)));
    key
}

/// Empties a slot. The value is dropped by the caller, because its end may store or end others.
fn take(slot: usize) -> Option<Rc<dyn Any>> {
    let value = SLOTS.with_borrow_mut(|slots| {
        let place = &mut slots[slot];
        place.turn += 1;
        place.value.take()
    });
    FREE.with_borrow_mut(|free| free.push(slot));
    value
}

//! Values that belong to the current owner and are reached by a handle that can be copied.

use std::any::Any;
use std::marker::PhantomData;
use std::rc::Rc;

use reactive_graph::owner::{LocalStorage, StoredValue};
use reactive_graph::prelude::*;

/// A handle to a value, which is dropped when the owner ends under which it was stored.
///
/// All values are stored as one type, because each type that Leptos stores is compiled anew.
pub(super) struct Stored<T> {
    value: StoredValue<Rc<dyn Any>, LocalStorage>,
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
        Stored { value: store(Rc::new(value)), of_type: PhantomData }
    }

    /// The value, or `None` once its owner has ended.
    pub(super) fn get(self) -> Option<Rc<T>> {
        self.value.try_get_value()?.downcast().ok()
    }
}

/// Keeps a value until the current owner ends, for what its end does.
pub(super) fn keep(value: impl Any) {
    store(Rc::new(value));
}

fn store(value: Rc<dyn Any>) -> StoredValue<Rc<dyn Any>, LocalStorage> {
    StoredValue::new_local(value)
}

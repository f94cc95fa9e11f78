//! An ask that several owners share. Two are equal if they are the same one, so that a comparison never reads a megabyte.

use std::ops::Deref;
use std::sync::Arc;

use crate::protocol::Ask;

/// A shared ask, compared by pointer.
#[derive(Clone, Debug)]
pub struct SharedAsk(Arc<Ask>);

impl SharedAsk {
    /// Shares an ask.
    pub fn new(ask: Ask) -> SharedAsk {
        SharedAsk(Arc::new(ask))
    }

    /// The ask itself.
    pub fn arc(&self) -> Arc<Ask> {
        self.0.clone()
    }

    pub(super) fn make_mut(&mut self) -> &mut Ask {
        Arc::make_mut(&mut self.0)
    }
}

impl Deref for SharedAsk {
    type Target = Ask;

    fn deref(&self) -> &Ask {
        &self.0
    }
}

impl PartialEq for SharedAsk {
    fn eq(&self, other: &SharedAsk) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

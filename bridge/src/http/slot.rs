//! A place among the connections that the bridge serves at a time. Held for as long as the connection lives, also when
//! it has become a socket.

use std::sync::Arc;

use tokio::sync::OwnedSemaphorePermit;

use crate::metrics::Counted;

/// One place; the clones of it share it.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    _held: Arc<(OwnedSemaphorePermit, Counted)>,
}

impl Slot {
    pub(crate) fn new(permit: OwnedSemaphorePermit, counted: Counted) -> Slot {
        Slot { _held: Arc::new((permit, counted)) }
    }
}

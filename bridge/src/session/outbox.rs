//! Frames on their way to one socket: as many as its page is likely to read, and not more.
//!
//! A session must never wait for a socket, so nothing here waits on the writing side; a socket that falls too far behind
//! is given up instead, and its page finds the pending question again when it reconnects.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::mpsc;

/// The writing side, held by the session.
#[derive(Debug)]
pub(super) struct Outbox {
    sender: mpsc::UnboundedSender<Outgoing>,
    queued: Arc<AtomicUsize>,
    most_bytes: usize,
}

/// The reading side, held by the socket. It ends when the session gives the socket up.
#[derive(Debug)]
pub(crate) struct Incoming {
    receiver: mpsc::UnboundedReceiver<Outgoing>,
    queued: Arc<AtomicUsize>,
}

/// Something for a socket.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outgoing {
    /// A text frame.
    Text(String),
    /// The end, with a close code.
    Close(u16),
}

impl Outgoing {
    fn bytes(&self) -> usize {
        const OVERHEAD: usize = 64;
        match self {
            Outgoing::Text(text) => text.len() + OVERHEAD,
            Outgoing::Close(_) => OVERHEAD,
        }
    }
}

impl Outbox {
    pub(super) fn new(most_bytes: usize) -> (Outbox, Incoming) {
        let (sender, receiver) = mpsc::unbounded_channel();
        let queued = Arc::new(AtomicUsize::new(0));
        (Outbox { sender, queued: queued.clone(), most_bytes }, Incoming { receiver, queued })
    }

    /// Whether the socket can still take it. If not, it should be given up.
    pub(super) fn push(&self, outgoing: Outgoing) -> bool {
        let bytes = outgoing.bytes();
        let queued = self.queued.fetch_add(bytes, Ordering::Relaxed) + bytes;
        queued <= self.most_bytes && self.sender.send(outgoing).is_ok()
    }
}

impl Incoming {
    pub(crate) async fn recv(&mut self) -> Option<Outgoing> {
        let outgoing = self.receiver.recv().await?;
        self.queued.fetch_sub(outgoing.bytes(), Ordering::Relaxed);
        Some(outgoing)
    }
}

#[cfg(test)]
mod tests {
    use super::{Outbox, Outgoing};

    #[tokio::test]
    async fn a_socket_that_does_not_read_is_given_up() {
        let (outbox, mut incoming) = Outbox::new(1000);
        let text = || Outgoing::Text("x".repeat(400));
        assert!(outbox.push(text()) && outbox.push(text()));
        assert_eq!(incoming.recv().await, Some(text()));
        assert!(outbox.push(text()), "reading makes room");
        assert!(!outbox.push(text()));
    }

    #[test]
    fn a_socket_that_has_ended_takes_nothing() {
        let (outbox, incoming) = Outbox::new(1000);
        drop(incoming);
        assert!(!outbox.push(Outgoing::Close(1000)));
    }
}

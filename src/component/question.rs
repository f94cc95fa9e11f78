//! Questions that the app asks by itself: this is the other end of the protocol.

use std::cell::RefCell;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::rc::{Rc, Weak};
use std::task::{Context, Poll, Waker};

use super::mounted::Mounted;
use crate::session::Receipt;

/// Why a question of the app's own has no receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskError {
    /// The component is not there.
    NotMounted,
    /// The component was removed before the question was over.
    Removed,
    /// The component is fed by a bridge; questions of the app's own need another one.
    FedByBridge,
    /// The question cannot be read; `on_error` says why.
    Unreadable,
}

impl fmt::Display for AskError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            AskError::NotMounted => "the component is not there",
            AskError::Removed => "the component was removed before the question was over",
            AskError::FedByBridge => "the component is fed by a bridge; use another one for questions of the app's own",
            AskError::Unreadable => "the question cannot be read",
        })
    }
}

impl std::error::Error for AskError {}

/// How a question of the app's own ended, and who waits for that.
#[derive(Default)]
struct Progress {
    result: Option<Result<Receipt, AskError>>,
    waker: Option<Waker>,
}

/// One end of a question that is under way: what ends it.
#[derive(Clone)]
pub(super) struct Asked {
    pub(super) id: String,
    progress: Rc<RefCell<Progress>>,
}

impl Asked {
    pub(super) fn new(id: String) -> Asked {
        Asked { id, progress: Rc::default() }
    }

    /// The question is over. Only the first end counts.
    pub(super) fn end(&self, result: Result<Receipt, AskError>) {
        let mut progress = self.progress.borrow_mut();
        progress.result.get_or_insert(result);
        let waker = progress.waker.take();
        drop(progress);
        waker.into_iter().for_each(Waker::wake);
    }

    /// The other end: what waits for it.
    pub(super) fn answer(&self, mounted: &Rc<Mounted>) -> Answer {
        Answer { asked: self.clone(), mounted: Rc::downgrade(mounted), is_over: false }
    }
}

/// The other end of a question that is under way: what waits for it. Dropping it withdraws the question.
pub(super) struct Answer {
    asked: Asked,
    mounted: Weak<Mounted>,
    is_over: bool,
}

impl Future for Answer {
    type Output = Result<Receipt, AskError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Self::Output> {
        let result = self.asked.progress.borrow_mut().result.take();
        match result {
            Some(result) => {
                self.is_over = true;
                Poll::Ready(result)
            }
            None => {
                self.asked.progress.borrow_mut().waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        if let Some(mounted) = self.mounted.upgrade().filter(|_| !self.is_over) {
            mounted.widget.withdraw(self.asked.id.clone());
        }
    }
}

//! The wait for what shows markdown: an ask that has some is taken when that is there, so that nothing on the screen changes
//! afterwards.
//!
//! All tasks wait with it, because their order means something. It takes as long as a small file takes to load, and at most
//! [`MARKDOWN_WAIT`]; then the ask is shown as it was written.

use gloo_timers::callback::Timeout;

use super::storage::Storage;
use super::tasks::Task;
use super::{Runtime, session_key};
use crate::protocol::ServerFrame;
use crate::session::Input;
use crate::session::timing::MARKDOWN_WAIT;

/// How long the next task still waits.
#[derive(Default)]
pub(super) enum MarkdownWait {
    /// Nothing waits.
    #[default]
    None,
    /// Until this fires, or what it waits for is there.
    Waiting(Timeout),
    /// It has waited, and goes ahead.
    Over,
}

impl Runtime {
    /// Whether the next task has to wait. Begins to wait if it does.
    pub(super) fn must_wait(&self) -> bool {
        let wait = self.0.wait.take();
        let must_wait = match wait {
            MarkdownWait::None => self.shows_markdown() && (self.0.loaders.markdown)(Box::new(self.end_of_wait())),
            MarkdownWait::Waiting(_) => true,
            MarkdownWait::Over => false,
        };
        if must_wait {
            let timeout = match wait {
                MarkdownWait::Waiting(timeout) => timeout,
                MarkdownWait::None | MarkdownWait::Over => Timeout::new(MARKDOWN_WAIT as u32, self.end_of_wait()),
            };
            self.0.wait.replace(MarkdownWait::Waiting(timeout));
        }
        must_wait
    }

    /// Lets the next task go ahead.
    pub(super) fn stop_waiting(&self) {
        if matches!(*self.0.wait.borrow(), MarkdownWait::Waiting(_)) {
            self.0.wait.replace(MarkdownWait::Over);
        }
    }

    /// A function that lets the next task go ahead; it does nothing once the runtime is gone.
    fn end_of_wait(&self) -> impl FnOnce() + 'static {
        let runtime = self.downgrade();
        move || {
            if let Some(runtime) = runtime() {
                runtime.stop_waiting();
                runtime.work();
            }
        }
    }

    /// Whether the next task may bring markdown on the screen.
    fn shows_markdown(&self) -> bool {
        let tasks = self.0.tasks.borrow();
        let Some(task) = tasks.first() else { return false };
        match task {
            Task::OnOwnSocket(input, _) | Task::OnPageConnection(input) => {
                matches!(input, Input::Frame { frame: ServerFrame::Ask(ask), .. } if ask.has_markdown())
            }
            Task::ConnectTo(address) => address.as_ref().is_some_and(|address| self.has_stored(Some(&address.url))),
            Task::Attach(_, name) => self.has_stored(name.as_deref()),
            Task::Input(_) | Task::Detach | Task::Stop => false,
        }
    }

    /// Whether an earlier page of this session has left something, which comes back on the screen. What an instance left that has
    /// failed is not waited for: the loader gives it at once or never.
    fn has_stored(&self, name: Option<&str>) -> bool {
        session_key(name).and_then(|key| Storage::open(&key)).is_some_and(|storage| storage.read().is_some())
    }
}

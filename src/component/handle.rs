//! A way to a component from outside.

use std::future::Future;
use std::rc::Rc;

use leptos::prelude::*;

use super::mounted::Mounted;
use super::question::AskError;
use crate::session::Receipt;

/// A way to a component from outside: `let ask_user = Handle::new();`, then `<AskUser handle=ask_user/>`.
///
/// Does nothing while the component is not there. Lives as long as the owner that it was made under.
#[derive(Clone, Copy, Debug)]
pub struct Handle(StoredValue<Option<Rc<Mounted>>, LocalStorage>);

impl Handle {
    /// A handle for one component.
    #[allow(clippy::new_without_default, reason = "it belongs to the current owner, which a default should not")]
    pub fn new() -> Handle {
        Handle(StoredValue::new_local(None))
    }

    /// Sends JSON of the app's own, a chat message for example, through the component's connection. Returns whether there is
    /// one.
    pub fn send_frame(self, json: &str) -> bool {
        self.mounted().is_some_and(|mounted| mounted.widget.send_frame(json))
    }

    /// Takes a frame of the protocol, as JSON, that came by a way of the app's: server-sent events, a socket of its own. What
    /// the component has to send goes to its `on_frame_out`. Returns whether the frame could be read.
    ///
    /// A frame `connected` begins a connection: what was sent on the last one may be lost, and is sent again where the bridge
    /// still waits for it.
    pub fn receive(self, json: &str) -> bool {
        self.mounted().is_some_and(|mounted| mounted.receive(json))
    }

    /// Asks without any protocol: `json` is `{"questions": […]}`, as the tool `AskUserQuestion` has it. Resolves with the
    /// receipt, however the question ends: see its `outcome`. Dropping what this returns withdraws the question.
    pub fn ask(self, json: &str) -> impl Future<Output = Result<Receipt, AskError>> + use<> {
        let asked = match self.mounted() {
            Some(mounted) => mounted.ask(json),
            None => Err(AskError::NotMounted),
        };
        async move { asked?.await }
    }

    /// Minimizes the question to a bar.
    pub fn minimize(self) {
        self.mounted().into_iter().for_each(|mounted| mounted.widget.set_minimized(true));
    }

    /// Opens the question again.
    pub fn expand(self) {
        self.mounted().into_iter().for_each(|mounted| mounted.widget.set_minimized(false));
    }

    /// Ends a question without a decision. Nothing is sent to the bridge.
    pub fn withdraw(self, id: &str) {
        self.mounted().into_iter().for_each(|mounted| mounted.widget.withdraw(id.to_owned()));
    }

    /// Removes all receipts.
    pub fn clear_receipts(self) {
        self.mounted().into_iter().for_each(|mounted| mounted.widget.clear_receipts());
    }

    /// The component, which is not borrowed from the store: what it reports meanwhile may come back here.
    pub(super) fn mounted(self) -> Option<Rc<Mounted>> {
        self.0.try_get_value().flatten()
    }

    pub(super) fn set(self, mounted: Rc<Mounted>) {
        self.0.set_value(Some(mounted));
    }

    pub(super) fn take(self) -> Option<Rc<Mounted>> {
        self.0.try_update_value(Option::take).flatten()
    }
}

//! Messages between the pages of this browser that have the same session.

use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

use super::from_js::read_json;
use crate::protocol::Value;

/// This page's end of the channel; it is closed when dropped.
pub(super) struct Channel {
    channel: BroadcastChannel,
    _listener: Closure<dyn Fn(MessageEvent)>,
}

impl Channel {
    /// Calls `notify` with what other pages share. Returns `None` where the browser has no such channel.
    pub(super) fn open(name: &str, notify: impl Fn(Value) + 'static) -> Option<Channel> {
        let channel = BroadcastChannel::new(name).ok()?;
        let listener: Closure<dyn Fn(MessageEvent)> = Closure::new(move |event: MessageEvent| {
            if let Some(value) = read_json(&event.data()) {
                notify(value);
            }
        });
        channel.set_onmessage(Some(listener.as_ref().unchecked_ref()));
        Some(Channel { channel, _listener: listener })
    }

    /// Sends a text to the other pages.
    pub(super) fn share(&self, text: &str) {
        let _ = self.channel.post_message(&text.into());
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        self.channel.close();
    }
}

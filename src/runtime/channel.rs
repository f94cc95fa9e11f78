//! The way to the other pages of this browser that have the same session.

use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

use super::from_js::read_json;
use crate::protocol::Value;

/// One page's end of it; closed when dropped.
pub(super) struct Channel {
    channel: BroadcastChannel,
    _hear: Closure<dyn Fn(MessageEvent)>,
}

impl Channel {
    /// Calls `tell` with what other pages share. `None` where the browser has no such way.
    pub(super) fn open(name: &str, tell: impl Fn(Value) + 'static) -> Option<Channel> {
        let channel = BroadcastChannel::new(name).ok()?;
        let hear: Closure<dyn Fn(MessageEvent)> = Closure::new(move |event: MessageEvent| {
            if let Some(value) = read_json(&event.data()) {
                tell(value);
            }
        });
        channel.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        Some(Channel { channel, _hear: hear })
    }

    pub(super) fn share(&self, text: &str) {
        let _ = self.channel.post_message(&text.into());
    }
}

impl Drop for Channel {
    fn drop(&mut self) {
        self.channel.close();
    }
}

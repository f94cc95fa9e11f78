//! The way to the other pages of this browser that have the same session.

use js_sys::JSON;
use wasm_bindgen::prelude::*;
use web_sys::{BroadcastChannel, MessageEvent};

use super::from_js::from_js;
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
            let text = event.data().as_string().unwrap_or_default();
            if let Some(value) = JSON::parse(&text).ok().and_then(|value| from_js(&value)) {
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

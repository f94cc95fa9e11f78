//! From the text of a frame to what the session takes.
//!
//! Frames that belong to the page are looked at only as far as their type, and handed on as they came.

use js_sys::{JsString, Reflect};
use wasm_bindgen::JsValue;

use super::from_js::{Unread, from_js, parse};
use crate::protocol::{ServerFrame, ServerFrameType, limits};

/// A frame that came.
pub(super) enum Incoming {
    /// What it says, and the frame itself if the page should have it.
    Frame(ServerFrame, Option<JsValue>),
    /// Why it cannot be read.
    Bad(String),
}

impl Incoming {
    pub(super) fn read(text: &JsString) -> Incoming {
        let value = match parse(text) {
            Ok(value) => value,
            Err(Unread::TooLong(length)) => {
                let most = limits::FRAME;
                return Incoming::Bad(format!("A frame of {length} characters is over the limit of {most}"));
            }
            Err(Unread::NoJson) => return Incoming::Bad("A frame is not JSON".to_owned()),
        };
        let kind = Reflect::get(&value, &"type".into()).ok().and_then(|kind| kind.as_string()).unwrap_or_default();
        let frame_type = ServerFrameType::parse(&kind);
        if let Some(frame) = ServerFrame::of_type(frame_type).filter(|_| !kind.is_empty()) {
            return Incoming::Frame(frame, Some(value));
        }
        let page_frame = frame_type.is_for_page().then(|| value.clone());
        let Some(value) = from_js(&value) else {
            return Incoming::Bad(format!("{kind}: is nested too deeply, or has too many parts"));
        };
        match ServerFrame::read(&value) {
            Ok(frame) => Incoming::Frame(frame, page_frame),
            Err(error) => Incoming::Bad(error.to_string()),
        }
    }
}

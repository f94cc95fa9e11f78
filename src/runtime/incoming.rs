//! From a frame as it came to an input of the session.
//!
//! Frames that belong to the page are read only as far as their type, and handed on as they came.

use js_sys::{JsString, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use super::from_js::{Unread, from_js, parse};
use crate::protocol::{ServerFrame, ServerFrameType, limits};

/// A frame that came.
pub(super) enum Incoming {
    /// What it says, and the frame itself if the page should have it.
    Frame(ServerFrame, Option<JsValue>),
    /// Why it cannot be read.
    Unreadable(String),
}

impl Incoming {
    /// Reads a frame: its text, or the value that the page has parsed its text to.
    pub(super) fn read(frame: JsValue) -> Incoming {
        let value = match frame.dyn_ref::<JsString>().map(parse) {
            None => frame,
            Some(Ok(value)) => value,
            Some(Err(Unread::TooLong(length))) => {
                let most = limits::FRAME;
                return Incoming::Unreadable(format!("A frame of {length} characters is over the limit of {most}"));
            }
            Some(Err(Unread::NoJson)) => return Incoming::Unreadable("A frame is not JSON".to_owned()),
        };
        let kind = Reflect::get(&value, &"type".into()).ok().and_then(|kind| kind.as_string()).unwrap_or_default();
        let frame_type = ServerFrameType::parse(&kind);
        if let Some(frame) = ServerFrame::of_type(frame_type).filter(|_| !kind.is_empty()) {
            return Incoming::Frame(frame, Some(value));
        }
        let page_frame = frame_type.is_for_page().then(|| value.clone());
        let Some(value) = from_js(&value) else {
            return Incoming::Unreadable(format!("{kind}: is nested too deeply, or has too many parts"));
        };
        match ServerFrame::read(&value) {
            Ok(frame) => Incoming::Frame(frame, page_frame),
            Err(error) => Incoming::Unreadable(error.to_string()),
        }
    }
}

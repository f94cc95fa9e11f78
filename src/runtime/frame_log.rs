//! Shows frames to a developer, if the page wants that. What is shown of them is decided in `src/element/frame-log.js`.

use js_sys::Function;
use wasm_bindgen::JsValue;

use super::Runtime;

impl Runtime {
    /// Has `log` called from now on with the direction of each frame and the frame itself; `None` ends it.
    pub fn set_frame_log(&self, log: Option<Function>) {
        self.0.frame_log.replace(log);
    }

    /// Logs a frame, its text or its value.
    pub(super) fn log_frame(&self, direction: &str, frame: &JsValue) {
        // The function is not borrowed meanwhile: a console of the page's own may call back in.
        let log = self.0.frame_log.borrow().clone();
        if let Some(log) = log {
            let _ = log.call2(&JsValue::UNDEFINED, &direction.into(), frame);
        }
    }
}

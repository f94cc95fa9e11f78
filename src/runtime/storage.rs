//! Where the next page of a session finds what this one kept: the tab's own storage, which ends with the tab.
//!
//! Storage that is full, blocked or holds nonsense does no harm: nothing is kept then, and nothing is found.

use js_sys::JSON;

use super::from_js::from_js;
use crate::protocol::Value;

/// One place in the tab's storage.
pub(super) struct Storage {
    storage: web_sys::Storage,
    key: String,
}

impl Storage {
    /// The place of this name.
    pub(super) fn open(name: &str) -> Option<Storage> {
        let storage = web_sys::window()?.session_storage().ok()??;
        Some(Storage { storage, key: name.to_owned() })
    }

    pub(super) fn read(&self) -> Option<Value> {
        let text = self.storage.get_item(&self.key).ok()??;
        // What cannot be read is replaced by the next that is kept.
        Some(JSON::parse(&text).ok().and_then(|value| from_js(&value)).unwrap_or_default())
    }

    pub(super) fn keep(&self, text: &str) {
        // A failure keeps the last text, which would be older than what is on the screen.
        if self.storage.set_item(&self.key, text).is_err() {
            self.forget();
        }
    }

    pub(super) fn forget(&self) {
        let _ = self.storage.remove_item(&self.key);
    }
}

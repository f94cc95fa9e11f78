//! Where the next page of a session finds what this one kept: the tab's own storage, which ends with the tab. And where a
//! new instance of the wasm finds what one that failed has kept, if nothing may be in that storage: a keeper of the loader's.
//!
//! Storage that is full, blocked or holds nonsense does no harm: nothing is kept then, and nothing is found.

use wasm_bindgen::prelude::*;

use super::from_js::read_json;
use crate::protocol::Value;

#[wasm_bindgen]
extern "C" {
    /// What keeps texts under keys: the browser's `Storage`, or an object of the loader's that forgets with the page. A text
    /// that somebody else may have put there is measured before it is copied into the wasm, which web-sys would not do.
    #[derive(Clone, Debug)]
    pub type Keeper;

    #[wasm_bindgen(method, catch, js_name = getItem)]
    fn get_item(this: &Keeper, key: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = setItem)]
    fn set_item(this: &Keeper, key: &str, text: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch, js_name = removeItem)]
    fn remove_item(this: &Keeper, key: &str) -> Result<(), JsValue>;
}

/// One place where texts are kept.
pub(super) struct Storage {
    keeper: Keeper,
    key: String,
}

impl Storage {
    /// The place of this name in the tab's storage.
    pub(super) fn open(name: &str) -> Option<Storage> {
        let storage = web_sys::window()?.session_storage().ok()??;
        Some(Storage::at(storage.unchecked_into(), name))
    }

    /// The place of this name.
    pub(super) fn at(keeper: Keeper, name: &str) -> Storage {
        Storage { keeper, key: name.to_owned() }
    }

    pub(super) fn read(&self) -> Option<Value> {
        let text = self.keeper.get_item(&self.key).ok().filter(|text| !text.is_null())?;
        // What cannot be read is replaced by the next that is kept.
        Some(read_json(&text).unwrap_or_default())
    }

    pub(super) fn keep(&self, text: &str) {
        // A failure keeps the last text, which would be older than what is on the screen.
        if self.keeper.set_item(&self.key, text).is_err() {
            self.forget();
        }
    }

    pub(super) fn forget(&self) {
        let _ = self.keeper.remove_item(&self.key);
    }
}

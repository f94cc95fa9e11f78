//! Where texts are stored that outlive this page or this instance of the wasm.
//!
//! The next page of a session finds them in the tab's own storage, which ends with the tab. Where nothing may be stored there,
//! a new instance of the wasm that takes over from a failed one finds them in a store of the loader's. Storage that is full,
//! blocked or holds nonsense does no harm: nothing is stored then, and nothing is found.

use wasm_bindgen::prelude::*;

use super::from_js::read_json;
use crate::protocol::Value;
use crate::session::PersistedPart;

#[wasm_bindgen]
extern "C" {
    /// A store of texts under keys: the browser's `Storage`, or an object of the loader's that forgets with the page. A text
    /// that somebody else may have put there is measured before it is copied into the wasm, which web-sys would not do.
    #[derive(Clone, Debug)]
    pub type TextStore;

    #[wasm_bindgen(method, catch, js_name = getItem)]
    fn get_item(this: &TextStore, key: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(method, catch, js_name = setItem)]
    fn set_item(this: &TextStore, key: &str, text: &str) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch, js_name = removeItem)]
    fn remove_item(this: &TextStore, key: &str) -> Result<(), JsValue>;
}

/// Two keys of a store, one for each part.
pub(super) struct Storage {
    store: TextStore,
    key: String,
}

impl Storage {
    /// The keys of this name in the tab's storage.
    pub(super) fn open(key: &str) -> Option<Storage> {
        let storage = web_sys::window()?.session_storage().ok()??;
        Some(Storage::at(storage.unchecked_into(), key))
    }

    /// The keys of this name in a store.
    pub(super) fn at(store: TextStore, key: &str) -> Storage {
        Storage { store, key: key.to_owned() }
    }

    /// The asks and the drafts that are stored there. What cannot be read is `null`, and is replaced by the next text that is
    /// stored.
    pub(super) fn read(&self) -> Option<(Value, Value)> {
        let [asks, drafts] = PARTS.map(|part| {
            let text = self.store.get_item(&self.key_of(part)).ok().filter(|text| !text.is_null())?;
            Some(read_json(&text).unwrap_or_default())
        });
        (asks.is_some() || drafts.is_some()).then(|| (asks.unwrap_or_default(), drafts.unwrap_or_default()))
    }

    /// Stores a text in place of the last one, or removes that.
    pub(super) fn store(&self, part: PersistedPart, text: Option<&str>) {
        let key = self.key_of(part);
        let is_stored = text.is_some_and(|text| self.store.set_item(&key, text).is_ok());
        // After a failure the last text would still be there, and it is older than what is on the screen.
        if !is_stored {
            let _ = self.store.remove_item(&key);
        }
    }

    /// Removes everything.
    pub(super) fn erase(&self) {
        PARTS.into_iter().for_each(|part| self.store(part, None));
    }

    fn key_of(&self, part: PersistedPart) -> String {
        match part {
            PersistedPart::Asks => format!("{}#asks", self.key),
            PersistedPart::Drafts => self.key.clone(),
        }
    }
}

/// Everything that is stored.
const PARTS: [PersistedPart; 2] = [PersistedPart::Asks, PersistedPart::Drafts];

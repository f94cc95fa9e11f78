//! Marks the page's title while a question waits for somebody who looks elsewhere, as `background.js` does for the element.

use std::cell::RefCell;

use wasm_bindgen::prelude::*;
use web_sys::Document;

use crate::session::Event;

/// Stands before the title of a page in the background.
const MARK: &str = "● ";

thread_local! {
    /// The mark of this page, while there is one.
    static MARKED: RefCell<Option<Marked>> = RefCell::default();
}

/// A title that is marked.
struct Marked {
    /// The title with its mark.
    title: String,
    /// What takes the mark away when somebody looks at the page.
    on_change: Closure<dyn Fn()>,
}

/// Marks the title for a question, and takes the mark away when nobody is waited for.
pub(super) fn follow(event: &Event) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    match event {
        Event::Ask { .. } if document.hidden() => mark(&document),
        Event::Status(status) if !status.waiting_for_user => clear(&document),
        _ => {}
    }
}

fn mark(document: &Document) {
    MARKED.with_borrow_mut(|marked| {
        if marked.is_some() {
            return;
        }
        let title = format!("{MARK}{}", document.title());
        document.set_title(&title);
        let page = document.clone();
        let on_change = Closure::new(move || {
            if !page.hidden() {
                clear(&page);
            }
        });
        let _ = document.add_event_listener_with_callback("visibilitychange", on_change.as_ref().unchecked_ref());
        *marked = Some(Marked { title, on_change });
    });
}

fn clear(document: &Document) {
    let Some(Marked { title, on_change }) = MARKED.take() else { return };
    // Unless the page has another title by now.
    if document.title() == title {
        document.set_title(&title[MARK.len()..]);
    }
    let _ = document.remove_event_listener_with_callback("visibilitychange", on_change.as_ref().unchecked_ref());
    // This may be running in that very listener, which must not be freed before it returns.
    wasm_bindgen_futures::spawn_local(async move { drop(on_change) });
}

//! What of the card was in view. What was not cannot be allowed.

use std::cell::RefCell;
use std::rc::Rc;

use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{Element, HtmlElement, IntersectionObserver, IntersectionObserverEntry, Node};

use crate::session::{Action, ApprovalAction};
use crate::view::AskContext;
use crate::view::dom::El;
use crate::view::floating::Observation;
use crate::view::parts::DialogPart;
use crate::view::stored::keep;

/// The parts of the request that have to be in view.
#[derive(Default)]
pub(super) struct Reading {
    parts: Vec<HtmlElement>,
}

impl Reading {
    /// Wants this part to be in view.
    pub(super) fn watch(&mut self, part: El) -> El {
        self.parts.push(part.node().clone());
        part
    }

    /// Watches until all parts were in view, and tells the session then. The end of a part counts, so that a long one was
    /// scrolled through.
    pub(super) fn observe(self, ask: AskContext) {
        let Some(last) = self.parts.last().cloned() else { return };
        ask.parts.set(DialogPart::Unread, &last);
        let unseen = Rc::new(RefCell::new(self.parts.clone()));
        let callback = Closure::new(move |entries: Array| {
            let mut unseen = unseen.borrow_mut();
            for entry in entries.iter().filter_map(|entry| entry.dyn_into::<IntersectionObserverEntry>().ok()) {
                if is_seen(&entry) {
                    let target: Node = entry.target().into();
                    unseen.retain(|part| !part.is_same_node(Some(&target)));
                }
            }
            match unseen.first() {
                Some(first) => ask.parts.set(DialogPart::Unread, first),
                None => ask.dispatch(Action::Approval(ApprovalAction::ReadToEnd)),
            }
        });
        if let Ok(observer) = IntersectionObserver::new(callback.as_ref().unchecked_ref()) {
            self.parts.iter().for_each(|part| observer.observe(part.unchecked_ref::<Element>()));
            keep(Observation::new(observer, callback));
        }
    }
}

/// Whether a part is in view, or as much of it as fits.
fn is_seen(entry: &IntersectionObserverEntry) -> bool {
    entry.is_intersecting() && entry.intersection_rect().height() > 0.0
}

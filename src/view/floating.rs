//! What stands in the place of the element while that is in sight, and otherwise floats above the page.

use std::cell::Cell;

use js_sys::Array;
use wasm_bindgen::prelude::*;
use web_sys::{
    Element, HtmlElement, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit, Node, ShadowRoot,
};

use super::dom::{El, set_pixels};
use super::stored::keep;

/// A scroller that is at most this many pixels from its end counts as scrolled to the end: the page may have changed a
/// little since.
const NEAR_END: i32 = 64;

/// Marks `place` with `data-floats` while it, with `above` pixels above it, is not wholly in sight, until the current owner
/// ends. While it floats, its room in the page stays.
pub(super) fn floats_out_of_sight(place: El, above: u32) -> El {
    let node = place.node().clone();
    let is_floating = Cell::new(true);
    let callback = Closure::new(move |entries: Array| {
        let Ok(entry) = entries.pop().dyn_into::<IntersectionObserverEntry>() else { return };
        let floats = !entry.is_intersecting() || entry.intersection_ratio() < 0.99;
        set_floating(&node, is_floating.replace(floats), floats);
    });
    let init = IntersectionObserverInit::new();
    init.set_root_margin(&format!("-{above}px 0px 0px"));
    init.set_threshold(&Array::of2(&0.into(), &0.99.into()));
    if let Ok(observer) = IntersectionObserver::new_with_options(callback.as_ref().unchecked_ref(), &init) {
        observer.observe(place.node());
        keep(Observation::new(observer, callback));
    }
    place.attr("data-floats", "true")
}

fn set_floating(place: &HtmlElement, floated: bool, floats: bool) {
    if floats && !floated {
        set_pixels(place, "--_room", place.offset_height());
    }
    let scrolled = if floats { Vec::new() } else { scrolled_to_end(place) };
    let _ = place.toggle_attribute_with_force("data-floats", floats);
    for scroller in scrolled {
        scroller.set_scroll_top(scroller.scroll_height());
    }
}

/// The scrollers around the element that are scrolled to their end: a chat, as a rule. It has to stay there when `place`
/// takes room from it, so that the last message is still in sight.
fn scrolled_to_end(place: &Node) -> Vec<Element> {
    let mut found = Vec::new();
    let mut inner = place.get_root_node().dyn_into::<ShadowRoot>().ok().map(|root| root.host());
    while let Some(around) = inner.as_ref().and_then(|inner| inner.parent_element()) {
        let beside = around.children();
        let beside = (0..beside.length()).filter_map(|index| beside.item(index));
        found.extend(beside.chain([around.clone()]).filter(is_at_end));
        inner = Some(around);
    }
    found
}

fn is_at_end(element: &Element) -> bool {
    let below = element.scroll_height() - element.client_height() - element.scroll_top();
    element.scroll_top() > 0 && below <= NEAR_END
}

/// An observer that stops when it is dropped.
pub(super) struct Observation {
    observer: IntersectionObserver,
    _callback: Closure<dyn Fn(Array)>,
}

impl Observation {
    pub(super) fn new(observer: IntersectionObserver, callback: Closure<dyn Fn(Array)>) -> Observation {
        Observation { observer, _callback: callback }
    }
}

impl Drop for Observation {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

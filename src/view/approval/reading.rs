//! What of the card was in view. What was not cannot be allowed.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use js_sys::{Array, WeakMap};
use reactive_graph::owner::{Owner, WeakOwner};
use wasm_bindgen::prelude::*;
use web_sys::{Element, Event, HtmlElement, IntersectionObserver, ShadowRoot};

use super::words;
use crate::session::{Action, ApprovalAction, ApprovalPage};
use crate::view::AskContext;
use crate::view::dom::{El, listen_capture};
use crate::view::floating::Observation;
use crate::view::parts::DialogPart;
use crate::view::stored::keep;

/// How many pixels at an edge may be out of view, because browsers round.
const ROUNDING: f64 = 2.0;

thread_local! {
    /// How much of each part was in view, from its beginning on: 1 would be all of it.
    static SEEN: WeakMap = WeakMap::new();
}

/// Says of a part whether it shows what it will show. Until then no look at it counts.
#[derive(Clone, Default)]
pub(super) struct Loading {
    has_ended: Rc<Cell<bool>>,
}

impl Loading {
    /// The part shows now what it will show.
    pub(super) fn end(&self) {
        self.has_ended.set(true);
    }
}

/// The parts of the request that have to be in view.
#[derive(Default)]
pub(super) struct Reading {
    parts: Vec<Unread>,
}

impl Reading {
    /// Wants this part to be in view, which is a line.
    pub(super) fn watch(&mut self, part: El) -> El {
        self.watch_lines(part, 1)
    }

    /// Wants this part to be in view, which has so many lines.
    pub(super) fn watch_lines(&mut self, part: El, lines: usize) -> El {
        self.push(part, lines, None)
    }

    /// Wants this part to be in view, which has so many lines, as soon as it shows them.
    pub(super) fn watch_loading(&mut self, part: El, lines: usize, loading: Loading) -> El {
        self.push(part, lines, Some(loading))
    }

    fn push(&mut self, part: El, lines: usize, loading: Option<Loading>) -> El {
        self.parts.push(Unread { part: part.node().clone(), lines: lines.max(1), loading, seen: 0.0 });
        part
    }

    /// Watches until all parts were in view from their beginning to their end, and tells the session by `read` then.
    pub(super) fn observe(self, ask: AskContext, read: ApprovalAction) {
        let Some(first) = self.parts.first() else {
            return ask.dispatch(Action::Approval(read));
        };
        ask.parts.set(DialogPart::Unread, &first.part);
        let parts: Vec<HtmlElement> = self.parts.iter().map(|unread| unread.part.clone()).collect();
        let watch = Rc::new(Watch { ask, read, unread: RefCell::new(self.parts) });
        let owner = Owner::current().map(|owner| owner.downgrade());
        let is_listening = Cell::new(false);
        // The observer tells when a part comes into view; how far a long one is scrolled only the scrolling tells.
        let callback = Closure::new(move |_: Array| {
            if let Some(owner) = owner.as_ref().and_then(WeakOwner::upgrade).filter(|_| !is_listening.replace(true)) {
                owner.with(|| look_when_scrolled(&watch));
            }
            watch.look();
        });
        if let Ok(observer) = IntersectionObserver::new(callback.as_ref().unchecked_ref()) {
            parts.iter().for_each(|part| observer.observe(part.unchecked_ref::<Element>()));
            keep(Observation::new(observer, callback));
        }
    }
}

/// What was not in view yet.
struct Watch {
    ask: AskContext,
    /// What the session is told when nothing is left.
    read: ApprovalAction,
    unread: RefCell<Vec<Unread>>,
}

/// A part that was not in view yet.
struct Unread {
    part: HtmlElement,
    /// How many lines it has.
    lines: usize,
    /// Whether it shows its lines, if they are loaded.
    loading: Option<Loading>,
    /// How much of it was, from its beginning on: 1 would be all of it.
    seen: f64,
}

impl Unread {
    /// How many lines of it were not in view.
    fn lines_left(&self) -> usize {
        ((1.0 - self.seen) * self.lines as f64).ceil() as usize
    }

    /// Looks at what of it is between two edges. What lies beyond something that was not in view does not count.
    fn look(&mut self, top: f64, bottom: f64) {
        // A change that was taken back is not part of the request any more.
        if self.part.hidden() {
            self.seen = 1.0;
        }
        if self.loading.as_ref().is_some_and(|loading| !loading.has_ended.get()) {
            return;
        }
        let place = self.part.get_bounding_client_rect();
        let height = place.height();
        if height <= 0.0 || place.bottom() <= top || place.top() >= bottom {
            return;
        }
        let (from, to) = ((top - place.top()) / height, (bottom - place.top() + ROUNDING) / height);
        if from <= self.seen + ROUNDING / height && to > self.seen {
            self.seen = to;
        }
    }
}

impl Watch {
    fn look(&self) {
        let mut unread = self.unread.borrow_mut();
        if unread.is_empty() {
            return;
        }
        if let Some((top, bottom)) = edges(self.ask) {
            unread.iter_mut().for_each(|one| one.look(top, bottom));
            unread.retain(|one| one.seen < 1.0);
        }
        match unread.first() {
            Some(first) => {
                SEEN.with(|seen| seen.set(&first.part, &first.seen.into()));
                self.ask.parts.set(DialogPart::Unread, &first.part);
                self.say_lines_left(unread.iter().map(Unread::lines_left).sum());
            }
            None => self.ask.dispatch(Action::Approval(self.read.clone())),
        }
    }
}

impl Watch {
    /// Says on the button that leads on how many lines are left.
    fn say_lines_left(&self, lines: usize) {
        let parts = self.ask.parts;
        if let Some((button, place)) = parts.get(DialogPart::ReadOn).zip(parts.get(DialogPart::UnreadLines)) {
            // An observer has no language of its own.
            self.ask.view.with_voice(|| place.set_text_content(Some(&words::more_lines(lines))));
            let _ = button.remove_attribute("data-idle");
        }
    }
}

fn look_when_scrolled(watch: &Rc<Watch>) {
    let targets = [
        watch.ask.parts.get(DialogPart::Ask).map(|ask| ask.unchecked_into()),
        web_sys::window().map(|window| window.unchecked_into()),
    ];
    for target in targets.into_iter().flatten() {
        let watch = watch.clone();
        listen_capture(&target, "scroll", move |_| watch.look());
    }
}

/// The upper and the lower edge of what can be seen of the card.
fn edges(ask: AskContext) -> Option<(f64, f64)> {
    let (body, buttons) = (ask.parts.get(DialogPart::Body)?, ask.parts.get(DialogPart::Buttons)?);
    let window = web_sys::window()?;
    let (body, foot) = (body.get_bounding_client_rect(), buttons.parent_element()?.get_bounding_client_rect());
    let height = window.inner_height().ok()?.as_f64()?;
    let mut edges = (body.top().max(0.0), body.bottom().min(foot.top()).min(height));
    // In the page's own flow something of the page's may cut it off.
    let mut around = buttons.get_root_node().dyn_into::<ShadowRoot>().ok().map(|root| root.host());
    while let Some(element) = around.filter(|_| !ask.view.is_modal()) {
        let style = window.get_computed_style(&element).ok()??;
        if style.get_property_value("overflow-y").ok()? != "visible" {
            let place = element.get_bounding_client_rect();
            edges = (edges.0.max(place.top()), edges.1.min(place.bottom()));
        }
        around = element.parent_element();
    }
    Some(edges)
}

/// Looks again at what is in view, because something has come into `place` that was not there before.
pub(super) fn look_again(place: &El) {
    if let Ok(scrolled) = Event::new("scroll") {
        let _ = place.node().dispatch_event(&scrolled);
    }
}

/// Scrolls to what was not in view yet. What a request would keep is read after the request.
pub(super) fn read_on(ask: AskContext) {
    if ask.peek(|dialog| !dialog.approval.was_read && dialog.approval.page == ApprovalPage::Always) == Some(true) {
        return ask.dispatch(Action::Approval(ApprovalAction::TurnTo(ApprovalPage::Request)));
    }
    let Some((part, body)) = ask.parts.get(DialogPart::Unread).zip(ask.parts.get(DialogPart::Body)) else { return };
    part.scroll_into_view();
    let seen = SEEN.with(|seen| seen.get(&part)).as_f64().unwrap_or(0.0);
    let beyond = part.get_bounding_client_rect().height() * seen;
    if beyond > 0.0 {
        body.set_scroll_top(body.scroll_top() + beyond as i32);
    }
}

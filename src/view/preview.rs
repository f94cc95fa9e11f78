//! Previews of options: in a pane beside them, or below each one where there is no room beside.
//!
//! Which of both a person sees is the style sheet's to say. Which option the pane shows is [`PreviewFocus`]'s.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use js_sys::Reflect;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, Node};

use super::button::button;
use super::dom::{El, effect, el};
use super::markdown::render;
use super::sandbox::sandbox;
use super::{Asked, words};
use crate::keymap::Place;
use crate::protocol::{Choice, Question, markdown, text};
use crate::session::PreviewFocus;

/// A pointer has to rest on an option for so long, in milliseconds, before its preview is shown: who crosses the options on
/// the way elsewhere looks at none of them.
const INTENT: u32 = 80;

/// The options, with their previews if any has one.
pub(super) fn with_preview(asked: &Asked, step: usize, question: &Question, options: El, rows: Vec<El>) -> El {
    if question.options.iter().all(|choice| choice.preview.is_none()) {
        return options;
    }
    let question = Rc::new(question.clone());
    for (index, row) in rows.iter().enumerate().filter(|(index, _)| question.options[*index].preview.is_some()) {
        let _ = row.node().set_attribute("data-unfolds", "");
        let _ = row.node().after_with_node_1(unfold(asked, &question, index).node());
    }
    let pane = pane(&words::say(words::PREVIEW));
    let shown = RwSignal::new(None::<usize>);
    let update = {
        let (asked, question) = (asked.clone(), question.clone());
        move |look: PreviewFocus| {
            let now = asked.peek(|dialog| look.previewed(&question, &dialog.drafts[step])).flatten();
            if shown.get_untracked() != now {
                shown.set(now);
            }
        }
    };
    let look = Rc::new(Cell::new(PreviewFocus::default()));
    let (followed, follower, screen) = (look.clone(), update.clone(), asked.scene.screen);
    effect(Box::new(move || {
        screen.track();
        follower(followed.get());
    }));
    let shown_rows = Rc::new(Rows { options: options.clone(), rows: rows.clone() });
    let whole = hears(el("div", "with-preview"), shown_rows, look, update);
    fill(asked, &question, &pane, shown, true);
    effect(Box::new(move || {
        for (index, row) in rows.iter().enumerate() {
            let _ = row.node().toggle_attribute_with_force("data-previewed", shown.get() == Some(index));
        }
    }));
    whole.child(options).child(el("div", "preview-place").child(pane))
}

/// The options of a question, and the rows of all of them but "Other".
struct Rows {
    options: El,
    rows: Vec<El>,
}

impl Rows {
    /// The option in which an event happened.
    fn option_of(&self, event: &Event) -> Option<usize> {
        self.rows.iter().position(|row| is_within(row, event))
    }
}

fn is_within(element: &El, event: &Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
    element.node().contains(target.as_ref())
}

/// Hears where the person looks. The pane belongs to it: who goes there to read on still looks at the same option.
fn hears(
    whole: El,
    rows: Rc<Rows>,
    look: Rc<Cell<PreviewFocus>>,
    update: impl Fn(PreviewFocus) + Clone + 'static,
) -> El {
    let set = move |change: &dyn Fn(&mut PreviewFocus)| {
        let mut now = look.get();
        change(&mut now);
        look.set(now);
        update(now);
    };
    let waiting = Rc::new(RefCell::new(None::<Timeout>));
    let focused_rows = rows.clone();
    let (forgets, focuses, blurs, leaves) = (waiting.clone(), set.clone(), set.clone(), set.clone());
    whole
        .on("focusin", move |event| focuses(&|look| look.focus(focused_rows.option_of(&event))))
        .on("focusout", move |_| blurs(&|look| look.focus(None)))
        .on("pointerover", move |event| {
            let is_finger = Reflect::get(&event, &"pointerType".into()).is_ok_and(|kind| kind == "touch");
            let is_elsewhere = !is_within(&rows.options, &event);
            if is_finger || is_elsewhere {
                waiting.take();
                return;
            }
            let (set, option) = (set.clone(), rows.option_of(&event));
            waiting.replace(Some(Timeout::new(INTENT, move || set(&|look| look.hover(option)))));
        })
        .on("pointerleave", move |_| {
            forgets.take();
            leaves(&|look| look.hover(None));
        })
}

/// A preview below its option, which the person opens and closes: nothing else may move the options.
fn unfold(asked: &Asked, question: &Rc<Question>, index: usize) -> El {
    let shown = RwSignal::new(None::<usize>);
    let toggle = button("look", move || shown.update(|shown| *shown = shown.xor(Some(index))))
        .bind_attr("aria-expanded", move || shown.get().is_some().to_string())
        .attr("aria-describedby", &format!("label-{index}"))
        .text(&words::say(words::PREVIEW));
    let pane = el("div", "preview")
        .part("preview")
        .place(Place::Scroller)
        .attr("role", "region")
        .attr("aria-labelledby", &format!("label-{index}"));
    let pane = pane.toggle_attr("hidden", move || shown.get().is_none());
    fill(asked, question, &pane, shown, false);
    el("div", "unfold").child(toggle).child(pane)
}

fn pane(name: &str) -> El {
    // It scrolls by itself, so it must be in reach of the keyboard.
    el("div", "preview")
        .part("preview")
        .place(Place::Scroller)
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", name)
}

/// Fills a pane with the preview of the option that `shown` names, whenever that changes. Where it `is_named`, it says which
/// option that is.
fn fill(asked: &Asked, question: &Rc<Question>, pane: &El, shown: RwSignal<Option<usize>>, is_named: bool) {
    let (format, loads_images) = (asked.scene.previews.clone(), asked.scene.loads_images.clone());
    let as_text = Rc::new(Cell::new(false));
    let (place, question) = (pane.clone(), question.clone());
    // The button that turns the page that is shown to its text, and back.
    let turner: RefCell<Option<El>> = RefCell::default();
    effect(Box::new(move || {
        let had_focus = turner.take().is_some_and(|button| button.node().matches(":focus").unwrap_or(false));
        place.node().set_text_content(None);
        place.node().set_scroll_top(0);
        let choice: Option<&Choice> = shown.get().and_then(|index| question.options.get(index));
        if choice.is_none() && !is_named {
            return;
        }
        if is_named {
            let name = choice.map_or_else(|| words::say(words::OTHER), |choice| choice.label.shown.clone());
            el("p", "preview-of").attr("dir", "auto").text(&name).append_to(place.node());
        }
        match choice.and_then(|choice| choice.preview.as_ref()) {
            Some(preview) if format.get().is_html(preview) => {
                let (is_text, as_text) = (as_text.get(), as_text.clone());
                let button = page(&place, preview, is_text, move || {
                    as_text.set(!is_text);
                    shown.update(|_| {});
                });
                if had_focus {
                    let _ = button.node().focus();
                }
                turner.replace(Some(button));
            }
            Some(preview) => render(&place, markdown::preview(preview), Some(&place).filter(|_| loads_images.get())),
            None => el("p", "no-preview").text(&words::say(words::NO_PREVIEW)).append_to(place.node()),
        }
    }));
}

/// A preview in HTML, as the page that it is or as its text; the person can turn from one to the other.
fn page(place: &El, html: &str, is_text: bool, turn: impl Fn() + 'static) -> El {
    let frame = if is_text { None } else { sandbox(html) };
    let shown = frame.unwrap_or_else(|| el("pre", "source").text(&text::shown_block(html)));
    let label = if is_text { words::SHOW_AS_PAGE } else { words::SHOW_AS_TEXT };
    shown.append_to(place.node());
    let button = button("as-text", turn).text(&words::say(label));
    button.clone().append_to(place.node());
    button
}

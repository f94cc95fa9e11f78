//! Previews of options: in a pane beside them, or below each one where there is no room beside.
//!
//! The style sheet decides which of both a person sees. [`PreviewFocus`] decides which option the pane shows.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use js_sys::{Array, Reflect};
use reactive_graph::prelude::*;
use reactive_graph::signal::RwSignal;
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, Node};

use super::button::button;
use super::dom::{El, effect, el, listen};
use super::markdown::render;
use super::option::label_id;
use super::sandbox::sandbox;
use super::slices::ChoicesSlice;
use super::stored::Stored;
use super::{AskContext, words};
use crate::keymap::Place;
use crate::protocol::{Choice, Question};
use crate::session::PreviewFocus;
use crate::text::{self, markdown};

/// How many milliseconds a pointer has to rest on an option before its preview is shown: somebody who crosses the options on
/// the way elsewhere looks at none of them.
const INTENT: u32 = 80;

/// The options, with their previews if any has one. `rows` are those of all options but "Other".
pub(super) fn with_preview(ask: AskContext, step: usize, question: Question, options: El, rows: Vec<El>) -> El {
    if question.options.iter().all(|choice| choice.preview.is_none()) {
        return options;
    }
    let shown = RwSignal::new(None);
    let pane = pane(&words::say(words::PREVIEW));
    let whole = el("div", "with-preview");
    let previews = Previews(Stored::new(PreviewState {
        ask,
        step,
        question,
        options: options.node().clone(),
        rows,
        shown,
        focus: Cell::default(),
        timeout: RefCell::default(),
    }));
    previews.add_below_rows();
    effect(Box::new(move || {
        ask.view.follow::<ChoicesSlice>();
        previews.change_focus(|_| {});
    }));
    previews.fill(&pane, shown, true);
    effect(Box::new(move || previews.mark_row(shown.get())));
    previews.follow_person(whole).child(options).child(el("div", "preview-place").child(pane))
}

/// The previews of one question.
#[derive(Clone, Copy)]
struct Previews(Stored<PreviewState>);

struct PreviewState {
    ask: AskContext,
    step: usize,
    question: Question,
    options: HtmlElement,
    /// The rows of all options but "Other".
    rows: Vec<El>,
    /// The option whose preview is shown.
    shown: RwSignal<Option<usize>>,
    /// What the person looks at.
    focus: Cell<PreviewFocus>,
    /// Runs while the pointer has not rested long enough.
    timeout: RefCell<Option<Timeout>>,
}

impl PreviewState {
    /// The option in which an event happened.
    fn option_of(&self, event: &Event) -> Option<usize> {
        self.rows.iter().position(|row| is_within(row.node(), event))
    }
}

fn is_within(element: &HtmlElement, event: &Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
    element.contains(target.as_ref())
}

impl Previews {
    /// Notes what the person looks at now, and shows the preview that follows from it.
    fn change_focus(self, change: impl FnOnce(&mut PreviewFocus)) {
        let Some(state) = self.0.get() else { return };
        let mut focus = state.focus.get();
        change(&mut focus);
        state.focus.set(focus);
        let option = state.ask.peek(|dialog| focus.previewed(&state.question, &dialog.drafts[state.step])).flatten();
        if state.shown.get_untracked() != option {
            state.shown.set(option);
        }
    }

    /// Follows what the person looks at. The pane belongs to `whole`: somebody who goes there to read on still looks at the
    /// same option.
    fn follow_person(self, whole: El) -> El {
        whole
            .on("focusin", move |event| {
                let option = self.0.get().and_then(|state| state.option_of(&event));
                self.change_focus(|focus| focus.focus(option));
            })
            .on("focusout", move |_| self.change_focus(|focus| focus.focus(None)))
            .on("pointerover", move |event| self.follow_pointer(&event))
            .on("pointerleave", move |_| {
                self.set_timeout(None);
                self.change_focus(|focus| focus.hover(None));
            })
    }

    fn follow_pointer(self, event: &Event) {
        let Some(state) = self.0.get() else { return };
        let is_finger = Reflect::get(event, &"pointerType".into()).is_ok_and(|kind| kind == "touch");
        if is_finger || !is_within(&state.options, event) {
            self.set_timeout(None);
            return;
        }
        let option = state.option_of(event);
        self.set_timeout(Some(Timeout::new(INTENT, move || self.change_focus(|focus| focus.hover(option)))));
    }

    fn set_timeout(self, timeout: Option<Timeout>) {
        if let Some(state) = self.0.get() {
            state.timeout.replace(timeout);
        }
    }

    fn mark_row(self, shown: Option<usize>) {
        let Some(state) = self.0.get() else { return };
        for (index, row) in state.rows.iter().enumerate() {
            let _ = row.node().toggle_attribute_with_force("data-previewed", shown == Some(index));
        }
    }

    /// Adds a preview below each option that has one.
    fn add_below_rows(self) {
        let Some(state) = self.0.get() else { return };
        let rows = state.rows.iter().zip(&state.question.options).enumerate();
        for (index, (row, _)) in rows.filter(|(_, (_, choice))| choice.preview.is_some()) {
            let _ = row.node().set_attribute("data-unfolds", "");
            let _ = row.node().after_with_node_1(self.below_row(index).node());
        }
    }

    /// A preview below its option, which the person opens and closes: nothing else may move the options.
    fn below_row(self, index: usize) -> El {
        let label = label_id(self.0.get().map_or(0, |state| state.step), index);
        let shown = RwSignal::new(None::<usize>);
        let toggle = button("look", move || shown.update(|shown| *shown = shown.xor(Some(index))))
            .bind_attr("aria-expanded", move || shown.get().is_some().to_string())
            .attr("aria-describedby", &label)
            .text(&words::say(words::PREVIEW));
        let pane = el("div", "preview")
            .part("preview")
            .place(Place::Scroller)
            .attr("role", "region")
            .attr("aria-labelledby", &label)
            .toggle_attr("hidden", move || shown.get().is_none());
        self.fill(&pane, shown, false);
        el("div", "unfold").child(toggle).child(pane)
    }

    /// Fills a pane with the preview of the option that `shown` names, whenever that changes. If it `is_named`, the pane says
    /// which option that is.
    fn fill(self, pane: &El, shown: RwSignal<Option<usize>>, is_named: bool) {
        let pane = pane.clone();
        let is_text = Rc::new(Cell::new(false));
        let is_scrolled = Rc::new(Cell::new(false));
        if is_named {
            let scrolled = is_scrolled.clone();
            listen(pane.node(), "scroll", move |_| scrolled.set(true));
        }
        // What each option's preview was rendered to.
        let rendered: RefCell<Vec<(Option<usize>, Array)>> = RefCell::default();
        // The button that turns a page to its text, and back.
        let turn_button: RefCell<Option<El>> = RefCell::default();
        effect(Box::new(move || {
            let had_focus = turn_button.take().is_some_and(|button| button.node().matches(":focus").unwrap_or(false));
            pane.node().set_text_content(None);
            // Only then, because the browser would lay out everything to know how far that is.
            if is_scrolled.take() {
                pane.node().set_scroll_top(0);
            }
            let shown_option = shown.get();
            if let Some((_, nodes)) = rendered.borrow().iter().find(|(option, _)| *option == shown_option) {
                return pane.node().replace_children_with_node(nodes);
            }
            let Some(state) = self.0.get() else { return };
            let choice: Option<&Choice> = shown_option.and_then(|index| state.question.options.get(index));
            if choice.is_none() && !is_named {
                return;
            }
            if is_named {
                let name = choice.map_or_else(|| words::say(words::OTHER), |choice| choice.label.shown.clone());
                el("p", "preview-of").attr("dir", "auto").text(&name).append_to(pane.node());
            }
            let shared = state.ask.view.shared();
            let scene = &shared.scene;
            match choice.and_then(|choice| choice.preview.as_ref()) {
                Some(preview) if scene.options.get_untracked().preview_format.is_html(preview) => {
                    let turned = is_text.clone();
                    let button = page(&pane, preview, is_text.get(), move || {
                        turned.set(!turned.get());
                        shown.update(|_| {});
                    });
                    if had_focus {
                        let _ = button.node().focus();
                    }
                    turn_button.replace(Some(button));
                }
                Some(preview) => {
                    let image_pane = Some(&pane).filter(|_| scene.options.get_untracked().images);
                    render(&pane, markdown::preview(preview), image_pane);
                    rendered.borrow_mut().push((shown_option, Array::from(&pane.node().child_nodes())));
                }
                None => el("p", "no-preview").text(&words::say(words::NO_PREVIEW)).append_to(pane.node()),
            }
        }));
    }
}

fn pane(name: &str) -> El {
    // It scrolls by itself, so the keyboard must reach it.
    el("div", "preview")
        .part("preview")
        .place(Place::Scroller)
        .attr("tabindex", "0")
        .attr("role", "region")
        .attr("aria-label", name)
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

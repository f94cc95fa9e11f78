//! What is shown in the places for previews. This is in a chunk.
//!
//! [`PreviewFocus`] decides which option the pane beside the options shows.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use gloo_timers::callback::Timeout;
use js_sys::{Array, Reflect};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, Node};

use super::button::button;
use super::dom::{El, effect, el, listen};
use super::markdown::render;
use super::preview::PreviewPlaces;
use super::sandbox::sandbox;
use super::sheet::{self, Addition};
use super::signal::Signal;
use super::slices::ChoicesSlice;
use super::stored::Stored;
use super::words;
use crate::chunk::chunk;
use crate::protocol::Choice;
use crate::session::PreviewFocus;
use crate::text::{self, markdown};

chunk! {
    /// Shows previews in their places.
    pub(super) static PREVIEW_CONTENT: fn(Rc<PreviewPlaces>) = previews(show)
}

chunk! {
    /// Puts a text in markdown, with all its blocks, into an element.
    pub(super) static BLOCK_MARKDOWN: fn(&El, &str) = previews(render_blocks)
}

/// Adds what the style sheet needs for what this chunk shows.
pub(super) fn add_style() {
    sheet::add(Addition::Previews, include_str!(concat!(env!("OUT_DIR"), "/previews.css")));
}

fn render_blocks(place: &El, text: &str) {
    add_style();
    render(place, markdown::preview(text), None);
}

/// How many milliseconds a pointer has to rest on an option before its preview is shown: somebody who crosses the options on
/// the way elsewhere looks at none of them.
const INTENT: u32 = 80;

fn show(places: Rc<PreviewPlaces>) {
    add_style();
    let shown = Signal::new(None);
    let ask = places.ask;
    let previews = Previews(Stored::new(PreviewState {
        places: places.clone(),
        shown,
        focus: Cell::default(),
        timeout: RefCell::default(),
    }));
    for unfolded in &places.unfolded {
        previews.fill(&unfolded.pane, unfolded.shown, false);
    }
    effect(Box::new(move || {
        ask.view.follow::<ChoicesSlice>();
        previews.change_focus(|_| {});
    }));
    previews.fill(&places.pane, shown, true);
    effect(Box::new(move || previews.mark_row(shown.get())));
    previews.follow_person(places.whole.clone());
}

/// The previews of one question.
#[derive(Clone, Copy)]
struct Previews(Stored<PreviewState>);

struct PreviewState {
    places: Rc<PreviewPlaces>,
    /// The option whose preview is shown.
    shown: Signal<Option<usize>>,
    /// What the person looks at.
    focus: Cell<PreviewFocus>,
    /// Runs while the pointer has not rested long enough.
    timeout: RefCell<Option<Timeout>>,
}

impl PreviewState {
    /// The option in which an event happened.
    fn option_of(&self, event: &Event) -> Option<usize> {
        self.places.rows.iter().position(|row| is_within(row.node(), event))
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
        let places = &state.places;
        let option = places.ask.peek(|dialog| focus.previewed(&places.question, &dialog.drafts[places.step])).flatten();
        if state.shown.get_untracked() != option {
            state.shown.set(option);
        }
    }

    /// Follows what the person looks at. The pane belongs to `whole`: somebody who goes there to read on still looks at the
    /// same option.
    fn follow_person(self, whole: El) {
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
            });
    }

    fn follow_pointer(self, event: &Event) {
        let Some(state) = self.0.get() else { return };
        let is_finger = Reflect::get(event, &"pointerType".into()).is_ok_and(|kind| kind == "touch");
        if is_finger || !is_within(state.places.options.node(), event) {
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
        for (index, row) in state.places.rows.iter().enumerate() {
            let _ = row.node().toggle_attribute_with_force("data-previewed", shown == Some(index));
        }
    }

    /// Fills a pane with the preview of the option that `shown` names, whenever that changes. If it `is_named`, the pane says
    /// which option that is.
    fn fill(self, pane: &El, shown: Signal<Option<usize>>, is_named: bool) {
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
            let choice: Option<&Choice> = shown_option.and_then(|index| state.places.question.options.get(index));
            if choice.is_none() && !is_named {
                return;
            }
            if is_named {
                let name = choice.map_or_else(|| words::say(words::OTHER), |choice| choice.label.shown.clone());
                el("p", "preview-of").attr("dir", "auto").text(&name).append_to(pane.node());
            }
            let shared = state.places.ask.view.shared();
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

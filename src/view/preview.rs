//! The pane that shows what the option which is looked at would look like.

use std::cell::Cell;
use std::rc::Rc;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

use super::button::button;
use super::dom::{El, el, watch};
use super::markdown::render;
use super::sandbox::sandbox;
use super::stage::focus;
use super::{Asked, words};
use crate::protocol::{Choice, Question, markdown, text};

/// The options, with a pane beside or below them if any has a preview.
pub(super) fn with_preview(asked: &Asked, step: usize, question: &Question, options: El) -> El {
    let Some(first) = question.options.iter().position(|choice| choice.preview.is_some()) else { return options };
    let choices = question.options.clone();
    let looked_at = RwSignal::new(None::<usize>);
    let look = move |event: Event| {
        let option = option_of(&event);
        if option.is_some() && option != looked_at.get_untracked() {
            looked_at.set(option);
        }
    };
    let options = options.on("focusin", look).on("pointerover", look);
    let pane = el("div", "preview").part("preview").set("tabindex", "0").set("role", "region");
    let pane = pane.set("aria-label", &words::say(words::PREVIEW));
    let place = pane.clone();
    // Without a look at any, the one that was chosen before, and then the first that has one.
    let chosen = asked.peek(|dialog| dialog.drafts[step].picks.first().copied()).flatten();
    let (format, loads_images) = (asked.scene.previews.clone(), asked.scene.loads_images.clone());
    let as_text = Rc::new(Cell::new(false));
    watch(Box::new(move || {
        let height = place.node().offset_height();
        if height > 0 {
            let _ = place.node().style().set_property("--_least", &format!("{height}px"));
        }
        let had_focus = place.node().query_selector(".as-text:focus").is_ok_and(|button| button.is_some());
        place.node().set_text_content(None);
        let index = looked_at.get().or(chosen).unwrap_or(first);
        let Choice { label, preview, .. } = &choices[index];
        el("p", "preview-of").set("dir", "auto").say(&label.shown).append_to(place.node());
        match preview {
            Some(preview) if format.get().is_html(preview) => {
                let (is_text, as_text) = (as_text.get(), as_text.clone());
                page(&place, preview, is_text, move || {
                    as_text.set(!is_text);
                    looked_at.update(|_| {});
                });
            }
            Some(preview) => render(&place, markdown::preview(preview), loads_images.get()),
            None => el("p", "no-preview").say(&words::say(words::NO_PREVIEW)).append_to(place.node()),
        }
        if had_focus {
            focus(place.node(), ".as-text");
        }
    }));
    el("div", "with-preview").with(options).with(pane)
}

/// A preview in HTML, as the page that it is or as its text; the person can turn from one to the other.
fn page(place: &El, html: &str, is_text: bool, turn: impl Fn() + 'static) {
    let frame = if is_text { None } else { sandbox(html) };
    let shown = frame.unwrap_or_else(|| el("pre", "source").say(&text::shown(html)));
    let label = if is_text { words::SHOW_AS_PAGE } else { words::SHOW_AS_TEXT };
    shown.append_to(place.node());
    button("as-text", turn).say(&words::say(label)).append_to(place.node());
}

/// The option that an event happened in.
fn option_of(event: &Event) -> Option<usize> {
    let target = event.target()?.dyn_into::<Element>().ok()?;
    let row = target.closest(".option").ok()??;
    row.query_selector(".mark").ok()??.get_attribute("data-option")?.parse().ok()
}

//! The lines above the question: what it is about, where we are, how much time is left, and the way to fold it all.

use wasm_bindgen::JsCast;

use super::button::button;
use super::dom::{El, el};
use super::frame::scroll_into_view;
use super::parts::DialogPart;
use super::{Asked, words};
use crate::keymap::{Control, Place};
use crate::protocol::Ask;
use crate::session::{Action, Dialog, Phase};

/// The head of the dialog.
pub(super) fn head(asked: &Asked, step: usize) -> El {
    let Some(ask) = asked.peek(|dialog| dialog.ask.clone()) else { return el("div", "head") };
    let steps = ask.questions.len();
    let place = match steps {
        1 => chip(&title(&ask, 0)),
        _ if step == steps => el("span", "progress").text(&words::say(words::REVIEW)),
        _ => el("span", "progress").text(&words::progress(step, steps)),
    };
    let fold = asked.clone();
    let line = el("div", "head-line")
        .child(place)
        .child(el("span", "queued").bind_attr("title", asked.text(queued)).bind_text(asked.text(queued)))
        .child(timer(asked.text(time_left), asked.truth(is_soon)).attr("aria-label", &words::say(words::TIME_LEFT)))
        .child(
            button("collapse", move || fold.does(Action::Minimize))
                .attr("aria-label", &words::say(words::COLLAPSE))
                .attr("title", &words::say(words::COLLAPSE))
                .attr("aria-keyshortcuts", &asked.shortcut(Control::Minimize))
                .child(el("span", "chevron").attr("aria-hidden", "true")),
        );
    let head = el("div", "head").part("head").child(line);
    if steps > 1 { head.child(stepper(asked, &ask, step)) } else { head }
}

/// The time that is left; a warning when that is little.
pub(super) fn timer(left: impl Fn() -> String + 'static, is_soon: impl Fn() -> bool + 'static) -> El {
    el("span", "timer").attr("role", "timer").toggle_attr("data-soon", is_soon).bind_text(left)
}

pub(super) fn time_left(dialog: &Dialog) -> String {
    // While a cancel can be taken back it is that time which counts.
    let left = dialog.countdown.filter(|_| dialog.phase != Phase::Cancelling);
    left.map(|left| words::clock(left.seconds)).unwrap_or_default()
}

pub(super) fn is_soon(dialog: &Dialog) -> bool {
    dialog.countdown.is_some_and(|left| left.is_soon)
}

/// How many asks stand behind this one.
pub(super) fn queued(dialog: &Dialog) -> String {
    if dialog.queued > 0 { words::queued(dialog.queued) } else { String::new() }
}

/// The chips of all questions: which is shown, which have an answer, and a way to each.
fn stepper(asked: &Asked, ask: &Ask, step: usize) -> El {
    let chips = (0..=ask.questions.len()).map(|index| {
        let name = if index == ask.questions.len() { words::say(words::REVIEW) } else { title(ask, index) };
        let goer = asked.clone();
        let is_answered = move |dialog: &Dialog| dialog.drafts.get(index).is_some_and(|draft| draft.is_answered());
        let answered = asked.truth(is_answered);
        // What a glyph shows is part of the name.
        let whole = [&name, ", ", &words::say(words::ANSWERED)].concat();
        let label = asked.text(move |dialog| if is_answered(dialog) { whole.clone() } else { String::new() });
        button("step", move || goer.does(Action::GoTo(index)))
            .register(asked.parts, Place::Step(index))
            .attr("aria-current", if index == step { "step" } else { "" })
            .attr("dir", "auto")
            .attr("title", &name)
            .toggle_attr("data-answered", answered)
            .bind_attr("aria-label", label)
            .text(&name)
    });
    let stepper = el("nav", "stepper")
        .part("stepper")
        .register(asked.parts, DialogPart::Stepper)
        .attr("aria-label", &words::say(words::QUESTIONS));
    // A chip that is partly in sight is enough for browsers, and not for somebody who looks for the focus.
    let stepper = stepper.on("focusin", |event| {
        if let Some(chip) = event.target() {
            scroll_into_view(&chip.unchecked_into());
        }
    });
    stepper.children(chips)
}

/// The short label of a question; the whole of a long one is in its tooltip.
fn chip(text: &str) -> El {
    el("span", "chip").part("chip").attr("dir", "auto").attr("title", text).text(text)
}

/// What a question is called in short.
pub(super) fn title(ask: &Ask, index: usize) -> String {
    match &ask.questions[index].header {
        Some(header) => header.clone(),
        None if ask.questions.len() > 1 => words::number(index),
        None => String::new(),
    }
}

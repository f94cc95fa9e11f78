//! The head of the dialog: what it is about, which question is shown, how much time is left, and the button that minimizes.

use crate::text::Joined;
use wasm_bindgen::JsCast;

use super::button::button;
use super::dom::{El, el};
use super::frame::scroll_into_view;
use super::parts::DialogPart;
use super::slices::{AnsweredSlice, QueueSlice, TimeLeft, TimeSlice};
use super::{AskContext, requests, words};
use crate::keymap::{Control, Place};
use crate::protocol::{Ask, Request, RequestKind};
use crate::session::{Action, SharedAsk};

/// The head of the dialog.
pub(super) fn head(context: AskContext, step: usize) -> El {
    let Some(ask) = context.peek(|dialog| dialog.ask.clone()) else { return el("div", "head") };
    let steps = ask.questions().len();
    let progress = match (&ask.request, steps) {
        (Request::Form(_), _) => chip(&words::say(words::FORM)),
        (Request::Address(_), _) => chip(&words::say(words::OPEN_ADDRESS)),
        (Request::Approval(_) | Request::Unread(RequestKind::Permission), _) => chip(&words::say(words::APPROVAL)),
        (Request::Unread(_), _) => chip(""),
        (Request::Questions(_), 1) => chip(&title(&ask, 0)),
        (Request::Questions(_), _) if step == steps => el("span", "progress").text(&words::say(words::REVIEW)),
        (Request::Questions(_), _) => el("span", "progress").text(&words::progress(step, steps)),
    };
    let minimize = button("minimize", move || context.dispatch(Action::Minimize))
        .attr("aria-label", &words::say(words::MINIMIZE))
        .attr("title", &words::say(words::MINIMIZE))
        .attr("aria-keyshortcuts", &context.shortcut(Control::Minimize))
        .child(el("span", "chevron").attr("aria-hidden", "true"));
    let in_words = |(queue, _): (&[SharedAsk], usize)| queued(queue.len());
    let queue = match &ask.request {
        Request::Approval(_) => requests::queue_button(context),
        Request::Questions(_) | Request::Form(_) | Request::Address(_) | Request::Unread(_) => el("span", "queued")
            .bind_attr("title", context.text::<QueueSlice>(in_words))
            .bind_text(context.text::<QueueSlice>(in_words)),
    };
    let line = el("div", "head-line")
        .child(progress)
        .child(queue)
        .child(
            timer(
                context.text::<TimeSlice>(|time| time_left(&time)),
                context.is::<TimeSlice>(|time| shows_time(&time)),
                context.is::<TimeSlice>(|time| is_soon(&time)),
            )
            .attr("aria-label", &words::say(words::TIME_LEFT)),
        )
        .child(minimize);
    let head = el("div", "head").part("head").child(line);
    if steps > 1 && ask.request.is_questions() { head.child(stepper(context, &ask, step)) } else { head }
}

/// The time that is left, shown as a warning when that is little.
pub(super) fn timer(
    left: impl Fn() -> String + 'static,
    is_shown: impl Fn() -> bool + 'static,
    is_soon: impl Fn() -> bool + 'static,
) -> El {
    el("span", "timer")
        .attr("role", "timer")
        // Not by `:empty`, with which the browser would find its style anew for each second.
        .toggle_attr("hidden", move || !is_shown())
        .toggle_attr("data-soon", is_soon)
        .bind_text(left)
}

/// Whether there is a time to show. While a cancel can be undone it is another time which counts.
pub(super) fn shows_time(time: &TimeLeft) -> bool {
    time.countdown.is_some() && !time.is_cancelling
}

pub(super) fn time_left(time: &TimeLeft) -> String {
    let left = time.countdown.filter(|_| shows_time(time));
    left.map(|left| words::clock(left.seconds)).unwrap_or_default()
}

pub(super) fn is_soon(time: &TimeLeft) -> bool {
    time.countdown.is_some_and(|left| left.is_soon)
}

/// How many asks stand behind this one, in words; nothing if there are none.
pub(super) fn queued(asks: usize) -> String {
    if asks > 0 { words::queued(asks) } else { String::new() }
}

/// The chips of all questions: which is shown, which have an answer, and a way to each.
fn stepper(context: AskContext, ask: &Ask, step: usize) -> El {
    let chips = (0..=ask.questions().len()).map(|index| {
        let name = if index == ask.questions().len() { words::say(words::REVIEW) } else { title(ask, index) };
        // What a glyph shows is part of the name.
        let whole_name = [&name, ", ", &words::say(words::ANSWERED)].joined("");
        let label = context.text::<AnsweredSlice>(
            move |answered| {
                if answered.has(index) { whole_name.clone() } else { String::new() }
            },
        );
        button("step", move || context.dispatch(Action::GoTo(index)))
            .register(context.parts, Place::Step(index))
            .attr("aria-current", if index == step { "step" } else { "" })
            .attr("dir", "auto")
            .attr("title", &name)
            .toggle_attr("data-answered", context.is::<AnsweredSlice>(move |answered| answered.has(index)))
            .bind_attr("aria-label", label)
            .text(&name)
    });
    el("nav", "stepper")
        .part("stepper")
        .register(context.parts, DialogPart::Stepper)
        .attr("aria-label", &words::say(words::QUESTIONS))
        // Browsers are content when a part of the chip is in sight; somebody who looks for the focus is not.
        .on("focusin", |event| {
            if let Some(chip) = event.target() {
                scroll_into_view(&chip.unchecked_into());
            }
        })
        .children(chips.collect())
}

/// The short label of a question; the whole of a long one is in its tooltip.
fn chip(text: &str) -> El {
    el("span", "chip").part("chip").attr("dir", "auto").attr("title", text).text(text)
}

/// The short name of a question.
pub(super) fn title(ask: &Ask, index: usize) -> String {
    match &ask.questions()[index].header {
        Some(header) => header.clone(),
        None if ask.questions().len() > 1 => words::number(index),
        None => String::new(),
    }
}

//! The asks that wait: which of how many this is, all of them as a list with one decision each, and "deny all", which has to be
//! confirmed. There is no "allow all": nothing is allowed that was not in view.

use std::cell::RefCell;
use std::rc::Rc;

use reactive_graph::owner::Owner;

use super::words;
use crate::protocol::Request;
use crate::session::{Action, ApprovalAction, ApprovalPage, SharedAsk};
use crate::view::AskContext;
use crate::view::button::button;
use crate::view::dom::{El, effect, el};
use crate::view::slices::{ProgressSlice, QueueSlice};

thread_local! {
    /// What the list showed last, in its order. When the first of it is denied there, the list of the next one is built: its rows
    /// stand where they stood.
    static LISTED: RefCell<Vec<SharedAsk>> = const { RefCell::new(Vec::new()) };
}

/// The button that says which of how many this is, and leads to the list. It is not there while nothing else waits.
pub(in crate::view) fn queue_button(ask: AskContext) -> El {
    let position = |(queue, earlier): (&[SharedAsk], usize)| match queue.len() {
        0 => String::new(),
        behind => words::queue_position(earlier + 1, earlier + 1 + behind),
    };
    let is_alone = ask.is::<QueueSlice>(|(queue, _)| queue.is_empty());
    let is_read_only = ask.is::<ProgressSlice>(|progress| progress.read_only);
    let open = move || {
        LISTED.take();
        turn_to(ask, ApprovalPage::Queue);
    };
    button("queued queue", open)
        .bind_attr("aria-label", {
            let position = ask.text::<QueueSlice>(position);
            move || [position(), words::say(words::QUEUE_TITLE)].join(", ")
        })
        .bind_attr("title", move || words::say(words::QUEUE_TITLE))
        .bind_text(ask.text::<QueueSlice>(position))
        .toggle_attr("hidden", move || is_alone() || is_read_only())
}

/// The list of all that wait. Nothing in it moves: what no longer waits keeps its place, and what comes is added at the end.
pub(super) fn page(ask: AskContext) -> Vec<El> {
    let list = el("ol", "queue-list").part("queue-list").attr("aria-labelledby", "title");
    let place = list.node().clone();
    let waiting = waiting_by(ask);
    let is_of_another = |listed: &Vec<SharedAsk>| {
        ask.peek(|dialog| !listed.iter().any(|other| other.id == dialog.ask.id)).unwrap_or(true)
    };
    if LISTED.with_borrow(is_of_another) {
        LISTED.take();
    }
    let listed = RefCell::new(LISTED.with_borrow(Clone::clone));
    listed.borrow().iter().for_each(|other| row(ask, other, true).append_to(&place));
    // Rows outlive the run of the effect that adds them.
    let owner = Owner::new();
    effect(Box::new(move || {
        for other in waiting() {
            if !listed.borrow().iter().any(|row: &SharedAsk| row.id == other.id) {
                owner.with(|| row(ask, &other, true)).append_to(&place);
                listed.borrow_mut().push(other);
            }
        }
        LISTED.set(listed.borrow().clone());
    }));
    vec![super::heading(ask, &words::say(words::QUEUE_TITLE)), list]
}

/// What "deny all" would deny. What comes while this is shown is not added to it.
pub(super) fn deny_all_page(ask: AskContext) -> Vec<El> {
    let rows = deniable(ask).iter().map(|other| row(ask, other, false)).collect();
    let list = el("ol", "queue-list").part("queue-list").attr("aria-labelledby", "title").children(rows);
    vec![super::heading(ask, &words::say(words::DENY_ALL_TITLE)), list]
}

/// The button that leads to what "deny all" would deny.
pub(super) fn deny_all_opener(ask: AskContext) -> El {
    button("deny-all", move || turn_to(ask, ApprovalPage::DenyAll))
        .text(&words::say(words::DENY_ALL))
        .toggle_attr("disabled", ask.is::<QueueSlice>(move |_| deniable(ask).len() < 2))
}

/// The button that denies what is listed, and nothing else.
pub(super) fn deny_all_button(ask: AskContext) -> El {
    let ids: Vec<String> = deniable(ask).iter().map(|other| other.id.clone()).collect();
    let label = words::deny_listed(ids.len());
    let deny = move || ask.dispatch(Action::Approval(ApprovalAction::DenyListed { ids: ids.clone() }));
    button("deny deny-listed", deny).text(&label)
}

fn turn_to(ask: AskContext, page: ApprovalPage) {
    ask.dispatch(Action::Approval(ApprovalAction::TurnTo(page)));
}

/// All that wait, this one first, followed as they change.
fn waiting_by(ask: AskContext) -> Rc<dyn Fn() -> Vec<SharedAsk>> {
    Rc::new(move || {
        let screen = ask.slice::<QueueSlice>();
        let dialog = screen.as_ref().and_then(|screen| screen.dialog.as_ref());
        dialog.map(|dialog| [vec![dialog.ask.clone()], dialog.queue.clone()].concat()).unwrap_or_default()
    })
}

/// The approvals that wait now and can be denied this once.
fn deniable(ask: AskContext) -> Vec<SharedAsk> {
    let waiting = ask.peek(|dialog| [vec![dialog.ask.clone()], dialog.queue.clone()].concat()).unwrap_or_default();
    waiting.into_iter().filter(|other| can_be_denied(&other.request)).collect()
}

fn can_be_denied(request: &Request) -> bool {
    match request {
        Request::Approval(approval) => approval.only_denial().is_some(),
        Request::Questions(_) | Request::Form(_) | Request::Address(_) | Request::Unread(_) => false,
    }
}

/// One ask of the list: what it is, and its buttons if it `has_buttons`.
fn row(ask: AskContext, other: &SharedAsk, has_buttons: bool) -> El {
    let (name, summary) = match &other.request {
        Request::Approval(approval) => (approval.name().to_owned(), approval.summary()),
        Request::Questions(questions) => {
            let text = questions.first().map(|question| question.text.shown.clone());
            (words::say(words::QUESTIONS), text.unwrap_or_default())
        }
        Request::Form(_) | Request::Address(_) | Request::Unread(_) => (words::waiting(&other.request), String::new()),
    };
    let whole = el("li", "queue-row").part("queue-row");
    let text = el("span", "queue-text")
        .child(el("bdi", "queue-name").text(&name))
        .child(el("bdi", "queue-summary").attr("dir", "auto").text(&summary));
    if !has_buttons {
        return whole.child(text);
    }
    let (id, shown) = (other.id.clone(), other.id.clone());
    let is_over = {
        let (id, waiting) = (other.id.clone(), waiting_by(ask));
        Rc::new(move || !waiting().iter().any(|other| other.id == id))
    };
    let named = |word| [&words::say(word), ": ", &name, " ", &summary].concat();
    let is_front = ask.peek(|dialog| dialog.ask.id == other.id).unwrap_or_default();
    let mut buttons = Vec::new();
    if can_be_denied(&other.request) {
        let deny = move || ask.dispatch(Action::Approval(ApprovalAction::DenyListed { ids: vec![id.clone()] }));
        buttons.push(button("deny", deny).attr("aria-label", &named(words::DENY)).text(&words::say(words::DENY)));
    }
    let show = move || match is_front {
        true => turn_to(ask, ApprovalPage::Request),
        false => ask.dispatch(Action::Approval(ApprovalAction::ShowFirst { id: shown.clone() })),
    };
    let label = words::say(words::SHOW_FIRST);
    buttons.push(button("show-first", show).attr("aria-label", &named(words::SHOW_FIRST)).text(&label));
    // A button that is disabled would lose the focus, and the session does nothing with a press that comes too late.
    let disabled_when_over = |one: El| {
        let is_over = is_over.clone();
        one.bind_attr("aria-disabled", move || if is_over() { "true".to_owned() } else { String::new() })
    };
    let buttons = buttons.into_iter().map(disabled_when_over).collect();
    let is_listed_over = is_over.clone();
    let over = el("span", "queue-over").attr("role", "status").bind_text(move || match is_listed_over() {
        true => words::say(words::QUEUE_OVER),
        false => String::new(),
    });
    whole
        .toggle_attr("data-over", move || is_over())
        .child(text)
        .child(el("span", "queue-buttons").children(buttons).child(over))
}

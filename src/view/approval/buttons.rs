//! What can be decided. The places never change: what denies is on the left, "Allow once" on the right.

use super::reading::read_on;
use super::{queue, words};
use crate::keymap::{Control, Place};
use crate::protocol::Request;
use crate::protocol::approval::{Approval, Offer, OfferKind};
use crate::session::{Action, ApprovalAction, ApprovalChoice, ApprovalDraft, ApprovalPage, Phase};
use crate::view::AskContext;
use crate::view::button::button;
use crate::view::dom::{El, effect, el};
use crate::view::guard::is_of_double_click;
use crate::view::parts::DialogPart;
use crate::view::slices::{ApprovalSlice, ProgressSlice};
use web_sys::Event;

/// What can be decided on the card.
pub(in crate::view) fn deciding(ask: AskContext) -> Vec<El> {
    let shown = ask.peek(|dialog| (dialog.ask.clone(), dialog.approval.page));
    match &shown {
        Some((shared, page)) => match &shared.request {
            Request::Approval(approval) => offered(ask, approval, *page),
            Request::Questions(_) | Request::Form(_) | Request::Address(_) | Request::Unread(_) => Vec::new(),
        },
        None => Vec::new(),
    }
}

fn offered(ask: AskContext, approval: &Approval, page: ApprovalPage) -> Vec<El> {
    let offers = approval.offers().choices;
    let of_kind = |kind: OfferKind| offers.iter().enumerate().filter(move |(_, offer)| offer.kind == kind);
    let mut buttons = Vec::new();
    match page {
        ApprovalPage::Request => {
            buttons.extend(of_kind(OfferKind::Deny).map(|(place, offer)| {
                let choice = choice_of(place, offer, ApprovalChoice::Deny);
                let deny = deciding_button(ask, "deny", choice).register(ask.parts, DialogPart::Deny);
                label(deny, offer, words::DENY)
            }));
            buttons.extend(of_kind(OfferKind::Stop).map(|(place, offer)| {
                let word = if approval.offers().takes_words { words::DENY_AND_STOP } else { words::STOP };
                let choice = choice_of(place, offer, ApprovalChoice::DenyAndStop);
                label(deciding_button(ask, "stop", choice), offer, word)
            }));
            if offers.iter().any(|offer| offer.kind.may_allow()) {
                buttons.push(read_on_button(ask));
            }
            buttons.extend(of_kind(OfferKind::AllowOnce).map(|(place, offer)| {
                let choice = choice_of(place, offer, ApprovalChoice::AllowOnce);
                label(allow_button(ask, choice), offer, words::ALLOW_ONCE)
            }));
        }
        ApprovalPage::Always => {
            buttons.push(back_button(ask, ApprovalPage::Request));
            buttons.push(read_on_button(ask));
            buttons.extend(of_kind(OfferKind::AllowAlways).filter(|(_, offer)| offer.option.is_none()).map(
                |(_, offer)| label(allow_button(ask, ApprovalChoice::AllowAlways), offer, words::ALLOW_AND_REMEMBER),
            ));
        }
        ApprovalPage::Queue => {
            buttons.push(back_button(ask, ApprovalPage::Request));
            buttons.push(queue::deny_all_opener(ask));
        }
        ApprovalPage::DenyAll => {
            buttons.push(back_button(ask, ApprovalPage::Queue));
            buttons.push(queue::deny_all_button(ask));
        }
    }
    let buttons = buttons.into_iter();
    buttons
        .map(|one| {
            one.toggle_attr(
                "hidden",
                ask.is::<ProgressSlice>(|progress| progress.read_only || *progress.phase != Phase::Asking),
            )
        })
        .collect()
}

/// The button that leads back to another page of the card.
fn back_button(ask: AskContext, page: ApprovalPage) -> El {
    button("back", move || ask.dispatch(Action::Approval(ApprovalAction::TurnTo(page))))
        .attr("aria-keyshortcuts", &ask.shortcut(Control::Back))
        .text(&words::say(words::BACK))
}

fn choice_of(place: usize, offer: &Offer, own: ApprovalChoice) -> ApprovalChoice {
    if offer.option.is_some() { ApprovalChoice::Offer(place) } else { own }
}

/// Says on a button what it decides, in words of the widget's own, and below them what the agent calls it: an agent can call anything
/// anything. Both are the name of the button. What the agent calls as the widget does is said once.
pub(super) fn label(button: El, offer: &Offer, own: words::Word) -> El {
    let own = words::say(own);
    let called = offer.label().map(|label| label.shown.clone()).filter(|called| !called.eq_ignore_ascii_case(&own));
    match called {
        None => button.text(&own),
        Some(called) => {
            let button = button.attr("data-called", "true").child(el("span", "decision").text(&own));
            button.append_text(" ");
            button.child(el("bdi", "called").attr("dir", "auto").text(&called))
        }
    }
}

/// What choosing an option that may last decides.
pub(super) fn lasting_word(kind: OfferKind) -> words::Word {
    match kind {
        OfferKind::AllowAlways => words::ALLOW_ALWAYS,
        OfferKind::DenyAlways => words::DENY_ALWAYS,
        OfferKind::Unknown => words::UNKNOWN_DECISION,
        OfferKind::AllowOnce => words::ALLOW_ONCE,
        OfferKind::Deny => words::DENY,
        OfferKind::Stop => words::STOP,
    }
}

fn decide(ask: AskContext, choice: ApprovalChoice) {
    ask.dispatch(Action::Approval(ApprovalAction::Decide(choice)));
}

/// A button that decides. The second click of a double click does not: the first may have met something else.
pub(super) fn deciding_button(ask: AskContext, class: &str, choice: ApprovalChoice) -> El {
    clickable(class, move |event| {
        if !is_of_double_click(event) {
            decide(ask, choice);
        }
    })
}

fn clickable(class: &str, click: impl Fn(&Event) + 'static) -> El {
    el("button", class).part(class).attr("type", "button").place(Place::Button).on("click", move |event| click(&event))
}

/// A button that allows. Before everything was in view it says what is missing.
fn allow_button(ask: AskContext, choice: ApprovalChoice) -> El {
    let is_unread = |draft: &ApprovalDraft| !draft.is_page_read();
    let truth = move |draft: &ApprovalDraft| if is_unread(draft) { "true".to_owned() } else { String::new() };
    deciding_button(ask, "send allow", choice)
        .toggle_attr("data-unread", ask.is::<ApprovalSlice>(is_unread))
        .bind_attr("aria-disabled", ask.text::<ApprovalSlice>(truth))
}

/// The button that leads to what was not in view yet. When nothing is left its place stays empty: nothing else comes there, so
/// that a press too many meets nothing, however late it is.
fn read_on_button(ask: AskContext) -> El {
    let lines = el("span", "read-on-lines").register(ask.parts, DialogPart::UnreadLines);
    let button = clickable("read-on", move |_| read_on(ask)).register(ask.parts, DialogPart::ReadOn);
    let is_read = ask.is::<ApprovalSlice>(ApprovalDraft::is_page_read);
    effect(Box::new(move || {
        if is_read() && ask.parts.matches(DialogPart::ReadOn, ":focus") {
            // What is not seen cannot keep the focus, and the title would scroll back.
            ask.parts.focus(DialogPart::Ask);
        }
    }));
    // How much is left is not known before the browser has shown it. On the page of rules this leads back to the request first.
    let leads_back = ask.peek(|dialog| dialog.approval.page == ApprovalPage::Always && !dialog.approval.was_read);
    button
        .attr("data-idle", if leads_back == Some(true) { "" } else { "true" })
        .toggle_attr("data-read", ask.is::<ApprovalSlice>(ApprovalDraft::is_page_read))
        .child(el("span", "").text(&words::say(words::READ_ON)))
        .child(lines)
}

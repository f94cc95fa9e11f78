//! What can be decided. The places never change: what denies is on the left, "Allow once" on the right.

use super::reading::read_on;
use super::words;
use crate::protocol::Request;
use crate::protocol::approval::{Approval, Offer, OfferKind};
use crate::session::{Action, ApprovalAction, ApprovalChoice, ApprovalPage, Phase};
use crate::view::AskContext;
use crate::view::button::button;
use crate::view::dom::El;
use crate::view::parts::DialogPart;
use crate::view::slices::{ApprovalSlice, ProgressSlice};

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
                let deny = button("deny", move || decide(ask, choice)).register(ask.parts, DialogPart::Deny);
                deny.attr("dir", "auto").text(&label(offer, words::DENY))
            }));
            buttons.extend(of_kind(OfferKind::Stop).map(|(place, offer)| {
                let word = if approval.offers().takes_words { words::DENY_AND_STOP } else { words::STOP };
                let choice = choice_of(place, offer, ApprovalChoice::DenyAndStop);
                button("stop", move || decide(ask, choice)).attr("dir", "auto").text(&label(offer, word))
            }));
            buttons.extend(of_kind(OfferKind::AllowOnce).map(|(place, offer)| {
                let choice = choice_of(place, offer, ApprovalChoice::AllowOnce);
                allow_button(ask, choice, &label(offer, words::ALLOW_ONCE))
            }));
        }
        ApprovalPage::Always => {
            buttons.push(
                button("back", move || ask.dispatch(Action::Approval(ApprovalAction::TurnTo(ApprovalPage::Request))))
                    .text(&words::say(words::BACK)),
            );
            buttons.extend(
                of_kind(OfferKind::AllowAlways)
                    .filter(|(_, offer)| offer.option.is_none())
                    .map(|_| allow_button(ask, ApprovalChoice::AllowAlways, &words::say(words::ALLOW_AND_REMEMBER))),
            );
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

fn choice_of(place: usize, offer: &Offer, own: ApprovalChoice) -> ApprovalChoice {
    if offer.option.is_some() { ApprovalChoice::Offer(place) } else { own }
}

fn label(offer: &Offer, own: words::Word) -> String {
    offer.label().map_or_else(|| words::say(own), |label| label.shown.clone())
}

fn decide(ask: AskContext, choice: ApprovalChoice) {
    ask.dispatch(Action::Approval(ApprovalAction::Decide(choice)));
}

/// A button that allows, or leads to what was not in view yet.
fn allow_button(ask: AskContext, choice: ApprovalChoice, label: &str) -> El {
    let press = move || match ask.peek(|dialog| dialog.approval.was_read) {
        Some(true) => decide(ask, choice),
        Some(false) | None => read_on(ask),
    };
    let label = label.to_owned();
    button("send allow", press)
        .attr("dir", "auto")
        .toggle_attr("data-unread", ask.is::<ApprovalSlice>(|draft| !draft.was_read))
        .bind_text(ask.text::<ApprovalSlice>(
            move |draft| {
                if draft.was_read { label.clone() } else { words::say(words::READ_ON) }
            },
        ))
}

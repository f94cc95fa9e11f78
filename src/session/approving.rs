//! How an approval is decided: see [`RequestRules`](super::RequestRules).

use crate::approval;
use crate::protocol::Request;
use crate::protocol::approval::{Approval, OfferKind, Origin, Verdict};

use super::approval_draft::{ApprovalChoice, ApprovalDraft};
use super::outcome::{Outcome, ReceiptLine};
use super::request_rules::{Decided, RequestDecision};
use super::screen::Alert;

pub(super) fn decide(request: &Request, draft: &ApprovalDraft, choice: ApprovalChoice) -> Option<Decided> {
    let Request::Approval(approval) = request else { return None };
    let (kind, verdict) = verdict(approval, draft, choice)?;
    if kind.may_allow() && !draft.was_read {
        return Some(Err(Alert::NotRead));
    }
    if choice == ApprovalChoice::AllowAlways && draft.ticked.is_empty() {
        return Some(Err(Alert::NothingTicked));
    }
    let result = approval.result(&verdict).ok()?;
    let outcome = match kind {
        OfferKind::AllowOnce | OfferKind::AllowAlways => Outcome::Allowed,
        OfferKind::Deny | OfferKind::DenyAlways | OfferKind::Stop => Outcome::Denied,
        OfferKind::Unknown => Outcome::Answered,
    };
    Some(Ok(RequestDecision { outcome, result, line: Some(line(approval, draft, choice, outcome)) }))
}

/// What a choice means, and as what the agent gets it.
fn verdict(approval: &Approval, draft: &ApprovalDraft, choice: ApprovalChoice) -> Option<(OfferKind, Verdict)> {
    let edited = || draft.edited.as_deref().and_then(|edited| approval::edited_input(approval, edited));
    let words = || draft.message.clone();
    Some(match choice {
        ApprovalChoice::AllowOnce => (OfferKind::AllowOnce, Verdict::AllowOnce { edited: edited() }),
        ApprovalChoice::AllowAlways => {
            (OfferKind::AllowAlways, Verdict::AllowAlways { ticked: draft.ticked.clone(), edited: edited() })
        }
        ApprovalChoice::Deny => (OfferKind::Deny, Verdict::Deny { words: words() }),
        ApprovalChoice::DenyAndStop => (OfferKind::Stop, Verdict::DenyAndStop { words: words() }),
        ApprovalChoice::Offer(place) => {
            let offer = approval.offers().choices.into_iter().nth(place)?;
            (offer.kind, Verdict::Option { id: offer.option?.id })
        }
    })
}

/// What the receipt says: the tool, what it would have done, and how far the decision reaches.
fn line(approval: &Approval, draft: &ApprovalDraft, choice: ApprovalChoice, outcome: Outcome) -> ReceiptLine {
    let scope: Vec<String> = match (choice, &approval.origin) {
        (ApprovalChoice::AllowAlways, Origin::Sdk(options)) => {
            let ticked = draft.ticked.iter().filter_map(|place| options.suggestions.get(*place));
            ticked.flat_map(approval::rules_text).collect()
        }
        (ApprovalChoice::Offer(place), Origin::Acp { options, .. }) => {
            options.get(place).map(|option| option.name.shown.clone()).into_iter().collect()
        }
        (
            ApprovalChoice::AllowOnce
            | ApprovalChoice::AllowAlways
            | ApprovalChoice::Deny
            | ApprovalChoice::DenyAndStop
            | ApprovalChoice::Offer(_),
            Origin::Sdk(_) | Origin::Acp { .. },
        ) => Vec::new(),
    };
    let message = Some(draft.message.trim()).filter(|message| !message.is_empty()).map(str::to_owned);
    let is_sent = outcome == Outcome::Denied && approval.offers().takes_words;
    ReceiptLine {
        answers: scope,
        notes: message.clone().filter(|_| is_sent),
        unsent_notes: message.filter(|_| !is_sent),
        edited: outcome == Outcome::Allowed && draft.edited.is_some(),
        ..ReceiptLine::of_approval(approval)
    }
}

//! How an approval is decided: see [`RequestRules`](super::RequestRules).

use crate::approval;
use crate::protocol::Request;
use crate::protocol::approval::{Approval, OfferKind, Origin, PermissionUpdate, Verdict};

use super::approval_draft::{ApprovalChoice, ApprovalDraft};
use super::outcome::Outcome;
use super::request_rules::{Decided, RequestDecision};
use super::screen::Alert;

pub(super) fn decide(request: &Request, draft: &ApprovalDraft, choice: ApprovalChoice) -> Option<Decided> {
    let Request::Approval(approval) = request else { return None };
    let (kind, verdict) = verdict(approval, draft, choice)?;
    let is_lasting = kind.is_lasting() || choice == ApprovalChoice::AllowAlways;
    if kind.may_allow() && !(draft.was_read && (draft.was_scope_read || !is_lasting)) {
        return Some(Err(Alert::NotRead));
    }
    if choice == ApprovalChoice::AllowAlways && offered_ticks(approval, draft).is_empty() {
        return Some(Err(Alert::NothingTicked));
    }
    let result = approval.result(&verdict).ok()?;
    let is_edited = match &verdict {
        Verdict::AllowOnce { edited } | Verdict::AllowAlways { edited, .. } => edited.is_some(),
        Verdict::Deny { .. } | Verdict::DenyAndStop { .. } | Verdict::Option { .. } => false,
    };
    let outcome = match kind {
        OfferKind::AllowOnce | OfferKind::AllowAlways => Outcome::Allowed,
        OfferKind::Deny | OfferKind::DenyAlways | OfferKind::Stop => Outcome::Denied,
        OfferKind::Unknown => Outcome::Answered,
    };
    Some(Ok(RequestDecision { outcome, result, scope: scope(approval, draft, choice), is_edited }))
}

pub(super) fn deny(request: &Request, draft: &ApprovalDraft) -> Option<RequestDecision> {
    let Request::Approval(approval) = request else { return None };
    let offers = approval.offers().choices;
    let place = approval.only_denial()?;
    let choice = match offers[place].option {
        Some(_) => ApprovalChoice::Offer(place),
        None => ApprovalChoice::Deny,
    };
    decide(request, draft, choice)?.ok()
}

/// What a choice means, and as what the agent gets it.
fn verdict(approval: &Approval, draft: &ApprovalDraft, choice: ApprovalChoice) -> Option<(OfferKind, Verdict)> {
    let edited = || draft.edited.as_deref().and_then(|edited| approval::edited_input(approval, edited));
    let words = || draft.message.clone();
    Some(match choice {
        ApprovalChoice::AllowOnce => (OfferKind::AllowOnce, Verdict::AllowOnce { edited: edited() }),
        ApprovalChoice::AllowAlways => {
            (OfferKind::AllowAlways, Verdict::AllowAlways { ticked: offered_ticks(approval, draft), edited: edited() })
        }
        ApprovalChoice::Deny => (OfferKind::Deny, Verdict::Deny { words: words() }),
        ApprovalChoice::DenyAndStop => (OfferKind::Stop, Verdict::DenyAndStop { words: words() }),
        ApprovalChoice::Offer(place) => {
            let offer = approval.offers().choices.into_iter().nth(place)?;
            (offer.kind, Verdict::Option { id: offer.option?.id })
        }
    })
}

/// The suggestions that are ticked and can be. What an earlier page has kept may tick others.
fn offered_ticks(approval: &Approval, draft: &ApprovalDraft) -> Vec<usize> {
    let suggestions = match &approval.origin {
        Origin::Sdk(options) => options.suggestions.as_slice(),
        Origin::Acp { .. } => &[],
    };
    let is_offered = |place: &usize| suggestions.get(*place).is_some_and(PermissionUpdate::is_tickable);
    draft.ticked.iter().copied().filter(is_offered).collect()
}

/// How far the decision reaches.
fn scope(approval: &Approval, draft: &ApprovalDraft, choice: ApprovalChoice) -> Vec<String> {
    match (choice, &approval.origin) {
        (ApprovalChoice::AllowAlways, Origin::Sdk(options)) => {
            let ticked = offered_ticks(approval, draft).into_iter();
            ticked.filter_map(|place| options.suggestions.get(place)).flat_map(approval::rules_text).collect()
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
    }
}

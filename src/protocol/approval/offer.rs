//! What can be decided about a request.

use super::acp::{AcpOption, AcpOptionKind};
use super::{Approval, Origin, PermissionUpdate};
use crate::protocol::question::AgentText;

/// What can be decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Offers {
    /// Each thing that can be decided: those of ACP in their order, and stopping last.
    pub choices: Vec<Offer>,
    /// Whether and how "allow always" can be decided.
    pub always: Always,
    /// Whether the tool's input can be changed before it is allowed.
    pub takes_edit: bool,
    /// Whether the words of a denial reach the agent.
    pub takes_words: bool,
}

/// One thing that can be decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What it means.
    pub kind: OfferKind,
    /// The option of ACP that it is.
    pub option: Option<AcpOption>,
}

/// What an offer means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// This use is allowed.
    AllowOnce,
    /// This use and others like it are allowed.
    AllowAlways,
    /// This use is denied, and the agent goes on.
    Deny,
    /// This use and others like it are denied.
    DenyAlways,
    /// This use is denied, and the agent stops.
    Stop,
    /// The agent knows it by its name, and nobody here does.
    Unknown,
}

impl OfferKind {
    /// Whether it may reach further than this use. What is not known may.
    pub fn is_lasting(self) -> bool {
        match self {
            OfferKind::AllowAlways | OfferKind::DenyAlways | OfferKind::Unknown => true,
            OfferKind::AllowOnce | OfferKind::Deny | OfferKind::Stop => false,
        }
    }

    /// Whether it may allow something: then it waits until everything was in view, and no digit or letter chooses it. What
    /// is not known may.
    pub fn may_allow(self) -> bool {
        match self {
            OfferKind::AllowOnce | OfferKind::AllowAlways | OfferKind::Unknown => true,
            OfferKind::Deny | OfferKind::DenyAlways | OfferKind::Stop => false,
        }
    }
}

/// Whether and how "allow always" can be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Always {
    /// Each suggestion can be ticked by itself.
    Singly,
    /// The options of ACP say by their names how far they reach. Some may deny always, and of some nobody knows.
    ByOption,
    /// It cannot.
    No(WhyNoAlways),
}

/// Why "allow always" cannot be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNoAlways {
    /// The request says so.
    Suppressed,
    /// A rule says that somebody is to be asked.
    AskRule,
    /// The agent suggests nothing that could be saved.
    NothingSuggested,
}

impl Approval {
    /// What can be decided.
    pub fn offers(&self) -> Offers {
        let own = |kind| Offer { kind, option: None };
        match &self.origin {
            Origin::Sdk(options) => {
                let always = if options.suppresses_always {
                    Always::No(WhyNoAlways::Suppressed)
                } else if options.ask_rule.is_some() {
                    Always::No(WhyNoAlways::AskRule)
                } else if !options.suggestions.iter().any(PermissionUpdate::is_tickable) {
                    Always::No(WhyNoAlways::NothingSuggested)
                } else {
                    Always::Singly
                };
                let mut kinds = vec![OfferKind::Deny, OfferKind::AllowOnce];
                kinds.extend((always == Always::Singly).then_some(OfferKind::AllowAlways));
                kinds.extend((!options.suppresses_stop).then_some(OfferKind::Stop));
                let choices = kinds.into_iter().map(own).collect();
                Offers { choices, always, takes_edit: !options.suppresses_edit, takes_words: true }
            }
            Origin::Acp { options, .. } => {
                let offer = |option: &AcpOption| Offer { kind: option.kind.into(), option: Some(option.clone()) };
                let mut choices: Vec<Offer> = options.iter().map(offer).collect();
                let has_lasting = choices.iter().any(|offer| offer.kind.is_lasting());
                choices.push(own(OfferKind::Stop));
                let always = if has_lasting { Always::ByOption } else { Always::No(WhyNoAlways::NothingSuggested) };
                Offers { choices, always, takes_edit: false, takes_words: false }
            }
        }
    }
}

impl Approval {
    /// The one choice that denies this use, by its position. `None` if there is none, or if ACP offers several: then nobody can say
    /// which of them a person means who sees none.
    pub fn only_denial(&self) -> Option<usize> {
        let offers = self.offers().choices.into_iter().enumerate();
        let mut denials = offers.filter(|(_, offer)| offer.kind == OfferKind::Deny);
        denials.next().filter(|_| denials.next().is_none()).map(|(place, _)| place)
    }
}

impl Offer {
    /// What ACP calls it; otherwise it has a name of the widget's own.
    pub fn label(&self) -> Option<&AgentText> {
        self.option.as_ref().map(|option| &option.name)
    }
}

impl From<AcpOptionKind> for OfferKind {
    fn from(kind: AcpOptionKind) -> OfferKind {
        match kind {
            AcpOptionKind::AllowOnce => OfferKind::AllowOnce,
            AcpOptionKind::AllowAlways => OfferKind::AllowAlways,
            AcpOptionKind::RejectOnce => OfferKind::Deny,
            AcpOptionKind::RejectAlways => OfferKind::DenyAlways,
            AcpOptionKind::Unknown => OfferKind::Unknown,
        }
    }
}

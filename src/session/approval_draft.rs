//! What a person has opened, ticked and typed on the card of an approval. Nothing of it is a decision until they press a
//! button that says so.

use crate::protocol::Value;
use crate::text;

/// What is open, ticked and typed on a card.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApprovalDraft {
    /// What is shown of the card.
    pub page: ApprovalPage,
    /// The suggestions that are ticked, by position, in order.
    pub ticked: Vec<usize>,
    /// The message that goes with a denial.
    pub message: String,
    /// What the person made of the text that can be changed, if they changed it.
    pub edited: Option<String>,
    /// Whether everything was in view that the request shows.
    pub was_read: bool,
    /// Whether everything was in view that "allow always" could save.
    pub was_scope_read: bool,
}

/// What is shown of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ApprovalPage {
    /// The request.
    #[default]
    Request,
    /// What "allow always" would save, to be ticked.
    Always,
    /// All asks that wait, each with what can be decided about it there.
    Queue,
    /// What "deny all" would deny, to be confirmed.
    DenyAll,
}

/// What a person can decide about an approval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovalChoice {
    /// This use is allowed.
    AllowOnce,
    /// This use is allowed, and what is ticked is saved.
    AllowAlways,
    /// This use is denied, with the message.
    Deny,
    /// This use is denied, with the message, and the agent stops.
    DenyAndStop,
    /// The offer at this position, which is an option of ACP.
    Offer(usize),
}

/// What a person can do on the card of an approval.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApprovalAction {
    /// Decides.
    Decide(ApprovalChoice),
    /// Turns to a page of the card.
    TurnTo(ApprovalPage),
    /// Ticks or unticks a suggestion.
    Tick {
        /// Which suggestion.
        suggestion: usize,
        /// Whether it is ticked now.
        ticked: bool,
    },
    /// Writes the message that goes with a denial.
    EditMessage {
        /// The whole text.
        text: String,
    },
    /// Changes the text of the tool's input that can be changed, or takes the change back.
    EditInput {
        /// The whole text, or none for the one that the agent sent.
        text: Option<String>,
    },
    /// Everything that the request shows was in view.
    ReadToEnd,
    /// Everything that "allow always" could save was in view.
    ReadScopeToEnd,
    /// Denies these approvals of those that wait, each by a decision of its own. What was not listed before the person is not denied.
    DenyListed {
        /// The ids of their asks, as they were listed.
        ids: Vec<String>,
    },
    /// Wants to see another ask that waits before this one.
    ShowFirst {
        /// Its id.
        id: String,
    },
}

impl ApprovalDraft {
    /// Whether everything was in view that could be allowed on the page that is shown.
    pub fn is_page_read(&self) -> bool {
        self.was_read && (self.was_scope_read || self.page != ApprovalPage::Always)
    }

    /// Ticks or unticks a suggestion.
    pub(super) fn tick(&mut self, suggestion: usize, ticked: bool) {
        self.ticked.retain(|other| *other != suggestion);
        if ticked {
            let place = self.ticked.iter().take_while(|other| **other < suggestion).count();
            self.ticked.insert(place, suggestion);
        }
    }

    pub(super) fn edit_message(&mut self, typed: &str) {
        self.message = text::typed(typed);
    }

    /// Whether there is anything that a person would miss when it is over: what they wrote. Ticks are made again at once.
    pub(super) fn is_touched(&self) -> bool {
        !self.message.trim().is_empty() || self.edited.is_some()
    }

    /// What to persist of it. What was in view is not, and neither is the page: the next page has not shown the request yet.
    pub(super) fn persisted(&self) -> Value {
        let ApprovalDraft { page: _, ticked, message, edited, was_read: _, was_scope_read: _ } = self;
        let ticked = ticked.iter().map(|suggestion| Value::Int(*suggestion as i64)).collect();
        let mut value = Value::map([("ticked", Value::List(ticked)), ("message", message.as_str().into())]);
        if let Some(edited) = edited {
            value.set("edited", edited.as_str().into());
        }
        value
    }

    /// What was persisted so, as far as it can be read.
    pub(super) fn restore(value: &Value) -> ApprovalDraft {
        let mut draft = ApprovalDraft {
            page: ApprovalPage::default(),
            ticked: Vec::new(),
            message: text::typed(value.get("message").and_then(Value::as_str).unwrap_or_default()),
            edited: value.get("edited").and_then(Value::as_str).map(str::to_owned),
            was_read: false,
            was_scope_read: false,
        };
        let is_position = |place: &f64| *place >= 0.0 && place.fract() == 0.0;
        let ticked = value.get("ticked").and_then(Value::as_list).unwrap_or_default();
        for suggestion in ticked.iter().filter_map(Value::as_f64).filter(is_position) {
            draft.tick(suggestion as usize, true);
        }
        draft
    }
}

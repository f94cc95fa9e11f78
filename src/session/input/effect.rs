//! What follows from the kind of an input, whatever the session is doing: when it is persisted, whether it shows that a person
//! is there, what an action can do to a decision. Every variant is named here, so that a new one has to be thought about.

use super::{Action, Input, UserInput};
use crate::session::approval_draft::ApprovalAction;

/// When what an input may have changed is persisted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum PersistWhen {
    /// At once: it makes or unmakes a decision, or the page may be gone in a moment.
    Now,
    /// Within a fraction of a second.
    Soon,
    /// Not at all: it changes nothing that is persisted. What a timer changes, the timer persists.
    Never,
}

impl Input {
    /// When what it may have changed is persisted.
    pub(in crate::session) fn persist_when(&self) -> PersistWhen {
        match self {
            Input::PageHidden | Input::Stop => PersistWhen::Now,
            Input::User(input) => input.persist_when(),
            Input::Wake | Input::PageActivity | Input::TypedInPage => PersistWhen::Never,
            Input::Start
            | Input::SessionNamed(_)
            | Input::Restore { .. }
            | Input::Shared(_)
            | Input::Attach
            | Input::Opened(_)
            | Input::Closed { .. }
            | Input::Frame { .. }
            | Input::BadFrame(_)
            | Input::Fault { .. }
            | Input::Withdraw { .. }
            | Input::TakenByPage { .. }
            | Input::ClearReceipts
            | Input::LayoutMoved
            | Input::RequestRules(_)
            | Input::RequestRulesFailed
            | Input::Online
            | Input::PageShown
            | Input::Offline
            | Input::Slept => PersistWhen::Soon,
        }
    }

    /// Whether it shows that a person is there, who should not wait for the next try to connect.
    pub(in crate::session) fn shows_person(&self) -> bool {
        match self {
            Input::TypedInPage | Input::User(_) | Input::PageActivity => true,
            Input::Start
            | Input::SessionNamed(_)
            | Input::Restore { .. }
            | Input::Shared(_)
            | Input::Attach
            | Input::Stop
            | Input::Opened(_)
            | Input::Closed { .. }
            | Input::Frame { .. }
            | Input::BadFrame(_)
            | Input::Fault { .. }
            | Input::Withdraw { .. }
            | Input::TakenByPage { .. }
            | Input::ClearReceipts
            | Input::LayoutMoved
            | Input::RequestRules(_)
            | Input::RequestRulesFailed
            | Input::Online
            | Input::PageShown
            | Input::Offline
            | Input::Slept
            | Input::PageHidden
            | Input::Wake => false,
        }
    }

    /// Whether it prepares a start, with which the status is notified: before it, the connection would seem to have closed.
    pub(in crate::session) fn prepares_start(&self) -> bool {
        match self {
            Input::SessionNamed(_) | Input::Restore { .. } => true,
            Input::Start
            | Input::Shared(_)
            | Input::Attach
            | Input::Stop
            | Input::Opened(_)
            | Input::Closed { .. }
            | Input::Frame { .. }
            | Input::BadFrame(_)
            | Input::Fault { .. }
            | Input::Withdraw { .. }
            | Input::TakenByPage { .. }
            | Input::ClearReceipts
            | Input::TypedInPage
            | Input::LayoutMoved
            | Input::RequestRules(_)
            | Input::RequestRulesFailed
            | Input::User(_)
            | Input::PageActivity
            | Input::Online
            | Input::PageShown
            | Input::Offline
            | Input::Slept
            | Input::PageHidden
            | Input::Wake => false,
        }
    }
}

impl UserInput {
    /// When what it may have changed is persisted.
    fn persist_when(&self) -> PersistWhen {
        match self {
            UserInput::Act { action, .. } => match action.effect() {
                ActionEffect::Decides | ActionEffect::Undoes => PersistWhen::Now,
                ActionEffect::Prepares | ActionEffect::Harmless => PersistWhen::Soon,
            },
            UserInput::Press(_) | UserInput::TakeSessionBack | UserInput::RetryNow | UserInput::LoadAgain => {
                PersistWhen::Soon
            }
        }
    }
}

/// What an [`Action`] can do to the decision about an ask. Guard and persistence depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum ActionEffect {
    /// It can make a decision.
    Decides,
    /// It can take a decision back, or close an ask for good.
    Undoes,
    /// It changes what a decision would be, or what is shown.
    Prepares,
    /// It counts even if the dialog has just appeared: text goes where the person sees it go, what was in view was in view,
    /// and a browser minimizes the dialog whether anybody likes it or not.
    Harmless,
}

impl Action {
    /// What it can do to the decision about its ask.
    pub(in crate::session) fn effect(&self) -> ActionEffect {
        match self {
            Action::Confirm | Action::Send | Action::Cancel | Action::Decline => ActionEffect::Decides,
            Action::Undo | Action::Close => ActionEffect::Undoes,
            Action::Pick { .. }
            | Action::PickOther { .. }
            | Action::MoveOtherToNote { .. }
            | Action::GoTo(_)
            | Action::Expand => ActionEffect::Prepares,
            Action::EditText { .. } | Action::EditNotes { .. } | Action::Minimize | Action::Activity => {
                ActionEffect::Harmless
            }
            Action::Approval(action) => action.effect(),
        }
    }

    /// Whether it counts on a bar that has just appeared: it brings back what was before the person a moment ago.
    pub(in crate::session) fn is_harmless_on_bar(&self) -> bool {
        match self {
            Action::Expand | Action::Undo => true,
            Action::Confirm
            | Action::Send
            | Action::Cancel
            | Action::Decline
            | Action::Close
            | Action::Pick { .. }
            | Action::PickOther { .. }
            | Action::MoveOtherToNote { .. }
            | Action::GoTo(_)
            | Action::EditText { .. }
            | Action::EditNotes { .. }
            | Action::Minimize
            | Action::Activity
            | Action::Approval(_) => false,
        }
    }
}

impl ApprovalAction {
    fn effect(&self) -> ActionEffect {
        match self {
            ApprovalAction::Decide(_) | ApprovalAction::DenyListed { .. } => ActionEffect::Decides,
            ApprovalAction::TurnTo(_) | ApprovalAction::Tick { .. } | ApprovalAction::ShowFirst { .. } => {
                ActionEffect::Prepares
            }
            ApprovalAction::EditMessage { .. }
            | ApprovalAction::EditInput { .. }
            | ApprovalAction::ReadToEnd
            | ApprovalAction::ReadScopeToEnd => ActionEffect::Harmless,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(action: Action) -> Input {
        Input::User(UserInput::Act { id: "q_1".to_owned(), action })
    }

    #[test]
    fn a_decision_and_what_may_be_the_last_input_are_persisted_at_once() {
        let decided = [Action::Confirm, Action::Send, Action::Cancel, Action::Decline, Action::Undo, Action::Close];
        let last = [Input::PageHidden, Input::Stop];
        for input in decided.map(act).into_iter().chain(last) {
            assert_eq!(input.persist_when(), PersistWhen::Now, "{input:?}");
        }
        for input in [act(Action::EditText { question: 0, text: String::new() }), act(Action::GoTo(1)), Input::Online] {
            assert_eq!(input.persist_when(), PersistWhen::Soon, "{input:?}");
        }
        for input in [Input::Wake, Input::PageActivity, Input::TypedInPage] {
            assert_eq!(input.persist_when(), PersistWhen::Never, "{input:?}");
        }
    }

    #[test]
    fn only_what_a_person_does_shows_a_person() {
        assert!([act(Action::Activity), Input::PageActivity, Input::TypedInPage].iter().all(Input::shows_person));
        // A browser tells these by itself.
        assert!(![Input::PageShown, Input::LayoutMoved, Input::Online, Input::Wake].iter().any(Input::shows_person));
    }
}

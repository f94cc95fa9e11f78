//! What a key can do: what the session receives, and where the focus goes.

use super::Place;
use crate::session::{Action, ApprovalAction, ApprovalPage};

/// What a key does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Chooses this option and goes on.
    ChooseAndContinue {
        /// The index of the option.
        option: usize,
    },
    /// Chooses "Other", whose text is there already, and goes on.
    ChooseOtherAndContinue,
    /// Moves the focus to this option and checks or unchecks it.
    Choose {
        /// The index of the option.
        option: usize,
        /// Whether it is checked afterwards.
        chosen: bool,
    },
    /// Moves the focus to "Other" and chooses it.
    ChooseOther,
    /// Chooses "Other" and moves the focus into its text field.
    WriteOther,
    /// Goes on with what is chosen: to the next question, to the review, or by sending.
    Continue,
    /// Sends all answers, if none is missing.
    Send,
    /// Goes to the question with this index.
    GoTo(usize),
    /// Turns to this page of the card of an approval.
    TurnTo(ApprovalPage),
    /// Moves the focus, and nothing else.
    Focus(Place),
    /// Moves the focus to the chip on the left of this one, in whichever direction the language runs.
    FocusStepOnTheLeft,
    /// Moves the focus to the chip on the right of this one, in whichever direction the language runs.
    FocusStepOnTheRight,
    /// Opens the note and moves the focus into its text field.
    WriteNote,
    /// Moves the focus from the note back to where [`Command::WriteNote`] was given.
    LeaveNote,
    /// Moves the focus into the text field, where the browser then writes the character that was pressed.
    TypeIntoField,
    /// Minimizes the dialog to a bar.
    Minimize,
    /// Cancels the question, which can be undone for a moment.
    Cancel,
    /// Does what the browser does with the key.
    LeaveToBrowser,
    /// Does nothing, and keeps the browser from doing anything.
    Nothing,
}

impl Command {
    /// The actions for the session, in this order. `question` is the index of the question that is shown.
    pub fn actions(self, question: usize) -> Vec<Action> {
        let choose_other = Action::PickOther { question, chosen: true };
        match self {
            Command::ChooseAndContinue { option } => {
                vec![Action::Pick { question, option, chosen: true }, Action::Confirm]
            }
            Command::ChooseOtherAndContinue => vec![choose_other, Action::Confirm],
            Command::Choose { option, chosen } => vec![Action::Pick { question, option, chosen }],
            Command::ChooseOther | Command::WriteOther => vec![choose_other],
            Command::Continue => vec![Action::Confirm],
            Command::Send => vec![Action::Send],
            Command::GoTo(step) => vec![Action::GoTo(step)],
            Command::TurnTo(page) => vec![Action::Approval(ApprovalAction::TurnTo(page))],
            Command::Minimize => vec![Action::Minimize],
            Command::Cancel => vec![Action::Cancel],
            Command::Focus(_)
            | Command::FocusStepOnTheLeft
            | Command::FocusStepOnTheRight
            | Command::WriteNote
            | Command::LeaveNote
            | Command::TypeIntoField
            | Command::LeaveToBrowser
            | Command::Nothing => Vec::new(),
        }
    }

    /// The place to which the focus moves, if that does not depend on the layout or on an earlier command.
    pub fn focus(self) -> Option<Place> {
        match self {
            Command::Choose { option, .. } => Some(Place::Option(option)),
            Command::ChooseOther => Some(Place::Other),
            Command::WriteOther | Command::TypeIntoField => Some(Place::OtherField),
            Command::WriteNote => Some(Place::NoteField),
            Command::Focus(place) => Some(place),
            Command::ChooseAndContinue { .. }
            | Command::ChooseOtherAndContinue
            | Command::Continue
            | Command::Send
            | Command::GoTo(_)
            | Command::TurnTo(_)
            | Command::FocusStepOnTheLeft
            | Command::FocusStepOnTheRight
            | Command::LeaveNote
            | Command::Minimize
            | Command::Cancel
            | Command::LeaveToBrowser
            | Command::Nothing => None,
        }
    }

    /// Whether the browser still has to do something with the key.
    pub fn is_left_to_browser(self) -> bool {
        match self {
            Command::LeaveToBrowser | Command::TypeIntoField => true,
            Command::ChooseAndContinue { .. }
            | Command::ChooseOtherAndContinue
            | Command::Choose { .. }
            | Command::ChooseOther
            | Command::WriteOther
            | Command::Continue
            | Command::Send
            | Command::GoTo(_)
            | Command::TurnTo(_)
            | Command::Focus(_)
            | Command::FocusStepOnTheLeft
            | Command::FocusStepOnTheRight
            | Command::WriteNote
            | Command::LeaveNote
            | Command::Minimize
            | Command::Cancel
            | Command::Nothing => false,
        }
    }
}

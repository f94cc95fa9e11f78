//! A key with what it does and how it is named, and the keys of single controls.

use super::{Command, Key};
use crate::protocol::RequestKind;
use crate::session::PrimaryAction;

/// A key, what it does, and how the hint line names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The key.
    pub key: Key,
    /// What it does.
    pub command: Command,
    /// How it is named. Keys that do the same share the hint of the first of them. A key that would only be refused has none.
    pub hint: Option<Hint>,
}

/// A key and what it does, for the hint line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The arrow keys go from chip to chip of the stepper.
    Steps,
    /// The arrow keys go through the options.
    Options,
    /// The digits up to this one choose an option.
    Choose(usize),
    /// The space bar and the digits up to this one check or uncheck an option.
    Toggle(usize),
    /// 0 goes to the text field of "Other".
    Other,
    /// Enter goes to the text field of "Other".
    WriteOther,
    /// Enter does what the primary button does.
    PrimaryAction(PrimaryAction),
    /// Enter goes to a question that has no answer.
    GoToUnanswered,
    /// Shift and Enter make a new line.
    NewLine,
    /// Ctrl or Command, with Enter, sends all answers.
    SendAll,
    /// Escape leaves the text field.
    LeaveField,
    /// Escape minimizes the dialog.
    Minimize,
    /// B goes back to the previous question.
    Back,
    /// N writes a note.
    Note,
    /// N writes the message that goes with a denial.
    Message,
}

/// A control of the dialog that has a key, wherever the focus is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// The option with this index.
    Option(usize),
    /// The row of "Other".
    Other,
    /// The button that goes back.
    Back,
    /// The summary that opens the note.
    Note,
    /// The primary button, while it sends.
    Send,
    /// The button that minimizes the dialog.
    Minimize,
    /// The button of the bar that cancels.
    CancelInBar,
}

impl Control {
    /// The key of the control in a dialog for this kind of request, or `None` if it has none there. `has_shortcuts` is whether the
    /// page leaves single keys and Ctrl+Enter switched on.
    pub fn key(self, request: RequestKind, has_shortcuts: bool) -> Option<Key> {
        let key = match self {
            Control::Minimize | Control::CancelInBar => Key::Escape,
            Control::Option(option @ 0..9) => Key::Digit(option as u8 + 1),
            Control::Option(_) => return None,
            Control::Other => Key::Digit(0),
            Control::Back => Key::B,
            Control::Note => Key::N,
            Control::Send => Key::CommandEnter,
        };
        let is_bound = match (request, self) {
            (RequestKind::Questions, _) => true,
            // No key decides about an approval.
            (RequestKind::Permission, Control::Minimize | Control::Back | Control::Note) => true,
            (RequestKind::Permission, Control::Option(_) | Control::Other | Control::Send | Control::CancelInBar) => {
                false
            }
            // In a form every character is text somewhere.
            (RequestKind::Elicitation, Control::Minimize | Control::Send | Control::CancelInBar) => true,
            (RequestKind::Elicitation, Control::Option(_) | Control::Other | Control::Back | Control::Note) => false,
        };
        (is_bound && (has_shortcuts || key == Key::Escape)).then_some(key)
    }
}

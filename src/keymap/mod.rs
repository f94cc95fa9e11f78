//! What each key does, decided once and without a browser.
//!
//! [`bindings`] lists the keys that do something in one [`Place`] of one dialog. Everything else is read from that list:
//! [`command`] looks up the key that was pressed, [`hints`] names the keys at the foot of the dialog, [`Control::key`] is
//! the key of `aria-keyshortcuts`, and tests compare the list with the README.

// A wildcard would hide the next variant of an enum of ours.
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod card;
mod key;
mod place;

use crate::protocol::{Question, QuestionKind};
use crate::session::{Action, Dialog, Draft, PrimaryAction};

pub use key::{Key, KeyPress};
pub use place::Place;

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
    /// What the session is told, in this order. `question` is the index of the question that is shown.
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
        matches!(self, Command::LeaveToBrowser | Command::TypeIntoField)
    }
}

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
    /// The key of the control. `has_shortcuts` is whether the page leaves single keys and Ctrl+Enter switched on.
    pub fn key(self, has_shortcuts: bool) -> Option<Key> {
        let key = match self {
            Control::Minimize | Control::CancelInBar => return Some(Key::Escape),
            Control::Option(option @ 0..9) => Key::Digit(option as u8 + 1),
            Control::Option(_) => return None,
            Control::Other => Key::Digit(0),
            Control::Back => Key::B,
            Control::Note => Key::N,
            Control::Send => Key::CommandEnter,
        };
        has_shortcuts.then_some(key)
    }
}

/// The command of a key that was pressed, or `None` if the key does nothing here. `has_shortcuts` is whether the page
/// leaves single keys and Ctrl+Enter switched on.
pub fn command(dialog: &Dialog, place: Place, press: &KeyPress<'_>, has_shortcuts: bool) -> Option<Command> {
    if press.is_in_composition() {
        return None;
    }
    let pressed = Key::of(press)?;
    // Only in text does Shift make a difference.
    let key = if pressed == Key::ShiftEnter && !place.is_text() { Key::Enter } else { pressed };
    // A key that is held down decides nothing, and presses no button again and again.
    let is_ignored = match key {
        Key::Escape => press.is_repeated,
        Key::Enter | Key::ShiftEnter => press.is_repeated && place != Place::Bar,
        Key::ArrowLeft
        | Key::ArrowRight
        | Key::ArrowUp
        | Key::ArrowDown
        | Key::Space
        | Key::Digit(_)
        | Key::B
        | Key::N
        | Key::CommandEnter
        | Key::Character => false,
    };
    if is_ignored {
        return Some(Command::Nothing);
    }
    let bindings = bindings(dialog, place, has_shortcuts);
    let is_bound = |bound: Key| bound == key || (bound == Key::Character && key.is_character());
    let found = bindings.iter().find(|binding| is_bound(binding.key));
    found.map(|binding| binding.command)
}

/// The hints of all keys that do something here. Where there is no room for all of them, the last are left out.
pub fn hints(dialog: &Dialog, place: Place) -> Vec<Hint> {
    // The hint line is only shown where shortcuts are switched on.
    bindings(dialog, place, true).into_iter().filter_map(|binding| binding.hint).collect()
}

/// The keys that do something here, in the order in which the hint line names them.
pub fn bindings(dialog: &Dialog, place: Place, has_shortcuts: bool) -> Vec<Binding> {
    let situation = Situation {
        dialog,
        place,
        question: dialog.ask.questions().get(dialog.step),
        draft: dialog.drafts.get(dialog.step),
    };
    let mut bindings = Bindings { all: Vec::new(), has_hints: !dialog.read_only };
    if !dialog.ask.request.is_questions() {
        situation.add_keys_of_card(&mut bindings, has_shortcuts);
        return bindings.all;
    }
    if place == Place::Bar {
        bindings.add_without_hint(Key::Escape, Command::Cancel);
        return bindings.all;
    }
    situation.add_arrows(&mut bindings);
    if has_shortcuts {
        situation.add_digits(&mut bindings);
    }
    situation.add_enter(&mut bindings);
    if has_shortcuts {
        let sends_more = dialog.gaps() == 0 && dialog.ask.questions().len() > 1 && situation.question.is_some();
        bindings.add(Key::CommandEnter, Command::Send, sends_more.then_some(Hint::SendAll));
    }
    situation.add_escape(&mut bindings);
    situation.add_letters(&mut bindings, has_shortcuts);
    bindings.all
}

/// Bindings under construction.
struct Bindings {
    all: Vec<Binding>,
    /// Whether hints are shown at all: not where nothing can be changed.
    has_hints: bool,
}

impl Bindings {
    fn add(&mut self, key: Key, command: Command, hint: Option<Hint>) {
        self.all.push(Binding { key, command, hint: hint.filter(|_| self.has_hints) });
    }

    fn add_without_hint(&mut self, key: Key, command: Command) {
        self.add(key, command, None);
    }
}

/// What the bindings depend on.
struct Situation<'a> {
    dialog: &'a Dialog,
    place: Place,
    /// The question that is shown, or `None` on the review.
    question: Option<&'a Question>,
    draft: Option<&'a Draft>,
}

impl Situation<'_> {
    fn options(&self) -> usize {
        self.question.map_or(0, |question| question.options.len())
    }

    /// Whether options are checked one by one. Otherwise choosing one is the answer.
    fn is_multi_select(&self) -> bool {
        self.question.is_some_and(|question| match question.kind {
            QuestionKind::MultipleChoice => true,
            QuestionKind::SingleChoice
            | QuestionKind::Text(_)
            | QuestionKind::Number { .. }
            | QuestionKind::Boolean => false,
        })
    }

    /// Whether the question has no options, so that every character is part of the answer.
    fn is_text_question(&self) -> bool {
        self.question.is_some_and(|question| question.kind.is_typed())
    }

    fn is_answered(&self) -> bool {
        self.draft.is_some_and(|draft| draft.is_answered())
    }

    fn has_other_text(&self) -> bool {
        self.draft.is_some_and(|draft| !draft.other.trim().is_empty())
    }

    /// Whether single characters are commands here, and not text.
    fn takes_characters(&self) -> bool {
        let is_typed_into_field = self.place == Place::Title && self.is_text_question();
        !self.place.is_text() && !is_typed_into_field
    }

    fn add_arrows(&self, bindings: &mut Bindings) {
        if let Place::Step(_) = self.place {
            bindings.add(Key::ArrowLeft, Command::FocusStepOnTheLeft, Some(Hint::Steps));
            bindings.add_without_hint(Key::ArrowRight, Command::FocusStepOnTheRight);
        }
        if self.options() == 0 {
            return;
        }
        let (down, up) = match self.place {
            // What scrolls keeps its arrow keys, and so does text.
            Place::Scroller | Place::OtherField | Place::NoteField | Place::Bar => return,
            // Between check boxes no browser moves the focus.
            Place::Option(_) | Place::Other if self.is_multi_select() => {
                (Command::Focus(self.row_beside(1)), Command::Focus(self.row_beside(self.options())))
            }
            Place::Option(_) | Place::Other => (Command::LeaveToBrowser, Command::LeaveToBrowser),
            Place::Title | Place::Step(_) | Place::Button => (
                self.enter_options(Place::Option(0), Command::Choose { option: 0, chosen: true }),
                self.enter_options(Place::Other, Command::ChooseOther),
            ),
        };
        bindings.add(Key::ArrowDown, down, Some(Hint::Options));
        bindings.add_without_hint(Key::ArrowUp, up);
        if matches!(self.place, Place::Option(_) | Place::Other) {
            bindings.add_without_hint(Key::Space, Command::LeaveToBrowser);
        }
    }

    /// The row that comes so many rows after this one; after "Other", which is the last, comes the first.
    fn row_beside(&self, rows: usize) -> Place {
        let row = match self.place {
            Place::Option(option) => option,
            Place::Other
            | Place::Title
            | Place::OtherField
            | Place::NoteField
            | Place::Step(_)
            | Place::Button
            | Place::Scroller
            | Place::Bar => self.options(),
        };
        match (row + rows) % (self.options() + 1) {
            other if other == self.options() => Place::Other,
            option => Place::Option(option),
        }
    }

    /// Goes to the radio button that is chosen, and otherwise to the row at this `end`. A radio button is chosen by that, as by
    /// every other move with the arrow keys, so `choose` is the command for that row; a check box is not.
    fn enter_options(&self, end: Place, choose: Command) -> Command {
        if self.is_multi_select() {
            return Command::Focus(end);
        }
        let pick = self.draft.and_then(|draft| draft.picks.first());
        let is_other_chosen = self.draft.is_some_and(|draft| draft.other_chosen);
        match pick {
            Some(option) => Command::Focus(Place::Option(*option)),
            None if is_other_chosen => Command::Focus(Place::Other),
            None => choose,
        }
    }

    /// A digit does what a click on its option does, and 0 means that somebody wants to write.
    fn add_digits(&self, bindings: &mut Bindings) {
        if self.question.is_none() || !self.takes_characters() {
            return;
        }
        let with_key = self.options().min(9);
        let is_toggled = self.is_multi_select() && matches!(self.place, Place::Option(_));
        for option in 0..with_key {
            let is_chosen = self.draft.is_some_and(|draft| draft.picks.contains(&option));
            let command = Command::Choose { option, chosen: !(self.is_multi_select() && is_chosen) };
            let hint = if is_toggled { Hint::Toggle(with_key) } else { Hint::Choose(with_key) };
            let key = Control::Option(option).key(true);
            key.into_iter().for_each(|key| bindings.add(key, command, Some(hint).filter(|_| option == 0)));
        }
        bindings.add(Key::Digit(0), Command::WriteOther, (with_key > 0).then_some(Hint::Other));
    }

    fn add_enter(&self, bindings: &mut Bindings) {
        let is_single = !self.is_multi_select();
        let primary_action = Hint::PrimaryAction(self.dialog.primary_action());
        let (command, hint) = match self.place {
            // A button does what it does.
            Place::Step(_) | Place::Button | Place::Scroller | Place::Bar => return,
            // On the review Enter sends only what is complete; sending less takes the button.
            Place::Title if self.dialog.is_in_review() => {
                let is_complete = self.dialog.gaps() == 0;
                (Command::Send, Some(if is_complete { primary_action } else { Hint::GoToUnanswered }))
            }
            Place::Title | Place::NoteField => (Command::Continue, self.is_answered().then_some(primary_action)),
            Place::Option(option) if is_single => (Command::ChooseAndContinue { option }, Some(primary_action)),
            Place::Option(_) => (Command::Continue, self.is_answered().then_some(primary_action)),
            // Enter on "Other" without a text means that somebody wants to write one.
            Place::Other if !self.has_other_text() => (Command::WriteOther, Some(Hint::WriteOther)),
            Place::Other if is_single => (Command::ChooseOtherAndContinue, Some(primary_action)),
            Place::Other => (Command::Continue, Some(primary_action)),
            // Enter in the field means what is written there, whatever was chosen since.
            Place::OtherField if self.has_other_text() => (Command::ChooseOtherAndContinue, Some(primary_action)),
            Place::OtherField => (Command::Continue, self.is_answered().then_some(primary_action)),
        };
        bindings.add(Key::Enter, command, hint);
        if self.place.is_text() {
            bindings.add(Key::ShiftEnter, Command::LeaveToBrowser, Some(Hint::NewLine));
        }
    }

    fn add_escape(&self, bindings: &mut Bindings) {
        let (command, hint) = match self.place {
            // A text that can only be read has no other way out.
            place if place.is_text() && self.dialog.read_only => (Command::Minimize, Hint::Minimize),
            Place::NoteField => (Command::LeaveNote, Hint::LeaveField),
            Place::OtherField if self.is_text_question() => (Command::Focus(Place::Title), Hint::LeaveField),
            Place::OtherField => (Command::Focus(Place::Other), Hint::LeaveField),
            Place::Title
            | Place::Option(_)
            | Place::Other
            | Place::Step(_)
            | Place::Button
            | Place::Scroller
            | Place::Bar => (Command::Minimize, Hint::Minimize),
        };
        bindings.add(Key::Escape, command, Some(hint));
    }

    fn add_letters(&self, bindings: &mut Bindings, has_shortcuts: bool) {
        if self.place == Place::Title && self.is_text_question() {
            bindings.add_without_hint(Key::Character, Command::TypeIntoField);
        }
        if !has_shortcuts || !self.takes_characters() {
            return;
        }
        let step = self.dialog.step;
        let has_hints = !self.is_text_question();
        let goes_back = has_hints && step > 0;
        bindings.add(Key::B, Command::GoTo(step.saturating_sub(1)), goes_back.then_some(Hint::Back));
        if self.question.is_some() {
            let offers_note = has_hints && self.dialog.offers_note(step);
            bindings.add(Key::N, Command::WriteNote, offers_note.then_some(Hint::Note));
        }
    }
}

/// Splits the text of a hint: each part comes with whether it is the name of a key, which stands between backticks.
pub fn parts(hint: &str) -> impl Iterator<Item = (bool, &str)> {
    hint.split('`').enumerate().map(|(index, part)| (index % 2 == 1, part)).filter(|(_, part)| !part.is_empty())
}

#[cfg(test)]
mod tests;

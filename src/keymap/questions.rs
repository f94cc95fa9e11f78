//! The keys of questions, and of the review of several.

use super::{Bindings, Command, Hint, Key, Place, Situation};
use crate::protocol::QuestionKind;

impl Situation<'_> {
    /// The keys of one question, or of the review.
    pub(super) fn add_keys_of_questions(&self, bindings: &mut Bindings, has_shortcuts: bool) {
        self.add_arrows(bindings);
        if has_shortcuts {
            self.add_digits(bindings);
        }
        self.add_enter(bindings);
        if has_shortcuts {
            let has_several = self.dialog.ask.questions().len() > 1 && self.question.is_some();
            let sends_more = has_several && self.dialog.gaps() == 0;
            bindings.add(Key::CommandEnter, Command::Send, sends_more.then_some(Hint::SendAll));
        }
        self.add_escape(bindings);
        self.add_letters(bindings, has_shortcuts);
    }

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

    /// Whether a question is shown that has options.
    fn is_choice(&self) -> bool {
        self.question.is_some_and(|question| !question.kind.is_typed())
    }

    fn is_answered(&self) -> bool {
        self.draft.is_some_and(|draft| draft.is_answered())
    }

    fn has_other_text(&self) -> bool {
        self.draft.is_some_and(|draft| !draft.text.trim().is_empty())
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
            Place::Scroller
            | Place::OtherField
            | Place::NoteField
            | Place::Field(_)
            | Place::FieldText(_)
            | Place::Bar => return,
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
            | Place::Field(_)
            | Place::FieldText(_)
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
        let is_text_chosen = self.draft.is_some_and(|draft| draft.text_chosen);
        match pick {
            Some(option) => Command::Focus(Place::Option(*option)),
            None if is_text_chosen => Command::Focus(Place::Other),
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
            bindings.add(Key::Digit(option as u8 + 1), command, Some(hint).filter(|_| option == 0));
        }
        bindings.add(Key::Digit(0), Command::WriteOther, (with_key > 0).then_some(Hint::Other));
    }

    fn add_enter(&self, bindings: &mut Bindings) {
        let is_single = !self.is_multi_select();
        let primary_action = Hint::PrimaryAction(self.dialog.primary_action());
        let (command, hint) = match self.place {
            // A button does what it does.
            Place::Step(_) | Place::Button | Place::Scroller | Place::Bar | Place::Field(_) | Place::FieldText(_) => {
                return;
            }
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

    /// Escape leaves a text, and minimizes the dialog from everywhere else.
    pub(super) fn add_escape(&self, bindings: &mut Bindings) {
        let (command, hint) = match self.place {
            // A text that can only be read has no other way out.
            place if place.is_text() && self.dialog.read_only => (Command::Minimize, Hint::Minimize),
            Place::NoteField => (Command::LeaveNote, Hint::LeaveField),
            Place::OtherField if self.is_choice() => (Command::Focus(Place::Other), Hint::LeaveField),
            Place::OtherField => (Command::Focus(Place::Title), Hint::LeaveField),
            Place::FieldText(field) => (Command::Focus(Place::Field(field)), Hint::LeaveField),
            Place::Title
            | Place::Option(_)
            | Place::Other
            | Place::Field(_)
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

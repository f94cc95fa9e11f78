//! What a person has chosen and typed for one question so far. Nothing of it is an answer until they send it.

use crate::protocol::{Answer, Question, QuestionKind};
use crate::session::lists::keep_only;
use crate::text::Joined;
use crate::text::{self, limits};

/// A draft of one answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    /// The options chosen, by position, in order.
    pub picks: Vec<usize>,
    /// Whether the text is the answer, or a part of it: "Other" is chosen, or there is nothing but text to enter.
    pub text_chosen: bool,
    /// What is typed at "Other", or into a field that takes text. It stays when another option is chosen instead.
    pub text: String,
    /// The note.
    pub notes: String,
}

impl Draft {
    /// The draft with which a field of a form begins: its default. A question begins with nothing.
    pub(super) fn of_default(question: &Question) -> Draft {
        let Answer { picks, text, notes } = question.default_answer();
        Draft { picks, text_chosen: text.is_some(), text: text.unwrap_or_default(), notes: notes.unwrap_or_default() }
    }

    /// Checks or unchecks an option.
    pub(super) fn pick(&mut self, question: &Question, option: usize, chosen: bool) {
        if option >= question.pick_count() {
            return;
        }
        match question.kind {
            QuestionKind::MultipleChoice => {}
            QuestionKind::SingleChoice
            | QuestionKind::Text(_)
            | QuestionKind::Number { .. }
            | QuestionKind::Boolean => {
                self.picks.clear();
                self.text_chosen = self.text_chosen && !chosen;
            }
        }
        keep_only(&mut self.picks, |pick| *pick != option);
        if chosen {
            let place = self.picks.iter().take_while(|pick| **pick < option).count();
            self.picks.insert(place, option);
        }
    }

    /// Checks or unchecks "Other".
    pub(super) fn pick_other(&mut self, question: &Question, chosen: bool) {
        // What is typed into a field that is nothing but text is the answer.
        if !question.takes_text() || (question.kind.is_typed() && !chosen) {
            return;
        }
        self.text_chosen = chosen;
        if chosen && !question.is_multiselectable() {
            self.picks.clear();
        }
    }

    /// Takes the text. Typing at "Other" chooses it: text in the field that is not sent would be a trap.
    pub(super) fn edit_text(&mut self, question: &Question, typed: &str) {
        if !question.takes_text() {
            return;
        }
        self.text = text::typed(typed);
        if !self.text.trim().is_empty() {
            self.pick_other(question, true);
        }
    }

    /// Takes back what was chosen since; what was typed stays.
    pub(super) fn take_back(&mut self, before: &Draft) {
        let Draft { picks, text_chosen, text: _, notes: _ } = before;
        self.picks.clone_from(picks);
        self.text_chosen = *text_chosen;
    }

    pub(super) fn edit_notes(&mut self, typed: &str) {
        self.notes = text::typed(typed);
    }

    /// Whether something is typed at "Other" that would not be sent, because it is not chosen.
    pub fn has_unsent(&self) -> bool {
        !self.text_chosen && !self.text.trim().is_empty()
    }

    /// Puts what would not be sent into the note, if there is room for all of it.
    pub(super) fn move_other_to_note(&mut self) {
        let note = [self.notes.trim(), self.text.trim()].joined("\n");
        if self.has_unsent() && note.chars().count() <= limits::TYPED {
            self.notes = note.trim().to_owned();
            self.text.clear();
        }
    }

    /// Whether this would be an answer.
    pub fn is_answered(&self) -> bool {
        !self.answer().is_empty()
    }

    /// Whether there is anything that a person would miss.
    pub fn is_touched(&self) -> bool {
        // That "Other" is chosen means nothing without a text.
        let Draft { picks, text_chosen: _, text, notes } = self;
        !picks.is_empty() || !text.trim().is_empty() || !notes.trim().is_empty()
    }

    /// The answer that this draft would be.
    pub fn answer(&self) -> Answer {
        let all = self.chosen_and_typed();
        Answer { text: all.text.filter(|_| self.text_chosen), ..all }
    }

    /// What is entered into the field of a form. A default that nobody changed goes back to the letter, with white space around it.
    pub fn entered(&self, field: &Question) -> Answer {
        let default = field.default_answer().text.filter(|default| *default == self.text);
        let answer = self.answer();
        Answer { text: answer.text.map(|typed| default.unwrap_or(typed)), ..answer }
    }

    /// All that was chosen and typed, whether it counts or not.
    pub(super) fn chosen_and_typed(&self) -> Answer {
        let filled = |text: &str| Some(text.trim()).filter(|text| !text.is_empty()).map(str::to_owned);
        let Draft { picks, text_chosen: _, text, notes } = self;
        Answer { picks: picks.clone(), text: filled(text), notes: filled(notes) }
    }
}

#[cfg(test)]
mod tests {
    use super::Draft;
    use crate::protocol::{Ask, Question};

    fn question(multi_select: bool) -> Question {
        let question = serde_json::json!({"question": "Q", "multiSelect": multi_select, "options": ["A", "B", "C"]});
        let value = serde_json::from_value(serde_json::json!({"questions": [question]})).unwrap();
        Ask::read("q".to_owned(), &value).questions()[0].clone()
    }

    #[test]
    fn a_single_choice_holds_one() {
        let (question, mut draft) = (question(false), Draft::default());
        draft.pick(&question, 0, true);
        draft.pick(&question, 2, true);
        assert_eq!(draft.answer().picks, [2]);
        draft.edit_text(&question, "mine");
        assert_eq!((draft.answer().picks.len(), draft.answer().text.as_deref()), (0, Some("mine")));
        draft.pick(&question, 1, true);
        assert_eq!((draft.answer().picks, draft.answer().text), (vec![1], None));
        assert_eq!(draft.text, "mine", "what was typed stays");
    }

    #[test]
    fn several_choices_add_up_in_the_order_offered() {
        let (question, mut draft) = (question(true), Draft::default());
        draft.pick(&question, 2, true);
        draft.pick(&question, 0, true);
        draft.edit_text(&question, " mine ");
        assert_eq!((draft.answer().picks, draft.answer().text.as_deref()), (vec![0, 2], Some("mine")));
        draft.pick(&question, 2, false);
        draft.pick_other(&question, false);
        assert_eq!((draft.answer().picks, draft.answer().text), (vec![0], None));
    }

    #[test]
    fn other_without_text_and_a_note_alone_are_no_answers() {
        let (question, mut draft) = (question(false), Draft::default());
        draft.pick_other(&question, true);
        assert!(!draft.is_answered() && !draft.is_touched());
        draft.edit_text(&question, "  \n");
        assert!(!draft.is_answered());
        draft.edit_notes("n");
        assert!(!draft.is_answered() && draft.is_touched());
    }

    #[test]
    fn what_a_pick_replaces_can_go_into_the_note() {
        let (question, mut draft) = (question(false), Draft::default());
        draft.edit_text(&question, " mine ");
        draft.move_other_to_note();
        assert_eq!((draft.text.as_str(), draft.notes.as_str()), (" mine ", ""), "what is sent stays");
        draft.pick(&question, 1, true);
        assert!(draft.has_unsent());
        draft.move_other_to_note();
        assert_eq!((draft.text.as_str(), draft.notes.as_str(), &draft.picks[..]), ("", "mine", &[1][..]));
        assert!(!draft.has_unsent());
        draft.edit_text(&question, "more");
        draft.pick(&question, 0, true);
        draft.move_other_to_note();
        assert_eq!(draft.notes, "mine\nmore", "a note that is there stays");
        draft.edit_text(&question, &"x".repeat(9_995));
        draft.pick(&question, 0, true);
        draft.move_other_to_note();
        assert_eq!((draft.text.len(), draft.notes.as_str()), (9_995, "mine\nmore"), "nothing is cut");
    }

    #[test]
    fn an_option_that_does_not_exist_is_ignored() {
        let (question, mut draft) = (question(false), Draft::default());
        draft.pick(&question, 3, true);
        assert_eq!(draft, Draft::default());
    }
}

//! Which keys do something right now, where the focus is: what the line at the foot of the dialog names.
//!
//! Pure, so that a table of tests says it. The view only asks where the focus is, and shows the answer.

use crate::session::{Dialog, PrimaryAction};

/// Where the focus is in the dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the title, or on nothing in particular.
    Title,
    /// On an option.
    Option,
    /// On the row of "Other".
    Other,
    /// In the field of an own answer.
    OwnAnswer,
    /// In the field of a note.
    Note,
    /// On the chips of several questions.
    Stepper,
    /// On a button, whose Enter is its own.
    Button,
    /// On something that the arrow keys scroll.
    Scroller,
}

impl Place {
    /// All of them. A place goes through a signal as its position here, because each type of signal costs a kilobyte.
    pub const ALL: [Place; 8] = [
        Place::Title,
        Place::Option,
        Place::Other,
        Place::OwnAnswer,
        Place::Note,
        Place::Stepper,
        Place::Button,
        Place::Scroller,
    ];

    /// Whether keys are text here.
    pub fn is_text(self) -> bool {
        matches!(self, Place::OwnAnswer | Place::Note)
    }
}

/// A key, and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The arrow keys go from chip to chip.
    Questions,
    /// The arrow keys go through the options.
    Move,
    /// So many digits choose an option.
    Choose(usize),
    /// The space bar and so many digits check an option.
    Toggle(usize),
    /// 0 goes to the own answer.
    Other,
    /// Enter goes to the field of the own answer.
    Write,
    /// Enter does what the button does that leads on.
    On(PrimaryAction),
    /// Enter goes to a question without an answer.
    ToGap,
    /// Shift and Enter make a new line.
    NewLine,
    /// B goes back.
    Back,
    /// N writes a note.
    Note,
    /// Ctrl or Command, with Enter, sends everything.
    SendAll,
    /// Escape leaves the text.
    Leave,
    /// Escape folds the dialog.
    Fold,
}

/// The keys that do something, in the order in which they are named: where there is no room for all, the last are left out.
pub fn hints(dialog: &Dialog, place: Place) -> Vec<Hint> {
    let mut hints = Vec::new();
    if dialog.read_only {
        return hints;
    }
    let question = dialog.ask.questions.get(dialog.step);
    let draft = dialog.drafts.get(dialog.step);
    let offered = question.map_or(0, |question| question.options.len()).min(9);
    let is_several = question.is_some_and(|question| question.is_multiselectable());
    let is_answered = draft.is_some_and(|draft| draft.is_answered());
    let has_text = draft.is_some_and(|draft| !draft.other.trim().is_empty());
    if place == Place::Stepper {
        hints.push(Hint::Questions);
    }
    if offered > 0 && !place.is_text() {
        if place != Place::Scroller {
            hints.push(Hint::Move);
        }
        let is_toggled = is_several && place == Place::Option;
        hints.push(if is_toggled { Hint::Toggle(offered) } else { Hint::Choose(offered) });
        hints.push(Hint::Other);
    }
    let leads_on = match place {
        Place::Title | Place::Note => is_answered,
        // Enter on a radio button chooses it too.
        Place::Option => is_answered || !is_several,
        Place::Other => has_text,
        Place::OwnAnswer => is_answered || has_text,
        Place::Stepper | Place::Button | Place::Scroller => false,
    };
    match question {
        None if place == Place::Title => {
            hints.push(if dialog.gaps() > 0 { Hint::ToGap } else { Hint::On(dialog.primary_action()) });
        }
        None => {}
        Some(_) if leads_on => hints.push(Hint::On(dialog.primary_action())),
        Some(_) if place == Place::Other => hints.push(Hint::Write),
        Some(_) => {}
    }
    if place.is_text() {
        hints.push(Hint::NewLine);
    }
    if dialog.gaps() == 0 && dialog.ask.questions.len() > 1 && question.is_some() {
        hints.push(Hint::SendAll);
    }
    hints.push(if place.is_text() { Hint::Leave } else { Hint::Fold });
    // Without options every letter is text.
    if dialog.step > 0 && (offered > 0 || question.is_none()) && !place.is_text() {
        hints.push(Hint::Back);
    }
    if offered > 0 && !place.is_text() && dialog.offers_note(dialog.step) {
        hints.push(Hint::Note);
    }
    hints
}

/// The text of a hint in parts: whether a part is the name of a key, which stands between backticks, and the part.
pub fn parts(hint: &str) -> impl Iterator<Item = (bool, &str)> {
    hint.split('`').enumerate().map(|(index, part)| (index % 2 == 1, part)).filter(|(_, part)| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Hint, Place, hints, parts};
    use crate::protocol::{Ask, Value};
    use crate::session::{Dialog, Draft, Phase, PrimaryAction, Reach, SharedAsk};

    fn dialog(questions: &str, step: usize, drafts: &[Draft]) -> Dialog {
        let value: Value = serde_json::from_str(&format!(r#"{{"questions":[{questions}]}}"#)).unwrap();
        let ask = SharedAsk::new(Ask::read("q".to_owned(), &value));
        let mut all = vec![Draft::default(); ask.questions.len()];
        all[..drafts.len()].clone_from_slice(drafts);
        Dialog {
            ask,
            drafts: all,
            step,
            phase: Phase::Asking,
            alert: None,
            countdown: None,
            minimized: false,
            read_only: false,
            guard: Default::default(),
            queued: 0,
            refusals: 0,
            undo_seconds: None,
            reach: Reach::Reachable,
            can_close: false,
            takes_notes: true,
        }
    }

    const ONE: &str = r#"{"question":"Which?","options":[{"label":"A"},{"label":"B"}]}"#;
    const SEVERAL: &str = r#"{"question":"Which ones?","multiSelect":true,"options":[{"label":"A"},{"label":"B"}]}"#;
    const FREE: &str = r#"{"question":"Why?"}"#;

    fn picked() -> Draft {
        Draft { picks: vec![0], ..Draft::default() }
    }

    fn typed() -> Draft {
        Draft { other_chosen: true, other: "mine".to_owned(), ..Draft::default() }
    }

    #[test]
    fn only_keys_that_work_where_the_focus_is_are_named() {
        use Hint::{
            Back, Choose, Fold, Leave, Move, NewLine, Note, On, Other, Questions, SendAll, ToGap, Toggle, Write,
        };
        let both = [ONE, SEVERAL].join(",");
        let fresh = [Draft::default(), Draft::default()];
        let whole = [picked(), picked()];
        type Row<'a> = (&'a str, usize, &'a [Draft], Place, &'a [Hint]);
        let table: &[Row] = &[
            // One question, nothing chosen: Enter on the title would be refused.
            (ONE, 0, &[], Place::Title, &[Move, Choose(2), Other, Fold, Note]),
            (ONE, 0, &[], Place::Option, &[Move, Choose(2), Other, On(PrimaryAction::Send), Fold, Note]),
            (ONE, 0, &[], Place::Other, &[Move, Choose(2), Other, Write, Fold, Note]),
            (ONE, 0, &[], Place::OwnAnswer, &[NewLine, Leave]),
            (ONE, 0, &[], Place::Note, &[NewLine, Leave]),
            (ONE, 0, &[], Place::Button, &[Move, Choose(2), Other, Fold, Note]),
            (ONE, 0, &[], Place::Scroller, &[Choose(2), Other, Fold, Note]),
            // And with an answer.
            (ONE, 0, &[picked()], Place::Title, &[Move, Choose(2), Other, On(PrimaryAction::Send), Fold, Note]),
            (ONE, 0, &[picked()], Place::Note, &[On(PrimaryAction::Send), NewLine, Leave]),
            (ONE, 0, &[typed()], Place::Other, &[Move, Choose(2), Other, On(PrimaryAction::Send), Fold, Note]),
            (ONE, 0, &[typed()], Place::OwnAnswer, &[On(PrimaryAction::Send), NewLine, Leave]),
            // Check boxes: Enter confirms what is chosen.
            (SEVERAL, 0, &[], Place::Option, &[Move, Toggle(2), Other, Fold, Note]),
            (SEVERAL, 0, &[picked()], Place::Option, &[Move, Toggle(2), Other, On(PrimaryAction::Send), Fold, Note]),
            (SEVERAL, 0, &[picked()], Place::Button, &[Move, Choose(2), Other, Fold, Note]),
            // Without options every letter is text.
            (FREE, 0, &[], Place::Title, &[Fold]),
            (FREE, 0, &[typed()], Place::OwnAnswer, &[On(PrimaryAction::Send), NewLine, Leave]),
            // Several questions.
            (&both, 0, &fresh, Place::Option, &[Move, Choose(2), Other, On(PrimaryAction::Next), Fold, Note]),
            (&both, 0, &fresh, Place::Stepper, &[Questions, Move, Choose(2), Other, Fold, Note]),
            (
                &both,
                1,
                &whole,
                Place::Option,
                &[Move, Toggle(2), Other, On(PrimaryAction::Review), SendAll, Fold, Back, Note],
            ),
            (&both, 2, &fresh, Place::Title, &[ToGap, Fold, Back]),
            (&both, 2, &whole, Place::Title, &[On(PrimaryAction::Send), Fold, Back]),
            (&both, 2, &whole, Place::Button, &[Fold, Back]),
        ];
        for (questions, step, drafts, place, expected) in table {
            assert_eq!(hints(&dialog(questions, *step, drafts), *place), *expected, "{questions} {step} {place:?}");
        }
    }

    #[test]
    fn nothing_is_named_where_nothing_can_be_changed() {
        let basic = Dialog { takes_notes: false, ..dialog(ONE, 0, &[]) };
        assert!(!hints(&basic, Place::Title).contains(&Hint::Note), "what cannot be sent is not offered");
        let dialog = Dialog { read_only: true, ..dialog(ONE, 0, &[]) };
        for place in Place::ALL {
            assert_eq!(hints(&dialog, place), [], "{place:?}");
        }
    }

    #[test]
    fn keys_stand_between_backticks() {
        let parts = |hint| parts(hint).collect::<Vec<_>>();
        assert_eq!(parts("`↵` Send"), [(true, "↵"), (false, " Send")]);
        assert_eq!(parts("`Space` or `1`–`4` Select").len(), 6);
        assert_eq!(parts("plain"), [(false, "plain")]);
    }
}

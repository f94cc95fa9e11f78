//! Which option's preview a person sees.

use super::draft::Draft;
use crate::protocol::Question;

/// Which options of one question a person looks at, by position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PreviewFocus {
    /// The option that the pointer rests on.
    hovered: Option<usize>,
    /// The option that has the focus.
    focused: Option<usize>,
    /// The option that had the focus last.
    last: Option<usize>,
}

impl PreviewFocus {
    /// The pointer rests on an option, or on none.
    pub fn hover(&mut self, option: Option<usize>) {
        self.hovered = option;
    }

    /// The focus goes to an option, or elsewhere. A pointer that merely lies there does not count against it.
    pub fn focus(&mut self, option: Option<usize>) {
        if option.is_some() {
            *self = PreviewFocus { hovered: None, focused: option, last: option };
        }
        self.focused = option;
    }

    /// The option whose preview is shown: that under the pointer, otherwise that with the focus, otherwise that which would be
    /// sent. Before anything is chosen it is the first that has a preview; "Other", which has none, is `None`.
    pub fn previewed(&self, question: &Question, draft: &Draft) -> Option<usize> {
        let chosen = || self.last.filter(|last| draft.picks.contains(last)).or(draft.picks.first().copied());
        let first = || question.options.iter().position(|option| option.preview.is_some());
        let first = || if draft.text_chosen { None } else { first() };
        self.hovered.or(self.focused).or_else(chosen).or_else(first)
    }
}

#[cfg(test)]
mod tests {
    use super::PreviewFocus;
    use crate::protocol::{Ask, Question};
    use crate::session::Draft;

    /// The second and the third option have previews.
    fn question(multi_select: bool) -> Question {
        let options = serde_json::json!([
            {"label": "A"}, {"label": "B", "preview": "b"}, {"label": "C", "preview": "c"}, {"label": "D"}
        ]);
        let question = serde_json::json!({"question": "Q", "multiSelect": multi_select, "options": options});
        let value = serde_json::from_value(serde_json::json!({"questions": [question]})).unwrap();
        Ask::read("q".to_owned(), &value).questions()[0].clone()
    }

    #[test]
    fn before_anything_is_chosen_it_is_the_first_that_there_is() {
        assert_eq!(PreviewFocus::default().previewed(&question(false), &Draft::default()), Some(1));
    }

    #[test]
    fn a_pointer_that_passes_by_leaves_what_is_chosen() {
        let (question, mut draft, mut look) = (question(false), Draft::default(), PreviewFocus::default());
        look.hover(Some(2));
        look.focus(Some(2));
        draft.pick(&question, 2, true);
        look.hover(Some(1));
        assert_eq!(look.previewed(&question, &draft), Some(1), "a hover peeks");
        look.hover(None);
        look.focus(None);
        assert_eq!(look.previewed(&question, &draft), Some(2), "what will be sent is what is shown");
    }

    #[test]
    fn the_focus_counts_more_than_a_pointer_that_lies_there() {
        let (question, mut look) = (question(false), PreviewFocus::default());
        look.hover(Some(2));
        look.focus(Some(1));
        assert_eq!(look.previewed(&question, &Draft::default()), Some(1));
        look.focus(Some(0));
        assert_eq!(look.previewed(&question, &Draft::default()), Some(0), "also one without a preview, which says so");
    }

    #[test]
    fn of_several_it_is_the_one_chosen_last_if_it_still_is() {
        let (question, mut draft, mut look) = (question(true), Draft::default(), PreviewFocus::default());
        draft.pick(&question, 1, true);
        draft.pick(&question, 2, true);
        look.focus(Some(2));
        look.focus(None);
        assert_eq!(look.previewed(&question, &draft), Some(2));
        draft.pick(&question, 2, false);
        assert_eq!(look.previewed(&question, &draft), Some(1));
    }

    #[test]
    fn an_own_answer_has_none() {
        let (question, mut draft, mut look) = (question(false), Draft::default(), PreviewFocus::default());
        look.focus(Some(1));
        draft.pick(&question, 1, true);
        look.focus(None);
        draft.edit_text(&question, "mine");
        assert_eq!(look.previewed(&question, &draft), None);
    }
}

//! One question, which is also one field of a form: there is one type for both, and so one way to show them.

use super::answer::Answer;
use super::constraints::Constraints;
use super::form::FieldValue;
use crate::text::{self, Direction};

/// One question, or one field of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The question itself, or the title of the field.
    pub text: AgentText,
    /// The short label that stands on a chip.
    pub header: Option<String>,
    /// What a field says about itself beside its title, safe to show.
    pub description: Option<String>,
    /// What can be chosen.
    pub options: Vec<Choice>,
    /// What kind of answer it takes.
    pub kind: QuestionKind,
    /// What is asked of the answer.
    pub constraints: Constraints,
    /// Whether a person may answer in words of their own where there are options, and where that goes.
    pub own_answer: OwnAnswer,
    /// The default of a field that is typed into or ticked. Options that are the default are marked as such themselves.
    pub default: Option<FieldValue>,
    /// The key of a field in the form's `properties`, as it came. A question of an ask has none: its text is its key.
    pub key: Option<String>,
}

/// What kind of answer a question takes. The controls, the draft and the way in which the answer is written follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// One option: radio buttons.
    SingleChoice,
    /// Any number of options: check boxes.
    MultipleChoice,
    /// A text: a text field.
    Text(TextFormat),
    /// A number: a text field for one.
    Number {
        /// Whether it must be a whole one.
        integer: bool,
    },
    /// Yes or no, which an [`Answer`] has as a pick of [`QuestionKind::TRUE`] or [`QuestionKind::FALSE`]. No pick means
    /// that nobody has said either, which is not the same as no.
    Boolean,
}

/// What a text must be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TextFormat {
    /// Any text.
    #[default]
    Any,
    /// `email`: the address of a mailbox.
    Email,
    /// `uri`: an address with its scheme.
    Uri,
    /// `date`: a day as `2026-02-28`.
    Date,
    /// `date-time`: a moment as `2026-02-28T09:30:00+01:00`.
    DateTime,
}

/// Whether a question with options takes an answer in the person's own words too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OwnAnswer {
    /// It takes none: only what is offered is valid.
    None,
    /// It is an answer as good as an option.
    Answer,
    /// It goes into another property of the form, which has this key.
    Property {
        /// The key of the property.
        key: String,
        /// Whether the agent, when it is there, looks at nothing else. Then it has to say what was chosen too.
        replaces_picks: bool,
    },
}

/// One option.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its label; goes back as the answer, as it came. In a form what goes back is its value, which may differ from what is
    /// shown.
    pub label: AgentText,
    /// Whether the agent marked it "(Recommended)". The mark is not in what is shown.
    pub recommended: bool,
    /// Whether the form has it for its default.
    pub is_default: bool,
    /// What it means.
    pub description: Option<String>,
    /// What it would look like; goes back as an annotation, as it came.
    pub preview: Option<String>,
}

/// Text of the agent's that also travels back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentText {
    /// As it came, because the agent compares it.
    pub wire: String,
    /// Safe to show.
    pub shown: String,
}

impl QuestionKind {
    /// The pick that means yes.
    pub const TRUE: usize = 0;
    /// The pick that means no.
    pub const FALSE: usize = 1;

    /// The kind of a question with this many options and this `multiSelect`.
    pub(super) fn of(options: usize, multi_select: bool) -> QuestionKind {
        match (options, multi_select) {
            (0, _) => QuestionKind::Text(TextFormat::Any),
            (_, false) => QuestionKind::SingleChoice,
            (_, true) => QuestionKind::MultipleChoice,
        }
    }

    /// Whether the answer is typed.
    pub fn is_typed(self) -> bool {
        match self {
            QuestionKind::Text(_) | QuestionKind::Number { .. } => true,
            QuestionKind::SingleChoice | QuestionKind::MultipleChoice | QuestionKind::Boolean => false,
        }
    }
}

impl Question {
    /// Whether more than one option can be chosen, as `aria-multiselectable` says it.
    pub fn is_multiselectable(&self) -> bool {
        self.kind == QuestionKind::MultipleChoice
    }

    /// Whether "Other" stands below its options.
    pub fn offers_own_answer(&self) -> bool {
        match self.kind {
            QuestionKind::SingleChoice | QuestionKind::MultipleChoice => self.own_answer != OwnAnswer::None,
            QuestionKind::Text(_) | QuestionKind::Number { .. } | QuestionKind::Boolean => false,
        }
    }

    /// Whether the person can write something: the answer itself, or one of their own.
    pub fn takes_text(&self) -> bool {
        self.kind.is_typed() || self.offers_own_answer()
    }

    /// How many picks there are to choose from.
    pub fn pick_count(&self) -> usize {
        match self.kind {
            QuestionKind::Boolean => 2,
            QuestionKind::SingleChoice
            | QuestionKind::MultipleChoice
            | QuestionKind::Text(_)
            | QuestionKind::Number { .. } => self.options.len(),
        }
    }

    /// The answer with which the draft of a form's field begins: its default, or nothing. As long as the draft is equal to
    /// it, the person has chosen nothing, and the view can say that this is the default; to accept the form is to accept
    /// what it shows.
    ///
    /// A question of an ask has no such beginning, and neither have the questions that Claude's adapter writes as a form:
    /// nothing is chosen there but by the person.
    pub fn default_answer(&self) -> Answer {
        let mut answer = Answer::default();
        match &self.default {
            Some(FieldValue::Text(text)) => answer.text = Some(text.clone()),
            Some(FieldValue::Number(number)) => answer.text = Some(number.as_str().to_owned()),
            Some(FieldValue::Boolean(true)) => answer.picks = vec![QuestionKind::TRUE],
            Some(FieldValue::Boolean(false)) => answer.picks = vec![QuestionKind::FALSE],
            Some(FieldValue::Choice(_) | FieldValue::Choices(_)) | None => {}
        }
        if self.own_answer == OwnAnswer::None {
            let defaults = self.options.iter().enumerate().filter(|(_, option)| option.is_default);
            answer.picks.extend(defaults.map(|(index, _)| index));
        }
        answer
    }

    /// For each option an earlier one that it may be taken for, if there is one.
    pub fn look_alikes(&self) -> Vec<Option<usize>> {
        let looks: Vec<String> = self.options.iter().map(|option| text::skeleton(&option.label.shown)).collect();
        looks
            .iter()
            .enumerate()
            .map(|(index, look)| looks[..index].iter().position(|earlier| earlier == look))
            .collect()
    }

    /// In which direction the question is read together with all its options; `None` if there are no letters. It is one
    /// direction for all of them, because rows that begin at different sides are hard to read.
    pub fn direction(&self) -> Option<Direction> {
        let mut texts = vec![self.text.shown.as_str(), self.description.as_deref().unwrap_or_default()];
        for option in &self.options {
            texts.push(&option.label.shown);
            texts.push(option.description.as_deref().unwrap_or_default());
        }
        Direction::of(&texts)
    }
}

impl Choice {
    /// Whether its label is `name` with no more than a remark after it, so that it may be taken for the control of that name:
    /// "Other", "Other…", "Other (please specify)".
    pub fn calls_itself(&self, name: &str) -> bool {
        let label = &self.label.shown;
        let before_remark = label.split(['(', '（', ':', '：', '…', '.', ',', '-', '–', '—']).next().unwrap_or(label);
        text::is_alike(before_remark, name)
    }
}

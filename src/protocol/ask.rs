//! An ask: what an agent wants of a person, with an id; and questions, read leniently from their frame or tool input.

use super::form::Form;
use super::limits;
use super::permission;
use super::problem::{Problem, ProblemKind};
use super::request::{Request, RequestKind};
use super::value::Value;
use crate::text::{self, Direction};

/// What an agent asks of a person, with the id under which the answer goes back.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The id under which the answer goes back.
    pub id: String,
    /// What is asked. An ask without questions gets one for a free reply.
    pub request: Request,
    /// How long the person has, if the server gave a limit.
    pub timeout_seconds: Option<f64>,
    /// How much of that is left on a replay, if the bridge knows.
    pub remaining_seconds: Option<f64>,
    /// What was wrong with it.
    pub problems: Vec<Problem>,
    /// What it was read from, so that it can be kept and read again.
    pub source: Value,
}

/// One question.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// The question itself.
    pub text: AgentText,
    /// The short label that stands on a chip.
    pub header: Option<String>,
    /// What can be chosen, besides an answer of one's own.
    pub options: Vec<Choice>,
    /// What kind of answer it takes.
    pub kind: QuestionKind,
    /// What the form that it stands in asks of the answer.
    pub form: Form,
}

/// What kind of answer a question takes. The controls, the draft and the way in which the answer is written follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QuestionKind {
    /// One option, or an answer of the person's own instead: radio buttons.
    SingleChoice,
    /// Any number of options, and an answer of the person's own beside them: check boxes.
    MultipleChoice,
    /// An answer of the person's own, because there are no options: a text field.
    Text,
}

impl QuestionKind {
    /// The kind of a question with this many options and this `multiSelect`.
    fn of(options: usize, multi_select: bool) -> QuestionKind {
        match (options, multi_select) {
            (0, _) => QuestionKind::Text,
            (_, false) => QuestionKind::SingleChoice,
            (_, true) => QuestionKind::MultipleChoice,
        }
    }
}

impl Question {
    /// Whether more than one option can be chosen, as `aria-multiselectable` says it.
    pub fn is_multiselectable(&self) -> bool {
        self.kind == QuestionKind::MultipleChoice
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
        let mut texts = vec![self.text.shown.as_str()];
        for option in &self.options {
            texts.push(&option.label.shown);
            texts.push(option.description.as_deref().unwrap_or_default());
        }
        Direction::of(&texts)
    }
}

/// One option.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Its label; goes back as the answer, as it came.
    pub label: AgentText,
    /// Whether the agent marked it "(Recommended)". The mark is not in what is shown.
    pub recommended: bool,
    /// Whether the form has it for its default. It is marked as such, and chosen by nobody but the person.
    pub is_default: bool,
    /// What it means.
    pub description: Option<String>,
    /// What it would look like; goes back as an annotation, as it came.
    pub preview: Option<String>,
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

/// Text of the agent's that also travels back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentText {
    /// As it came, because the agent compares it.
    pub wire: String,
    /// Safe to show.
    pub shown: String,
}

impl Ask {
    /// Reads an ask from a frame or a tool's input: whatever has `questions`. Without an id nobody could answer it.
    pub fn read(id: String, value: &Value) -> Ask {
        let mut reader = Reader::default();
        let mut questions =
            reader.list(value, "questions", "", limits::QUESTIONS_SHOWN, |reader, item, at| reader.question(item, at));
        if questions.len() > limits::QUESTIONS {
            reader.report("questions", ProblemKind::TooMany { most: limits::QUESTIONS });
        }
        if questions.is_empty() {
            reader.report("questions", ProblemKind::TooFew { least: 1 });
            questions.push(Question {
                text: AgentText { wire: permission::RESPONSE.to_owned(), shown: String::new() },
                header: None,
                options: Vec::new(),
                kind: QuestionKind::Text,
                form: Form::default(),
            });
        }
        for (index, question) in questions.iter().enumerate() {
            if questions[..index].iter().any(|earlier| earlier.text.wire == question.text.wire) {
                reader.report(&format!("questions[{index}].question"), ProblemKind::Repeated);
            }
        }
        Ask {
            request: Request::Questions(questions),
            problems: reader.problems,
            ..Ask::unread(RequestKind::Questions, id, value)
        }
    }

    /// An ask of which only the frame around the request is read.
    pub fn unread(kind: RequestKind, id: String, value: &Value) -> Ask {
        let seconds = |key| value.get(key).and_then(Value::as_f64).filter(|seconds| *seconds >= 0.0);
        Ask {
            id,
            request: Request::Unread(kind),
            timeout_seconds: seconds("timeout_seconds").filter(|limit| *limit > 0.0),
            remaining_seconds: seconds("remaining_seconds"),
            problems: Vec::new(),
            source: value.clone(),
        }
    }

    /// An ask of this kind. A request of another kind than questions is not read yet.
    pub fn of_kind(kind: RequestKind, id: String, value: &Value) -> Ask {
        match kind {
            RequestKind::Questions => Ask::read(id, value),
            RequestKind::Permission => Ask::unread(kind, id, value),
        }
    }

    /// What tells this request from another one, if it is no question: all that came but how much time there is.
    pub fn identity(&self) -> String {
        let is_part = |key: &str| !["type", "timeout_seconds", "remaining_seconds"].contains(&key);
        let members = self.source.as_map().unwrap_or_default().iter().filter(|(key, _)| is_part(key));
        Value::Map(members.cloned().collect()).to_json()
    }

    /// The questions, or none if the request is of another kind.
    pub fn questions(&self) -> &[Question] {
        self.request.questions()
    }
}

/// Reads an ask leniently, and collects what was wrong with it.
#[derive(Default)]
struct Reader {
    problems: Vec<Problem>,
}

impl Reader {
    fn report(&mut self, at: &str, kind: ProblemKind) {
        if self.problems.len() < limits::PROBLEMS {
            self.problems.push(Problem { at: at.to_owned(), kind });
        }
    }

    fn question(&mut self, value: &Value, at: &str) -> Question {
        let text = self.text(value, "question", at, text::limits::TEXT_SHOWN).unwrap_or_default();
        let header = self.text(value, "header", at, limits::HEADER).map(|header| text::shown_line(&header));
        let mut options =
            self.list(value, "options", at, limits::OPTIONS_SHOWN, |reader, item, at| reader.choice(item, at));
        let form = value.get("form").unwrap_or(&Value::Null);
        for place in form.get("defaults").and_then(Value::as_list).unwrap_or_default() {
            let place = place.as_f64().map(|place| place as usize);
            if let Some(option) = place.and_then(|place| options.get_mut(place)) {
                option.is_default = true;
            }
        }
        let form = Form::read(form, options.len());
        let options_at = format!("{at}.options");
        if options.len() < limits::OPTIONS_MIN {
            self.report(&options_at, ProblemKind::TooFew { least: limits::OPTIONS_MIN });
        } else if options.len() > limits::OPTIONS_MAX {
            self.report(&options_at, ProblemKind::TooMany { most: limits::OPTIONS_MAX });
        }
        let multi_select = match value.get("multiSelect").or_else(|| value.get("multi_select")) {
            Some(Value::Bool(truth)) => *truth,
            other => {
                let kind = if other.is_none() { ProblemKind::Missing } else { ProblemKind::WrongType };
                self.report(&format!("{at}.multiSelect"), kind);
                false
            }
        };
        let shown = text::shown(text.trim());
        Question {
            text: AgentText { wire: text, shown },
            header: header.filter(|header| !header.is_empty()),
            kind: QuestionKind::of(options.len(), multi_select),
            options,
            form,
        }
    }

    fn choice(&mut self, value: &Value, at: &str) -> Choice {
        let (label, description, preview) = match value {
            // Agents that forget the schema send bare labels.
            Value::Text(label) => {
                self.report(at, ProblemKind::WrongType);
                (label.clone(), None, None)
            }
            _ => (
                self.text(value, "label", at, limits::LABEL).unwrap_or_default(),
                self.text(value, "description", at, limits::DESCRIPTION),
                value.get("preview").and_then(Value::as_str).map(str::to_owned),
            ),
        };
        let shown = text::shown_line_start(&label, limits::LABEL_SHOWN);
        let (shown, recommended) = match strip_recommended(&shown) {
            Some(bare) => (bare.to_owned(), true),
            None => (shown, false),
        };
        Choice {
            label: AgentText { wire: label, shown },
            recommended,
            is_default: false,
            description: description
                .map(|description| text::shown_start(description.trim(), limits::DESCRIPTION_SHOWN))
                .filter(|description| !description.is_empty()),
            preview: preview.filter(|preview| !preview.trim().is_empty()),
        }
    }

    /// A text that should be there and should not be longer than `most`.
    fn text(&mut self, value: &Value, key: &str, at: &str, most: usize) -> Option<String> {
        let (text, problem) = match value.get(key) {
            Some(Value::Text(text)) if text.trim().is_empty() => (Some(text.clone()), Some(ProblemKind::Missing)),
            Some(Value::Text(text)) => {
                let long = text.chars().nth(most).is_some();
                (Some(text.clone()), long.then_some(ProblemKind::TooLong { most }))
            }
            Some(number @ (Value::Int(_) | Value::Float(_) | Value::Digits(_) | Value::Bool(_))) => {
                (Some(number.to_json()), Some(ProblemKind::WrongType))
            }
            Some(Value::Null) | None => (None, Some(ProblemKind::Missing)),
            Some(Value::List(_) | Value::Map(_)) => (None, Some(ProblemKind::WrongType)),
        };
        if let Some(kind) = problem {
            self.report(&format!("{at}.{key}"), kind);
        }
        text
    }

    fn list<T>(
        &mut self,
        value: &Value,
        key: &str,
        at: &str,
        shown: usize,
        mut read: impl FnMut(&mut Reader, &Value, &str) -> T,
    ) -> Vec<T> {
        let at = if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") };
        let items = match value.get(key) {
            Some(Value::List(items)) => items.as_slice(),
            Some(Value::Null) | None => &[],
            Some(_) => {
                self.report(&at, ProblemKind::WrongType);
                &[]
            }
        };
        if items.len() > shown {
            self.report(&at, ProblemKind::LeftOut { shown });
        }
        items.iter().take(shown).enumerate().map(|(index, item)| read(self, item, &format!("{at}[{index}]"))).collect()
    }
}

/// The label without its "(Recommended)", if it has one at its end, in the languages that agents write it in.
fn strip_recommended(label: &str) -> Option<&str> {
    const WORDS: [&str; 11] = [
        "recommended",
        "empfohlen",
        "recommandé",
        "recommandée",
        "recomendado",
        "recomendada",
        "推奨",
        "おすすめ",
        "推荐",
        "推薦",
        "موصى به",
    ];
    let (bare, word) = label.strip_suffix([')', '）'])?.rsplit_once(['(', '（'])?;
    let is_mark = WORDS.iter().any(|known| word.trim().eq_ignore_ascii_case(known));
    (is_mark && !bare.trim().is_empty()).then(|| bare.trim_end())
}

#[cfg(test)]
mod tests {
    use super::{Ask, QuestionKind, strip_recommended};

    fn read(json: &str) -> Ask {
        Ask::read("q_1".to_owned(), &serde_json::from_str(json).unwrap())
    }

    fn problems(ask: &Ask) -> Vec<String> {
        ask.problems.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_proper_ask_has_no_problems() {
        let ask = read(
            r#"{"timeout_seconds":55,"questions":[{"question":"How?","header":"Format","multiSelect":false,"options":[
                {"label":"Summary (Recommended)","description":"Brief","preview":"Hi"},
                {"label":"Detailed","description":"Full"}]}]}"#,
        );
        assert_eq!(problems(&ask), [""; 0]);
        assert_eq!(ask.timeout_seconds, Some(55.0));
        let option = &ask.questions()[0].options[0];
        assert_eq!((option.label.shown.as_str(), option.recommended), ("Summary", true));
        assert_eq!(option.label.wire, "Summary (Recommended)");
        assert_eq!(option.preview.as_deref(), Some("Hi"));
        assert!(!ask.questions()[0].options[1].recommended);
    }

    #[test]
    fn what_is_missing_is_named_and_the_rest_is_shown() {
        let ask = read(r#"{"questions":[{"question":"Which?"}]}"#);
        assert_eq!(ask.questions()[0].text.shown, "Which?");
        assert_eq!(
            problems(&ask),
            [
                "questions[0].header is missing",
                "questions[0].options has fewer than 2 entries",
                "questions[0].multiSelect is missing"
            ]
        );
    }

    #[test]
    fn an_ask_without_questions_can_still_be_replied_to() {
        for json in ["{}", r#"{"questions":[]}"#, r#"{"questions":null}"#, r#"{"questions":"?"}"#, "[]", "7"] {
            let ask = read(json);
            assert_eq!(ask.questions().len(), 1, "{json}");
            assert_eq!(ask.questions()[0].text.wire, "response");
            assert!(!ask.problems.is_empty(), "{json}");
        }
    }

    #[test]
    fn wrong_types_are_read_as_well_as_can_be() {
        let ask = read(
            r#"{"questions":[{"question":5,"header":["x"],"multiSelect":"yes","options":["A",{"label":true},null]},3]}"#,
        );
        let first = &ask.questions()[0];
        assert_eq!((first.text.wire.as_str(), first.header.as_deref()), ("5", None));
        let labels: Vec<_> = first.options.iter().map(|option| option.label.shown.as_str()).collect();
        assert_eq!(labels, ["A", "true", ""]);
        assert_eq!(ask.questions().len(), 2);
    }

    #[test]
    fn limits_are_problems_and_never_crashes() {
        let option = r#"{"label":"L","description":"D"}"#;
        let options = vec![option; 70].join(",");
        let question =
            format!(r#"{{"question":"Q","header":"thirteen chars","multiSelect":true,"options":[{options}]}}"#);
        let ask = read(&format!(r#"{{"questions":[{}]}}"#, vec![question; 40].join(",")));
        assert_eq!((ask.questions().len(), ask.questions()[0].options.len()), (32, 64));
        let problems = problems(&ask);
        assert!(problems.len() <= 32);
        assert!(problems.contains(&"questions is cut to its first 32 entries".to_owned()));
        assert!(problems.contains(&"questions[0].header is longer than 12 characters".to_owned()));
    }

    #[test]
    fn the_kind_follows_from_the_options_and_from_multi_select() {
        for (question, expected) in [
            (r#"{"options":["A","B"],"multiSelect":false}"#, QuestionKind::SingleChoice),
            (r#"{"options":["A"]}"#, QuestionKind::SingleChoice),
            (r#"{"options":["A","B"],"multiSelect":true}"#, QuestionKind::MultipleChoice),
            (r#"{"options":["A","B"],"multi_select":true}"#, QuestionKind::MultipleChoice),
            (r#"{"options":[],"multiSelect":true}"#, QuestionKind::Text),
            (r#"{"multiSelect":false}"#, QuestionKind::Text),
            ("3", QuestionKind::Text),
        ] {
            assert_eq!(read(&format!(r#"{{"questions":[{question}]}}"#)).questions()[0].kind, expected, "{question}");
        }
        assert_eq!(read("{}").questions()[0].kind, QuestionKind::Text, "a reply to an ask without questions");
    }

    #[test]
    fn equal_questions_are_told() {
        let one = r#"{"question":"Q","header":"H","multiSelect":true,"options":["A","B"]}"#;
        let ask = read(&format!(r#"{{"questions":[{one},{one}]}}"#));
        assert!(problems(&ask).iter().any(|problem| problem.starts_with("questions[1].question repeats")));
    }

    #[test]
    fn labels_that_look_alike_are_known() {
        let labels = ["Yes", "No", "Y\u{435}s", " Yes\u{a0}", "N\u{43e} ", "Maybe", "Yes\u{61c}", "yes"];
        let options: Vec<String> = labels.iter().map(|label| format!(r#"{{"label":"{label}"}}"#)).collect();
        let ask = read(&format!(r#"{{"questions":[{{"question":"Q","options":[{}]}}]}}"#, options.join(",")));
        let alike = ask.questions()[0].look_alikes();
        assert_eq!(alike, [None, None, Some(0), Some(0), Some(1), None, Some(0), None]);
    }

    #[test]
    fn an_option_that_calls_itself_other_is_known() {
        for (label, is_other) in [
            ("Other", true),
            ("OTHER…", true),
            ("Other (please specify)", true),
            ("\u{41e}ther", true),
            (" Other: ", true),
            ("Another", false),
            ("Other database", false),
            ("", false),
        ] {
            let ask = read(&format!(r#"{{"questions":[{{"question":"Q","options":["{label}"]}}]}}"#));
            assert_eq!(ask.questions()[0].options[0].calls_itself("Other"), is_other, "{label}");
        }
    }

    #[test]
    fn no_text_is_stretched_by_white_space() {
        let long = "\\n".repeat(300);
        let ask = read(&format!(
            r#"{{"questions":[{{"question":"a{long}b","header":"a{long}b","options":[{{"label":"a{long}b","description":"a{long}b"}}]}}]}}"#
        ));
        let question = &ask.questions()[0];
        let option = &question.options[0];
        assert_eq!(question.text.shown, "a\n\n\n⋮\nb");
        assert_eq!(option.description.as_deref(), Some("a\n\n\n⋮\nb"));
        assert_eq!((question.header.as_deref(), option.label.shown.as_str()), (Some("a ⋮ b"), "a ⋮ b"));
    }

    #[test]
    fn recommended_is_a_suffix_and_never_a_position() {
        assert_eq!(strip_recommended("pnpm (Recommended)"), Some("pnpm"));
        assert_eq!(strip_recommended("pnpm (recommended)"), Some("pnpm"));
        for label in [
            "pnpm (empfohlen)",
            "pnpm (Recommandé)",
            "pnpm (recommandée)",
            "pnpm (recomendado)",
            "pnpm（推奨）",
            "pnpm （推荐）",
            "pnpm(推薦)",
            "pnpm（Recommended）",
            "pnpm (موصى به)",
        ] {
            assert_eq!(strip_recommended(label), Some("pnpm"), "{label}");
        }
        for label in ["（推奨）", "pnpm (推", "pnpm (not recommended)", "pnpm (recommended) 2", "pnpm recommended)"]
        {
            assert_eq!(strip_recommended(label), None, "{label}");
        }
        assert_eq!(strip_recommended("(Recommended)"), None);
        assert_eq!(strip_recommended("(Recommended) pnpm"), None);
        assert_eq!(strip_recommended("日本語日本語"), None);
        assert_eq!(strip_recommended("x"), None);
    }
}

//! How an ask ends, and what stays of it.

use crate::approval;
use crate::protocol::{Annotation, Answer, Ask, Question, Request, Value};
use crate::text::Joined;

use super::approval_draft::ApprovalDraft;
use super::request_rules::RequestDecision;

/// How an ask ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every question was answered.
    Answered,
    /// Some questions were answered.
    PartlyAnswered,
    /// The use of a tool was allowed.
    Allowed,
    /// The use of a tool was denied.
    Denied,
    /// A form was declined.
    Declined,
    /// The person did not want to answer.
    Cancelled,
    /// The time was up.
    TimedOut,
    /// The agent no longer needs it, and said so.
    Withdrawn,
    /// Nobody waits for it any more, as far as can be seen, and nobody said why.
    Lapsed,
    /// It was answered in another view of the session.
    AnsweredElsewhere,
    /// It was cancelled there.
    CancelledElsewhere,
}

impl Outcome {
    /// The endings after which an ask may stay to be read.
    pub(super) const ENDINGS: [Outcome; 5] = [
        Outcome::TimedOut,
        Outcome::Withdrawn,
        Outcome::Lapsed,
        Outcome::AnsweredElsewhere,
        Outcome::CancelledElsewhere,
    ];

    /// The word for it in events and styles.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::Answered => "answered",
            Outcome::PartlyAnswered => "partly-answered",
            Outcome::Allowed => "allowed",
            Outcome::Denied => "denied",
            Outcome::Declined => "declined",
            Outcome::Cancelled => "cancelled",
            Outcome::TimedOut => "timed-out",
            Outcome::Withdrawn => "withdrawn",
            Outcome::Lapsed => "lapsed",
            Outcome::AnsweredElsewhere => "answered-elsewhere",
            Outcome::CancelledElsewhere => "cancelled-elsewhere",
        }
    }

    /// The decisions that are results of requests that are no questions.
    pub(super) const RESULTS: [Outcome; 4] = [Outcome::Allowed, Outcome::Denied, Outcome::Declined, Outcome::Answered];

    /// Whether the agent gets what was entered: who declines a form gives none of it away.
    pub(super) fn gives_values(self) -> bool {
        self.is_answer() && self != Outcome::Declined
    }

    /// Whether the person gave the agent what it asked for: answers, or a decision.
    pub fn is_answer(self) -> bool {
        match self {
            Outcome::Answered | Outcome::PartlyAnswered | Outcome::Allowed | Outcome::Denied | Outcome::Declined => {
                true
            }
            Outcome::Cancelled
            | Outcome::TimedOut
            | Outcome::Withdrawn
            | Outcome::Lapsed
            | Outcome::AnsweredElsewhere
            | Outcome::CancelledElsewhere => false,
        }
    }

    /// Whether the person decided it here.
    pub fn is_decision(self) -> bool {
        self.is_answer() || self == Outcome::Cancelled
    }
}

/// What is known of a decision's way to the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryStatus {
    /// There was nothing to send, or it could not be sent.
    NotSent,
    /// Handed to the connection; nothing has confirmed it yet.
    Sent,
    /// Handed to the connection, and perhaps nothing will ever confirm it: the bridge is out of reach, or the time was over before
    /// it came back.
    Unconfirmed,
    /// The bridge or the agent has shown that it arrived, or that it no longer matters.
    Settled,
}

/// What stays of an ask.
#[derive(Clone, Debug, PartialEq)]
pub struct Receipt {
    /// The ask.
    pub id: String,
    /// How it ended.
    pub outcome: Outcome,
    /// What is known of its delivery.
    pub delivery: DeliveryStatus,
    /// One line a question.
    pub lines: Vec<ReceiptLine>,
    /// The answers as they went over the wire.
    pub answers: Vec<(String, String)>,
    /// What went beside them.
    pub annotations: Vec<(String, Annotation)>,
    /// What the agent got, if it was no question.
    pub result: Option<Value>,
}

/// What was decided about the use of a tool, and how far that reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReceiptVerdict {
    /// It was allowed this time.
    AllowedOnce,
    /// It was allowed, and something is saved, which the line names.
    AllowedAndRemembered,
    /// It was denied.
    Denied,
    /// It was denied, and the agent was stopped.
    DeniedAndStopped,
    /// An option of the agent's was chosen, which the line names.
    Option,
}

/// What stays of one question.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReceiptLine {
    /// The chip's text.
    pub header: Option<String>,
    /// The question.
    pub question: String,
    /// What was answered, or had been chosen and typed when it ended otherwise; empty if nothing.
    pub answers: Vec<String>,
    /// The options chosen, by position.
    pub picks: Vec<usize>,
    /// The own answer.
    pub other: Option<String>,
    /// The labels that were offered.
    pub offered: Vec<String>,
    /// The person's note, where it was sent, or nothing was.
    pub notes: Option<String>,
    /// The person's note, where the answer was sent without it.
    pub unsent_notes: Option<String>,
    /// What was entered into a field of a form that was declined. Only the person sees it: neither agent nor page gets it.
    pub withheld: Vec<String>,
    /// The text that was allowed in the place of the one that was asked.
    pub edited: Option<String>,
    /// The text that the person made of the one that was asked, where it was not sent.
    pub unsent_edit: Option<String>,
}

impl ReceiptLine {
    /// What stays of each question. `is_sent` says whether a note went out with its answer, or nothing did.
    pub(super) fn all(ask: &Ask, answers: &[Answer], is_sent: &dyn Fn(&Question, &Answer) -> bool) -> Vec<ReceiptLine> {
        let lines = ask.questions().iter().zip(answers).map(|(question, answer)| ReceiptLine {
            header: question.header.clone(),
            question: question.text.shown.clone(),
            answers: answer.items_as(question, |label| &label.shown),
            picks: answer.picks.clone(),
            other: answer.text.clone(),
            offered: question.options.iter().map(|option| option.label.shown.clone()).collect(),
            notes: answer.notes.clone().filter(|_| is_sent(question, answer)),
            unsent_notes: answer.notes.clone().filter(|_| !is_sent(question, answer)),
            ..ReceiptLine::default()
        });
        lines.collect()
    }

    /// What stays of a field of a form that was declined: nothing that was entered goes anywhere.
    pub(super) fn withheld(self) -> ReceiptLine {
        let ReceiptLine { header, question, answers, offered, notes, unsent_notes, .. } = self;
        let withheld = answers.into_iter().chain(notes).chain(unsent_notes).collect();
        ReceiptLine { header, question, offered, withheld, ..ReceiptLine::default() }
    }

    /// What stays of an approval: the tool, what it would do, how far the decision reaches, and what the person wrote.
    pub(super) fn of_approval(
        ask: &Ask,
        draft: &ApprovalDraft,
        outcome: Outcome,
        decision: Option<&RequestDecision>,
    ) -> ReceiptLine {
        let (header, question) = match &ask.request {
            Request::Approval(approval) => (approval.name().to_owned(), approval.summary()),
            Request::Questions(_) | Request::Form(_) | Request::Address(_) | Request::Unread(_) => Default::default(),
        };
        let message = Some(draft.message.trim()).filter(|message| !message.is_empty()).map(str::to_owned);
        // A text that was opened and not changed is no edit.
        let asked = match &ask.request {
            Request::Approval(approval) => approval::editable(approval),
            Request::Questions(_) | Request::Form(_) | Request::Address(_) | Request::Unread(_) => None,
        };
        let is_asked = |edited: &String| asked.is_some_and(|asked| approval::is_unchanged(asked, edited));
        let edited = draft.edited.clone().filter(|edited| !is_asked(edited));
        let is_edited = decision.is_some_and(|decision| decision.is_edited);
        // Only a denial carries the message. Of what is not sent everything stays, also a changed text.
        let is_allowed = outcome == Outcome::Allowed;
        ReceiptLine {
            header: Some(header).filter(|name| !name.is_empty()),
            question,
            answers: decision.map(|decision| decision.scope.clone()).unwrap_or_default(),
            notes: message.clone().filter(|_| !is_allowed),
            unsent_notes: message.filter(|_| is_allowed),
            edited: edited.clone().filter(|_| is_edited),
            unsent_edit: edited.filter(|_| !is_edited),
            ..ReceiptLine::default()
        }
    }
}

impl Receipt {
    /// How many bytes of text it has, roughly.
    pub(super) fn weight(&self) -> usize {
        let line = |line: &ReceiptLine| {
            let texts = line
                .answers
                .iter()
                .chain(&line.offered)
                .chain(&line.notes)
                .chain(&line.unsent_notes)
                .chain(&line.withheld)
                .chain(&line.edited)
                .chain(&line.unsent_edit)
                .chain(&line.header);
            line.question.len() + texts.map(String::len).sum::<usize>()
        };
        let previews = self.annotations.iter().filter_map(|(_, annotation)| annotation.preview.as_ref());
        self.lines.iter().map(line).sum::<usize>() + previews.map(String::len).sum::<usize>()
    }

    /// What was decided about the use of a tool, or `None` if it is a receipt of something else.
    pub fn verdict(&self) -> Option<ReceiptVerdict> {
        let member = |name| self.result.as_ref().and_then(|result| result.get(name));
        let stops = member("interrupt") == Some(&Value::Bool(true));
        match self.outcome {
            // What an option of ACP covers only its own words say. An agent that was stopped has got none.
            Outcome::Allowed | Outcome::Denied | Outcome::Answered if member("outcome").is_some() => {
                let is_chosen = self.lines.iter().any(|line| !line.answers.is_empty());
                Some(if is_chosen { ReceiptVerdict::Option } else { ReceiptVerdict::DeniedAndStopped })
            }
            // By what the agent got, and not by what can be said of it.
            Outcome::Allowed if member("updatedPermissions").is_some() => Some(ReceiptVerdict::AllowedAndRemembered),
            Outcome::Allowed => Some(ReceiptVerdict::AllowedOnce),
            Outcome::Denied if stops => Some(ReceiptVerdict::DeniedAndStopped),
            Outcome::Denied => Some(ReceiptVerdict::Denied),
            Outcome::Answered
            | Outcome::PartlyAnswered
            | Outcome::Declined
            | Outcome::Cancelled
            | Outcome::TimedOut
            | Outcome::Withdrawn
            | Outcome::Lapsed
            | Outcome::AnsweredElsewhere
            | Outcome::CancelledElsewhere => None,
        }
    }

    /// A decision about the use of a tool as text.
    fn verdict_text(&self, verdict: ReceiptVerdict) -> String {
        let mut text = String::from(match verdict {
            ReceiptVerdict::AllowedOnce => "The user allowed this once:\n",
            ReceiptVerdict::AllowedAndRemembered => "The user allowed this, and more from now on:\n",
            ReceiptVerdict::Denied => "The user denied this:\n",
            ReceiptVerdict::DeniedAndStopped => "The user denied this, and stopped the agent:\n",
            ReceiptVerdict::Option => "The user decided about this:\n",
        });
        for line in &self.lines {
            let name = line.header.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
            text.push_str(&format!("\n{name}{}\n", line.question));
            line.answers.iter().for_each(|scope| text.push_str(&format!("   {scope}\n")));
            line.edited.iter().for_each(|edited| text.push_str(&format!("   Edited by the user: {edited}\n")));
            line.notes.iter().for_each(|message| text.push_str(&format!("   Message: {message}\n")));
        }
        text
    }

    /// As text for an agent, in the tool-result format that agents know: [`Receipt::copied_text`], and after answers the sentence
    /// by which that format ends.
    pub fn to_text(&self) -> String {
        let mut text = self.copied_text();
        // A receipt of something else than answers to questions has another format.
        if self.outcome.gives_values() && self.verdict().is_none() && !self.lines.is_empty() {
            text.push_str("\nProceeding with user selections.\n");
        }
        text
    }

    /// As text for a person, who copies it for use elsewhere. What was not sent is not called an answer.
    pub fn copied_text(&self) -> String {
        if let Some(verdict) = self.verdict() {
            return self.verdict_text(verdict);
        }
        let is_answer = self.outcome.is_answer();
        if self.outcome == Outcome::Declined {
            return "The user declined this. Nothing was filled in.\n".to_owned();
        }
        if is_answer && self.lines.is_empty() {
            // An address that was opened, or a form without a field.
            return "The user accepted this.\n".to_owned();
        }
        let mut text = if is_answer {
            String::from("User answered the following questions:\n")
        } else {
            format!("Not answered ({}). Chosen and typed until then:\n", self.outcome.word())
        };
        for (index, line) in self.lines.iter().enumerate() {
            let number = index + 1;
            text.push('\n');
            match &line.header {
                Some(header) => text.push_str(&format!("{number}. {header} ({})\n", line.question)),
                None => text.push_str(&format!("{number}. {}\n", line.question)),
            }
            if let Some(edit) = &line.unsent_edit {
                text.push_str(&format!("   Edited by the user, not sent: {edit}\n"));
            }
            match line.answers.as_slice() {
                [] if line.unsent_edit.is_some() => {}
                [] => text.push_str("   Not answered\n"),
                answers => text.push_str(&format!("   Selected: {}\n", answers.joined(", "))),
            }
            if let Some(notes) = &line.notes {
                text.push_str(&format!("   Notes: {notes}\n"));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{DeliveryStatus, Outcome, Receipt, ReceiptLine};

    #[test]
    fn what_was_not_sent_is_not_called_an_answer() {
        let line = ReceiptLine {
            header: None,
            question: "Which?".to_owned(),
            answers: vec!["A".to_owned()],
            picks: vec![0],
            other: None,
            offered: vec![],
            notes: None,
            ..ReceiptLine::default()
        };
        let receipt = Receipt {
            id: "q".to_owned(),
            outcome: Outcome::TimedOut,
            delivery: DeliveryStatus::NotSent,
            lines: vec![line],
            answers: vec![],
            annotations: vec![],
            result: None,
        };
        assert_eq!(
            receipt.to_text(),
            "Not answered (timed-out). Chosen and typed until then:\n\n1. Which?\n   Selected: A\n"
        );
    }

    #[test]
    fn the_text_is_the_tool_result_that_agents_know() {
        let line = |header: &str, question: &str, answers: &[&str]| ReceiptLine {
            header: Some(header.to_owned()),
            question: question.to_owned(),
            answers: answers.iter().map(|answer| (*answer).to_owned()).collect(),
            picks: vec![],
            other: None,
            offered: vec![],
            notes: None,
            ..ReceiptLine::default()
        };
        let receipt = Receipt {
            id: "q".to_owned(),
            outcome: Outcome::Answered,
            delivery: DeliveryStatus::Sent,
            lines: vec![
                line("Database", "Which database should we use for this project?", &["PostgreSQL"]),
                line("Features", "Which features should we enable?", &["TypeScript", "ESLint + Prettier"]),
            ],
            answers: vec![],
            annotations: vec![],
            result: None,
        };
        assert_eq!(
            receipt.to_text(),
            "User answered the following questions:\n\n\
             1. Database (Which database should we use for this project?)\n   Selected: PostgreSQL\n\n\
             2. Features (Which features should we enable?)\n   Selected: TypeScript, ESLint + Prettier\n\n\
             Proceeding with user selections.\n"
        );
        let copied = receipt.copied_text();
        assert!(
            copied.ends_with("Selected: TypeScript, ESLint + Prettier\n"),
            "who copies it proceeds with nothing: {copied}"
        );
    }
}

//! What is sent of an ask, and what stays of it.

use super::OpenAsk;
use crate::protocol::{Answer, ClientFrame, Question, RequestKind, form, wire_annotations, wire_answers};
use crate::session::draft::Draft;
use crate::session::outcome::{DeliveryStatus, Outcome, Receipt, ReceiptLine};

impl OpenAsk {
    /// Whether its annotations were sent with it, or would be; `capable` is whether the bridge takes them.
    pub(in crate::session) fn is_annotated(&self, capable: bool) -> bool {
        self.sent().map_or(capable, |sent| sent.annotated)
    }

    /// The response as it would be sent now.
    pub(super) fn response(&self, takes_annotations: bool) -> ClientFrame {
        let question_id = self.ask.id.clone();
        let decided = self.request_decision().map(|decision| decision.result.clone());
        let cancelled = || Some(form::cancel()).filter(|_| self.outcome() == Outcome::Cancelled);
        match self.ask.request.kind() {
            RequestKind::Questions => {}
            RequestKind::Permission => {
                if let Some(result) = decided {
                    return ClientFrame::PermissionResponse { request_id: question_id, result };
                }
            }
            RequestKind::Elicitation => {
                if let Some(result) = decided.or_else(cancelled) {
                    return ClientFrame::ElicitationResponse { request_id: question_id, result };
                }
            }
        }
        if self.outcome() == Outcome::Cancelled {
            return ClientFrame::Cancel { question_id };
        }
        let answers: Vec<_> = self.drafts.iter().map(Draft::answer).collect();
        ClientFrame::Answer {
            question_id,
            annotations: if takes_annotations { wire_annotations(&self.ask, &answers) } else { Vec::new() },
            answers: wire_answers(&self.ask, &answers),
        }
    }

    /// What stays of it. `annotated` is whether its annotations were sent: a receipt says what was sent.
    pub(in crate::session) fn receipt(&self, annotated: bool) -> Receipt {
        let outcome = self.outcome();
        let is_answer = outcome.gives_values();
        // Of what is not sent everything stays, also a text in the place of which another option was chosen.
        let read = if is_answer { Draft::answer } else { Draft::chosen_and_typed };
        let answers: Vec<_> = self.drafts.iter().map(read).collect();
        let is_question = self.ask.request.is_questions();
        let decision = self.request_decision();
        let is_sent =
            |question: &Question, answer: &Answer| !is_answer || (annotated && question.constraints.takes_note(answer));
        Receipt {
            id: self.ask.id.clone(),
            outcome,
            delivery: DeliveryStatus::Sent,
            lines: match self.ask.request.kind() {
                RequestKind::Permission => {
                    vec![ReceiptLine::of_approval(&self.ask, &self.approval, outcome, decision)]
                }
                RequestKind::Questions | RequestKind::Elicitation => {
                    let lines = ReceiptLine::all(&self.ask, &answers, &is_sent).into_iter();
                    let is_declined = outcome == Outcome::Declined;
                    lines.map(|line| if is_declined { line.withheld() } else { line }).collect()
                }
            },
            answers: if is_answer && is_question { wire_answers(&self.ask, &answers) } else { Vec::new() },
            annotations: if is_answer && annotated && is_question {
                wire_annotations(&self.ask, &answers)
            } else {
                Vec::new()
            },
            result: decision.filter(|_| outcome.is_answer()).map(|decision| decision.result.clone()),
        }
    }
}

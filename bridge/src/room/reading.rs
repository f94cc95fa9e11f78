//! The person's side of a room: frames from a page. Whatever they hold, the room stays whole.

use ask_user_widget::protocol::{ClientFrame, ClientFrameError, Refusal, ServerFrame};
use serde_json::Value;

use super::asking::Waiting;
use super::ending::ack;
use super::json::{read, write_frame};
use super::response::Response;
use super::{ConnectionId, Output, QuestionId, Room, close};

impl Room {
    pub(super) fn read_text(&mut self, from: ConnectionId, text: &str, out: &mut Vec<Output>) {
        match serde_json::from_str(text) {
            Ok(frame) => self.read(from, frame, out),
            Err(_) => self.close(from, close::INVALID, out),
        }
    }

    pub(super) fn read(&mut self, from: ConnectionId, frame: Value, out: &mut Vec<Output>) {
        if self.page.as_ref() != Some(&from) {
            out.push(Output::Send { to: from, frame: write_frame(&self.session_taken()) });
            return;
        }
        if let Err(error) = self.take(&from, frame, out) {
            out.push(Output::Send { to: from, frame: write_frame(&ServerFrame::Error { error }) });
        }
    }

    /// Takes a frame of the page. The error is the bridge's own sentence: nothing that a client sent is repeated.
    fn take(&mut self, from: &ConnectionId, mut frame: Value, out: &mut Vec<Output>) -> Result<(), String> {
        let value = read(&frame).ok_or("Invalid message: nested too deeply")?;
        let client_frame = ClientFrame::read(&value, self.settings.extensions).map_err(|error| error.to_string())?;
        let name = client_frame.type_name();
        let invalid = |reason| ClientFrameError::Invalid { name, reason }.to_string();
        match client_frame {
            ClientFrame::Answer { question_id, answers, annotations } => {
                self.respond(from, question_id, Response::Answer { answers, annotations }, invalid, out)
            }
            ClientFrame::Cancel { question_id } => self.respond(from, question_id, Response::Cancel, invalid, out),
            // The agent gets the result as it came: the protocol's own values round some numbers.
            ClientFrame::PermissionResponse { request_id, .. } => {
                let response = Response::Permission(frame["data"]["result"].take());
                self.respond(from, request_id, response, invalid, out)
            }
            ClientFrame::ElicitationResponse { request_id, .. } => {
                let response = Response::Elicitation(frame["data"]["result"].take());
                self.respond(from, request_id, response, invalid, out)
            }
            ClientFrame::Extend { question_id, seconds } => {
                self.extend(from, question_id, seconds, out);
                Ok(())
            }
            ClientFrame::Beat => {
                out.push(Output::Send { to: from.clone(), frame: write_frame(&ServerFrame::Beat) });
                Ok(())
            }
            // The agent gets the whole frame, which may say more than the text.
            ClientFrame::UserMessage { .. } => self.message(frame, out),
            // The host has checked the token, where it wants one; a page that sends one anyway means no harm.
            ClientFrame::Authenticate { .. } => Ok(()),
        }
    }

    fn respond(
        &mut self,
        from: &ConnectionId,
        question_id: String,
        response: Response,
        invalid: impl FnOnce(&'static str) -> String,
        out: &mut Vec<Output>,
    ) -> Result<(), String> {
        let question = QuestionId::from(question_id);
        let extensions = self.settings.extensions;
        if let Some(pending) = self.pending.take_if(|pending| *pending.id() == question) {
            let result = match pending.result(&response) {
                Ok(result) => result,
                Err(reason) => {
                    self.pending = Some(pending);
                    return Err(invalid(reason));
                }
            };
            if extensions {
                out.push(ack(from, &question, response.ack_outcome()));
            }
            self.remember_response(&pending, response.resolved(&question));
            self.settle(pending.into_ask(), from.clone(), &response, result, out);
            self.ask_next(out);
            return Ok(());
        }
        // After a restart asks may come back in another order: the person has decided on this very request.
        let is_it = |ask: &Waiting| ask.question == question && question.is_of_key();
        if let Some(index) = self.waiting.iter().position(is_it) {
            let result = self.waiting[index].request.result(&response).map_err(invalid)?;
            if extensions {
                out.push(ack(from, &question, response.ack_outcome()));
            }
            if let Some(ask) = self.waiting.remove(index) {
                self.settle(ask, from.clone(), &response, result, out);
            }
            return Ok(());
        }
        if self.hold(from, &question, &response) {
            return Ok(());
        }
        match (&self.pending, extensions) {
            // An id of the past is late, not wrong, where there is a word for it. An id that the room never had is
            // an error only beside a pending ask: on its own it may come from before a restart of the bridge.
            (Some(_), true) if !self.settled.knows(question.as_str()) => Err(Refusal::WrongQuestion.to_string()),
            (Some(_), false) => Err(Refusal::WrongQuestion.to_string()),
            (_, true) => {
                out.push(ack(from, &question, self.settled.ack_outcome(question.as_str(), &response)));
                Ok(())
            }
            (None, false) => Ok(()),
        }
    }

    /// Keeps a response for an ask that may come, if it can. Whether it is kept.
    fn hold(&mut self, from: &ConnectionId, question: &QuestionId, response: &Response) -> bool {
        let may_come = self.settings.extensions
            && question.is_of_key()
            && !self.settled.knows(question.as_str())
            && self.records.find(question).is_none();
        may_come && self.unclaimed.hold(self.now, from, question.clone(), response, &self.settings.limits)
    }

    fn extend(&mut self, from: &ConnectionId, question_id: String, seconds: u32, out: &mut Vec<Output>) {
        let pending = self.pending.as_mut().filter(|pending| pending.id().as_str() == question_id);
        let remaining_millis = match pending {
            Some(pending) => pending.extend(self.now, seconds, &self.settings.limits),
            // The request crossed the end of the ask: nothing is left.
            None => self.settled.knows(&question_id).then_some(0),
        };
        if let Some(millis) = remaining_millis {
            let remaining_seconds = millis as f64 / 1000.0;
            let frame = write_frame(&ServerFrame::AskUserExtend { question_id, remaining_seconds });
            out.push(Output::Send { to: from.clone(), frame });
        }
    }

    fn message(&mut self, frame: Value, out: &mut Vec<Output>) -> Result<(), String> {
        if !self.settings.messages {
            return Err("No agent takes messages on this bridge".to_owned());
        }
        self.working = true;
        out.push(Output::Message(frame));
        Ok(())
    }
}

//! The person's side of a room: frames from a page. Whatever they hold, the room stays whole.

use serde_json::{Map, Value};

use super::response::{Response, question_id};
use super::settled::End;
use super::{ConnectionId, Output, QuestionId, Room, close, frame};

impl Room {
    pub(super) fn read_text(&mut self, from: ConnectionId, text: &str, out: &mut Vec<Output>) {
        match serde_json::from_str(text) {
            Ok(frame) => self.read(from, frame, out),
            Err(_) => self.close(from, close::INVALID, out),
        }
    }

    pub(super) fn read(&mut self, from: ConnectionId, frame: Value, out: &mut Vec<Output>) {
        if self.page.as_ref() != Some(&from) {
            out.push(Output::Send { to: from, frame: frame::session_taken(&self.session) });
            return;
        }
        let extensions = self.settings.extensions;
        let mut frame = match frame {
            Value::Object(frame) => frame,
            _ => Map::new(),
        };
        let kind = frame.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        let done = match kind.as_str() {
            "ask_user_response" => self.respond(&from, frame.remove("data"), out),
            "ask_user_extend" if extensions => self.extend(&from, frame, out),
            "ask_user_beat" if extensions => {
                out.push(Output::Send { to: from.clone(), frame: frame::ask_user_beat() });
                Ok(())
            }
            "user_message" => self.message(frame, out),
            // The host has checked the token, where it wants one; a page that sends one anyway means no harm.
            "authenticate" => Ok(()),
            "" => Err("Invalid message: type must be a string".to_owned()),
            _ => Err("Unknown message type".to_owned()),
        };
        if let Err(error) = done {
            out.push(Output::Send { to: from, frame: frame::error(&error) });
        }
    }

    fn respond(&mut self, from: &ConnectionId, data: Option<Value>, out: &mut Vec<Output>) -> Result<(), String> {
        let (question, response) = Response::read(data, self.settings.extensions)
            .map_err(|reason| format!("Invalid ask_user_response: {reason}"))?;
        let mut ack = |question: &str, outcome| {
            let frame = frame::ask_user_ack(question, outcome);
            out.push(Output::Send { to: from.clone(), frame });
        };
        let Some(pending) = self.pending.take_if(|pending| pending.id().as_str() == question) else {
            return match (&self.pending, self.settings.extensions) {
                // An id of the past is late, not wrong, where there is a word for it. An id that the room never had is
                // an error only beside a pending ask: on its own it may come from before a restart of the bridge.
                (Some(_), true) if !self.settled.knows(&question) => Err(WRONG_QUESTION.to_owned()),
                (Some(_), false) => Err(WRONG_QUESTION.to_owned()),
                (_, true) => {
                    ack(&question, self.settled.outcome(&question, &response));
                    Ok(())
                }
                (None, false) => Ok(()),
            };
        };
        if self.settings.extensions {
            ack(&question, if response == Response::Cancel { "cancelled" } else { "accepted" });
        }
        let question = pending.id().clone();
        self.settled.push(question.clone(), End::Responded(response.fingerprint()));
        self.remember_response(&pending, frame::ask_user_resolved(&question, &response));
        out.push(Output::Resolve { question, result: pending.settle(response) });
        self.ask_next(out);
        Ok(())
    }

    /// `question_id` and `seconds` stand in the frame itself, or in `data` as a response has them.
    fn extend(
        &mut self,
        from: &ConnectionId,
        mut frame: Map<String, Value>,
        out: &mut Vec<Output>,
    ) -> Result<(), String> {
        let mut data = match frame.remove("data") {
            Some(Value::Object(data)) => data,
            _ => frame,
        };
        let invalid = |reason| format!("Invalid ask_user_extend: {reason}");
        let question = question_id(&mut data).map_err(invalid)?;
        let seconds = data.get("seconds").and_then(Value::as_f64).filter(|seconds| *seconds > 0.0);
        let seconds = seconds.ok_or_else(|| invalid("seconds must be a positive number"))?;
        let pending = self.pending.as_mut().filter(|pending| pending.id().as_str() == question);
        let remaining = match pending {
            // A cast from a float saturates, and the limit is far below that.
            Some(pending) => pending.extend(self.now, seconds.ceil() as u32, &self.settings.limits),
            // The request crossed the end of the ask: nothing is left.
            None => self.settled.knows(&question).then_some(0),
        };
        if let Some(remaining) = remaining {
            let frame = frame::ask_user_extend(&QuestionId::from(question), remaining);
            out.push(Output::Send { to: from.clone(), frame });
        }
        Ok(())
    }

    fn message(&mut self, frame: Map<String, Value>, out: &mut Vec<Output>) -> Result<(), String> {
        if !self.settings.messages {
            return Err("No agent takes messages on this bridge".to_owned());
        }
        if !frame.get("text").is_some_and(Value::is_string) {
            return Err("Invalid user_message: text must be a string".to_owned());
        }
        self.working = true;
        out.push(Output::Message(Value::Object(frame)));
        Ok(())
    }
}

const WRONG_QUESTION: &str = "Question ID does not match pending question";

//! A room as text, for a store that several bridges share. What a room needs and nobody else could know again is in it: not its
//! settings, not the time, not the beats of the page's own node, and not the missed frames, which the store keeps as a list.

use std::collections::VecDeque;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::asking::Waiting;
use super::call_results::CallResults;
use super::pending::Pending;
use super::records::Records;
use super::settled::{End, Settled};
use super::unclaimed::Unclaimed;
use super::view::Views;
use super::{
    AskInput, ConnectionId, ElicitationInput, MissedChange, MissedFrame, PermissionInput, QuestionId, Request, Room,
    Settings, Time,
};

/// The number of this form. A bridge reads its own number and those before it, so that old and new bridges can serve together
/// while a new version is rolled out. Members that are added get a default.
const SCHEMA: u32 = 1;

/// Why a text is no room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SnapshotError {
    /// A later version has written it.
    Later(u32),
    /// It is something else.
    Unreadable,
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SnapshotError::Later(schema) => write!(out, "A later bridge has written this session (schema {schema})"),
            SnapshotError::Unreadable => out.write_str("The store holds something that is no session"),
        }
    }
}

#[derive(Serialize)]
struct Written<'a> {
    schema: u32,
    page: &'a Option<ConnectionId>,
    page_view: &'a str,
    views: &'a Views,
    pending: &'a Option<Pending>,
    waiting: &'a VecDeque<Waiting>,
    settled: &'a VecDeque<(QuestionId, End)>,
    records: &'a Records,
    #[serde(skip_serializing_if = "CallResults::is_empty")]
    call_results: &'a CallResults,
    unclaimed: &'a Unclaimed,
    working: bool,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Read {
    page: Option<ConnectionId>,
    page_view: String,
    views: Views,
    pending: Option<Pending>,
    waiting: VecDeque<Waiting>,
    settled: VecDeque<(QuestionId, End)>,
    records: Records,
    call_results: CallResults,
    unclaimed: Unclaimed,
    working: bool,
}

#[derive(Deserialize)]
struct Schema {
    schema: u32,
}

impl Room {
    /// The room as text.
    pub fn write_snapshot(&self) -> String {
        let written = Written {
            schema: SCHEMA,
            page: &self.page,
            page_view: &self.page_view,
            views: &self.views,
            pending: &self.pending,
            waiting: &self.waiting,
            settled: self.settled.ends(),
            records: &self.records,
            call_results: &self.call_results,
            unclaimed: &self.unclaimed,
            working: self.working,
        };
        serde_json::to_string(&written).expect("a room is written without fail")
    }

    /// Reads what [`Room::write_snapshot`] has written, here or on another node.
    pub fn read_snapshot(session: impl Into<String>, settings: Settings, text: &str) -> Result<Room, SnapshotError> {
        let unreadable = |_| SnapshotError::Unreadable;
        let Schema { schema } = serde_json::from_str(text).map_err(unreadable)?;
        if schema > SCHEMA {
            return Err(SnapshotError::Later(schema));
        }
        let read: Read = serde_json::from_str(text).map_err(unreadable)?;
        let mut settled = Settled::new(settings.limits.settled_asks);
        read.settled.into_iter().for_each(|(question, end)| settled.push(question, end));
        Ok(Room {
            page: read.page,
            page_view: read.page_view,
            views: read.views,
            pending: read.pending,
            waiting: read.waiting,
            settled,
            records: read.records,
            call_results: read.call_results,
            unclaimed: read.unclaimed,
            working: read.working,
            ..Room::new(session, settings)
        })
    }

    /// What has happened to the missed frames since this was last called.
    pub fn take_missed_change(&mut self) -> MissedChange {
        self.backlog.take_change()
    }

    /// The missed frames as the store has them.
    pub fn set_missed(&mut self, missed: Vec<MissedFrame>) {
        self.backlog.set(missed);
    }

    /// Goes on with the beats of a former state of the same room.
    pub fn continue_beats(&mut self, former: &Room) {
        self.beat_at = former.beat_at.filter(|_| self.page == former.page);
    }

    /// The time of the room's last step.
    pub fn last_step(&self) -> Time {
        self.now
    }
}

/// A request as it is stored: its kind and its members, which are checked again when they are read.
#[derive(Serialize, Deserialize)]
pub(super) struct StoredRequest {
    #[serde(with = "kind")]
    kind: ask_user_widget::protocol::RequestKind,
    members: Map<String, Value>,
}

impl From<Request> for StoredRequest {
    fn from(request: Request) -> StoredRequest {
        StoredRequest { kind: request.kind(), members: request.members().clone() }
    }
}

impl TryFrom<StoredRequest> for Request {
    type Error = String;

    fn try_from(stored: StoredRequest) -> Result<Request, String> {
        use ask_user_widget::protocol::RequestKind;
        let members = Value::Object(stored.members);
        match stored.kind {
            RequestKind::Questions => AskInput::new(members).map(Request::from).map_err(|error| error.to_string()),
            RequestKind::Permission => {
                PermissionInput::new(members).map(Request::from).map_err(|error| error.to_string())
            }
            RequestKind::Elicitation => {
                ElicitationInput::new(members).map(Request::from).map_err(|error| error.to_string())
            }
        }
    }
}

/// The kind of a request, by its name.
pub(crate) mod kind {
    use ask_user_widget::protocol::RequestKind;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(kind: &RequestKind, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(kind.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<RequestKind, D::Error> {
        let name = String::deserialize(from)?;
        RequestKind::named(&name).ok_or_else(|| D::Error::custom("a kind of requests that is not known"))
    }
}

/// A response, as JSON.
pub(super) mod response {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use serde_json::Value;

    use crate::room::response::Response;

    pub(in crate::room) fn serialize<S: Serializer>(response: &Response, to: S) -> Result<S::Ok, S::Error> {
        response.as_json().serialize(to)
    }

    pub(in crate::room) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Response, D::Error> {
        let value = Value::deserialize(from)?;
        Response::from_json(&value).ok_or_else(|| D::Error::custom("a response that is not known"))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::{AskInput, ChatFrame, Content, Input, Keep, PermissionInput, Room, Settings, Time};
    use super::SnapshotError;

    fn read(text: &str) -> Result<Room, SnapshotError> {
        Room::read_snapshot("s", Settings::default(), text)
    }

    /// A room with something in every place.
    fn full() -> Room {
        let mut room = Room::new("s", Settings::default());
        let questions = AskInput::new(json!({"questions": [{"question": "Q?"}]})).unwrap();
        let approval =
            PermissionInput::new(json!({"tool_name": "Bash", "input": {"big": 12345678901234567890u64}})).unwrap();
        let ask = |question: &str, request: super::Request, keep| Input::Ask {
            question: question.into(),
            request,
            limit: None,
            keep,
        };
        let response = |question: &str| {
            let annotations = json!({"Q?": {"notes": "a note"}});
            let data = json!({"question_id": question, "answers": {"Q?": "Yes"}, "annotations": annotations});
            Input::Frame { from: "c1".into(), frame: json!({"type": "ask_user_response", "data": data}) }
        };
        let inputs = [
            Input::Opened { connection: "c1".into(), view: super::super::View::parse("v.1") },
            ask("q1", questions.clone().into(), Keep::Record { key: super::super::IdempotencyKey::new("k") }),
            response("q1"),
            ask("q2", questions.into(), Keep::Call),
            ask("q3", approval.clone().into(), Keep::Call),
            ask("q4", approval.clone().into(), Keep::RecordOnce(Content::of(&approval.into()))),
            Input::Event(ChatFrame::new(json!({"type": "text", "chunk": "x"})).unwrap()),
        ];
        for input in inputs {
            room.handle(Time(1_000), input);
        }
        room
    }

    #[test]
    fn a_room_comes_back_as_it_was() {
        let mut room = full();
        let text = room.write_snapshot();
        let mut same = read(&text).unwrap();
        assert_eq!(same.write_snapshot(), text);
        assert!(text.contains("12345678901234567890"), "no digit is lost");
        // Both go on alike.
        for input in [Input::HangUp("q2".into()), Input::Closed("c1".into()), Input::Wake] {
            assert_eq!(same.handle(Time(70_000), input.clone()), room.handle(Time(70_000), input));
        }
    }

    #[test]
    fn a_session_that_the_first_schema_has_written_is_read() {
        let text = r#"{"schema":1,"page":"c_n1.aa","page_view":"v","views":{"latest":[{"name":"v","number":1}],"ends":[]},
            "pending":{"ask":{"question":"q_n1.bb","request":{"kind":"questions","members":{"questions":[{"question":"Q?"}]}},
            "limit":{"seconds":55},"keep":"call","bytes":35},"clock":{"limited":{"timeout_seconds":55,"asked":56000,
            "granted":56000,"latest":6056000}},"shown":"now","seen_by":["v"]},"waiting":[],"settled":[["q0",{"responded":7}]],
            "records":[],"unclaimed":[],"working":true}"#;
        let room = read(text).unwrap();
        assert_eq!(room.page().map(|page| page.as_str()), Some("c_n1.aa"));
        assert_eq!(room.pending().map(|question| question.as_str()), Some("q_n1.bb"));
        assert_eq!(room.next_deadline(), Some(Time(56_000)));
        assert!(read(r#"{"schema":1}"#).is_ok(), "what is missing has a default");
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        assert_eq!(read(r#"{"schema":2}"#).unwrap_err(), SnapshotError::Later(2));
        for text in ["", "{}", "[]", r#"{"schema":1,"pending":3}"#] {
            assert_eq!(read(text).unwrap_err(), SnapshotError::Unreadable, "{text}");
        }
    }
}

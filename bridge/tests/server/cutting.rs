//! An agent's call is cut at every moment of an ask's life, and the bridge is restarted at every one: there is one answer,
//! and the agent always has it in the end. So it is with approvals and forms.

use std::time::Duration;

use ask_user_bridge::config::{Config, Limits};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::bridge::{Bridge, question, read};
use crate::page::Page;

/// A bridge that does not wait for pages that do not hear it when it stops.
async fn start() -> Bridge {
    let limits = Limits { stop: Duration::from_millis(200), ..Limits::default() };
    Bridge::start(Config { limits, ..Config::default() }).await
}

const KEY: [(&str, &str); 1] = [("idempotency-key", "8e03978e")];

/// What the agent asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Questions,
    Approval,
    Form,
}

const KINDS: [Kind; 3] = [Kind::Questions, Kind::Approval, Kind::Form];

impl Kind {
    /// Where it is asked.
    fn path(self) -> &'static str {
        match self {
            Kind::Questions => "/sessions/s/ask",
            Kind::Approval => "/sessions/s/permission",
            Kind::Form => "/sessions/s/elicit",
        }
    }

    /// What the agent sends.
    fn body(self) -> Value {
        match self {
            Kind::Questions => question(),
            Kind::Approval => json!({"tool_name": "Deploy", "input": {"to": "production"}}),
            Kind::Form => {
                let schema = json!({"type": "object", "properties": {"name": {"type": "string"}}});
                json!({"message": "Who?", "requestedSchema": schema})
            }
        }
    }

    /// The type of the frame that asks, and the member that names the ask.
    fn frame(self) -> (&'static str, &'static str) {
        match self {
            Kind::Questions => ("ask_user_question", "question_id"),
            Kind::Approval => ("permission_request", "request_id"),
            Kind::Form => ("elicitation_request", "request_id"),
        }
    }

    /// What the agent gets.
    fn result(self) -> Value {
        match self {
            Kind::Questions => {
                let mut input = question();
                input["answers"] = json!({"Q?": "mine"});
                json!({"behavior": "allow", "updatedInput": input})
            }
            Kind::Approval => json!({"behavior": "allow", "updatedInput": {"to": "staging"}}),
            Kind::Form => json!({"action": "accept", "content": {"name": "Ada"}}),
        }
    }

    /// How the list of asks calls it.
    fn name(self) -> &'static str {
        match self {
            Kind::Questions => "questions",
            Kind::Approval => "permission",
            Kind::Form => "elicitation",
        }
    }
}

/// When the call is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Moment {
    /// Half of the request has been sent.
    InTheBody,
    /// All of it has been sent, and nobody knows whether it was read.
    BeforeAccept,
    /// The person has the question.
    Waiting,
    /// The person answers at the same time.
    AtTheAnswer,
    /// The person knows that the answer has arrived, and the reply was not read.
    AfterTheAnswer,
    /// The reply was read, and the agent forgot it.
    AfterTheReply,
}

const MOMENTS: [Moment; 6] = [
    Moment::InTheBody,
    Moment::BeforeAccept,
    Moment::Waiting,
    Moment::AtTheAnswer,
    Moment::AfterTheAnswer,
    Moment::AfterTheReply,
];

/// A person before a page, who answers each question once. As the widget does, the page sends a response again that was not
/// confirmed, and one that a bridge has lost.
struct Person {
    page: Page,
    kind: Kind,
    /// The question that was asked, as soon as one was.
    asked: Option<Value>,
    /// Whether they have answered.
    has_answered: bool,
    /// Whether this bridge has said that it has the answer.
    is_confirmed: bool,
}

impl Person {
    async fn comes(bridge: &Bridge, kind: Kind) -> Person {
        Person { page: Page::open(bridge, "s").await, kind, asked: None, has_answered: false, is_confirmed: false }
    }

    /// The page connects to the next bridge.
    async fn goes_to(&mut self, bridge: &Bridge) {
        self.page = Page::open(bridge, "s").await;
        let was_confirmed = std::mem::take(&mut self.is_confirmed);
        if self.has_answered && !was_confirmed {
            self.sends().await;
        }
    }

    async fn sees_the_question(&mut self) {
        while self.asked.is_none() {
            self.hears().await;
        }
    }

    async fn answers(&mut self) {
        self.sees_the_question().await;
        self.has_answered = true;
        self.sends().await;
    }

    async fn is_confirmed(&mut self) {
        while !self.is_confirmed {
            self.hears().await;
        }
    }

    async fn sends(&mut self) {
        let asked = self.asked.clone().expect("nobody answers what was not asked");
        match self.kind {
            Kind::Questions => self.page.answer(&asked, json!({"Q?": "mine"})).await,
            Kind::Approval | Kind::Form => self.page.decide(&asked, &self.kind.result()).await,
        }
    }

    async fn hears(&mut self) {
        let frame = self.page.frame().await;
        let (asks, id) = self.kind.frame();
        match frame["type"].as_str() {
            Some(kind) if kind == asks => {
                if let Some(asked) = &self.asked {
                    assert_eq!(asked[id], frame[id], "the person is not asked the same twice");
                    for member in ["questions", "input", "requestedSchema"] {
                        assert_eq!(asked[member], frame[member]);
                    }
                }
                let is_repeated = self.asked.replace(frame).is_some();
                if is_repeated && self.has_answered {
                    self.sends().await;
                }
            }
            Some("ask_user_ack") => {
                let outcome = frame["outcome"].as_str().unwrap();
                assert!(["accepted", "duplicate"].contains(&outcome), "{frame}");
                self.is_confirmed = true;
            }
            Some("session_status" | "ask_user_beat") => {}
            _ => panic!("{frame}"),
        }
    }
}

/// Makes a call and cuts it.
async fn cut(moment: Moment, bridge: &Bridge, person: &mut Person) {
    let (path, body) = (person.kind.path(), person.kind.body().to_string());
    if moment == Moment::InTheBody {
        let mut stream = TcpStream::connect(bridge.address).await.unwrap();
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\n{}: {}\r\ncontent-length: {}\r\n\r\n",
            bridge.address,
            KEY[0].0,
            KEY[0].1,
            body.len()
        );
        stream.write_all(format!("{head}{}", &body[..20]).as_bytes()).await.unwrap();
        return;
    }
    let mut call = bridge.begin("POST", path, &KEY, &body).await;
    match moment {
        Moment::InTheBody | Moment::BeforeAccept => {}
        Moment::Waiting => person.sees_the_question().await,
        Moment::AtTheAnswer => person.answers().await,
        Moment::AfterTheAnswer => {
            person.answers().await;
            person.is_confirmed().await;
        }
        Moment::AfterTheReply => {
            person.answers().await;
            assert_eq!(read(&mut call).await.status, 200);
        }
    }
    drop(call);
}

/// The agent calls again, and has the person's answer.
async fn has_the_answer(bridge: &Bridge, person: &mut Person) {
    let kind = person.kind;
    let mut call = bridge.begin("POST", kind.path(), &KEY, &kind.body().to_string()).await;
    if !person.has_answered {
        person.answers().await;
    }
    person.is_confirmed().await;
    let reply = read(&mut call).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    assert_eq!(reply.json(), kind.result());
    let asks = bridge.get("/sessions/s/asks").await.json();
    let asked = person.asked.as_ref().unwrap();
    let only = json!({"id": asked[kind.frame().1], "kind": kind.name(), "status": "answered"});
    assert_eq!(asks, json!({"asks": [only]}), "one ask with one answer");
}

/// Every kind of request, at every moment.
fn every_cut() -> impl Iterator<Item = (Kind, Moment)> {
    KINDS.into_iter().flat_map(|kind| MOMENTS.map(|moment| (kind, moment)))
}

#[tokio::test]
async fn a_call_that_is_cut_at_any_moment_finds_its_answer() {
    for (kind, moment) in every_cut() {
        let bridge = start().await;
        let mut person = Person::comes(&bridge, kind).await;
        cut(moment, &bridge, &mut person).await;
        has_the_answer(&bridge, &mut person).await;
        has_the_answer(&bridge, &mut person).await;
        println!("{kind:?}, {moment:?}: one answer");
    }
}

#[tokio::test]
async fn a_bridge_that_is_restarted_at_any_moment_loses_no_answer_and_asks_nobody_twice() {
    for (kind, moment) in every_cut() {
        for page_is_first in [true, false] {
            let bridge = start().await;
            let mut person = Person::comes(&bridge, kind).await;
            cut(moment, &bridge, &mut person).await;
            bridge.stop().await;
            let bridge = start().await;
            if page_is_first {
                person.goes_to(&bridge).await;
                has_the_answer(&bridge, &mut person).await;
            } else {
                let mut early = bridge.begin("POST", kind.path(), &KEY, &kind.body().to_string()).await;
                person.goes_to(&bridge).await;
                has_the_answer(&bridge, &mut person).await;
                assert_eq!(read(&mut early).await.json(), kind.result());
            }
            println!("{kind:?}, {moment:?}, page first {page_is_first}: one answer");
        }
    }
}

#[tokio::test]
async fn an_agent_that_polls_finds_its_answer_over_any_break() {
    let bridge = start().await;
    let mut person = Person::comes(&bridge, Kind::Questions).await;
    let headers = [KEY[0], ("prefer", "respond-async")];
    let reply = bridge.send("POST", "/sessions/s/ask", &headers, &question().to_string()).await;
    let place = format!("/sessions/s/asks/{}", reply.json()["id"].as_str().unwrap());
    for _ in 0..3 {
        drop(bridge.begin("GET", &format!("{place}?wait=20"), &[], "").await);
    }
    let mut poll = bridge.begin("GET", &format!("{place}?wait=20"), &[], "").await;
    person.answers().await;
    assert_eq!(read(&mut poll).await.json()["status"], "answered");
    bridge.stop().await;
    let bridge = start().await;
    assert_eq!(bridge.get(&place).await.status, 404, "a bridge without a store has forgotten it");
    person.goes_to(&bridge).await;
    has_the_answer(&bridge, &mut person).await;
    assert_eq!(bridge.get(&place).await.json()["status"], "answered", "under the same id");
}

//! Faults that are put in on purpose: each makes one invariant fail, which shows that the invariant bites.

use ask_user_bridge::room::{self, AskInput, AskState, AskStatus, Content, IdempotencyKey, QuestionId};
use ask_user_widget::protocol::ServerFrame;
use ask_user_widget::session::{Connection, ConnectionId, Event, Input, Output, Time};
use serde_json::{Value, json};

use crate::calls::Call;
use crate::invariants::Invariant;
use crate::link::Weather;
use crate::world::World;

/// Something that a part of the world does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutation {
    /// The bridge gives the agent each result twice.
    ResultTwice,
    /// An answer is changed on its way to the bridge.
    AnswerChanged,
    /// A denial becomes an allowance on its way to the bridge.
    AllowForged,
    /// The bridge gives less time than it says.
    ClockFast,
    /// The widget announces each ask twice to its page.
    AskTwice,
    /// The browser stores nothing over a reload.
    DraftForgotten,
    /// The bridge confirms a decision that never reached it.
    AckForged,
    /// The question itself is lost on a connection that loses nothing.
    QuestionLost,
    /// The page's input stays disabled.
    WaitsForEver,
    /// Confirmations are lost on a connection that loses nothing.
    AckLost,
    /// The bridge takes a decision and says that it came too late.
    AckLies,
    /// The bridge says to the only view that another has the session.
    TakenForged,
    /// The clock of the page stands still.
    ClockStill,
    /// The widget does everything many times over.
    OutputsMultiplied,
    /// The network never comes back.
    NeverHeals,
    /// Something on the way answers in the bridge's place.
    SilenceHidden,
    /// A question is said to have more time than it has.
    TimeStretched,
    /// The browser stores everything for ever.
    Hoards,
    /// The page's input stays disabled while there is no connection.
    WaitsWhileDisconnected,
    /// The bridge changes what it has recorded.
    RecordChanged,
    /// The bridge forgets what it has recorded.
    RecordDropped,
    /// A key is not looked at: each call asks anew.
    KeyIgnored,
    /// The bridge mixes up its agents.
    AgentsMixedUp,
    /// The bridge confirms a response whose agent has not asked again, and may never.
    UnclaimedAcked,
    /// The bridge takes a key whose result it has forgotten for a new one.
    KeyOfThePast,
    /// The content of a call is not looked at: each call asks anew.
    ContentIgnored,
    /// What was allowed to an agent once is allowed whenever it is asked again.
    AllowanceReused,
}

impl Mutation {
    /// Every fault, and the invariant that it breaks.
    pub(crate) const ALL: [(Mutation, Invariant); 27] = [
        (Mutation::ResultTwice, Invariant::OneResult),
        (Mutation::AnswerChanged, Invariant::AsDecided),
        (Mutation::AllowForged, Invariant::AsDecided),
        (Mutation::ClockFast, Invariant::NotTooEarly),
        (Mutation::AskTwice, Invariant::OneDialog),
        (Mutation::DraftForgotten, Invariant::NothingTypedLost),
        (Mutation::AckForged, Invariant::TrueReceipt),
        (Mutation::QuestionLost, Invariant::Agreement),
        (Mutation::WaitsForEver, Invariant::NotLeftWaiting),
        (Mutation::AckLost, Invariant::NothingUnconfirmed),
        (Mutation::AckLies, Invariant::SameEnd),
        (Mutation::TakenForged, Invariant::NotTakenByNobody),
        (Mutation::ClockStill, Invariant::NoSpin),
        (Mutation::OutputsMultiplied, Invariant::BoundedOutputs),
        (Mutation::NeverHeals, Invariant::Recovers),
        (Mutation::SilenceHidden, Invariant::Noticed),
        (Mutation::TimeStretched, Invariant::NoMoreTime),
        (Mutation::Hoards, Invariant::BoundedMemory),
        (Mutation::WaitsWhileDisconnected, Invariant::NotHeldForEver),
        (Mutation::RecordChanged, Invariant::OneRecord),
        (Mutation::RecordDropped, Invariant::Fetchable),
        (Mutation::KeyIgnored, Invariant::AskedOnce),
        (Mutation::AgentsMixedUp, Invariant::OwnAnswer),
        (Mutation::UnclaimedAcked, Invariant::TrueReceipt),
        (Mutation::KeyOfThePast, Invariant::AskedOnce),
        (Mutation::ContentIgnored, Invariant::AskedOnce),
        (Mutation::AllowanceReused, Invariant::AllowedOnce),
    ];
}

/// What each part of the world does by way of them.
impl World {
    fn is(&self, mutation: Mutation) -> bool {
        self.mutation == Some(mutation)
    }

    /// What the browser gives the next page.
    pub(crate) fn mutated_drafts(&self, view: usize) -> Option<String> {
        self.views[view].persisted_drafts.clone().filter(|_| !self.is(Mutation::DraftForgotten))
    }

    /// What the clock of a page says.
    pub(crate) fn mutated_time(&self, view: usize) -> Time {
        let now = if self.is(Mutation::ClockStill) { self.now.min(3_000) } else { self.now };
        Time(now + self.views[view].ahead)
    }

    /// What a widget hears besides.
    pub(crate) fn mutate_silence(&mut self, view: usize) {
        if let Some(open) = self.views[view].open.filter(|_| self.is(Mutation::SilenceHidden)) {
            let connection = ConnectionId(open.connection);
            let now = Time(self.now + self.views[view].ahead);
            self.views[view].session.handle(now, Input::Frame { connection, frame: ServerFrame::Beat });
        }
    }

    /// What a widget does.
    pub(crate) fn mutated_outputs(&self, mut outputs: Vec<Output>) -> Vec<Output> {
        match self.mutation {
            Some(Mutation::OutputsMultiplied) => outputs = std::iter::repeat_n(outputs, 50).flatten().collect(),
            Some(Mutation::AskTwice) => {
                let asks = outputs.iter().filter(|output| matches!(output, Output::Notify(Event::Ask { .. })));
                outputs.extend(asks.cloned().collect::<Vec<_>>());
            }
            Some(Mutation::WaitsForEver) => {
                for output in &mut outputs {
                    if let Output::Notify(Event::Status(status)) = output {
                        status.waiting_for_user = true;
                    }
                }
            }
            Some(Mutation::WaitsWhileDisconnected) => {
                for output in &mut outputs {
                    if let Output::Notify(Event::Status(status)) = output
                        && matches!(status.connection, Connection::Reconnecting | Connection::Unreachable)
                    {
                        status.waiting_for_user = status.pending_question_id.is_some();
                    }
                }
            }
            Some(Mutation::Hoards) => {
                for output in &mut outputs {
                    if let Output::Persist { text: Some(text), .. } = output {
                        text.push_str(&" ".repeat(1 << 20));
                    }
                }
            }
            _ => {}
        }
        outputs
    }

    /// What a widget's frame is on its way; nothing if it is lost.
    pub(crate) fn mutated_word(&self, text: String) -> Option<String> {
        match self.mutation {
            Some(Mutation::AnswerChanged) => Some(text.replace("\":\"A\"", "\":\"B\"")),
            Some(Mutation::AllowForged) if text.contains("\"behavior\":\"deny\"") => {
                let mut frame: Value = serde_json::from_str(&text).expect("a widget sends JSON");
                frame["data"]["result"] = json!({"behavior": "allow", "updatedInput": {"command": "rm -rf /"},
                    "decisionClassification": "user_temporary"});
                Some(frame.to_string())
            }
            Some(Mutation::AckForged) if text.contains("ask_user_response") => {
                Some(text.replace("ask_user_response", "ask_user_beat"))
            }
            _ => Some(text),
        }
    }

    /// What a bridge's frame is on its way.
    pub(crate) fn mutated_frame(&self, text: String) -> Vec<String> {
        match self.mutation {
            Some(Mutation::QuestionLost) if text.contains("\"ask_user_question\"") => vec![],
            Some(Mutation::AckLost) if text.contains("\"ask_user_ack\"") => vec![],
            Some(Mutation::AckLies) => vec![text.replace("\"accepted\"", "\"late\"")],
            Some(Mutation::TakenForged) if text.contains("\"connected\"") => {
                vec![text, r#"{"type":"session_taken"}"#.to_owned()]
            }
            Some(Mutation::TimeStretched) => {
                vec![text.replace("\"timeout_seconds\":", "\"timeout_seconds\":9").replace("remaining_seconds", "x")]
            }
            // A bridge that takes every beat for a decision.
            Some(Mutation::AckForged) if text.contains("ask_user_beat") => {
                let open = self.ledger.open_asks();
                let acks = open
                    .iter()
                    .map(|id| format!(r#"{{"type":"ask_user_ack","question_id":"{id}","outcome":"accepted"}}"#));
                acks.chain([text]).collect()
            }
            _ => vec![text],
        }
    }

    /// What a bridge does.
    pub(crate) fn mutated_room_outputs(&mut self, mut outputs: Vec<room::Output>) -> Vec<room::Output> {
        if self.is(Mutation::ResultTwice) {
            let results = outputs.iter().filter(|output| matches!(output, room::Output::Resolve { .. }));
            outputs.extend(results.cloned().collect::<Vec<_>>());
        }
        if self.is(Mutation::UnclaimedAcked)
            && self.bridge.load().unclaimed_responses > 0
            && let Some(page) = self.bridge.page()
        {
            let unknown = self.calls.iter().filter(|call| self.bridge.find(&call.id.as_str().into()).is_none());
            let ack = |call: &Call| room::Output::Send {
                to: page.clone(),
                frame: json!({"type": "ask_user_ack", "question_id": call.id, "outcome": "accepted"}),
            };
            outputs.extend(unknown.map(ack));
        }
        outputs
    }

    /// What a bridge says of a recorded ask.
    pub(crate) fn mutated_state(&self, state: Option<AskState>) -> Option<AskState> {
        let mut state = state?;
        if let AskStatus::Over { result, .. } = &mut state.status {
            match self.mutation {
                Some(Mutation::RecordDropped) => return None,
                Some(Mutation::RecordChanged) => *result = json!({"behavior": "deny", "message": "No"}),
                _ => {}
            }
        }
        Some(state)
    }

    /// What an agent gets for its call.
    pub(crate) fn mutated_result(&self, number: usize, result: Value) -> Value {
        let others = self.calls.iter().enumerate().filter(|(other, _)| *other != number);
        let other = others.filter_map(|(_, call)| call.got.clone()).next_back();
        other.filter(|_| self.is(Mutation::AgentsMixedUp)).unwrap_or(result)
    }

    /// The id under which a call is asked.
    pub(crate) fn mutated_question(&self, number: usize, id: &str) -> QuestionId {
        if self.takes_for_new(number) { format!("{id}.{}", self.steps).into() } else { id.into() }
    }

    /// The key of a call.
    pub(crate) fn mutated_key(&self, number: usize, key: &IdempotencyKey) -> IdempotencyKey {
        let ignored = IdempotencyKey::new(&format!("ignored-{}", self.steps)).expect("a key");
        if self.takes_for_new(number) { ignored } else { key.clone() }
    }

    /// Whether the bridge takes the key of a call for one that it has not seen.
    fn takes_for_new(&self, number: usize) -> bool {
        self.is(Mutation::KeyIgnored) || (self.is(Mutation::KeyOfThePast) && self.is_forgotten(number))
    }

    /// The content of a tool call.
    pub(crate) fn mutated_content(&self, content: &Content) -> Content {
        if !self.is(Mutation::ContentIgnored) {
            return content.clone();
        }
        let other = json!({"questions": [], "metadata": {"step": self.steps}});
        Content::of(&AskInput::new(other).expect("an input").into())
    }

    /// What the bridge finds for a tool call.
    pub(crate) fn mutated_repeat(&self, number: usize, state: AskState) -> AskState {
        let allowed = self.allowed_before(number).filter(|_| self.is(Mutation::AllowanceReused));
        allowed.unwrap_or(state)
    }

    /// How much time the bridge gives.
    pub(crate) fn mutated_limit(&self, limit: Option<room::TimeLimit>) -> Option<room::TimeLimit> {
        if self.is(Mutation::ClockFast) { Some(room::TimeLimit::Seconds(1)) } else { limit }
    }

    /// The network when it should be good.
    pub(crate) fn mutated_weather(&mut self) {
        if self.is(Mutation::NeverHeals) {
            self.link.weather = Weather::Refusing;
            for wire in self.views.iter().filter_map(|view| view.open).collect::<Vec<_>>() {
                self.link.cut(self.now, wire);
            }
        }
    }
}

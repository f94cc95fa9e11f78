//! Random lives of a room: whatever comes in whatever order, the invariants hold. Every seed replays exactly.

use std::collections::HashMap;

use ask_user_bridge::room::{
    AskInput, AskStatus, ChatFrame, Content, ElicitationInput, Input, Keep, Limits, Output, PermissionInput, Request,
    Room, Settings, Time, TimeLimit,
};
use serde_json::{Value, json};

use crate::chance::Random;

#[derive(Debug, PartialEq)]
enum Ask {
    Open,
    Ended,
}

#[test]
fn every_ask_ends_once_and_nothing_grows() {
    for seed in 0..300 {
        live(seed);
    }
}

fn live(seed: u64) {
    let mut random = Random::new(seed);
    let limits = Limits {
        missed_frames: 5,
        missed_bytes: 2000,
        waiting_asks: 3,
        settled_asks: 4,
        recorded_asks: 6,
        ..Limits::default()
    };
    let (extensions, limits_of_room) = (seed.is_multiple_of(2), limits.clone());
    let settings =
        Settings { extensions, messages: true, keep_seconds: 60, limits: limits_of_room, ..Settings::default() };
    let mut room = Room::new("s", settings);
    let mut now = 0;
    let mut asks: HashMap<String, Ask> = HashMap::new();
    let mut kinds: HashMap<String, &str> = HashMap::new();
    for step in 0..300 {
        now += random.within(0..4000);
        let input = input(&mut random, step);
        match &input {
            Input::Ask { question, request, .. } => {
                asks.insert(question.to_string(), Ask::Open);
                kinds.insert(question.to_string(), key_of_result(request));
            }
            // A recorded ask goes on.
            Input::HangUp(question) if room.find(question).is_none() => drop(asks.remove(question.as_str())),
            _ => {}
        }
        let once = match &input {
            Input::Ask { question, keep: Keep::RecordOnce(content), .. } => Some((question.clone(), content.clone())),
            _ => None,
        };
        let mut twin = room.clone();
        let outputs = room.handle(Time(now), input.clone());
        let meant = once.as_ref().and_then(|(_, content)| room.find_content(content));
        if let Some((question, _)) = once.filter(|(question, _)| meant.is_some_and(|meant| meant.id != *question)) {
            asks.remove(question.as_str());
        }
        assert_eq!(outputs, twin.handle(Time(now), input), "seed {seed}, step {step}: not deterministic");
        for output in outputs {
            if let Output::Resolve { question, result, .. } = &output {
                let key = kinds[question.as_str()];
                assert!(result[key].is_string(), "seed {seed}, step {step}: {result} is of another kind");
            }
            match output {
                Output::Resolve { question, .. } | Output::Refuse { question, .. } => {
                    // One that was hung up in this very step may have timed out just before it.
                    if let Some(ask) = asks.get_mut(question.as_str()) {
                        assert_eq!(*ask, Ask::Open, "seed {seed}, step {step}: {question} ended twice");
                        *ask = Ask::Ended;
                    }
                }
                Output::Send { to, frame } => {
                    assert!(frame["type"].is_string(), "seed {seed}, step {step}: {frame} to {to}");
                }
                Output::Close { .. } | Output::Message(_) => {}
            }
        }
        let load = room.load();
        assert!(load.missed_frames <= limits.missed_frames && load.missed_bytes <= limits.missed_bytes, "{load:?}");
        assert!(load.waiting_asks <= limits.waiting_asks && load.settled_asks <= limits.settled_asks, "{load:?}");
        let recorded = room.recorded().filter(|state| state.status == AskStatus::Pending).count() + load.recorded_asks;
        assert!(recorded <= limits.recorded_asks, "seed {seed}, step {step}: {recorded} are recorded");
        let open = asks.values().filter(|ask| **ask == Ask::Open).count();
        let held = room.pending().iter().count() + load.waiting_asks;
        assert_eq!(open, held, "seed {seed}, step {step}: an ask was lost");
        assert!(room.next_wake().is_none_or(|wake| wake.0 > now), "seed {seed}, step {step}: a wake was missed");
    }
}

fn input(random: &mut Random, step: u64) -> Input {
    let connection = || ["a", "b", "c"];
    let from = connection()[random.within(0..3) as usize].into();
    let recent = format!("q{}", step.saturating_sub(random.within(0..12)));
    match random.within(0..12) {
        0 => Input::Opened { connection: from, view: None },
        1 => Input::Closed(from),
        2..=4 => {
            let request = request(random);
            let limit = [None, Some(TimeLimit::Never), Some(TimeLimit::Seconds(2))][random.within(0..3) as usize];
            let keep = match random.within(0..4) {
                0 | 1 => Keep::Call,
                2 => Keep::Record { key: None },
                _ => Keep::RecordOnce(Content::of(&request)),
            };
            Input::Ask { question: format!("q{step}").into(), request, limit, keep }
        }
        5 if random.percent(50) => Input::HangUp(recent.into()),
        5 if random.percent(50) => Input::Withdraw(recent.into()),
        5 => Input::Fetched(recent.into()),
        6 => Input::Event(ChatFrame::new(json!({"type": "text", "chunk": step})).unwrap()),
        7 => Input::Wake,
        8 => Input::Frame { from, frame: json!({"type": "ask_user_extend", "question_id": recent, "seconds": 9}) },
        9 => {
            let odd = ["{", "[]", r#"{"type":"ask_user_response"}"#, r#"{"type":"user_message","text":""}"#];
            Input::Text { from, text: odd[random.within(0..4) as usize].to_owned() }
        }
        _ => Input::Frame { from, frame: response(random, &recent) },
    }
}

/// The member of a result that says how a request of this kind ended.
fn key_of_result(request: &Request) -> &'static str {
    match request {
        Request::Questions(_) | Request::Permission(_) => "behavior",
        Request::Elicitation(_) => "action",
    }
}

fn request(random: &mut Random) -> Request {
    match random.within(0..4) {
        0 => PermissionInput::new(json!({"tool_name": "Bash", "input": {"command": "ls"}})).unwrap().into(),
        1 => {
            let schema = json!({"type": "object", "properties": {}});
            ElicitationInput::new(json!({"message": "M", "requestedSchema": schema})).unwrap().into()
        }
        _ => AskInput::new(json!({"questions": [{"question": "Q?"}]})).unwrap().into(),
    }
}

/// A response of any kind, whatever the kind of the ask.
fn response(random: &mut Random, id: &str) -> Value {
    match random.within(0..5) {
        0 => json!({"type": "ask_user_response", "data": {"question_id": id, "cancelled": true}}),
        1 => {
            let result = json!({"behavior": "allow", "updatedInput": {"command": "ls"}});
            json!({"type": "permission_response", "data": {"request_id": id, "result": result}})
        }
        2 => {
            let result = json!({"action": "accept", "content": {}});
            json!({"type": "elicitation_response", "data": {"request_id": id, "result": result}})
        }
        _ => json!({"type": "ask_user_response", "data": {"question_id": id, "answers": {"Q?": "A"}}}),
    }
}

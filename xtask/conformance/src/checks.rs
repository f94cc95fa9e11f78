//! What is tried, in the order of the table.

use crate::judge;
use crate::message::Message;
use crate::step::Step::{Ask, HangUp, Hear, Leave, Open, Reply, Send};
use crate::step::{Check, Kind, Page, Step, Until};

use Page::{First, Second};

/// The time for an ask that is not to run out while it is looked at.
const LONG: u32 = 600;
/// The time for an ask that is to run out.
const SHORT: u32 = 2;

const STATUS: Until = Until::Frame(&["session_status"]);
const QUESTION: Until = Until::Frame(&["ask_user_question"]);
const ERROR: Until = Until::Frame(&["error"]);

/// All checks. Each has a session of its own, where the bridge takes any name.
pub fn all() -> Vec<Check> {
    let mut all = connecting();
    all.extend(asking());
    all.extend(refusing());
    all.extend(extensions());
    all
}

fn check(situation: &'static str, expected: &'static str, steps: Vec<Step>) -> Check {
    Check { situation, expected, capability: None, steps }
}

fn extension(capability: &'static str, situation: &'static str, expected: &'static str, steps: Vec<Step>) -> Check {
    Check { situation, expected, capability: Some(capability), steps }
}

/// A page is there, and an ask has come to it.
fn asked(steps: impl IntoIterator<Item = Step>) -> Vec<Step> {
    asked_within(LONG, steps)
}

fn asked_within(seconds: u32, steps: impl IntoIterator<Item = Step>) -> Vec<Step> {
    let begin = [
        Open(First),
        Hear(First, STATUS, judge::greeted),
        Ask(Kind::Questions, seconds),
        Hear(First, QUESTION, judge::question),
    ];
    begin.into_iter().chain(steps).collect()
}

fn connecting() -> Vec<Check> {
    vec![
        check(
            "a page connects",
            "`connected` (optional), then `session_status` once",
            vec![Open(First), Hear(First, Until::QuietAfter("session_status"), judge::greeting)],
        ),
        check(
            "session_status while nothing is asked",
            "two booleans, and `pending_question_id` null or left out",
            vec![Open(First), Hear(First, STATUS, judge::idle_status)],
        ),
        check(
            "capabilities",
            "a list of strings in `connected` or `session_status`, or none",
            vec![Open(First), Hear(First, STATUS, judge::capabilities)],
        ),
        check(
            "another page connects",
            "`session_taken` to the old connection, then close 1000",
            vec![
                Open(First),
                Hear(First, STATUS, judge::greeted),
                Open(Second),
                Hear(First, Until::Closed, judge::takeover),
            ],
        ),
        check(
            "text that is no JSON",
            "the connection is closed",
            vec![
                Open(First),
                Hear(First, STATUS, judge::greeted),
                Send(First, Message::BadJson),
                Hear(First, Until::Closed, judge::closes),
            ],
        ),
        check(
            "a binary message",
            "the connection is closed",
            vec![
                Open(First),
                Hear(First, STATUS, judge::greeted),
                Send(First, Message::Binary),
                Hear(First, Until::Closed, judge::closes),
            ],
        ),
        check(
            "a frame of an unknown type",
            "an `error` that names no response and repeats nothing, or nothing; the connection stays",
            vec![
                Open(First),
                Hear(First, STATUS, judge::greeted),
                Send(First, Message::UnknownType),
                Hear(First, Until::Quiet, judge::unknown_type),
            ],
        ),
    ]
}

fn asking() -> Vec<Check> {
    vec![
        check("an agent asks", "`ask_user_question` with an id and a list `questions`", asked([])),
        check(
            "an agent asks before a page connects",
            "the page gets the ask when it connects",
            vec![Ask(Kind::Questions, LONG), Open(First), Hear(First, QUESTION, judge::question)],
        ),
        check(
            "a page connects while a question is pending",
            "`session_status` names it, then it is sent again under the same id",
            asked([Open(Second), Hear(Second, QUESTION, judge::replay)]),
        ),
        check(
            "an answer",
            "`ask_user_ack` accepted; nothing from a bridge without `ack`",
            asked([Send(First, Message::Answer), Hear(First, Until::Settled, judge::accepted)]),
        ),
        check(
            "what the agent gets for it",
            "`updatedInput.answers` of the Claude Agent SDK's permission result",
            asked([Send(First, Message::Answer), Reply(judge::answer_arrived)]),
        ),
        check(
            "the same answer again",
            "`ask_user_ack` duplicate; nothing from a bridge without `ack`",
            asked([
                Send(First, Message::Answer),
                Hear(First, Until::Settled, judge::accepted),
                Send(First, Message::Answer),
                Hear(First, Until::Settled, judge::duplicate),
            ]),
        ),
        check(
            "another answer after the first",
            "`ask_user_ack` late; nothing from a bridge without `ack`",
            asked([
                Send(First, Message::Answer),
                Hear(First, Until::Settled, judge::accepted),
                Send(First, Message::OtherAnswer),
                Hear(First, Until::Settled, judge::late),
            ]),
        ),
        check(
            "an unknown member in an answer",
            "it is dropped, and the answer is taken",
            asked([Send(First, Message::AnswerWithMore), Hear(First, Until::Settled, judge::accepted)]),
        ),
        check(
            "a cancel",
            "`ask_user_ack` cancelled; nothing from a bridge without `ack`; no `ask_user_timeout`",
            asked([
                Send(First, Message::Cancel),
                Hear(First, Until::Settled, judge::cancelled),
                Hear(First, Until::Quiet, judge::nothing_more),
            ]),
        ),
        check(
            "the time is up",
            "`ask_user_timeout` with the id",
            asked_within(SHORT, [Hear(First, Until::TimeIsUp, judge::timed_out)]),
        ),
        check(
            "an answer after the time is up",
            "`ask_user_ack` late; nothing from a bridge without `ack`",
            asked_within(
                SHORT,
                [
                    Hear(First, Until::TimeIsUp, judge::timed_out),
                    Send(First, Message::Answer),
                    Hear(First, Until::Settled, judge::late),
                ],
            ),
        ),
        check(
            "the agent goes away",
            "`ask_user_withdrawn`; from a bridge without `withdraw` `ask_user_timeout`",
            asked([HangUp, Hear(First, Until::Frame(&["ask_user_withdrawn", "ask_user_timeout"]), judge::withdrawn)]),
        ),
    ]
}

fn refusing() -> Vec<Check> {
    vec![
        check(
            "an answer to another question",
            "`error` that contains `Question ID`",
            asked([Send(First, Message::WrongId), Hear(First, ERROR, judge::wrong_id)]),
        ),
        check(
            "answers that are numbers",
            "`error` that contains `ask_user_response`",
            asked([Send(First, Message::Numbers), Hear(First, ERROR, judge::unreadable)]),
        ),
        check(
            "answers that are null",
            "`error` that contains `ask_user_response`",
            asked([Send(First, Message::Null), Hear(First, ERROR, judge::unreadable)]),
        ),
        check(
            "the right answer after these",
            "the question is still open: the agent gets it",
            asked([
                Send(First, Message::WrongId),
                Send(First, Message::Numbers),
                Send(First, Message::Null),
                Hear(First, ERROR, judge::wrong_id_first),
                Send(First, Message::Answer),
                Reply(judge::answer_arrived),
            ]),
        ),
    ]
}

fn extensions() -> Vec<Check> {
    let decided = |kind: Kind, request: &'static [&'static str], judge, steps: &[Step]| -> Vec<Step> {
        let begin = [Open(First), Hear(First, STATUS, judge::greeted), Ask(kind, LONG)];
        let ask = [Hear(First, Until::Frame(request), judge)];
        begin.into_iter().chain(ask).chain(steps.iter().cloned()).collect()
    };
    let other_kind = [Send(First, Message::OtherKind), Hear(First, ERROR, judge::unreadable)];
    let answer = [Send(First, Message::Answer), Hear(First, Until::Settled, judge::accepted)];
    let arrived = [Send(First, Message::Answer), Reply(judge::answer_arrived)];
    let approval: &[&str] = &["permission_request"];
    let form: &[&str] = &["elicitation_request"];
    vec![
        extension(
            "annotations",
            "notes beside an answer",
            "the agent gets them",
            asked([Send(First, Message::AnswerWithNotes), Reply(judge::notes_arrived)]),
        ),
        extension(
            "deadline",
            "the time that is left, on a replay",
            "`remaining_seconds`, above 0 and not above `timeout_seconds`",
            asked([Open(Second), Hear(Second, QUESTION, judge::remaining)]),
        ),
        extension(
            "extend",
            "a page wants more time",
            "`ask_user_extend` with `remaining_seconds`",
            asked_within(
                60,
                [
                    Send(First, Message::Extend),
                    Hear(First, Until::Frame(&["ask_user_extend", "error"]), judge::extended),
                ],
            ),
        ),
        extension(
            "resolved",
            "a page comes back after another has answered",
            "`ask_user_resolved` with the answers",
            asked([
                Open(Second),
                Hear(Second, QUESTION, judge::replay),
                Send(Second, Message::Answer),
                Hear(Second, Until::Settled, judge::accepted),
                Leave(First),
                Open(First),
                Hear(First, Until::Frame(&["ask_user_resolved"]), judge::resolved),
            ]),
        ),
        extension(
            "permission",
            "an agent wants an approval",
            "`permission_request` with its members",
            decided(Kind::Approval, approval, judge::approval, &[]),
        ),
        extension(
            "permission",
            "answers to an approval",
            "`error` that names a response; the request stays open",
            decided(Kind::Approval, approval, judge::approval, &[other_kind.clone(), answer.clone()].concat()),
        ),
        extension(
            "permission",
            "an approval is allowed",
            "the agent gets the result",
            decided(Kind::Approval, approval, judge::approval, &arrived),
        ),
        extension(
            "elicitation",
            "an agent sends a form",
            "`elicitation_request` with its members",
            decided(Kind::Form, form, judge::form, &[]),
        ),
        extension(
            "elicitation",
            "answers to a form",
            "`error` that names a response; the request stays open",
            decided(Kind::Form, form, judge::form, &[other_kind, answer].concat()),
        ),
        extension(
            "elicitation",
            "a form is accepted",
            "the agent gets the content",
            decided(Kind::Form, form, judge::form, &arrived),
        ),
        extension(
            "beat",
            "a beat",
            "a beat in reply",
            vec![
                Open(First),
                Hear(First, STATUS, judge::greeted),
                Send(First, Message::Beat),
                Hear(First, Until::Frame(&["ask_user_beat"]), judge::beat),
            ],
        ),
    ]
}

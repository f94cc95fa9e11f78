//! All transitions of an ask. `docs/delivery.md` shows these tables, and the tests walk them.

use super::Purpose;
use crate::session::tests::rig::{Rig, one, pick, status};
use crate::session::timing::{GIVE_UP_AFTER, REPLAY_GRACE, REPLAY_WINDOW, SILENT_BRIDGE, STATUS_GRACE, UNDO};
use crate::session::{Action, ApprovalAction, ApprovalChoice, Input, Session};

/// A stage, what happens, and the next stage with a bare bridge and with one that confirms; `None` where the stage cannot be
/// reached with such a bridge.
struct Transition {
    from: &'static str,
    event: &'static str,
    bare: Option<&'static str>,
    confirming: Option<&'static str>,
}

/// The same next stage with every bridge.
const fn any(from: &'static str, event: &'static str, to: &'static str) -> Transition {
    Transition { from, event, bare: Some(to), confirming: Some(to) }
}

/// Another next stage with each kind of bridge.
const fn each(from: &'static str, event: &'static str, bare: &'static str, confirming: &'static str) -> Transition {
    Transition { from, event, bare: Some(bare), confirming: Some(confirming) }
}

/// Only with a bridge that confirms.
const fn confirming(from: &'static str, event: &'static str, to: &'static str) -> Transition {
    Transition { from, event, bare: None, confirming: Some(to) }
}

const TRANSITIONS: &[Transition] = &[
    any("open", "the person answers", "in flight (first)"),
    any("open", "the person answers without a connection", "decided"),
    any("open", "the person cancels", "cancelling"),
    any("open", "a new connection, its status does not name the ask", "over (lapsed)"),
    any("open", "a new connection, its status names the ask", "open"),
    any("open", "the next ask, then the person answers, then refused: wrong question", "over (lapsed)"),
    any("open", "close code 4404", "over (lapsed)"),
    any("open", "the page is loaded again", "open"),
    any("cancelling", "the person undoes it", "open"),
    any("cancelling", "the time to undo is over", "in flight (first)"),
    any("cancelling", "the time to undo is over, then refused: wrong question", "over (cancelled)"),
    each(
        "cancelling",
        "the time to undo is over, then a status does not name the ask, and at once refused: wrong question",
        "over (cancelled)",
        "over (timed-out)",
    ),
    any("cancelling", "close code 4403, then the time to undo is over", "lost"),
    any("cancelling", "close code 4404", "over (lapsed)"),
    any("cancelling", "the page is loaded again", "cancelling"),
    any("decided", "the person undoes it", "open"),
    any("decided", "a new connection, its status names the ask", "in flight (first)"),
    any("decided", "a new connection without a status", "in flight (first)"),
    any("decided", "a new connection, its status does not name the ask", "over (lapsed)"),
    any("decided", "a new connection, then close code 4404", "over (lapsed)"),
    any("decided", "the page is loaded again", "decided"),
    any("decided", "the page is loaded again, then a new connection, its status names the ask", "in flight (first)"),
    any("in flight (first)", "a new connection", "lost"),
    any("in flight (first)", "close code 4404", "over (answered)"),
    any("in flight (first)", "the page is loaded again", "lost"),
    any(
        "in flight (first)",
        "the page is loaded again, then a new connection, its status names the ask",
        "in flight (wanted)",
    ),
    each(
        "in flight (first)",
        "the page is loaded again, then a new connection, its status does not name the ask",
        "over (answered)",
        "in flight (inquiry)",
    ),
    confirming("in flight (first)", "`ask_user_ack`", "over (answered)"),
    confirming("in flight (first)", "`ask_user_ack` with `late`", "over (timed-out)"),
    each("in flight (first)", "a frame of the agent", "over (answered)", "in flight (first)"),
    each("in flight (first)", "the next ask", "over (answered)", "in flight (first)"),
    any("in flight (first)", "refused: wrong question", "open"),
    any("in flight (first)", "refused: invalid response", "open"),
    each("in flight (first)", "a status does not name the ask", "over (answered)", "in flight (first)"),
    each(
        "in flight (first)",
        "a status does not name the ask, and at once refused: wrong question",
        "over (lapsed)",
        "over (timed-out)",
    ),
    any("lost", "a status names the ask", "in flight (wanted)"),
    any("lost", "the question comes again", "in flight (wanted)"),
    any("lost", "no status comes", "in flight (unprompted)"),
    each("lost", "a status does not name the ask", "over (answered)", "in flight (inquiry)"),
    any("lost", "close code 4404", "over (answered)"),
    any("lost", "the page is loaded again", "lost"),
    each("in flight (wanted)", "a frame of the agent", "in flight (wanted)", "in flight (wanted)"),
    each("in flight (wanted)", "a frame of the agent, after the replay", "over (answered)", "in flight (wanted)"),
    confirming("in flight (wanted)", "`ask_user_ack`", "over (answered)"),
    any("in flight (wanted)", "refused: wrong question", "open"),
    any("in flight (wanted)", "a new connection", "lost"),
    each("in flight (wanted)", "a status does not name the ask", "over (answered)", "in flight (wanted)"),
    each(
        "in flight (wanted)",
        "a status does not name the ask, and at once refused: wrong question",
        "over (answered)",
        "over (timed-out)",
    ),
    any("in flight (unprompted)", "a status names the ask", "in flight (unprompted)"),
    any("in flight (unprompted)", "a status names the ask, then refused: wrong question", "open"),
    each("in flight (unprompted)", "refused: wrong question", "over (answered)", "over (timed-out)"),
    any("in flight (unprompted)", "refused: invalid response", "open"),
    each("in flight (unprompted)", "a status does not name the ask", "over (answered)", "in flight (unprompted)"),
    each(
        "in flight (unprompted)",
        "a status does not name the ask, and at once refused: wrong question",
        "over (answered)",
        "over (timed-out)",
    ),
    confirming("in flight (unprompted)", "`ask_user_ack`", "over (answered)"),
    confirming("in flight (inquiry)", "`ask_user_ack`", "over (answered)"),
    confirming("in flight (inquiry)", "`ask_user_ack` with `late`", "over (timed-out)"),
    confirming("in flight (inquiry)", "the question comes again", "in flight (inquiry)"),
    confirming("in flight (inquiry)", "the question comes again, then refused: wrong question", "open"),
    confirming("in flight (inquiry)", "refused: wrong question", "over (timed-out)"),
    confirming("in flight (inquiry)", "a status does not name the ask", "in flight (inquiry)"),
    confirming("in flight (inquiry)", "a new connection", "lost"),
    any("over (answered)", "the question comes again", "over (answered)"),
    any("over (lapsed)", "the question comes again", "open"),
    any("over (withdrawn)", "the question comes again", "over (withdrawn)"),
];

/// Where an approval that was allowed goes another way: it is sent only after its request came on the same connection.
const ALLOWANCES: &[Transition] = &[
    any("decided", "a new connection, its status names the ask", "decided"),
    any("decided", "a new connection, its status names the ask, then its request comes again", "in flight (first)"),
    any("decided", "a new connection without a status", "decided"),
    any("decided", "a new connection without a status, then its request comes again", "in flight (first)"),
    any("decided", "the page is loaded again, then a new connection, its status names the ask", "decided"),
    any("in flight (first)", "the page is loaded again, then a new connection, its status names the ask", "lost"),
    any("in flight (first)", "a status names the ask", "in flight (first)"),
    any("lost", "a status names the ask", "lost"),
    any("lost", "a status names the ask, then its request comes again", "in flight (wanted)"),
    any("lost", "its request comes again", "in flight (wanted)"),
    any("lost", "another request of its id comes", "open"),
    any("lost", "no status comes", "over (allowed)"),
    each("lost", "a status does not name the ask", "over (allowed)", "in flight (inquiry)"),
    any("over (allowed)", "its request comes again", "over (allowed)"),
];

/// The frames by which a bridge says that an ask is over, in the order of the columns of [`ENDINGS`].
const ENDING_FRAMES: [&str; 5] = [
    "`ask_user_timeout`",
    "`ask_user_withdrawn`",
    "`ask_user_resolved` with another answer",
    "`ask_user_resolved` with a cancel",
    "`ask_user_resolved` with the answer that was sent here",
];

/// The next stage after a frame that says that an ask is over.
#[derive(Clone, Copy)]
enum Next {
    /// It cannot come in this stage: nothing was sent.
    Impossible,
    /// With every bridge it is this one.
    Any(&'static str),
    /// With a bare bridge it is the first one, with a bridge that confirms the second.
    Each(&'static str, &'static str),
}

/// A stage, and the next one after each of [`ENDING_FRAMES`].
struct Ending {
    from: &'static str,
    next: [Next; 5],
}

/// A stage in which the ask is not over: every frame ends it that does not bring back this page's own answer. `own` is the next
/// stage after that one.
const fn ends(from: &'static str, own: Next) -> Ending {
    let [timed_out, withdrawn] = [Next::Any("over (timed-out)"), Next::Any("over (withdrawn)")];
    let elsewhere = [Next::Any("over (answered-elsewhere)"), Next::Any("over (cancelled-elsewhere)")];
    Ending { from, next: [timed_out, withdrawn, elsewhere[0], elsewhere[1], own] }
}

const ENDINGS: &[Ending] = &[
    ends("open", Next::Impossible),
    ends("cancelling", Next::Impossible),
    ends("decided", Next::Impossible),
    ends("in flight (first)", Next::Each("over (answered)", "in flight (first)")),
    ends("in flight (wanted)", Next::Each("over (answered)", "in flight (wanted)")),
    ends("in flight (unprompted)", Next::Each("over (answered)", "in flight (unprompted)")),
    ends("in flight (inquiry)", Next::Any("in flight (inquiry)")),
    ends("lost", Next::Each("over (answered)", "lost")),
    Ending {
        from: "over (answered)",
        next: [
            Next::Each("over (timed-out)", "over (answered)"),
            Next::Each("over (withdrawn)", "over (answered)"),
            Next::Each("over (answered-elsewhere)", "over (answered)"),
            Next::Each("over (cancelled-elsewhere)", "over (answered)"),
            Next::Any("over (answered)"),
        ],
    },
    Ending {
        from: "over (lapsed)",
        next: [
            Next::Any("over (lapsed)"),
            Next::Any("over (lapsed)"),
            Next::Any("over (lapsed)"),
            Next::Any("over (lapsed)"),
            Next::Impossible,
        ],
    },
];

/// A question or an approval, which the person answers or allows.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Question,
    Approval,
}

impl Kind {
    fn frame(self) -> String {
        match self {
            Kind::Question => one("q_1"),
            Kind::Approval => approval("npm test"),
        }
    }

    fn answer(self, rig: &mut Rig) {
        let actions = match self {
            Kind::Question => [pick(0, 0), Action::Send],
            Kind::Approval => {
                let allow = ApprovalAction::Decide(ApprovalChoice::AllowOnce);
                [ApprovalAction::ReadToEnd, allow].map(Action::Approval)
            }
        };
        actions.into_iter().for_each(|action| rig.does(action));
    }
}

fn approval(command: &str) -> String {
    format!(
        r#"{{"type":"permission_request","request_id":"q_1","tool_name":"Bash","input":{{"command":"{command}"}},"timeout_seconds":55}}"#
    )
}

/// A session whose ask `q_1` has come to this stage.
fn reach(kind: Kind, stage: &str, confirms: bool) -> Rig {
    let mut rig = Rig::started();
    rig.open();
    rig.frame(greeting(confirms));
    rig.frame(&status(None));
    rig.wait(2_000);
    rig.frame(&kind.frame());
    rig.wait(1_000);
    match stage {
        "open" => {}
        "cancelling" => happen(kind, &mut rig, "the person cancels", confirms),
        "decided" => happen(kind, &mut rig, "the person answers without a connection", confirms),
        "over (lapsed)" => happen(kind, &mut rig, "a new connection, its status does not name the ask", confirms),
        "over (withdrawn)" => happen(kind, &mut rig, "`ask_user_withdrawn`", confirms),
        _ => {
            happen(kind, &mut rig, "the person answers", confirms);
            let events: &[&str] = match stage {
                "in flight (first)" => &[],
                "over (answered)" | "over (allowed)" if confirms => &["`ask_user_ack`"],
                "over (answered)" | "over (allowed)" => &["a frame of the agent"],
                "lost" => &["a new connection"],
                "in flight (wanted)" => &["a new connection", "a status names the ask"],
                "in flight (unprompted)" => &["a new connection", "no status comes"],
                "in flight (inquiry)" => &["a new connection", "a status does not name the ask"],
                other => panic!("no way to {other}"),
            };
            events.iter().for_each(|event| happen(kind, &mut rig, event, confirms));
        }
    }
    assert_eq!(stage_of(&rig.session), stage);
    rig
}

fn greeting(confirms: bool) -> &'static str {
    match confirms {
        true => r#"{"type":"connected","capabilities":["ack"]}"#,
        false => r#"{"type":"connected"}"#,
    }
}

fn close(rig: &mut Rig, code: u16) {
    rig.input(Input::Closed { connection: rig.connection(), code, reason: String::new() });
}

fn happen(kind: Kind, rig: &mut Rig, event: &str, confirms: bool) {
    const WRONG: &str = r#"{"type":"error","error":"Question ID does not match pending question"}"#;
    let (connect, status_frame) = match event {
        "a new connection" => (true, None),
        "a new connection without a status" => (true, None),
        "a new connection, its status names the ask" => (true, Some(status(Some("q_1")))),
        "a new connection, its status does not name the ask" => (true, Some(status(None))),
        "a status names the ask" => (false, Some(status(Some("q_1")))),
        "a status does not name the ask" => (false, Some(status(None))),
        _ => (false, None),
    };
    if connect {
        let before = rig.connects;
        rig.drop_connection();
        while rig.connects == before {
            rig.wait(100);
        }
        rig.open();
        rig.frame(greeting(confirms));
    }
    if let Some(status) = &status_frame {
        rig.frame(status);
        rig.wait(if status.contains("q_1") { REPLAY_GRACE } else { GIVE_UP_AFTER });
    }
    if connect || status_frame.is_some() {
        rig.wait(if event.ends_with("without a status") { STATUS_GRACE } else { 0 });
        return;
    }
    match event {
        "the person answers" => kind.answer(rig),
        "a status does not name the ask, and at once refused: wrong question" => {
            rig.frame(&status(None));
            rig.frame(WRONG);
        }
        "the person answers without a connection" => {
            rig.drop_connection();
            kind.answer(rig);
        }
        "the person cancels" => rig.does(Action::Cancel),
        "the person undoes it" => rig.does(Action::Undo),
        "the time to undo is over" => rig.wait(UNDO),
        "close code 4403" => close(rig, 4403),
        "close code 4404" => close(rig, 4404),
        "the page is loaded again" => rig.reload(),
        "no status comes" => rig.wait(SILENT_BRIDGE),
        "the question comes again" | "its request comes again" => {
            rig.frame(&kind.frame());
            rig.wait(1_000);
        }
        "another request of its id comes" => {
            rig.frame(&approval("rm -rf /"));
            rig.wait(1_000);
        }
        "the next ask" => rig.frame(&one("q_2")),
        "a frame of the agent" => rig.frame(r#"{"type":"text","chunk":"on"}"#),
        "a frame of the agent, after the replay" => {
            rig.wait(REPLAY_WINDOW);
            rig.frame(r#"{"type":"text","chunk":"on"}"#);
        }
        "`ask_user_ack`" => rig.frame(r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"accepted"}"#),
        "`ask_user_ack` with `late`" => rig.frame(r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"late"}"#),
        "`ask_user_timeout`" => rig.frame(r#"{"type":"ask_user_timeout","question_id":"q_1"}"#),
        "`ask_user_withdrawn`" => rig.frame(r#"{"type":"ask_user_withdrawn","question_id":"q_1"}"#),
        "`ask_user_resolved` with another answer" => {
            rig.frame(r#"{"type":"ask_user_resolved","question_id":"q_1","outcome":"answered","answers":{"DB?":"B"}}"#)
        }
        "`ask_user_resolved` with a cancel" => {
            rig.frame(r#"{"type":"ask_user_resolved","question_id":"q_1","outcome":"cancelled"}"#)
        }
        "`ask_user_resolved` with the answer that was sent here" => {
            rig.frame(r#"{"type":"ask_user_resolved","question_id":"q_1","outcome":"answered","answers":{"DB?":"A"}}"#)
        }
        "refused: wrong question" => rig.frame(WRONG),
        "refused: invalid response" => {
            rig.frame(r#"{"type":"error","error":"Invalid ask_user_response: answers must be strings"}"#);
        }
        other => panic!("nobody knows how {other} happens"),
    }
}

/// The stage of `q_1`; of one that has left the list, how it ended.
fn stage_of(session: &Session) -> String {
    let open = session.asks.iter().find(|ask| ask.id() == "q_1").map(|ask| ask.stage_name());
    let receipt = || session.receipts.iter().find(|receipt| receipt.id == "q_1").map(|receipt| receipt.outcome.word());
    open.unwrap_or_else(|| format!("over ({})", receipt().unwrap_or("nobody knows how")))
}

#[test]
fn every_transition_is_as_the_tables_say() {
    let questions = TRANSITIONS.iter().map(|transition| (Kind::Question, transition));
    let allowances = ALLOWANCES.iter().map(|transition| (Kind::Approval, transition));
    for (kind, Transition { from, event, bare, confirming }) in questions.chain(allowances) {
        for (confirms, to) in [(false, bare), (true, confirming)] {
            let Some(to) = to else { continue };
            let mut rig = reach(kind, from, confirms);
            for event in event.split(", then ") {
                happen(kind, &mut rig, event, confirms);
            }
            assert_eq!(stage_of(&rig.session), *to, "{from}: {event} (confirms: {confirms})");
        }
    }
}

#[test]
fn every_frame_that_ends_an_ask_does_what_its_table_says() {
    for Ending { from, next } in ENDINGS {
        for (frame, next) in ENDING_FRAMES.iter().zip(next) {
            let expected = match *next {
                Next::Impossible => continue,
                Next::Any(to) => [(false, to), (true, to)],
                Next::Each(bare, confirming) => [(false, bare), (true, confirming)],
            };
            // Only a bridge that confirms is asked.
            for (confirms, to) in
                expected.into_iter().filter(|(confirms, _)| *confirms || *from != "in flight (inquiry)")
            {
                let mut rig = reach(Kind::Question, from, confirms);
                if *from == "decided" {
                    // Without a connection no frame is heard, and in the first moments of one the answer still waits.
                    happen(Kind::Question, &mut rig, "a new connection", confirms);
                    assert_eq!(stage_of(&rig.session), "decided");
                }
                happen(Kind::Question, &mut rig, frame, confirms);
                assert_eq!(stage_of(&rig.session), to, "{from}: {frame} (confirms: {confirms})");
            }
        }
    }
}

#[test]
fn every_stage_is_in_the_tables_and_nothing_is_decided_by_itself() {
    let in_flight = Purpose::all().map(|purpose| format!("in flight ({})", format!("{purpose:?}").to_lowercase()));
    for stage in ["open", "cancelling", "decided", "lost"].map(str::to_owned).into_iter().chain(in_flight) {
        assert!(TRANSITIONS.iter().any(|transition| transition.from == stage), "{stage} has a transition");
        assert!(ENDINGS.iter().any(|ending| ending.from == stage), "{stage} has its endings");
    }
    let sent = |to: Option<&str>| to.is_some_and(|to| to.starts_with("in flight") || to == "over (answered)");
    let from_open = TRANSITIONS.iter().filter(|transition| transition.from == "open");
    let invented = from_open.filter(|transition| sent(transition.bare) || sent(transition.confirming));
    let events: Vec<_> = invented.map(|transition| transition.event).collect();
    assert_eq!(events, ["the person answers"], "nobody but the person decides");
}

#[test]
fn the_page_about_delivery_shows_the_tables() {
    let page = include_str!("../../../docs/delivery.md");
    let tables: Vec<_> = page.split("| stage | event |").skip(1).collect();
    assert_eq!(tables.len(), 2, "the page has both tables of transitions");
    let rows_of = |table: &'static str| table.lines().skip(2).take_while(|line| line.starts_with('|'));
    for (table, transitions) in tables.into_iter().zip([TRANSITIONS, ALLOWANCES]) {
        let shown: Vec<_> = rows_of(table).collect();
        let row = |Transition { from, event, bare, confirming }: &Transition| {
            format!("| {from} | {event} | {} | {} |", bare.unwrap_or("–"), confirming.unwrap_or("–"))
        };
        let rows: Vec<_> = transitions.iter().map(row).collect();
        assert!(shown == rows, "docs/delivery.md has to show these rows, in this order:\n{}\n", rows.join("\n"));
    }
    let cell = |next: &Next| match *next {
        Next::Impossible => "–".to_owned(),
        Next::Any(to) => to.to_owned(),
        Next::Each(bare, confirming) => format!("{bare} / {confirming}"),
    };
    let row = |Ending { from, next }: &Ending| format!("| {from} | {} |", next.each_ref().map(cell).join(" | "));
    let heading = format!("| stage | {} |", ENDING_FRAMES.join(" | "));
    let rows: Vec<_> = ENDINGS.iter().map(row).collect();
    let shown: Vec<_> = page.split(&*heading).nth(1).map(rows_of).into_iter().flatten().collect();
    assert!(shown == rows, "docs/delivery.md has to show this table:\n{heading}\n{}\n", rows.join("\n"));
}

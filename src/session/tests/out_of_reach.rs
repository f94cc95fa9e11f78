//! A bridge that does not come back: nobody is held for it, nothing is lost, and nothing untrue is said.

use super::rig::{Rig, one, pick, status};
use crate::session::timing::{OUT_OF_REACH_AFTER, SILENT_BRIDGE};
use crate::session::{Action, Connection, Input, Phase, Press, Reach, UserInput};

const LATE: Reach = Reach::Unreachable { is_late: true };
const LOST: Reach = Reach::Unreachable { is_late: false };

/// An ask without a limit.
const ENDLESS: &str = r#"{"type":"ask_user_question","question_id":"q_1","questions":[
    {"question":"DB?","header":"DB","multiSelect":false,"options":[{"label":"A","description":"a"}]}]}"#;

impl Rig {
    /// Time passes, in which every connection is refused.
    fn refused(&mut self, millis: u64) {
        let end = self.now + millis;
        while self.now < end {
            if self.screen().connection != Connection::Failed {
                self.drop_connection();
            }
            self.wait(100.min(end - self.now));
        }
    }

    fn reach(&self) -> Reach {
        self.dialog().reach
    }
}

/// The connection is lost while this is asked and `actions` are done; then time passes and nothing ever opens again.
fn lost_with(ask: &str, actions: &[Action], millis: u64) -> Rig {
    let mut rig = Rig::connected();
    rig.frame(ask);
    rig.wait(500);
    rig.drop_connection();
    actions.iter().for_each(|action| rig.does(action.clone()));
    rig.refused(millis);
    rig
}

#[test]
fn after_the_deadline_the_page_is_free_and_what_was_typed_stays() {
    let mut rig = lost_with(&one("q_1"), &[Action::EditText { question: 0, text: "mine".into() }], 50_000);
    assert_eq!((rig.waiting, rig.reach()), (false, LOST), "half a minute is enough");
    rig.refused(10_000);
    assert_eq!((rig.waiting, rig.reach(), rig.phase()), (false, LATE, Phase::Asking));
    let dialog = rig.dialog();
    assert_eq!(dialog.countdown, None, "nothing counts at zero for ever");
    assert!(dialog.draft_text().contains("mine"), "{}", dialog.draft_text());
    assert!(rig.persisted_drafts.is_some(), "and a reload still has it");
}

#[test]
fn a_deadline_that_passes_during_a_short_outage_frees_the_page_at_once() {
    let mut rig = Rig::connected();
    rig.frame(&one("q_1"));
    rig.wait(53_000);
    rig.drop_connection();
    rig.refused(1_900);
    assert!(rig.waiting);
    rig.refused(200);
    assert_eq!((rig.waiting, rig.reach()), (false, LATE));
}

#[test]
fn without_a_deadline_half_a_minute_of_refusals_frees_the_page() {
    let mut rig = lost_with(ENDLESS, &[], 29_000);
    assert_eq!((rig.waiting, rig.reach()), (true, Reach::Reachable));
    rig.refused(1_100);
    assert_eq!((rig.waiting, rig.reach()), (false, LOST));
    let before = rig.connects;
    rig.refused(60_000);
    let tries = rig.connects - before;
    assert!((3..=12).contains(&tries), "it is tried on, quietly: {tries}");
}

#[test]
fn a_cancel_ends_here_and_is_sent_if_the_bridge_comes_back_and_asks() {
    for (actions, refused) in [(vec![Action::Cancel], 31_000), (vec![pick(0, 0), Action::Cancel], 31_000)] {
        let mut rig = lost_with(ENDLESS, &actions, refused);
        assert!(!rig.waiting && !rig.has_dialog());
        assert_eq!(rig.receipts(), ["q_1 cancelled NotSent"]);
        assert_eq!(rig.events().iter().filter(|event| *event == "cancel q_1").count(), 1);
        rig.refused(20_000);
        assert_eq!(rig.events().len(), 0, "notified once");
        rig.sent();
        rig.reconnect(Some("q_1"));
        rig.frame(ENDLESS);
        rig.wait(1_000);
        assert!(!rig.has_dialog());
        assert_eq!(rig.sent().len(), 1, "the agent hears of it");
        // Also from the next page.
        let mut rig = lost_with(ENDLESS, &actions, refused);
        rig.reload();
        rig.refused(100);
        assert!(!rig.waiting && !rig.has_dialog());
        rig.reconnect(Some("q_1"));
        rig.frame(ENDLESS);
        rig.wait(1_000);
        assert!(!rig.has_dialog() && rig.sent().len() == 1);
    }
    // One that is made while it is out of reach can be taken back like any other.
    let mut rig = lost_with(ENDLESS, &[], 31_000);
    rig.does(Action::Cancel);
    rig.refused(4_000);
    assert_eq!((rig.phase(), rig.waiting), (Phase::Cancelling, false));
    rig.refused(1_500);
    assert!(!rig.has_dialog());
}

#[test]
fn an_unsent_answer_is_delivered_if_the_bridge_still_waits_for_it() {
    for (ask, reach) in [(ENDLESS.to_owned(), LOST), (one("q_1"), LATE)] {
        let mut rig = lost_with(&ask, &[pick(0, 0), Action::Send], 60_000);
        assert_eq!((rig.waiting, rig.reach(), rig.phase()), (false, reach, Phase::Decided));
        assert!(rig.dialog().can_close);
        rig.sent();
        rig.reconnect(Some("q_1"));
        rig.frame(&ask);
        rig.wait(500);
        assert_eq!(rig.sent().len(), 1);
        assert_eq!(rig.receipts(), ["q_1 answered Sent"]);
    }
}

#[test]
fn an_unsent_answer_that_nobody_waits_for_any_more_lapses() {
    let mut rig = lost_with(&one("q_1"), &[pick(0, 0), Action::Send], 60_000);
    rig.events();
    rig.reconnect(None);
    rig.wait(1_000);
    assert_eq!(rig.receipts(), ["q_1 lapsed NotSent"]);
    assert_eq!(rig.events(), ["lapsed q_1"]);
    assert!(!rig.waiting);
    assert!(!rig.dialog().minimized, "what became of the answer is seen");
}

#[test]
fn an_unsent_answer_can_be_closed_and_is_asked_again_with_what_was_chosen() {
    let mut rig = lost_with(ENDLESS, &[pick(0, 0), Action::Send], 31_000);
    rig.does(Action::Close);
    assert!(!rig.has_dialog() && rig.persisted_drafts.is_none());
    assert_eq!(rig.receipts(), ["q_1 lapsed NotSent"]);
    rig.sent();
    rig.reconnect(Some("q_1"));
    rig.frame(ENDLESS);
    rig.wait(1_000);
    assert_eq!(
        (rig.phase(), rig.waiting, rig.sent().len()),
        (Phase::Asking, true, 0),
        "nothing is sent that was closed"
    );
    assert_eq!(rig.dialog().drafts[0].picks, [0]);
}

#[test]
fn an_unsent_answer_can_still_be_changed() {
    let mut rig = lost_with(ENDLESS, &[pick(0, 0), Action::Send], 31_000);
    rig.does(Action::Undo);
    assert_eq!((rig.phase(), rig.waiting), (Phase::Asking, false));
    rig.does(Action::Close);
    assert!(rig.has_dialog(), "what can be answered is cancelled, not closed");
}

#[test]
fn an_answer_that_was_sent_and_lost_is_not_said_to_be_on_its_way_for_ever() {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["ack"]}"#);
    rig.frame(&one("q_1"));
    rig.does(pick(0, 0));
    rig.does(Action::Send);
    rig.drop_connection();
    rig.refused(20_000);
    assert!(rig.screen().delivery.is_some());
    rig.refused(20_000);
    assert_eq!(rig.screen().delivery, None);
    assert_eq!(rig.receipts(), ["q_1 answered Unconfirmed"]);
    assert!(!rig.waiting);
    rig.reconnect(None);
    rig.frame(r#"{"type":"connected","capabilities":["ack"]}"#);
    rig.frame(r#"{"type":"ask_user_ack","question_id":"q_1","outcome":"accepted"}"#);
    assert_eq!(rig.receipts(), ["q_1 answered Settled"]);
}

#[test]
fn a_page_that_was_loaded_again_is_not_held_by_what_it_restored() {
    let cases: [&[Action]; 4] = [&[], &[pick(0, 0)], &[pick(0, 0), Action::Send], &[Action::Cancel]];
    for actions in cases {
        for ask in [ENDLESS.to_owned(), one("q_1")] {
            let mut rig = lost_with(&ask, actions, 1_000);
            rig.reload();
            rig.refused(20_000);
            rig.refused(20_000);
            assert!(!rig.waiting, "{actions:?}");
            if actions.len() == 2 {
                assert_eq!((rig.phase(), rig.reach()), (Phase::Decided, LOST));
            }
        }
    }
}

#[test]
fn a_bridge_that_greets_and_goes_is_out_of_reach_too() {
    let mut rig = Rig::connected();
    rig.frame(ENDLESS);
    rig.drop_connection();
    let mut was_free = false;
    for _ in 0..1_000 {
        let before = rig.connects;
        rig.wait(100);
        if rig.connects > before {
            rig.open();
            rig.frame(r#"{"type":"connected"}"#);
            rig.drop_connection();
        }
        assert!(!(was_free && rig.waiting), "once free, it stays so");
        was_free = !rig.waiting;
    }
    assert!(was_free);
}

#[test]
fn a_bridge_that_is_back_and_says_nothing_is_believed_after_a_while() {
    let mut rig = lost_with(ENDLESS, &[], 31_000);
    let before = rig.connects;
    while rig.connects == before {
        rig.wait(1_000);
    }
    rig.open();
    rig.wait(SILENT_BRIDGE - 100);
    assert!(!rig.waiting);
    rig.wait(200);
    assert!(rig.waiting, "the connection lives");
}

#[test]
fn a_connection_that_the_page_does_not_make_again_holds_nobody() {
    let mut rig = Rig::connected();
    rig.input(Input::Attach);
    rig.open();
    rig.frame(&status(None));
    rig.wait(2_000);
    rig.frame(ENDLESS);
    rig.drop_connection();
    rig.wait(OUT_OF_REACH_AFTER - 1_000);
    assert!(rig.waiting);
    rig.wait(2_000);
    assert_eq!((rig.waiting, rig.reach()), (false, LOST));
}

#[test]
fn where_another_view_has_the_session_an_ask_can_be_closed() {
    for is_of_page in [false, true] {
        let mut rig = Rig::connected();
        if is_of_page {
            rig.input(Input::Attach);
            rig.open();
            rig.frame(&status(None));
            rig.wait(2_000);
        }
        rig.frame(ENDLESS);
        rig.does(pick(0, 0));
        rig.frame(r#"{"type":"session_taken"}"#);
        assert!(rig.dialog().can_close);
        rig.does(Action::Close);
        assert!(!rig.has_dialog());
        assert_eq!(rig.receipts(), ["q_1 lapsed NotSent"]);
        // The session comes back, and the question with it.
        rig.input(if is_of_page { Input::Attach } else { Input::User(crate::session::UserInput::TakeSessionBack) });
        rig.open();
        rig.frame(&status(Some("q_1")));
        rig.frame(ENDLESS);
        rig.wait(1_000);
        assert_eq!((rig.phase(), rig.dialog().drafts[0].picks.clone()), (Phase::Asking, vec![0]));
    }
}

#[test]
fn an_answer_given_without_a_connection_is_minimized_by_itself() {
    let mut rig = Rig::connected();
    rig.frame(ENDLESS);
    rig.does(pick(0, 0));
    rig.drop_connection();
    rig.does(Action::Send);
    assert_eq!((rig.phase(), rig.dialog().minimized), (Phase::Decided, true));
    rig.does(Action::Expand);
    assert!(!rig.dialog().minimized, "and is expanded");
    rig.reconnect(Some("q_1"));
    rig.frame(ENDLESS);
    rig.frame(r#"{"type":"error","error":"Invalid ask_user_response: answers"}"#);
    rig.wait(2_000);
    assert!(!rig.dialog().minimized, "a refusal is seen");
}

#[test]
fn somebody_who_looks_at_an_ask_waits_a_few_seconds_for_the_next_try() {
    let gaps = |rig: &mut Rig, tries: usize| {
        let mut longest = 0;
        for _ in 0..tries {
            rig.drop_connection();
            let (since, before) = (rig.now, rig.connects);
            while rig.connects == before {
                rig.wait(10);
            }
            longest = longest.max(rig.now - since);
        }
        longest
    };
    let mut rig = Rig::connected();
    rig.frame(ENDLESS);
    let longest = gaps(&mut rig, 10);
    assert!(longest <= 4_010, "{longest}");
    let mut rig = Rig::connected();
    rig.frame(ENDLESS);
    rig.input(Input::PageHidden);
    let longest = gaps(&mut rig, 10);
    assert!(longest > 4_010, "a page that nobody looks at has time: {longest}");
}

#[test]
fn whoever_does_something_starts_a_try_and_who_types_does_not_hammer() {
    let nudges =
        [Input::PageActivity, Input::TypedInPage, Input::User(UserInput::Press(Press::Pointer)), Input::PageShown];
    for nudge in nudges {
        let mut rig = Rig::connected();
        let mut is_waiting = false;
        while !is_waiting {
            rig.drop_connection();
            let before = rig.connects;
            rig.wait(2_000);
            is_waiting = rig.connects == before;
        }
        let before = rig.connects;
        rig.input(nudge.clone());
        assert_eq!(rig.connects, before + 1, "{nudge:?}");
    }
    let mut rig = Rig::connected();
    rig.frame(ENDLESS);
    rig.drop_connection();
    let before = rig.connects;
    for _ in 0..200 {
        rig.input(Input::PageActivity);
        if rig.screen().connection == Connection::Reconnecting {
            rig.drop_connection();
        }
        rig.wait(100);
    }
    let tries = rig.connects - before;
    assert!(tries <= 40, "{tries} tries in 20 s of typing");
}

#[test]
fn a_bridge_that_has_too_many_is_not_hurried_by_keys() {
    let mut rig = Rig::connected();
    rig.input(Input::Closed { connection: rig.connection(), code: 1013, reason: String::new() });
    let before = rig.connects;
    for _ in 0..90 {
        rig.input(Input::PageActivity);
        rig.wait(100);
    }
    assert_eq!(rig.connects, before);
}

//! Deadlines: when they fall, what they do, and who wins at the edge.

use crate::script::{GONE, NOBODY, TIMEOUT, asked};
use crate::script::{Script, acked, allowed, denied, replayed, timed_out};
use ask_user_bridge::room::{Input, Settings, Status, Time, TimeLimit};

fn pending() -> Script {
    let mut script = Script::new();
    script.open("a");
    script.ask("q1");
    script
}

#[test]
fn nobody_answers_for_55_seconds() {
    let mut script = pending();
    assert_eq!(script.room.next_wake(), Some(Time(script.now + 55_000)));
    assert!(script.after(54_999).input(Input::Wake).is_empty());
    assert_eq!(script.after(1).input(Input::Wake), [timed_out("a", "q1"), denied("q1", TIMEOUT)]);
    assert_eq!(script.room.next_wake(), None);
    assert!(script.input(Input::Wake).is_empty(), "once");
}

#[test]
fn the_session_may_have_another_limit() {
    let mut script = Script::with(Settings { limit: TimeLimit::Seconds(3), ..Settings::default() });
    script.ask("q1");
    assert_eq!(script.room.next_wake(), Some(Time(script.now + 3000)));
}

#[test]
fn an_answer_just_before_the_deadline_counts() {
    let mut script = pending();
    assert_eq!(script.after(54_999).answer("a", "q1"), [acked("a", "q1", "accepted"), allowed("q1")]);
    assert!(script.after(1).input(Input::Wake).is_empty());
}

#[test]
fn an_answer_at_the_deadline_is_late_even_before_the_wake() {
    for late in [0, 5] {
        let mut script = pending();
        let lines = script.after(55_000 + late).answer("a", "q1");
        assert_eq!(lines, [timed_out("a", "q1"), denied("q1", TIMEOUT), acked("a", "q1", "late")]);
    }
}

#[test]
fn the_clock_does_not_restart_on_replay() {
    let mut script = pending();
    let due = script.room.next_wake();
    script.close("a");
    script.after(30_000).open("b");
    assert_eq!(script.room.next_wake(), due);
    script.close("b");
    assert_eq!(script.after(24_999).open("c")[2..], [replayed("c", "q1", "0.001")]);
}

#[test]
fn a_time_out_while_away_is_kept() {
    let mut script = pending();
    script.close("a");
    assert_eq!(script.wake(), [denied("q1", GONE)]);
    assert_eq!(script.open("b")[2..], [timed_out("b", "q1")]);
}

#[test]
fn the_agent_learns_whether_somebody_was_there() {
    let mut nobody = Script::new();
    nobody.ask("q1");
    assert_eq!(nobody.wake(), [denied("q1", NOBODY)]);

    let mut came_late = Script::new();
    came_late.ask("q1");
    came_late.after(54_000).open("a");
    assert_eq!(came_late.wake(), [timed_out("a", "q1"), denied("q1", TIMEOUT)]);

    let mut left_before = Script::new();
    left_before.open("a");
    left_before.close("a");
    left_before.ask("q1");
    assert_eq!(left_before.wake(), [denied("q1", NOBODY)]);

    let mut second_in_line = pending();
    second_in_line.ask("q2");
    second_in_line.close("a");
    assert_eq!(second_in_line.wake(), [denied("q1", GONE)]);
    assert_eq!(second_in_line.wake(), [denied("q2", NOBODY)], "it was never shown");

    let mut came_back = pending();
    came_back.close("a");
    came_back.open("b");
    assert_eq!(came_back.wake(), [timed_out("b", "q1"), denied("q1", TIMEOUT)]);
}

#[test]
fn an_agent_may_look_whether_somebody_is_there() {
    let mut script = Script::new();
    assert_eq!(script.room.status(), Status { is_connected: false, asks: 0 });
    script.ask("q1");
    script.ask("q2");
    assert_eq!(script.room.status(), Status { is_connected: false, asks: 2 });
    script.open("a");
    script.answer("a", "q1");
    assert_eq!(script.room.status(), Status { is_connected: true, asks: 1 });
}

#[test]
fn time_that_runs_backwards_changes_nothing() {
    let mut script = pending();
    script.after(54_000).input(Input::Wake);
    script.now = 0;
    assert!(script.input(Input::Wake).is_empty());
    assert!(script.open("b").contains(&replayed("b", "q1", "1")));
}

#[test]
fn a_jump_of_a_day_times_out_one_ask_and_starts_the_next() {
    let mut script = pending();
    script.ask("q2");
    let lines = script.after(86_400_000).input(Input::Wake);
    assert_eq!(lines, [timed_out("a", "q1"), denied("q1", TIMEOUT), asked("a", "q2")]);
    assert_eq!(script.room.next_wake(), Some(Time(script.now + 55_000)));
}

//! Pages that name themselves: ghosts, word of what ended while they were away, and beats.

use ask_user_bridge::room::{Input, Settings, View};

use crate::script::{Script, allowed, asked, replayed, timed_out};

impl Script {
    /// Connection `number` of the view of this name; its id is both.
    fn comes(&mut self, name: &str, number: u64) -> Vec<String> {
        let id = format!("{name}.{number}");
        let view = View::parse(&id);
        assert!(view.is_some());
        self.input(Input::Opened { connection: id.as_str().into(), view })
    }
}

const RESOLVED: &str = r#"{"type":"ask_user_resolved","question_id":"q1","outcome":"answered","answers":{"Q?":"A"}}"#;

#[test]
fn a_view_names_itself_in_the_query() {
    for (query, is_some) in [
        ("view=a1.3", true),
        ("x=1&view=a1.3&y=2", true),
        ("view=a1", false),
        ("view=.3", false),
        ("view=a1.x", false),
        ("view=a%20.3", false),
        ("reviews=a1.3", false),
    ] {
        assert_eq!(View::of_query(query).is_some(), is_some, "{query}");
    }
    assert_eq!(View::parse(&format!("{}.1", "a".repeat(65))), None);
}

#[test]
fn a_handshake_that_its_view_gave_up_takes_nothing() {
    let mut script = Script::new();
    script.comes("a", 2);
    assert_eq!(script.comes("a", 1), ["a.1: close 1000"]);
    assert_eq!(script.ask("q1"), [asked("a.2", "q1")]);
}

#[test]
fn a_ghost_takes_nothing_from_another_view_either() {
    let mut script = Script::new();
    script.comes("a", 2);
    script.comes("b", 1);
    assert_eq!(script.comes("a", 1), ["a.1: close 1000"]);
    assert!(script.comes("a", 3)[0].contains("session_taken"), "a later one may");
}

#[test]
fn a_view_that_comes_back_is_told_what_was_answered_once() {
    let mut script = Script::new();
    script.comes("a", 1);
    script.ask("q1");
    script.comes("b", 1);
    script.answer("b.1", "q1");
    let news = script.comes("a", 2).split_off(4);
    assert_eq!(news, [format!("a.2: {RESOLVED}")]);
    assert_eq!(script.comes("a", 3).len(), 4, "taken, closed, connected, status");
    assert_eq!(script.comes("b", 2).len(), 4, "who answered knows it");
}

#[test]
fn an_answer_that_nobody_else_saw_asked_is_told_to_nobody() {
    let mut script = Script::new();
    script.comes("a", 1);
    script.ask("q1");
    script.close("a.1");
    script.comes("a", 2);
    assert_eq!(script.answer("a.2", "q1")[1], allowed("q1"));
    assert_eq!(script.comes("b", 1).len(), 4);
}

#[test]
fn a_time_out_and_a_withdrawal_are_told_too() {
    for ends in [|script: &mut Script| script.wake(), |script: &mut Script| script.hang_up("q1")] {
        let mut script = Script::new();
        script.comes("a", 1);
        script.ask("q1");
        script.comes("b", 1);
        let frame = ends(&mut script)[0].replace("b.1", "a.2");
        assert_eq!(script.comes("a", 2).split_off(4), [frame]);
    }
}

#[test]
fn a_view_is_told_again_what_it_may_have_missed_on_a_link_that_was_half_open() {
    for ends in [|script: &mut Script| script.wake(), |script: &mut Script| script.hang_up("q1")] {
        let mut script = Script::new();
        script.comes("a", 1);
        script.ask("q1");
        let frame = ends(&mut script)[0].replace("a.1", "a.2");
        assert_eq!(script.comes("a", 2).split_off(4), [frame], "the bridge has not seen that a.1 was dead");
        assert_eq!(script.comes("a", 3).len(), 4, "once");
    }
}

#[test]
fn a_bare_bridge_tells_other_views_nothing() {
    let mut script = Script::plain();
    script.comes("a", 1);
    script.ask("q1");
    script.comes("b", 1);
    script.answer("b.1", "q1");
    assert_eq!(script.comes("a", 2).len(), 4);
}

#[test]
fn what_is_remembered_for_others_is_bounded() {
    let mut script = Script::new();
    for number in 1..100 {
        let question = format!("q{number}");
        script.comes("a", number);
        script.ask(&question);
        script.comes("b", number);
        script.answer(&format!("b.{number}"), &question);
        script.close(&format!("b.{number}"));
    }
    let news = script.comes("c", 1);
    assert_eq!(news.iter().filter(|line| line.contains("ask_user_resolved")).count(), 16);
}

fn beating() -> Script {
    Script::with(Settings { beat_seconds: Some(15), ..Settings::default() })
}

#[test]
fn a_page_hears_every_so_often_that_the_bridge_is_there() {
    let mut script = beating();
    let greeting = script.open("a");
    assert!(
        greeting[0].contains(r#""withdraw","permission","elicitation","beat"],"beat_seconds":15"#),
        "{}",
        greeting[0]
    );
    let start = script.now;
    for beat in 1..4 {
        assert_eq!(script.wake(), [r#"a: {"type":"ask_user_beat"}"#]);
        assert_eq!(script.now, start + beat * 15_000);
    }
    script.close("a");
    assert_eq!(script.room.next_wake(), None, "and nobody, nothing");
}

#[test]
fn a_page_that_asks_for_a_beat_gets_one_at_once() {
    assert_eq!(
        {
            let mut script = beating();
            script.open("a");
            script.text("a", r#"{"type":"ask_user_beat"}"#)
        },
        [r#"a: {"type":"ask_user_beat"}"#]
    );
    let mut plain = Script::plain();
    plain.open("a");
    assert!(plain.text("a", r#"{"type":"ask_user_beat"}"#)[0].contains("error"), "a bare bridge has none");
}

#[test]
fn beats_and_deadlines_go_side_by_side() {
    let mut script = beating();
    script.open("a");
    script.ask("q1");
    for _ in 0..3 {
        assert_eq!(script.wake().len(), 1);
    }
    assert_eq!(script.wake().len(), 2, "55 s: the time-out and its result");
    assert_eq!(script.open("b").split_off(4), [timed_out("b", "q1")], "it may be the same page after a reload");
    script.ask("q2");
    script.close("b");
    assert_eq!(script.after(1000).open("c").split_off(3), [replayed("c", "q2", "54")]);
}

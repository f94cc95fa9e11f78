//! Whole conversations, as a person has them.

use super::rig::{Rig, pick};
use crate::protocol::Value;
use crate::session::Action;

/// The four questions of a fixture, as a bridge sends them that takes annotations.
fn project() -> Rig {
    let mut rig = Rig::connected();
    rig.frame(r#"{"type":"connected","capabilities":["annotations"]}"#);
    let mut ask: Value = serde_json::from_str(include_str!("../../../tests/fixtures/ask-project.json")).unwrap();
    ask.set("type", "ask_user_question".into());
    ask.set("question_id", "q_4".into());
    rig.frame(&ask.to_json());
    rig
}

#[test]
fn four_questions_with_previews_a_note_and_an_own_answer() {
    let mut rig = project();
    rig.does(pick(0, 0));
    rig.does(Action::Confirm);
    rig.does(pick(1, 0));
    rig.does(pick(1, 2));
    rig.does(Action::EditNotes { question: 1, text: "Telemetry only in beta".to_owned() });
    rig.does(Action::Confirm);
    rig.does(pick(2, 1));
    rig.does(Action::Confirm);
    rig.does(Action::EditText { question: 3, text: "On a \"Pi\", at home".to_owned() });
    rig.does(Action::Confirm);
    assert!(rig.dialog().is_in_review() && rig.dialog().gaps() == 0);
    assert_eq!(rig.sent(), [""; 0], "nothing leaves before the review");
    rig.does(Action::Confirm);
    let sent = rig.sent().join("");
    for part in [
        r#""Which framework should the web app use?":"Leptos (Recommended)""#,
        r#""Which features should we enable from the start?":"Dark mode, Telemetry""#,
        r#""How should the folders be laid out?":"By layer""#,
        r#""Where will it run?":"On a \"Pi\", at home""#,
        r#""notes":"Telemetry only in beta""#,
        r#""preview":"```\nsrc/\n├── api/"#,
        r##""preview":"```rust\n#[component]"##,
    ] {
        assert!(sent.contains(part), "{part} is not in {sent}");
    }
}

#[test]
fn back_and_forth_keeps_everything() {
    let mut rig = project();
    rig.does(pick(0, 1));
    rig.does(Action::EditNotes { question: 0, text: "the team knows it".to_owned() });
    rig.does(Action::GoTo(3));
    rig.does(Action::EditText { question: 3, text: "half a".to_owned() });
    for step in [0, 4, 2, 1, 3] {
        rig.does(Action::GoTo(step));
    }
    let dialog = rig.dialog();
    assert_eq!((dialog.step, dialog.gaps()), (3, 2));
    assert_eq!((dialog.drafts[0].picks.as_slice(), dialog.drafts[0].notes.as_str()), (&[1][..], "the team knows it"));
    assert_eq!(dialog.drafts[3].text, "half a");
}

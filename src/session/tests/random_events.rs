//! Whatever comes, in whatever order: nothing panics, and what is shown fits together.

use proptest::prelude::*;

use super::rig::{Rig, status};
use crate::session::{Action, Input, UserInput};

/// Something that happens.
#[derive(Clone, Debug)]
enum Happens {
    Frame(String),
    Does(Action),
    Wait(u64),
    Cut,
    Opens,
    TakesBack,
    Types,
}

/// An ask of one of few ids, in one of few shapes: they meet again under the same id.
fn ask() -> impl Strategy<Value = String> {
    let label = prop::sample::select(vec!["A", "B", "\\u0000R", ""]);
    let options = prop::collection::vec(label, 0..4);
    let question =
        (prop::sample::select(vec!["Q", "R", ""]), options, any::<bool>()).prop_map(|(text, options, multi)| {
            let options: Vec<_> = options.iter().map(|label| format!("\"{label}\"")).collect();
            format!(r#"{{"question":"{text}","multiSelect":{multi},"options":[{}]}}"#, options.join(","))
        });
    (id(), prop::collection::vec(question, 0..3), prop::option::of(0u32..40)).prop_map(|(id, questions, limit)| {
        let limit = limit.map_or("null".to_owned(), |limit| limit.to_string());
        let questions = questions.join(",");
        format!(
            r#"{{"type":"ask_user_question","question_id":"{id}","timeout_seconds":{limit},"questions":[{questions}]}}"#
        )
    })
}

fn id() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["a", "b"])
}

fn frame() -> impl Strategy<Value = String> {
    let about = ["timeout", "withdrawn", "resolved", "ack", "extend"];
    let about = (prop::sample::select(about.to_vec()), id()).prop_map(|(about, id)| {
        format!(r#"{{"type":"ask_user_{about}","question_id":"{id}","outcome":"accepted","remaining_seconds":9}}"#)
    });
    let plain = prop::sample::select(vec![
        r#"{"type":"text"}"#,
        r#"{"type":"session_taken"}"#,
        r#"{"type":"error","error":"Question ID does not match"}"#,
        r#"{"type":"error","error":"ask_user_response: no"}"#,
        r#"{"type":"connected"}"#,
        r#"{"type":"connected","capabilities":["ack","extend","annotations"]}"#,
    ]);
    let pending = prop::option::of(id()).prop_map(status);
    prop_oneof![4 => ask(), 2 => about, 1 => plain.prop_map(str::to_owned), 1 => pending]
}

fn action() -> impl Strategy<Value = Action> {
    let (question, option) = (0usize..4, 0usize..5);
    prop_oneof![
        (question.clone(), option, any::<bool>()).prop_map(|(question, option, chosen)| Action::Pick {
            question,
            option,
            chosen
        }),
        (question.clone(), any::<bool>()).prop_map(|(question, chosen)| Action::PickOther { question, chosen }),
        (question.clone(), "[a ]{0,3}").prop_map(|(question, text)| Action::EditText { question, text }),
        (question.clone(), "[a ]{0,3}").prop_map(|(question, text)| Action::EditNotes { question, text }),
        question.clone().prop_map(|question| Action::MoveOtherToNote { question }),
        question.prop_map(Action::GoTo),
        prop::sample::select(vec![
            Action::Confirm,
            Action::Send,
            Action::Cancel,
            Action::Undo,
            Action::Minimize,
            Action::Expand,
            Action::Close,
            Action::Activity,
        ]),
    ]
}

fn happens() -> impl Strategy<Value = Happens> {
    prop_oneof![
        4 => frame().prop_map(Happens::Frame),
        6 => action().prop_map(Happens::Does),
        3 => (0u64..7_000).prop_map(Happens::Wait),
        1 => Just(Happens::Cut),
        1 => Just(Happens::Opens),
        1 => Just(Happens::TakesBack),
        1 => Just(Happens::Types),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn fits_together(story in prop::collection::vec(happens(), 0..60)) {
        let mut rig = Rig::connected();
        for happens in story {
            match happens {
                Happens::Frame(frame) => rig.frame(&frame),
                Happens::Does(action) if rig.has_dialog() => rig.does_at_once(action),
                Happens::Does(_) => {}
                Happens::Wait(millis) => rig.wait(millis),
                Happens::Cut => rig.drop_connection(),
                Happens::Opens => rig.open(),
                Happens::TakesBack => rig.input(Input::User(UserInput::TakeSessionBack)),
                Happens::Types => rig.input(Input::TypedInPage),
            }
            let screen = rig.screen();
            if let Some(dialog) = &screen.dialog {
                let questions = dialog.ask.questions();
                prop_assert_eq!(dialog.drafts.len(), questions.len());
                prop_assert!(dialog.step <= questions.len() && (dialog.step < questions.len() || questions.len() > 1));
                for (draft, question) in dialog.drafts.iter().zip(questions) {
                    prop_assert!(draft.picks.iter().all(|pick| *pick < question.options.len()));
                    prop_assert!(question.is_multiselectable() || draft.picks.len() + usize::from(draft.text_chosen) <= 1);
                }
            }
            for receipt in &screen.receipts {
                receipt.to_text();
                prop_assert!(screen.receipts.iter().filter(|other| other.id == receipt.id).count() == 1);
            }
            prop_assert!(rig.session.next_wake().is_none_or(|wake| wake.0 > rig.now), "it would spin");
        }
    }
}

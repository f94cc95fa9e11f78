//! The policy of the keys, as tables: where the focus is, which key, what it does.

use super::{Command, Control, Hint, Key, KeyPress, Place, bindings, command, hints, parts};
use crate::protocol::approval::Approval;
use crate::protocol::{Ask, Request, RequestKind, Value};
use crate::session::{
    Action, ApprovalAction, ApprovalPage, Dialog, Draft, Phase, Press, PrimaryAction, Reach, SharedAsk,
};

const SINGLE: &str = r#"{"question":"Which?","options":[{"label":"A"},{"label":"B"}]}"#;
const MULTI: &str = r#"{"question":"Which ones?","multiSelect":true,"options":[{"label":"A"},{"label":"B"}]}"#;
const TEXT: &str = r#"{"question":"Why?"}"#;
/// A request for an approval.
const BASH: &str = r#"{"tool_name":"Bash","input":{"command":"ls"}}"#;

const PLACES: [Place; 12] = [
    Place::Title,
    Place::Option(0),
    Place::Option(1),
    Place::Other,
    Place::OtherField,
    Place::NoteField,
    Place::Field(0),
    Place::FieldText(0),
    Place::Step(0),
    Place::Step(1),
    Place::Button,
    Place::Scroller,
];

fn dialog(questions: &str, step: usize, drafts: &[Draft]) -> Dialog {
    let value: Value = serde_json::from_str(&format!(r#"{{"questions":[{questions}]}}"#)).unwrap();
    let ask = SharedAsk::new(Ask::read("q".to_owned(), &value));
    let mut all = vec![Draft::default(); ask.questions().len()];
    all[..drafts.len()].clone_from_slice(drafts);
    Dialog {
        ask,
        drafts: all,
        step,
        phase: Phase::Asking,
        alert: None,
        countdown: None,
        minimized: false,
        read_only: false,
        guard: Default::default(),
        queue: Vec::new(),
        earlier: 0,
        alert_count: 0,
        undo_seconds: None,
        reach: Reach::Reachable,
        can_close: false,
        takes_notes: true,
        approval: Default::default(),
    }
}

fn picked() -> Draft {
    Draft { picks: vec![0], ..Draft::default() }
}

fn typed() -> Draft {
    Draft { text_chosen: true, text: "mine".to_owned(), ..Draft::default() }
}

fn plain(key: &str) -> KeyPress<'_> {
    KeyPress { key, ..KeyPress::default() }
}

/// The command of a key that is pressed by itself, with shortcuts switched on.
fn press(dialog: &Dialog, place: Place, key: &str) -> Option<Command> {
    command(dialog, place, &plain(key), true)
}

#[test]
fn enter_on_a_radio_button_chooses_it_and_goes_on() {
    let single = dialog(SINGLE, 0, &[]);
    assert_eq!(press(&single, Place::Option(1), "Enter"), Some(Command::ChooseAndContinue { option: 1 }));
    let actions = Command::ChooseAndContinue { option: 1 }.actions(0);
    assert_eq!(actions, [Action::Pick { question: 0, option: 1, chosen: true }, Action::Confirm]);
}

#[test]
fn enter_on_a_check_box_confirms_what_is_chosen() {
    let multi = dialog(MULTI, 0, &[picked()]);
    assert_eq!(press(&multi, Place::Option(1), "Enter"), Some(Command::Continue));
    assert_eq!(Command::Continue.actions(0), [Action::Confirm]);
}

#[test]
fn enter_on_the_title_goes_on_and_on_a_button_is_the_buttons() {
    let single = dialog(SINGLE, 0, &[]);
    assert_eq!(press(&single, Place::Title, "Enter"), Some(Command::Continue));
    for place in [Place::Button, Place::Step(0), Place::Scroller] {
        assert_eq!(press(&single, place, "Enter"), None, "{place:?}");
    }
}

#[test]
fn on_the_review_enter_sends_only_what_is_complete() {
    let both = [SINGLE, MULTI].join(",");
    for drafts in [[picked(), Draft::default()], [picked(), picked()]] {
        let review = dialog(&both, 2, &drafts);
        // The session refuses `Send` while an answer is missing; `Confirm` would send without it.
        assert_eq!(press(&review, Place::Title, "Enter"), Some(Command::Send));
    }
    assert_eq!(Command::Send.actions(2), [Action::Send]);
}

#[test]
fn enter_on_other_without_a_text_means_let_me_write() {
    for question in [SINGLE, MULTI] {
        let empty = dialog(question, 0, &[]);
        assert_eq!(press(&empty, Place::Other, "Enter"), Some(Command::WriteOther));
        let blank = Draft { text: " \n".to_owned(), ..Draft::default() };
        assert_eq!(press(&dialog(question, 0, &[blank]), Place::Other, "Enter"), Some(Command::WriteOther));
    }
    assert_eq!(Command::WriteOther.actions(0), [Action::PickOther { question: 0, chosen: true }]);
    assert_eq!(Command::WriteOther.focus(), Some(Place::OtherField));
}

#[test]
fn enter_on_other_with_a_text_goes_on_with_it() {
    let single = dialog(SINGLE, 0, &[typed()]);
    assert_eq!(press(&single, Place::Other, "Enter"), Some(Command::ChooseOtherAndContinue));
    let multi = dialog(MULTI, 0, &[typed()]);
    assert_eq!(press(&multi, Place::Other, "Enter"), Some(Command::Continue), "a check box keeps its state");
}

#[test]
fn enter_in_a_field_goes_on_and_with_shift_makes_a_new_line() {
    let replaced = Draft { picks: vec![0], text: "mine".to_owned(), ..Draft::default() };
    let single = dialog(SINGLE, 0, &[replaced]);
    let expected = Command::ChooseOtherAndContinue;
    assert_eq!(
        press(&single, Place::OtherField, "Enter"),
        Some(expected),
        "what is written there, whatever was chosen"
    );
    assert_eq!(expected.actions(3), [Action::PickOther { question: 3, chosen: true }, Action::Confirm]);
    assert_eq!(press(&dialog(SINGLE, 0, &[]), Place::OtherField, "Enter"), Some(Command::Continue));
    assert_eq!(press(&single, Place::NoteField, "Enter"), Some(Command::Continue));
    for place in [Place::OtherField, Place::NoteField] {
        let shift = KeyPress { has_shift: true, ..plain("Enter") };
        assert_eq!(command(&single, place, &shift, true), Some(Command::LeaveToBrowser));
    }
    let shift = KeyPress { has_shift: true, ..plain("Enter") };
    assert_eq!(command(&single, Place::Title, &shift, true), Some(Command::Continue), "elsewhere it is Enter");
}

#[test]
fn escape_leaves_a_field_and_otherwise_minimizes() {
    let single = dialog(SINGLE, 0, &[]);
    assert_eq!(press(&single, Place::NoteField, "Escape"), Some(Command::LeaveNote));
    assert_eq!(press(&single, Place::OtherField, "Escape"), Some(Command::Focus(Place::Other)));
    assert_eq!(press(&dialog(TEXT, 0, &[]), Place::OtherField, "Escape"), Some(Command::Focus(Place::Title)));
    for place in PLACES.into_iter().filter(|place| !place.is_text()) {
        assert_eq!(press(&single, place, "Escape"), Some(Command::Minimize), "{place:?}");
    }
}

#[test]
fn escape_in_a_text_that_can_only_be_read_minimizes() {
    for question in [SINGLE, TEXT] {
        let over = Dialog { read_only: true, ..dialog(question, 0, &[typed()]) };
        for place in PLACES {
            assert_eq!(press(&over, place, "Escape"), Some(Command::Minimize), "{place:?}");
        }
    }
}

#[test]
fn escape_in_the_bar_cancels_and_other_keys_are_the_pages() {
    let single = dialog(SINGLE, 0, &[picked()]);
    assert_eq!(press(&single, Place::Bar, "Escape"), Some(Command::Cancel));
    assert_eq!(Command::Cancel.actions(0), [Action::Cancel]);
    let held = KeyPress { is_repeated: true, ..plain("Escape") };
    assert_eq!(command(&single, Place::Bar, &held, true), Some(Command::Nothing));
    for key in ["Enter", "1", "0", "b", "n", "ArrowDown", " "] {
        assert_eq!(press(&single, Place::Bar, key), None, "{key}");
        assert_eq!(command(&single, Place::Bar, &KeyPress { is_repeated: true, ..plain(key) }, true), None, "{key}");
    }
}

#[test]
fn a_digit_chooses_its_option_and_0_means_let_me_write() {
    let single = dialog(SINGLE, 0, &[picked()]);
    for place in PLACES.into_iter().filter(|place| !place.is_text()) {
        assert_eq!(press(&single, place, "1"), Some(Command::Choose { option: 0, chosen: true }), "{place:?}");
        assert_eq!(press(&single, place, "3"), None, "{place:?}: there are two options");
        assert_eq!(press(&single, place, "0"), Some(Command::WriteOther), "{place:?}");
    }
    let choose = Command::Choose { option: 1, chosen: true };
    assert_eq!(choose.focus(), Some(Place::Option(1)));
    assert_eq!(choose.actions(4), [Action::Pick { question: 4, option: 1, chosen: true }], "and never goes on");
    let multi = dialog(MULTI, 0, &[picked()]);
    assert_eq!(press(&multi, Place::Title, "1"), Some(Command::Choose { option: 0, chosen: false }));
    assert_eq!(press(&multi, Place::Title, "2"), Some(Command::Choose { option: 1, chosen: true }));
}

#[test]
fn only_nine_options_have_a_digit() {
    let options: Vec<_> = (0..12).map(|option| format!(r#"{{"label":"{option}"}}"#)).collect();
    let many = dialog(&format!(r#"{{"question":"Which?","options":[{}]}}"#, options.join(",")), 0, &[]);
    assert_eq!(press(&many, Place::Title, "9"), Some(Command::Choose { option: 8, chosen: true }));
    assert_eq!(Control::Option(8).key(RequestKind::Questions, true), Some(Key::Digit(9)));
    assert_eq!(Control::Option(9).key(RequestKind::Questions, true), None);
}

#[test]
fn n_writes_a_note_and_b_goes_back_in_either_case() {
    let both = [SINGLE, MULTI].join(",");
    let second = dialog(&both, 1, &[]);
    for place in PLACES.into_iter().filter(|place| !place.is_text()) {
        for (lower, upper, expected) in [("n", "N", Command::WriteNote), ("b", "B", Command::GoTo(0))] {
            assert_eq!(press(&second, place, lower), Some(expected), "{place:?}");
            let shift = KeyPress { has_shift: true, ..plain(upper) };
            assert_eq!(command(&second, place, &shift, true), Some(expected), "{place:?}");
        }
    }
    assert_eq!(Command::WriteNote.focus(), Some(Place::NoteField));
    let review = dialog(&both, 2, &[]);
    assert_eq!((press(&review, Place::Title, "n"), press(&review, Place::Title, "b")), (None, Some(Command::GoTo(1))));
}

#[test]
fn in_a_text_field_characters_are_text() {
    for question in [SINGLE, MULTI, TEXT] {
        let asked = dialog(question, 0, &[]);
        for place in [Place::OtherField, Place::NoteField] {
            for key in ["1", "0", "n", "B", "x", " ", "ArrowDown", "ArrowUp", "ArrowLeft"] {
                assert_eq!(press(&asked, place, key), None, "{question} {place:?} {key}");
            }
        }
    }
}

#[test]
fn a_question_without_options_takes_every_character_as_text() {
    let text = dialog(TEXT, 0, &[]);
    for key in ["x", "1", "0", "n", "B", " ", "ß", "🙂"] {
        for has_shortcuts in [true, false] {
            let found = command(&text, Place::Title, &plain(key), has_shortcuts);
            assert_eq!(found, Some(Command::TypeIntoField), "{key}");
        }
    }
    assert!(Command::TypeIntoField.is_left_to_browser(), "the browser writes it");
    assert_eq!(press(&text, Place::Title, "ArrowDown"), None);
    assert_eq!(press(&text, Place::Button, "n"), Some(Command::WriteNote), "a button takes no text");
}

#[test]
fn ctrl_or_command_with_enter_sends_from_everywhere() {
    for place in PLACES {
        let both = KeyPress { has_command: true, ..plain("Enter") };
        assert_eq!(command(&dialog(SINGLE, 0, &[]), place, &both, true), Some(Command::Send), "{place:?}");
    }
}

#[test]
fn other_combinations_are_the_browsers() {
    let second = dialog(&[SINGLE, MULTI].join(","), 1, &[]);
    for place in PLACES {
        for key in ["1", "n", "b", "Escape", "ArrowDown", "x"] {
            for (has_command, has_alt) in [(true, false), (false, true)] {
                let combined = KeyPress { has_command, has_alt, ..plain(key) };
                assert_eq!(command(&second, place, &combined, true), None, "{place:?} {key}");
            }
        }
    }
}

#[test]
fn shortcuts_that_are_switched_off_do_nothing_and_the_rest_works() {
    let second = dialog(&[SINGLE, MULTI].join(","), 1, &[]);
    let off = |place, key| command(&second, place, &plain(key), false);
    for place in PLACES {
        for key in ["1", "0", "n", "b"] {
            assert_eq!(off(place, key), None, "{place:?} {key}");
        }
        let both = KeyPress { has_command: true, ..plain("Enter") };
        assert_eq!(command(&second, place, &both, false), None, "{place:?}");
    }
    assert_eq!(off(Place::Title, "Escape"), Some(Command::Minimize));
    assert_eq!(off(Place::Title, "Enter"), Some(Command::Continue));
    assert_eq!(off(Place::Title, "ArrowDown"), Some(Command::Focus(Place::Option(0))));
}

#[test]
fn an_input_method_that_composes_has_all_keys() {
    let single = dialog(SINGLE, 0, &[typed()]);
    for place in PLACES {
        for key in ["Enter", "Escape", "1", "n"] {
            let composing = KeyPress { is_composing: true, ..plain(key) };
            // Safari says that the composition is over, and 229.
            let in_safari = KeyPress { key_code: 229, ..plain(key) };
            for press in [composing, in_safari] {
                assert_eq!(command(&single, place, &press, true), None, "{place:?} {press:?}");
            }
        }
    }
}

#[test]
fn a_key_that_is_held_down_decides_nothing() {
    let single = dialog(SINGLE, 0, &[picked()]);
    for place in PLACES {
        for key in ["Enter", "Escape"] {
            let held = KeyPress { is_repeated: true, ..plain(key) };
            assert_eq!(command(&single, place, &held, true), Some(Command::Nothing), "{place:?} {key}");
        }
        for other in [KeyPress { has_command: true, ..plain("Enter") }, KeyPress { has_alt: true, ..plain("Enter") }] {
            let held = KeyPress { is_repeated: true, ..other };
            assert_eq!(command(&single, place, &held, true), Some(Command::Nothing), "{place:?} {held:?}");
        }
    }
    assert!(Command::Nothing.actions(0).is_empty() && !Command::Nothing.is_left_to_browser());
}

#[test]
fn the_arrow_keys_lead_into_the_options() {
    let ways_in = [Place::Title, Place::Step(0), Place::Button];
    let both_ends = |dialog: &Dialog, place| (press(dialog, place, "ArrowDown"), press(dialog, place, "ArrowUp"));
    for place in ways_in {
        let single = dialog(SINGLE, 0, &[]);
        let first = Command::Choose { option: 0, chosen: true };
        assert_eq!(both_ends(&single, place), (Some(first), Some(Command::ChooseOther)), "a radio button is chosen");
        let to_first = Some(Command::Focus(Place::Option(0)));
        assert_eq!(both_ends(&dialog(SINGLE, 0, &[picked()]), place), (to_first, to_first), "to what is chosen");
        let to_other = Some(Command::Focus(Place::Other));
        assert_eq!(both_ends(&dialog(SINGLE, 0, &[typed()]), place), (to_other, to_other));
        assert_eq!(both_ends(&dialog(MULTI, 0, &[]), place), (to_first, to_other), "a check box is not chosen");
        assert_eq!(both_ends(&dialog(TEXT, 0, &[]), place), (None, None), "there is nothing to lead to");
    }
    assert_eq!(both_ends(&dialog(SINGLE, 0, &[]), Place::Scroller), (None, None));
}

#[test]
fn the_arrow_keys_go_round_the_check_boxes_and_leave_radio_buttons_to_the_browser() {
    let multi = dialog(MULTI, 0, &[]);
    let rows = [Place::Option(0), Place::Option(1), Place::Other];
    for (index, place) in rows.into_iter().enumerate() {
        assert_eq!(press(&multi, place, "ArrowDown"), Some(Command::Focus(rows[(index + 1) % 3])));
        assert_eq!(press(&multi, place, "ArrowUp"), Some(Command::Focus(rows[(index + 2) % 3])));
        let found = press(&dialog(SINGLE, 0, &[]), place, "ArrowDown");
        assert_eq!(found, Some(Command::LeaveToBrowser));
        assert_eq!(press(&multi, place, " "), Some(Command::LeaveToBrowser), "Space checks it");
    }
}

#[test]
fn in_the_stepper_left_and_right_go_from_chip_to_chip() {
    let both = dialog(&[SINGLE, MULTI].join(","), 0, &[]);
    assert_eq!(press(&both, Place::Step(1), "ArrowLeft"), Some(Command::FocusStepOnTheLeft));
    assert_eq!(press(&both, Place::Step(1), "ArrowRight"), Some(Command::FocusStepOnTheRight));
    for place in [Place::Title, Place::Option(0), Place::Button] {
        assert_eq!(press(&both, place, "ArrowLeft"), None, "{place:?}");
    }
}

#[test]
fn the_hint_line_names_only_what_works_where_the_focus_is() {
    use Hint::{
        Back, Choose, GoToUnanswered, LeaveField, Minimize, NewLine, Note, Options, Other, SendAll, Steps, Toggle,
        WriteOther,
    };
    let on = Hint::PrimaryAction;
    let both = [SINGLE, MULTI].join(",");
    let fresh = [Draft::default(), Draft::default()];
    let whole = [picked(), picked()];
    type Row<'a> = (&'a str, usize, &'a [Draft], Place, &'a [Hint]);
    let send = on(PrimaryAction::Send);
    let table: &[Row] = &[
        // One question, nothing chosen: Enter on the title would be refused.
        (SINGLE, 0, &[], Place::Title, &[Options, Choose(2), Other, Minimize, Note]),
        (SINGLE, 0, &[], Place::Option(0), &[Options, Choose(2), Other, send, Minimize, Note]),
        (SINGLE, 0, &[], Place::Other, &[Options, Choose(2), Other, WriteOther, Minimize, Note]),
        (SINGLE, 0, &[], Place::OtherField, &[NewLine, LeaveField]),
        (SINGLE, 0, &[], Place::NoteField, &[NewLine, LeaveField]),
        (SINGLE, 0, &[], Place::Button, &[Options, Choose(2), Other, Minimize, Note]),
        (SINGLE, 0, &[], Place::Scroller, &[Choose(2), Other, Minimize, Note]),
        // And with an answer.
        (SINGLE, 0, &[picked()], Place::Title, &[Options, Choose(2), Other, send, Minimize, Note]),
        (SINGLE, 0, &[picked()], Place::NoteField, &[send, NewLine, LeaveField]),
        (SINGLE, 0, &[typed()], Place::Other, &[Options, Choose(2), Other, send, Minimize, Note]),
        (SINGLE, 0, &[typed()], Place::OtherField, &[send, NewLine, LeaveField]),
        // Check boxes: Enter confirms what is chosen.
        (MULTI, 0, &[], Place::Option(0), &[Options, Toggle(2), Other, Minimize, Note]),
        (MULTI, 0, &[picked()], Place::Option(1), &[Options, Toggle(2), Other, send, Minimize, Note]),
        (MULTI, 0, &[picked()], Place::Button, &[Options, Choose(2), Other, Minimize, Note]),
        // Without options every letter is text.
        (TEXT, 0, &[], Place::Title, &[Minimize]),
        (TEXT, 0, &[typed()], Place::OtherField, &[send, NewLine, LeaveField]),
        // Several questions.
        (&both, 0, &fresh, Place::Option(0), &[Options, Choose(2), Other, on(PrimaryAction::Next), Minimize, Note]),
        (&both, 0, &fresh, Place::Step(0), &[Steps, Options, Choose(2), Other, Minimize, Note]),
        (
            &both,
            1,
            &whole,
            Place::Option(0),
            &[Options, Toggle(2), Other, on(PrimaryAction::Review), SendAll, Minimize, Back, Note],
        ),
        (&both, 2, &fresh, Place::Title, &[GoToUnanswered, Minimize, Back]),
        (&both, 2, &whole, Place::Title, &[send, Minimize, Back]),
        (&both, 2, &whole, Place::Button, &[Minimize, Back]),
    ];
    for (questions, step, drafts, place, expected) in table {
        assert_eq!(hints(&dialog(questions, *step, drafts), *place), *expected, "{questions} {step} {place:?}");
    }
}

#[test]
fn nothing_is_named_where_nothing_can_be_changed() {
    let basic = Dialog { takes_notes: false, ..dialog(SINGLE, 0, &[]) };
    assert!(!hints(&basic, Place::Title).contains(&Hint::Note), "what cannot be sent is not offered");
    let dialog = Dialog { read_only: true, ..dialog(SINGLE, 0, &[]) };
    for place in PLACES {
        assert_eq!(hints(&dialog, place), [], "{place:?}");
    }
}

#[test]
fn keys_stand_between_backticks() {
    let parts = |hint| parts(hint).collect::<Vec<_>>();
    assert_eq!(parts("`↵` Send"), [(true, "↵"), (false, " Send")]);
    assert_eq!(parts("`Space` or `1`–`4` Select").len(), 6);
    assert_eq!(parts("plain"), [(false, "plain")]);
}

/// Every dialog of the tests, in every state that makes a difference to keys.
fn every_dialog() -> Vec<Dialog> {
    let both = [SINGLE, MULTI].join(",");
    let mut dialogs = Vec::new();
    for draft in [Draft::default(), picked(), typed()] {
        dialogs.extend([SINGLE, MULTI].map(|question| dialog(question, 0, std::slice::from_ref(&draft))));
        dialogs.extend([0, 1, 2].map(|step| dialog(&both, step, &[draft.clone(), draft.clone()])));
    }
    dialogs.extend([Draft::default(), typed()].map(|draft| dialog(TEXT, 0, &[draft])));
    let over = dialogs.clone().into_iter().map(|dialog| Dialog { read_only: true, ..dialog });
    dialogs.extend(over.collect::<Vec<_>>());
    dialogs
}

#[test]
fn no_key_is_bound_twice() {
    for dialog in every_dialog() {
        for place in PLACES.into_iter().chain([Place::Bar]) {
            let bindings = bindings(&dialog, place, true);
            for (index, binding) in bindings.iter().enumerate() {
                assert!(bindings[..index].iter().all(|other| other.key != binding.key), "{place:?} {binding:?}");
            }
            let takes_all = bindings.iter().any(|binding| binding.key == Key::Character);
            let characters = bindings.iter().filter(|binding| binding.key.is_character()).count();
            assert!(!takes_all || characters == 1, "{place:?}: a character is text or a command");
        }
    }
}

/// Whether a command does what a control does.
fn works(command: Command, control: Control) -> bool {
    match control {
        Control::Option(index) => matches!(command, Command::Choose { option, .. } if option == index),
        Control::Other => command == Command::WriteOther,
        Control::Back => matches!(command, Command::GoTo(_) | Command::TurnTo(_)),
        Control::Note => command == Command::WriteNote,
        Control::Send => command == Command::Send,
        Control::Minimize => command == Command::Minimize,
        Control::CancelInBar => command == Command::Cancel,
    }
}

#[test]
fn a_control_names_the_key_that_works_it_and_no_other_control_names_one() {
    let controls = [
        Control::Option(0),
        Control::Option(1),
        Control::Other,
        Control::Back,
        Control::Note,
        Control::Send,
        Control::Minimize,
        Control::CancelInBar,
    ];
    let questions = vec![dialog(&[SINGLE, MULTI].join(","), 1, &[])];
    let cards = [ApprovalPage::Request, ApprovalPage::Always].map(|page| card(BASH, page));
    for dialogs in [questions, cards.to_vec(), vec![form()]] {
        let kind = dialogs[0].ask.request.kind();
        for (control, has_shortcuts) in controls.into_iter().flat_map(|control| [(control, true), (control, false)]) {
            let places = [Place::Button, Place::Bar];
            let bound = dialogs.iter().flat_map(|dialog| places.map(|place| bindings(dialog, place, has_shortcuts)));
            let bound = bound.flatten().find(|binding| works(binding.command, control)).map(|binding| binding.key);
            assert_eq!(control.key(kind, has_shortcuts), bound, "{kind:?} {control:?} {has_shortcuts}");
        }
    }
}

#[test]
fn keys_have_the_names_that_aria_gives_them() {
    let named = [
        (Control::Option(1), "2"),
        (Control::Other, "0"),
        (Control::Back, "B"),
        (Control::Note, "N"),
        (Control::Send, "Control+Enter"),
        (Control::Minimize, "Escape"),
    ];
    for (control, name) in named {
        let key = control.key(RequestKind::Questions, true).unwrap();
        assert_eq!(key.to_aria(false), name, "{control:?}");
    }
    assert_eq!(Key::CommandEnter.to_aria(true), "Meta+Enter");
}

/// The name of a key in the README, or `None` for what every text field does.
fn name_in_readme(key: Key) -> Option<&'static str> {
    Some(match key {
        Key::ArrowUp | Key::ArrowDown => "↑ ↓",
        Key::ArrowLeft | Key::ArrowRight => "← →",
        Key::Space => "Space",
        Key::Digit(_) => "1–9, 0",
        Key::B => "B",
        Key::N => "N",
        Key::Enter => "Enter",
        Key::CommandEnter => "Ctrl/Cmd+Enter",
        Key::Escape => "Esc",
        Key::ShiftEnter | Key::Character => return None,
    })
}

#[test]
fn the_table_in_the_readme_names_every_key_and_no_other() {
    let readme = include_str!("../../README.md");
    let table = readme.split_once("| key | does |\n| --- | --- |\n").expect("a table of keys").1;
    let rows = table.lines().take_while(|line| line.starts_with('|'));
    let mut listed: Vec<&str> = rows.map(|row| row.split('|').nth(1).expect("a key").trim()).collect();
    listed.sort_unstable();
    let mut bound = Vec::new();
    for dialog in every_dialog() {
        for place in PLACES.into_iter().chain([Place::Bar]) {
            let bindings = bindings(&dialog, place, true);
            bound.extend(bindings.iter().filter_map(|binding| name_in_readme(binding.key)));
        }
    }
    bound.sort_unstable();
    bound.dedup();
    assert_eq!(listed, bound);
}

/// A dialog with a form of a text and a choice.
fn form() -> Dialog {
    let request = r#"{"message":"M","requestedSchema":{"type":"object","properties":{
        "a":{"type":"string"},"b":{"type":"string","enum":["x","y"]}}}}"#;
    let (request, problems) = Request::read_elicitation(&serde_json::from_str(request).unwrap());
    assert!(problems.is_empty());
    let mut dialog = dialog(SINGLE, 0, &[]);
    let ask = Ask { request, ..(*dialog.ask).clone() };
    dialog.drafts = vec![Draft::default(); 2];
    dialog.ask = SharedAsk::new(ask);
    dialog
}

#[test]
fn in_a_form_no_character_is_a_command_and_enter_belongs_to_the_browser() {
    let form = form();
    for place in PLACES {
        for key in ["1", "0", "b", "n", "x", " ", "Enter", "ArrowDown", "ArrowUp", "ArrowLeft", "Tab", "Backspace"] {
            assert_eq!(press(&form, place, key), None, "{place:?} {key}");
        }
    }
}

#[test]
fn in_a_form_escape_leaves_a_text_and_otherwise_minimizes() {
    let form = form();
    assert_eq!(press(&form, Place::FieldText(1), "Escape"), Some(Command::Focus(Place::Field(1))));
    for place in [Place::Title, Place::Field(1), Place::Button] {
        assert_eq!(press(&form, place, "Escape"), Some(Command::Minimize), "{place:?}");
    }
    assert_eq!(press(&form, Place::Bar, "Escape"), Some(Command::Cancel), "which can be undone");
    let over = Dialog { read_only: true, ..form };
    assert_eq!(press(&over, Place::FieldText(1), "Escape"), Some(Command::Minimize));
    assert!(hints(&over, Place::FieldText(1)).is_empty());
}

#[test]
fn in_a_form_ctrl_or_command_with_enter_accepts_from_everywhere() {
    let form = form();
    let enter = KeyPress { has_command: true, ..plain("Enter") };
    for place in PLACES {
        assert_eq!(command(&form, place, &enter, true), Some(Command::Send), "{place:?}");
        assert_eq!(command(&form, place, &enter, false), None, "the page has switched it off");
    }
    assert_eq!(hints(&form, Place::Title), [Hint::SendAll, Hint::Minimize]);
    assert_eq!(hints(&form, Place::FieldText(0)), [Hint::SendAll, Hint::LeaveField]);
}

#[test]
fn a_place_survives_as_a_number() {
    for place in PLACES.into_iter().chain([Place::Bar, Place::Option(11), Place::Step(40), Place::FieldText(63)]) {
        assert_eq!(Place::from_code(place.to_code()), place);
    }
}

#[test]
fn a_key_is_to_the_guard_what_it_is_to_the_keymap() {
    let with = |has_command, has_alt, has_shift| move |key| KeyPress { has_command, has_alt, has_shift, ..plain(key) };
    for (key, on_option, in_text) in [
        ("Tab", Some(Press::Tab), Some(Press::Tab)),
        ("Enter", Some(Press::Enter), Some(Press::Enter)),
        ("Escape", Some(Press::Escape), Some(Press::Text)),
        ("ArrowUp", Some(Press::Arrow), Some(Press::Text)),
        (" ", Some(Press::Space), Some(Press::Text)),
        ("7", Some(Press::Digit('7')), Some(Press::Text)),
        ("n", Some(Press::Type(Some('n'))), Some(Press::Text)),
        ("é", Some(Press::Type(Some('é'))), Some(Press::Text)),
        ("Backspace", Some(Press::Type(None)), Some(Press::Text)),
        ("Dead", Some(Press::Type(None)), Some(Press::Text)),
        ("F5", None, Some(Press::Text)),
    ] {
        assert_eq!((plain(key).guarded(false), plain(key).guarded(true)), (on_option, in_text), "{key}");
        let is_held = matches!(key, "Tab" | "Enter");
        for held in [with(true, false, false)(key), with(false, true, false)(key)] {
            assert_eq!(held.guarded(false), on_option.filter(|_| is_held), "{held:?}");
        }
        let composing = KeyPress { is_composing: true, ..plain(key) };
        assert_eq!(composing.guarded(false), Some(Press::Type(None)), "{key}");
        assert_eq!(composing.guarded(true), Some(Press::Text), "{key}");
    }
    assert_eq!(with(false, false, true)("Enter").guarded(true), Some(Press::Text), "a new line");
    assert_eq!(with(false, false, true)("Enter").guarded(false), Some(Press::Enter));
}

/// The card of an approval.
fn card(request: &str, page: ApprovalPage) -> Dialog {
    let source: Value = serde_json::from_str(request).unwrap();
    let mut dialog = dialog(SINGLE, 0, &[]);
    let mut ask = (*dialog.ask.arc()).clone();
    ask.request = Request::Approval(Approval::read(&source).0.into());
    dialog.ask = SharedAsk::new(ask);
    dialog.drafts.clear();
    dialog.approval.page = page;
    dialog
}

#[test]
fn no_key_decides_on_the_card_of_an_approval() {
    let places = [Place::Title, Place::Button, Place::Option(0), Place::NoteField, Place::OtherField, Place::Scroller];
    for page in [ApprovalPage::Request, ApprovalPage::Always, ApprovalPage::Queue, ApprovalPage::DenyAll] {
        let card = card(BASH, page);
        for place in places {
            for key in ["1", "2", "0", "y", "a", "d", "Enter", " ", "ArrowDown"] {
                assert_eq!(press(&card, place, key), None, "{page:?} {place:?} {key}");
            }
            let send = KeyPress { has_command: true, ..plain("Enter") };
            assert_eq!(command(&card, place, &send, true), None);
        }
        assert_eq!(press(&card, Place::Bar, "Escape"), None, "the bar cancels nothing");
    }
}

#[test]
fn b_leads_back_from_every_page_of_a_card_to_the_one_before_it() {
    let pressed = |page, place| press(&card(BASH, page), place, "b");
    assert_eq!(pressed(ApprovalPage::Request, Place::Title), None);
    for page in [ApprovalPage::Always, ApprovalPage::Queue] {
        assert_eq!(pressed(page, Place::Button), Some(Command::TurnTo(ApprovalPage::Request)));
    }
    assert_eq!(pressed(ApprovalPage::DenyAll, Place::Title), Some(Command::TurnTo(ApprovalPage::Queue)));
    assert_eq!(pressed(ApprovalPage::Queue, Place::NoteField), None, "in a text it is a letter");
    let queue = card(BASH, ApprovalPage::Queue);
    assert_eq!(hints(&queue, Place::Title), [Hint::Minimize, Hint::Back]);
    let back = Action::Approval(ApprovalAction::TurnTo(ApprovalPage::Request));
    assert_eq!(Command::TurnTo(ApprovalPage::Request).actions(0), [back]);
}

#[test]
fn n_writes_a_message_where_there_is_a_field_for_it() {
    let request_page = card(BASH, ApprovalPage::Request);
    assert_eq!(press(&request_page, Place::Title, "n"), Some(Command::WriteNote));
    assert_eq!(hints(&request_page, Place::Title), [Hint::Minimize, Hint::Message]);
    assert_eq!(hints(&request_page, Place::NoteField), [Hint::LeaveField]);
    let always_page = card(BASH, ApprovalPage::Always);
    assert_eq!(press(&always_page, Place::Title, "n"), None);
    assert_eq!(hints(&always_page, Place::Option(0)), [Hint::Minimize, Hint::Back]);
}

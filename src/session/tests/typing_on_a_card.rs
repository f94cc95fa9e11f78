//! Who types on without looking allows nothing: schedules of typists over whom the card of an approval opens, each made from its
//! seed, which a failure names.
//!
//! The session is the real one, and so are the rule that says which press counts and the keys of the card. What the browser does
//! with Tab, Enter and Space is written down here.

use super::page_with_field::{ESCAPE, Random, TAB};
use super::rig::Rig;
use crate::keymap::{Command, KeyPress, Place, command};
use crate::session::{Action, ApprovalAction, ApprovalChoice, ApprovalPage, Input, UserInput};

const SCHEDULES: u64 = 1_000;
/// What somebody may write into a chat, with what comes between words. Nobody presses Tab there.
const KEYS: [char; 24] = [
    'y', 'e', 's', '1', '2', '0', 'a', 'n', 'N', 'o', 'k', 'd', 'b', ' ', ' ', ' ', '\n', '\n', '.', '-', 'ü', 'A',
    '9', ESCAPE,
];

/// What can have the focus on the card, in the order of Tab.
#[derive(Clone, Copy, Debug, PartialEq)]
enum On {
    Title,
    Always,
    Message,
    Deny,
    Stop,
    Allow,
}

/// Somebody before a page with a field and the widget.
struct Typist {
    rig: Rig,
    /// `None` is the page's field.
    focus: Option<On>,
    is_shown: bool,
    sent: Vec<String>,
}

impl Typist {
    fn new() -> Typist {
        let mut rig = Rig::connected();
        rig.wait(60_000);
        Typist { rig, focus: None, is_shown: false, sent: Vec::new() }
    }

    /// What `view/stage.rs` does: the card takes the focus, and gives it back.
    fn follow(&mut self) {
        self.sent.extend(self.rig.sent());
        let screen = self.rig.screen();
        let is_shown = screen.dialog.as_ref().is_some_and(|dialog| !dialog.shows_bar());
        if is_shown && !self.is_shown {
            self.focus = Some(On::Title);
            self.rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
        }
        if !is_shown {
            self.focus = None;
        }
        self.is_shown = is_shown;
    }

    fn wait(&mut self, millis: u64) {
        let end = self.rig.now + millis;
        while self.rig.now < end {
            let next = self.rig.session.next_wake().map_or(end, |wake| wake.0.clamp(self.rig.now + 1, end));
            self.rig.wait(next - self.rig.now);
            self.follow();
        }
    }

    fn key(&mut self, key: char) {
        let Some(on) = self.focus else {
            self.rig.input(Input::TypedInPage);
            return self.follow();
        };
        let text = key.to_string();
        let name = match key {
            '\n' => "Enter",
            TAB => "Tab",
            ESCAPE => "Escape",
            _ => &text,
        };
        let (press, is_text) = (KeyPress { key: name, ..KeyPress::default() }, on == On::Message);
        let guarded = press.guarded(is_text);
        let counts = guarded.is_none_or(|press| self.rig.dialog().guard.admits(press));
        if let Some(press) = guarded {
            self.rig.input(Input::User(UserInput::Press(press)));
        }
        self.follow();
        if counts && self.is_shown {
            self.does(key, on, &press);
            self.follow();
        }
    }

    fn does(&mut self, key: char, on: On, press: &KeyPress<'_>) {
        let dialog = self.rig.dialog();
        let place = match on {
            On::Title => Place::Title,
            On::Message => Place::NoteField,
            On::Always | On::Deny | On::Stop | On::Allow => Place::Button,
        };
        match command(&dialog, place, press, true) {
            Some(Command::WriteNote) => self.focus = Some(On::Message),
            Some(Command::LeaveNote) => self.focus = Some(On::Title),
            Some(Command::Minimize) => self.rig.does_at_once(Action::Minimize),
            Some(other) => panic!("{other:?} on a card"),
            None if key == TAB => self.focus = Some(after(on)),
            None if on == On::Message => {
                let text = format!("{}{key}", dialog.approval.message);
                self.rig.does_at_once(Action::Approval(ApprovalAction::EditMessage { text }));
            }
            None if matches!(key, '\n' | ' ') => {
                let action = match on {
                    On::Title | On::Message => return,
                    On::Always => ApprovalAction::TurnTo(ApprovalPage::Always),
                    On::Deny => ApprovalAction::Decide(ApprovalChoice::Deny),
                    On::Stop => ApprovalAction::Decide(ApprovalChoice::DenyAndStop),
                    On::Allow => ApprovalAction::Decide(ApprovalChoice::AllowOnce),
                };
                self.rig.does_at_once(Action::Approval(action));
            }
            None => {}
        }
    }
}

fn after(on: On) -> On {
    match on {
        On::Title => On::Always,
        On::Always => On::Message,
        On::Message => On::Deny,
        On::Deny => On::Stop,
        On::Stop => On::Allow,
        On::Allow => On::Title,
    }
}

fn request(seed: u64) -> String {
    format!(
        r#"{{"type":"permission_request","request_id":"p_{seed}","tool_name":"Bash","input":{{"command":"rm -rf x"}},
        "suggestions":[{{"type":"setMode","mode":"acceptEdits","destination":"session"}}]}}"#
    )
}

#[test]
fn who_types_on_allows_nothing() {
    let (mut shown, mut allowed) = (0, Vec::new());
    for seed in 0..SCHEDULES {
        let (mut random, mut typist) = (Random(seed), Typist::new());
        let arrives = random.below(20);
        let speed = 40 + random.below(200);
        for key in 0..60 {
            if key == arrives {
                typist.rig.frame(&request(seed));
                typist.follow();
            }
            let pause = if random.below(9) == 0 { 300 + random.below(4_000) } else { speed / 2 + random.below(speed) };
            typist.wait(pause);
            typist.key(KEYS[random.below(KEYS.len() as u64) as usize]);
            shown += u64::from(typist.is_shown);
        }
        typist.wait(10_000);
        if typist.sent.iter().any(|frame| frame.contains(r#""behavior":"allow""#)) {
            allowed.push(seed);
        }
    }
    assert!(shown > SCHEDULES, "the card was seen: {shown} keys were pressed over it");
    assert_eq!(allowed, [0_u64; 0], "approvals that nobody meant");
}

#[test]
fn who_wants_to_allow_can() {
    for seed in 0..50 {
        let (mut random, mut typist) = (Random(seed), Typist::new());
        typist.rig.frame(&request(seed));
        typist.follow();
        typist.wait(1_500 + random.below(1_000));
        while typist.focus != Some(On::Allow) {
            typist.key(TAB);
            typist.wait(100 + random.below(200));
        }
        typist.wait(1_500);
        typist.key('\n');
        typist.wait(1_000);
        assert!(typist.sent.iter().any(|frame| frame.contains(r#""behavior":"allow""#)), "seed {seed}");
    }
}

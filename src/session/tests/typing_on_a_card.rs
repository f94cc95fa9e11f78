//! A person who types on without looking, or who holds a key down, allows nothing: schedules of typists over whom the card of an approval opens,
//! each made from its seed, which a failure names.
//!
//! The session is the real one, and so are the rule that says which press counts and the keys of the card. What the browser does
//! with Tab, Enter and Space is written down here.

use super::page_with_field::{ESCAPE, Random, TAB};
use super::rig::Rig;
use crate::keymap::{Command, KeyPress, Place, command};
use crate::session::{Action, ApprovalAction, ApprovalChoice, ApprovalPage, Input, UserInput};

const SCHEDULES: u64 = 1_000;
/// How long a key is held down until the browser repeats it for the first time.
const FIRST_REPEAT: u64 = 400;
/// How long it is held down until the browser repeats it once more.
const NEXT_REPEAT: u64 = 33;
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
    /// The id of the card that is shown.
    shown: Option<String>,
    /// What had the focus when Space was pressed, which is not released yet.
    space_on: Option<On>,
    sent: Vec<String>,
}

impl Typist {
    fn new() -> Typist {
        let mut rig = Rig::connected();
        rig.wait(60_000);
        Typist { rig, focus: None, shown: None, space_on: None, sent: Vec::new() }
    }

    /// What `view/stage.rs` does: the card takes the focus, and gives it back.
    fn follow(&mut self) {
        self.sent.extend(self.rig.sent());
        let screen = self.rig.screen();
        let shown = screen.dialog.filter(|dialog| !dialog.shows_bar()).map(|dialog| dialog.ask.id.clone());
        if shown != self.shown {
            self.focus = shown.as_ref().map(|_| On::Title);
            if shown.is_some() {
                self.rig.does_at_once(Action::Approval(ApprovalAction::ReadToEnd));
            }
        }
        self.shown = shown;
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
        self.presses(key, false);
        self.releases(key);
    }

    /// Presses a key and holds it down for so long. The browser repeats it.
    fn holds(&mut self, key: char, millis: u64) {
        let until = self.rig.now + millis;
        self.presses(key, false);
        self.wait(FIRST_REPEAT.min(millis));
        while self.rig.now < until {
            self.presses(key, true);
            self.wait(NEXT_REPEAT);
        }
        self.releases(key);
    }

    fn presses(&mut self, key: char, is_repeated: bool) {
        self.space_on = None;
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
        let (press, is_text) = (KeyPress { key: name, is_repeated, ..KeyPress::default() }, on == On::Message);
        let guarded = press.guarded(is_text);
        let counts = guarded.is_none_or(|press| self.rig.dialog().guard.admits(press));
        if let Some(press) = guarded {
            self.rig.input(Input::User(UserInput::Press(press)));
        }
        self.follow();
        if counts && self.shown.is_some() {
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
            Some(Command::Nothing) => {}
            Some(other) => panic!("{other:?} on a card"),
            None if key == TAB => self.focus = Some(after(on)),
            None if on == On::Message => {
                let text = format!("{}{key}", dialog.approval.message);
                self.rig.does_at_once(Action::Approval(ApprovalAction::EditMessage { text }));
            }
            None if key == '\n' => self.clicks(on),
            None if key == ' ' => self.space_on = Some(on),
            None => {}
        }
    }

    /// The browser clicks the button on which Space was pressed.
    fn releases(&mut self, key: char) {
        let on = self.space_on.take();
        if let Some(on) = on.filter(|on| key == ' ' && self.focus == Some(*on) && !self.rig.dialog().is_guarded()) {
            self.clicks(on);
            self.follow();
        }
    }

    fn clicks(&mut self, on: On) {
        let action = match on {
            On::Title | On::Message => return,
            On::Always => ApprovalAction::TurnTo(ApprovalPage::Always),
            On::Deny => ApprovalAction::Decide(ApprovalChoice::Deny),
            On::Stop => ApprovalAction::Decide(ApprovalChoice::DenyAndStop),
            On::Allow => ApprovalAction::Decide(ApprovalChoice::AllowOnce),
        };
        self.rig.does_at_once(Action::Approval(action));
    }

    fn allowed(&self) -> usize {
        self.sent.iter().filter(|frame| frame.contains(r#""behavior":"allow""#)).count()
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
fn a_person_who_types_on_allows_nothing() {
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
            shown += u64::from(typist.shown.is_some());
        }
        typist.wait(10_000);
        if typist.allowed() > 0 {
            allowed.push(seed);
        }
    }
    assert!(shown > SCHEDULES, "the card was seen: {shown} keys were pressed over it");
    assert_eq!(allowed, [0_u64; 0], "approvals that nobody meant");
}

#[test]
fn a_person_who_holds_a_key_down_allows_nothing() {
    let (mut shown, mut allowed) = (0, Vec::new());
    for seed in 0..SCHEDULES {
        let (mut random, mut typist) = (Random(seed), Typist::new());
        if random.below(2) == 0 {
            // In the page, and the card comes meanwhile or a little earlier.
            if random.below(2) == 0 {
                typist.key('a');
            }
            typist.wait(random.below(2_500));
        }
        for number in 0..1 + random.below(3) {
            typist.rig.frame(&request(seed * 10 + number));
            typist.follow();
        }
        typist.wait(random.below(1_200));
        if random.below(2) == 0 {
            // They look at it, and go to something that does not allow.
            typist.wait(1_500);
            for _ in 0..random.below(5) {
                typist.key(TAB);
                typist.wait(200 + random.below(400));
            }
        }
        let key = ['\n', '\n', ' ', ' ', 'y', '1', ESCAPE][random.below(7) as usize];
        typist.holds(key, 200 + random.below(5_000));
        shown += u64::from(typist.shown.is_some());
        typist.wait(10_000);
        if typist.allowed() > 0 {
            allowed.push(seed);
        }
    }
    assert!(shown > SCHEDULES / 4, "the card was seen: {shown}");
    assert_eq!(allowed, [0_u64; 0], "approvals that nobody meant");
}

#[test]
fn a_person_who_holds_the_key_down_that_allows_allows_one_card_only() {
    for seed in 0..SCHEDULES {
        let (mut random, mut typist) = (Random(seed), Typist::new());
        for number in 0..3 {
            typist.rig.frame(&request(seed * 10 + number));
            typist.follow();
        }
        typist.wait(2_000);
        while typist.focus != Some(On::Allow) {
            typist.key(TAB);
            typist.wait(200 + random.below(200));
        }
        typist.wait(1_500);
        typist.holds(if random.below(2) == 0 { '\n' } else { ' ' }, random.below(5_000));
        typist.wait(10_000);
        assert_eq!(typist.allowed(), 1, "seed {seed}");
    }
}

#[test]
fn a_person_who_wants_to_allow_can() {
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
        assert_eq!(typist.allowed(), 1, "seed {seed}");
    }
}

//! Who clicks on without looking allows nothing: schedules of single, double and triple clicks over which the card of an approval
//! opens, changes, or comes to the front with its window, each made from its seed, which a failure names.
//!
//! The session is the real one, and so is the rule that says which press counts. What `view/guard.rs`, `view/approval` and the browser
//! do with a press and its release is written down here. The pointer is always where it would do the most harm.

use super::page_with_field::Random;
use super::rig::Rig;
use crate::session::{Action, ApprovalAction, ApprovalChoice, ApprovalPage, GuardLevel, Input, Press, UserInput};

const SCHEDULES: u64 = 1_000;
/// How long it takes at least until somebody sees what has appeared, and does not do what they were about to do.
const REACTION: u64 = 250;
/// Within this time browsers count a click to the one before it.
const DOUBLE_CLICK: u64 = 500;

/// Where the pointer is.
#[derive(Clone, Copy, Debug)]
enum Pointer {
    /// On the button that allows, and on the page of rules on the button that allows there.
    Allow,
    /// On the button that leads to what was not in view. Nothing ever comes in its place.
    ReadOn,
    /// On the button that leads to the page of rules. What ACP offers there stands in its place.
    Always,
    /// On the button that denies.
    Deny,
}

/// When everything on a card was in view.
#[derive(Clone, Copy, Debug)]
enum Reading {
    /// At once: the card is short.
    AtOnce,
    /// When the button beside the one that allows was pressed so often.
    ByButton(u64),
}

/// What is under the pointer: another card or another page of it has buttons of its own.
type Button = (String, ApprovalPage);

/// Somebody with a pointer, before a page with the widget.
struct Hand {
    rig: Rig,
    pointer: Pointer,
    reading: Reading,
    shown: Option<Button>,
    /// Since when that is shown.
    shown_since: u64,
    pressed: Option<Button>,
    was_press_early: bool,
    last_press: Option<u64>,
    /// How many clicks came in a row.
    clicks: u32,
    allowed: Vec<String>,
}

impl Hand {
    fn new(pointer: Pointer, reading: Reading) -> Hand {
        let mut rig = Rig::connected();
        rig.wait(60_000);
        Hand {
            rig,
            pointer,
            reading,
            shown: None,
            shown_since: 0,
            pressed: None,
            was_press_early: false,
            last_press: None,
            clicks: 0,
            allowed: Vec::new(),
        }
    }

    fn follow(&mut self) {
        let allows = |frame: &String| frame.contains(r#""behavior":"allow""#) || frame.contains(r#""optionId":"yes"#);
        self.allowed.extend(self.rig.sent().into_iter().filter(allows));
        let dialog = self.rig.screen().dialog.filter(|dialog| !dialog.shows_bar());
        let shown = dialog.map(|dialog| (dialog.ask.id.clone(), dialog.approval.page));
        if shown != self.shown {
            let is_other_card = shown.as_ref().map(|(id, _)| id) != self.shown.as_ref().map(|(id, _)| id);
            self.shown = shown;
            self.shown_since = self.rig.now;
            if self.shown.is_some() && is_other_card && matches!(self.reading, Reading::AtOnce) {
                self.does(ApprovalAction::ReadToEnd);
            }
            if self.shown.as_ref().is_some_and(|(_, page)| *page == ApprovalPage::Always) {
                self.does(ApprovalAction::ReadScopeToEnd);
            }
        }
    }

    fn wait(&mut self, millis: u64) {
        let end = self.rig.now + millis;
        while self.rig.now < end {
            let next = self.rig.session.next_wake().map_or(end, |wake| wake.0.clamp(self.rig.now + 1, end));
            self.rig.wait(next - self.rig.now);
            self.follow();
        }
    }

    fn asks(&mut self, request: &str) {
        self.rig.frame(request);
        self.follow();
    }

    fn does(&mut self, action: ApprovalAction) {
        self.rig.does_at_once(Action::Approval(action));
        self.follow();
    }

    fn guard(&self) -> GuardLevel {
        self.rig.screen().dialog.map(|dialog| dialog.guard).unwrap_or_default()
    }

    /// The pointer has come from elsewhere: the next click is the first of a row.
    fn moves(&mut self) {
        self.last_press = None;
    }

    fn presses(&mut self) {
        let now = self.rig.now;
        let is_in_row = self.last_press.is_some_and(|last| now - last < DOUBLE_CLICK);
        self.clicks = if is_in_row { self.clicks + 1 } else { 1 };
        self.last_press = Some(now);
        self.pressed = self.shown.clone();
        if self.shown.is_some() {
            let guard = self.guard();
            self.was_press_early = !guard.admits(Press::Pointer);
            if guard != GuardLevel::Off {
                self.rig.input(Input::User(UserInput::Press(Press::Pointer)));
                self.follow();
            }
        }
    }

    /// The browser clicks what was pressed, if it is still there.
    fn releases(&mut self) {
        let Some(pressed) = self.pressed.take().filter(|pressed| Some(pressed) == self.shown.as_ref()) else { return };
        if self.guard() == GuardLevel::Up || self.was_press_early {
            return;
        }
        let decides = self.clicks == 1;
        match (self.pointer, pressed.1) {
            (Pointer::ReadOn, ApprovalPage::Request) => self.reads_on(),
            (Pointer::ReadOn, _) => {}
            (Pointer::Always, ApprovalPage::Request) => self.does(ApprovalAction::TurnTo(ApprovalPage::Always)),
            _ if !decides => {}
            (Pointer::Allow, ApprovalPage::Request) => self.decides(ApprovalChoice::AllowOnce, 0),
            (Pointer::Allow | Pointer::Always, ApprovalPage::Always) => self.decides(ApprovalChoice::AllowAlways, 1),
            (Pointer::Deny, ApprovalPage::Request) => self.decides(ApprovalChoice::Deny, 2),
            (Pointer::Deny, ApprovalPage::Always) => self.does(ApprovalAction::TurnTo(ApprovalPage::Request)),
            // Nothing else waits, so there is no list to open.
            (Pointer::Allow | Pointer::Always | Pointer::Deny, ApprovalPage::Queue | ApprovalPage::DenyAll) => {}
        }
    }

    /// Scrolls on, as long as something is left.
    fn reads_on(&mut self) {
        self.reading = match self.reading {
            Reading::ByButton(0 | 1) => {
                self.does(ApprovalAction::ReadToEnd);
                Reading::AtOnce
            }
            Reading::ByButton(presses) => Reading::ByButton(presses - 1),
            Reading::AtOnce => Reading::AtOnce,
        };
    }

    /// Decides by what the SDK offers, or by the option of ACP in its place.
    fn decides(&mut self, choice: ApprovalChoice, option: usize) {
        let is_acp = self.rig.dialog().ask.id.starts_with("acp");
        self.does(ApprovalAction::Decide(if is_acp { ApprovalChoice::Offer(option) } else { choice }));
    }

    /// Clicks so often in a row, without looking.
    fn clicks(&mut self, count: u64, random: &mut Random) {
        for _ in 0..count {
            self.presses();
            self.wait(20 + random.below(130));
            self.releases();
            self.wait(30 + random.below(250));
        }
    }

    /// Whether they have seen that there is a card by now.
    fn has_seen_it(&self) -> bool {
        self.shown.is_some() && self.rig.now - self.shown_since > REACTION
    }
}

fn request(random: &mut Random, number: u64) -> String {
    if random.below(2) == 0 {
        let suggestion = r#"{"type":"setMode","mode":"acceptEdits","destination":"session"}"#;
        return format!(
            r#"{{"type":"permission_request","request_id":"sdk_{number}","tool_name":"Bash","input":{{"command":"rm -rf x"}},
            "suggestions":[{suggestion}]}}"#
        );
    }
    let option = |id: &str, kind: &str| format!(r#"{{"optionId":"{id}","name":"{id}","kind":"{kind}"}}"#);
    let options = [option("yes", "allow_once"), option("yes_always", "allow_always"), option("no", "reject_once")];
    format!(
        r#"{{"type":"permission_request","request_id":"acp_{number}","toolCall":{{"toolCallId":"t","title":"rm -rf x"}},
        "options":[{}]}}"#,
        options.join(",")
    )
}

fn any_pointer(random: &mut Random) -> Pointer {
    [Pointer::Allow, Pointer::Always, Pointer::Deny, Pointer::ReadOn][random.below(4) as usize]
}

fn any_reading(random: &mut Random) -> Reading {
    [Reading::AtOnce, Reading::ByButton(1 + random.below(4))][random.below(2) as usize]
}

/// Plays a schedule for each seed. It gives the hand, and how many approvals were meant.
fn assert_nothing_unmeant(play: impl Fn(&mut Random) -> (Hand, usize)) {
    let mut allowed = Vec::new();
    for seed in 0..SCHEDULES {
        let (mut hand, meant) = play(&mut Random(seed));
        hand.wait(10_000);
        if hand.allowed.len() > meant {
            allowed.push((seed, hand.allowed));
        }
    }
    assert!(allowed.is_empty(), "approvals that nobody meant: {allowed:?}");
}

#[test]
fn a_person_who_clicks_in_the_page_when_a_card_comes_allows_nothing() {
    let (shown, pressed) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    assert_nothing_unmeant(|random| {
        let mut hand = Hand::new(any_pointer(random), any_reading(random));
        let arrives = random.below(2_000);
        let (began, mut is_asked) = (hand.rig.now, false);
        while !hand.has_seen_it() && hand.rig.now - began < 4_000 {
            hand.moves();
            for _ in 0..1 + random.below(3) {
                for part in 0..2 {
                    if !is_asked && hand.rig.now - began >= arrives {
                        is_asked = true;
                        let request = request(random, 1);
                        hand.asks(&request);
                    }
                    if part == 0 {
                        hand.presses();
                        pressed.set(pressed.get() + u64::from(hand.shown.is_some()));
                        hand.wait(20 + random.below(130));
                    } else {
                        hand.releases();
                        hand.wait(30 + random.below(250));
                    }
                }
            }
            hand.wait(random.below(400));
        }
        shown.set(shown.get() + u64::from(hand.shown.is_some()));
        (hand, 0)
    });
    assert!(shown.get() > SCHEDULES / 2 && pressed.get() > SCHEDULES / 2, "{shown:?} cards, {pressed:?} presses");
}

#[test]
fn the_click_that_brings_the_window_to_the_front_allows_nothing() {
    assert_nothing_unmeant(|random| {
        let mut hand = Hand::new(any_pointer(random), any_reading(random));
        let request = request(random, 1);
        hand.asks(&request);
        hand.wait(5_000 + random.below(100_000));
        hand.rig.input(Input::LayoutMoved);
        hand.wait(random.below(5));
        hand.clicks(1 + random.below(3), random);
        (hand, 0)
    });
}

#[test]
fn double_clicks_allow_no_card_that_comes_next() {
    assert_nothing_unmeant(|random| {
        let mut hand = Hand::new(Pointer::Allow, Reading::AtOnce);
        for number in 0..2 + random.below(2) {
            let request = request(random, number);
            hand.asks(&request);
        }
        hand.wait(2_000 + random.below(2_000));
        hand.clicks(2 + random.below(2), random);
        (hand, 1)
    });
}

#[test]
fn double_clicks_on_what_leads_on_allow_nothing() {
    assert_nothing_unmeant(|random| {
        let pointer = [Pointer::Allow, Pointer::ReadOn, Pointer::Always][random.below(3) as usize];
        let mut hand = Hand::new(pointer, Reading::ByButton(1 + random.below(3)));
        let request = request(random, 1);
        hand.asks(&request);
        hand.wait(2_000 + random.below(2_000));
        hand.clicks(2 + random.below(2), random);
        (hand, 0)
    });
}

/// However long the pauses are: no guard lasts that long, so it is the places that have to keep them apart.
#[test]
fn a_person_who_reads_on_by_a_steady_rhythm_allows_nothing() {
    let read = std::cell::Cell::new(0);
    assert_nothing_unmeant(|random| {
        // Somebody who misses the button that leads on hits the one that allows, which allows nothing yet.
        let pointer = if random.below(4) == 0 { Pointer::Allow } else { Pointer::ReadOn };
        let pages = 1 + random.below(6);
        let mut hand = Hand::new(pointer, Reading::ByButton(pages));
        let request = request(random, 1);
        hand.asks(&request);
        hand.wait(1_000);
        let pause = 600 + random.below(2_400);
        for _ in 0..pages + 1 + random.below(4) {
            hand.presses();
            hand.wait(20 + random.below(130));
            hand.releases();
            hand.wait(pause + random.below(200));
        }
        read.set(read.get() + u64::from(hand.rig.dialog().approval.was_read));
        (hand, 0)
    });
    assert!(read.get() > SCHEDULES / 2, "{read:?} read to the end");
}

#[test]
fn a_person_who_wants_to_allow_by_a_click_can() {
    for seed in 0..50 {
        let mut random = Random(seed);
        let mut hand = Hand::new(Pointer::Allow, Reading::AtOnce);
        let request = request(&mut random, 1);
        hand.asks(&request);
        hand.wait(600 + random.below(900));
        hand.clicks(1 + random.below(2), &mut random);
        hand.wait(1_000);
        assert_eq!(hand.allowed.len(), 1, "seed {seed}: {:?}", hand.allowed);
    }
}

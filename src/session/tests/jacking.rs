//! Somebody types and clicks without looking while dialogs open under their fingers: thousands of schedules, each made
//! from its seed, which a failure names.
//!
//! Whoever types is blind until their keys rest with a dialog before them: half a second, or a whole one where it opened
//! in the middle of their typing. From then on they have seen it, and what they do is meant. Every rule is needed, tried
//! by taking it away: the renewal by keys (`Guard::key`) fails seed 1, the longer rest seed 15, the guard after moving
//! seed 0, the hold of asks while somebody types seed 0, its cap seed 15, the refusal in `person.rs` seed 2; and a guard
//! of 700 ms locks seed 0 out.

use super::rig::{Rig, one, pick};
use crate::session::{Action, Input, Person, Phase};

const SCHEDULES: u64 = 2_000;

/// So long an ask may be held back.
const HELD_MOST: u64 = 5_000;

/// Numbers from a seed (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (bits ^ (bits >> 31)) % most
    }
}

/// One person before one page.
struct Typist {
    rig: Rig,
    random: Random,
    /// Their own speed, in milliseconds from key to key at most.
    slowest: u64,
    /// The last key, wherever it went,
    key: u64,
    /// and the last one that went into the page's field.
    typed: Option<u64>,
    /// The ask before them, since when, and how long they must rest to have seen it.
    seen: Option<(String, u64, u64)>,
    /// When the asks came that have not been before them.
    coming: Vec<(String, u64)>,
    moved: u64,
}

impl Typist {
    fn new(seed: u64) -> Typist {
        let mut random = Random(seed);
        let slowest = 60 + random.below(900);
        let (typed, seen, coming) = (None, None, Vec::new());
        Typist { rig: Rig::connected(), random, slowest, key: 0, typed, seen, coming, moved: 0 }
    }

    /// Lets time pass and notes what appears, at the moment when it does.
    fn wait(&mut self, millis: u64) {
        let end = self.rig.now + millis;
        while self.rig.now < end {
            let next = self.rig.session.next_wake().map_or(end, |wake| wake.0.clamp(self.rig.now + 1, end));
            self.rig.wait(next - self.rig.now);
            self.look();
        }
    }

    fn look(&mut self) {
        let now = self.rig.now;
        let front = self.rig.has_dialog().then(|| self.rig.dialog().ask.id.clone());
        if front.as_deref() == self.seen.as_ref().map(|(id, ..)| id.as_str()) {
            let waited = self.coming.iter().filter(|_| front.is_none()).map(|(_, came)| now - came).max();
            assert!(waited.unwrap_or(0) <= HELD_MOST, "an ask waits for ever");
            return;
        }
        let is_typing = self.typed.is_some_and(|typed| now < typed + 1_000);
        if let Some(id) = &front {
            let came = self.coming.iter().find(|(coming, _)| coming == id).expect("an ask that was sent").1;
            assert!(!is_typing || now >= came + HELD_MOST, "it opens under their fingers");
            self.coming.retain(|(coming, _)| coming != id);
        }
        self.seen = front.map(|id| (id, now, if is_typing { 1_000 } else { 500 }));
    }

    /// Whether what they do now is meant for the dialog before them.
    fn has_seen(&self) -> bool {
        let now = self.rig.now;
        self.seen
            .as_ref()
            .is_some_and(|(_, since, rest)| now >= since + rest && now >= self.key + rest && now >= self.moved + 500)
    }

    /// A key that is meant for a field of the page, as the view and the runtime would tell of it.
    fn types(&mut self) {
        let key = self.random.below(12);
        if !self.rig.has_dialog() {
            self.rig.input(Input::TypedElsewhere);
            self.typed = Some(self.rig.now);
        } else if self.rig.dialog().guarded {
            self.rig.input(Input::Person(Person::TypesOn));
        } else {
            match key {
                0..4 => self.rig.does_at_once(pick(0, key as usize % 2)),
                4..7 => self.rig.does_at_once(Action::Confirm),
                7 => self.rig.does_at_once(Action::Send),
                8 => self.rig.does_at_once(Action::Cancel),
                _ => {}
            }
        }
        self.key = self.rig.now;
    }

    /// A click that was aimed at what was there before.
    fn clicks(&mut self) {
        if self.rig.has_dialog() {
            let action = [pick(0, 0), Action::Send, Action::Cancel].into_iter().nth(self.random.below(3) as usize);
            self.rig.does_at_once(action.unwrap());
        }
    }

    /// Nothing has been decided, and nothing chosen.
    fn assert_innocent(&mut self) {
        assert_eq!(self.rig.sent(), [""; 0], "sent");
        if self.rig.has_dialog() {
            let dialog = self.rig.dialog();
            assert!(!dialog.drafts.iter().any(|draft| draft.is_touched()), "chosen");
            assert_eq!(dialog.phase, Phase::Asking);
        }
    }

    /// Types without looking until they have seen an ask, then answers it.
    fn lives_through(&mut self, asks: u64) {
        let (mut sent, mut answered) = (0, 0);
        while answered < asks {
            if sent < asks && self.random.below(8) == 0 {
                let id = format!("q_{sent}");
                sent += 1;
                self.coming.push((id.clone(), self.rig.now));
                self.rig.frame(&one(&id));
                self.look();
            }
            // Sometimes they stop to think, a little longer than they need for a key.
            let most = if self.random.below(6) == 0 { 2_500 } else { self.slowest };
            let gap = 5 + self.random.below(most);
            self.wait(gap);
            if self.has_seen() {
                self.answers();
                answered += 1;
                continue;
            }
            match self.random.below(20) {
                0 => {
                    self.rig.input(Input::Moved);
                    self.moved = self.rig.now;
                }
                1..3 => self.clicks(),
                _ => self.types(),
            }
            self.look();
            self.assert_innocent();
            assert!(self.rig.now < 600_000, "locked out");
        }
    }

    fn answers(&mut self) {
        let id = self.rig.dialog().ask.id.clone();
        assert!(!self.rig.dialog().guarded, "locked out");
        self.rig.does_at_once(pick(0, 1));
        self.rig.does_at_once(Action::Confirm);
        let sent = self.rig.sent();
        assert!(sent.len() == 1 && sent[0].contains(&id) && sent[0].contains(r#"{"DB?":"B"}"#), "{sent:?}");
        self.key = self.rig.now;
        self.look();
    }
}

#[test]
fn nobody_answers_without_looking_and_nobody_is_locked_out() {
    for seed in 0..SCHEDULES {
        let lived = std::panic::catch_unwind(|| {
            let mut person = Typist::new(seed);
            let asks = 1 + person.random.below(3);
            person.lives_through(asks);
        });
        assert!(lived.is_ok(), "seed {seed}");
    }
}

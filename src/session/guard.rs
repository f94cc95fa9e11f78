//! Guards what has just appeared before the person, or has moved: what they do then was meant for what was there before.
//!
//! For [`GUARD`] nothing counts. Somebody who presses different keys then is not looking yet and prolongs it, though never
//! beyond [`GUARD_MOST_BY_KEYS`], because somebody who wants to answer must not be locked out. Over a field of the page that was
//! typed in lately the dialog stays wary for longer: digits choose there, Enter has to be pressed a second time, and a character
//! that means nothing in a dialog shows that somebody types on. Then the dialog gives way, and what was typed goes back to the
//! field. The pointer, Tab and the arrows show that somebody looks, and end it.

use super::draft::Draft;
use super::shared_ask::SharedAsk;
use super::time::Time;
use super::timing::{
    DIGIT_OF_NUMBER, ENTER_TWICE, GUARD, GUARD_MOST_BY_CLICKS, GUARD_MOST_BY_KEYS, IMPATIENT, SETTLE, TYPED_RECENTLY,
};

/// A press in the dialog, as far as the guard is concerned. What a key of the keyboard is to it says `keymap`, which reads
/// keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    /// Of the pointer, or what a screen reader does in its place.
    Pointer,
    /// Of Tab.
    Tab,
    /// Of an arrow.
    Arrow,
    /// Of a digit, which may choose an option.
    Digit(char),
    /// Of Enter, outside a text and in one.
    Enter,
    /// Of Space.
    Space,
    /// Of Escape.
    Escape,
    /// Of a key that writes or erases and chooses nothing; `None` if it has no character of its own.
    Type(Option<char>),
    /// Of a key in a text, where it is no more than text.
    Text,
}

/// How far what the person does counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GuardLevel {
    /// All of it does.
    #[default]
    Off,
    /// Somebody typed elsewhere a moment ago. Nothing decides, and text shows that they go on with it.
    Wary,
    /// As when wary, and Enter was pressed: pressed again, it counts.
    Again,
    /// Nothing does but text.
    Up,
}

impl GuardLevel {
    /// Whether a press counts.
    pub fn admits(self, press: Press) -> bool {
        match press {
            Press::Text | Press::Tab => true,
            Press::Type(_) => self == GuardLevel::Off,
            Press::Enter => matches!(self, GuardLevel::Off | GuardLevel::Again),
            Press::Pointer | Press::Arrow | Press::Digit(_) | Press::Space | Press::Escape => self != GuardLevel::Up,
        }
    }
}

/// The guard of one ask, of its dialog or of its bar.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    ask: SharedAsk,
    shows_bar: bool,
    /// When it appeared or moved.
    since: Time,
    until: Time,
    /// Until when somebody may go on typing who typed elsewhere.
    wary_until: Option<Time>,
    /// From when on Enter counts that was pressed in vain, if nothing else is pressed.
    again_at: Option<Time>,
    /// Whether `until` is only about what decides, because of Tab or an arrow.
    is_settling: bool,
    last: Option<(Press, Time)>,
    /// What was chosen when it appeared.
    pub(super) before: Vec<Draft>,
    /// What was typed into the dialog and may belong elsewhere.
    pub(super) typed_on: String,
}

impl Guard {
    /// Guards an ask that appears now. `typed` is when somebody last typed elsewhere, and `last` the guard before this one.
    pub(super) fn new(
        ask: SharedAsk,
        shows_bar: bool,
        now: Time,
        typed: Option<Time>,
        before: Vec<Draft>,
        last: Option<Guard>,
    ) -> Guard {
        let wary_until =
            typed.map(|typed| typed.plus_millis(TYPED_RECENTLY)).max(last.and_then(|last| last.wary_until));
        Guard {
            ask,
            shows_bar,
            since: now,
            until: now.plus_millis(GUARD),
            wary_until: wary_until.filter(|until| *until > now && !shows_bar),
            again_at: None,
            is_settling: false,
            last: None,
            before,
            typed_on: String::new(),
        }
    }

    /// Whether it guards this very ask. One that says something else now, under the same id, is another.
    pub(super) fn is_of(&self, ask: &SharedAsk, shows_bar: bool) -> bool {
        self.ask == *ask && self.shows_bar == shows_bar
    }

    pub(super) fn shows_bar(&self) -> bool {
        self.shows_bar
    }

    pub(super) fn level(&self, now: Time) -> GuardLevel {
        if self.until > now {
            return if self.is_settling { GuardLevel::Wary } else { GuardLevel::Up };
        }
        match self.wary_until.filter(|until| *until > now) {
            None => GuardLevel::Off,
            Some(_) if self.again_at.is_some_and(|at| at <= now) => GuardLevel::Again,
            Some(_) => GuardLevel::Wary,
        }
    }

    /// When it is next another one by itself.
    pub(super) fn next_change(&self, now: Time) -> Option<Time> {
        [Some(self.until), self.wary_until, self.again_at].into_iter().flatten().filter(|at| *at > now).min()
    }

    /// Something was pressed. Whether it shows that somebody types on who does not look.
    /// `is_single` is whether one option at most can be chosen.
    pub(super) fn press(&mut self, now: Time, press: Press, is_single: bool) -> bool {
        let level = self.level(now);
        if level == GuardLevel::Off || press == Press::Text {
            // Text in a field of the dialog's is what anybody writes; it is no sign that somebody looks, either.
            self.again_at = None;
            self.extend_wariness(now);
            return false;
        }
        let last = self.last.replace((press, now));
        let is_impatient = last.is_some_and(|(last, at)| last == press && now.millis_since(at) >= IMPATIENT);
        let is_up = level == GuardLevel::Up;
        self.extend_wariness(now);
        match press {
            Press::Digit(key) => self.typed_on.push(key),
            Press::Space => self.typed_on.push(' '),
            Press::Type(Some(key)) => self.typed_on.push(key),
            Press::Type(None) => {
                self.typed_on.pop();
            }
            Press::Pointer | Press::Tab | Press::Arrow | Press::Enter | Press::Escape | Press::Text => {}
        }
        if self.is_typing(now, press, last.filter(|_| is_single)) {
            self.until = now.plus_millis(GUARD);
            self.is_settling = false;
            return true;
        }
        match press {
            Press::Tab | Press::Arrow => {
                // Not in the first moment, which is too short for anybody to have looked.
                if now.millis_since(self.since) >= GUARD {
                    self.is_settling = self.wary_until.is_some() || (self.is_settling && self.until > now);
                    self.until = if self.is_settling { now.plus_millis(SETTLE) } else { now };
                    self.note_looking();
                }
            }
            Press::Pointer if !is_up => {
                self.until = now;
                self.note_looking();
            }
            Press::Enter if level == GuardLevel::Again => self.note_looking(),
            Press::Enter if level == GuardLevel::Wary => {
                let later = now.plus_millis(ENTER_TWICE);
                self.again_at = self.again_at.filter(|_| is_impatient).or(Some(later));
            }
            Press::Pointer
            | Press::Digit(_)
            | Press::Enter
            | Press::Space
            | Press::Escape
            | Press::Type(_)
            | Press::Text => {
                self.again_at = None;
                if is_up && !is_impatient {
                    let most = if press == Press::Pointer { GUARD_MOST_BY_CLICKS } else { GUARD_MOST_BY_KEYS };
                    self.until = self.until.max(now.plus_millis(GUARD).min(self.since.plus_millis(most)));
                }
            }
        }
        false
    }

    /// Whether somebody types on: a character that chooses nothing, digits after a word of digits, or another digit at once
    /// where one is enough.
    fn is_typing(&self, now: Time, press: Press, last: Option<(Press, Time)>) -> bool {
        match press {
            Press::Type(_) => true,
            Press::Digit(_) if self.typed_on.trim_start().contains(' ') => true,
            Press::Digit(digit) => last.is_some_and(|(last, at)| {
                let is_another_digit = matches!(last, Press::Digit(last) if last != digit);
                is_another_digit && now.millis_since(at) < DIGIT_OF_NUMBER && self.wary_until.is_some()
            }),
            Press::Pointer | Press::Tab | Press::Arrow | Press::Enter | Press::Space | Press::Escape | Press::Text => {
                false
            }
        }
    }

    /// The person has looked: what they do is meant.
    fn note_looking(&mut self) {
        self.wary_until = None;
        self.again_at = None;
        self.typed_on.clear();
    }

    fn extend_wariness(&mut self, now: Time) {
        if self.wary_until.is_some_and(|until| until > now) {
            self.wary_until = Some(now.plus_millis(TYPED_RECENTLY));
        }
    }

    pub(super) fn is_wary(&self, now: Time) -> bool {
        self.wary_until.is_some_and(|until| until > now)
    }

    /// The dialog is no longer where it was.
    pub(super) fn moved(&mut self, now: Time) {
        self.since = now;
        self.until = self.until.max(now.plus_millis(GUARD));
        self.is_settling = false;
    }
}

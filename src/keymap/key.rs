//! The keys of a keyboard, as far as they do something here. This is the only place that reads the names of keys.

use crate::session::Press;

/// A key, or a combination of keys, that can do something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The arrow key to the left.
    ArrowLeft,
    /// The arrow key to the right.
    ArrowRight,
    /// The arrow key up.
    ArrowUp,
    /// The arrow key down.
    ArrowDown,
    /// The space bar.
    Space,
    /// A digit from 0 to 9.
    Digit(u8),
    /// The letter B, in upper or lower case.
    B,
    /// The letter N, in upper or lower case.
    N,
    /// Enter without another key, or with one that makes no difference here.
    Enter,
    /// Shift and Enter.
    ShiftEnter,
    /// Ctrl and Enter, or Command and Enter on a Mac.
    CommandEnter,
    /// Escape.
    Escape,
    /// Any key that writes a character.
    Character,
}

impl Key {
    /// The key of a press, or `None` if the keymap has nothing to do with it.
    pub(super) fn of(press: &KeyPress<'_>) -> Option<Key> {
        let name = press.name()?;
        if press.has_command || press.has_alt {
            return matches!(name, KeyName::Enter if press.has_command).then_some(Key::CommandEnter);
        }
        Some(match name {
            KeyName::Enter if press.has_shift => Key::ShiftEnter,
            KeyName::Enter => Key::Enter,
            KeyName::Escape => Key::Escape,
            KeyName::Arrow(arrow) => arrow,
            KeyName::Character(' ') => Key::Space,
            KeyName::Character('b' | 'B') => Key::B,
            KeyName::Character('n' | 'N') => Key::N,
            KeyName::Character(digit @ '0'..='9') => Key::Digit(digit as u8 - b'0'),
            KeyName::Character(_) => Key::Character,
            KeyName::Tab | KeyName::Edit => return None,
        })
    }

    pub(super) fn is_character(self) -> bool {
        match self {
            Key::Space | Key::Digit(_) | Key::B | Key::N | Key::Character => true,
            Key::ArrowLeft
            | Key::ArrowRight
            | Key::ArrowUp
            | Key::ArrowDown
            | Key::Enter
            | Key::ShiftEnter
            | Key::CommandEnter
            | Key::Escape => false,
        }
    }

    /// The key as `aria-keyshortcuts` writes it.
    pub fn to_aria(self, is_mac: bool) -> String {
        let name = match self {
            Key::Digit(digit) => return digit.to_string(),
            Key::CommandEnter if is_mac => "Meta+Enter",
            Key::CommandEnter => "Control+Enter",
            Key::B => "B",
            Key::N => "N",
            Key::Escape => "Escape",
            // These belong to no control.
            Key::ArrowLeft
            | Key::ArrowRight
            | Key::ArrowUp
            | Key::ArrowDown
            | Key::Space
            | Key::Enter
            | Key::ShiftEnter
            | Key::Character => "",
        };
        name.to_owned()
    }
}

/// One press of a key, as a keyboard event of the browser describes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct KeyPress<'a> {
    /// `KeyboardEvent.key`.
    pub key: &'a str,
    /// `KeyboardEvent.keyCode`.
    pub key_code: u32,
    /// Whether Ctrl, or Command on a Mac, is held.
    pub has_command: bool,
    /// Whether Alt is held.
    pub has_alt: bool,
    /// Whether Shift is held.
    pub has_shift: bool,
    /// Whether the key is held down, so that the browser repeats it.
    pub is_repeated: bool,
    /// `KeyboardEvent.isComposing`.
    pub is_composing: bool,
}

impl KeyPress<'_> {
    /// Whether the key belongs to an input method that composes a character. Safari ends a composition before it reports
    /// the Enter that ended it, and then only the key code says so.
    pub fn is_in_composition(&self) -> bool {
        self.is_composing || self.key_code == 229
    }

    /// What the key is to the guard of the session, or `None` if it does not concern the guard. `is_in_text` is whether the
    /// focus is in a text field.
    pub fn guarded(&self, is_in_text: bool) -> Option<Press> {
        if self.is_in_composition() {
            return Some(if is_in_text { Press::Text } else { Press::Type(None) });
        }
        let name = self.name();
        // Tab and Enter are what they are, whatever is held with them and wherever the focus is.
        match name {
            Some(KeyName::Tab) => return Some(Press::Tab),
            Some(KeyName::Enter) if is_in_text && self.has_shift => return Some(Press::Text),
            Some(KeyName::Enter) => return Some(Press::Enter),
            Some(KeyName::Escape | KeyName::Arrow(_) | KeyName::Character(_) | KeyName::Edit) | None => {}
        }
        if self.has_command || self.has_alt {
            return None;
        }
        if is_in_text {
            return Some(Press::Text);
        }
        Some(match name? {
            KeyName::Tab => Press::Tab,
            KeyName::Enter => Press::Enter,
            KeyName::Escape => Press::Escape,
            KeyName::Arrow(_) => Press::Arrow,
            KeyName::Character(' ') => Press::Space,
            KeyName::Character(digit @ '0'..='9') => Press::Digit(digit),
            KeyName::Character(character) => Press::Type(Some(character)),
            KeyName::Edit => Press::Type(None),
        })
    }

    /// Whether it is Enter, with or without another key.
    pub(super) fn is_enter(&self) -> bool {
        self.key == "Enter"
    }

    /// The key by its name, or `None` if nothing here has to do with it.
    fn name(&self) -> Option<KeyName> {
        let mut characters = self.key.chars();
        Some(match self.key {
            "Tab" => KeyName::Tab,
            "Enter" => KeyName::Enter,
            "Escape" => KeyName::Escape,
            "ArrowLeft" => KeyName::Arrow(Key::ArrowLeft),
            "ArrowRight" => KeyName::Arrow(Key::ArrowRight),
            "ArrowUp" => KeyName::Arrow(Key::ArrowUp),
            "ArrowDown" => KeyName::Arrow(Key::ArrowDown),
            "Backspace" | "Delete" | "Dead" | "Process" => KeyName::Edit,
            _ => KeyName::Character(characters.next().filter(|_| characters.next().is_none())?),
        })
    }
}

/// A key by its name, whatever is held down with it.
enum KeyName {
    Tab,
    Enter,
    Escape,
    /// An arrow key, as which it does something.
    Arrow(Key),
    /// A key that writes this character.
    Character(char),
    /// A key that erases, or begins a character of several keys.
    Edit,
}

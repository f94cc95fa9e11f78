//! The keys of a keyboard, as far as they do something here.

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
        let mut characters = press.key.chars();
        let only_character = characters.next().filter(|_| characters.next().is_none());
        Some(match press.key {
            "Enter" if press.has_command => Key::CommandEnter,
            _ if press.has_command || press.has_alt => return None,
            "Enter" if press.has_shift => Key::ShiftEnter,
            "Enter" => Key::Enter,
            "Escape" => Key::Escape,
            "ArrowLeft" => Key::ArrowLeft,
            "ArrowRight" => Key::ArrowRight,
            "ArrowUp" => Key::ArrowUp,
            "ArrowDown" => Key::ArrowDown,
            " " => Key::Space,
            "b" | "B" => Key::B,
            "n" | "N" => Key::N,
            _ => match only_character? {
                digit @ '0'..='9' => Key::Digit(digit as u8 - b'0'),
                _ => Key::Character,
            },
        })
    }

    pub(super) fn is_character(self) -> bool {
        matches!(self, Key::Space | Key::Digit(_) | Key::B | Key::N | Key::Character)
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
            // The other keys belong to no control.
            _ => "",
        };
        name.to_owned()
    }
}

/// One press of a key, as a keyboard event of the browser tells it.
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
    /// Whether the key belongs to an input method that composes a character. Safari ends a composition before it tells of
    /// the Enter that ended it, and then only the key code says so.
    pub fn is_in_composition(&self) -> bool {
        self.is_composing || self.key_code == 229
    }
}

//! Sets of characters, by their code points.

/// The last code point.
const LAST: u32 = 0x10_ffff;

/// What `\d` stands for.
const DIGITS: [(u32, u32); 1] = [(0x30, 0x39)];
/// What `\w` stands for.
const WORD: [(u32, u32); 4] = [(0x30, 0x39), (0x41, 0x5a), (0x5f, 0x5f), (0x61, 0x7a)];
/// What `\s` stands for: white space and line ends.
const SPACE: [(u32, u32); 10] = [
    (0x09, 0x0d),
    (0x20, 0x20),
    (0xa0, 0xa0),
    (0x1680, 0x1680),
    (0x2000, 0x200a),
    (0x2028, 0x2029),
    (0x202f, 0x202f),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
    (0xfeff, 0xfeff),
];
/// What `.` does not stand for.
const LINE_ENDS: [(u32, u32); 3] = [(0x0a, 0x0a), (0x0d, 0x0d), (0x2028, 0x2029)];

/// A set of characters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    /// The first and the last of each range.
    ranges: Vec<(u32, u32)>,
}

impl Set {
    /// One character.
    pub(super) fn one(code: u32) -> Set {
        Set { ranges: vec![(code, code)] }
    }

    /// What `.` stands for.
    pub(super) fn any() -> Set {
        Set { ranges: LINE_ENDS.to_vec() }.inverted()
    }

    /// What a letter stands for after a backslash, if it stands for several characters.
    pub(super) fn escaped(letter: char) -> Option<Set> {
        let ranges = match letter.to_ascii_lowercase() {
            'd' => &DIGITS[..],
            'w' => &WORD[..],
            's' => &SPACE[..],
            _ => return None,
        };
        let set = Set { ranges: ranges.to_vec() };
        Some(if letter.is_ascii_uppercase() { set.inverted() } else { set })
    }

    pub(super) fn add(&mut self, first: u32, last: u32) {
        self.ranges.push((first, last));
    }

    pub(super) fn add_all(&mut self, other: Set) {
        self.ranges.extend(other.ranges);
    }

    /// All characters that are not in it.
    pub(super) fn inverted(mut self) -> Set {
        self.ranges.sort_unstable();
        let mut free = 0;
        let mut ranges = Vec::new();
        for (first, last) in self.ranges {
            if first > free {
                ranges.push((free, first - 1));
            }
            free = free.max(last + 1);
        }
        if free <= LAST {
            ranges.push((free, LAST));
        }
        Set { ranges }
    }

    pub(super) fn contains(&self, character: char) -> bool {
        let code = character.into();
        self.ranges.iter().any(|(first, last)| (*first..=*last).contains(&code))
    }

    /// How many ranges it has: what it costs to look for a character.
    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }
}

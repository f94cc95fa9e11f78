//! What differs between two texts, line by line, and within lines that resemble each other.
//!
//! The comparison is that of the crate `similar` (`docs/decisions/0009-diff-by-similar.md`). It has no clock, so the work
//! is bounded by size: a text that is too large to compare is shown as one block that replaces another. No line is ever left
//! out.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::hash::Hash;
use std::ops::Range;

use similar::algorithms::{Compact, DiffHook, myers};

/// The most lines, of both texts together, that are compared one by one.
const LINES_COMPARED: usize = 20_000;
/// The most bytes of a line that is searched for changed parts.
const LINE_SEARCHED: usize = 1_000;
/// The most bytes that are searched for changed parts in one comparison.
const BYTES_SEARCHED: usize = 200_000;

/// What differs between two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diff {
    /// All lines of both texts. Without the removed ones they are the new text, without the added ones the old text.
    pub lines: Vec<DiffLine>,
    /// Whether the texts were too large to be compared line by line.
    pub is_coarse: bool,
}

/// One line of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffLine {
    /// In which of the two texts it stands.
    pub place: Place,
    /// The line as it is, with its line break.
    pub text: String,
    /// The parts that differ from the line in its place, as ranges of bytes. Empty if there is no such line, or if the two
    /// have little in common.
    pub changed: Vec<Range<usize>>,
}

/// In which of two texts a line stands, with its number from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In both of them.
    Both {
        /// Its number in the old text.
        old: usize,
        /// Its number in the new text.
        new: usize,
    },
    /// In the old text only: it is removed.
    Old(usize),
    /// In the new text only: it is added.
    New(usize),
}

/// Lines of a comparison that belong together, as ranges of [`Diff::lines`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stretch {
    /// Changed lines, and some around them.
    Shown(Range<usize>),
    /// Lines that are the same in both texts and far from any change.
    Folded(Range<usize>),
}

impl Diff {
    /// Compares two texts.
    pub fn between(old: &str, new: &str) -> Diff {
        let old: Vec<&str> = old.split_inclusive('\n').collect();
        let new: Vec<&str> = new.split_inclusive('\n').collect();
        let same_start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let rest = old.len().min(new.len()) - same_start;
        let same_end = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(old, new)| old == new).count();
        let old_end = old.len() - same_end;
        let new_end = new.len() - same_end;
        let is_coarse = old_end + new_end - 2 * same_start > LINES_COMPARED;

        let mut builder = Builder { old: &old, new: &new, lines: Vec::new(), searched: 0 };
        builder.same(0, 0, same_start);
        let (mut old_at, mut new_at) = (same_start, same_start);
        if !is_coarse {
            for same in common(&numbers(&old[same_start..old_end], &new[same_start..new_end])) {
                let (old_start, new_start) = (same_start + same.old, same_start + same.new);
                builder.changed(old_at..old_start, new_at..new_start);
                builder.same(old_start, new_start, same.length);
                (old_at, new_at) = (old_start + same.length, new_start + same.length);
            }
        }
        builder.changed(old_at..old_end, new_at..new_end);
        builder.same(old_end, new_end, same_end);
        Diff { lines: builder.lines, is_coarse }
    }

    /// Divides the lines into those that are changed, with `context` lines around them, and the others.
    pub fn stretches(&self, context: usize) -> Vec<Stretch> {
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut shown: Vec<Range<usize>> = Vec::new();
        for (index, line) in self.lines.iter().enumerate() {
            if matches!(line.place, Place::Both { .. }) {
                continue;
            }
            let around = index.saturating_sub(context)..(index + 1 + context).min(self.lines.len());
            match shown.last_mut() {
                // A mark for a single line takes as much room as the line.
                Some(last) if around.start <= last.end + 1 => last.end = around.end,
                _ => shown.push(around),
            }
        }
        let mut at = 0;
        for range in shown {
            if at < range.start {
                stretches.push(Stretch::Folded(at..range.start));
            }
            at = range.end;
            stretches.push(Stretch::Shown(range));
        }
        if at < self.lines.len() {
            stretches.push(Stretch::Folded(at..self.lines.len()));
        }
        stretches
    }
}

/// Writes the lines of a comparison one after another.
struct Builder<'a> {
    old: &'a [&'a str],
    new: &'a [&'a str],
    lines: Vec<DiffLine>,
    /// How many bytes were searched for changed parts.
    searched: usize,
}

impl Builder<'_> {
    fn push(&mut self, place: Place, text: &str, changed: Vec<Range<usize>>) {
        self.lines.push(DiffLine { place, text: text.to_owned(), changed });
    }

    fn same(&mut self, old: usize, new: usize, length: usize) {
        for index in 0..length {
            let place = Place::Both { old: old + index + 1, new: new + index + 1 };
            self.push(place, self.new[new + index], Vec::new());
        }
    }

    /// Removed lines, then the lines in their place.
    fn changed(&mut self, old: Range<usize>, new: Range<usize>) {
        let mut added = Vec::new();
        for (offset, index) in old.clone().enumerate() {
            let opposite = Some(new.start + offset).filter(|index| new.contains(index)).map(|index| self.new[index]);
            let (in_old, in_new) = opposite.map(|new| self.parts(self.old[index], new)).unwrap_or_default();
            self.push(Place::Old(index + 1), self.old[index], in_old);
            added.push(in_new);
        }
        for (offset, index) in new.enumerate() {
            let changed = added.get_mut(offset).map(std::mem::take).unwrap_or_default();
            self.push(Place::New(index + 1), self.new[index], changed);
        }
    }

    /// The parts in which two lines differ. Two lines with little in common differ as a whole, and have none.
    fn parts(&mut self, old: &str, new: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let bytes = old.len() + new.len();
        if old.len().max(new.len()) > LINE_SEARCHED || self.searched + bytes > BYTES_SEARCHED {
            return Default::default();
        }
        self.searched += bytes;
        let (old_words, new_words) = (words(old), words(new));
        let pair = (
            old_words.iter().map(|word| &old[word.clone()]).collect(),
            new_words.iter().map(|word| &new[word.clone()]).collect(),
        );
        let same = common::<&str>(&pair);
        let mut in_common = 0;
        for same in &same {
            for word in &pair.0[same.old..same.old + same.length] {
                in_common += word.trim().len();
            }
        }
        if 3 * in_common < old.trim().len().max(new.trim().len()) {
            return Default::default();
        }
        let old_same = same.iter().map(|same| same.old..same.old + same.length);
        let new_same = same.iter().map(|same| same.new..same.new + same.length);
        (between(&old_words, old_same), between(&new_words, new_same))
    }
}

/// The parts of a line that lie between the words that it has in common with another.
fn between(words: &[Range<usize>], same: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut at = 0;
    for same in same.chain(std::iter::once(words.len()..words.len())) {
        if at < same.start {
            parts.push(words[at].start..words[same.start - 1].end);
        }
        at = same.end;
    }
    parts
}

/// The words of a line and the characters between them.
fn words(line: &str) -> Vec<Range<usize>> {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut in_word = false;
    for (index, character) in line.char_indices() {
        let end = index + character.len_utf8();
        match words.last_mut() {
            Some(word) if in_word && is_of_word(character) => word.end = end,
            _ => words.push(index..end),
        }
        in_word = is_of_word(character);
    }
    words
}

/// Numbers for the lines of two texts, equal for equal lines, so that long lines are compared once.
fn numbers(old: &[&str], new: &[&str]) -> (Vec<usize>, Vec<usize>) {
    let mut known = BTreeMap::new();
    let mut number = |line| {
        let next = known.len();
        *known.entry(line).or_insert(next)
    };
    (old.iter().map(|line| number(*line)).collect(), new.iter().map(|line| number(*line)).collect())
}

/// Items in a row that two lists have in common.
struct Common {
    old: usize,
    new: usize,
    length: usize,
}

/// Collects what the comparison finds in common.
struct Found(Vec<Common>);

impl DiffHook for Found {
    type Error = Infallible;

    fn equal(&mut self, old: usize, new: usize, length: usize) -> Result<(), Infallible> {
        self.0.push(Common { old, new, length });
        Ok(())
    }
}

/// What two lists have in common, in their order.
fn common<T: Hash + Ord>((old, new): &(Vec<T>, Vec<T>)) -> Vec<Common> {
    let mut hook = Compact::new(Found(Vec::new()), old, new);
    match myers::diff(&mut hook, old, 0..old.len(), new, 0..new.len()) {
        Ok(()) => hook.into_inner().0,
    }
}

#[cfg(test)]
mod tests {
    use super::{Diff, LINES_COMPARED, Place, Stretch};

    /// The lines with a sign each, as people know it from `diff`.
    fn signed(diff: &Diff) -> Vec<String> {
        let sign = |place| match place {
            Place::Both { .. } => ' ',
            Place::Old(_) => '-',
            Place::New(_) => '+',
        };
        diff.lines.iter().map(|line| format!("{}{}", sign(line.place), line.text.trim_end())).collect()
    }

    fn parts(diff: &Diff) -> Vec<Vec<&str>> {
        diff.lines.iter().map(|line| line.changed.iter().map(|part| &line.text[part.clone()]).collect()).collect()
    }

    #[test]
    fn lines_and_the_words_in_them_are_compared() {
        let diff = Diff::between("a\nlet x = 1;\nc\n", "a\nlet y = 1;\nnew\nc\n");
        assert_eq!(signed(&diff), [" a", "-let x = 1;", "+let y = 1;", "+new", " c"]);
        assert_eq!(parts(&diff), [vec![], vec!["x"], vec!["y"], vec![], vec![]]);
        assert_eq!(diff.lines[4].place, Place::Both { old: 3, new: 4 });
        assert!(!diff.is_coarse);
    }

    #[test]
    fn lines_with_little_in_common_have_no_marks() {
        let diff = Diff::between("fn alpha(x: u8) {}\n", "struct Beta;\n");
        assert_eq!(parts(&diff), [[""; 0], [""; 0]]);
    }

    #[test]
    fn white_space_and_line_ends_are_differences() {
        let diff = Diff::between("a b\n", "a  b \r\n");
        assert_eq!(parts(&diff), [vec![], vec![" ", " \r"]]);
        assert_eq!(signed(&Diff::between("a\n", "a")), ["-a", "+a"]);
    }

    #[test]
    fn nothing_and_the_same_are_compared_too() {
        assert_eq!(signed(&Diff::between("", "")), [""; 0]);
        assert_eq!(signed(&Diff::between("", "a\n")), ["+a"]);
        assert_eq!(signed(&Diff::between("a\n", "")), ["-a"]);
        assert_eq!(Diff::between("a\nb", "a\nb").stretches(3), [Stretch::Folded(0..2)]);
    }

    #[test]
    fn lines_far_from_a_change_are_folded() {
        let old: String = (0..40).map(|number| format!("{number}\n")).collect();
        let new = old.replace("\n20\n", "\ntwenty\n").replace("\n28\n", "\n");
        let diff = Diff::between(&old, &new);
        let stretches = diff.stretches(3);
        // One line between the two changes is not worth a mark.
        assert_eq!(stretches, [Stretch::Folded(0..17), Stretch::Shown(17..33), Stretch::Folded(33..41)]);
    }

    #[test]
    fn what_is_too_large_is_one_block_and_keeps_what_is_the_same_around_it() {
        let block = |letter| format!("{letter}\n").repeat(LINES_COMPARED / 2 + 1);
        let diff = Diff::between(&format!("start\n{}end\n", block('a')), &format!("start\n{}end\n", block('b')));
        assert!(diff.is_coarse);
        assert_eq!(diff.lines.len(), LINES_COMPARED + 4);
        assert_eq!(diff.lines[0].place, Place::Both { old: 1, new: 1 });
        assert_eq!(diff.stretches(3).len(), 1);
    }

    #[cfg(not(target_arch = "wasm32"))]
    mod properties {
        use proptest::prelude::*;

        use super::super::{Diff, Place, Stretch};

        /// The text that is left without the lines of the other one.
        fn text(diff: &Diff, is_in: impl Fn(Place) -> Option<usize>) -> String {
            let mut next = 1;
            let lines = diff.lines.iter().filter(|line| {
                let number = is_in(line.place);
                assert!(number.is_none_or(|number| number == next), "lines are numbered one after another");
                next += usize::from(number.is_some());
                number.is_some()
            });
            lines.map(|line| line.text.as_str()).collect()
        }

        fn check(old: &str, new: &str, context: usize) {
            let diff = Diff::between(old, new);
            let in_old = |place| match place {
                Place::Both { old, .. } | Place::Old(old) => Some(old),
                Place::New(_) => None,
            };
            let in_new = |place| match place {
                Place::Both { new, .. } | Place::New(new) => Some(new),
                Place::Old(_) => None,
            };
            assert_eq!(text(&diff, in_old), old);
            assert_eq!(text(&diff, in_new), new);
            for line in &diff.lines {
                let mut end = 0;
                for part in &line.changed {
                    assert!(end <= part.start && part.start < part.end, "parts are in order");
                    assert!(line.text.get(part.clone()).is_some());
                    end = part.end;
                }
            }
            let mut next = 0;
            for stretch in diff.stretches(context) {
                let (Stretch::Shown(range) | Stretch::Folded(range)) = stretch.clone();
                assert_eq!(range.start, next, "every line is in one stretch");
                next = range.end;
                let lines = &diff.lines[range];
                let is_same = lines.iter().all(|line| matches!(line.place, Place::Both { .. }));
                assert_eq!(is_same, matches!(stretch, Stretch::Folded(_)));
            }
            assert_eq!(next, diff.lines.len());
        }

        proptest! {
            #[test]
            fn both_texts_can_be_read_off(old in "([abé ]{0,3}\r?\n){0,20}[ab]{0,2}", new in "([abé ]{0,3}\r?\n){0,20}[ab]{0,2}", context in 0usize..5) {
                check(&old, &new, context);
            }

            #[test]
            fn of_any_text(old in "(?s).{0,80}", new in "(?s).{0,80}") {
                check(&old, &new, 3);
            }
        }

        #[test]
        fn hostile_texts_are_compared_in_full() {
            let mixed = |count: usize, kinds: usize, step: usize| -> String {
                (0..count).map(|index| format!("{}\n", index * index * step % kinds)).collect()
            };
            // No line in common, few kinds of lines, one long line.
            for (old, new) in [
                (mixed(100_000, usize::MAX, 3), mixed(100_000, usize::MAX, 5)),
                (mixed(10_000, 7, 3), mixed(10_000, 5, 1)),
                (mixed(9_000, 101, 3), mixed(9_000, 97, 1)),
                ("a b ".repeat(50_000), "b a ".repeat(50_000)),
            ] {
                check(&old, &new, 3);
            }
        }
    }
}

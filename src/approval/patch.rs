//! A patch as `git diff` writes it: what each line is.

use crate::text::exact::{self, Piece};

/// A line of a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatchLine {
    /// What it is.
    pub kind: PatchLineKind,
    /// Its text, without the sign that says what it is.
    pub pieces: Vec<Piece>,
}

/// What a line of a patch is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatchLineKind {
    /// About a file, or anything outside the changed places.
    Header,
    /// `@@ … @@`: where a changed place begins.
    Place,
    /// ` `: it stays.
    Same,
    /// `-`: it is removed.
    Removed,
    /// `+`: it is added.
    Added,
    /// `\ No newline at end of file`.
    Remark,
}

/// The lines of a patch. How many lines a changed place has is counted, so that a line of the file cannot pass for a header.
pub(super) fn lines(patch: &str) -> Vec<PatchLine> {
    let (mut old, mut new) = (0usize, 0usize);
    let mut lines = Vec::new();
    for line in patch.split_terminator('\n') {
        let is_inside = old > 0 || new > 0;
        let (kind, text) = match line.chars().next() {
            Some('-') if is_inside => (PatchLineKind::Removed, &line[1..]),
            Some('+') if is_inside => (PatchLineKind::Added, &line[1..]),
            Some(' ') if is_inside => (PatchLineKind::Same, &line[1..]),
            // Some programs strip the blank of a blank line.
            None if is_inside => (PatchLineKind::Same, line),
            Some('\\') => (PatchLineKind::Remark, line),
            _ => match counts(line) {
                Some(counts) => {
                    (old, new) = counts;
                    (PatchLineKind::Place, line)
                }
                None => {
                    (old, new) = (0, 0);
                    (PatchLineKind::Header, line)
                }
            },
        };
        if matches!(kind, PatchLineKind::Same | PatchLineKind::Removed) {
            old = old.saturating_sub(1);
        }
        if matches!(kind, PatchLineKind::Same | PatchLineKind::Added) {
            new = new.saturating_sub(1);
        }
        lines.push(PatchLine { kind, pieces: exact::pieces(text) });
    }
    lines
}

/// How many lines follow `@@ -a,b +c,d @@` of the old and of the new file.
fn counts(line: &str) -> Option<(usize, usize)> {
    let (ranges, _) = line.strip_prefix("@@ -")?.split_once(" @@")?;
    let (old, new) = ranges.split_once(" +")?;
    let count = |range: &str| range.split_once(',').map_or(Some(1), |(_, count)| count.parse().ok());
    Some((count(old)?, count(new)?))
}

#[cfg(test)]
mod tests {
    use super::{PatchLineKind, lines};

    #[test]
    fn a_line_of_the_file_is_no_header() {
        use PatchLineKind::{Added, Header, Place, Remark, Removed, Same};
        let patch = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,2 @@ fn\n a\n--- b/secret\n+++ b/other\n-c\n\\ No newline\n--- a/y\n@@ -0,0 +1 @@\n+z\n";
        let kinds: Vec<_> = lines(patch).iter().map(|line| line.kind).collect();
        assert_eq!(kinds, [Header, Header, Header, Place, Same, Removed, Added, Removed, Remark, Header, Place, Added]);
    }
}

//! Counts of passed and failed tests, read from what test programs print. Pure.
//!
//! They are read from what people see because nothing better is stable: libtest writes JSON on nightly only, wasm-bindgen's runner
//! writes none at all, and both print the same line of results. Without a count, a suite that ran no test would pass: a filter that
//! fits nothing, or a folder that was moved.

use crate::failure::{Failure, Result};
use std::fmt;
use std::iter::Sum;

/// How many passed, how many failed.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub(super) passed: u32,
    pub(super) failed: u32,
}

impl Tally {
    /// A suite without tests of its own that went well.
    pub(super) const ONE: Self = Self { passed: 1, failed: 0 };
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), |sum, tally| Self {
            passed: sum.passed + tally.passed,
            failed: sum.failed + tally.failed,
        })
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} passed, {} failed", self.passed, self.failed)
    }
}

/// Sums `test result: ok. 3 passed; 0 failed; …` over all test programs. wasm-bindgen's runner prints the same line.
pub(super) fn cargo(text: &str) -> Tally {
    let results = plain(text);
    let results = results.lines().filter_map(|line| line.trim_start().strip_prefix("test result: "));
    results.map(|line| Tally { passed: before(line, "passed"), failed: before(line, "failed") }).sum()
}

/// Reads the summary of `node --test`: `ℹ pass 3` (spec) or `# pass 3` (tap). The last one counts: a test may print such
/// a line itself, and the summary comes at the end.
pub(super) fn node(text: &str) -> Tally {
    let text = plain(text);
    let last = |word: &str| text.lines().filter_map(|line| node_line(line, word)).next_back().unwrap_or(0);
    // What Node cancelled, because its time or its parent ended, has not passed.
    Tally { passed: last("pass"), failed: last("fail") + last("cancelled") }
}

/// The verdict on a suite: exit code and counts have to agree, and a suite that ran nothing has proved nothing.
pub(super) fn judge(tally: Tally, succeeded: bool) -> Result<Tally> {
    match succeeded {
        true if tally == Tally::default() => Err(Failure::new("no test ran")),
        // It broke beside the tests: it did not compile, or a browser did not start. What passed before still counts.
        false if tally.failed == 0 => Ok(Tally { failed: 1, ..tally }),
        _ => Ok(tally),
    }
}

fn node_line(line: &str, word: &str) -> Option<u32> {
    let rest = line.strip_prefix("ℹ ").or_else(|| line.strip_prefix("# "))?;
    rest.strip_prefix(word)?.strip_prefix(' ')?.trim().parse().ok()
}

/// The number in front of a word: `3` in `ok. 3 passed; 0 failed`.
fn before(line: &str, word: &str) -> u32 {
    let words: Vec<&str> = line.split_whitespace().map(|word| word.trim_end_matches(';')).collect();
    words.windows(2).find(|pair| pair[1] == word).and_then(|pair| pair[0].parse().ok()).unwrap_or(0)
}

/// The text without colours, which FORCE_COLOR and the like bring in.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut pieces = text.split("\u{1b}[");
    plain.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        // A sequence ends with its first letter.
        plain.push_str(piece.find(|end: char| end.is_ascii_alphabetic()).map_or("", |end| &piece[end + 1..]));
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(passed: u32, failed: u32) -> Tally {
        Tally { passed, failed }
    }

    #[test]
    fn cargos_results_are_summed_over_test_programs() {
        let text = "running 2 tests\ntest a ... ok\n\
            test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\n\
            test result: FAILED. 40 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.10s\n";
        assert_eq!(cargo(text), tally(42, 3));
        assert_eq!(cargo("error: could not compile"), tally(0, 0));
    }

    #[test]
    fn wasm_bindgens_runner_is_understood() {
        let text = "test result: ok. 7 passed; 0 failed; 0 ignored; 0 filtered out; finished in 1.52s\n";
        assert_eq!(cargo(text), tally(7, 0));
    }

    #[test]
    fn both_reports_of_node_are_understood() {
        let spec = "✔ answers (12ms)\nℹ tests 5\nℹ suites 0\nℹ pass 3\nℹ fail 1\nℹ cancelled 1\nℹ skipped 0\n";
        assert_eq!(node(spec), tally(3, 2));
        assert_eq!(node(&spec.replace('ℹ', "#")), tally(3, 2));
    }

    #[test]
    fn a_tests_own_words_do_not_count() {
        assert_eq!(node("ℹ pass 100\nℹ passes 9\nℹ pass 3\nℹ fail 0\n"), tally(3, 0));
        assert_eq!(cargo("the test result: ok. 3 passed; 0 failed"), tally(0, 0));
    }

    #[test]
    fn colours_do_not_hide_a_result() {
        assert_eq!(node("\u{1b}[34mℹ pass 3\u{1b}[39m\n\u{1b}[34mℹ fail 0\u{1b}[39m"), tally(3, 0));
        assert_eq!(cargo("test result: \u{1b}[32mok\u{1b}[0m. 2 passed; 0 failed;"), tally(2, 0));
    }

    #[test]
    fn a_suite_without_tests_fails() {
        assert_eq!(judge(tally(0, 0), true), Err(Failure::new("no test ran")));
        assert_eq!(judge(tally(2, 0), true), Ok(tally(2, 0)));
    }

    #[test]
    fn a_bad_exit_is_a_failure_even_when_all_tests_passed() {
        assert_eq!(judge(tally(2, 0), false), Ok(tally(2, 1)));
        assert_eq!(judge(tally(2, 3), false), Ok(tally(2, 3)));
        assert_eq!(judge(tally(0, 0), false), Ok(tally(0, 1)));
    }
}

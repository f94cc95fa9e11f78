//! The `pattern` of a field: a regular expression as JavaScript reads it with the flag `u`.
//!
//! It comes from an agent that nobody trusts, and an engine that tries one way after the other can take for ever over
//! `^(a+)+$`. So this one follows all ways at the same time: it takes as many steps as the text has characters, times the
//! size of the expression, which is bounded. What cannot be followed so is not checked here at all, and the server judges it:
//! look-around, back references, Unicode properties, and expressions that are too large.
//!
//! | file | what it does |
//! | --- | --- |
//! | `parse.rs` | reads the expression |
//! | `set.rs` | sets of characters |
//! | `program.rs` | what is followed |

mod parse;
mod program;
mod set;

use program::{Condition, Program, Step};

/// A regular expression that can be checked here.
#[derive(Debug)]
pub(super) struct Pattern {
    program: Program,
}

impl Pattern {
    /// Reads an expression. `None` if JavaScript would not read it either, or if it cannot be checked here.
    pub(super) fn read(source: &str) -> Option<Pattern> {
        let program = Program::of(&parse::parse(source)?)?;
        Some(Pattern { program })
    }

    /// Whether some part of the text matches.
    pub(super) fn matches(&self, text: &str) -> bool {
        let steps = self.program.steps();
        let (mut here, mut next) = (Places::new(steps.len()), Places::new(steps.len()));
        let mut before = None;
        let mut rest = text.chars();
        loop {
            let after = rest.clone().next();
            // A match may begin at every character.
            here.enter(steps, 0, before, after);
            if here.has_matched {
                return true;
            }
            let Some(character) = rest.next() else { return false };
            for at in here.waiting.drain(..) {
                if let Step::One(set) = &steps[at]
                    && set.contains(character)
                {
                    next.pending.push(at + 1);
                }
            }
            before = Some(character);
            let after = rest.clone().next();
            here.clear();
            std::mem::swap(&mut here, &mut next);
            while let Some(at) = here.pending.pop() {
                here.enter(steps, at, before, after);
            }
        }
    }
}

/// Where in the program all ways are that are followed at one place of the text.
struct Places {
    /// Steps that wait for a character.
    waiting: Vec<usize>,
    /// Steps that are still to be entered.
    pending: Vec<usize>,
    /// Which steps were entered.
    entered: Vec<bool>,
    has_matched: bool,
}

impl Places {
    fn new(steps: usize) -> Places {
        Places { waiting: Vec::new(), pending: Vec::new(), entered: vec![false; steps], has_matched: false }
    }

    fn clear(&mut self) {
        self.waiting.clear();
        self.entered.fill(false);
        self.has_matched = false;
    }

    /// Enters a step, and all that are reached from it without a character. `before` and `after` are the characters around
    /// this place of the text.
    fn enter(&mut self, steps: &[Step], first: usize, before: Option<char>, after: Option<char>) {
        let mut stack = vec![first];
        while let Some(at) = stack.pop() {
            if std::mem::replace(&mut self.entered[at], true) {
                continue;
            }
            match &steps[at] {
                Step::One(_) => self.waiting.push(at),
                Step::Jump(to) => stack.push(*to),
                Step::Split(to) => stack.extend([*to, at + 1]),
                Step::If(condition) if holds(*condition, before, after) => stack.push(at + 1),
                Step::If(_) => {}
                Step::Matched => self.has_matched = true,
            }
        }
    }
}

fn holds(condition: Condition, before: Option<char>, after: Option<char>) -> bool {
    let is_word = |character: Option<char>| character.is_some_and(|one| one.is_ascii_alphanumeric() || one == '_');
    match condition {
        Condition::Start => before.is_none(),
        Condition::End => after.is_none(),
        Condition::WordBoundary => is_word(before) != is_word(after),
        Condition::NoWordBoundary => is_word(before) == is_word(after),
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;

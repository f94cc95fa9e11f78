//! Bridges that do one thing wrong: the rows that are about it say so, and no others.

use std::collections::BTreeSet;

use ask_user_bridge::room::{Input, Output};
use conformance::checks;
use conformance::row::{Finding, Row};
use conformance::run::Asking;
use serde_json::{Value, json};

use crate::faulty::FAULTS;
use crate::room::{Fault, Mode, rows};

fn different(rows: &[Row]) -> BTreeSet<&'static str> {
    rows.iter().filter(|row| row.finding.is_different()).map(|row| row.situation).collect()
}

#[test]
fn the_reference_bridge_does_not_differ() {
    let extended = rows(Mode::Extended, Asking::ByCall, Fault::NONE);
    assert!(extended.iter().all(|row| matches!(row.finding, Finding::Same(_))), "{extended:#?}");
    assert_eq!(extended.len(), checks::all().len());
}

#[test]
fn a_bare_bridge_does_not_differ_and_its_extensions_are_not_tried() {
    let plain = rows(Mode::Plain, Asking::ByCall, Fault::NONE);
    assert_eq!(different(&plain), BTreeSet::new(), "{plain:#?}");
    for (row, check) in plain.iter().zip(checks::all()) {
        let is_tried = !matches!(row.finding, Finding::NotTried(_));
        assert_eq!(is_tried, check.capability.is_none(), "{row:?}");
    }
}

#[test]
fn what_needs_an_ask_is_not_tried_without_one() {
    for (row, check) in rows(Mode::Extended, Asking::Never, Fault::NONE).iter().zip(checks::all()) {
        let is_tried = !matches!(row.finding, Finding::NotTried(_));
        assert_eq!(is_tried, check.asks().is_none(), "{row:?}");
    }
    for (row, check) in rows(Mode::Extended, Asking::ByHand, Fault::NONE).iter().zip(checks::all()) {
        let is_tried = !matches!(row.finding, Finding::NotTried(_));
        assert_eq!(is_tried, check.asks().is_none() || !check.needs_the_call(), "{row:?}");
    }
}

#[test]
fn each_fault_is_found_where_it_is_and_nowhere_else() {
    for (name, mode, fault, expected) in FAULTS {
        let rows = rows(*mode, Asking::ByCall, *fault);
        let expected: BTreeSet<&str> = expected.iter().copied().collect();
        assert_eq!(different(&rows), expected, "{name}: {rows:#?}");
    }
}

#[test]
fn every_row_is_made_different_by_some_fault() {
    let found: BTreeSet<&str> = FAULTS.iter().flat_map(|(.., rows)| rows.iter().copied()).collect();
    let all: BTreeSet<&str> = checks::all().iter().map(|check| check.situation).collect();
    assert_eq!(found, all);
}

/// A bridge that never stops sending errors does not hold a check for ever.
#[test]
fn a_bridge_that_never_falls_silent_is_left() {
    let sends = |output: Output| match output {
        Output::Send { to, frame } => {
            let noise = Output::Send { to: to.clone(), frame: json!({"type": "error", "error": "noise"}) };
            let mut all = vec![noise; 50];
            all.push(Output::Send { to, frame });
            all
        }
        other => vec![other],
    };
    let noisy = Fault { hears: Some, sends };
    let rows = rows(Mode::Plain, Asking::ByCall, noisy);
    assert!(different(&rows).contains("a page connects"));
}

/// What the faults are made of.
pub(crate) mod make {
    use super::{Input, Output, Value};

    /// Changes, drops or repeats the frames of one type.
    pub(crate) fn frames(output: Output, name: &str, change: impl Fn(Value) -> Vec<Value>) -> Vec<Output> {
        match output {
            Output::Send { to, frame } if frame["type"] == name => {
                change(frame).into_iter().map(|frame| Output::Send { to: to.clone(), frame }).collect()
            }
            other => vec![other],
        }
    }

    /// Sets a member in the frames of one type.
    pub(crate) fn set(output: Output, name: &str, key: &str, value: Value) -> Vec<Output> {
        frames(output, name, |mut frame| {
            frame[key] = value.clone();
            vec![frame]
        })
    }

    /// Removes a member from the frames of one type.
    pub(crate) fn remove(output: Output, name: &str, key: &str) -> Vec<Output> {
        frames(output, name, |mut frame| {
            frame.as_object_mut().unwrap().remove(key);
            vec![frame]
        })
    }

    /// Does not hear text that contains a word.
    pub(crate) fn deaf(input: Input, word: &str) -> Option<Input> {
        match input {
            Input::Text { text, .. } if text.contains(word) => None,
            other => Some(other),
        }
    }
}

//! The durations that the documents name are those of `timing.rs`: who changes one there learns where else it is written. All
//! documents of the repository are read, so that a new one cannot be forgotten.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::session::timing::{
    ANSWER_TIMEOUT, BEAT_SLACK, EXTEND_BELOW, GIVE_UP_AFTER, GUARD, GUARD_MOST_BY_CLICKS, GUARD_MOST_BY_KEYS,
    LONGEST_WAIT, MARKDOWN_WAIT, OUT_OF_REACH_AFTER, PERSIST_WITHIN, PROBE_TIMEOUT, REFUSED_WITHIN, REPLAY_GRACE,
    REPLAY_HOLD, REPLAY_WINDOW, RESTORED_HOLD, SENT_TOAST, SILENT_BRIDGE, SLEPT, STATUS_GRACE, TYPED_RECENTLY, UNDO,
};

/// A document, and every duration in it, in order: the words that end in it, and what it has to be in milliseconds. `None` is
/// for what is no duration of the session.
struct Document {
    name: &'static str,
    durations: &'static [(&'static str, Option<u64>)],
}

const DOCUMENTS: &[Document] = &[
    Document {
        name: "README.md",
        durations: &[
            ("can be undone for five seconds", Some(UNDO)),
            ("takes effect after five seconds", Some(UNDO)),
            ("within the last six seconds", Some(TYPED_RECENTLY)),
            ("wait half a second", Some(GUARD)),
        ],
    },
    Document {
        name: "SECURITY.md",
        durations: &[("ignored for half a second", Some(GUARD)), ("within the last six seconds", Some(TYPED_RECENTLY))],
    },
    Document {
        name: "docs/ARCHITECTURE.md",
        durations: &[
            ("persisted (within 0.3 s", Some(PERSIST_WITHIN)),
            ("for five seconds", Some(UNDO)),
            ("says nothing for five seconds", Some(SILENT_BRIDGE)),
        ],
    },
    Document {
        name: "docs/GLOSSARY.md",
        durations: &[
            ("undone for five seconds", Some(UNDO)),
            ("three tries in at least 30 s", Some(OUT_OF_REACH_AFTER)),
            ("has not told the store for 20 seconds", None),
        ],
    },
    Document {
        name: "docs/delivery.md",
        durations: &[
            ("undo that for five seconds", Some(UNDO)),
            ("then \"Sent\" for two seconds", Some(SENT_TOAST)),
            ("bare bridge, \"Sent\" for two seconds", Some(SENT_TOAST)),
            ("said nothing for half a minute", Some(OUT_OF_REACH_AFTER)),
            ("except within a second", Some(REPLAY_WINDOW)),
            ("counts as arrived after 500 ms", Some(GIVE_UP_AFTER)),
            ("within five seconds", Some(REFUSED_WITHIN)),
            ("older than a second", Some(STATUS_GRACE)),
            ("none | after 1 s", Some(STATUS_GRACE)),
            ("after 300 ms", Some(REPLAY_GRACE)),
            ("lapses after 500 ms", Some(GIVE_UP_AFTER)),
            ("lost | after 5 s", Some(SILENT_BRIDGE)),
            ("after 300 ms", Some(REPLAY_GRACE)),
            ("arrived after 500 ms", Some(GIVE_UP_AFTER)),
            ("it is over after 5 s", Some(SILENT_BRIDGE)),
            ("has 10 s", Some(ANSWER_TIMEOUT)),
            ("gives it 10 s", Some(ANSWER_TIMEOUT)),
            ("more; 20 s", Some(2 * ANSWER_TIMEOUT)),
            ("out of reach after half a minute", Some(OUT_OF_REACH_AFTER)),
            ("hidden for up to 3 s", Some(RESTORED_HOLD)),
            ("persisted within 0.3 s", Some(PERSIST_WITHIN)),
        ],
    },
    Document {
        name: "docs/races.md",
        durations: &[
            ("for half a second", Some(GUARD)),
            ("a cancel waits five seconds", Some(UNDO)),
            ("sent again after five seconds", Some(SILENT_BRIDGE)),
            ("none is made, for half a minute", Some(OUT_OF_REACH_AFTER)),
            ("tries again every 20 s", Some(LONGEST_WAIT)),
            ("typed within 0.3 s", Some(PERSIST_WITHIN)),
            ("replaced after 3 s", Some(PROBE_TIMEOUT)),
            ("without is replaced after 70 s", Some(SLEPT)),
        ],
    },
    Document {
        name: "docs/decisions/0005-bare-bridges.md",
        durations: &[
            ("does not hold within a second", Some(REPLAY_WINDOW)),
            ("sent again after five seconds", Some(SILENT_BRIDGE)),
        ],
    },
    Document {
        name: "docs/decisions/0007-the-key-guard.md",
        durations: &[
            ("prolong it to 600 ms", Some(GUARD_MOST_BY_KEYS)),
            ("clicks to 1 s", Some(GUARD_MOST_BY_CLICKS)),
            ("Wary for six seconds", Some(TYPED_RECENTLY)),
            ("undone for five seconds", Some(UNDO)),
            ("within half a second", Some(GUARD)),
            ("not wait longer than 1.5 seconds", None),
        ],
    },
    Document {
        name: "docs/reference.md",
        durations: &[
            ("three failures within a minute", None),
            ("reached: after half a minute", Some(OUT_OF_REACH_AFTER)),
        ],
    },
    Document {
        name: "docs/protocol.md",
        durations: &[
            ("start a clock (55 seconds", None),
            ("the longest wait (20 s", Some(LONGEST_WAIT)),
            ("fewer than 45 seconds", Some(EXTEND_BELOW)),
            ("two beats and 5 seconds", Some(BEAT_SLACK)),
            ("comes within 10 seconds", Some(ANSWER_TIMEOUT)),
            ("question back for 150 ms", Some(REPLAY_HOLD)),
        ],
    },
    Document {
        name: "bridge/README.md",
        durations: &[
            ("Undo for five seconds", Some(UNDO)),
            ("two beats and 5 s", Some(BEAT_SLACK)),
            ("or for 10 s", Some(ANSWER_TIMEOUT)),
        ],
    },
    Document { name: "docs/bench.md", durations: BENCH },
    Document {
        name: "docs/decisions/0001-a-socket-without-gloo-net.md",
        durations: &[("failures within a minute", None)],
    },
    Document {
        name: "docs/decisions/0008-chunks.md",
        durations: &[("for two seconds", Some(MARKDOWN_WAIT)), ("takes about 10 s", None)],
    },
    Document {
        name: "docs/decisions/0009-diff-by-similar.md",
        durations: &[("optimisation: 9 ms", None), ("about 180 ms", None), ("kinds); 49 ms", None)],
    },
    Document { name: "docs/decisions/0010-scoped-tokens.md", durations: &[("and 30 seconds", None)] },
    Document {
        name: "docs/decisions/0011-recorded-asks.md",
        durations: &[("dead after 10 to 20 s", Some(2 * ANSWER_TIMEOUT))],
    },
];

/// What the benchmark measures and under which conditions.
const BENCH: &[(&str, Option<u64>)] = &[
    ("about ten minutes", None),
    ("9 Mbps with 60 ms", None),
    ("1.6 Mbps with 150 ms", None),
    ("in 0.8 s", None),
    ("up to 17 ms", None),
];

/// Documents that name durations of the bridge too, which are none of `timing.rs`. Of these only what is listed is compared.
const OF_THE_BRIDGE: &[&str] = &[
    "bridge/README.md",
    "docs/decisions/0012-mcp-by-rmcp.md",
    "docs/decisions/0013-a-store-behind-the-room.md",
    "docs/operating.md",
];

/// The number words that are read, from one on.
const NUMBERS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/// Number words that no document may use before a unit of time, because [`duration`] does not read them.
const UNREAD_NUMBERS: [&str; 18] = [
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "dozen",
];

/// A duration at the end of these words, in milliseconds: `within 0.3 s`, `for five seconds`, `half a minute`.
fn duration(words: &[&str]) -> Option<u64> {
    let trimmed = |word: &str| word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_owned();
    let [.., before, number, unit] = words else { return None };
    let millis = match trimmed(unit).as_str() {
        "ms" => 1.0,
        "s" | "second" | "seconds" => 1_000.0,
        "minute" | "minutes" => 60_000.0,
        _ => return None,
    };
    let count = match trimmed(number).as_str() {
        "a" if trimmed(before) == "half" => 0.5,
        "a" if ["within", "than"].contains(&&*trimmed(before)) => 1.0,
        word if NUMBERS.contains(&word) => NUMBERS.iter().take_while(|number| **number != word).count() as f64 + 1.0,
        word if word.split('-').any(|part| UNREAD_NUMBERS.contains(&part)) => {
            panic!("this test cannot read the number in \"{word} {unit}\": write it in digits, or teach it the word")
        }
        digits => digits.parse().ok()?,
    };
    Some((count * millis) as u64)
}

#[test]
fn documents_name_the_durations_of_the_session() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut unread: BTreeSet<&str> = DOCUMENTS.iter().map(|document| document.name).collect();
    for (name, text) in documents(root) {
        unread.remove(name.as_str());
        // One that is not listed may name no duration.
        let listed = DOCUMENTS.iter().find(|document| document.name == name);
        compare(&name, &text, listed.map(|document| document.durations).unwrap_or_default());
    }
    assert!(unread.is_empty(), "these documents are not there: {unread:?}");
}

/// Every document of the repository, by its path.
fn documents(root: &Path) -> Vec<(String, String)> {
    let (mut found, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder can be read") {
            let path = entry.expect("a folder can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let is_made = ["target", "dist", "node_modules", ".git"].contains(&&*name);
            if path.is_dir() && !is_made {
                folders.push(path);
            } else if name.ends_with(".md") {
                let relative = path.strip_prefix(root).expect("it is below").to_string_lossy().replace('\\', "/");
                found.push((relative, fs::read_to_string(&path).expect("a document can be read")));
            }
        }
    }
    found
}

/// Compares the durations that a document names with those that it should name.
fn compare(name: &str, text: &str, durations: &[(&str, Option<u64>)]) {
    let words: Vec<_> = text.split_whitespace().collect();
    let ends = (3..=words.len()).filter_map(|end| Some((&words[end.saturating_sub(8)..end], duration(&words[..end])?)));
    let is_listed = |words: &str| {
        let words = words.trim_end_matches(|sign: char| !sign.is_alphanumeric());
        durations.iter().any(|(listed, _)| words.ends_with(listed))
    };
    let is_compared = |(words, _): &(String, u64)| !OF_THE_BRIDGE.contains(&name) || is_listed(words);
    let found: Vec<_> = ends.map(|(words, millis)| (words.join(" "), millis)).filter(is_compared).collect();
    for (place, (words, millis)) in found.iter().enumerate() {
        let Some((expected, duration)) = durations.get(place) else {
            panic!("{name} says \"{words}\", and this test does not know which constant of timing.rs that is");
        };
        let words = words.trim_end_matches(|sign: char| !sign.is_alphanumeric());
        assert!(words.ends_with(expected), "{name} says \"{words}\", and this test waits for \"{expected}\"");
        if let Some(duration) = duration {
            assert_eq!(millis, duration, "{name}: \"{words}\"");
        }
    }
    assert_eq!(found.len(), durations.len(), "{name} says fewer durations than this test expects");
}

#[test]
fn durations_are_read_in_digits_and_in_words() {
    let read = |text: &str| duration(&text.split_whitespace().collect::<Vec<_>>());
    for (text, millis) in [
        ("it waits 0.3 s", Some(300)),
        ("for half a minute.", Some(30_000)),
        ("older than a second", Some(1_000)),
        ("for one second", Some(1_000)),
        ("after seven seconds,", Some(7_000)),
        ("within eight ms", Some(8)),
        ("every twelve minutes", Some(720_000)),
        ("not a second question", None),
        ("within the minute", None),
    ] {
        assert_eq!(read(text), millis, "{text}");
    }
}

#[test]
#[should_panic(expected = "twenty-five seconds")]
fn a_number_word_that_cannot_be_read_is_named() {
    duration(&["after", "about", "twenty-five", "seconds"]);
}

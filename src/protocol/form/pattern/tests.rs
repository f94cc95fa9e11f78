//! What the expressions of forms match, as JavaScript has it. `tests/browser/pattern.rs` compares it with a browser.

use proptest::prelude::*;

use super::Pattern;

/// Whether a text matches; `None` if that cannot be checked.
fn matches(pattern: &str, text: &str) -> Option<bool> {
    Pattern::read(pattern).map(|pattern| pattern.matches(text))
}

#[test]
fn what_servers_ask_for_is_checked() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("", &["", "a"], &[]),
        ("b", &["abc"], &["ac", ""]),
        ("^[a-z][a-z0-9-]{2,10}$", &["site-1"], &["Site", "s1", "a-very-long-name"]),
        (r"^\d{3}-\d{4}$", &["555-0100"], &["555-01000", "555 0100", "٥٥٥-٠١٠٠"]),
        (r"^(?:https?|ftp):\/\/\S+$", &["https://a.b/c"], &["https:/a", "ftp://", "x https://a"]),
        ("^(red|green|)$", &["red", "green", ""], &["redgreen"]),
        (r"^[\w.+\-]+@[^@\s]+$", &["a.b+c@d"], &["a b@c", "@c", "a@b c"]),
        (r"^(?<year>\d{4})$", &["2026"], &["26"]),
        ("^.$", &["a", "😀", "\t"], &["\n", "\r", "\u{2028}", "ab"]),
        (r"^[^\D5]$", &["4"], &["5", "a"]),
        ("^[]$|^x$", &["x"], &["", "]"]),
        ("^[^]$", &["\n", "a"], &[""]),
        (r"^\u{1f600}\u00e9\x41\uD83D\uDE00\cA\0$", &["😀éA😀\u{1}\0"], &["😀"]),
        (r"^[a\-z]$", &["-"], &["b"]),
        (r"^[\]\\]$", &["]", "\\"], &["["]),
        (r"\bcat\b", &["a cat.", "cat"], &["cats", "concat"]),
        (r"\Bcat", &["concat"], &["cat"]),
        (r"^\s$", &["\u{a0}", "\u{feff}", "\n", "\u{3000}"], &["a", "\u{200b}"]),
        ("^(a*)*$", &["", "aaa"], &["b"]),
        ("^(?:a|ab)(?:c|bcd)$", &["abcd", "ac", "abc"], &["abcdd"]),
        ("^a+?b??$", &["a", "aab"], &["b"]),
        ("a$|^b", &["xa", "bx"], &["ax", "xb"]),
        ("^(?:){9}x{0}$", &[""], &["x"]),
    ];
    for (pattern, right, wrong) in cases {
        for text in *right {
            assert_eq!(matches(pattern, text), Some(true), "{pattern} {text:?}");
        }
        for text in *wrong {
            assert_eq!(matches(pattern, text), Some(false), "{pattern} {text:?}");
        }
    }
}

#[test]
fn what_cannot_be_followed_is_not_checked() {
    let unsupported =
        [r"(?=a)", "(?!a)", "(?<=a)", "(?<!a)", r"(a)\1", r"(?<n>a)\k<n>", r"\p{L}", r"[\P{L}]", "(?i:a)"];
    let wrong = [
        "(",
        ")",
        "[a",
        "a**",
        "*",
        "^*",
        "{",
        "}",
        "]",
        "a{2,1}",
        "a{,2}",
        "a{",
        "a{1",
        r"\",
        r"\-",
        r"\a",
        r"\x4",
        r"\u12",
        r"\u{}",
        r"\u{110000}",
        r"\c1",
        r"\00",
        "[z-a]",
        r"[\d-z]",
        r"[a-\d]",
        "(?<1>a)",
        "(?a)",
    ];
    for pattern in unsupported.into_iter().chain(wrong) {
        assert_eq!(matches(pattern, "a"), None, "{pattern}");
    }
}

#[test]
fn what_is_too_large_is_not_checked() {
    let deep = "(".repeat(60) + &")".repeat(60);
    let long = "a".repeat(10_001);
    for pattern in ["a{3000}", "a{0,3000}", "((a{99}){99}){99}", "a{99999999999999999999999}", &deep, &long] {
        assert_eq!(matches(pattern, "a"), None, "{}", &pattern[..pattern.len().min(40)]);
    }
    // Nothing, however often, is nothing.
    assert_eq!(matches("(?:(?:){999999999}){999999999}", "a"), Some(true));
}

/// Each of these takes an engine that tries one way after the other longer than anybody lives.
#[test]
fn a_hostile_expression_takes_no_longer_than_its_text_is_long() {
    let text = "a".repeat(10_000) + "!";
    for pattern in [
        "^(a+)+$",
        "^(a|a)*$",
        "^(a|aa)+$",
        "^([a-z]+)*$",
        "^(.*a){20}$",
        "(x+x+)+y",
        r"^(\w+\s?)*$",
        "^(?:a?){300}a{300}b$",
        "^((a*)*)*$",
    ] {
        assert_eq!(matches(pattern, &text), Some(false), "{pattern}");
    }
}

/// Expressions that JavaScript and Rust read alike.
fn expressions() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec!["a", "b", ".", "[ab]", "[^a]", r"\d", "^", "$", "(?:)"]);
    leaf.prop_map(str::to_owned).prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 1..4).prop_map(|all| all.concat()),
            prop::collection::vec(inner.clone(), 1..4).prop_map(|all| format!("(?:{})", all.join("|"))),
            (inner, prop::sample::select(vec!["*", "+", "?", "{2}", "{1,3}", "{2,}", "*?"]))
                .prop_map(|(one, often)| format!("(?:{one}){often}")),
        ]
    })
}

proptest! {
    #[test]
    fn it_matches_what_another_engine_matches(pattern in expressions(), text in "[ab1\n]{0,8}") {
        let other = regex_lite::Regex::new(&pattern).unwrap();
        prop_assert_eq!(matches(&pattern, &text), Some(other.is_match(&text)), "{}", pattern);
    }

    #[test]
    fn nothing_that_an_agent_sends_makes_it_panic(pattern in r"[\\()\[\]{}^$.*+?|,:<>=!a-cux0-9é-]{0,24}", text in ".{0,12}") {
        let _ = matches(&pattern, &text);
    }
}

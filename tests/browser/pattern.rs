//! The pattern of a form's field matches what the browser's own regular expressions match.

use ask_user_widget::protocol::form::check;
use ask_user_widget::protocol::{Answer, Request, Value};
use js_sys::RegExp;
use wasm_bindgen_test::wasm_bindgen_test;

/// Expressions that are checked here.
const PATTERNS: [&str; 24] = [
    "^[a-z][a-z0-9-]{2,10}$",
    r"^\d{3}-\d{4}$",
    r"^(?:https?|ftp):\/\/\S+$",
    "^(red|green|)$",
    r"^[\w.+\-]+@[^@\s]+$",
    r"(?<year>\d{4})",
    "^.$",
    r"^[^\D5]+$",
    "[]|x",
    "^[^]$",
    r"^\u{1f600}$",
    r"^\uD83D\uDE00$",
    r"[\u0041-\u005A]",
    r"^[a\-z]$",
    r"[\]\\]",
    r"\bcat\b",
    r"\Bcat",
    r"^\s$",
    "^(a*)*$",
    "^(?:a|ab)(?:c|bcd)$",
    "^a+?b??$",
    "a$|^b",
    r"^\S\W\D$",
    "^(?:a{2,3}){2}$",
];

/// Texts that come close to them.
const TEXTS: [&str; 30] = [
    "a",
    "b",
    "x",
    "ab",
    "abc",
    "abcd",
    "ac",
    "aaa",
    "aaaa",
    "aaaaaaa",
    "site-1",
    "Site",
    "555-0100",
    "٥٥٥",
    "https://a.b/c",
    "red",
    "redgreen",
    "a.b+c@d",
    "2026",
    "😀",
    "\n",
    "\r",
    "\u{2028}",
    "\u{a0}",
    "\u{feff}",
    "-",
    "]",
    "\\",
    "a cat.",
    "concat",
];

#[wasm_bindgen_test]
fn a_pattern_matches_what_the_browser_matches() {
    for pattern in PATTERNS {
        let property = Value::map([("type", "string".into()), ("pattern", pattern.into())]);
        let schema = Value::map([("type", "object".into()), ("properties", Value::map([("a", property)]))]);
        let request = Value::map([("message", "M".into()), ("requestedSchema", schema)]);
        let (Request::Form(form), problems) = Request::read_elicitation(&request) else {
            panic!("{pattern} is a form")
        };
        assert_eq!(problems, [], "{pattern} is checked");
        for text in TEXTS {
            // A text of nothing but white space is none.
            if text.trim().is_empty() {
                continue;
            }
            let answer = Answer { text: Some(text.to_owned()), ..Answer::default() };
            let browser = RegExp::new(pattern, "u").test(text);
            assert_eq!(check(&form.fields[0], &answer).is_ok(), browser, "{pattern} {text:?}");
        }
    }
}

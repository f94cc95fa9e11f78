//! Text within a block, in both dialects.

use super::sketch::sketch;
use crate::text::markdown::{Piece, Tag, line, plain, preview};

fn check_line(text: &str, expected: &str) {
    assert_eq!(sketch(&line(text)), expected, "{text}");
}

fn check_block(text: &str, expected: &str) {
    assert_eq!(sketch(&preview(text)), format!("<p>{expected}</p>"), "{text}");
}

#[test]
fn code_emphasis_and_links() {
    check_line(
        "Use `a*b` or **both** *ways*, [docs](https://x.example/y)?",
        "Use <code>a*b</code> or <strong>both</strong> <em>ways</em>, <a https://x.example/y>docs</a>?",
    );
}

#[test]
fn what_only_looks_like_it_is_text_in_a_question() {
    for text in [
        "2 * 3 * 4",
        "2*3*4",
        "{{7*7}} ${7*7}",
        "a**b**",
        "__proto__",
        "snake_case_name",
        "_private_",
        "~~no~~",
        "C:\\*.txt",
        "https://a.example",
        "<https://a.example>",
        "a ` b",
        "**open",
        "* a",
        "[x]",
        "[x](",
        "[x](y",
        "``",
        "****",
        "[x](javascript:alert(1))",
        "[x](data:text/html,1)",
        "[x](//evil)",
        "[x](https://)",
        "[x](https://a b)",
        "<b>bold</b>",
        "mailto:",
        "[x](mailto:nobody)",
    ] {
        assert_eq!(line(text), [Piece::Text(text.to_owned())], "{text}");
    }
    assert_eq!(line(""), []);
}

#[test]
fn the_host_is_told_and_what_may_be_mistaken_is_marked() {
    let href = "https://good.example@evil.example/x";
    let link = Tag::Link {
        href: href.to_owned(),
        host: "evil.example".to_owned(),
        is_unusual: true,
        is_bare: false,
        names_host: true,
    };
    assert_eq!(line(&format!("[good.example]({href})"))[0], Piece::Open(link));
}

#[test]
fn marks_nest() {
    check_line("**a `b` *c* d**", "<strong>a <code>b</code> <em>c</em> d</strong>");
    check_line("***both***", "<em><strong>both</strong></em>");
    check_line("**a *b***", "<strong>a <em>b</em></strong>");
    check_line("*a **b***", "<em>a <strong>b</strong></em>");
    check_line("[**a** `b`](https://x.example)", "<a https://x.example><strong>a</strong> <code>b</code></a>");
    check_block("~~a _b_~~ **~~c~~**", "<del>a <em>b</em></del> <strong><del>c</del></strong>");
    check_block("**日本**語", "<strong>日本</strong>語");
}

#[test]
fn what_crosses_is_text() {
    check_line("*a **b* c**", "<em>a **b</em> c**");
    check_line("*a [b* c](https://x.example)", "<em>a [b</em> c](https://x.example)");
    check_line("[a *b](https://x.example) c*", "<a https://x.example>a *b</a> c*");
}

#[test]
fn names_are_no_emphasis_in_previews() {
    for text in ["__init__.py", "snake_case_name", "a_b_ c", "~5 minutes~", "5*6*7", "a ____", "a *"] {
        check_block(text, text);
    }
}

#[test]
fn links_within_links_are_none() {
    check_line(
        "[a [b](https://x.example) c](https://y.example)",
        "[a <a https://x.example>b</a> c](https://y.example)",
    );
    check_block("[https://good.example](https://evil.example)", "<a https://evil.example>https://good.example</a>");
}

#[test]
fn destinations() {
    let to = |destination: &str| format!("[t]({destination})");
    check_line(&to("https://x.example/a_(b)"), "<a https://x.example/a_(b)>t</a>");
    check_line(&to("<https://x.example>"), "<a https://x.example>t</a>");
    check_line(&to(r#"https://x.example "a title""#), "<a https://x.example>t</a>");
    check_line(&to("https://x.example 'it'"), "<a https://x.example>t</a>");
    for text in [to(r#"https://x.example "open"#), to("https://x.example\"y"), to("")] {
        check_line(&text, &text);
    }
}

#[test]
fn addresses_link_themselves_in_previews() {
    check_block("See https://x.example/a.", "See <a https://x.example/a>https://x.example/a</a>.");
    check_block("(http://x.example/a_(b))", "(<a http://x.example/a_(b)>http://x.example/a_(b)</a>)");
    check_block("<https://x.example/?a=b>", "<a https://x.example/?a=b>https://x.example/?a=b</a>");
    check_block("<mailto:a@x.example>", "<a mailto:a@x.example>mailto:a@x.example</a>");
    check_block("xhttps://x.example", "xhttps://x.example");
    check_block("http://127.0.0.1:8080/", "<a http://127.0.0.1:8080/ !>http://127.0.0.1:8080/</a>");
}

#[test]
fn images_are_words() {
    check_block("![A cat](https://x.example/c.png)", "<img https://x.example/c.png>A cat</img>");
    check_block(
        "[![build](https://x.example/b.svg)](https://y.example)",
        "<a https://y.example><img https://x.example/b.svg>build</img></a>",
    );
    check_block("![a](javascript:1)", "<img javascript:1>a</img>");
    check_line("![a **b**](x)", "<img x>a **b**</img>");
}

#[test]
fn escapes_and_breaks() {
    check_block(r"\*no\* \`c\` a\b \\", r"*no* `c` a\b \");
    check_block("a  \nb\\\nc\nd", "a\nb\nc\nd");
    check_block("a<br>b<br/>c<BR />d", "a\nb\nc\nd");
    check_block("<b>x</b> &amp; <!-- c -->", "<b>x</b> &amp; <!-- c -->");
}

#[test]
fn code_keeps_what_is_in_it() {
    check_block("``a ` b`` and `` ` ``", "<code>a ` b</code> and <code>`</code>");
    check_block("`[x](https://x.example)`", "<code>[x](https://x.example)</code>");
    check_block("``open `closed`", "``open <code>closed</code>");
}

#[test]
fn capitals_in_a_host_are_not_taken_for_other_letters() {
    for (text, is_named) in
        [("https://paypaI.com/x", true), ("https://paypal.com/x", false), ("[a](https://b.c)", true)]
    {
        let named = preview(text).into_iter().find_map(|piece| match piece {
            Piece::Open(Tag::Link { host, names_host, .. }) => Some((host, names_host)),
            _ => None,
        });
        let (host, names_host) = named.unwrap();
        assert_eq!((host.clone(), names_host), (host.to_lowercase(), is_named), "{text}");
    }
}

#[test]
fn the_words_of_a_text_are_there_without_their_marks() {
    assert_eq!(plain("Use `npm` or **pnpm**? [Docs](https://x.example/y)"), "Use npm or pnpm? Docs");
}

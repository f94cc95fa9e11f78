//! Inline markdown: code, emphasis and links, for questions and descriptions.
//!
//! Only `*` emphasises: `_` stands in too many names. Nothing nests, and what is not closed is text. One pass, linear
//! also for hostile input. Links lead to `http`, `https` and `mailto` only.

/// A piece of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Span {
    /// Text as it is.
    Plain(String),
    /// `` `code` ``
    Code(String),
    /// `*emphasis*`
    Emphasis(String),
    /// `**strong**`
    Strong(String),
    /// `[text](address)`
    Link {
        /// What it is called.
        text: String,
        /// Where it leads.
        href: String,
        /// The host, shown beside the text, because the text may lie.
        host: String,
    },
}

/// Reads `text`, which has been made safe to show.
pub fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    // A marker that was not closed once is not closed later either; looking again each time would be quadratic.
    let mut dead = [false; 3];
    while let Some(first) = rest.chars().next() {
        let found = match first {
            '`' => closed(rest, 0, "`", "`", &mut dead).map(|(inner, after)| (Span::Code(inner.to_owned()), after)),
            '*' if !is_word(plain.chars().next_back()) && rest.starts_with("**") => {
                closed(rest, 1, "**", "**", &mut dead)
                    .filter(|(inner, after)| is_tight(inner, after))
                    .map(|(inner, after)| (Span::Strong(inner.to_owned()), after))
            }
            '*' if !is_word(plain.chars().next_back()) => closed(rest, 2, "*", "*", &mut dead)
                .filter(|(inner, after)| is_tight(inner, after))
                .map(|(inner, after)| (Span::Emphasis(inner.to_owned()), after)),
            '[' => link(rest),
            _ => None,
        };
        match found {
            Some((span, after)) => {
                if !plain.is_empty() {
                    spans.push(Span::Plain(std::mem::take(&mut plain)));
                }
                spans.push(span);
                rest = after;
            }
            None => {
                // A run of the same marker is skipped as a whole, so that `**` unclosed is not read as `*` twice.
                let run = if first == '*' { rest.len() - rest.trim_start_matches('*').len() } else { first.len_utf8() };
                plain.push_str(&rest[..run]);
                rest = &rest[run..];
            }
        }
    }
    if !plain.is_empty() {
        spans.push(Span::Plain(plain));
    }
    spans
}

/// What stands between a marker at the start and the next closing one, and what follows.
fn closed<'a>(text: &'a str, kind: usize, open: &str, close: &str, dead: &mut [bool; 3]) -> Option<(&'a str, &'a str)> {
    if dead[kind] {
        return None;
    }
    let body = &text[open.len()..];
    match body.find(close) {
        Some(0) => None,
        Some(at) => Some((&body[..at], &body[at + close.len()..])),
        None => {
            dead[kind] = true;
            None
        }
    }
}

/// Emphasis hugs its text and stands between words: `2 * 3 * 4` and `2*3*4` are none.
fn is_tight(inner: &str, after: &str) -> bool {
    let is_hugged = !inner.starts_with(char::is_whitespace) && !inner.ends_with(char::is_whitespace);
    is_hugged && !is_word(after.chars().next())
}

fn is_word(character: Option<char>) -> bool {
    character.is_some_and(char::is_alphanumeric)
}

/// A longer label or address is none; without bounds, a row of brackets would be read again and again.
const LABEL_MOST: usize = 300;
const ADDRESS_MOST: usize = 2_000;

fn link(text: &str) -> Option<(Span, &str)> {
    let (label, after) = up_to(&text[1..], "](", LABEL_MOST)?;
    let (href, after) = up_to(after, ")", ADDRESS_MOST)?;
    if label.is_empty() || label.contains(['[', '\n']) {
        return None;
    }
    if href.contains(char::is_whitespace) || href.contains(['(', '<', '>', '"']) {
        return None;
    }
    let host = host(href)?.to_owned();
    Some((Span::Link { text: label.to_owned(), href: href.to_owned(), host }, after))
}

/// What stands before the next `end`, if that is near, and what follows it.
fn up_to<'a>(text: &'a str, end: &str, most: usize) -> Option<(&'a str, &'a str)> {
    let near = &text[..text.floor_char_boundary(most)];
    near.find(end).map(|at| (&text[..at], &text[at + end.len()..]))
}

/// The host of an address that may be followed: after any user name, before any path.
fn host(href: &str) -> Option<&str> {
    let has = |scheme: &str| href.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    if has("mailto:") {
        return href.rsplit_once('@').map(|(_, host)| host).filter(|host| !host.is_empty());
    }
    let rest = if has("https://") {
        &href[8..]
    } else if has("http://") {
        &href[7..]
    } else {
        return None;
    };
    let authority = rest.split(['/', '?', '#', '\\']).next()?;
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    Some(host).filter(|host| !host.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Span, spans};

    fn check(text: &str, expected: &[Span]) {
        assert_eq!(spans(text), expected, "{text}");
    }

    fn plain(text: &str) -> Span {
        Span::Plain(text.to_owned())
    }

    fn link(text: &str, href: &str, host: &str) -> Span {
        Span::Link { text: text.to_owned(), href: href.to_owned(), host: host.to_owned() }
    }

    #[test]
    fn code_emphasis_and_links() {
        check(
            "Use `a*b` or **both** *ways*, [docs](https://x.example/y)?",
            &[
                plain("Use "),
                Span::Code("a*b".into()),
                plain(" or "),
                Span::Strong("both".into()),
                plain(" "),
                Span::Emphasis("ways".into()),
                plain(", "),
                link("docs", "https://x.example/y", "x.example"),
                plain("?"),
            ],
        );
    }

    #[test]
    fn what_only_looks_like_it_is_text() {
        for text in [
            "2 * 3 * 4",
            "2*3*4",
            "{{7*7}} ${7*7}",
            "a**b**",
            "__proto__",
            "snake_case_name",
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
            check(text, &[plain(text)]);
        }
        check("", &[]);
    }

    #[test]
    fn the_host_is_where_the_link_really_leads() {
        for (href, host) in [
            ("https://good.example@evil.example/x", "evil.example"),
            ("HTTPS://EVIL.example\\@good.example", "EVIL.example"),
            ("http://a.example?b", "a.example"),
            ("mailto:me@a.example", "a.example"),
        ] {
            check(&format!("[t]({href})"), &[link("t", href, host)]);
        }
    }

    #[test]
    fn hostile_input_stays_linear() {
        for piece in ["*", "**a", "`", "[", "[a](", "[a](https://x", "*a ", "** ", "[[](", "[x](https://a(b)"] {
            let text = piece.repeat(20_000 / piece.len());
            let joined: usize = spans(&text).iter().map(|span| format!("{span:?}").len()).sum();
            assert!(joined > 0, "{piece}");
        }
    }
}

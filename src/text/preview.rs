//! What a preview is written in. The page decides; where it leaves that open, the first tag does.

/// What the page says about previews.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PreviewFormat {
    /// They are markdown, and HTML in them is text.
    #[default]
    Markdown,
    /// They are HTML, to be shown in a sandbox.
    Html,
    /// Those that begin with a tag of HTML are HTML.
    Auto,
}

impl PreviewFormat {
    /// The format by its word; any other word is markdown, which can do the least.
    pub fn parse(word: &str) -> PreviewFormat {
        match word.trim() {
            "html" => PreviewFormat::Html,
            "auto" => PreviewFormat::Auto,
            _ => PreviewFormat::Markdown,
        }
    }

    /// Whether this preview is HTML.
    pub fn is_html(self, preview: &str) -> bool {
        match self {
            PreviewFormat::Markdown => false,
            PreviewFormat::Html => true,
            PreviewFormat::Auto => begins_as_html(preview.trim_start()),
        }
    }
}

/// Tags with which a page or a part of one begins. `<https://…>` and `<your name>` are markdown.
const FIRST_TAGS: &str = "doctype html head body div p section article main header footer nav aside h1 h2 h3 h4 h5 h6 ul ol dl \
table form button style svg span meta title link img figure details fieldset label input a b strong em center script pre \
blockquote template iframe";

fn begins_as_html(text: &str) -> bool {
    let Some(tag) = text.strip_prefix('<').filter(|tag| tag.contains('>')) else { return false };
    let name = name(tag.strip_prefix('!').unwrap_or(tag));
    let is_ended = tag[name.len()..].starts_with(|next: char| next.is_ascii_whitespace() || next == '/' || next == '>');
    tag.starts_with("!--") || (is_ended || tag.starts_with('!')) && is_one_of(name, FIRST_TAGS)
}

/// Elements that fetch something. A policy stops what they would load, but some browsers have connected to its server by then.
const FETCHING_TAGS: &str = "link iframe frame frameset fencedframe portal object embed applet meta base script";

/// The HTML with every element that would fetch something renamed to one that means nothing to a browser.
pub fn neutralise_fetching_tags(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.bytes().position(|byte| byte == b'<') {
        let (before, tag) = rest.split_at(at + 1);
        out.push_str(before);
        if is_one_of(name(tag), FETCHING_TAGS) {
            out.push_str("no-");
        }
        rest = tag;
    }
    out + rest
}

/// The name with which a tag begins.
fn name(tag: &str) -> &str {
    let end = tag.bytes().position(|byte| !byte.is_ascii_alphanumeric());
    &tag[..end.unwrap_or(tag.len())]
}

fn is_one_of(name: &str, names: &str) -> bool {
    names.split(' ').any(|known| name.eq_ignore_ascii_case(known))
}

/// Where a page of HTML is shown nobody can measure it from outside: a guess at how many lines it takes, rather too many
/// than too few.
pub fn guess_lines(html: &str) -> usize {
    html.matches("</").count() + html.matches("<br").count() + html.len() / 60
}

#[cfg(test)]
mod tests {
    use super::{PreviewFormat, guess_lines, neutralise_fetching_tags};

    #[test]
    fn the_page_decides_the_format() {
        let html = "<p>Hi</p>";
        assert!(!PreviewFormat::default().is_html(html));
        assert!(!PreviewFormat::parse("markdown").is_html(html));
        assert!(!PreviewFormat::parse("").is_html(html));
        assert!(!PreviewFormat::parse("HTML5?").is_html(html));
        assert!(PreviewFormat::parse("html").is_html("plain"));
        assert!(PreviewFormat::parse(" auto ").is_html(html));
    }

    #[test]
    fn a_tag_in_front_makes_it_html() {
        for html in [
            "<!DOCTYPE html><p>x",
            "\n  <div class=\"a\">x</div>",
            "<H1>Title</H1>",
            "<!-- card --><b>x</b>",
            "<style>p{}</style>",
            "<svg\nviewBox='0 0 1 1'></svg>",
        ] {
            assert!(PreviewFormat::Auto.is_html(html), "{html}");
        }
        for markdown in [
            "",
            "<",
            "<p",
            "# Title\n<p>",
            "<https://a.example>",
            "<your name> here",
            "<T> is a type",
            "text <b>bold</b>",
            "< div >",
            "<p:x>",
        ] {
            assert!(!PreviewFormat::Auto.is_html(markdown), "{markdown}");
        }
    }

    #[test]
    fn elements_that_fetch_mean_nothing() {
        assert_eq!(neutralise_fetching_tags("<p>é</p><LiNk rel=x><link"), "<p>é</p><no-LiNk rel=x><no-link");
        assert_eq!(neutralise_fetching_tags("<<iframe/src=x></iframe>é<"), "<<no-iframe/src=x></iframe>é<");
        assert_eq!(neutralise_fetching_tags("<iframe\n src><OBJECT><frame>"), "<no-iframe\n src><no-OBJECT><no-frame>");
        for harmless in ["a < b &lt;link> link", "<links>", "<b>x</b><style>a{}</style>", ""] {
            assert_eq!(neutralise_fetching_tags(harmless), harmless);
        }
    }

    #[test]
    fn more_text_and_more_elements_take_more_room() {
        assert_eq!(guess_lines("<p>short</p>"), 1);
        assert_eq!(guess_lines(&"<li>x</li>".repeat(30)), 35);
        assert!(guess_lines(&"word ".repeat(600)) >= 50);
    }
}

//! Elements for pieces of markdown.

use super::button::button;
use super::code::code_box;
use super::dom::{El, el};
use super::words;
use crate::keymap::Place;
use crate::text::markdown::{self, Align, Piece, Tag, Task};

/// Adds a text with inline markdown to `place`.
pub(super) fn render_line(place: &El, text: &str) {
    render(place, markdown::line(text), None);
}

/// Puts the pieces into `place`. Where a person may have images loaded, `pane` has the focus afterwards.
pub(super) fn render(place: &El, pieces: Vec<Piece>, pane: Option<&El>) {
    let mut open = vec![(place.clone(), None)];
    for piece in pieces {
        let inner = match piece {
            Piece::Open(tag) => {
                open.push(element(tag));
                continue;
            }
            Piece::Close => {
                let Some((done, host)) = open.pop() else { return };
                match host {
                    Some(host) => done.child(host),
                    None => done,
                }
            }
            Piece::Text(text) => {
                if let Some((place, _)) = open.last() {
                    place.append_text(&text);
                }
                continue;
            }
            Piece::Code(code) => el("code", "code").text(&code),
            Piece::CodeBlock { language, code } => code_box(&language, &code),
            Piece::Rule => el("hr", "rule"),
            Piece::Image { alt, address } => image(alt, address, pane),
        };
        if let Some((place, _)) = open.last() {
            inner.append_to(place.node());
        }
    }
}

/// The words and the address of an image. It is not loaded before the person wants it, because that would tell the other
/// side that somebody looks at it.
fn image(alt: String, address: String, pane: Option<&El>) -> El {
    let named = el("span", "image").text(&words::image(&alt)).child(host(&address, false));
    let is_web_address = address.starts_with("https://") || address.starts_with("http://");
    let Some(pane) = pane.filter(|_| is_web_address) else { return named };
    let (place, pane) = (named.node().clone(), pane.node().clone());
    named.child(
        button("load-image", move || {
            // The button is removed, and the focus must not be lost with it.
            let _ = pane.focus();
            place.set_text_content(None);
            let image =
                el("img", "picture").attr("alt", &alt).attr("referrerpolicy", "no-referrer").attr("src", &address);
            image.append_to(&place);
        })
        .text(&words::say(words::LOAD_IMAGE)),
    )
}

/// The element that a tag opens, and what is added at its end.
fn element(tag: Tag) -> (El, Option<El>) {
    let (name, class) = match &tag {
        Tag::Paragraph => ("p", "paragraph"),
        // The question is the heading above all of them.
        Tag::Heading(1) => ("h3", "heading"),
        Tag::Heading(2) => ("h4", "heading"),
        Tag::Heading(3) => ("h5", "heading"),
        Tag::Heading(_) => ("h6", "heading"),
        Tag::Quote => ("blockquote", "quote"),
        Tag::Bullets => ("ul", "list"),
        Tag::Numbers(_) => ("ol", "list"),
        Tag::Item(Task::None) => ("li", ""),
        Tag::Item(_) => ("li", "task"),
        Tag::Table => ("table", "table"),
        Tag::Row => ("tr", ""),
        Tag::HeadCell(align) => ("th", class(*align)),
        Tag::Cell(align) => ("td", class(*align)),
        Tag::Emphasis => ("em", ""),
        Tag::Strong => ("strong", ""),
        Tag::Struck => ("del", ""),
        Tag::Link { .. } => ("a", "link"),
    };
    let element = el(name, class);
    match tag {
        Tag::Numbers(first) => (element.attr("start", &first.to_string()), None),
        Tag::Item(Task::Open) => (element.child(task_mark("☐", &words::say(words::TO_DO))), None),
        Tag::Item(Task::Done) => (element.child(task_mark("☑", &words::say(words::DONE))), None),
        Tag::Link { href, host: leads_to, is_unusual, is_bare, names_host } => {
            let link = element
                .place(Place::Button)
                .attr("href", &href)
                .attr("target", "_blank")
                .attr("rel", "noopener noreferrer");
            // An address that is its own text runs as addresses do, whatever letters stand around it.
            let link = if is_bare { link.attr("dir", "ltr") } else { link };
            (link, names_host.then(|| host(&leads_to, is_unusual)))
        }
        Tag::Paragraph
        | Tag::Heading(_)
        | Tag::Quote
        | Tag::Bullets
        | Tag::Item(Task::None)
        | Tag::Table
        | Tag::Row
        | Tag::HeadCell(_)
        | Tag::Cell(_)
        | Tag::Emphasis
        | Tag::Strong
        | Tag::Struck => (element, None),
    }
}

fn task_mark(mark: &str, word: &str) -> El {
    el("span", "task-mark").attr("role", "img").attr("aria-label", word).text(mark)
}

/// The host to which something really leads.
fn host(host: &str, is_unusual: bool) -> El {
    el("span", if is_unusual { "host unusual" } else { "host" }).text(&words::host(host, is_unusual))
}

fn class(align: Align) -> &'static str {
    match align {
        Align::Start => "",
        Align::Centre => "centre",
        Align::End => "end",
    }
}

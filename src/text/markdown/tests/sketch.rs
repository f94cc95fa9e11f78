//! Pieces as a short text, close to HTML, for people to compare.

use crate::text::markdown::{Align, Piece, Tag, Task};

pub(super) fn sketch(pieces: &[Piece]) -> String {
    let mut out = String::new();
    let mut open = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Open(tag) => {
                let name = name(tag);
                out += &format!("<{name}>");
                open.push(name.split(' ').next().unwrap().to_owned());
            }
            Piece::Close => out += &format!("</{}>", open.pop().expect("something is open")),
            Piece::Text(text) => out += text,
            Piece::Code(code) => out += &format!("<code>{code}</code>"),
            Piece::CodeBlock { language, code } if language.is_empty() => out += &format!("<pre>{code}</pre>"),
            Piece::CodeBlock { language, code } => out += &format!("<pre {language}>{code}</pre>"),
            Piece::Rule => out += "<hr>",
            Piece::Image { alt, address } => out += &format!("<img {address}>{alt}</img>"),
        }
    }
    assert!(open.is_empty(), "{open:?} is left open in {out}");
    out
}

fn name(tag: &Tag) -> String {
    let aligned = |name: &str, align: &Align| match align {
        Align::Start => name.to_owned(),
        Align::Centre => format!("{name} centre"),
        Align::End => format!("{name} end"),
    };
    match tag {
        Tag::Paragraph => "p".to_owned(),
        Tag::Heading(level) => format!("h{level}"),
        Tag::Quote => "quote".to_owned(),
        Tag::Bullets => "ul".to_owned(),
        Tag::Numbers(1) => "ol".to_owned(),
        Tag::Numbers(first) => format!("ol {first}"),
        Tag::Item(Task::None) => "li".to_owned(),
        Tag::Item(Task::Open) => "li todo".to_owned(),
        Tag::Item(Task::Done) => "li done".to_owned(),
        Tag::Table => "table".to_owned(),
        Tag::Row => "tr".to_owned(),
        Tag::HeadCell(align) => aligned("th", align),
        Tag::Cell(align) => aligned("td", align),
        Tag::Emphasis => "em".to_owned(),
        Tag::Strong => "strong".to_owned(),
        Tag::Struck => "del".to_owned(),
        Tag::Link { href, is_unusual: false, .. } => format!("a {href}"),
        Tag::Link { href, is_unusual: true, .. } => format!("a {href} !"),
    }
}

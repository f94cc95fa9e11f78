//! Text with inline markdown, as elements.

use super::dom::{El, el};
use crate::protocol::inline::{Span, spans};

/// Puts `text` into `place`. A link shows its host, because its words may lie.
pub(super) fn rich(place: El, text: &str) -> El {
    spans(text).into_iter().fold(place, |place, span| match span {
        Span::Plain(text) => place.with(el("span", "").say(&text)),
        Span::Code(text) => place.with(el("code", "code").say(&text)),
        Span::Emphasis(text) => place.with(el("em", "").say(&text)),
        Span::Strong(text) => place.with(el("strong", "").say(&text)),
        Span::Link { text, href, host } => place.with(
            el("a", "link")
                .set("href", &href)
                .set("target", "_blank")
                .set("rel", "noopener noreferrer")
                .with(el("span", "").say(&text))
                .with(el("span", "host").say(&format!(" ({host})"))),
        ),
    })
}

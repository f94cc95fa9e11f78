//! Elements for text with inline markdown.

use super::dom::El;
use super::markdown::render;
use crate::text::markdown;

/// Adds `text` to `place`.
pub(super) fn rich(place: El, text: &str) -> El {
    render(&place, markdown::line(text), None);
    place
}

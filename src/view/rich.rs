//! Text with inline markdown, as elements.

use super::dom::El;
use super::markdown::render;
use crate::protocol::markdown;

/// Puts `text` into `place`.
pub(super) fn rich(place: El, text: &str) -> El {
    render(&place, markdown::line(text), None);
    place
}

//! Text with inline markdown.
//!
//! What reads markdown is in a chunk, because most questions have none. The runtime waits for the chunk before it takes an ask
//! that has some ([`load_markdown`]). Where the chunk did not come, a text is shown as it was written.

use super::dom::El;
use super::markdown::render_line;
use super::requests;
use crate::chunk::{self, chunk};
use crate::text::markdown;

/// The functions of the chunk.
#[derive(Clone, Copy)]
pub(super) struct InlineMarkdown {
    /// Adds a text to an element.
    render: fn(&El, &str),
    /// The words of a text, without what marks them.
    plain: fn(&str) -> String,
}

chunk! {
    /// Inline markdown.
    static INLINE_MARKDOWN: InlineMarkdown = previews(inline_markdown())
}

/// The functions themselves. Whoever calls this has them in its own chunk.
pub(super) fn inline_markdown() -> InlineMarkdown {
    InlineMarkdown { render: render_line, plain: markdown::plain }
}

/// Loads what shows markdown. Returns whether it has to be waited for; then `then` is called once it has come, or cannot.
pub fn load_markdown(then: Box<dyn FnOnce()>) -> bool {
    let is_missing = ready().is_none();
    if is_missing {
        chunk::load(&INLINE_MARKDOWN, |_| then());
    }
    is_missing
}

/// Adds `text` to `place`.
pub(super) fn rich(place: El, text: &str) -> El {
    match for_text(text) {
        Some(inline) => (inline.render)(&place, text),
        None => place.append_text(text),
    }
    place
}

/// The words of `text`, without what marks them.
pub(super) fn plain(text: &str) -> String {
    match for_text(text) {
        Some(inline) => (inline.plain)(text),
        None => text.to_owned(),
    }
}

/// What reads `text`, if it may have markup and the chunk is there.
fn for_text(text: &str) -> Option<InlineMarkdown> {
    markdown::has_marks(text).then(ready).flatten()
}

/// The functions, if a chunk has come that has them.
fn ready() -> Option<InlineMarkdown> {
    chunk::ready(&INLINE_MARKDOWN).or_else(requests::inline_markdown)
}

//! Everything that a page can choose about one widget: read once, from the element's attributes or from the component's props,
//! so that both can do the same.

use web_sys::HtmlElement;

use crate::text::preview::PreviewFormat;
use crate::view::{Presentation, ViewOptions};

/// What the page has chosen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Options {
    /// Address of the bridge's WebSocket.
    pub(crate) url: Option<String>,
    /// Name of the session, added to the address.
    pub(crate) session: Option<String>,
    /// Token for a bridge that wants one. No attribute has it, so that it never stands in the document.
    pub(crate) token: Option<String>,
    /// Whether what the person does is stored for a reload.
    pub(crate) drafts: bool,
    /// What the views read.
    pub(crate) view: ViewOptions,
}

/// The attributes that choose among words, and their words. The first word of each is what counts without the attribute.
const CHOICES: [(&str, &[&str]); 9] = [
    ("presentation", &["modal", "inline", "dock"]),
    ("preview-format", &["markdown", "html", "auto"]),
    ("receipts", &ON),
    ("drafts", &ON),
    ("shortcuts", &ON),
    ("images", &OFF),
    // What these three mean is up to the style sheet and the element's class.
    ("notify", &OFF),
    ("sound", &OFF),
    ("theme", &["page", "light", "dark", "system"]),
];

/// The words of what is on without its attribute.
const ON: [&str; 2] = ["on", "off"];

/// The words of what is off without its attribute.
const OFF: [&str; 2] = ["off", "on"];

impl Options {
    /// Reads the attributes of an element.
    pub(super) fn of(host: &HtmlElement, token: Option<String>) -> Options {
        let chosen = |name: &str| choice(name, host).unwrap_or(0);
        Options {
            url: host.get_attribute("url"),
            session: host.get_attribute("session"),
            token,
            drafts: chosen("drafts") == 0,
            view: ViewOptions {
                presentation: [Presentation::Modal, Presentation::Inline, Presentation::Dock][chosen("presentation")],
                preview_format: [PreviewFormat::Markdown, PreviewFormat::Html, PreviewFormat::Auto]
                    [chosen("preview-format")],
                shortcuts: chosen("shortcuts") == 0,
                receipts: chosen("receipts") == 0,
                images: chosen("images") == 1,
            },
        }
    }
}

/// A sentence for each attribute of an element whose value is not known.
pub(super) fn unknown_values(host: &HtmlElement) -> Vec<String> {
    let unknown = CHOICES.iter().filter(|(name, _)| choice(name, host).is_none());
    unknown
        .map(|(name, words)| {
            let value = host.get_attribute(name).unwrap_or_default();
            let words = words.join(", ");
            format!("{name}=\"{value}\" is not known, and means nothing; known: {words}")
        })
        .collect()
}

/// Which of its words an attribute says; `None` if it is none of them. A missing attribute says the first, and an empty one,
/// as in `<ask-user notify>`, says `on` where there is such a word.
fn choice(name: &str, host: &HtmlElement) -> Option<usize> {
    let (_, words) = CHOICES.iter().find(|(known, _)| *known == name)?;
    let Some(value) = host.get_attribute(name) else { return Some(0) };
    let position = |wanted: &str| words.iter().position(|word| *word == wanted);
    if value.is_empty() { position("on").or(Some(0)) } else { position(&value) }
}

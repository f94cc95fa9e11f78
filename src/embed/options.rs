//! Everything that a page can choose about one widget, but for what the JavaScript beside this file does alone (`composer`,
//! `notify`, `sound`, `theme`, `verbose`): read once, from the element's attributes or from the component's props,
//! so that both can do the same.

use js_sys::Function;
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
    /// Asks the page for the token, for a bridge that wants one. No attribute has it, so that it never stands in the document.
    pub(crate) ask_token: Option<Function>,
    /// Whether what the person does is stored for a reload.
    pub(crate) drafts: bool,
    /// The function that shows frames to a developer, if they are to be shown.
    pub(crate) frame_log: Option<Function>,
    /// What the views read.
    pub(crate) view: ViewOptions,
}

impl Options {
    /// Reads the attributes of an element. A value that is not known means nothing; `attributes.js` reports it.
    pub(super) fn of(host: &HtmlElement, ask_token: Option<Function>, frame_log: Option<Function>) -> Options {
        let attribute = |name: &str| host.get_attribute(name);
        // The attribute alone, as in `<ask-user images>`, switches on.
        let is_on = |name: &str| attribute(name).is_some_and(|value| value.is_empty() || value == "on");
        let is_off = |name: &str| attribute(name).is_some_and(|value| value == "off");
        Options {
            url: attribute("url"),
            session: attribute("session"),
            ask_token,
            drafts: !is_off("drafts"),
            frame_log,
            view: ViewOptions {
                presentation: match attribute("presentation").as_deref() {
                    Some("inline") => Presentation::Inline,
                    Some("dock") => Presentation::Dock,
                    _ => Presentation::Modal,
                },
                preview_format: PreviewFormat::parse(&attribute("preview-format").unwrap_or_default()),
                shortcuts: !is_off("shortcuts"),
                receipts: !is_off("receipts"),
                images: is_on("images"),
            },
        }
    }
}

//! What is shown of requests that are no questions. This is in a chunk, with the session's rules for them.

use super::dom::{El, el};
use super::rich::{self, InlineMarkdown};
use super::sheet::{self, Addition};
use super::{AskContext, approval, form};
use crate::chunk::{self, chunk};
use crate::protocol::RequestKind;
use crate::session::{Receipt, RequestRules, request_rules};

/// The functions of the chunk.
#[derive(Clone, Copy)]
struct RequestCode {
    /// The session's rules; adds what the style sheet needs.
    rules: fn() -> RequestRules,
    /// The content of the dialog, as far as it scrolls.
    content: fn(AskContext) -> Vec<El>,
    /// The buttons of the dialog.
    buttons: fn(AskContext) -> Vec<El>,
    /// The button that says which of several approvals this is.
    queue_button: fn(AskContext) -> El,
    /// All that a receipt of an approval says.
    receipt: fn(&Receipt) -> Vec<El>,
    /// What reads markdown, for texts of forms.
    inline_markdown: fn() -> InlineMarkdown,
}

chunk! {
    /// Approvals and forms.
    static REQUESTS: RequestCode = requests(RequestCode {
        rules,
        content: content_of,
        buttons: buttons_of,
        queue_button: approval::queue_button,
        receipt: approval::receipt,
        inline_markdown: rich::inline_markdown,
    })
}

/// Gives the session's rules for requests that are no questions to `then` once they have come, or `None` if they do not.
pub fn load_request_rules(then: Box<dyn FnOnce(Option<RequestRules>)>) {
    chunk::load(&REQUESTS, |code| then(code.map(|code| (code.rules)())));
}

/// What reads markdown, if it has come with the rest.
pub(super) fn inline_markdown() -> Option<InlineMarkdown> {
    chunk::ready(&REQUESTS).map(|code| (code.inline_markdown)())
}

/// The content of the dialog for a request that was read.
pub(super) fn content(ask: AskContext) -> Vec<El> {
    chunk::loaded(&REQUESTS).map(|code| (code.content)(ask)).unwrap_or_default()
}

/// The buttons of the dialog for a request that was read.
pub(super) fn buttons(ask: AskContext) -> Vec<El> {
    chunk::loaded(&REQUESTS).map(|code| (code.buttons)(ask)).unwrap_or_default()
}

/// The button that says which of several approvals this is.
pub(super) fn queue_button(ask: AskContext) -> El {
    chunk::loaded(&REQUESTS).map_or_else(|| el("span", "queued"), |code| (code.queue_button)(ask))
}

/// All that a receipt of an approval says. Whoever decided about one has the chunk.
pub(super) fn receipt(receipt: &Receipt) -> Vec<El> {
    chunk::loaded(&REQUESTS).map(|code| (code.receipt)(receipt)).unwrap_or_default()
}

fn content_of(ask: AskContext) -> Vec<El> {
    if is_elicitation(ask) { form::content(ask) } else { approval::card(ask) }
}

fn buttons_of(ask: AskContext) -> Vec<El> {
    if is_elicitation(ask) { form::buttons(ask) } else { approval::deciding(ask) }
}

fn is_elicitation(ask: AskContext) -> bool {
    ask.peek(|dialog| dialog.ask.request.kind() == RequestKind::Elicitation).unwrap_or_default()
}

fn rules() -> RequestRules {
    sheet::add(Addition::Requests, include_str!(concat!(env!("OUT_DIR"), "/requests.css")));
    request_rules()
}

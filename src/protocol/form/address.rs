//! An address to be opened: `elicitation/create` of MCP and ACP in URL mode.

use super::read::{Head, Report};
use crate::protocol::problem::{Problem, ProblemKind};
use crate::protocol::question::AgentText;
use crate::protocol::value::Value;
use crate::text;
use crate::text::markdown::{self, Host};

/// An address that the person is asked to open. It is never fetched, and opened by a click only.
#[derive(Clone, Debug, PartialEq)]
pub struct Address {
    /// What it is about.
    pub message: AgentText,
    /// Who asks, if the request says so: the MCP server's name. It is the server's own word.
    pub asker: Option<AgentText>,
    /// What the request is called.
    pub title: Option<AgentText>,
    /// What the request says about itself beside the message.
    pub description: Option<AgentText>,
    /// The address, character by character: the number of a character stands where it would not be seen.
    pub url: AgentText,
    /// Whom it leads to; `None` if it may not be opened.
    pub host: Option<Host>,
    /// The name under which the server may say later that it is done.
    pub elicitation_id: Option<String>,
}

impl Address {
    /// Reads the parameters of `elicitation/create` in URL mode, or a frame `elicitation_request`. Also what was wrong with it.
    pub fn read(request: &Value) -> (Address, Vec<Problem>) {
        let mut report = Report::default();
        let head = Head::read(request, &mut report);
        let url = request.get("url").and_then(Value::as_str).unwrap_or_default().to_owned();
        let host = web_host(&url);
        match request.get("url") {
            Some(Value::Text(_)) if host.is_some() => {}
            Some(Value::Text(_)) => report.problem("url", ProblemKind::Unsupported),
            Some(_) => report.problem("url", ProblemKind::WrongType),
            None => report.problem("url", ProblemKind::Missing),
        }
        let address = Address {
            message: head.message,
            asker: head.asker,
            title: head.title,
            description: head.description,
            url: AgentText { shown: text::exact::plain(&url), wire: url },
            host,
            elicitation_id: request.get("elicitationId").and_then(Value::as_str).map(str::to_owned),
        };
        (address, report.problems)
    }

    /// Whether it may be opened, and so whether the person can say that it is done. Decline and cancel are always possible.
    pub fn is_acceptable(&self) -> bool {
        self.host.is_some()
    }

    /// Whether the address has characters that nobody would see: a reason to warn.
    pub fn has_hidden(&self) -> bool {
        text::exact::has_hidden(&self.url.wire)
    }
}

/// The host of a page of the web. Browsers drop tabs and line ends from an address, and people do not see them.
fn web_host(url: &str) -> Option<Host> {
    let is_clean = !url.contains(|sign: char| sign.is_whitespace() || sign.is_control());
    let is_web = ["http://", "https://"]
        .iter()
        .any(|scheme| url.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)));
    markdown::host(url).filter(|_| is_clean && is_web)
}

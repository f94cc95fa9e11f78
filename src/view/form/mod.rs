//! A form: all its fields on one page, and the buttons that accept, decline and cancel it; or an address to be opened.
//!
//! | file | what it shows |
//! | --- | --- |
//! | `field.rs` | one field: its label, what it says about itself, its control, and what is wrong with it |
//! | `input.rs`, `moment.rs` | a control for one line of text, and for a moment |
//! | `errors.rs` | what is wrong, as far as it is shown |
//! | `address.rs` | an address to be opened |
//! | `buttons.rs` | what can be decided |

mod address;
mod buttons;
mod errors;
mod field;
mod input;
mod moment;
mod words;

pub(super) use buttons::buttons;

use super::AskContext;
use super::approval::raw;
use super::dom::{El, el};
use super::rich::rich;
use crate::keymap::Place;
use crate::protocol::form::{Form, may_be_cut};
use crate::protocol::{AgentText, Request};
use crate::text::Direction;

/// The content of the page, as far as it scrolls.
pub(super) fn content(ask: AskContext) -> Vec<El> {
    let Some(shared) = ask.peek(|dialog| dialog.ask.clone()) else { return Vec::new() };
    let content = match &shared.request {
        Request::Form(form) => form_page(ask, form),
        Request::Address(address) => address::page(ask, address),
        Request::Questions(_) | Request::Approval(_) | Request::Unread(_) => Vec::new(),
    };
    // Of a very long text only the beginning stands in its place.
    let raw = may_be_cut(&shared.source).then(|| raw(&shared.source));
    vec![
        el("div", "card form")
            .attr("dir", direction(&shared.request))
            .children(content)
            .children(raw.into_iter().collect()),
    ]
}

/// In which direction the request is read as a whole: fields that begin at different sides are hard to read.
fn direction(request: &Request) -> &'static str {
    let (title, message) = match request {
        Request::Form(form) => (&form.title, &form.message),
        Request::Address(address) => (&address.title, &address.message),
        Request::Questions(_) | Request::Approval(_) | Request::Unread(_) => return "",
    };
    let mut texts = vec![message.shown.as_str()];
    texts.extend(title.as_ref().map(|title| title.shown.as_str()));
    texts.extend(request.questions().iter().map(|field| field.text.shown.as_str()));
    Direction::of(&texts).map(Direction::word).unwrap_or_default()
}

fn form_page(ask: AskContext, form: &Form) -> Vec<El> {
    let head = Head {
        title: form.title.as_ref(),
        message: &form.message,
        asker: form.asker.as_ref(),
        description: form.description.as_ref(),
        instead: words::FORM,
    };
    let mut page = head.show(ask);
    page.extend(obstacles(form));
    let fields = form.fields.iter().enumerate().map(|(index, question)| field::field(ask, index, question));
    page.push(el("div", "fields").children(fields.collect()));
    errors::lead_to_first(ask);
    page
}

/// Why the form cannot be accepted.
fn obstacles(form: &Form) -> Option<El> {
    if form.is_acceptable() {
        return None;
    }
    let reasons = form.obstacles.iter().map(|obstacle| el("li", "").text(&obstacle.to_string()));
    let list = el("ul", "obstacles").attr("dir", "ltr").attr("lang", "en").children(reasons.collect());
    let warning = el("p", "warning").part("warning").text(&words::say(words::NOT_ACCEPTABLE));
    Some(el("div", "unacceptable").child(warning).child(list))
}

/// What stands above a form and above an address.
struct Head<'a> {
    title: Option<&'a AgentText>,
    message: &'a AgentText,
    asker: Option<&'a AgentText>,
    description: Option<&'a AgentText>,
    /// The heading of a request that says nothing.
    instead: words::Word,
}

impl Head<'_> {
    fn show(&self, ask: AskContext) -> Vec<El> {
        let heading = el("h2", "title")
            .part("title")
            .attr("id", "title")
            .attr("tabindex", "-1")
            .attr("dir", "auto")
            .register(ask.parts, Place::Title);
        let (heading, message) = match (self.title, self.message.shown.as_str()) {
            (Some(title), message) => (rich(heading, &title.shown), Some(message)),
            (None, "") => (heading.text(&words::say(self.instead)), None),
            (None, message) => (rich(heading, message), None),
        };
        let asker = self.asker.map(|asker| words::asked_by(&asker.shown));
        let texts = [message, self.description.map(|text| text.shown.as_str())].into_iter().flatten();
        let mut head = vec![heading];
        head.extend(asker.map(|line| el("p", "asker").part("asker").attr("dir", "auto").text(&line)));
        head.extend(
            texts.filter(|text| !text.is_empty()).map(|text| rich(el("p", "description").attr("dir", "auto"), text)),
        );
        head
    }
}

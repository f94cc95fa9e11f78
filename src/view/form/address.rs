//! An address to be opened: all of it, whom it leads to, and a link that nothing but a click opens.

use super::{Head, words};
use crate::keymap::Place;
use crate::protocol::form::Address;
use crate::text;
use crate::view::AskContext;
use crate::view::approval::exact;
use crate::view::dom::{El, el};

pub(super) fn page(ask: AskContext, address: &Address) -> Vec<El> {
    let head = Head {
        title: address.title.as_ref(),
        message: &address.message,
        asker: address.asker.as_ref(),
        description: address.description.as_ref(),
        instead: words::OPEN_ADDRESS,
    };
    let mut page = head.show(ask);
    let pieces = text::exact::pieces(&address.url.wire);
    match &address.host {
        Some(host) => {
            if address.has_hidden() {
                page.push(el("p", "approval-warning").part("warning").text(&words::say(words::HAS_HIDDEN)));
            }
            let link = el("a", "link address")
                .part("address")
                .place(Place::Button)
                .attr("href", &address.url.wire)
                .attr("target", "_blank")
                .attr("rel", "noopener noreferrer")
                .attr("referrerpolicy", "no-referrer")
                .attr("aria-describedby", "host")
                .attr("dir", "ltr");
            let link = exact::pieces(link, &pieces);
            let class = if host.is_unusual { "host unusual" } else { "host" };
            let leads_to = el("p", class)
                .attr("id", "host")
                .text(&words::leads_to(&text::exact::plain(&host.name), host.is_unusual));
            page.push(el("p", "address-line").child(link));
            page.push(leads_to);
        }
        // What may not be opened is no link.
        None => {
            page.push(el("p", "warning").part("warning").text(&words::say(words::ADDRESS_REFUSED)));
            page.push(exact::pieces(el("p", "address-line").attr("dir", "ltr"), &pieces));
        }
    }
    page
}

//! The card of an approval: what a tool would do, and the buttons that decide about it.
//!
//! | file | what it shows |
//! | --- | --- |
//! | `sections.rs`, `exact.rs`, `change.rs` | the request, without anything left out |
//! | `queue.rs` | the asks that wait, and "deny all" |
//! | `always.rs` | what "allow always" would keep |
//! | `editor.rs`, `message.rs` | what the person changes, and what they say |
//! | `buttons.rs` | what can be decided |
//! | `reading.rs` | what was in view: nothing else can be allowed |
//! | `receipt.rs` | what stays of it |

mod always;
mod buttons;
mod change;
mod editor;
pub(in crate::view) mod exact;
mod message;
mod queue;
mod reading;
mod receipt;
mod sections;
mod words;

pub(super) use buttons::deciding;
pub(super) use queue::queue_button;
pub(super) use receipt::receipt;
pub(super) use sections::raw;

use super::AskContext;
use super::dom::{El, el};
use crate::approval;
use crate::keymap::Place;
use crate::protocol::Request;
use crate::protocol::approval::Approval;
use crate::session::{ApprovalAction, ApprovalPage, SharedAsk};
use crate::text::exact::Line;

/// The content of the card, as far as it scrolls.
pub(super) fn card(ask: AskContext) -> Vec<El> {
    let Some((shared, page)) = ask.peek(|dialog| (dialog.ask.clone(), dialog.approval.page)) else { return Vec::new() };
    let Request::Approval(approval) = &shared.request else { return Vec::new() };
    let card = match page {
        ApprovalPage::Request => request(ask, &shared, approval),
        ApprovalPage::Always => always::page(ask, &shared, approval),
        ApprovalPage::Queue => queue::page(ask),
        ApprovalPage::DenyAll => queue::deny_all_page(ask),
    };
    vec![el("div", "approval").part("approval").children(card)]
}

fn request(ask: AskContext, shared: &SharedAsk, approval: &Approval) -> Vec<El> {
    let mut reading = reading::Reading::default();
    let mut card = vec![title(ask, approval, &mut reading)];
    card.extend(warning(shared, approval));
    card.extend(sections::sections(approval, &mut reading));
    let (edit, editor) = editor::editor(ask, approval, &mut reading);
    card.extend(editor);
    card.push(el("div", "approval-more").child(edit).child(always::opener(ask, approval)));
    card.push(message::message(ask, approval));
    card.push(sections::raw(&shared.source));
    reading.observe(ask, ApprovalAction::ReadToEnd);
    card
}

/// The warning that there is something that nobody would see.
fn warning(shared: &SharedAsk, approval: &Approval) -> Option<El> {
    let warning = || el("p", "approval-warning").part("warning").text(&words::say(words::HAS_HIDDEN));
    approval::has_hidden(approval, &shared.source).then(warning)
}

/// The title of a request, character by character: it is part of what is decided about, and has to be in view.
fn title(ask: AskContext, approval: &Approval, reading: &mut reading::Reading) -> El {
    let heading = heading(ask, "");
    match approval::title(approval).as_deref() {
        Some([Line::Text(only)]) => reading.watch(exact::pieces(heading, only)),
        Some(lines) => reading.watch_lines(heading.children(lines.iter().map(exact::line).collect()), lines.len()),
        None => {
            let words = words::say(words::ALLOW_NAMED);
            let (before, after) = words.split_once("{name}").unwrap_or((&words, ""));
            let heading = exact::pieces(heading.text(before), &approval::name(approval));
            heading.append_text(after);
            reading.watch(heading)
        }
    }
}

/// The heading of a page of the card.
fn heading(ask: AskContext, text: &str) -> El {
    el("h2", "title")
        .part("title")
        .attr("id", "title")
        .attr("tabindex", "-1")
        .attr("dir", "auto")
        .register(ask.parts, Place::Title)
        .text(text)
}

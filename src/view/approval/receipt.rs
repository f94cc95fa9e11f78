//! What stays of an approval: what was asked, what was allowed in its place, what is saved with its effect and its place, and the
//! message.

use super::always::{destination, lines};
use super::{exact, words};
use crate::protocol::Value;
use crate::protocol::approval::PermissionUpdate;
use crate::session::{Receipt, ReceiptLine};
use crate::text;
use crate::view::dom::{El, el};

/// All that a receipt of an approval says.
pub(in crate::view) fn receipt(receipt: &Receipt) -> Vec<El> {
    let updates = receipt.result.as_ref().and_then(|result| result.get("updatedPermissions")).and_then(Value::as_list);
    let saved: Vec<_> = updates.unwrap_or_default().iter().map(PermissionUpdate::read).collect();
    receipt.lines.iter().map(|line| request(line, &saved)).collect()
}

fn request(line: &ReceiptLine, saved: &[PermissionUpdate]) -> El {
    let whole = el("div", "receipt-question").child(el("bdi", "receipt-text").text(&line.question));
    let whole = match (&line.edited, &line.unsent_edit) {
        (Some(edited), _) => whole.children(edit(&words::say(words::EDITED), edited)),
        (None, Some(edit_text)) => {
            let name = [words::say(words::EDITED), words::say(words::NOT_SENT)].join(" – ");
            whole.children(edit(&name, edit_text))
        }
        (None, None) => whole,
    };
    // An option of ACP says by its name how far it reaches.
    let scope: Vec<El> = match saved {
        [] => line.answers.iter().map(|option| chosen().child(el("bdi", "").text(option))).collect(),
        updates => updates.iter().map(|update| chosen().children(lines(update)).child(destination(update))).collect(),
    };
    let whole = if scope.is_empty() { whole } else { whole.child(el("ul", "receipt-options").children(scope)) };
    match (&line.notes, &line.unsent_notes) {
        (Some(message), _) => {
            whole.child(el("bdi", "receipt-note").text(&[&words::say(words::MESSAGE), ": ", message].concat()))
        }
        (None, Some(message)) => whole.child(el("bdi", "receipt-note").text(&words::unsent_note(message))),
        (None, None) => whole,
    }
}

fn chosen() -> El {
    el("li", "receipt-option chosen receipt-scope")
}

/// A text that the person made of the one that was asked.
fn edit(name: &str, edited: &str) -> Vec<El> {
    let lines = text::exact::lines(edited).iter().map(exact::line).collect();
    vec![el("span", "receipt-note").text(name), el("div", "approval-text").attr("dir", "ltr").children(lines)]
}

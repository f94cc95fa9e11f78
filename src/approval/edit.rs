//! Which text of a tool's input a person can change before they allow it.

use super::change::Change;
use crate::protocol::Value;
use crate::protocol::approval::{Approval, Origin, PermissionChange, PermissionUpdate};
use crate::text;

/// The members of tools' inputs that can be changed as text.
const EDITABLE: [(&str, &str); 8] = [
    ("Bash", "command"),
    ("PowerShell", "command"),
    ("Write", "content"),
    ("Edit", "new_string"),
    ("NotebookEdit", "new_source"),
    ("WebFetch", "url"),
    ("WebSearch", "query"),
    ("ExitPlanMode", "plan"),
];

/// The text that can be changed. `None` if there is none, or the protocol carries no change.
pub fn editable(approval: &Approval) -> Option<&str> {
    approval.input.get(member(approval)?)?.as_str()
}

/// What differs between two texts.
pub fn change_between(old: &str, new: &str) -> Change {
    Change::between(None, Some(old), new)
}

/// The input of the tool with another text in place of the one that can be changed. `None` if it is the same one.
pub fn edited_input(approval: &Approval, edited: &str) -> Option<Value> {
    let text = editable(approval).filter(|text| *text != edited);
    text.zip(member(approval)).map(|(_, member)| {
        let mut input = approval.input.clone();
        input.set(member, edited.into());
        input
    })
}

fn member(approval: &Approval) -> Option<&'static str> {
    match approval.origin {
        Origin::Sdk(_) => EDITABLE.iter().find(|(tool, _)| *tool == approval.tool.wire).map(|(_, member)| *member),
        Origin::Acp { .. } => None,
    }
}

/// What a suggestion would keep, in the words of the settings, safe to show.
pub fn rules_text(update: &PermissionUpdate) -> Vec<String> {
    let texts = match &update.change {
        PermissionChange::Rules { rules, .. } => rules.iter().map(|rule| rule.text()).collect(),
        PermissionChange::Mode(_) => {
            vec![update.source.get("mode").and_then(Value::as_str).unwrap_or_default().to_owned()]
        }
        PermissionChange::AddFolders(folders) | PermissionChange::RemoveFolders(folders) => folders.clone(),
        PermissionChange::Unknown => Vec::new(),
    };
    texts.iter().map(|text| text::shown_line(text)).collect()
}

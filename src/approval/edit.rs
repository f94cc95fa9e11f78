//! Which text of a tool's input a person can change before they allow it.

use super::change::Change;
use crate::protocol::Value;
use crate::protocol::approval::{Approval, Origin, PermissionChange, PermissionRule, PermissionUpdate, RuleEdit};
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

/// The text that can be changed. `None` if there is none, or the protocol carries no change. A browser's field has only one kind of
/// line end, so a text with several would come back changed where nobody changed it.
pub fn editable(approval: &Approval) -> Option<&str> {
    let text = approval.input.get(member(approval)?)?.as_str()?;
    line_end(text).map(|_| text)
}

/// Why no text of an approval can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyNoEdit {
    /// The caller or its protocol carries no change.
    NotTaken,
    /// The tool is given no text that can be changed in a field.
    NoText,
    /// The lines of the text end in different ways, and a field would make one of them.
    LineEnds,
}

/// Why no text can be changed. `None` if one can.
pub fn why_not_editable(approval: &Approval) -> Option<WhyNoEdit> {
    let text = member(approval).and_then(|member| approval.input.get(member)?.as_str());
    match text {
        _ if !approval.offers().takes_edit => Some(WhyNoEdit::NotTaken),
        None => Some(WhyNoEdit::NoText),
        Some(text) if line_end(text).is_none() => Some(WhyNoEdit::LineEnds),
        Some(_) => None,
    }
}

/// Whether what a person made of a text is that text. Nothing is compared line by line, which would have to be downloaded with every
/// question.
pub fn is_unchanged(text: &str, edited: &str) -> bool {
    with_line_ends_of(text, edited) == text
}

/// What differs between a text and what a person made of it. `None` if nothing does.
pub fn change_between(text: &str, edited: &str) -> Option<Change> {
    let edited = with_line_ends_of(text, edited);
    (edited != text).then(|| Change::between(None, Some(text), &edited))
}

/// The input of the tool with another text in place of the one that can be changed. `None` if it is the same one.
pub fn edited_input(approval: &Approval, edited: &str) -> Option<Value> {
    let (text, member) = editable(approval).zip(member(approval))?;
    let edited = with_line_ends_of(text, edited);
    (edited != text).then(|| {
        let mut input = approval.input.clone();
        input.set(member, edited.into());
        input
    })
}

/// How the lines of a text end. `None` if that differs.
fn line_end(text: &str) -> Option<&'static str> {
    let returns = text.matches('\r').count();
    let (both, lines) = (text.matches("\r\n").count(), text.matches('\n').count());
    match (returns, both) {
        (0, _) => Some("\n"),
        _ if returns == both && both == lines => Some("\r\n"),
        _ => None,
    }
}

/// What a person made of a text, with the text's own line ends.
fn with_line_ends_of(text: &str, edited: &str) -> String {
    let edited = edited.replace("\r\n", "\n");
    match line_end(text) {
        Some(end) => edited.replace('\n', end),
        None => edited,
    }
}

fn member(approval: &Approval) -> Option<&'static str> {
    match &approval.origin {
        Origin::Sdk(options) if options.suppresses_edit => None,
        Origin::Sdk(_) => EDITABLE.iter().find(|(tool, _)| *tool == approval.tool.wire).map(|(_, member)| *member),
        Origin::Acp { .. } => None,
    }
}

/// What a suggestion would keep and where, in the words of the settings: `allow Bash(npm test:*) (session)`. Nothing in it is
/// hidden.
pub fn rules_text(update: &PermissionUpdate) -> Vec<String> {
    let member = |key: &str| update.source.get(key).and_then(Value::as_str).unwrap_or_default();
    let (effect, texts) = match &update.change {
        PermissionChange::Rules { edit, rules, .. } => {
            let edit = match edit {
                RuleEdit::Add => "",
                RuleEdit::Replace => "replace all by ",
                RuleEdit::Remove => "remove ",
            };
            ([edit, member("behavior")].concat(), rules.iter().map(PermissionRule::text).collect())
        }
        PermissionChange::Mode(_) => ("mode".to_owned(), vec![member("mode").to_owned()]),
        PermissionChange::AddFolders(folders) => ("add folder".to_owned(), folders.clone()),
        PermissionChange::RemoveFolders(folders) => ("remove folder".to_owned(), folders.clone()),
        PermissionChange::Unknown => return Vec::new(),
    };
    let place = text::exact::plain(member("destination"));
    texts.iter().map(|text| format!("{effect} {} ({place})", text::exact::plain(text))).collect()
}

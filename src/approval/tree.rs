//! Any value as rows of a tree, of which none is hidden.

use crate::protocol::Value;
use crate::text::exact::{self, Line, Piece};

/// A row of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TreeRow {
    /// How deep it stands, from 0 on.
    pub depth: usize,
    /// What it is called.
    pub label: TreeLabel,
    /// What stands there.
    pub value: TreeValue,
}

/// What a row is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeLabel {
    /// It is the whole value.
    Whole,
    /// The name of a member.
    Key(Vec<Piece>),
    /// The place in a list, from 1 on.
    Place(usize),
}

/// What stands in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeValue {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A number.
    Number(String),
    /// A text.
    Text(Vec<Line>),
    /// A list of so many values, which follow one level deeper.
    List(usize),
    /// A map of so many members, which follow one level deeper.
    Map(usize),
}

/// The rows of members.
pub(super) fn rows_of<'a>(members: impl Iterator<Item = &'a (String, Value)>) -> Vec<TreeRow> {
    let mut rows = Vec::new();
    for (key, value) in members {
        push(&mut rows, 0, TreeLabel::Key(exact::pieces(key)), value);
    }
    rows
}

/// The rows of a value that is no map.
pub(super) fn rows_of_value(value: &Value) -> Vec<TreeRow> {
    let mut rows = Vec::new();
    push(&mut rows, 0, TreeLabel::Whole, value);
    rows
}

fn push(rows: &mut Vec<TreeRow>, depth: usize, label: TreeLabel, value: &Value) {
    let shown = match value {
        Value::Null => TreeValue::Null,
        Value::Bool(truth) => TreeValue::Bool(*truth),
        Value::Int(_) | Value::Float(_) | Value::Digits(_) => TreeValue::Number(value.to_json()),
        Value::Text(text) => TreeValue::Text(exact::lines(text)),
        Value::List(items) => TreeValue::List(items.len()),
        Value::Map(members) => TreeValue::Map(members.len()),
    };
    rows.push(TreeRow { depth, label, value: shown });
    for (index, item) in value.as_list().unwrap_or_default().iter().enumerate() {
        push(rows, depth + 1, TreeLabel::Place(index + 1), item);
    }
    for (key, member) in value.as_map().unwrap_or_default() {
        push(rows, depth + 1, TreeLabel::Key(exact::pieces(key)), member);
    }
}

//! The JSON of a request, to be looked at and copied.

use crate::protocol::Value;
use crate::text::exact::{self, Piece};

/// What the request is written in.
pub const RAW_FORMAT: &str = "JSON";

/// The JSON of a whole request. It is set in lines, and every character that would not be seen is written by its number, so that the
/// text is safe to show as it is.
pub fn raw_json(request: &Value) -> String {
    let mut json = String::new();
    write(request, 0, &mut json);
    json
}

fn write(value: &Value, depth: usize, out: &mut String) {
    match value {
        Value::List(items) if !items.is_empty() => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                begin_line(index, depth, out);
                write(item, depth + 1, out);
            }
            end_lines(depth, ']', out);
        }
        Value::Map(members) if !members.is_empty() => {
            out.push('{');
            for (index, (key, member)) in members.iter().enumerate() {
                begin_line(index, depth, out);
                write_visible(&Value::from(key.as_str()).to_json(), out);
                out.push_str(": ");
                write(member, depth + 1, out);
            }
            end_lines(depth, '}', out);
        }
        plain => write_visible(&plain.to_json(), out),
    }
}

fn begin_line(index: usize, depth: usize, out: &mut String) {
    out.push_str(if index > 0 { ",\n" } else { "\n" });
    out.push_str(&"  ".repeat(depth + 1));
}

fn end_lines(depth: usize, close: char, out: &mut String) {
    out.push('\n');
    out.push_str(&"  ".repeat(depth));
    out.push(close);
}

/// Writes JSON of one line with hidden characters by their numbers.
fn write_visible(json: &str, out: &mut String) {
    for piece in exact::pieces(json) {
        match piece {
            Piece::Text(text) => out.push_str(&text),
            Piece::Blanks(count) => out.push_str(&" ".repeat(count)),
            Piece::Tab => out.push_str("\\t"),
            Piece::Hidden(character) => {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    out.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
}

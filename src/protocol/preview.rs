//! Previews of options, as paragraphs and blocks of code.

use super::text;

/// A piece of a preview, safe to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Lines of text, with inline markdown.
    Text(String),
    /// Lines between fences, to be shown as they are.
    Code(String),
}

/// Reads a preview. A fence that is not closed reaches to the end.
pub fn blocks(preview: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines: Vec<&str> = Vec::new();
    let mut in_code = false;
    for line in preview.lines().chain(["```"]) {
        if line.trim_start().starts_with("```") {
            let piece = text::shown(lines.join("\n").trim_matches('\n'));
            lines.clear();
            if !piece.trim().is_empty() {
                blocks.push(if in_code { Block::Code(piece) } else { Block::Text(piece) });
            }
            in_code = !in_code;
        } else {
            lines.push(line);
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::{Block, blocks};

    fn text(text: &str) -> Block {
        Block::Text(text.to_owned())
    }

    fn code(code: &str) -> Block {
        Block::Code(code.to_owned())
    }

    #[test]
    fn fences_part_text_from_code() {
        assert_eq!(
            blocks("**SQL** it is\n\n```sql\nSELECT 1;\n\nSELECT 2;\n```\nmore\n"),
            [text("**SQL** it is"), code("SELECT 1;\n\nSELECT 2;"), text("more")]
        );
        assert_eq!(blocks("```\n  open\n"), [code("  open")]);
        assert_eq!(blocks("a ``` b"), [text("a ``` b")]);
        assert_eq!(blocks("```\n```\n \n"), []);
    }

    #[test]
    fn hostile_characters_are_neutralised() {
        assert_eq!(blocks("a\u{202e}b"), [text("a\u{fffd}b")]);
    }
}

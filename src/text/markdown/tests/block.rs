//! Blocks, and where they differ from GFM on purpose. What is the same is the oracle's business.

use super::sketch::sketch;
use crate::text::markdown::preview;

fn check(text: &str, expected: &str) {
    assert_eq!(sketch(&preview(text)), expected, "{text}");
}

#[test]
fn fences_part_text_from_code() {
    check(
        "**SQL** it is\n\n```sql\nSELECT 1;\n\nSELECT 2;\n```\nmore\n",
        "<p><strong>SQL</strong> it is</p><pre sql>SELECT 1;\n\nSELECT 2;</pre><p>more</p>",
    );
    check("```\n  open\n\ta", "<pre>  open\n\ta</pre>");
    check("a ``` b", "<p>a ``` b</p>");
}

#[test]
fn hostile_characters_are_neutralised_everywhere() {
    check("a\u{202e}b\n\n    c\u{200b}d", "<p>a\u{fffd}b</p><pre>c\u{fffd}d</pre>");
}

#[test]
fn lists_hold_blocks() {
    check(
        "1. One\n   - [x] done\n   - [ ] not\n\n     ```\n     x\n     ```\n2. Two\n\nEnd",
        "<ol><li><p>One</p><ul><li done><p>done</p></li><li todo><p>not</p><pre>x</pre></li></ul></li>\
         <li><p>Two</p></li></ol><p>End</p>",
    );
    check("- a\n* b\n\n3) c", "<ul><li><p>a</p></li></ul><ul><li><p>b</p></li></ul><ol 3><li><p>c</p></li></ol>");
    check("In\n1986. A year", "<p>In\n1986. A year</p>");
}

#[test]
fn tables() {
    check(
        "Before\n| A | B | C |\n|:--|:-:|--:|\n| `a\\|b` | **x** | 1 | 2 |\n| short |\n\nAfter",
        "<p>Before</p><table><tr><th>A</th><th centre>B</th><th end>C</th></tr>\
         <tr><td><code>a|b</code></td><td centre><strong>x</strong></td><td end>1</td><td>2</td></tr>\
         <tr><td>short</td></tr></table><p>After</p>",
    );
    check("| a | b |\n|---|\n", "<p>| a | b |\n|---|</p>");
}

#[test]
fn a_short_row_of_a_wide_table_is_not_filled_up() {
    let wide = "|a".repeat(60);
    let text = format!("{wide}|\n{}|\n{}", "|-".repeat(60), "x\n".repeat(9_000));
    assert!(preview(&text).len() < 60_000);
}

#[test]
fn drawings_keep_their_columns() {
    check("┌──┐\n  │ab│\n└──┘", "<pre>┌──┐\n  │ab│\n└──┘</pre>");
    check("+---+\n| a |\n+---+", "<pre>+---+\n| a |\n+---+</pre>");
}

#[test]
fn nesting_ends_somewhere_and_what_is_deeper_is_text() {
    let text = sketch(&preview(&format!("{}deep", "> ".repeat(1_000))));
    assert_eq!(text.matches("<quote>").count(), 15);
    assert!(text.contains("> deep"));
    let text = sketch(&preview(&"- ".repeat(1_000)));
    assert!(text.matches("<li>").count() <= 16, "{text}");
}

#[test]
fn html_is_text() {
    check("<script>alert(1)</script>", "<p><script>alert(1)</script></p>");
    check("<div>\n\n# a\n</div>", "<p><div></p><h1>a</h1><p></div></p>");
}

//! The same previews read by pulldown-cmark. Where the two differ on purpose, see the module's head.

use pulldown_cmark::{Alignment, CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::sketch::sketch;
use crate::text::markdown::preview;

#[test]
fn typical_previews_are_read_as_pulldown_cmark_does() {
    for text in CORPUS {
        assert_eq!(without_paragraphs(&sketch(&preview(text))), without_paragraphs(&oracle(text)), "{text}");
    }
}

/// Whether an entry's text is a paragraph depends on blank lines there, and never here.
fn without_paragraphs(sketch: &str) -> String {
    sketch.replace("<p>", "").replace("</p>", "")
}

fn oracle(text: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_TASKLISTS | Options::ENABLE_STRIKETHROUGH;
    let mut out = String::new();
    let mut columns = Vec::new();
    let (mut column, mut is_head, mut code) = (0, false, None::<String>);
    for event in Parser::new_ext(text, options) {
        match event {
            Event::Start(tag) => match tag {
                Tag::Paragraph => out += "<p>",
                Tag::Heading { level, .. } => out += &format!("<{level}>"),
                Tag::BlockQuote(_) => out += "<quote>",
                Tag::CodeBlock(kind) => {
                    let language = match kind {
                        CodeBlockKind::Fenced(info) => info.split_whitespace().next().unwrap_or("").to_owned(),
                        CodeBlockKind::Indented => String::new(),
                    };
                    out += &if language.is_empty() { "<pre>".to_owned() } else { format!("<pre {language}>") };
                    code = Some(String::new());
                }
                Tag::List(None) => out += "<ul>",
                Tag::List(Some(1)) => out += "<ol>",
                Tag::List(Some(first)) => out += &format!("<ol {first}>"),
                Tag::Item => out += "<li>",
                Tag::Table(all) => {
                    columns = all;
                    out += "<table>";
                }
                Tag::TableHead => {
                    (is_head, column) = (true, 0);
                    out += "<tr>";
                }
                Tag::TableRow => {
                    column = 0;
                    out += "<tr>";
                }
                Tag::TableCell => {
                    let align = match columns[column] {
                        Alignment::Center => " centre",
                        Alignment::Right => " end",
                        _ => "",
                    };
                    column += 1;
                    out += &format!("<{}{align}>", if is_head { "th" } else { "td" });
                }
                Tag::Emphasis => out += "<em>",
                Tag::Strong => out += "<strong>",
                Tag::Strikethrough => out += "<del>",
                Tag::Link { dest_url, .. } => out += &format!("<a {dest_url}>"),
                Tag::Image { dest_url, .. } => out += &format!("<img {dest_url}>"),
                other => panic!("{other:?} in {text}"),
            },
            Event::End(tag) => match tag {
                TagEnd::Paragraph => out += "</p>",
                TagEnd::Heading(level) => out += &format!("</{level}>"),
                TagEnd::BlockQuote(_) => out += "</quote>",
                TagEnd::CodeBlock => {
                    out += code.take().unwrap_or_default().trim_end();
                    out += "</pre>";
                }
                TagEnd::List(false) => out += "</ul>",
                TagEnd::List(true) => out += "</ol>",
                TagEnd::Item => out += "</li>",
                TagEnd::Table => out += "</table>",
                TagEnd::TableHead => {
                    is_head = false;
                    out += "</tr>";
                }
                TagEnd::TableRow => out += "</tr>",
                TagEnd::TableCell => out += if is_head { "</th>" } else { "</td>" },
                TagEnd::Emphasis => out += "</em>",
                TagEnd::Strong => out += "</strong>",
                TagEnd::Strikethrough => out += "</del>",
                TagEnd::Link => out += "</a>",
                TagEnd::Image => out += "</img>",
                other => panic!("{other:?} in {text}"),
            },
            Event::Text(piece) => match &mut code {
                Some(code) => code.push_str(&piece),
                None => out += &piece,
            },
            Event::Code(code) => out += &format!("<code>{code}</code>"),
            Event::SoftBreak | Event::HardBreak => out += "\n",
            Event::Rule => out += "<hr>",
            Event::TaskListMarker(done) => {
                let item = out.rfind("<li>").expect("a task is an entry");
                out.replace_range(item..item + 4, if done { "<li done>" } else { "<li todo>" });
            }
            other => panic!("{other:?} in {text}"),
        }
    }
    out
}

/// Previews as agents write them, and the corners of what is read.
const CORPUS: &[&str] = &[
    "Just a line",
    "Two\nlines\n\nand a paragraph",
    "# One\n## Two ##\n### Three\n#### 4\n##### 5\n###### 6\n####### seven",
    "#no heading\n\n#\n\n# a #b",
    "Title\n=====\n\nSub\n---\ntext\n\n---\n\n***\n\n_ _ _",
    "- a\n- b\n- c",
    "* a\n* b\n\n+ c\n+ d",
    "1. a\n2. b\n10. c",
    "3. three\n4. four",
    "1) a\n2) b",
    "- a\n  - b\n    - c\n      - d\n  - e\n- f",
    "1. a\n   1. b\n   2. c\n2. d",
    "1. a\n   - b\n     more b\n\n   still one\n2. c",
    "- a\n\n- b\n\n\n- c\n\nend",
    "- a\n\n  second\n\n      code\n- b",
    "- a\nlazy\n- b",
    "-\n- a\n-\n",
    "- \n  a",
    "-   wide\n    more\n-     code",
    "text\n- list right away\n- more\ntext again",
    "text\n1. list\n\ntext\n2. none",
    "- [ ] todo\n- [x] done\n- [X] done\n- [y] none\n- [ ]none",
    "1. [ ] one\n2. [x] two\n   - [ ] nested",
    "> quote\n> more\n\nafter",
    "> a\nlazy\n\n> b\n>\n> c",
    "> - a\n>   - b\n> - c\n>\n> ```js\n> code()\n> ```",
    "> > nested\n> back",
    ">no space\n>> deeper",
    "- > quoted\n  > entry\n- # heading\n- ```\n  code\n  ```",
    "```\ncode\n```",
    "```rust\nfn main() {\n    println!(\"# no\");\n}\n```\ntext",
    "~~~ python extra words\nx = 1\n\n```\ny\n~~~",
    "````md\n```\ninner\n```\n````",
    "  ```\n  a\n    b\n c\n  ```",
    "```\nopen to the end\n\n- x",
    "``` a`b\nno fence",
    "    indented\n      more\n\n    still\n\ntext\n    not code",
    "| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |",
    "A | B\n:-- | --:\n1 | 2",
    "| Left | Centre | Right |\n|:-----|:------:|------:|\n| a | b | c |\n| `x` | **y** | [z](https://z.example) |\n\nafter",
    "| a |\n|---|\n| b |\n- list",
    "| a \\| b | c |\n|---|---|\n| d | e |",
    "|a|b|\n|-|-|\n|1|2|\n> quote",
    "|no|table|\n|-|\n|1|2|",
    "text | with a bar\n\nand | more",
    "**bold** *it* ***both*** `code` ~~gone~~",
    "**bold with *it* inside** and *it with **bold** inside*",
    "**Note:** text, **bold**, (**bold**) \"*it*\" *a*.",
    "**`code`** and *[link](https://x.example)*",
    "a * b * c, 2 ** 3, * not",
    "_it_ and _it with `code`_, snake_case_name",
    "`a` ``b ` c`` ` d `",
    "`unclosed and **bold**",
    "[a](https://x.example) [b](https://x.example/(y)) [c](<https://x.example/z>) [d](https://x.example \"title\")",
    "[**bold** `code`](https://x.example)",
    "[a] [c\n](https://x.example)",
    "![alt](https://x.example/i.png) text",
    "[![alt](https://x.example/i.png)](https://x.example)",
    "<https://x.example/a?b=c&d> text",
    r"\*not\* \`no\` \[x\](y) \# \\ \a",
    "\\# no heading\n\n1\\. no list",
    "hard  \nbreak\\\nhere",
    "   up to three\n   spaces",
    "a\n\n\n\nb\n",
    "***\ntext\n***",
    "- a\n---\n- b",
    "* * *\n- - -\n",
    "Use `npm run build`:\n\n1. **Install**: `npm ci`\n2. **Build**\n\n   ```sh\n   npm run build\n   ```\n\n3. Done",
    "## Option A\n\nFast, but **no** types.\n\n| | Time | Size |\n|---|---:|---:|\n| A | 1 s | 2 KB |\n| B | 2 s | 3 KB |\n\n> Note\n\n- [x] tests\n- [ ] docs",
    "日本語の**強調** と `コード`\n\n- 項目",
    "\tindented by tab\n\n-\ttab entry",
];

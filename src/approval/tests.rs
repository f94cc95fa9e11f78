//! Requests of every kind, as fixtures and as random values: what is shown, and that nothing is hidden or left out.

use proptest::prelude::*;

use super::{
    BeginReason, Body, ChangePart, CommandLine, Duration, LineEnd, Section, SectionName, TimeUnit, TreeLabel,
    TreeValue, WhyNoEdit, change_between, editable, edited_input, has_hidden, name, raw_json, sections, title,
    why_not_editable,
};
use crate::protocol::Value;
use crate::protocol::approval::{Approval, Destination, Verdict};
use crate::text::exact::{self, Line, Piece};

const SDK: &str = include_str!("../../tests/fixtures/approvals/sdk.json");
const ACP: &str = include_str!("../../tests/fixtures/approvals/acp.json");

fn of_sdk(request: &Value) -> Approval {
    Approval::read(request).0
}

fn of_acp(request: &Value) -> Approval {
    Approval::read_acp(request).expect("it is no question").0
}

fn cases(fixture: &str, read: fn(&Value) -> Approval) -> Vec<(Value, Approval)> {
    let cases: Value = serde_json::from_str(fixture).unwrap();
    let cases = cases.as_list().unwrap().iter();
    cases.map(|case| (case.clone(), read(case.get("request").unwrap()))).collect()
}

fn verdict(value: &Value) -> Verdict {
    let edited = value.get("edited").cloned();
    let text = |key| value.get(key).and_then(Value::as_str).unwrap().to_owned();
    match value.get("kind").and_then(Value::as_str).unwrap() {
        "allow_once" => Verdict::AllowOnce { edited },
        "allow_always" => {
            let ticked = value.get("ticked").and_then(Value::as_list).unwrap();
            Verdict::AllowAlways { ticked: ticked.iter().map(|tick| tick.as_f64().unwrap() as usize).collect(), edited }
        }
        "deny" => Verdict::Deny { words: text("words") },
        "deny_and_stop" => Verdict::DenyAndStop { words: text("words") },
        "option" => Verdict::Option { id: text("id") },
        other => panic!("{other} is no verdict"),
    }
}

#[test]
fn fixtures_have_their_sections_and_results() {
    for (case, approval) in cases(SDK, of_sdk).into_iter().chain(cases(ACP, of_acp)) {
        let about = case.get("about").and_then(Value::as_str).unwrap();
        let names: Vec<_> =
            sections(&approval).iter().map(|section| Value::from(format!("{:?}", section.name))).collect();
        assert_eq!(&Value::List(names), case.get("sections").unwrap(), "{about}");
        assert!(!has_hidden(&approval, case.get("request").unwrap()), "{about}");
        for result in case.get("results").and_then(Value::as_list).unwrap() {
            let verdict = verdict(result.get("verdict").unwrap());
            match approval.result(&verdict) {
                Ok(written) => {
                    assert_eq!(written.to_json(), result.get("result").unwrap().to_json(), "{about}: {verdict:?}")
                }
                Err(error) => assert_eq!(
                    Some(error.to_string().as_str()),
                    result.get("error").and_then(Value::as_str),
                    "{about}: {verdict:?}"
                ),
            }
        }
    }
}

fn tool(name: &str, input: Value) -> Approval {
    of_sdk(&Value::map([("tool_name", name.into()), ("input", input)]))
}

fn body(approval: &Approval, name: SectionName) -> Body {
    sections(approval).into_iter().find(|section| section.name == name).expect("there is such a section").body
}

#[test]
fn a_command_is_broken_and_padding_is_folded() {
    let command = format!("make && a;{}b{}c", "\n".repeat(9), " ".repeat(500));
    let approval = tool("Bash", Value::map([("command", command.into())]));
    let Body::Command(lines) = body(&approval, SectionName::Command) else { panic!() };
    let begins = lines.iter().map(|line| match line {
        CommandLine::Part { begin_reason, .. } => Some(*begin_reason),
        CommandLine::Blank(_) => None,
    });
    let begins: Vec<_> = begins.collect();
    assert_eq!(begins, [Some(BeginReason::First), Some(BeginReason::And), None, Some(BeginReason::Line)]);
    assert_eq!(lines[2], CommandLine::Blank(8));
    let CommandLine::Part { pieces, .. } = &lines[3] else { panic!() };
    assert_eq!(pieces[1], Piece::Blanks(500));
}

#[test]
fn a_time_limit_is_told_as_a_length_of_time() {
    let limit = |timeout: Value| body(&tool("Bash", Value::map([("timeout", timeout)])), SectionName::Timeout);
    assert_eq!(limit(Value::Int(120_000)), Body::Duration(Duration { count: 2, unit: TimeUnit::Minute }));
    assert_eq!(limit(Value::Float(1.5)), Body::Fact(vec![Piece::Text("1.5 ms".to_owned())]));
    assert_eq!(limit(Value::Int(-1)), Body::Fact(vec![Piece::Text("-1 ms".to_owned())]));
}

#[test]
fn what_is_said_twice_is_shown_once() {
    let request = |outer: &str, inner: &str| {
        let input = Value::map([("command", "ls".into()), ("description", inner.into())]);
        let approval =
            of_sdk(&Value::map([("tool_name", "Bash".into()), ("input", input), ("description", outer.into())]));
        let names = sections(&approval).into_iter().map(|section| section.name);
        names.filter(|name| matches!(name, SectionName::Description | SectionName::Purpose)).collect::<Vec<_>>()
    };
    assert_eq!(request("List files", "List files"), [SectionName::Description]);
    assert_eq!(request("List files", "List all files"), [SectionName::Description, SectionName::Purpose]);
}

#[test]
fn a_missing_line_end_is_marked_only_if_it_is_a_change() {
    let ends = |old: &str, new: &str| {
        let edit = Value::map([("old_string", old.into()), ("new_string", new.into())]);
        let Body::Change(change) = body(&tool("Edit", edit), SectionName::Change) else { panic!() };
        change.rows.iter().map(|row| row.end).collect::<Vec<_>>()
    };
    assert_eq!(ends("a", "b"), [LineEnd::Line, LineEnd::Line]);
    assert_eq!(ends("a\n", "b"), [LineEnd::Line, LineEnd::None]);
    assert_eq!(ends("a", "b\n"), [LineEnd::None, LineEnd::Line]);
}

#[test]
fn a_file_that_would_not_end_with_a_line_break_says_so() {
    let content = |text: &str| {
        let input = Value::map([("file_path", "a".into()), ("content", text.into())]);
        let Body::Lines(lines) = body(&tool("Write", input), SectionName::Content) else { panic!() };
        lines
    };
    let a = || Line::Text(vec![Piece::Text("a".to_owned())]);
    assert_eq!(content("a\n"), [a()]);
    assert_eq!(content("a"), [a(), Line::NoLineEnd]);
    assert_eq!(content(""), []);
}

#[test]
fn a_text_keeps_its_line_ends_in_a_field_that_has_only_one_kind() {
    let edited = |text: &str, typed: &str| {
        let input = Value::map([("file_path", "a".into()), ("content", text.into())]);
        let input = edited_input(&tool("Write", input), typed)?;
        Some(input.get("content")?.as_str()?.to_owned())
    };
    assert_eq!(edited("a\r\nb\r\n", "a\nb\n"), None, "it was opened, and not changed");
    assert_eq!(edited("a\r\nb\r\n", "a\nc\n").as_deref(), Some("a\r\nc\r\n"));
    assert_eq!(edited("a\nb", "a\nc").as_deref(), Some("a\nc"));
    assert_eq!(edited("a", "a\nb").as_deref(), Some("a\nb"));
    assert_eq!(change_between("a\r\nb\r\n", "a\nb\n"), None);
    let change = change_between("a\r\nb\r\n", "a\nc\n").unwrap();
    assert_eq!(change.rows.len(), 3, "only the line that was changed differs");
    for mixed in ["a\r\nb\n", "a\rb", "a\n\rb"] {
        let input = Value::map([("content", mixed.into())]);
        assert_eq!(editable(&tool("Write", input)), None, "{mixed:?} would not come back as it was");
    }
}

#[test]
fn an_address_names_its_host() {
    let host = |url: &str| match body(&tool("WebFetch", Value::map([("url", url.into())])), SectionName::Address) {
        Body::Address { host, .. } => host.map(|host| (host.name, host.is_unusual)),
        other => panic!("{other:?}"),
    };
    let named = |name: &str| vec![Piece::Text(name.to_owned())];
    assert_eq!(host("https://docs.example/a"), Some((named("docs.example"), false)));
    assert_eq!(host("https://docs.example@evil.example/a"), Some((named("evil.example"), true)));
    assert_eq!(host("file:///etc/passwd"), None);
}

#[test]
fn a_plan_that_markdown_would_cut_is_shown_as_lines() {
    let plan = |text: String| body(&tool("ExitPlanMode", Value::map([("plan", text.into())])), SectionName::Plan);
    assert!(matches!(plan("# a".to_owned()), Body::Markdown(_)));
    assert!(matches!(plan("a ".repeat(20_000)), Body::Lines(_)));
    assert!(matches!(plan("a\u{202e}b".to_owned()), Body::Lines(_)));
}

#[test]
fn blank_lines_of_a_change_are_folded_and_kept() {
    let new = format!("a\n{}b\n", "\n".repeat(50));
    let edit = Value::map([("old_string", "a\n".into()), ("new_string", new.into())]);
    let Body::Change(change) = body(&tool("Edit", edit), SectionName::Change) else { panic!() };
    assert_eq!(change.parts, [ChangePart::Shown(0..1), ChangePart::Blank(1..51), ChangePart::Shown(51..52)]);
    assert_eq!(change.rows.len(), 52);
}

#[test]
fn a_repeated_member_is_shown_too() {
    let members = [("command", "ls"), ("command", "rm -rf x")].map(|(key, text)| (key.to_owned(), Value::from(text)));
    let approval = tool("Bash", Value::Map(members.to_vec()));
    let shown = texts(&sections(&approval)).join("\n");
    assert!(shown.contains("ls") && shown.contains("rm -rf x"), "{shown}");
}

/// All pieces of a section.
fn pieces(section: &Section) -> Vec<Piece> {
    let of_lines = |lines: &[Line]| -> Vec<Piece> {
        lines.iter().flat_map(|line| if let Line::Text(pieces) = line { pieces.clone() } else { Vec::new() }).collect()
    };
    match &section.body {
        Body::Flag(_) | Body::Size { .. } | Body::Duration(_) => Vec::new(),
        Body::KeptIn(Destination::Other(name)) => exact::pieces(name),
        Body::KeptIn(_) => Vec::new(),
        Body::Fact(pieces) => pieces.clone(),
        Body::Lines(lines) => of_lines(lines),
        Body::Command(lines) => {
            let part = |line: &CommandLine| {
                if let CommandLine::Part { pieces, .. } = line { pieces.clone() } else { Vec::new() }
            };
            lines.iter().flat_map(part).collect()
        }
        Body::Address { address, host } => {
            address.iter().chain(host.iter().flat_map(|host| &host.name)).cloned().collect()
        }
        Body::Markdown(text) => vec![Piece::Text(text.replace(['\n', '\t'], " ").replace("\r ", " "))],
        Body::Change(change) => {
            let rows = change.rows.iter().flat_map(|row| row.pieces.iter().map(|marked| marked.piece.clone()));
            change.path.clone().unwrap_or_default().into_iter().chain(rows).collect()
        }
        Body::Patch(lines) => lines.iter().flat_map(|line| line.pieces.clone()).collect(),
        Body::Files(files) => files
            .iter()
            .flat_map(|file| {
                [file.operation.clone(), file.path.clone(), file.old_path.clone().unwrap_or_default()].concat()
            })
            .collect(),
        Body::Locations(locations) => locations.iter().flat_map(|location| location.path.clone()).collect(),
        Body::Tree(rows) => {
            let of_row = |row: &super::TreeRow| {
                let mut pieces = if let TreeLabel::Key(pieces) = &row.label { pieces.clone() } else { Vec::new() };
                match &row.value {
                    TreeValue::Text(lines) => pieces.extend(of_lines(lines)),
                    TreeValue::Number(number) => pieces.push(Piece::Text(number.clone())),
                    _ => {}
                }
                pieces
            };
            rows.iter().flat_map(of_row).collect()
        }
    }
}

/// The texts that are shown as they are.
fn texts(sections: &[Section]) -> Vec<String> {
    let text = |piece| if let Piece::Text(text) = piece { Some(text) } else { None };
    sections.iter().flat_map(pieces).filter_map(text).collect()
}

const HOSTILE: [&str; 8] = [
    "\u{202e}gpj.exe",
    "a\u{200b}b\u{2066}c\u{feff}",
    "bell\u{7}\u{1b}[31mred\u{1b}]0;t\u{7}",
    "```\n</script><b>\r\nx\r",
    "e0\u{e0041}\u{e007f}\u{fe01}\u{ad}",
    "a\u{2028}b\u{2029}\u{85}\0",
    "mcp__\u{200f}evil__\u{61c}x",
    "z\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
];

/// The value with a hostile text in the place of each text, and as a key of each map.
fn poisoned(value: &Value, hostile: &str) -> Value {
    match value {
        Value::Text(_) => hostile.into(),
        Value::List(items) => Value::List(items.iter().map(|item| poisoned(item, hostile)).collect()),
        Value::Map(members) => {
            let mut members: Vec<_> =
                members.iter().map(|(key, value)| (key.clone(), poisoned(value, hostile))).collect();
            members.push((hostile.to_owned(), Value::Null));
            Value::Map(members)
        }
        other => other.clone(),
    }
}

/// The value, with those texts left in it by which requests differ.
fn poisoned_request(value: &Value, hostile: &str) -> Value {
    const KEPT: [&str; 6] = ["tool_name", "type", "format", "kind", "toolName", "_meta"];
    match value {
        Value::Map(members) => {
            let poison = |(key, member): &(String, Value)| {
                let is_kept = KEPT.contains(&key.as_str());
                (key.clone(), if is_kept { member.clone() } else { poisoned_request(member, hostile) })
            };
            Value::Map(members.iter().map(poison).collect())
        }
        Value::List(items) => Value::List(items.iter().map(|item| poisoned_request(item, hostile)).collect()),
        other => poisoned(other, hostile),
    }
}

#[test]
fn hostile_text_in_every_slot_is_visible() {
    for hostile in HOSTILE {
        for (fixture, read) in [(SDK, of_sdk as fn(&Value) -> Approval), (ACP, of_acp)] {
            for (case, _) in cases(fixture, read) {
                let request = case.get("request").unwrap();
                for request in [poisoned(request, hostile), poisoned_request(request, hostile)] {
                    let approval = read(&request);
                    assert!(has_hidden(&approval, &request), "{hostile:?}");
                    let raw = raw_json(&request);
                    for text in texts(&sections(&approval)).iter().chain([&raw.replace('\n', " ")]) {
                        assert!(!exact::has_hidden(text), "{text:?}");
                        assert!(!text.contains(char::is_control), "{text:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn raw_json_is_the_whole_request() {
    for hostile in HOSTILE {
        for (case, _) in cases(SDK, of_sdk).into_iter().chain(cases(ACP, of_acp)) {
            let request = poisoned(case.get("request").unwrap(), hostile);
            assert_eq!(serde_json::from_str::<Value>(&raw_json(&request)).unwrap(), request);
        }
    }
}

#[test]
fn a_title_is_shown_to_its_last_character() {
    let titled = |title: &str| of_sdk(&Value::map([("tool_name", "Bash".into()), ("title", title.into())]));
    let long = "a".repeat(30_000);
    assert_eq!(title(&titled(&long)), Some(vec![Line::Text(vec![Piece::Text(long)])]));
    let marked = vec![Piece::Text("a".to_owned()), Piece::Hidden('\u{200e}'), Piece::Text("b".to_owned())];
    assert_eq!(title(&titled("a\u{200e}b\nc")).unwrap()[0], Line::Text(marked.clone()));
    assert_eq!(title(&titled("\u{1b}[1mBold\u{1b}[0m")), Some(vec![Line::Text(vec![Piece::Text("Bold".to_owned())])]));
    assert_eq!(title(&titled(" ")), None);
    let named = of_sdk(&Value::map([("tool_name", "Bash".into()), ("displayName", "a\u{200e}b".into())]));
    assert_eq!(name(&named), marked);
}

#[test]
fn the_rule_that_asks_is_shown_with_where_it_is_kept() {
    let asked_by = |source: Value| {
        let rule = Value::map([("source", source), ("toolName", "Bash".into())]);
        sections(&of_sdk(&Value::map([("tool_name", "Bash".into()), ("matchedAskRule", rule)])))
    };
    let source = |sections: &[Section]| sections.last().map(|section| (section.name, section.body.clone()));
    let kept = Some((SectionName::AskRuleSource, Body::KeptIn(Destination::ProjectSettings)));
    assert_eq!(source(&asked_by("projectSettings".into())), kept);
    let other = Some((SectionName::AskRuleSource, Body::KeptIn(Destination::Other("policy".to_owned()))));
    assert_eq!(source(&asked_by("policy".into())), other);
    assert_eq!(asked_by(Value::Null).last().map(|section| section.name), Some(SectionName::AskRule));
}

#[test]
fn the_title_of_a_call_is_shown_beside_that_of_the_request() {
    let read = |title: &str| {
        let call = Value::map([("title", "rm -rf /".into()), ("kind", "execute".into())]);
        sections(&of_acp(&Value::map([("title", title.into()), ("toolCall", call)])))
    };
    let said = |sections: &[Section]| count(sections, "rm -rf /");
    assert_eq!((said(&read("Run the tests?")), said(&read("rm -rf /"))), (1, 0));
}

/// How often a mark, which no other text contains, is shown.
fn count(sections: &[Section], mark: &str) -> usize {
    texts(sections).iter().map(|text| text.matches(mark).count()).sum()
}

proptest! {
    #[test]
    fn no_member_of_an_input_is_left_out(
        tool_name in prop::sample::select(vec![
            "Bash", "Write", "Edit", "MultiEdit", "NotebookEdit", "Read", "Glob", "Grep", "WebFetch", "ExitPlanMode",
            "mcp__a__b", "Other", "",
        ]),
        members in prop::collection::vec((prop::sample::select(vec![
            "command", "cwd", "description", "timeout", "run_in_background", "file_path", "content", "old_string",
            "new_string", "replace_all", "edits", "notebook_path", "new_source", "old_source", "pattern", "path", "url",
            "prompt", "plan", "unknown",
        ]), 0u8..4), 0..10),
    ) {
        // Each member has a mark of its own, in a value of some kind.
        let value = |index: usize, kind: u8| {
            let mark = Value::from(format!("mark{index:02}"));
            match kind {
                0 | 1 => mark,
                2 => Value::List(vec![mark]),
                _ => Value::List(vec![Value::map([("old_string", mark.clone()), ("new_string", "x".into()), ("more", mark)])]),
            }
        };
        let members: Vec<_> =
            members.iter().enumerate().map(|(index, (key, kind))| ((*key).to_owned(), value(index, *kind))).collect();
        let approval = tool(tool_name, Value::Map(members.clone()));
        let sections = sections(&approval);
        prop_assert!(!sections.is_empty());
        for index in 0..members.len() {
            // A mark in a change may be divided where only a part of it differs.
            let is_whole = count(&sections, &format!("mark{index:02}")) > 0;
            let all: String = texts(&sections).concat();
            prop_assert!(is_whole || all.contains(&format!("mark{index:02}")), "{index}: {sections:?}");
        }
    }

    #[test]
    fn no_member_of_an_acp_request_is_left_out(
        version in 0u8..3,
        members in prop::collection::vec((prop::sample::select(vec![
            "title", "kind", "status", "rawInput", "rawOutput", "content", "locations", "command", "cwd", "name", "unknown",
        ]), 0u8..6), 0..10),
    ) {
        let diff = |mark: &Value| Value::map([
            ("type", "diff".into()), ("path", mark.clone()), ("oldText", mark.clone()), ("newText", mark.clone()),
            ("more", mark.clone()),
        ]);
        let patch = |mark: &Value| {
            let file = Value::map([("operation", "add".into()), ("path", "a".into()), ("fileType", mark.clone())]);
            let patch = Value::map([("format", "git_patch".into()), ("text", "a".into()), ("more", mark.clone())]);
            Value::map([("type", "diff".into()), ("changes", Value::List(vec![file])), ("patch", patch)])
        };
        let text = |mark: &Value| {
            let block = Value::map([("type", "text".into()), ("text", mark.clone())]);
            Value::map([("type", "content".into()), ("content", block)])
        };
        let value = |index: usize, kind: u8| {
            let mark = Value::from(format!("mark{index:02}"));
            match kind {
                0 => mark,
                1 => Value::List(vec![mark]),
                2 => Value::map([("command", mark.clone()), ("more", mark)]),
                3 => Value::List(vec![diff(&mark), text(&mark)]),
                4 => Value::List(vec![patch(&mark)]),
                _ => Value::List(vec![Value::map([("path", mark.clone()), ("more", mark)])]),
            }
        };
        let members: Vec<_> =
            members.iter().enumerate().map(|(index, (key, kind))| ((*key).to_owned(), value(index, *kind))).collect();
        let request = match version {
            0 => Value::map([("toolCall", Value::Map(members.clone()))]),
            1 => {
                let call = Value::map([("title", "Call".into())]);
                let mut subject = members.clone();
                subject.extend([("type".to_owned(), "tool_call".into()), ("toolCall".to_owned(), call)]);
                Value::map([("title", "Request".into()), ("subject", Value::Map(subject))])
            }
            _ => {
                let mut call = members.clone();
                call.push(("toolCallId".to_owned(), "t".into()));
                let subject = Value::map([("type", "tool_call".into()), ("toolCall", Value::Map(call))]);
                Value::map([("title", "Request".into()), ("subject", subject)])
            }
        };
        let approval = of_acp(&request);
        // The title of the call is the title of the card if the request has none.
        let heading = approval.title.as_ref().map(|title| title.wire.clone()).unwrap_or_default();
        let shown = texts(&sections(&approval)).concat() + &heading;
        for index in 0..members.len() {
            prop_assert!(shown.contains(&format!("mark{index:02}")), "{index}: {shown}");
        }
    }

    #[test]
    fn any_request_has_sections(text in "(?s).{0,40}", key in "\\PC{0,8}") {
        let input = Value::map([("command", text.as_str().into()), (&key, text.as_str().into())]);
        for tool_name in ["Bash", "Write", text.as_str()] {
            let approval = tool(tool_name, input.clone());
            for shown in texts(&sections(&approval)) {
                prop_assert!(!exact::has_hidden(&shown), "{shown:?}");
            }
        }
    }
}

#[test]
fn nothing_that_is_shown_is_empty() {
    let request = r#"{"title":"Go on?","options":[{"optionId":"yes","name":"Go on","kind":"allow_once"}]}"#;
    let sections = sections(&of_acp(&serde_json::from_str(request).unwrap()));
    assert!(sections.iter().all(|section| section.body != Body::Fact(Vec::new())), "{sections:?}");
}

#[test]
fn a_caller_that_cannot_carry_a_change_offers_none() {
    let read = |json| of_sdk(&serde_json::from_str(json).unwrap());
    let whole = read(r#"{"tool_name":"Bash","input":{"command":"ls"}}"#);
    assert_eq!(editable(&whole), Some("ls"));
    let bare = read(r#"{"tool_name":"Bash","input":{"command":"ls"},"suppressEdit":true}"#);
    assert_eq!((editable(&bare), edited_input(&bare, "rm")), (None, None));
    assert_eq!((why_not_editable(&whole), why_not_editable(&bare)), (None, Some(WhyNoEdit::NotTaken)));
    let acp = read_acp_command();
    assert_eq!(why_not_editable(&acp), Some(WhyNoEdit::NotTaken));
    let mixed = read(r#"{"tool_name":"Bash","input":{"command":"a\r\nb\nc"}}"#);
    assert_eq!(why_not_editable(&mixed), Some(WhyNoEdit::LineEnds));
    for other in [r#"{"tool_name":"Read","input":{"file_path":"a"}}"#, r#"{"tool_name":"Bash","input":{"command":7}}"#]
    {
        assert_eq!(why_not_editable(&read(other)), Some(WhyNoEdit::NoText), "{other}");
    }
}

fn read_acp_command() -> Approval {
    let (_, approval) = cases(ACP, of_acp).swap_remove(0);
    approval
}

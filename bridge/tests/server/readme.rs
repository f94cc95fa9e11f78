//! The agents of the README, run word for word but for the port: what they print is what the README says.

use std::process::Output;

use ask_user_bridge::config::Config;
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::timeout;

use crate::bridge::{Bridge, PATIENCE};
use crate::page::Page;

const README: &str = include_str!("../../README.md");

/// A command of the section for agents, and the replies that stand below it.
struct Example {
    command: String,
    replies: Vec<&'static str>,
}

fn examples() -> Vec<Example> {
    let (_, section) = README.split_once("\n## For agents\n").expect("a section for agents");
    let block = section.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a block of commands");
    block.split("\n\n").map(example).collect()
}

fn example(text: &'static str) -> Example {
    let is_comment = |line: &&str| line.starts_with('#');
    let command: Vec<_> = text.lines().filter(|line| !is_comment(line)).collect();
    let after = text.lines().skip_while(is_comment).filter_map(|line| line.strip_prefix("# "));
    Example { command: command.join("\n"), replies: after.collect() }
}

/// The example whose command holds this text.
fn find(part: &str) -> Example {
    examples().into_iter().find(|example| example.command.contains(part)).expect(part)
}

async fn run(bridge: &Bridge, example: &Example) -> String {
    let command = example.command.replace("127.0.0.1:8787", &bridge.address.to_string());
    let output = Command::new("sh").args(["-c", &command]).kill_on_drop(true).output();
    let Output { status, stdout, .. } = timeout(PATIENCE, output).await.expect("curl ends").unwrap();
    assert!(status.success(), "{command}");
    String::from_utf8(stdout).unwrap()
}

/// Whether a reply is the one that the README shows; `…` stands for anything.
fn is_shown(reply: &str, shown: &str) -> bool {
    let mut rest = reply;
    for piece in shown.split('…') {
        let Some((_, after)) = rest.split_once(piece) else { return false };
        rest = after;
    }
    reply.starts_with(shown.split('…').next().unwrap_or_default()) && (rest.is_empty() || shown.ends_with('…'))
}

#[tokio::test]
async fn every_request_prints_a_reply_that_stands_below_it() {
    for (path, kind, results) in [
        ("/ask ", "ask_user_question", vec![json!({"Ship it?": "Yes"}), Value::Null]),
        (
            "/permission ",
            "permission_request",
            vec![
                json!({"behavior": "allow", "updatedInput": {"command": "npm test"}}),
                json!({"behavior": "deny", "message": "The user denied Bash: not on this machine"}),
                Value::Null,
            ],
        ),
        (
            "/elicit ",
            "elicitation_request",
            vec![
                json!({"action": "accept", "content": {"name": "my-site", "replicas": 2}}),
                json!({"action": "decline"}),
                Value::Null,
            ],
        ),
    ] {
        let example = find(path);
        assert_eq!(example.replies.len(), results.len(), "{path}");
        for (result, shown) in results.iter().zip(&example.replies) {
            // The last one has less time than anybody needs.
            let is_unanswered = result.is_null() && kind != "ask_user_question";
            let command = if is_unanswered {
                example.command.replace(path, &path.replace(' ', "?timeout=1 "))
            } else {
                example.command.clone()
            };
            let bridge = Bridge::start(Config::default()).await;
            let mut page = Page::open(&bridge, "demo").await;
            let person = async {
                let asked = page.expect(kind).await;
                match kind {
                    _ if is_unanswered => {}
                    "ask_user_question" if result.is_null() => page.cancel(&asked).await,
                    "ask_user_question" => page.answer(&asked, result.clone()).await,
                    _ => page.decide(&asked, result).await,
                }
            };
            let example = Example { command, replies: Vec::new() };
            let (printed, ()) = tokio::join!(run(&bridge, &example), person);
            assert!(is_shown(&printed, shown), "{printed} is not {shown}");
        }
    }
}

#[tokio::test]
async fn the_other_commands_print_what_stands_below_them() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "demo").await;
    for part in ["-X POST", "/sessions/demo\n", "/events"] {
        let example =
            examples().into_iter().find(|example| format!("{}\n", example.command).contains(part)).expect(part);
        let printed = run(&bridge, &example).await;
        match example.replies.first() {
            Some(shown) => assert!(is_shown(&printed, shown), "{printed} is not {shown}"),
            None => assert_eq!(page.expect("text").await["chunk"], "Working on it…"),
        }
    }
}

#[test]
fn a_reply_is_compared_to_the_letter_but_for_what_is_left_out() {
    assert!(is_shown(r#"{"a":1,"b":[2]}"#, r#"{"a":1,"b":[…]}"#));
    assert!(is_shown("ab", "ab"));
    for (reply, shown) in [("ab", "b"), ("ab", "a"), ("ac", "a…b"), ("xab", "a…b")] {
        assert!(!is_shown(reply, shown), "{reply} {shown}");
    }
}

//! The agents of the README, run word for word but for the port: what they print is what the README says.

use std::process::Output;

use ask_user_bridge::config::{Config, Names};
use ask_user_bridge::token::{Keys, Token};
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
    examples_below("\n## For agents\n")
}

/// The first block of commands below a heading.
fn examples_below(heading: &str) -> Vec<Example> {
    let (_, section) = README.split_once(heading).expect("a section for agents");
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

#[tokio::test]
async fn the_commands_for_calls_that_break_print_what_stands_below_them() {
    let bridge = Bridge::start(Config::default()).await;
    let mut page = Page::open(&bridge, "demo").await;
    let [mut keyed, start, poll, withdraw, list] =
        examples_below("\n### When a call breaks\n").try_into().ok().unwrap();
    let yes = || json!({"Ship it?": "Yes"});
    for _ in ["asked", "repeated"] {
        let person = async {
            page.expect("session_status").await;
            let asked = page.expect("ask_user_question").await;
            page.answer(&asked, yes()).await;
            page.expect("ask_user_ack").await;
        };
        let (printed, ()) = tokio::join!(run(&bridge, &keyed), person);
        assert!(is_shown(&printed, keyed.replies[0]), "{printed}");
        assert_eq!(run(&bridge, &keyed).await, printed, "the same call is the same ask");
        keyed.command = keyed.command.replace("release-42", "release-43");
    }
    let printed = run(&bridge, &start).await;
    assert!(is_shown(&printed, start.replies[0]), "{printed}");
    let asked = page.expect("ask_user_question").await;
    let id = asked["question_id"].as_str().unwrap();
    let of_it = |example: &Example| Example { command: example.command.replace("q_…", id), replies: Vec::new() };
    assert!(is_shown(&run(&bridge, &list).await, list.replies[0]));
    page.answer(&asked, yes()).await;
    for example in [&poll, &withdraw] {
        let printed = run(&bridge, &of_it(example)).await;
        assert!(is_shown(&printed, example.replies[0]), "{printed}");
    }
}

#[tokio::test]
async fn the_command_for_a_token_prints_one_that_opens_the_session() {
    let (_, section) = README.split_once("\n## Tokens for one session\n").expect("a section for tokens");
    let block = section.split("```sh\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a command");
    let example = example(block);
    let config = Config {
        token: Token::new("master"),
        token_keys: Keys::new("0123456789abcdef0123456789abcdef"),
        names: Some(Names::Any),
        ..Config::default()
    };
    let bridge = Bridge::start(config).await;
    let command = format!("SESSION=demo; ASK_USER_BRIDGE_TOKEN=master\n{}", example.command);
    let printed = run(&bridge, &Example { command, replies: Vec::new() }).await;
    assert!(is_shown(printed.trim(), example.replies[0]), "{printed}");
    let reply: Value = serde_json::from_str(&printed).unwrap();
    let mut page = Page::handshake(&bridge, "demo", &[]).await.unwrap();
    page.send(json!({"type": "authenticate", "token": reply["token"]})).await;
    page.greeting().await;
}

#[test]
fn a_reply_is_compared_to_the_letter_but_for_what_is_left_out() {
    assert!(is_shown(r#"{"a":1,"b":[2]}"#, r#"{"a":1,"b":[…]}"#));
    assert!(is_shown("ab", "ab"));
    for (reply, shown) in [("ab", "b"), ("ab", "a"), ("ac", "a…b"), ("xab", "a…b")] {
        assert!(!is_shown(reply, shown), "{reply} {shown}");
    }
}

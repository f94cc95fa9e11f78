//! No test can start `compose.yaml`; what it names can be checked, and that its times fit together.

use std::time::Duration;

use ask_user_bridge::args::{Command, parse};
use ask_user_bridge::config::Config;

use crate::bridge::Bridge;
use crate::container;

const COMPOSE: &str = include_str!("../../../compose.yaml");

/// What follows the one line that begins with this word.
fn line(word: &str) -> &'static str {
    let mut lines = COMPOSE.lines().filter_map(|line| line.trim_start().strip_prefix(word)?.strip_prefix(' '));
    let first = lines.next().unwrap_or_else(|| panic!("there is no {word}"));
    assert_eq!(lines.next(), None, "there is one {word}");
    first
}

/// A time such as `20s` or `25h`.
fn time(text: &str) -> Duration {
    let (number, unit) = text.split_at(text.len() - 1);
    let seconds = match unit {
        "s" => 1,
        "h" => 3_600,
        _ => panic!("{text}"),
    };
    Duration::from_secs(number.parse::<u64>().unwrap() * seconds)
}

/// A bridge as a container of it starts: the image's own words, and the command in place of its CMD.
fn config() -> Config {
    let command = COMPOSE.lines().find_map(|line| line.strip_prefix("  command: ")).expect("the command of a bridge");
    let words: Vec<String> = serde_json::from_str(command).unwrap();
    let environment = |name: &str| match name {
        "ASK_USER_BRIDGE_STORE" => Some(line("ASK_USER_BRIDGE_STORE:").into()),
        "ASK_USER_BRIDGE_TOKEN" => Some("token".into()),
        _ => None,
    };
    match parse([&container::entrypoint()[1..], &words].concat(), environment) {
        Ok(Command::Serve(config)) => *config,
        other => panic!("{other:?}"),
    }
}

#[test]
fn its_bridges_start_and_share_a_store() {
    let config = config();
    assert!(config.listen.ip().is_unspecified(), "the proxy can reach it");
    assert!(config.store.is_some_and(|store| store.address == "redis://redis:6379"));
    assert!(COMPOSE.contains("\n  redis:\n    image: redis:"));
    assert!(line("ASK_USER_BRIDGE_TOKEN:").contains(":?"), "nobody is served without a token");
    let head = COMPOSE.lines().take_while(|line| line.starts_with('#'));
    assert!(head.into_iter().any(|line| line.contains("ASK_USER_BRIDGE_TOKEN=")), "whoever reads it knows");
    for server in ["bridge-1", "bridge-2"] {
        assert_eq!(line(&format!("server {server}")), format!("{server}:{}", config.listen.port()));
        assert!(COMPOSE.contains(&format!("\n  {server}:\n    <<: *bridge\n")));
    }
}

#[tokio::test]
async fn its_proxy_asks_for_a_path_that_there_is_by_a_name_that_is_known() {
    let check = line("http-check send");
    let path = check.split(' ').skip_while(|word| *word != "uri").nth(1).unwrap();
    assert_eq!(Bridge::start(Config::default()).await.get(path).await.status, 200);
    let host = check.split(' ').next_back().unwrap();
    assert!(config().allow_hosts.contains(&host.to_owned()));
}

#[test]
fn a_bridge_that_stops_gets_no_traffic_any_more_and_is_not_killed() {
    let server: Vec<_> = line("default-server").split(' ').collect();
    let after = |word| server.iter().skip_while(|other| **other != word).nth(1).unwrap();
    let notices = time(after("inter")) * after("fall").parse().unwrap();
    let limits = config().limits;
    assert!(notices < limits.drain, "{notices:?}");
    assert!(limits.drain + limits.stop < time(line("stop_grace_period:")));
}

#[test]
fn nobody_cuts_a_call_that_waits_for_a_person() {
    // The longest limit of an ask is a day.
    for word in ["timeout server", "timeout client"] {
        assert!(time(line(word)) > Duration::from_secs(86_400), "{word}");
    }
    let beat = Duration::from_secs(config().limits.beat_seconds.into());
    assert!(time(line("timeout tunnel")) > 2 * beat);
    assert!(COMPOSE.contains("option redispatch") && COMPOSE.contains("option forwardfor"));
}

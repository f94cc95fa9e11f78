//! The Containerfile cannot be built by a test; what it names can be checked.

use ask_user_bridge::args::{Command, parse};
use ask_user_bridge::config::Config;

use crate::bridge::Bridge;

const CONTAINERFILE: &str = include_str!("../../../Containerfile");

/// What follows the last of these instructions.
fn last(instruction: &str) -> &'static str {
    let mut lines = CONTAINERFILE.lines().filter_map(|line| line.strip_prefix(instruction)?.strip_prefix(' '));
    lines.next_back().unwrap_or_else(|| panic!("there is no {instruction}"))
}

fn words(list: &str) -> Vec<String> {
    serde_json::from_str(list).unwrap_or_else(|_| panic!("no list of words: {list}"))
}

/// The words with which a container begins.
pub(crate) fn entrypoint() -> Vec<String> {
    words(last("ENTRYPOINT"))
}

fn config() -> Config {
    let start = entrypoint();
    assert_eq!(start[0], "ask-user-bridge");
    match parse([&start[1..], &words(last("CMD"))].concat(), |_| None) {
        Ok(Command::Serve(config)) => *config,
        other => panic!("{other:?}"),
    }
}

#[test]
fn its_flags_are_flags_of_the_bridge() {
    let config = config();
    assert!(config.listen.ip().is_unspecified(), "others can reach it");
    assert_eq!(last("EXPOSE"), config.listen.port().to_string());
    assert!(!config.limits.drain.is_zero());
}

#[tokio::test]
async fn its_health_check_asks_for_a_path_that_there_is() {
    let check = last("HEALTHCHECK");
    let command = words(&check[check.find('[').unwrap()..]);
    let address = format!("http://127.0.0.1:{}", config().listen.port());
    let path = command.last().unwrap().strip_prefix(&address).expect("the port on which it listens");
    assert_eq!(Bridge::start(Config::default()).await.get(path).await.status, 200);
    assert!(CONTAINERFILE.contains(&format!("--no-install-recommends {}", command[0])), "the program is installed");
}

#[test]
fn it_builds_with_the_compiler_of_the_project_and_runs_as_nobody_in_particular() {
    let toolchain = include_str!("../../../rust-toolchain.toml");
    let version = toolchain.split("channel = \"").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert!(CONTAINERFILE.contains(&format!("FROM rust:{version}-")), "{version}");
    assert!(CONTAINERFILE.contains(&format!("RUSTUP_TOOLCHAIN={version}\n")), "{version}");
    let profile = CONTAINERFILE.split("--profile ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    assert!(include_str!("../../../Cargo.toml").contains(&format!("[profile.{profile}]")));
    assert!(last("COPY").contains(&format!("/target/{profile}/{} ", env!("CARGO_PKG_NAME"))));
    let user: u32 = last("USER").parse().unwrap();
    assert!(user > 0 && CONTAINERFILE.contains(&format!("--uid {user} ")));
}

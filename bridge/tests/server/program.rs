//! The program: its line, its exit codes, its end.

use std::net::TcpListener;
use std::process::{Output, Stdio};

use futures_util::StreamExt;
use tokio::io::{AsyncBufReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::bridge::PATIENCE;

pub(crate) fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ask-user-bridge"));
    for name in ["ASK_USER_BRIDGE_TOKEN", "ASK_USER_BRIDGE_TOKEN_KEY", "ASK_USER_BRIDGE_STORE"] {
        command.env_remove(name);
    }
    command.args(args).kill_on_drop(true);
    command
}

async fn run(args: &[&str]) -> Output {
    timeout(PATIENCE, program(args).output()).await.expect("the program ends").unwrap()
}

/// Starts the program and reads where it listens.
async fn start(args: &[&str]) -> (Child, Lines<BufReader<ChildStdout>>, String) {
    let mut child = program(args).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = timeout(PATIENCE, lines.next_line()).await.expect("a line comes").unwrap().unwrap();
    let address = line.strip_prefix("listening on http://").expect(&line).to_owned();
    (child, lines, address)
}

#[tokio::test]
async fn it_says_that_its_sessions_are_its_own() {
    let mut child =
        program(&["--listen", "127.0.0.1:0"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let line = timeout(PATIENCE, lines.next_line()).await.expect("a line comes").unwrap().unwrap();
    assert!(line.contains("sessions live in this process only"), "{line}");
}

#[tokio::test]
async fn it_says_where_it_listens() {
    let (_child, _lines, address) = start(&["--listen", "127.0.0.1:0"]).await;
    assert!(address.starts_with("127.0.0.1:") && !address.ends_with(":0"), "{address}");
    tokio::net::TcpStream::connect(&address).await.unwrap();
}

#[tokio::test]
async fn it_prints_what_happens_if_it_is_told_to() {
    let args = ["--listen", "127.0.0.1:0", "--verbose"];
    let mut child = program(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = timeout(PATIENCE, out.next_line()).await.expect("a line comes").unwrap().unwrap();
    let address = line.strip_prefix("listening on http://").expect(&line);
    let (mut page, _) = tokio_tungstenite::connect_async(format!("ws://{address}/ws/demo")).await.unwrap();
    for _ in ["connected", "session_status"] {
        page.next().await.unwrap().unwrap();
    }
    drop(page);
    let mut printed = BufReader::new(child.stderr.take().unwrap()).lines();
    // The first line says that sessions are of this process only.
    printed.next_line().await.unwrap().unwrap();
    for (what, frame) in
        [("connected", ""), ("sent", "frame=\"connected\""), ("sent", "frame=\"session_status\""), ("gone", "")]
    {
        let line = timeout(PATIENCE, printed.next_line()).await.expect("a line comes").unwrap().unwrap();
        let start = format!(" DEBUG {what} session=\"demo\" connection=\"c_");
        assert!(line.contains(&start) && line.contains(frame), "{line}");
    }
}

#[cfg(unix)]
#[tokio::test]
async fn it_ends_on_a_signal_and_closes_its_sockets() {
    for signal in ["TERM", "INT"] {
        let (mut child, mut lines, address) = start(&["--listen", "127.0.0.1:0"]).await;
        let (mut page, _) = tokio_tungstenite::connect_async(format!("ws://{address}/ws/s")).await.unwrap();
        // Its first word shows that the session has it.
        page.next().await.unwrap().unwrap();
        let id = child.id().unwrap().to_string();
        assert!(Command::new("kill").args(["-s", signal, &id]).status().await.unwrap().success());
        let code = loop {
            match timeout(PATIENCE, page.next()).await.expect("the socket is closed").unwrap().unwrap() {
                Message::Close(frame) => break u16::from(frame.unwrap().code),
                _ => continue,
            }
        };
        assert_eq!(code, 1001);
        drop(page);
        let status = timeout(PATIENCE, child.wait()).await.expect("the program ends").unwrap();
        assert_eq!(status.code(), Some(0));
        assert_eq!(lines.next_line().await.unwrap(), None, "one line is all it says");
    }
}

#[tokio::test]
async fn a_wrong_flag_is_one_sentence_and_2() {
    for args in [&["--nope"][..], &["--listen", "here"], &["--timeout", "soon"], &["--agent", "x"], &["--token", ""]] {
        let output = run(args).await;
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(output.stdout.is_empty());
        assert_eq!(String::from_utf8_lossy(&output.stderr).lines().count(), 1, "{args:?}");
    }
}

#[tokio::test]
async fn what_cannot_start_is_one_sentence_and_1() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for (args, word) in [(&["--listen", &address][..], "in use"), (&["--dist", "/no/such"], "/no/such")] {
        let output = run(args).await;
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.lines().count() == 1 && error.contains(word), "{args:?}: {error}");
    }
}

#[tokio::test]
async fn help_and_version() {
    let help = run(&["--help"]).await;
    assert_eq!(help.status.code(), Some(0));
    let help = String::from_utf8(help.stdout).unwrap();
    for flag in [
        "listen",
        "timeout",
        "dist",
        "allow-origin",
        "allow-host",
        "token",
        "token-key",
        "agent",
        "plain",
        "log",
        "help",
        "version",
    ] {
        assert!(help.contains(&format!("--{flag}")), "{flag}");
    }
    let version = run(&["--version"]).await;
    assert_eq!(
        String::from_utf8(version.stdout).unwrap(),
        concat!("ask-user-bridge ", env!("CARGO_PKG_VERSION"), "\n")
    );
}

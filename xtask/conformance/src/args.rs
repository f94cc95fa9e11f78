//! The command line.

use std::ffi::OsString;
use std::time::Duration;

use lexopt::prelude::{Long, Short, Value, ValueExt};

use crate::run::Asking;

/// What `--help` prints.
pub const HELP: &str = "\
Plays the page against a bridge of docs/protocol.md, and prints what the bridge does and where it differs.

Usage: cargo xtask conformance ws://ADDRESS [FLAGS]

  ws://ADDRESS         where pages connect; the session's name takes the place of {session}, or is added after a slash
  --ask-url URL        how an agent asks: POST with an AskUserQuestion input, and a reply when it was answered. {session} and
                       {timeout}, in seconds, are filled in. Approvals and forms go to permission and elicit in the place of ask
  --wait-for-ask       somebody else makes an agent ask, whenever the command says so
  --session NAME       use this session for everything, instead of one for each check
  --token T            the token of pages and agents
  --patience SECONDS   how long to wait for what should come [10]
  --quiet SECONDS      for how long nothing may come before it counts as nothing [1]

Without --ask-url and --wait-for-ask, only what needs no ask is tried.
For the reference bridge:
  cargo xtask conformance ws://127.0.0.1:8787/ws \\
    --ask-url 'http://127.0.0.1:8787/sessions/{session}/ask?timeout={timeout}'";

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Print [`HELP`].
    Help,
    /// Check a bridge.
    Check(Target),
}

/// A bridge, and how to reach it.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// Where pages connect.
    pub url: String,
    /// How an agent asks.
    pub asking: HowToAsk,
    /// The session for everything, if it is to be one.
    pub session: Option<String>,
    /// The token of pages and agents.
    pub token: Option<String>,
    /// How long to wait for what should come.
    pub patience: Duration,
    /// For how long nothing may come before it counts as nothing.
    pub quiet: Duration,
}

/// How asks come about.
#[derive(Clone, Debug, PartialEq)]
pub enum HowToAsk {
    /// Not at all.
    Never,
    /// Somebody makes an agent ask.
    ByHand,
    /// By a POST to this address.
    Url(String),
}

impl HowToAsk {
    /// As the run has to know it.
    pub fn asking(&self) -> Asking {
        match self {
            HowToAsk::Never => Asking::Never,
            HowToAsk::ByHand => Asking::ByHand,
            HowToAsk::Url(_) => Asking::ByCall,
        }
    }
}

/// Reads the arguments. The error is one sentence.
pub fn parse<I>(args: I) -> Result<Command, String>
where
    I: IntoIterator,
    I::Item: Into<OsString>,
{
    let mut args = lexopt::Parser::from_args(args);
    let mut url = None;
    let (mut asking, mut session, mut token) = (HowToAsk::Never, None, None);
    let (mut patience, mut quiet) = (Duration::from_secs(10), Duration::from_secs(1));
    while let Some(arg) = args.next().map_err(sentence)? {
        match arg {
            Value(value) if url.is_none() => url = Some(value.string().map_err(sentence)?),
            Long("ask-url") => asking = HowToAsk::Url(plain("--ask-url", "http://", text(&mut args)?)?),
            Long("wait-for-ask") => asking = HowToAsk::ByHand,
            Long("session") => session = Some(text(&mut args)?),
            Long("token") => token = Some(text(&mut args)?),
            Long("patience") => patience = seconds("--patience", &text(&mut args)?)?,
            Long("quiet") => quiet = seconds("--quiet", &text(&mut args)?)?,
            Short('h') | Long("help") => return Ok(Command::Help),
            other => return Err(format!("{} (see --help)", other.unexpected())),
        }
    }
    let url = url.ok_or("where is the bridge? An address such as ws://127.0.0.1:8787/ws is missing (see --help)")?;
    let url = plain("the bridge", "ws://", url)?;
    Ok(Command::Check(Target { url, asking, session, token, patience, quiet }))
}

fn seconds(flag: &str, value: &str) -> Result<Duration, String> {
    let seconds = value.parse().ok().filter(|seconds| (0.01..=60.0).contains(seconds));
    seconds.map(Duration::from_secs_f64).ok_or_else(|| format!("{flag} wants seconds, from 0.01 to 60"))
}

/// An address without encryption: a bridge is checked before whatever stands in front of it.
fn plain(what: &str, scheme: &str, url: String) -> Result<String, String> {
    let rest = url.strip_prefix(scheme).filter(|rest| !rest.is_empty() && !rest.starts_with('/'));
    match rest {
        Some(_) => Ok(url),
        None => Err(format!("{what} wants an address that begins with {scheme}")),
    }
}

fn text(args: &mut lexopt::Parser) -> Result<String, String> {
    args.value().map_err(sentence)?.string().map_err(sentence)
}

fn sentence(error: lexopt::Error) -> String {
    format!("{error} (see --help)")
}

#[cfg(test)]
mod tests {
    use super::{Command, HowToAsk, Target, parse};
    use std::time::Duration;

    fn target(line: &str) -> Result<Target, String> {
        match parse(line.split_whitespace())? {
            Command::Check(target) => Ok(target),
            Command::Help => panic!("help"),
        }
    }

    #[test]
    fn an_address_is_enough() {
        let target = target("ws://127.0.0.1:8787/ws").unwrap();
        assert_eq!(target.asking, HowToAsk::Never);
        assert_eq!((target.session, target.token, target.quiet), (None, None, Duration::from_secs(1)));
    }

    #[test]
    fn every_flag() {
        let line = "ws://a/ws --ask-url http://a/{session}/ask --session s --token t --patience 3 --quiet 0.5";
        let asking = HowToAsk::Url("http://a/{session}/ask".to_owned());
        let (patience, quiet) = (Duration::from_secs(3), Duration::from_millis(500));
        let (session, token) = (Some("s".to_owned()), Some("t".to_owned()));
        assert_eq!(target(line), Ok(Target { url: "ws://a/ws".to_owned(), asking, session, token, patience, quiet }));
        assert_eq!(target("--wait-for-ask ws://a/ws").unwrap().asking, HowToAsk::ByHand);
        assert_eq!(parse(["ws://a", "--help"]), Ok(Command::Help));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (line, word) in [
            ("", "ws://"),
            ("wss://a/ws", "ws://"),
            ("ws://", "ws://"),
            ("ws://a --ask-url https://a", "http://"),
            ("ws://a ws://b", "ws://b"),
            ("ws://a --quiet soon", "--quiet"),
            ("ws://a --what", "--what"),
        ] {
            assert!(target(line).unwrap_err().contains(word), "{line}");
        }
    }
}

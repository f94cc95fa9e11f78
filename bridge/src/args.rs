//! The command line.

use std::ffi::OsString;

use lexopt::prelude::{Long, Short, ValueExt};

use crate::agent::Agent;
use crate::config::{Config, Names};
use crate::room::TimeLimit;
use crate::token::Token;

/// What `--help` prints.
pub const HELP: &str = "\
Carries questions from AI agents to <ask-user>, and the answers back.

Usage: ask-user-bridge [FLAGS]

  --listen ADDRESS     where to listen; port 0 takes a free one [127.0.0.1:8787]
  --timeout SECONDS    how long a person has to answer; 0 for no limit [55]
  --dist DIR           serve the files of this folder
  --allow-origin URL   let pages of this origin connect, beside the bridge's own; repeatable
  --allow-host NAME    answer to this host name, beside addresses, localhost and the origins' own; repeatable
  --token T            want this token of agents and pages; better set as ASK_USER_BRIDGE_TOKEN
  --sessions KIND      any: take every name; unguessable: 22 characters and more [any on loopback without a token]
  --agent demo         answer chat messages with a scripted agent
  --plain              speak the basic protocol only, without extensions
  --verbose            print a line for each connection, frame and ask, without what they say
  --help               print this
  --version            print the version

Agents: POST /sessions (a fresh id), POST /sessions/{id}/ask, POST /sessions/{id}/events,
GET /sessions/{id} (whether somebody is connected). Pages: GET /ws/{id}.";

/// What the command line asks for.
#[derive(Debug)]
pub enum Command {
    /// Print [`HELP`].
    Help,
    /// Print the version.
    Version,
    /// Serve.
    Serve(Box<Config>),
}

/// Reads the arguments after the program's name, and the token of the environment. An error is one sentence.
pub fn parse<I>(args: I, token: Option<OsString>) -> Result<Command, String>
where
    I: IntoIterator,
    I::Item: Into<OsString>,
{
    let mut config = Config { token: token.map(token_of).transpose()?, ..Config::default() };
    let mut args = lexopt::Parser::from_args(args);
    while let Some(arg) = args.next().map_err(sentence)? {
        match arg {
            Long("listen") => {
                let address = text(&mut args)?.parse();
                config.listen = address.map_err(|_| "--listen wants an address and a port, such as 127.0.0.1:8787")?;
            }
            Long("timeout") => {
                let seconds = text(&mut args)?.parse().ok().filter(|seconds| *seconds <= 86_400);
                let seconds = seconds.ok_or("--timeout wants a whole number of seconds from 0 to 86400")?;
                config.limit = TimeLimit::from_seconds(seconds);
            }
            Long("dist") => config.dist = Some(args.value().map_err(sentence)?.into()),
            Long("allow-origin") => config.allow_origins.push(origin(&text(&mut args)?)?),
            Long("allow-host") => config.allow_hosts.push(host(&text(&mut args)?)?),
            Long("token") => config.token = Some(token_of(args.value().map_err(sentence)?)?),
            Long("agent") => {
                let agent = Agent::named(&text(&mut args)?);
                config.agent = Some(agent.ok_or("--agent knows one agent only: demo")?);
            }
            Long("sessions") => {
                let names = Names::named(&text(&mut args)?);
                config.names = Some(names.ok_or("--sessions wants any or unguessable")?);
            }
            Long("plain") => config.plain = true,
            Long("verbose") => config.verbose = true,
            Short('h') | Long("help") => return Ok(Command::Help),
            Short('V') | Long("version") => return Ok(Command::Version),
            other => return Err(format!("{} (see --help)", other.unexpected())),
        }
    }
    Ok(Command::Serve(Box::new(config)))
}

fn text(args: &mut lexopt::Parser) -> Result<String, String> {
    args.value().map_err(sentence)?.string().map_err(sentence)
}

fn token_of(secret: OsString) -> Result<Token, String> {
    let token = secret.to_str().and_then(Token::new);
    token.ok_or_else(|| "a token is made of printable ASCII characters without spaces".to_owned())
}

/// An origin as browsers write it: scheme, host, port where it is not the default one, nothing after it.
fn origin(url: &str) -> Result<String, String> {
    let wrong = || "--allow-origin wants an origin, such as https://app.example or http://localhost:8080".to_owned();
    let url = url.strip_suffix('/').unwrap_or(url).to_ascii_lowercase();
    let (scheme, host) = url.split_once("://").ok_or_else(wrong)?;
    let default_port = match scheme {
        "http" => ":80",
        "https" => ":443",
        _ => return Err(wrong()),
    };
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    let host = host.strip_suffix(default_port).unwrap_or(host);
    if host.is_empty() || !host.bytes().all(is_allowed) {
        return Err(wrong());
    }
    Ok(format!("{scheme}://{host}"))
}

/// A host as it stands in `Host`, without its port.
fn host(name: &str) -> Result<String, String> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
    if name.is_empty() || !name.bytes().all(is_allowed) {
        return Err("--allow-host wants the name of a host without a port, such as bridge.example".to_owned());
    }
    Ok(name.to_ascii_lowercase())
}

fn sentence(error: lexopt::Error) -> String {
    format!("{error} (see --help)")
}

#[cfg(test)]
mod tests {
    use super::{Command, parse};
    use crate::agent::Agent;
    use crate::config::{Config, Names};
    use crate::room::TimeLimit;

    fn config(args: &[&str]) -> Result<Config, String> {
        match parse(args, None)? {
            Command::Serve(config) => Ok(*config),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn without_flags_it_listens_on_loopback() {
        let config = config(&[]).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8787");
        assert_eq!(config.limit, TimeLimit::Seconds(55));
        assert!(config.token.is_none() && config.agent.is_none() && config.dist.is_none() && !config.plain);
    }

    #[test]
    fn every_flag() {
        let args = "--listen [::1]:0 --timeout=0 --dist d --allow-origin https://A.example/ --allow-origin \
                    http://localhost:8080 --allow-host Bridge.example --token t --sessions any --agent demo --plain --verbose";
        let config = config(&args.split_whitespace().collect::<Vec<_>>()).unwrap();
        assert_eq!(config.listen.to_string(), "[::1]:0");
        assert_eq!(config.limit, TimeLimit::Never);
        assert_eq!(config.dist.unwrap().to_str(), Some("d"));
        assert_eq!(config.allow_origins, ["https://a.example", "http://localhost:8080"]);
        assert_eq!(config.allow_hosts, ["bridge.example"]);
        assert!(config.token.unwrap().is("t"));
        assert!(matches!(config.agent, Some(Agent::Demo { .. })));
        assert_eq!(config.names, Some(Names::Any));
        assert!(config.plain && config.verbose);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (args, word) in [
            (&["--what"][..], "--what"),
            (&["stray"], "stray"),
            (&["--listen"], "--listen"),
            (&["--listen", "localhost"], "--listen"),
            (&["--timeout", "soon"], "--timeout"),
            (&["--timeout", "86401"], "--timeout"),
            (&["--allow-origin", "*"], "--allow-origin"),
            (&["--allow-origin", "null"], "--allow-origin"),
            (&["--allow-origin", "https://a.example/page"], "--allow-origin"),
            (&["--allow-origin", "ftp://a.example"], "--allow-origin"),
            (&["--allow-host", ""], "--allow-host"),
            (&["--allow-host", "*"], "--allow-host"),
            (&["--allow-host", "bridge.example:80"], "--allow-host"),
            (&["--allow-host", "https://bridge.example"], "--allow-host"),
            (&["--agent", "smith"], "--agent"),
            (&["--sessions", "secret"], "--sessions"),
            (&["--token", ""], "token"),
            (&["--plain=yes"], "--plain"),
        ] {
            let error = config(args).unwrap_err();
            assert!(error.contains(word) && !error.contains('\n'), "{args:?}: {error}");
        }
    }

    #[test]
    fn the_flag_goes_before_the_environment() {
        let token = |args: &[&str]| match parse(args, Some("env".into())) {
            Ok(Command::Serve(config)) => config.token.unwrap(),
            other => panic!("{other:?}"),
        };
        assert!(token(&[]).is("env"));
        assert!(token(&["--token", "flag"]).is("flag"));
    }

    #[test]
    fn help_and_version() {
        assert!(matches!(parse(["--help"], None), Ok(Command::Help)));
        assert!(matches!(parse(["--version"], None), Ok(Command::Version)));
    }
}

//! The command line.

use std::ffi::OsString;

use lexopt::prelude::{Long, Short, ValueExt};

use crate::agent::Agent;
use crate::audit::Place;
use crate::config::{Config, Names, StoreConfig};
use crate::limit_flags::LimitFlag;
use crate::logging::Format;
use crate::room::TimeLimit;
use crate::store::Durability;
use crate::token::{Keys, Token};

/// The lines of `--help` about MCP.
#[cfg(feature = "mcp")]
macro_rules! mcp_flags {
    () => {
        "\
  --mcp-timeout SECS   how long a person has to answer a client of MCP; 0 for no limit [1800]
  --mcp-wait SECS      how long a call of such a client waits before it is told to call again [50]
"
    };
}
#[cfg(not(feature = "mcp"))]
macro_rules! mcp_flags {
    () => {
        ""
    };
}

/// What clients of MCP call.
#[cfg(feature = "mcp")]
macro_rules! mcp_route {
    () => {
        ", POST /mcp/{id} (MCP)"
    };
}
#[cfg(not(feature = "mcp"))]
macro_rules! mcp_route {
    () => {
        ""
    };
}

/// What `--help` prints.
pub const HELP: &str = concat!(
    "\
Carries questions from AI agents to <ask-user>, and the answers back.

Usage: ask-user-bridge [FLAGS]

  --listen ADDRESS     where to listen; port 0 takes a free one [127.0.0.1:8787]
  --timeout SECONDS    how long a person has to answer; 0 for no limit [55]
  --keep SECONDS       how long results are kept for agents whose call broke [86400]
  --store URL          share the sessions with other bridges: redis://host:port; better set as ASK_USER_BRIDGE_STORE
  --durable            with --store: confirm an answer when a replica of the store has it too
  --dist DIR           serve the files of this folder
  --allow-origin URL   let pages of this origin connect, beside the bridge's own; repeatable
  --allow-host NAME    answer to this host name, beside addresses, localhost and the origins' own; repeatable
  --token T            want this token of agents and pages; better set as ASK_USER_BRIDGE_TOKEN
  --token-key K        take tokens for one session each, signed with this key of 32 characters or more; repeatable: the
                       first one signs; better set as ASK_USER_BRIDGE_TOKEN_KEY, several with spaces between them
  --sessions KIND      any: take every name; unguessable: 22 characters and more [any on loopback without a token]
  --agent demo         answer chat messages with a scripted agent
  --plain              speak the basic protocol only, without extensions
",
    mcp_flags!(),
    "\
  --log FORMAT         how lines of the log look: human or json [human]
  --audit FILE         write a line of JSON for each ask that is over; - for standard error
  --audit-answers      with what was answered
  --verbose            log a line for each connection, frame and ask, without what they say
  --max-sessions N     sessions at a time [1024]
  --max-connections N  connections at a time, sockets and requests together [4096]
  --max-message-bytes N  size of a message or a body [1000000]
  --max-waiting-asks N   asks that wait in a session [32]
  --max-recorded-asks N  asks of a session that outlive their calls, those with a result among them [256]
  --max-missed-frames N  frames that are kept for a page that is away [512]
  --idle-session SECONDS  how long an unused session is kept [600]
  --drain SECONDS      how long to go on after the signal to stop, with 503 at /readyz [0]
  --help               print this
  --version            print the version

Agents: POST /sessions (a fresh id), POST /sessions/{id}/ask, POST /sessions/{id}/events,
GET /sessions/{id} (whether somebody is connected), GET /sessions/{id}/asks/{ask} (its result)",
    mcp_route!(),
    ".
Pages: GET /ws/{id}. The master token's holder: POST /sessions/{id}/tokens."
);

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

/// Reads the arguments after the program's name, and the secrets of the environment. An error is one sentence.
pub fn parse<I>(args: I, environment: impl Fn(&str) -> Option<OsString>) -> Result<Command, String>
where
    I: IntoIterator,
    I::Item: Into<OsString>,
{
    let mut config = Config {
        token: environment("ASK_USER_BRIDGE_TOKEN").map(token_of).transpose()?,
        token_keys: environment("ASK_USER_BRIDGE_TOKEN_KEY").map(keys_of).transpose()?,
        ..Config::default()
    };
    let mut token_keys = Vec::new();
    let mut store = environment("ASK_USER_BRIDGE_STORE").map(store_of).transpose()?;
    let mut durability = Durability::Store;
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
            #[cfg(feature = "mcp")]
            Long("mcp-timeout") => {
                let seconds = text(&mut args)?.parse().ok().filter(|seconds| *seconds <= 86_400);
                let seconds = seconds.ok_or("--mcp-timeout wants a whole number of seconds from 0 to 86400")?;
                config.mcp.limit = TimeLimit::from_seconds(seconds);
            }
            #[cfg(feature = "mcp")]
            Long("mcp-wait") => {
                let seconds = text(&mut args)?.parse().ok().filter(|seconds| (1..=3600).contains(seconds));
                let seconds = seconds.ok_or("--mcp-wait wants a whole number of seconds from 1 to 3600")?;
                config.mcp.wait = std::time::Duration::from_secs(seconds);
            }
            Long("keep") => {
                let seconds = text(&mut args)?.parse().ok().filter(|seconds| (1..=604_800).contains(seconds));
                config.keep_seconds = seconds.ok_or("--keep wants a whole number of seconds from 1 to 604800")?;
            }
            Long("store") => store = Some(store_of(args.value().map_err(sentence)?)?),
            Long("durable") => durability = Durability::Replica,
            Long("dist") => config.dist = Some(args.value().map_err(sentence)?.into()),
            Long("allow-origin") => config.allow_origins.push(origin(&text(&mut args)?)?),
            Long("allow-host") => config.allow_hosts.push(host(&text(&mut args)?)?),
            Long("token") => config.token = Some(token_of(args.value().map_err(sentence)?)?),
            Long("token-key") => token_keys.push(text(&mut args)?),
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
            Long("audit") => config.audit = Some(Place::named(args.value().map_err(sentence)?.into())),
            Long("audit-answers") => config.audit_answers = true,
            Long("log") => {
                let format = Format::named(&text(&mut args)?);
                config.log = format.ok_or("--log wants human or json")?;
            }
            Short('h') | Long("help") => return Ok(Command::Help),
            Short('V') | Long("version") => return Ok(Command::Version),
            Long(name) if LimitFlag::find(name).is_some() => {
                let flag = LimitFlag::find(name).expect("it was just found");
                flag.read(&mut config.limits, &text(&mut args)?)?;
            }
            other => return Err(format!("{} (see --help)", other.unexpected())),
        }
    }
    if !token_keys.is_empty() {
        config.token_keys = Some(keys_of(token_keys.join(" ").into())?);
    }
    config.store = match (store, durability) {
        (Some(address), durability) => Some(StoreConfig { address, durability }),
        (None, Durability::Replica) => return Err("--durable needs --store".to_owned()),
        (None, Durability::Store) => None,
    };
    Ok(Command::Serve(Box::new(config)))
}

fn store_of(address: OsString) -> Result<String, String> {
    let is_known = |address: &&str| ["redis://", "unix:"].iter().any(|scheme| address.starts_with(scheme));
    let address = address.to_str().filter(is_known).map(str::to_owned);
    address.ok_or_else(|| "--store wants an address such as redis://127.0.0.1:6379 or unix:/run/redis.sock".to_owned())
}

fn text(args: &mut lexopt::Parser) -> Result<String, String> {
    args.value().map_err(sentence)?.string().map_err(sentence)
}

fn token_of(secret: OsString) -> Result<Token, String> {
    let token = secret.to_str().and_then(Token::new);
    token.ok_or_else(|| "a token is made of printable ASCII characters without spaces".to_owned())
}

fn keys_of(keys: OsString) -> Result<Keys, String> {
    let keys = keys.to_str().and_then(Keys::new);
    keys.ok_or_else(|| "a token key is made of 32 or more printable ASCII characters without spaces".to_owned())
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
    use crate::audit::Place;
    use crate::config::{Config, Names};
    use crate::logging::Format;
    use crate::room::TimeLimit;
    use crate::session::SessionId;
    use crate::store::Durability;
    use crate::token::{Keys, Scope, Side};

    fn config(args: &[&str]) -> Result<Config, String> {
        match parse(args, |_| None)? {
            Command::Serve(config) => Ok(*config),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn without_flags_it_listens_on_loopback() {
        let config = config(&[]).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8787");
        assert_eq!(config.limit, TimeLimit::Seconds(55));
        assert_eq!(config.keep_seconds, 86_400);
        assert!(config.token.is_none() && config.agent.is_none() && config.dist.is_none() && !config.plain);
    }

    #[test]
    fn every_flag() {
        let args = "--listen [::1]:0 --timeout=0 --keep 60 --store redis://127.0.0.1:1 --durable --dist d --allow-origin https://A.example/ --allow-origin \
                    http://localhost:8080 --allow-host Bridge.example --token t --token-key 0123456789abcdef0123456789abcdef \
                    --token-key fedcba9876543210fedcba9876543210 --sessions any --agent demo --plain --verbose \
                    --log json --audit a.log --audit-answers --max-sessions 7 --drain 5";
        let config = config(&args.split_whitespace().collect::<Vec<_>>()).unwrap();
        assert_eq!(config.listen.to_string(), "[::1]:0");
        assert_eq!(config.limit, TimeLimit::Never);
        assert_eq!(config.keep_seconds, 60);
        let store = config.store.unwrap();
        assert_eq!((store.address.as_str(), store.durability), ("redis://127.0.0.1:1", Durability::Replica));
        assert_eq!(config.dist.unwrap().to_str(), Some("d"));
        assert_eq!(config.allow_origins, ["https://a.example", "http://localhost:8080"]);
        assert_eq!(config.allow_hosts, ["bridge.example"]);
        assert!(config.token.unwrap().is("t"));
        assert_signs(&config.token_keys.unwrap(), "0123456789abcdef0123456789abcdef");
        assert!(matches!(config.agent, Some(Agent::Demo { .. })));
        assert_eq!(config.names, Some(Names::Any));
        assert!(config.plain && config.verbose);
        assert_eq!(config.log, Format::Json);
        assert_eq!((config.audit, config.audit_answers), (Some(Place::File("a.log".into())), true));
        assert_eq!((config.limits.sessions, config.limits.drain.as_secs()), (7, 5));
    }

    #[test]
    #[cfg(feature = "mcp")]
    fn times_of_mcp() {
        let mcp = config(&["--mcp-timeout", "0", "--mcp-wait", "5"]).unwrap().mcp;
        assert_eq!((mcp.limit, mcp.wait.as_secs()), (TimeLimit::Never, 5));
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
            #[cfg(feature = "mcp")]
            (&["--mcp-timeout", "86401"], "--mcp-timeout"),
            #[cfg(feature = "mcp")]
            (&["--mcp-wait", "0"], "--mcp-wait"),
            (&["--keep", "0"], "--keep"),
            (&["--store", "localhost:6379"], "--store"),
            (&["--durable"], "--store"),
            (&["--keep", "604801"], "--keep"),
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
            (&["--token-key", "0123456789abcdef0123456789abcde"], "token key"),
            (&["--token-key", ""], "token key"),
            (&["--token-key", "0123456789abcdef0123456789abcdef", "--token-key", "short"], "token key"),
            (&["--plain=yes"], "--plain"),
            (&["--log", "xml"], "--log"),
            (&["--max-sessions", "0"], "--max-sessions"),
            (&["--max-sessions"], "--max-sessions"),
        ] {
            let error = config(args).unwrap_err();
            assert!(error.contains(word) && !error.contains('\n'), "{args:?}: {error}");
        }
    }

    #[test]
    fn the_flag_goes_before_the_environment() {
        let environment = |name: &str| match name {
            "ASK_USER_BRIDGE_TOKEN" => Some("env".into()),
            "ASK_USER_BRIDGE_TOKEN_KEY" => Some(format!("{ENV_KEY} {FLAG_KEY}").into()),
            "ASK_USER_BRIDGE_STORE" => Some("redis://environment".into()),
            other => panic!("{other}"),
        };
        let config = |args: &[&str]| match parse(args, environment) {
            Ok(Command::Serve(config)) => *config,
            other => panic!("{other:?}"),
        };
        assert!(config(&[]).token.unwrap().is("env"));
        assert!(config(&["--token", "flag"]).token.unwrap().is("flag"));
        assert_signs(&config(&[]).token_keys.unwrap(), ENV_KEY);
        assert_eq!(config(&[]).store.unwrap().address, "redis://environment");
        assert_eq!(config(&["--store", "redis://flag"]).store.unwrap().address, "redis://flag");
        assert_signs(&config(&["--token-key", FLAG_KEY]).token_keys.unwrap(), FLAG_KEY);
    }

    const ENV_KEY: &str = "environment_environment_environment";
    const FLAG_KEY: &str = "flag_flag_flag_flag_flag_flag_flag_flag";

    /// Whether a token of these keys is signed with this one.
    fn assert_signs(keys: &Keys, key: &str) {
        let scope = Scope::new(SessionId::random(), Side::Page, "ada", 0, 60).unwrap();
        assert_eq!(Keys::new(key).unwrap().judge(&keys.sign(&scope, 0), 0), Ok(scope));
    }

    #[test]
    fn help_and_version() {
        assert!(matches!(parse(["--help"], |_| None), Ok(Command::Help)));
        assert_eq!(super::HELP.contains("--mcp-wait"), cfg!(feature = "mcp"), "it names the flags that there are");
        assert_eq!(super::HELP.contains("/mcp/"), cfg!(feature = "mcp"));
        assert!(matches!(parse(["--version"], |_| None), Ok(Command::Version)));
    }
}

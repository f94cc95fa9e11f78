//! The command line: words in, one [`Command`] out. Pure, so that every complaint has a test.

use crate::bench::Bench;
use crate::load::Load;
use crate::serve::Options;
use crate::setup::Purpose;
use crate::simulate::Simulation;
use crate::test::Suite;
use lexopt::Parser;
use lexopt::prelude::{Long, Short, Value, ValueExt};
use std::ffi::OsString;

/// What `cargo xtask help` prints.
pub(crate) const USAGE: &str = "\
The commands of this project:

  cargo xtask serve [--port 8080] [--bridge-port 8787] [--release]
      Starts the bridge with its demo agent and the demo page, on 127.0.0.1, and ends both on Ctrl-C.
      --release builds the page optimised, but with panics that say where and why.

  cargo xtask test [--only SUITE]
      Runs every suite, or one with those that it builds on; --only may be given several times.
      Suites: format, clippy-native, clippy-wasm, native, browser, page, e2e, package, consumers, size.

  cargo xtask gallery [SCENE...]
      Photographs every state of the widget, or those named, at three widths, light and dark, into target/gallery/.

  cargo xtask simulate [--seeds 100000] [--from 1]
  cargo xtask simulate --fleet [--seeds 100000] [--from 1]
  cargo xtask simulate --storm [--clients 100000]
      Lives that many random sessions of widget and bridge under virtual time, with every fault that a network, a browser
      and people can cause; a session that breaks a rule is told with its seed, which replays it. --fleet: with three bridges
      over one store, which collide, miss each other's word, and die. Or counts the connects
      a second that a bridge has to take when it comes back to that many clients.

  cargo xtask load [--nodes 3] [--sessions 10000]
  cargo xtask load --held [--sessions 10000]
      Measures one bridge, and so many over Redis, under load on this machine; prints one table. --sessions may be given
      several times. --held: one bridge, where each session has a page and an agent's held call.

  cargo xtask endurance [--asks 10000]
      Asks so many times in one page, and prints its memory, nodes and listeners after each thousand; fails if they grow.

  cargo xtask bench [--quick] [--only PART]
      Measures the element beside the same dialog in React and in Solid, and counts the session's instructions; prints one
      table, and writes target/bench/report.json. --quick takes a few samples. --only may be given several times.
      Parts: bytes, navigation, opening, opening-counts, keys, key-counts, letters, growth, rest, cycles, session.

  cargo xtask fuzz [--seconds 60]
      Feeds random and hostile input to the decoder and to the reader of markdown, each for so long.

  cargo xtask package [--readable]
      Makes the npm package, in target/package/.
      --readable makes a larger one that says where and why it panicked, for finding a fault.

  cargo xtask size
      Makes the npm package, and prints what the download is made of: files, sections, crates, functions.

  cargo xtask conformance ws://ADDRESS [--ask-url URL | --wait-for-ask] [--session NAME] [--token T]
      Plays the page against a bridge of docs/protocol.md, and prints what it does and where it differs. --help says more.

  cargo xtask bridge
      Makes the bridge as it is given away, in target/bridge/.

  cargo xtask consumers [NAME...]
      Makes a project of every kind that may use the package, or those named, and answers a question in each.

  cargo xtask setup [--for serve|test]
      Installs what is missing for the commands above. All do this by themselves.

  cargo xtask help
      Prints this text.";

/// What the person asked for.
#[derive(Debug, PartialEq)]
pub(crate) enum Command {
    /// Print the usage text.
    Help,
    /// Install what is missing.
    Setup(Purpose),
    /// Serve the demo page.
    Serve(Options),
    /// Photograph scenes: all when none is named.
    Gallery {
        /// The scenes that were named.
        scenes: Vec<String>,
    },
    /// Measure the element beside other pages.
    Bench(Bench),
    /// Measure bridges under load.
    Load(Load),
    /// Ask very often in one page.
    Endurance {
        /// How often.
        asks: u64,
    },
    /// Simulate sessions, or a storm.
    Simulate(Simulation),
    /// Run each fuzz target.
    Fuzz {
        /// For so long.
        seconds: u32,
    },
    /// Make the npm package.
    Package {
        /// With panics that say where and why.
        is_readable: bool,
    },
    /// Print what the download is made of.
    Size,
    /// Check a bridge against the protocol.
    Conformance {
        /// The words for the program that does it.
        words: Vec<OsString>,
    },
    /// Make the bridge as it is given away.
    Bridge,
    /// Try consumers of the package: all when none is named.
    Consumers {
        /// The consumers that were named.
        names: Vec<String>,
    },
    /// Run suites: all when `only` is empty.
    Test {
        /// The suites that were named.
        only: Vec<Suite>,
    },
}

/// Reads the words after `cargo xtask`. The error is a sentence for the person.
pub(crate) fn parse<I>(words: I) -> Result<Command, String>
where
    I: IntoIterator,
    I::Item: Into<OsString>,
{
    let mut words = Parser::from_args(words);
    let mut command = match words.next().map_err(sentence)? {
        Some(Short('h') | Long("help")) => return Ok(Command::Help),
        Some(Value(name)) => Command::named(&name.to_string_lossy())?,
        Some(other) => return Err(sentence(other.unexpected())),
        None => return Err("which command?".into()),
    };
    if let Command::Conformance { words: own } = &mut command {
        own.extend(words.raw_args().map_err(sentence)?);
        return Ok(command);
    }
    while let Some(word) = words.next().map_err(sentence)? {
        match (&mut command, word) {
            (_, Short('h') | Long("help")) => return Ok(Command::Help),
            (Command::Setup(purpose), Long("for")) => {
                let value = text(&mut words)?;
                *purpose =
                    Purpose::parse(&value).ok_or_else(|| format!("--for takes `serve` or `test`, not `{value}`"))?;
            }
            (Command::Serve(options), Long("port")) => options.port = port(&mut words, "--port")?,
            (Command::Serve(options), Long("bridge-port")) => options.bridge_port = port(&mut words, "--bridge-port")?,
            (Command::Serve(options), Long("release")) => options.release = true,
            (Command::Package { is_readable }, Long("readable")) => *is_readable = true,
            (Command::Test { only }, Long("only")) => {
                let value = text(&mut words)?;
                only.push(Suite::parse(&value).ok_or_else(|| format!("there is no suite `{value}`"))?);
            }
            (Command::Gallery { scenes: names } | Command::Consumers { names }, Value(name)) => {
                names.push(name.to_string_lossy().into_owned());
            }
            (Command::Simulate(Simulation::Sessions { seeds, .. }), Long("seeds")) => {
                *seeds = count(&mut words, "--seeds")?;
            }
            (Command::Simulate(Simulation::Sessions { from, .. }), Long("from")) => {
                *from = count(&mut words, "--from")?;
            }
            (Command::Simulate(Simulation::Sessions { is_fleet, .. }), Long("fleet")) => *is_fleet = true,
            (Command::Load(load), Long("nodes")) => load.nodes = count(&mut words, "--nodes")?,
            (Command::Load(load), Long("held")) => load.is_held = true,
            (Command::Load(load), Long("sessions")) => load.sessions.push(count(&mut words, "--sessions")?),
            (Command::Simulate(simulation), Long("storm")) => *simulation = Simulation::Storm { clients: 100_000 },
            (Command::Simulate(Simulation::Storm { clients }), Long("clients")) => {
                *clients = count(&mut words, "--clients")?;
            }
            (Command::Bench(bench), Long("quick")) => bench.quick = true,
            (Command::Bench(bench), Long("only")) => bench.only.push(text(&mut words)?),
            (Command::Endurance { asks }, Long("asks")) => *asks = count(&mut words, "--asks")?,
            (Command::Fuzz { seconds }, Long("seconds")) => *seconds = count(&mut words, "--seconds")?,
            (_, other) => return Err(sentence(other.unexpected())),
        }
    }
    match &command {
        Command::Serve(options) if options.port == options.bridge_port => {
            Err(format!("the page and the bridge cannot both use port {}", options.port))
        }
        _ => Ok(command),
    }
}

impl Command {
    /// The command of this name, as it is without any options.
    fn named(name: &str) -> Result<Self, String> {
        Ok(match name {
            "help" => Self::Help,
            "setup" => Self::Setup(Purpose::Test),
            "serve" => Self::Serve(Options::default()),
            "test" => Self::Test { only: Vec::new() },
            "gallery" => Self::Gallery { scenes: Vec::new() },
            "simulate" => Self::Simulate(Simulation::Sessions { seeds: 100_000, from: 1, is_fleet: false }),
            "load" => Self::Load(Load::default()),
            "bench" => Self::Bench(Bench::default()),
            "endurance" => Self::Endurance { asks: 10_000 },
            "fuzz" => Self::Fuzz { seconds: 60 },
            "package" => Self::Package { is_readable: false },
            "size" => Self::Size,
            "conformance" => Self::Conformance { words: Vec::new() },
            "bridge" => Self::Bridge,
            "consumers" => Self::Consumers { names: Vec::new() },
            _ => return Err(format!("there is no command `{name}`")),
        })
    }
}

fn sentence(error: lexopt::Error) -> String {
    error.to_string()
}

fn text(words: &mut Parser) -> Result<String, String> {
    words.value().and_then(ValueExt::string).map_err(sentence)
}

fn count<T: TryFrom<u64>>(words: &mut Parser, option: &str) -> Result<T, String> {
    number(words, option, "a number from 1 on")
}

fn port(words: &mut Parser, option: &str) -> Result<u16, String> {
    number(words, option, "a number from 1 to 65535")
}

fn number<T: TryFrom<u64>>(words: &mut Parser, option: &str, kind: &str) -> Result<T, String> {
    let value = text(words)?;
    let number = value.parse().ok().filter(|number| *number > 0).and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("{option} takes {kind}, not `{value}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, String> {
        parse(line.split_whitespace())
    }

    fn complaint(line: &str) -> String {
        parsed(line).expect_err(line)
    }

    #[test]
    fn help_is_found_wherever_it_stands() {
        for line in ["help", "--help", "-h", "serve --help", "test --only page -h"] {
            assert_eq!(parsed(line), Ok(Command::Help), "{line}");
        }
    }

    #[test]
    fn setup_prepares_for_tests_unless_told_otherwise() {
        assert_eq!(parsed("setup"), Ok(Command::Setup(Purpose::Test)));
        assert_eq!(parsed("setup --for serve"), Ok(Command::Setup(Purpose::Serve)));
        assert_eq!(complaint("setup --for fun"), "--for takes `serve` or `test`, not `fun`");
        assert_eq!(complaint("setup --for"), "missing argument for option '--for'");
    }

    #[test]
    fn serve_takes_ports_in_both_spellings() {
        let given = Options { port: 9000, bridge_port: 9001, release: true };
        assert_eq!(parsed("serve"), Ok(Command::Serve(Options::default())));
        assert_eq!(parsed("serve --port 9000 --bridge-port=9001 --release"), Ok(Command::Serve(given)));
    }

    #[test]
    fn serve_refuses_what_cannot_be_a_port() {
        for value in ["0", "65536", "-1", "http"] {
            assert!(complaint(&format!("serve --port {value}")).contains(value), "{value}");
        }
        assert_eq!(complaint("serve --port 8787"), "the page and the bridge cannot both use port 8787");
    }

    #[test]
    fn suites_are_named_by_word_or_by_title() {
        assert_eq!(parsed("test"), Ok(Command::Test { only: vec![] }));
        assert_eq!(parsed("test --only e2e"), Ok(Command::Test { only: vec![Suite::EndToEnd] }));
        assert_eq!(parse(["test", "--only", "end to end"]), Ok(Command::Test { only: vec![Suite::EndToEnd] }));
        assert_eq!(complaint("test --only everything"), "there is no suite `everything`");
    }

    #[test]
    fn scenes_are_named_after_gallery() {
        assert_eq!(parsed("gallery"), Ok(Command::Gallery { scenes: vec![] }));
        assert_eq!(parsed("gallery bar taken"), Ok(Command::Gallery { scenes: vec!["bar".into(), "taken".into()] }));
        assert_eq!(complaint("gallery --all"), "invalid option '--all'");
    }

    #[test]
    fn a_simulation_is_of_sessions_or_of_a_storm() {
        let sessions = |seeds, from| Ok(Command::Simulate(Simulation::Sessions { seeds, from, is_fleet: false }));
        let fleet = Simulation::Sessions { seeds: 5, from: 1, is_fleet: true };
        assert_eq!(parsed("simulate --fleet --seeds 5"), Ok(Command::Simulate(fleet)));
        assert_eq!(parsed("simulate"), sessions(100_000, 1));
        assert_eq!(parsed("simulate --seeds 10 --from=4711"), sessions(10, 4711));
        assert_eq!(parsed("simulate --storm"), Ok(Command::Simulate(Simulation::Storm { clients: 100_000 })));
        let small = Ok(Command::Simulate(Simulation::Storm { clients: 5 }));
        assert_eq!(parsed("simulate --storm --clients 5"), small);
        assert_eq!(complaint("simulate --clients 5"), "invalid option '--clients'");
        assert_eq!(complaint("simulate --seeds many"), "--seeds takes a number from 1 on, not `many`");
        assert_eq!(complaint("simulate --seeds 0"), "--seeds takes a number from 1 on, not `0`");
    }

    #[test]
    fn load_takes_nodes_and_sessions() {
        assert_eq!(parsed("load"), Ok(Command::Load(Load { nodes: 3, sessions: vec![], is_held: false })));
        let held = Load { nodes: 3, sessions: vec![500], is_held: true };
        assert_eq!(parsed("load --held --sessions 500"), Ok(Command::Load(held)));
        let load = Load { nodes: 2, sessions: vec![1000, 5000], is_held: false };
        assert_eq!(parsed("load --nodes 2 --sessions 1000 --sessions=5000"), Ok(Command::Load(load)));
        assert_eq!(complaint("load --nodes 0"), "--nodes takes a number from 1 on, not `0`");
    }

    #[test]
    fn conformance_reads_its_words_itself() {
        let words = ["ws://a/ws", "--wait-for-ask", "--help"].map(OsString::from).into();
        assert_eq!(parsed("conformance ws://a/ws --wait-for-ask --help"), Ok(Command::Conformance { words }));
    }

    #[test]
    fn endurance_takes_a_number_of_asks() {
        assert_eq!(parsed("endurance"), Ok(Command::Endurance { asks: 10_000 }));
        assert_eq!(parsed("endurance --asks=500"), Ok(Command::Endurance { asks: 500 }));
        assert_eq!(complaint("endurance --asks none"), "--asks takes a number from 1 on, not `none`");
        assert_eq!(complaint("endurance --days 1"), "invalid option '--days'");
    }

    #[test]
    fn a_bench_may_be_quick_or_of_a_few_parts() {
        assert_eq!(parsed("bench"), Ok(Command::Bench(Bench { quick: false, only: vec![] })));
        let only = vec!["keys".into(), "session".into()];
        assert_eq!(parsed("bench --quick --only keys --only=session"), Ok(Command::Bench(Bench { quick: true, only })));
        assert_eq!(complaint("bench --slow"), "invalid option '--slow'");
    }

    #[test]
    fn fuzzing_takes_a_time() {
        assert_eq!(parsed("fuzz"), Ok(Command::Fuzz { seconds: 60 }));
        assert_eq!(parsed("fuzz --seconds=600"), Ok(Command::Fuzz { seconds: 600 }));
        assert_eq!(complaint("fuzz --seconds 0"), "--seconds takes a number from 1 on, not `0`");
        assert_eq!(complaint("fuzz --hours 1"), "invalid option '--hours'");
    }

    #[test]
    fn consumers_may_be_named_and_a_package_is_one_thing() {
        assert_eq!(parsed("consumers next vue"), Ok(Command::Consumers { names: vec!["next".into(), "vue".into()] }));
        assert_eq!(parsed("package"), Ok(Command::Package { is_readable: false }));
        assert_eq!(parsed("package --readable"), Ok(Command::Package { is_readable: true }));
        assert_eq!(parsed("size"), Ok(Command::Size));
        assert_eq!(complaint("package twice"), "unexpected argument \"twice\"");
    }

    #[test]
    fn the_usage_text_names_every_suite() {
        for suite in Suite::ALL {
            assert!(USAGE.contains(suite.word()), "{}", suite.word());
        }
    }

    #[test]
    fn what_is_not_known_is_quoted() {
        assert_eq!(complaint(""), "which command?");
        assert_eq!(complaint("srve"), "there is no command `srve`");
        assert_eq!(complaint("test --fast"), "invalid option '--fast'");
    }
}

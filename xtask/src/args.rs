//! The command line: words in, one [`Command`] out. Pure, so that every complaint has a test.

use crate::serve::Options;
use crate::setup::Purpose;
use crate::simulate::Simulation;
use crate::test::Suite;

/// What `cargo xtask help` prints.
pub(crate) const USAGE: &str = "\
The commands of this project:

  cargo xtask serve [--port 8080] [--bridge-port 8787] [--release]
      Starts the bridge with its demo agent and the demo page, on 127.0.0.1, and ends both on Ctrl-C.
      --release builds the page as it is shipped.

  cargo xtask test [--only SUITE]
      Runs every suite, or one with those that it builds on; --only may be given several times.
      Suites: format, clippy-native, clippy-wasm, native, browser, page, e2e, package, consumers, size.

  cargo xtask gallery [SCENE...]
      Photographs every state of the widget, or those named, at three widths, light and dark, into target/gallery/.

  cargo xtask simulate [--seeds 100000] [--from 1]
  cargo xtask simulate --storm [--clients 100000]
      Lives that many random sessions of widget and bridge under virtual time, with every fault that a network, a browser
      and people can cause; a session that breaks a rule is told with its seed, which replays it. Or counts the connects
      a second that a bridge has to take when it comes back to that many clients.

  cargo xtask endurance [--asks 10000]
      Asks so many times in one page, and prints its memory, nodes and listeners after each thousand; fails if they grow.

  cargo xtask fuzz [--seconds 60]
      Feeds random and hostile input to the decoder and to the reader of markdown, each for so long.

  cargo xtask package
      Makes the npm package, in target/package/.

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
    /// Ask very often in one page.
    Endurance {
        /// So often.
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
    Package,
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
pub(crate) fn parse(words: &[String]) -> Result<Command, String> {
    let mut words = Words::new(words);
    let Some(command) = words.next() else { return Err("which command?".into()) };
    if words.ask_for_help() {
        return Ok(Command::Help);
    }
    match command.as_str() {
        "help" | "--help" | "-h" => Ok(Command::Help),
        "setup" => setup(words),
        "serve" => serve(words),
        "test" => test(words),
        "simulate" => simulate(words),
        "endurance" => endurance(words),
        "fuzz" => fuzz(words),
        "gallery" => Ok(Command::Gallery { scenes: names("gallery", words)? }),
        "package" => match words.next() {
            Some(word) => Err(unknown("package", &word)),
            None => Ok(Command::Package),
        },
        "bridge" => match words.next() {
            Some(word) => Err(unknown("bridge", &word)),
            None => Ok(Command::Bridge),
        },
        "consumers" => Ok(Command::Consumers { names: names("consumers", words)? }),
        _ => Err(format!("there is no command `{command}`")),
    }
}

fn setup(mut words: Words) -> Result<Command, String> {
    let mut purpose = Purpose::Test;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--for" => {
                let value = words.value("--for")?;
                purpose =
                    Purpose::parse(&value).ok_or_else(|| format!("--for takes `serve` or `test`, not `{value}`"))?;
            }
            _ => return Err(unknown("setup", &word)),
        }
    }
    Ok(Command::Setup(purpose))
}

fn serve(mut words: Words) -> Result<Command, String> {
    let mut options = Options::default();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--port" => options.port = words.port("--port")?,
            "--bridge-port" => options.bridge_port = words.port("--bridge-port")?,
            "--release" => options.release = true,
            _ => return Err(unknown("serve", &word)),
        }
    }
    if options.port == options.bridge_port {
        return Err(format!("the page and the bridge cannot both use port {}", options.port));
    }
    Ok(Command::Serve(options))
}

fn test(mut words: Words) -> Result<Command, String> {
    let mut only = Vec::new();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--only" => {
                let value = words.value("--only")?;
                only.push(Suite::parse(&value).ok_or_else(|| format!("there is no suite `{value}`"))?);
            }
            _ => return Err(unknown("test", &word)),
        }
    }
    Ok(Command::Test { only })
}

/// Words that are no options.
fn names(command: &str, mut words: Words) -> Result<Vec<String>, String> {
    let mut names = Vec::new();
    while let Some(word) = words.next() {
        match word.starts_with('-') {
            true => return Err(unknown(command, &word)),
            false => names.push(word),
        }
    }
    Ok(names)
}

fn simulate(mut words: Words) -> Result<Command, String> {
    let (mut seeds, mut from, mut clients, mut is_storm) = (100_000, 1, 100_000, false);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seeds" => seeds = words.count("--seeds")?,
            "--from" => from = words.count("--from")?,
            "--clients" => clients = words.count("--clients")?,
            "--storm" => is_storm = true,
            _ => return Err(unknown("simulate", &word)),
        }
    }
    Ok(Command::Simulate(if is_storm { Simulation::Storm { clients } } else { Simulation::Sessions { seeds, from } }))
}

fn endurance(mut words: Words) -> Result<Command, String> {
    let mut asks = 10_000;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--asks" => asks = words.count("--asks")?,
            _ => return Err(unknown("endurance", &word)),
        }
    }
    Ok(Command::Endurance { asks })
}

fn fuzz(mut words: Words) -> Result<Command, String> {
    let mut seconds = 60;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seconds" => {
                let value = words.value("--seconds")?;
                let number = value.parse().ok().filter(|seconds| *seconds > 0);
                seconds = number.ok_or_else(|| format!("--seconds takes a number from 1 on, not `{value}`"))?;
            }
            _ => return Err(unknown("fuzz", &word)),
        }
    }
    Ok(Command::Fuzz { seconds })
}

fn unknown(command: &str, word: &str) -> String {
    format!("`{command}` does not know `{word}`")
}

/// The words still to be read; `--name=value` counts as two.
struct Words(std::vec::IntoIter<String>);

impl Words {
    fn new(words: &[String]) -> Self {
        let split = words.iter().flat_map(|word| match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => vec![name.to_owned(), value.to_owned()],
            _ => vec![word.clone()],
        });
        Self(split.collect::<Vec<_>>().into_iter())
    }

    fn next(&mut self) -> Option<String> {
        self.0.next()
    }

    fn ask_for_help(&self) -> bool {
        self.0.as_slice().iter().any(|word| word == "--help" || word == "-h")
    }

    fn value(&mut self, option: &str) -> Result<String, String> {
        self.next().ok_or_else(|| format!("{option} wants a value"))
    }

    fn count(&mut self, option: &str) -> Result<u64, String> {
        let value = self.value(option)?;
        value.parse().ok().filter(|count| *count > 0).ok_or_else(|| format!("{option} takes a number, not `{value}`"))
    }

    fn port(&mut self, option: &str) -> Result<u16, String> {
        let value = self.value(option)?;
        match value.parse() {
            Ok(port) if port > 0 => Ok(port),
            _ => Err(format!("{option} takes a number from 1 to 65535, not `{value}`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Command, String> {
        parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
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
        assert_eq!(complaint("setup --for"), "--for wants a value");
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
        let only = |words: &[&str]| parse(&words.iter().map(|word| word.to_string()).collect::<Vec<_>>());
        assert_eq!(only(&["test"]), Ok(Command::Test { only: vec![] }));
        assert_eq!(only(&["test", "--only", "e2e"]), Ok(Command::Test { only: vec![Suite::EndToEnd] }));
        assert_eq!(only(&["test", "--only", "end to end"]), Ok(Command::Test { only: vec![Suite::EndToEnd] }));
        assert_eq!(complaint("test --only everything"), "there is no suite `everything`");
    }

    #[test]
    fn scenes_are_named_after_gallery() {
        assert_eq!(parsed("gallery"), Ok(Command::Gallery { scenes: vec![] }));
        assert_eq!(parsed("gallery bar taken"), Ok(Command::Gallery { scenes: vec!["bar".into(), "taken".into()] }));
        assert_eq!(complaint("gallery --all"), "`gallery` does not know `--all`");
    }

    #[test]
    fn a_simulation_is_of_sessions_or_of_a_storm() {
        let sessions = |seeds, from| Ok(Command::Simulate(Simulation::Sessions { seeds, from }));
        assert_eq!(parsed("simulate"), sessions(100_000, 1));
        assert_eq!(parsed("simulate --seeds 10 --from=4711"), sessions(10, 4711));
        assert_eq!(parsed("simulate --storm"), Ok(Command::Simulate(Simulation::Storm { clients: 100_000 })));
        assert_eq!(complaint("simulate --seeds many"), "--seeds takes a number, not `many`");
        assert_eq!(complaint("simulate --seeds 0"), "--seeds takes a number, not `0`");
    }

    #[test]
    fn endurance_takes_a_number_of_asks() {
        assert_eq!(parsed("endurance"), Ok(Command::Endurance { asks: 10_000 }));
        assert_eq!(parsed("endurance --asks=500"), Ok(Command::Endurance { asks: 500 }));
        assert_eq!(complaint("endurance --asks none"), "--asks takes a number, not `none`");
        assert_eq!(complaint("endurance --days 1"), "`endurance` does not know `--days`");
    }

    #[test]
    fn fuzzing_takes_a_time() {
        assert_eq!(parsed("fuzz"), Ok(Command::Fuzz { seconds: 60 }));
        assert_eq!(parsed("fuzz --seconds=600"), Ok(Command::Fuzz { seconds: 600 }));
        assert_eq!(complaint("fuzz --seconds 0"), "--seconds takes a number from 1 on, not `0`");
        assert_eq!(complaint("fuzz --hours 1"), "`fuzz` does not know `--hours`");
    }

    #[test]
    fn consumers_may_be_named_and_a_package_is_one_thing() {
        assert_eq!(parsed("consumers next vue"), Ok(Command::Consumers { names: vec!["next".into(), "vue".into()] }));
        assert_eq!(parsed("package"), Ok(Command::Package));
        assert_eq!(complaint("package twice"), "`package` does not know `twice`");
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
        assert_eq!(complaint("test --fast"), "`test` does not know `--fast`");
    }
}

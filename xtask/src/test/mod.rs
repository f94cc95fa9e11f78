//! `cargo xtask test`: every suite, one after another, then a table.
//!
//! A failing suite does not stop the others; one that builds on it is skipped and counts as failed.

mod count;
mod suite;
mod suites;
mod table;

pub(crate) use suite::Suite;

use crate::failure::Result;
use crate::workspace::Workspace;
use crate::{say, setup};
use count::Tally;
use std::time::{Duration, Instant};

/// How one suite went.
struct Outcome {
    suite: Suite,
    tally: Tally,
    time: Duration,
}

/// Runs the suites that were named with those that they build on, or all. Whether everything passed.
pub(crate) fn run(workspace: &Workspace, only: &[Suite]) -> Result<bool> {
    let chosen = suite::choose(only);
    setup::prepare(workspace, &suite::parts(&chosen))?;

    let mut outcomes: Vec<Outcome> = Vec::new();
    for suite in chosen {
        say::heading(suite.title());
        let start = Instant::now();
        let result = match failed_before(&outcomes, suite) {
            Some(cause) => Err(format!("skipped, because `{}` failed", cause.title())),
            None => suites::run(workspace, suite).map_err(|failure| failure.to_string()),
        };
        let tally = result.unwrap_or_else(|reason| {
            say::line(&reason);
            Tally { passed: 0, failed: 1 }
        });
        let outcome = Outcome { suite, tally, time: start.elapsed() };
        say::line(&format!("{}: {tally} ({})", suite.title(), say::time(outcome.time)));
        outcomes.push(outcome);
    }

    let sum = outcomes.iter().map(|outcome| outcome.tally).sum::<Tally>();
    say::heading("result");
    say::line(&format!("{}\n", summary(&outcomes)));
    say::line(&sum.to_string());
    Ok(sum.failed == 0)
}

fn failed_before(outcomes: &[Outcome], suite: Suite) -> Option<Suite> {
    let needed = suite.builds_on()?;
    // What was skipped has failed too, so one step is enough.
    outcomes.iter().find(|outcome| outcome.suite == needed && outcome.tally.failed > 0).map(|outcome| outcome.suite)
}

fn summary(outcomes: &[Outcome]) -> String {
    let mut rows = vec![["suite", "passed", "failed", "time"].map(str::to_owned)];
    for Outcome { suite, tally, time } in outcomes {
        rows.push([suite.title().into(), tally.passed.to_string(), tally.failed.to_string(), say::time(*time)]);
    }
    let time = outcomes.iter().map(|outcome| outcome.time).sum();
    rows.push(["all".into(), String::new(), String::new(), say::time(time)]);
    table::render(&rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(suite: Suite, passed: u32, failed: u32) -> Outcome {
        Outcome { suite, tally: Tally { passed, failed }, time: Duration::from_millis(1500) }
    }

    #[test]
    fn what_builds_on_a_failed_suite_is_skipped() {
        let outcomes = [outcome(Suite::Native, 3, 1), outcome(Suite::Page, 0, 1)];
        assert_eq!(failed_before(&outcomes, Suite::EndToEnd), Some(Suite::Page));
        assert_eq!(failed_before(&outcomes, Suite::Package), Some(Suite::Page));
        assert_eq!(failed_before(&outcomes, Suite::Browser), None);
        assert_eq!(failed_before(&[outcome(Suite::Package, 1, 0)], Suite::Size), None);
    }

    #[test]
    fn the_summary_has_a_row_for_each_suite() {
        let text = summary(&[outcome(Suite::Format, 1, 0), outcome(Suite::Native, 120, 2)]);
        assert_eq!(
            text,
            "suite         passed  failed    time\n\
             format             1       0  1.50 s\n\
             native tests     120       2  1.50 s\n\
             all                           3.00 s"
        );
    }
}

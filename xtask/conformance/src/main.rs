//! `cargo xtask conformance` as a program.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use conformance::args::{Command, HELP, parse};
use conformance::row::Row;
use conformance::socket::{self, Line};
use conformance::step::Kind;
use conformance::table;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let target = match parse(env::args_os().skip(1)) {
        Ok(Command::Check(target)) => target,
        Ok(Command::Help) => {
            print(HELP);
            return ExitCode::SUCCESS;
        }
        Err(complaint) => {
            eprintln!("conformance: {complaint}");
            return ExitCode::from(2);
        }
    };
    match socket::check(&target, tell).await {
        Ok(rows) => {
            print(&table::render(&rows));
            let is_different = |row: &Row| row.finding.is_different();
            if rows.iter().any(is_different) { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(complaint) => {
            eprintln!("conformance: {complaint}");
            ExitCode::from(2)
        }
    }
}

/// Progress goes to standard error: the table is the result.
fn tell(line: Line<'_>) {
    match line {
        Line::Ask(kind, session) => {
            let what = match kind {
                Kind::Questions => "ask a question",
                Kind::Approval => "ask for an approval",
                Kind::Form => "send a form",
            };
            eprintln!("now have an agent {what} in the session {session}, within five minutes");
        }
        Line::Row(row) => eprintln!("{}: {}", row.situation, row.finding.word()),
    }
}

fn print(text: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

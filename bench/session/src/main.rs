//! One operation of the session, so many times, for valgrind to count its instructions.
//!
//! `ask-user-session-bench OPERATION BYTES HISTORY TIMES`: the ask has about so many bytes, and so many asks were answered
//! before it. Each time begins with a copy of the same session. What is to be counted happens in [`measured`], and valgrind
//! is told to collect there only.

#![forbid(unsafe_code)]

mod person;

use ask_user_widget::session::Action;
use person::{Person, frame};
use std::hint::black_box;
use std::process::ExitCode;

const USAGE: &str = "ask-user-session-bench ask|pick|letter|keep|answer BYTES HISTORY TIMES";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let numbers: Vec<usize> = words.iter().skip(1).filter_map(|word| word.parse().ok()).collect();
    let &[bytes, history, times] = numbers.as_slice() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let text = frame("q_measured", bytes);
    let before = Person::with_history(history);
    let mut asked = before.clone();
    asked.hears(&text);
    asked.waits();
    let run: Box<dyn Fn()> = match words[0].as_str() {
        "ask" => Box::new(move || {
            let mut person = before.clone();
            black_box(measured(|| person.hears(&text)));
        }),
        "pick" => of(asked, || Action::Pick { question: 0, option: 1, chosen: true }),
        "letter" => {
            asked.does(Action::EditText { question: 0, text: "Neither of thes".into() });
            of(asked, || Action::EditText { question: 0, text: "Neither of these".into() })
        }
        "keep" => {
            asked.does(Action::Pick { question: 0, option: 0, chosen: true });
            Box::new(move || {
                let mut person = asked.clone();
                black_box(measured(|| person.wakes()));
            })
        }
        "answer" => {
            asked.does(Action::Pick { question: 0, option: 0, chosen: true });
            asked.waits();
            of(asked, || Action::Confirm)
        }
        other => {
            eprintln!("there is no operation `{other}`; {USAGE}");
            return ExitCode::from(2);
        }
    };
    for _ in 0..times {
        run();
    }
    // So that it can be seen that what was measured did something.
    println!("{} bytes", frame("q_measured", bytes).len());
    ExitCode::SUCCESS
}

/// What the person does, and the screen after it.
fn of(asked: Person, action: impl Fn() -> Action + 'static) -> Box<dyn Fn()> {
    Box::new(move || {
        let mut person = asked.clone();
        let input = person.meant(action());
        black_box(measured(|| person.handles(input)));
    })
}

/// Instructions are counted in here. What it returns is dropped outside.
#[inline(never)]
fn measured<T>(work: impl FnOnce() -> T) -> T {
    black_box(work())
}

//! What is said, in the language of this widget: the table is in [`crate::words`].

use std::sync::{Arc, Mutex};

use js_sys::{Array, Intl, Number, Object};
use leptos::prelude::*;

use super::keys::{STEPPER, TEXT};
use crate::protocol::Question;
use crate::session::{Alert, Connection, Dialog, Outcome, Trouble};
pub(super) use crate::words::*;

/// A language, and its name for the browser's rules of plurals and numbers.
#[derive(Clone, Default)]
struct Speech {
    language: Arc<Language>,
    /// Empty while nobody chose one.
    name: Arc<str>,
    /// How often one was chosen.
    choice: u32,
}

impl Speech {
    fn known_name(&self) -> &str {
        if self.name.is_empty() { "en" } else { &self.name }
    }
}

/// What the widget speaks. Not a signal, which would cost more than all languages together: whoever changes it shows the
/// screen anew.
#[derive(Clone, Default)]
pub struct Voice(Arc<Mutex<Speech>>);

impl Voice {
    /// Speaks `language`, whose name the browser must know.
    pub fn speak(&self, language: Language, name: &str) {
        if let Ok(mut speech) = self.0.lock() {
            *speech = Speech { language: Arc::new(language), name: name.into(), choice: speech.choice + 1 };
        }
    }

    /// Another number after each choice of a language.
    pub(super) fn choice(&self) -> u32 {
        self.speech().choice
    }

    fn speech(&self) -> Speech {
        self.0.lock().map(|speech| speech.clone()).unwrap_or_default()
    }
}

/// The language of the widget that the current owner belongs to. Handlers of events have none: they are told before.
fn speech() -> Speech {
    use_context::<Voice>().map(|voice| voice.speech()).unwrap_or_default()
}

/// Says it.
pub(super) fn say(word: Word) -> String {
    speech().language.say(word).to_owned()
}

/// Says it with `value` in its place.
fn say_with(word: Word, name: &str, value: &str) -> String {
    fill(speech().language.say(word), name, value)
}

/// Says how many.
fn count(one: Word, other: Word, number: usize) -> String {
    let speech = speech();
    let rules = Intl::PluralRules::new(&Array::of1(&speech.known_name().into()), &Object::new());
    let form: String = rules.select(number as f64).into();
    fill(speech.language.count(one, other, &form, number == 1), "count", &digits(&speech, number))
}

fn digits(speech: &Speech, number: usize) -> String {
    Number::from(number as f64).to_locale_string(speech.known_name()).into()
}

pub(super) fn number(index: usize) -> String {
    say_with(NUMBER, "number", &digits(&speech(), index + 1))
}

pub(super) fn change(name: &str) -> String {
    say_with(CHANGE_NAMED, "name", name)
}

pub(super) fn note(notes: &str) -> String {
    say_with(NOTE_SAYS, "note", notes)
}

pub(super) fn send_without(gaps: usize) -> String {
    count(SEND_WITHOUT_ONE, SEND_WITHOUT, gaps)
}

/// Beside a link: where it really leads.
pub(super) fn host(host: &str, is_unusual: bool) -> String {
    let host = if is_unusual { say_with(UNUSUAL_ADDRESS, "host", host) } else { host.to_owned() };
    [" (", &host, ")"].concat()
}

pub(super) fn image(alt: &str) -> String {
    say_with(IMAGE, "alt", alt)
}

/// The keys that do something right now, where the focus is. Lines break between them only.
pub(super) fn keys(dialog: &Dialog, place: Option<usize>) -> String {
    if dialog.locked {
        return String::new();
    }
    let question = dialog.ask.questions.get(dialog.step);
    let mut keys = match place {
        Some(TEXT) => vec![say(KEY_GO_ON), say(KEY_NEW_LINE)],
        Some(STEPPER) => vec![say(KEY_QUESTIONS)],
        _ => keys_of_options(dialog, question),
    };
    if dialog.gaps() == 0 && dialog.ask.questions.len() > 1 && question.is_some() {
        keys.push(say(KEY_SEND_ALL));
    }
    keys.push(say(if place == Some(TEXT) { KEY_LEAVE } else { KEY_FOLD }));
    keys.iter().map(|key| key.replace(' ', "\u{a0}")).collect::<Vec<_>>().join("\u{a0}· ")
}

/// On the title, an option or the review.
fn keys_of_options(dialog: &Dialog, question: Option<&Question>) -> Vec<String> {
    let offered = question.map_or(0, |question| question.options.len()).min(9);
    let is_several = question.is_some_and(|question| question.multi_select);
    let digits = if offered == 1 { "1, 0".to_owned() } else { format!("1–{offered}, 0") };
    let mut keys = Vec::new();
    if offered > 0 {
        keys.push(say(KEY_MOVE));
        keys.push(say_with(if is_several { KEY_TOGGLE } else { KEY_CHOOSE }, "keys", &digits));
    }
    keys.push(say(match question {
        Some(_) if offered > 0 && !is_several => KEY_CHOOSE_AND_GO_ON,
        Some(_) => KEY_GO_ON,
        None if dialog.gaps() > 0 => KEY_TO_GAP,
        None => KEY_SEND,
    }));
    if dialog.step > 0 {
        keys.push(say(KEY_BACK));
    }
    if question.is_some() {
        keys.push(say(KEY_NOTE));
    }
    keys
}

pub(super) fn progress(step: usize, steps: usize) -> String {
    let speech = speech();
    let number = say_with(PROGRESS, "number", &digits(&speech, step + 1));
    fill(&number, "count", &digits(&speech, steps))
}

pub(super) fn queued(asks: usize) -> String {
    count(QUEUED_ONE, QUEUED, asks)
}

pub(super) fn seconds_left(seconds: u64) -> String {
    count(SECONDS_LEFT_ONE, SECONDS_LEFT, seconds as usize)
}

/// How many characters still fit.
pub(super) fn room_left(characters: usize) -> String {
    count(ROOM_LEFT_ONE, ROOM_LEFT, characters)
}

pub(super) fn time_left(seconds: u64) -> String {
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// In a sentence.
pub(super) fn ended(outcome: Outcome) -> String {
    say(match outcome {
        Outcome::TimedOut => WAS_TIMED_OUT,
        Outcome::Withdrawn => WAS_WITHDRAWN,
        Outcome::AnsweredElsewhere => WAS_ANSWERED_ELSEWHERE,
        Outcome::CancelledElsewhere => WAS_CANCELLED_ELSEWHERE,
        decided => word_of(decided),
    })
}

/// In a word.
pub(super) fn outcome(outcome: Outcome) -> String {
    say(word_of(outcome))
}

fn word_of(outcome: Outcome) -> Word {
    match outcome {
        Outcome::Answered => ANSWERED,
        Outcome::PartlyAnswered => PARTLY_ANSWERED,
        Outcome::Cancelled => OUTCOME_CANCELLED,
        Outcome::TimedOut => TIMED_OUT,
        Outcome::Withdrawn => WITHDRAWN,
        Outcome::AnsweredElsewhere => ANSWERED_ELSEWHERE,
        Outcome::CancelledElsewhere => CANCELLED_ELSEWHERE,
    }
}

pub(super) fn alert(alert: &Alert) -> String {
    match alert {
        Alert::Gap(_) => say(GAP),
        Alert::Refused(words) => say_with(REFUSED, "words", words),
    }
}

/// Why a connection was given up.
pub(super) fn trouble(trouble: &Trouble) -> String {
    let why = say(match trouble.code {
        4401 => WRONG_TOKEN,
        4403 => WRONG_PAGE,
        4404 | 4410 => UNKNOWN_SESSION,
        _ => ENDS_AGAIN,
    });
    match trouble.words.as_str() {
        "" => why + ".",
        theirs => [&why, ": ", theirs].concat(),
    }
}

/// What to say about the connection while it is not simply open.
pub(super) fn connection(connection: Connection) -> Option<String> {
    match connection {
        Connection::Closed | Connection::Open => None,
        Connection::Connecting => Some(say(CONNECTING)),
        Connection::Reconnecting => Some(say(RECONNECTING)),
        Connection::Failed => Some(say(FAILED)),
        Connection::Unreachable => Some(say(UNREACHABLE)),
        Connection::Taken => Some(say(TAKEN)),
    }
}

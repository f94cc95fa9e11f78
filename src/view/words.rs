//! The words of the widget in its language; the table of words is [`crate::words`].

use crate::text::Joined;
use std::cell::RefCell;
use std::sync::{Arc, Mutex};

use js_sys::{Array, Intl, Number, Object, Reflect};

use super::host;
use crate::keymap::Hint;
use crate::protocol::approval::Approval;
use crate::protocol::{Choice, Request, RequestKind, Unmet};
use crate::session::{Alert, Connection, ConnectionFailure, Outcome, PrimaryAction};
pub(super) use crate::words::*;

/// A language, and its name for the browser's rules of plurals and numbers.
#[derive(Clone, Default)]
struct Speech {
    language: Arc<Language>,
    /// The name of the language; empty while nobody has chosen one.
    name: Arc<str>,
    /// How often a language was chosen.
    choice: u32,
}

impl Speech {
    fn known_name(&self) -> &str {
        if self.name.is_empty() { "en" } else { &self.name }
    }
}

/// The language of the widget. It is not a signal, which would cost more than all languages together: whoever changes it
/// notifies the signal of the screen.
#[derive(Clone, Default)]
pub struct Voice(Arc<Mutex<Speech>>);

impl Voice {
    /// Changes the language; the browser must know its `name`.
    pub fn speak(&self, language: Language, name: &str) {
        if let Ok(mut speech) = self.0.lock() {
            *speech = Speech { language: Arc::new(language), name: name.into(), choice: speech.choice + 1 };
        }
    }

    /// How often the language was changed.
    pub(super) fn choice(&self) -> u32 {
        self.speech().choice
    }

    /// The language of the widget whose view is built, or whose effect or event handler runs. A task has none.
    pub(super) fn current() -> Voice {
        CURRENT.with_borrow(|voice| voice.clone()).unwrap_or_default()
    }

    /// Makes it the current one meanwhile. It is not in a context of Leptos', which is a map of its own with its own code.
    pub(super) fn during<T>(&self, run: impl FnOnce() -> T) -> T {
        let before = CURRENT.replace(Some(self.clone()));
        let result = run();
        CURRENT.set(before);
        result
    }

    fn speech(&self) -> Speech {
        self.0.lock().map(|speech| speech.clone()).unwrap_or_default()
    }
}

thread_local! {
    static CURRENT: RefCell<Option<Voice>> = const { RefCell::new(None) };
}

fn speech() -> Speech {
    Voice::current().speech()
}

/// The words in the language of the widget.
pub(super) fn say(word: Word) -> String {
    speech().language.say(word).to_owned()
}

/// The words with `value` in the place of `{name}`.
pub(super) fn say_with(word: Word, name: &str, value: &str) -> String {
    fill(speech().language.say(word), name, value)
}

/// The words for a number, in the plural form of the language.
pub(super) fn count(one: Word, other: Word, number: usize) -> String {
    let speech = speech();
    let rules = Intl::PluralRules::new(&Array::of1(&speech.known_name().into()), &Object::new());
    let form: String = rules.select(number as f64).into();
    fill(speech.language.count(one, other, &form, number == 1), "count", &digits(&speech, number))
}

/// A number of a unit that the browser knows, in short words of the language.
pub(super) fn measure(count: u64, unit: &str) -> String {
    let options = Object::new();
    for (name, value) in [("style", "unit"), ("unit", unit), ("unitDisplay", "short")] {
        let _ = Reflect::set(&options, &name.into(), &value.into());
    }
    let format = Intl::NumberFormat::new(&Array::of1(&speech().known_name().into()), &options);
    let said = format.format().call1(&format, &(count as f64).into());
    said.ok().and_then(|said| said.as_string()).unwrap_or_default()
}

fn digits(speech: &Speech, number: usize) -> String {
    Number::from(number as f64).to_locale_string(speech.known_name()).into()
}

pub(super) fn number(index: usize) -> String {
    say_with(NUMBER, "number", &digits(&speech(), index + 1))
}

/// The button that leads to a question, which is called `name`: what it says, and its whole name.
pub(super) fn lead_to(name: &str, is_gap: bool) -> (String, String) {
    let (short, named) = if is_gap { (ANSWER, ANSWER_NAMED) } else { (CHANGE_SHORT, CHANGE_NAMED) };
    (say(short), say_with(named, "name", name))
}

pub(super) fn looks_like(number: usize) -> String {
    say_with(LOOKS_LIKE, "number", &number.to_string())
}

/// Whether an option could be taken for the field for the person's own answer. Agents know that by its English name.
pub(super) fn is_other(choice: &Choice) -> bool {
    choice.calls_itself(OTHER.english) || choice.calls_itself(&say(OTHER))
}

pub(super) fn note(notes: &str) -> String {
    say_with(NOTE_SAYS, "note", notes)
}

pub(super) fn unsent_note(notes: &str) -> String {
    say_with(NOTE_NOT_SENT, "note", notes)
}

/// Beside a link: where it really leads.
pub(super) fn host(host: &str, is_unusual: bool) -> String {
    let host = if is_unusual { say_with(UNUSUAL_ADDRESS, "host", host) } else { host.to_owned() };
    [" (", &host, ")"].joined("")
}

/// What an approval is about.
pub(super) fn approval_title(approval: &Approval) -> String {
    match &approval.title {
        Some(title) if !title.shown.is_empty() => title.shown.clone(),
        _ => say_with(ALLOW_NAMED, "name", approval.name()),
    }
}

pub(super) fn image(alt: &str) -> String {
    say_with(IMAGE, "alt", alt)
}

/// What the primary button does.
pub(super) fn primary_action(way: PrimaryAction) -> String {
    say(match way {
        PrimaryAction::Send => SEND,
        PrimaryAction::SendWithout(gaps) => return count(SEND_WITHOUT_ONE, SEND_WITHOUT, gaps),
        PrimaryAction::Next => NEXT,
        PrimaryAction::Review => REVIEW,
        PrimaryAction::Change => CHANGE,
        PrimaryAction::Close => CLOSE,
    })
}

/// A key and what it does; names of keys stand between backticks.
pub(super) fn hint(hint: Hint) -> String {
    let word = match hint {
        Hint::Steps => KEY_QUESTIONS,
        Hint::Options => KEY_MOVE,
        Hint::Choose(offered) => return say_with(KEY_CHOOSE, "keys", &digit_keys(offered)),
        Hint::Toggle(offered) => return say_with(KEY_TOGGLE, "keys", &digit_keys(offered)),
        Hint::Other => return key("0", &say(OTHER)),
        Hint::WriteOther => KEY_WRITE,
        Hint::PrimaryAction(on) => return key("↵", &primary_action(on)),
        Hint::GoToUnanswered => KEY_TO_GAP,
        Hint::NewLine => KEY_NEW_LINE,
        Hint::Back => return key("B", &say(BACK)),
        Hint::Note => return key("N", &say(NOTE)),
        Hint::SendAll => return ["`", &command(), "` ", &key("↵", &say(SEND))].joined(""),
        Hint::LeaveField => KEY_LEAVE,
        Hint::Minimize => KEY_MINIMIZE,
        Hint::Message => KEY_MESSAGE,
    };
    say(word)
}

fn key(key: &str, does: &str) -> String {
    ["`", key, "` ", does].joined("")
}

fn digit_keys(offered: usize) -> String {
    if offered == 1 { "`1`".to_owned() } else { ["`1`–`", &offered.to_string(), "`"].joined("") }
}

/// The key that makes a command of another one.
fn command() -> String {
    if host::is_mac() { "⌘".to_owned() } else { say(CTRL) }
}

/// What to do with a text that is selected now.
pub(super) fn selected() -> String {
    let keys = if host::is_mac() { "⌘C".to_owned() } else { say(CTRL) + "+C" };
    say_with(SELECTED, "keys", &keys)
}

pub(super) fn progress(step: usize, steps: usize) -> String {
    number_of(PROGRESS, step + 1, steps)
}

/// Which of how many.
pub(super) fn number_of(word: Word, number: usize, count: usize) -> String {
    let speech = speech();
    let number = say_with(word, "number", &digits(&speech, number));
    fill(&number, "count", &digits(&speech, count))
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

/// The outcome of an ask in a sentence.
pub(super) fn ended(kind: RequestKind, outcome: Outcome) -> String {
    let is_request = kind == RequestKind::Permission;
    say(match outcome {
        Outcome::TimedOut if is_request => REQUEST_TIMED_OUT,
        Outcome::Withdrawn | Outcome::Lapsed if is_request => REQUEST_WITHDRAWN,
        Outcome::AnsweredElsewhere if is_request => DECIDED_ELSEWHERE,
        Outcome::TimedOut => WAS_TIMED_OUT,
        Outcome::Withdrawn => WAS_WITHDRAWN,
        // What is only guessed gets no more detail.
        Outcome::Lapsed => WAS_WITHDRAWN,
        Outcome::AnsweredElsewhere => WAS_ANSWERED_ELSEWHERE,
        Outcome::CancelledElsewhere => WAS_CANCELLED_ELSEWHERE,
        Outcome::Answered
        | Outcome::PartlyAnswered
        | Outcome::Allowed
        | Outcome::Denied
        | Outcome::Declined
        | Outcome::Cancelled => word_of(outcome),
    })
}

/// The outcome in a word.
pub(super) fn outcome(outcome: Outcome) -> String {
    say(word_of(outcome))
}

fn word_of(outcome: Outcome) -> Word {
    match outcome {
        Outcome::Answered => ANSWERED,
        Outcome::PartlyAnswered => PARTLY_ANSWERED,
        Outcome::Allowed => ALLOWED,
        Outcome::Denied => DENIED,
        Outcome::Declined => DECLINED,
        Outcome::Cancelled => OUTCOME_CANCELLED,
        Outcome::TimedOut => TIMED_OUT,
        Outcome::Withdrawn => WITHDRAWN,
        Outcome::Lapsed => LAPSED,
        Outcome::AnsweredElsewhere => ANSWERED_ELSEWHERE,
        Outcome::CancelledElsewhere => CANCELLED_ELSEWHERE,
    }
}

/// That more options must be chosen.
pub(super) fn at_least(least: usize) -> String {
    say_with(AT_LEAST, "count", &digits(&speech(), least))
}

/// That fewer options must be chosen.
pub(super) fn at_most(most: usize) -> String {
    say_with(AT_MOST, "count", &digits(&speech(), most))
}

/// That something waits for the person.
pub(super) fn waiting(request: &Request) -> String {
    let asker = match request {
        Request::Form(form) => &form.asker,
        Request::Address(address) => &address.asker,
        Request::Unread(RequestKind::Elicitation) => return say(FORM_WAITING),
        Request::Questions(_) | Request::Approval(_) | Request::Unread(_) => return say(WAITING),
    };
    match asker {
        Some(asker) => say_with(FORM_FROM, "name", &asker.shown),
        None => say(FORM_WAITING),
    }
}

/// That it was cancelled.
pub(super) fn cancelled(request: &Request) -> String {
    say(match request.kind() {
        RequestKind::Elicitation => FORM_CANCELLED,
        RequestKind::Questions | RequestKind::Permission => CANCELLED,
    })
}

pub(super) fn alert(alert: &Alert) -> String {
    match alert {
        Alert::Gap(_) => say(GAP),
        Alert::Picks(Unmet::Least(least)) => at_least(*least),
        Alert::Picks(Unmet::Most(most)) => at_most(*most),
        Alert::Refused(_) => say(REFUSED),
        Alert::NotRead => say(NOT_READ),
        Alert::NothingTicked => say(NOTHING_TICKED),
        Alert::NotLoaded => say(NOT_LOADED),
        Alert::Fields(_) => say(INVALID_FIELDS),
        Alert::NotAcceptable => say(NOT_ACCEPTABLE),
    }
}

/// Why a connection was given up.
pub(super) fn trouble(trouble: &ConnectionFailure) -> String {
    let why = say(match trouble.code {
        4401 | 4440 => WRONG_TOKEN,
        4403 => WRONG_PAGE,
        4404 | 4410 => UNKNOWN_SESSION,
        _ => ENDS_AGAIN,
    });
    match trouble.words.as_str() {
        "" => why + ".",
        theirs => [&why, ": ", theirs].joined(""),
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

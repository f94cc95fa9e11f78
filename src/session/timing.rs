//! Every duration of the session, in milliseconds unless its name says seconds. Tests use them by name.

// What the person sees.

/// How long a cancel can be undone before it is sent.
pub(crate) const UNDO: u64 = 5_000;
/// How long the screen shows that an answer was sent.
pub(super) const SENT_TOAST: u64 = 2_000;
/// The page is not interrupted by a new ask within this time after the person has typed in it.
pub(super) const TYPING_PAUSE: u64 = 1_000;
/// The page is not interrupted for this time instead after the person has typed on into two dialogs or more.
pub(super) const TYPING_ON_PAUSE: u64 = 5_000;

// How much time an ask has left.

/// More time is requested from the bridge when less than this is left.
pub(super) const EXTEND_BELOW: u64 = 45_000;
/// More time is requested at most once in this time.
pub(super) const EXTEND_EVERY: u64 = 5_000;
/// How many seconds a request for more time asks for.
pub(super) const EXTEND_BY_SECONDS: u32 = 60;
/// The time that is left is announced when it falls to one of these numbers of seconds.
pub(super) const ANNOUNCED_SECONDS: [u64; 3] = [60, 30, 10];
/// The time that is left is shown as a warning from this number of seconds on, or from a quarter of all the time.
pub(super) const WARNING_SECONDS: u64 = 30;

// When a decision is sent, and when an ask is given up.

/// After a connect, a decision that was never sent waits this long for a `session_status`.
pub(crate) const STATUS_GRACE: u64 = 1_000;
/// After a connect, a decision that was sent before waits this long for a `session_status`: it may have arrived.
pub(super) const SILENT_BRIDGE: u64 = 5_000;
/// After a `session_status` that names an ask, its decision waits this long for the replay of its question.
pub(super) const REPLAY_GRACE: u64 = 300;
/// An ask that a `session_status` does not name is given up after this time; until then the replay may explain it.
pub(super) const GIVE_UP_AFTER: u64 = 500;
/// A bare bridge refuses a response within this time after it was sent, or not at all.
pub(super) const REFUSED_WITHIN: u64 = 5_000;
/// Within this time after a `session_status`, or after a decision was sent again, frames may be a replay of old ones.
pub(super) const REPLAY_WINDOW: u64 = 1_000;
/// An ask that comes within the replay and that the status did not name is hidden this long: its end may follow at once.
pub(super) const REPLAY_HOLD: u64 = 150;
/// How long `waiting_for_user` is reported for an ask that a status named and that has not arrived. Its frame may have been
/// unreadable, and must not block the page's input for ever.
pub(super) const PENDING_ASK_TIMEOUT: u64 = 5_000;
/// An ask of an earlier page is hidden this long, until the bridge has said that it still waits for it.
pub(super) const RESTORED_HOLD: u64 = 3_000;

// What is loaded.

/// What happens waits this long for the code that shows markdown, if an ask has some: see `src/runtime/wait.rs`.
#[cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "only the runtime waits, which there is in a browser")
)]
pub(crate) const MARKDOWN_WAIT: u64 = 2_000;

// What is persisted.

/// What the person typed is persisted within this time.
pub(super) const PERSIST_WITHIN: u64 = 300;

// The connection.

/// A connect that takes longer than this has failed.
pub(super) const CONNECT_TIMEOUT: u64 = 10_000;
/// The longest wait before the first retry while an ask is open; it doubles with each failure.
pub(super) const FIRST_WAIT: u64 = 2_000;
/// The longest wait before the first retry while nothing is asked. Most pages are idle when a bridge ends, so this is what
/// spreads their reconnects: see `tests/simulation/storm.rs`.
pub(super) const FIRST_IDLE_WAIT: u64 = 5_000;
/// No wait between two connects is longer than this.
pub(super) const LONGEST_WAIT: u64 = 20_000;
/// No wait between two connects is longer than this while an ask is open and the page is visible.
pub(super) const LONGEST_WATCHED_WAIT: u64 = 4_000;
/// No wait between two connects is shorter than this.
pub(super) const SHORTEST_WAIT: u64 = 500;
/// A key or a click starts a connect at most once in this time.
pub(super) const ACTIVITY_CONNECT_EVERY: u64 = 2_000;
/// A bridge that has said nothing for this time, while connects failed, is out of reach.
pub(crate) const OUT_OF_REACH_AFTER: u64 = 30_000;
/// A connection that has lived this long was a success.
pub(super) const UPTIME: u64 = 5_000;
/// The pause after several connections that failed in the same way.
pub(super) const EQUAL_FAILURES_PAUSE: u64 = 60_000;
/// A bridge that is asked for a beat answers within this time.
pub(super) const PROBE_TIMEOUT: u64 = 3_000;
/// A bridge that was sent a decision says something within this time.
pub(super) const ANSWER_TIMEOUT: u64 = 10_000;
/// A connection is given up after two missed beats and this time.
pub(super) const BEAT_SLACK: u64 = 5_000;
/// Without a beat the clock is read this often: a reading that comes late shows that the machine slept.
pub(super) const CLOCK_READ_EVERY: u64 = 60_000;
/// A wake is late by this much at most on a machine that is awake and not busy.
pub(super) const JITTER: u64 = 100;
/// A wake that comes this much late may mean that the machine slept, or that the browser throttled the page.
pub(super) const LATE: u64 = 5_000;
/// The two clocks of a machine differ by this much more than before only if it slept: no correction of one of them is so large.
#[cfg_attr(
    not(target_arch = "wasm32"),
    allow(dead_code, reason = "only the runtime compares clocks, which there are two of in a browser")
)]
pub(crate) const CLOCKS_APART: u64 = 5_000;
/// A wake that comes this much late means that the machine slept: a throttled page is woken once a minute.
pub(super) const SLEPT: u64 = 70_000;

// The guard of a dialog that has just appeared or moved.

/// Nothing that the person does counts for this time after the dialog has appeared or moved.
pub(super) const GUARD: u64 = 500;
/// Keys prolong the guard to this time at most, counted from when the dialog appeared.
pub(super) const GUARD_MOST_BY_KEYS: u64 = 600;
/// Clicks prolong the guard to this time at most, counted likewise: the second click of a pair may come late.
pub(super) const GUARD_MOST_BY_CLICKS: u64 = 1_000;
/// The same key again after this time comes from somebody impatient, not from somebody who types.
pub(super) const IMPATIENT: u64 = 150;
/// Another digit within this time belongs to a number that somebody writes.
pub(super) const DIGIT_OF_NUMBER: u64 = 250;
/// Enter pressed again within this time counts as one press.
pub(super) const ENTER_TWICE: u64 = 400;
/// Somebody who typed in the page within this time may go on typing without looking.
pub(super) const TYPED_RECENTLY: u64 = 6_000;
/// After Tab or an arrow key, Enter does not count for this time: it may be meant for a button of the page.
pub(super) const SETTLE: u64 = 300;

// Errors.

/// Errors are counted over this time.
pub(super) const ERROR_SPAN: u64 = 10_000;

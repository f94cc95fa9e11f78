//! Walks through the checks: says what to do next, and takes what happened. Pure, with time as a value.

use std::collections::VecDeque;
use std::time::Duration;

use crate::heard::{Heard, Known};
use crate::message::{Message, Wire};
use crate::row::{Finding, Row};
use crate::step::{Check, Kind, Page, Step, Until};

/// How long a person has to make an agent ask.
const BY_HAND: Duration = Duration::from_secs(300);
/// How long the time of an ask may be, if the checks are to see its end.
const LONGEST_LIMIT: f64 = 120.0;

/// How asks come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// Not at all: what needs an ask is not tried.
    Never,
    /// Somebody else makes an agent ask when told to.
    ByHand,
    /// By a call whose reply is what the agent gets.
    ByCall,
}

/// Which sessions to use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sessions {
    /// One for all checks.
    One(String),
    /// One for each, whose names begin with this.
    Many(String),
}

/// What a run is told.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How asks come about.
    pub asking: Asking,
    /// Which sessions to use.
    pub sessions: Sessions,
    /// How long something that should come is waited for.
    pub patience: Duration,
    /// For how long nothing may come before it is taken that nothing comes.
    pub quiet: Duration,
}

/// Something to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Connect a page, under the name of a view.
    Open {
        /// The page.
        page: Page,
        /// The name of the session.
        session: String,
        /// The name of the view, with the number of the connection.
        view: String,
    },
    /// Close a page's connection.
    Leave(Page),
    /// Have an agent ask.
    Ask {
        /// What for.
        kind: Kind,
        /// In this session.
        session: String,
        /// How long the person has.
        seconds: u32,
    },
    /// Have the agent go away.
    HangUp,
    /// Send a message.
    Send(Page, Wire),
    /// Wait for an event until this time, and tell of [`Event::Elapsed`] if none comes.
    Wait(Duration),
    /// Close everything: the check is over.
    Reset,
    /// The run is over.
    Done,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A text message came.
    Text(Page, String),
    /// A binary message came.
    Binary(Page),
    /// A connection has ended, or could not be made. Without a code: 1006.
    Closed(Page, Option<u16>),
    /// The agent has its reply.
    Reply(String),
    /// The agent could not ask, for this reason.
    NotAsked(String),
    /// Nothing came in time.
    Elapsed,
}

/// A run through all checks.
#[derive(Debug)]
pub struct Run {
    settings: Settings,
    checks: VecDeque<Check>,
    current: Option<Current>,
    /// What the bridge lists. It is known from the first greeting on.
    capabilities: Vec<String>,
    rows: Vec<Row>,
    started: usize,
}

/// A check on its way.
#[derive(Debug)]
struct Current {
    check: Check,
    session: String,
    steps: VecDeque<Step>,
    heard: [Heard; 2],
    /// How often each page has connected.
    opened: [u32; 2],
    reply: Option<String>,
    known: Known,
    /// Since when the step in front is waited for.
    since: Option<Duration>,
    /// Since when nothing has come.
    quiet_since: Duration,
    finding: Finding,
}

impl Run {
    /// A run that has not begun.
    pub fn new(settings: Settings, checks: Vec<Check>) -> Run {
        Run { settings, checks: checks.into(), current: None, capabilities: Vec::new(), rows: Vec::new(), started: 0 }
    }

    /// The rows so far.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// What to do next.
    pub fn next(&mut self, now: Duration) -> Action {
        loop {
            let Some(current) = &mut self.current else {
                match self.checks.pop_front() {
                    Some(check) => self.begin(check),
                    None => return Action::Done,
                }
                continue;
            };
            match current.next(now, &self.settings) {
                Some(action) => return action,
                None => {
                    let over = self.current.take().expect("it was there");
                    self.capabilities = over.known.capabilities;
                    let Check { situation, expected, .. } = over.check;
                    self.rows.push(Row { situation, expected, finding: over.finding });
                    return Action::Reset;
                }
            }
        }
    }

    /// Takes what happened.
    pub fn event(&mut self, now: Duration, event: Event) {
        if let Some(current) = &mut self.current {
            current.event(now, event);
        }
    }

    fn begin(&mut self, check: Check) {
        let has = |name: &str| self.capabilities.iter().any(|known| known == name);
        let obstacle = match (check.capability, check.asks(), self.settings.asking) {
            (Some(name), ..) if !has(name) => Some(format!("the bridge does not list `{name}`")),
            (_, Some(_), Asking::Never) => Some("needs an agent that asks: --ask-url or --wait-for-ask".to_owned()),
            (_, Some(_), Asking::ByHand) if check.needs_the_call() => Some("needs --ask-url".to_owned()),
            _ => None,
        };
        if let Some(reason) = obstacle {
            let Check { situation, expected, .. } = check;
            self.rows.push(Row { situation, expected, finding: Finding::NotTried(reason) });
            return;
        }
        self.started += 1;
        let session = match &self.settings.sessions {
            Sessions::One(name) => name.clone(),
            Sessions::Many(prefix) => format!("{prefix}{}", self.started),
        };
        let known = Known { capabilities: self.capabilities.clone(), ask: None };
        self.current = Some(Current {
            steps: check.steps.clone().into(),
            check,
            session,
            heard: Default::default(),
            opened: [0; 2],
            reply: None,
            known,
            since: None,
            quiet_since: Duration::ZERO,
            finding: Finding::Same(String::new()),
        });
    }
}

impl Current {
    /// The next action, if the check is not over.
    fn next(&mut self, now: Duration, settings: &Settings) -> Option<Action> {
        loop {
            let step = self.steps.front()?.clone();
            if let Some(end) = self.waits_until(&step, now, settings)
                && now < end
            {
                return Some(Action::Wait(end));
            }
            self.since = None;
            self.steps.pop_front();
            match self.perform(step) {
                Outcome::Act(action) => return Some(action),
                Outcome::Found(finding) => {
                    if !matches!(finding, Finding::Same(_)) {
                        self.steps.clear();
                    }
                    self.finding = finding;
                }
            }
            if self.steps.is_empty() {
                return self.cancel_what_is_open();
            }
        }
    }

    /// Until when to wait before a step; `None` if there is nothing to wait for.
    fn waits_until(&mut self, step: &Step, now: Duration, settings: &Settings) -> Option<Duration> {
        let wait = match step {
            Step::Hear(page, until, _) => self.wait(*page, *until, settings)?,
            Step::Reply(_) if self.reply.is_none() => Wait::Patiently(settings.patience),
            Step::Reply(_) | Step::Open(_) | Step::Leave(_) | Step::Ask(..) | Step::HangUp | Step::Send(..) => {
                return None;
            }
        };
        let quiet_since = &mut self.quiet_since;
        let since = *self.since.get_or_insert_with(|| {
            *quiet_since = now;
            now
        });
        Some(match wait {
            Wait::Patiently(time) => since + time,
            Wait::ForSilence => (self.quiet_since + settings.quiet).min(since + settings.quiet + settings.patience),
        })
    }

    /// What a page still waits for; `None` if it has heard enough.
    fn wait(&self, page: Page, until: Until, settings: &Settings) -> Option<Wait> {
        let heard = &self.heard[page as usize];
        let has = |names: &[&str]| {
            heard.types().iter().any(|name| names.contains(name)) || names.contains(&"ask_user_beat") && heard.beats > 0
        };
        let (is_enough, wait) = match until {
            Until::Frame(names) => {
                let is_ask = names.iter().any(|name| name.ends_with("_question") || name.ends_with("_request"));
                let is_by_hand = is_ask && settings.asking == Asking::ByHand;
                (has(names), Wait::Patiently(if is_by_hand { BY_HAND } else { settings.patience }))
            }
            Until::Settled if self.known.has("ack") => {
                (has(&["ask_user_ack", "error"]), Wait::Patiently(settings.patience))
            }
            Until::Settled | Until::Quiet => (false, Wait::ForSilence),
            Until::QuietAfter(name) if has(&[name]) => (false, Wait::ForSilence),
            Until::QuietAfter(_) => (false, Wait::Patiently(settings.patience)),
            Until::TimeIsUp => {
                let rest = Duration::from_secs_f64(self.short_limit()?);
                (has(&["ask_user_timeout"]), Wait::Patiently(rest + settings.patience))
            }
            Until::Closed => (false, Wait::Patiently(settings.patience)),
        };
        (!is_enough && heard.closed.is_none()).then_some(wait)
    }

    /// The time for the ask, if it is so short that its end can be waited for.
    fn short_limit(&self) -> Option<f64> {
        self.known.timeout_seconds().filter(|seconds| (0.0..=LONGEST_LIMIT).contains(seconds))
    }

    fn perform(&mut self, step: Step) -> Outcome {
        match step {
            Step::Open(page) => {
                self.opened[page as usize] += 1;
                self.heard[page as usize] = Heard::default();
                let name = match page {
                    Page::First => "first",
                    Page::Second => "second",
                };
                let view = format!("conformance-{name}.{}", self.opened[page as usize]);
                Outcome::Act(Action::Open { page, session: self.session.clone(), view })
            }
            Step::Leave(page) => Outcome::Act(Action::Leave(page)),
            Step::Ask(kind, seconds) => Outcome::Act(Action::Ask { kind, session: self.session.clone(), seconds }),
            Step::HangUp => Outcome::Act(Action::HangUp),
            Step::Send(page, message) => Outcome::Act(Action::Send(page, message.wire(&self.known))),
            Step::Hear(_, Until::TimeIsUp, _) if self.short_limit().is_none() => {
                let reason = "the ask has no limit, or a long one: put {timeout} into --ask-url";
                Outcome::Found(Finding::NotTried(reason.to_owned()))
            }
            Step::Hear(page, _, judge) => {
                let heard = std::mem::take(&mut self.heard[page as usize]);
                Outcome::Found(judge(&heard, &self.known))
            }
            Step::Reply(judge) => match &self.reply {
                Some(reply) => Outcome::Found(judge(reply, &self.known)),
                None => Outcome::Found(Finding::Differs("the agent got no reply".to_owned())),
            },
        }
    }

    /// An ask that a person made by hand would stay in the session: it is cancelled before the next check.
    fn cancel_what_is_open(&mut self) -> Option<Action> {
        self.known.ask.as_ref()?;
        let page = if self.opened[Page::Second as usize] > 0 { Page::Second } else { Page::First };
        let cancel = Message::Cancel.wire(&self.known);
        self.known.ask = None;
        Some(Action::Send(page, cancel))
    }

    fn event(&mut self, now: Duration, event: Event) {
        match event {
            Event::Text(page, text) => {
                let heard = &mut self.heard[page as usize];
                let before = heard.frames.len();
                heard.take(&text);
                if let Some(frame) = heard.frames.get(before) {
                    self.known.learn(frame);
                    self.quiet_since = now;
                }
            }
            Event::Binary(page) => self.heard[page as usize].unreadable += 1,
            Event::Closed(page, code) => self.heard[page as usize].closed = Some(code.unwrap_or(1006)),
            Event::Reply(reply) => self.reply = Some(reply),
            Event::NotAsked(reason) => {
                self.steps.clear();
                self.finding = Finding::NotTried(reason);
            }
            Event::Elapsed => {}
        }
    }
}

/// What is waited for.
enum Wait {
    /// Something that should come within this time.
    Patiently(Duration),
    /// That nothing comes.
    ForSilence,
}

/// What came of a step.
enum Outcome {
    /// Something is to be done.
    Act(Action),
    /// Something was found out.
    Found(Finding),
}

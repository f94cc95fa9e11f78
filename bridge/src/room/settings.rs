//! What may differ from one bridge to another.

use ask_user_widget::protocol::Capabilities;

use super::TimeLimit;

/// How a room behaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long a person has, unless the ask says otherwise.
    pub limit: TimeLimit,
    /// Whether the room speaks more than the basic protocol: capabilities, annotations, acknowledgements, remaining time,
    /// extension, withdrawal, word to other views, approvals, forms, beats. Without it the room is a bare bridge, as the widget may meet one anywhere.
    pub extensions: bool,
    /// How long the result of a recorded ask is kept. A recorded ask without a limit ends after this time too.
    pub keep_seconds: u32,
    /// How often a page hears that the bridge is there, so that it can tell a dead connection from a silent one.
    pub beat_seconds: Option<u32>,
    /// Whether an agent takes chat messages. If not, the page is told so instead of waiting for nobody.
    pub messages: bool,
    /// How much a room may hold and grant.
    pub limits: Limits,
}

impl Settings {
    /// What the room can do beyond the basic protocol; `None` if it is a bare bridge.
    pub(super) fn capabilities(&self) -> Option<Capabilities> {
        self.extensions.then_some(Capabilities {
            annotations: true,
            ack: true,
            deadline: true,
            extend: true,
            resolved: true,
            withdraw: true,
            permission: true,
            elicitation: true,
            beat_seconds: self.beat_seconds,
        })
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            limit: TimeLimit::Seconds(55),
            extensions: true,
            keep_seconds: 86_400,
            beat_seconds: None,
            messages: false,
            limits: Limits::default(),
        }
    }
}

/// Bounds, so that no agent and no page can make a room grow for ever.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Frames kept for a page that is away; the oldest are dropped.
    pub missed_frames: usize,
    /// Size of those frames as JSON.
    pub missed_bytes: usize,
    /// Asks that may wait behind the pending one.
    pub waiting_asks: usize,
    /// Size of their inputs as JSON.
    pub waiting_bytes: usize,
    /// Settled asks whose ids are remembered, to tell a repeated answer from a late one.
    pub settled_asks: usize,
    /// Recorded asks, those that wait and those that are over together.
    pub recorded_asks: usize,
    /// Size of the results of those that are over, as JSON. Asks that wait may still add theirs.
    pub recorded_bytes: usize,
    /// How long after its result was handed over, or after it ended without the person, an ask is what a repeated call means that
    /// has no key. A client may have given the call up before the reply came, and its model needs a minute to call again.
    pub repeat_seconds: u32,
    /// Responses to asks that no agent has asked yet, after a restart of the bridge.
    pub unclaimed_responses: usize,
    /// Size of those responses as JSON.
    pub unclaimed_bytes: usize,
    /// How long such a response waits for its agent to ask again.
    pub unclaimed_seconds: u32,
    /// The most seconds that one `ask_user_extend` may ask for.
    pub extend_seconds: u32,
    /// The most seconds by which all of them may move a deadline. WCAG 2.2.1 wants ten extensions at least.
    pub extend_total_seconds: u32,
    /// How long the time that a page asked for is kept when the page has gone: it may be reloading, or on its way back.
    pub away_seconds: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            missed_frames: 512,
            missed_bytes: 1 << 20,
            waiting_asks: 32,
            waiting_bytes: 4 << 20,
            settled_asks: 512,
            recorded_asks: 256,
            recorded_bytes: 4 << 20,
            repeat_seconds: 120,
            unclaimed_responses: 8,
            unclaimed_bytes: 256 << 10,
            unclaimed_seconds: 60,
            extend_seconds: 600,
            extend_total_seconds: 6000,
            away_seconds: 15,
        }
    }
}

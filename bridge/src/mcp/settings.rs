//! How long things take over MCP.

use std::time::Duration;

use crate::room::TimeLimit;

/// The times of the MCP endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How long a person has, unless the model says otherwise. Longer than for a call that ends with its ask: an ask of an MCP
    /// client outlives its calls.
    pub limit: TimeLimit,
    /// The shortest time that a model may give a person: models write 1 when they mean soon.
    pub shortest_seconds: u32,
    /// How often a client hears that the person has not answered yet, if it wants to hear it.
    pub progress: Duration,
    /// How long a call waits before its client is told to call again. Most clients give up after 60 s, and many of them also if
    /// they hear of progress.
    pub wait: Duration,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            limit: TimeLimit::Seconds(1800),
            shortest_seconds: 60,
            progress: Duration::from_secs(12),
            wait: Duration::from_secs(50),
        }
    }
}

/// The longest time that a model may give a person: a day.
const LONGEST_SECONDS: f64 = 86_400.0;

impl Settings {
    /// How often a client hears of its call: a few times in any case.
    pub(super) fn progress(&self) -> Duration {
        self.progress.min(self.wait / 4)
    }

    /// The limit for an ask whose model wants so many seconds.
    pub(super) fn limit(&self, seconds: Option<f64>) -> TimeLimit {
        match seconds {
            Some(seconds) => {
                let seconds = seconds.clamp(f64::from(self.shortest_seconds), LONGEST_SECONDS);
                TimeLimit::from_seconds(seconds as u32)
            }
            None => self.limit,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use crate::room::TimeLimit;

    #[test]
    fn a_short_call_is_heard_of_too() {
        assert_eq!(Settings::default().progress().as_secs(), 12);
        let short = Settings { wait: std::time::Duration::from_secs(1), ..Settings::default() };
        assert_eq!(short.progress().as_millis(), 250);
    }

    #[test]
    fn a_model_cannot_hurry_a_person() {
        let limit = |seconds| Settings::default().limit(seconds);
        assert_eq!(limit(None), TimeLimit::Seconds(1800));
        for (wanted, given) in [(1.0, 60), (0.0, 60), (-5.0, 60), (90.5, 90), (1e9, 86_400), (f64::INFINITY, 86_400)] {
            assert_eq!(limit(Some(wanted)), TimeLimit::Seconds(given), "{wanted}");
        }
    }
}

//! What is reported to the page's developer about faults, in bounded words: a broken bridge can be wrong ten thousand times a
//! second, and each time in a megabyte.

use super::time::Time;
use super::timing::ERROR_SPAN;
use crate::text;

/// How many errors are reported within [`ERROR_SPAN`].
const MOST: u32 = 20;
/// How many characters of one error are reported.
const LENGTH: usize = 300;

/// How many errors there were lately.
#[derive(Clone, Debug, Default)]
pub(super) struct Errors {
    since: Option<Time>,
    count: u32,
}

impl Errors {
    /// What is to be reported of an error at `now`, if anything.
    pub(super) fn report(&mut self, now: Time, message: &str) -> Option<String> {
        if self.since.is_none_or(|since| now.millis_since(since) >= ERROR_SPAN) {
            *self = Errors { since: Some(now), count: 0 };
        }
        self.count = self.count.saturating_add(1);
        match self.count {
            ..=MOST => Some(text::shown_start(message, LENGTH)),
            count if count == MOST + 1 => {
                let seconds = ERROR_SPAN / 1_000;
                Some(format!("There are more errors; for {seconds} seconds they are not reported"))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ERROR_SPAN, Errors, MOST};
    use crate::session::Time;

    #[test]
    fn a_flood_is_reported_as_one() {
        let mut errors = Errors::default();
        let reported: Vec<_> = (0..10_000).filter_map(|_| errors.report(Time(5), "bad")).collect();
        assert_eq!(reported.len(), MOST as usize + 1);
        assert!(reported.last().unwrap().starts_with("There are more"));
        assert_eq!(errors.report(Time(4 + ERROR_SPAN), "bad"), None);
        assert_eq!(errors.report(Time(5 + ERROR_SPAN), "bad").as_deref(), Some("bad"), "later ones are reported again");
    }

    #[test]
    fn a_message_is_short_and_safe() {
        let reported = Errors::default().report(Time(0), &"\u{202e}x".repeat(100_000)).unwrap();
        assert!(reported.starts_with("\u{fffd}x") && reported.chars().count() <= 301, "{reported}");
    }
}

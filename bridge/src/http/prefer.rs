//! The header `Prefer` (RFC 7240): whether an agent wants to wait for the result, and for how long.

use axum::http::{HeaderMap, HeaderName, HeaderValue};

/// What a client asks for.
pub(super) const PREFER: HeaderName = HeaderName::from_static("prefer");
/// What of it was done.
pub(super) const PREFERENCE_APPLIED: HeaderName = HeaderName::from_static("preference-applied");

/// The most seconds that one call waits: less than the minute after which most proxies and clients give up.
pub(super) const MOST_WAIT_SECONDS: u32 = 55;

/// `respond-async`: the client wants a reply at the latest after `wait` seconds, with or without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RespondAsync {
    /// As many as it asked for, [`MOST_WAIT_SECONDS`] at most; none unless it asked.
    pub(super) wait_seconds: u32,
}

impl RespondAsync {
    /// What the headers say; `None` for a client that waits. What cannot be read is ignored, as the RFC has it, and of a
    /// preference that stands there twice the first counts.
    pub(super) fn of(headers: &HeaderMap) -> Option<RespondAsync> {
        let values = headers.get_all(PREFER).iter().filter_map(|value| value.to_str().ok());
        let mut preferences = values.flat_map(|value| value.split(',')).map(|preference| {
            let preference = preference.split(';').next().unwrap_or_default();
            let (name, value) = preference.split_once('=').unwrap_or((preference, ""));
            (name.trim().to_ascii_lowercase(), value.trim().trim_matches('"').to_owned())
        });
        let (mut is_async, mut wait_seconds) = (false, None);
        for (name, value) in &mut preferences {
            match name.as_str() {
                "respond-async" => is_async = true,
                "wait" => wait_seconds = wait_seconds.or(value.parse::<u32>().ok()),
                _ => {}
            }
        }
        let wait_seconds = wait_seconds.unwrap_or_default().min(MOST_WAIT_SECONDS);
        is_async.then_some(RespondAsync { wait_seconds })
    }

    /// The value of `Preference-Applied`.
    pub(super) fn applied(self) -> HeaderValue {
        let applied = match self.wait_seconds {
            0 => "respond-async".to_owned(),
            seconds => format!("respond-async, wait={seconds}"),
        };
        HeaderValue::from_str(&applied).expect("words and digits are a header's value")
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue};

    use super::{PREFER, RespondAsync};

    fn seconds(values: &[&'static str]) -> Option<u32> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(PREFER, HeaderValue::from_static(value));
        }
        RespondAsync::of(&headers).map(|preferred| preferred.wait_seconds)
    }

    #[test]
    fn what_a_client_prefers() {
        assert_eq!(seconds(&[]), None);
        assert_eq!(seconds(&["wait=10"]), None, "it waits, as without the header");
        assert_eq!(seconds(&["respond-async"]), Some(0));
        assert_eq!(seconds(&["respond-async, wait=10"]), Some(10));
        assert_eq!(seconds(&["wait=10", "Respond-Async"]), Some(10));
        assert_eq!(seconds(&["handling=lenient; x=y, respond-async; z, wait = \"5\""]), Some(5));
        assert_eq!(seconds(&["respond-async, wait=10, wait=20"]), Some(10));
        assert_eq!(seconds(&["respond-async, wait=3600"]), Some(55));
        for odd in ["respond-async, wait", "respond-async, wait=-1", "respond-async,,=,wait=x"] {
            assert_eq!(seconds(&[odd]), Some(0), "{odd}");
        }
    }

    #[test]
    fn what_was_done_is_said() {
        assert_eq!(RespondAsync { wait_seconds: 0 }.applied(), "respond-async");
        assert_eq!(RespondAsync { wait_seconds: 7 }.applied(), "respond-async, wait=7");
    }
}

//! Who may use the bridge: pages of known origins, and whoever has a token.
//!
//! A browser names the origin of the page in every handshake and every POST, and no page can forge it, so the list keeps
//! strange web sites out. Programs send none and are let through: against them stand the loopback address and the token.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::credential::{Credential, Grant, Wanted};
use super::guesses::{Guess, Guesser, Guesses};
use super::refusal::{Reason, Refusal};
use super::socket;
use crate::config::Config;
use crate::token::{Fault, Keys, Scope, Token};

/// The rules of one bridge.
#[derive(Debug)]
pub(super) struct Access {
    origins: Vec<String>,
    token: Option<Token>,
    keys: Option<Keys>,
    guesses: Mutex<Guesses>,
    start: Instant,
}

impl Access {
    pub(super) fn new(config: &Config, port: u16) -> Access {
        let mut hosts = vec!["127.0.0.1".to_owned(), "localhost".to_owned(), "[::1]".to_owned()];
        let ip = config.listen.ip();
        if !ip.is_unspecified() && !ip.is_loopback() {
            hosts.push(match ip {
                IpAddr::V4(ip) => ip.to_string(),
                IpAddr::V6(ip) => format!("[{ip}]"),
            });
        }
        let own = hosts.into_iter().map(|host| match port {
            // Browsers leave the default port out.
            80 => format!("http://{host}"),
            port => format!("http://{host}:{port}"),
        });
        Access {
            origins: own.chain(config.allow_origins.iter().cloned()).collect(),
            token: config.token.clone(),
            keys: config.token_keys.clone(),
            guesses: Mutex::default(),
            start: Instant::now(),
        }
    }

    fn allows_origin(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        origins.all(|origin| self.origins.iter().any(|known| known.as_bytes() == origin.as_bytes()))
    }

    /// Whether everybody may do everything.
    fn is_open(&self) -> bool {
        self.token.is_none() && self.keys.is_none()
    }

    /// Judges `Authorization: Bearer …`.
    pub(super) fn credential(&self, from: &Guesser, headers: &HeaderMap) -> Credential {
        if self.is_open() {
            return Credential::Valid(Grant::Everything);
        }
        let Some(value) = headers.get(header::AUTHORIZATION) else { return Credential::Missing };
        let given = value.to_str().ok().and_then(|value| value.split_once(' '));
        match given {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => self.judge(from, token.trim()),
            _ => Credential::Wrong,
        }
    }

    /// Judges a token that came in another way. Only one that nobody has signed counts as a guess.
    pub(super) fn judge(&self, from: &Guesser, given: &str) -> Credential {
        if self.is_open() {
            return Credential::Valid(Grant::Everything);
        }
        let now = self.start.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
        let mut guesses = self.guesses.lock().unwrap_or_else(PoisonError::into_inner);
        let mut credential = Credential::TooMany;
        let guess = guesses.judge(now, from, || {
            credential = self.look_at(given);
            credential != Credential::Wrong
        });
        match guess {
            Guess::Right | Guess::Wrong => credential,
            Guess::TooMany => Credential::TooMany,
        }
    }

    fn look_at(&self, given: &str) -> Credential {
        if self.token.as_ref().is_some_and(|token| token.is(given)) {
            return Credential::Valid(Grant::Everything);
        }
        let judged = self.keys.as_ref().map_or(Err(Fault::Forged), |keys| keys.judge(given, self.unix_seconds()));
        match judged {
            Ok(scope) => Credential::Valid(Grant::Scoped(scope)),
            Err(Fault::Forged) => Credential::Wrong,
            Err(Fault::Unfit(why)) => Credential::Unfit(why),
            Err(Fault::Expired) => Credential::Expired,
        }
    }

    /// For requests that can carry the header.
    pub(super) fn require(&self, from: &Guesser, headers: &HeaderMap, wanted: Wanted) -> Result<Grant, Refusal> {
        self.credential(from, headers).require(wanted)
    }

    /// A token with this scope, if the bridge has a key.
    pub(super) fn sign(&self, scope: &Scope, now: u64) -> Option<String> {
        self.keys.as_ref().map(|keys| keys.sign(scope, now))
    }

    /// The time of tokens.
    pub(super) fn unix_seconds(&self) -> u64 {
        since_1970().as_secs()
    }

    /// How long a grant lasts from now on; `None` for ever.
    pub(super) fn lasts(&self, grant: &Grant) -> Option<Duration> {
        match grant {
            Grant::Everything => None,
            Grant::Scoped(scope) => Some(Duration::from_secs(scope.ends()).saturating_sub(since_1970())),
        }
    }
}

fn since_1970() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

/// Refuses pages of unknown origins before anything else is looked at. A browser hides the status of a handshake that was
/// refused, and the page's developer would look for the fault in the network: so a WebSocket is taken, and closed at once
/// with a code that says why. Nothing is read from it or written to it, and no session hears of it.
pub(super) async fn check_origin(State(access): State<Arc<Access>>, request: Request, next: Next) -> Response {
    if access.allows_origin(request.headers()) {
        return next.run(request).await;
    }
    let (mut parts, _) = request.into_parts();
    match WebSocketUpgrade::from_request_parts(&mut parts, &()).await {
        Ok(upgrade) => {
            let mut response = socket::refuse_origin(upgrade, parts.extensions.remove());
            response.extensions_mut().insert(Reason("origin"));
            response
        }
        Err(_) => {
            let error = "Pages of this origin may not use the bridge";
            Refusal::new(StatusCode::FORBIDDEN, error).with_code("origin").into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Access, Credential, Grant, Guesser};
    use crate::client::Client;
    use crate::config::Config;
    use crate::session::SessionId;
    use crate::token::{Keys, SKEW_SECONDS, Scope, Side, Token};
    use axum::http::{HeaderMap, HeaderName, header};

    fn headers(name: HeaderName, values: &[&str]) -> HeaderMap {
        values.iter().map(|value| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn origins() {
        let config = Config { allow_origins: vec!["https://app.example".to_owned()], ..Config::default() };
        let access = Access::new(&config, 8787);
        let allows = |origins: &[&str]| access.allows_origin(&headers(header::ORIGIN, origins));
        for good in ["http://127.0.0.1:8787", "http://localhost:8787", "http://[::1]:8787", "https://app.example"] {
            assert!(allows(&[good]), "{good}");
        }
        for bad in [
            "http://127.0.0.1:8788",
            "https://127.0.0.1:8787",
            "http://127.0.0.1",
            "http://evil.example:8787",
            "https://app.example.evil",
            "null",
            "",
        ] {
            assert!(!allows(&[bad]), "{bad}");
        }
        assert!(allows(&[]), "programs send none");
        assert!(!allows(&["http://localhost:8787", "http://evil.example"]), "two are one too many");
    }

    #[test]
    fn the_address_of_the_bridge_is_its_own_origin() {
        let config = Config { listen: "192.0.2.7:80".parse().unwrap(), ..Config::default() };
        let access = Access::new(&config, 80);
        assert!(access.allows_origin(&headers(header::ORIGIN, &["http://192.0.2.7"])));
    }

    #[test]
    fn tokens() {
        let config = Config { token: Token::new("s3cret"), ..Config::default() };
        let access = Access::new(&config, 8787);
        let from = Guesser::new(Client::Own, &HeaderMap::new());
        let judge = |values: &[&str]| access.credential(&from, &headers(header::AUTHORIZATION, values));
        assert_eq!(judge(&["Bearer s3cret"]), Credential::Valid(Grant::Everything));
        assert_eq!(judge(&["bearer s3cret"]), Credential::Valid(Grant::Everything));
        assert_eq!(judge(&[]), Credential::Missing);
        for wrong in ["Bearer s3cre", "Bearer s3cretx", "Bearer ", "Bearer", "Basic s3cret", "s3cret", ""] {
            assert_eq!(judge(&[wrong]), Credential::Wrong, "{wrong:?}");
        }
        let open = Access::new(&Config::default(), 8787);
        assert_eq!(open.credential(&from, &HeaderMap::new()), Credential::Valid(Grant::Everything));
    }

    #[test]
    fn only_tokens_that_nobody_signed_are_guesses() {
        let keys = Keys::new("0123456789abcdef0123456789abcdef").unwrap();
        let access = Access::new(&Config { token_keys: Some(keys.clone()), ..Config::default() }, 8787);
        let from = Guesser::new(Client::Own, &HeaderMap::new());
        let now = access.unix_seconds();
        let scope = Scope::new(SessionId::new("s").unwrap(), Side::Page, "ada", now - 1000, 60).unwrap();
        let expired = keys.sign(&scope, now - 1000);
        for _ in 0..1000 {
            assert_eq!(access.judge(&from, &expired), Credential::Expired);
        }
        let wrong = (0..1000).map(|_| access.judge(&from, "wrong")).filter(|judged| *judged == Credential::Wrong);
        assert!(wrong.count() < 100);
        assert_eq!(access.judge(&from, &expired), Credential::TooMany, "a guesser has no look at signatures either");
    }

    #[test]
    fn a_grant_lasts_as_long_as_its_token() {
        let access = Access::new(&Config::default(), 8787);
        let now = access.unix_seconds();
        let scope = Scope::new(SessionId::new("s").unwrap(), Side::Page, "ada", now, 60).unwrap();
        let lasts = access.lasts(&Grant::Scoped(scope)).unwrap().as_secs();
        assert!((30..=60 + SKEW_SECONDS).contains(&lasts), "{lasts}");
        assert_eq!(access.lasts(&Grant::Everything), None);
    }
}

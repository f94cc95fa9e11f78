//! Who may use the bridge: pages of known origins, and whoever knows the token.
//!
//! A browser names the origin of the page in every handshake and every POST, and no page can forge it, so the list keeps
//! strange web sites out. Programs send none and are let through: against them stand the loopback address and the token.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::guesses::{Guess, Guesser, Guesses};
use super::refusal::Refusal;
use super::socket;
use crate::config::Config;
use crate::token::Token;

/// The rules of one bridge.
#[derive(Debug)]
pub(super) struct Access {
    origins: Vec<String>,
    token: Option<Token>,
    guesses: Mutex<Guesses>,
    start: Instant,
}

/// What a request says about the token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Credential {
    /// It is right, or none is wanted.
    Valid,
    /// One is wanted, and there is none.
    Missing,
    /// There is one, and it is wrong.
    Wrong,
    /// There is one, and it was not looked at: too many wrong ones came from there.
    TooMany,
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
            guesses: Mutex::default(),
            start: Instant::now(),
        }
    }

    fn allows_origin(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(header::ORIGIN).iter();
        origins.all(|origin| self.origins.iter().any(|known| known.as_bytes() == origin.as_bytes()))
    }

    /// Judges `Authorization: Bearer …`.
    pub(super) fn credential(&self, from: &Guesser, headers: &HeaderMap) -> Credential {
        if self.token.is_none() {
            return Credential::Valid;
        }
        let Some(value) = headers.get(header::AUTHORIZATION) else { return Credential::Missing };
        let given = value.to_str().ok().and_then(|value| value.split_once(' '));
        match given {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => self.judge(from, token.trim()),
            _ => Credential::Wrong,
        }
    }

    /// Judges a token that came in another way.
    pub(super) fn judge(&self, from: &Guesser, given: &str) -> Credential {
        let Some(token) = &self.token else { return Credential::Valid };
        let now = self.start.elapsed().as_millis().try_into().unwrap_or(u64::MAX);
        let mut guesses = self.guesses.lock().unwrap_or_else(PoisonError::into_inner);
        match guesses.judge(now, from, || token.is(given)) {
            Guess::Right => Credential::Valid,
            Guess::Wrong => Credential::Wrong,
            Guess::TooMany => Credential::TooMany,
        }
    }

    /// For requests that can carry the header.
    pub(super) fn require(&self, from: &Guesser, headers: &HeaderMap) -> Result<(), Refusal> {
        match self.credential(from, headers) {
            Credential::Valid => Ok(()),
            credential => Err(credential.refusal()),
        }
    }
}

impl Credential {
    /// What a request is told that is not let in.
    pub(super) fn refusal(self) -> Refusal {
        let (status, error) = match self {
            Credential::Valid | Credential::Missing => (StatusCode::UNAUTHORIZED, "This bridge wants a bearer token"),
            Credential::Wrong => (StatusCode::UNAUTHORIZED, "The bearer token is not right"),
            Credential::TooMany => (StatusCode::TOO_MANY_REQUESTS, "Too many wrong bearer tokens: try again later"),
        };
        Refusal::new(status, error)
    }
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
        Ok(upgrade) => socket::refuse_origin(upgrade, parts.extensions.remove()),
        Err(_) => Refusal::new(StatusCode::FORBIDDEN, "Pages of this origin may not use the bridge").into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Access, Credential, Guesser};
    use crate::client::Client;
    use crate::config::Config;
    use crate::token::Token;
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
        assert_eq!(judge(&["Bearer s3cret"]), Credential::Valid);
        assert_eq!(judge(&["bearer s3cret"]), Credential::Valid);
        assert_eq!(judge(&[]), Credential::Missing);
        for wrong in ["Bearer s3cre", "Bearer s3cretx", "Bearer ", "Bearer", "Basic s3cret", "s3cret", ""] {
            assert_eq!(judge(&[wrong]), Credential::Wrong, "{wrong:?}");
        }
        let open = Access::new(&Config::default(), 8787);
        assert_eq!(open.credential(&from, &HeaderMap::new()), Credential::Valid);
    }
}

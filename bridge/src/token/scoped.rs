//! Scoped tokens: for one session, one side of it, one subject, and a short time. They are JSON Web Tokens, signed with a key
//! that the bridge shares with the server of the page. Time comes in as a value.

use std::fmt;

use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation, decode, encode};
use serde_json::{Map, Value, json};

use super::hs256;
use crate::session::SessionId;

/// How many seconds the clocks of the bridge and of whoever signs may differ.
pub const SKEW_SECONDS: u64 = 30;
/// The longest time that a token may be valid from now on: a day.
pub const MOST_SECONDS: u64 = 86_400;
/// Who a token may name as audience, if it names one.
const AUDIENCE: &str = "ask-user-bridge";
/// The shortest key: as long as the hash (RFC 7518, section 3.2).
const LEAST_KEY_BYTES: usize = 32;
/// The longest token that is looked at.
const MOST_BYTES: usize = 4096;
/// The longest subject, in characters.
const MOST_SUBJECT: usize = 200;

/// One of the two sides of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Connects as the page, and answers.
    Page,
    /// Asks.
    Agent,
}

impl Side {
    /// The side of this name.
    pub fn named(word: &str) -> Option<Side> {
        match word {
            "page" => Some(Side::Page),
            "agent" => Some(Side::Agent),
            _ => None,
        }
    }

    /// Its name.
    pub fn as_str(self) -> &'static str {
        match self {
            Side::Page => "page",
            Side::Agent => "agent",
        }
    }
}

/// What a token allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// In this session only.
    pub session: SessionId,
    /// On this side only.
    pub side: Side,
    /// Who holds the token, as the signer knows them.
    pub subject: String,
    /// Until this time, in seconds since 1970.
    pub expires: u64,
}

impl Scope {
    /// A scope that begins at `now`, if the subject and the time are fit for one.
    pub fn new(session: SessionId, side: Side, subject: &str, now: u64, seconds: u64) -> Result<Scope, &'static str> {
        if !(1..=MOST_SECONDS).contains(&seconds) {
            return Err("ttl must be a whole number of seconds from 1 to 86400");
        }
        let subject = checked_subject(subject).ok_or("subject must be a text of 1 to 200 characters")?;
        Ok(Scope { session, side, subject, expires: now + seconds })
    }

    /// Whether it is over at `now`.
    pub fn is_over(&self, now: u64) -> bool {
        now >= self.ends()
    }

    /// When the bridge takes it for over: later than `expires`, because clocks differ.
    pub fn ends(&self) -> u64 {
        self.expires.saturating_add(SKEW_SECONDS)
    }
}

/// Why a token allows nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// None of the keys has signed it: it may be a guess.
    Forged,
    /// It is signed and says what the bridge does not take. The sentence is for whoever signs.
    Unfit(&'static str),
    /// It is over.
    Expired,
}

/// The keys of a bridge. The first one signs; a token may be signed with any of them, so that a key can be replaced.
#[derive(Clone)]
pub struct Keys {
    signing: EncodingKey,
    verifying: Vec<DecodingKey>,
    validation: Validation,
}

impl Keys {
    /// Takes keys, separated by spaces: printable ASCII, 32 characters and more each.
    pub fn new(keys: &str) -> Option<Keys> {
        let is_fit = |key: &str| key.len() >= LEAST_KEY_BYTES && key.bytes().all(|byte| byte.is_ascii_graphic());
        let keys: Vec<_> = keys.split(' ').filter(|key| !key.is_empty()).collect();
        let first = keys.first().filter(|_| keys.iter().all(|key| is_fit(key)))?;
        hs256::install();
        let mut validation = Validation::new(Algorithm::HS256);
        // Read below, with a time that comes in.
        validation.validate_exp = false;
        validation.required_spec_claims.clear();
        validation.set_audience(&[AUDIENCE]);
        Some(Keys {
            signing: EncodingKey::from_secret(first.as_bytes()),
            verifying: keys.iter().map(|key| DecodingKey::from_secret(key.as_bytes())).collect(),
            validation,
        })
    }

    /// A token with this scope.
    pub fn sign(&self, scope: &Scope, now: u64) -> String {
        let claims = json!({
            "session": scope.session.as_str(),
            "side": scope.side.as_str(),
            "sub": scope.subject,
            "iat": now,
            "exp": scope.expires,
        });
        encode(&Header::new(Algorithm::HS256), &claims, &self.signing).expect("HS256 signs every text")
    }

    /// What a token allows at `now`.
    pub fn judge(&self, token: &str, now: u64) -> Result<Scope, Fault> {
        if token.len() > MOST_BYTES {
            return Err(Fault::Forged);
        }
        let mut fault = Fault::Forged;
        for key in &self.verifying {
            match decode::<Map<String, Value>>(token, key, &self.validation) {
                Ok(read) if read.header.crit.is_some() => return Err(Fault::Unfit("crit is not supported")),
                Ok(read) => return scope(&read.claims, now),
                Err(error) if matches!(error.kind(), ErrorKind::InvalidAudience) => {
                    fault = Fault::Unfit("aud names somebody else than ask-user-bridge");
                }
                Err(_) => {}
            }
        }
        Err(fault)
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("Keys(…)")
    }
}

fn scope(claims: &Map<String, Value>, now: u64) -> Result<Scope, Fault> {
    let text = |name: &str| claims.get(name).and_then(Value::as_str);
    let session =
        text("session").and_then(SessionId::new).ok_or(Fault::Unfit("session must be the name of a session"))?;
    let side = text("side").and_then(Side::named).ok_or(Fault::Unfit("side must be page or agent"))?;
    let subject = text("sub").and_then(checked_subject);
    let subject = subject.ok_or(Fault::Unfit("sub must be a text of 1 to 200 characters"))?;
    let expires = claims.get("exp").and_then(seconds).ok_or(Fault::Unfit("exp must be a time in seconds"))?;
    if expires > now.saturating_add(MOST_SECONDS + SKEW_SECONDS) {
        return Err(Fault::Unfit("exp must be less than a day ahead"));
    }
    if let Some(begins) = claims.get("nbf") {
        let begins = seconds(begins).ok_or(Fault::Unfit("nbf must be a time in seconds"))?;
        if begins > now.saturating_add(SKEW_SECONDS) {
            return Err(Fault::Unfit("nbf is in the future"));
        }
    }
    let scope = Scope { session, side, subject, expires };
    if scope.is_over(now) { Err(Fault::Expired) } else { Ok(scope) }
}

/// A time as tokens have it, which may be a fraction.
fn seconds(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_f64().filter(|seconds| *seconds >= 0.0).map(|seconds| seconds as u64))
}

/// It is printed in lines of its own, so it may not break them.
fn checked_subject(subject: &str) -> Option<String> {
    let is_fit = (1..=MOST_SUBJECT).contains(&subject.chars().count()) && !subject.chars().any(char::is_control);
    is_fit.then(|| subject.to_owned())
}

#[cfg(test)]
mod tests;

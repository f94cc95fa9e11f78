//! What opens a bridge: the master token, which opens everything, and scoped tokens, which open one side of one session. Neither
//! is ever printed.

mod hs256;
mod scoped;

use std::fmt;

use subtle::ConstantTimeEq;

pub use scoped::{Fault, Keys, MOST_SECONDS, SKEW_SECONDS, Scope, Side};

/// The master token. Compared without telling how much of a guess was right.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// Takes a secret, if it can travel in a header: printable ASCII without spaces, and not empty.
    pub fn new(secret: &str) -> Option<Token> {
        let can_travel = !secret.is_empty() && secret.bytes().all(|byte| byte.is_ascii_graphic());
        can_travel.then(|| Token(secret.to_owned()))
    }

    /// Whether a guess is right. Only its length can be told from the time this takes.
    pub fn is(&self, guess: &str) -> bool {
        self.0.as_bytes().ct_eq(guess.as_bytes()).into()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("Token(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[test]
    fn right_and_wrong() {
        let token = Token::new("s3cret").unwrap();
        assert!(token.is("s3cret"));
        for wrong in ["", "s3cre", "s3cret ", "s3crets", "S3cret"] {
            assert!(!token.is(wrong), "{wrong:?}");
        }
        assert!(!format!("{token:?}").contains("s3cret"));
    }

    #[test]
    fn what_cannot_travel_is_no_token() {
        for bad in ["", "a b", "tab\t", "ü", "line\n"] {
            assert!(Token::new(bad).is_none(), "{bad:?}");
        }
    }
}

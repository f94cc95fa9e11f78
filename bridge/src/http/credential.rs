//! What a request may do, by the token that it shows.

use axum::http::StatusCode;

use super::refusal::Refusal;
use crate::token::{Scope, Side};

/// What a request says about the token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Credential {
    /// It is right, or none is wanted.
    Valid(Grant),
    /// One is wanted, and there is none.
    Missing,
    /// There is one, and it is neither the master token nor signed with a key of the bridge.
    Wrong,
    /// It is signed and says what the bridge does not take; the sentence says what.
    Unfit(&'static str),
    /// It was right, and is over.
    Expired,
    /// There is one, and it was not looked at: too many wrong ones came from there.
    TooMany,
}

/// What a token allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Grant {
    /// Everything: it is the master token, or none is wanted.
    Everything,
    /// One side of one session.
    Scoped(Scope),
}

/// What a request wants to do.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted<'a> {
    /// Something that is not of one session's side: make a session, or a token.
    Master,
    /// To take part in the session of this name, on this side.
    Part(&'a str, Side),
}

impl Grant {
    /// Who holds the token, if it says so.
    pub(super) fn subject(&self) -> Option<String> {
        match self {
            Grant::Everything => None,
            Grant::Scoped(scope) => Some(scope.subject.clone()),
        }
    }

    pub(super) fn allows(&self, wanted: Wanted) -> bool {
        match (self, wanted) {
            (Grant::Everything, _) => true,
            (Grant::Scoped(_), Wanted::Master) => false,
            (Grant::Scoped(scope), Wanted::Part(session, side)) => {
                scope.session.as_str() == session && scope.side == side
            }
        }
    }
}

impl Credential {
    /// What it grants, if that is enough.
    pub(super) fn require(self, wanted: Wanted) -> Result<Grant, Refusal> {
        match self {
            Credential::Valid(grant) if grant.allows(wanted) => Ok(grant),
            credential => Err(credential.refusal()),
        }
    }

    /// The name of the reason for which it is not let in.
    pub(super) fn code(&self) -> &'static str {
        match self {
            Credential::Valid(_) => "token_scope",
            Credential::Missing => "token_missing",
            Credential::Wrong => "token_wrong",
            Credential::Unfit(_) => "token_unfit",
            Credential::Expired => "token_expired",
            Credential::TooMany => "too_many_tokens",
        }
    }

    /// What a request is told that is not let in.
    fn refusal(self) -> Refusal {
        let status = match self {
            Credential::Valid(_) => StatusCode::FORBIDDEN,
            Credential::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Credential::Missing | Credential::Wrong | Credential::Unfit(_) | Credential::Expired => {
                StatusCode::UNAUTHORIZED
            }
        };
        let error = match self {
            Credential::Valid(_) => {
                "The token is for another session, for the other side, or for less than this".into()
            }
            Credential::Missing => "This bridge wants a bearer token".to_owned(),
            Credential::Wrong => "The bearer token is not right".to_owned(),
            Credential::Unfit(why) => format!("The bearer token is signed, but {why}"),
            Credential::Expired => "The bearer token has expired".to_owned(),
            Credential::TooMany => "Too many wrong bearer tokens: try again later".to_owned(),
        };
        Refusal::new(status, error).with_code(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::{Grant, Wanted};
    use crate::session::SessionId;
    use crate::token::{Scope, Side};

    #[test]
    fn a_scoped_token_opens_one_side_of_one_session() {
        let session = SessionId::new("a").unwrap();
        let scoped = Grant::Scoped(Scope::new(session, Side::Page, "ada", 0, 60).unwrap());
        for (wanted, is_allowed) in [
            (Wanted::Part("a", Side::Page), true),
            (Wanted::Part("a", Side::Agent), false),
            (Wanted::Part("b", Side::Page), false),
            (Wanted::Part("A", Side::Page), false),
            (Wanted::Part("", Side::Page), false),
            (Wanted::Master, false),
        ] {
            assert_eq!(scoped.allows(wanted), is_allowed, "{wanted:?}");
            assert!(Grant::Everything.allows(wanted));
        }
    }
}

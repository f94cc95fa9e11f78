//! Requests that are not served: a status and one sentence, `{"error":"…"}`, and a `code` where programs have to tell two
//! reasons for one status apart. Nothing of the request is reflected.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Why a request is not served.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    code: Option<&'static str>,
    error: String,
    /// When to try again, where that helps.
    retry_after: &'static str,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, error: impl ToString) -> Refusal {
        Refusal { status, code: None, error: error.to_string(), retry_after: "5" }
    }

    /// One after which it is worth trying again soon.
    pub(super) fn soon(status: StatusCode, error: impl ToString) -> Refusal {
        Refusal { retry_after: "1", ..Refusal::new(status, error) }
    }

    /// This refusal, with a name for the reason.
    pub(super) fn with_code(self, code: &'static str) -> Refusal {
        Refusal { code: Some(code), ..self }
    }
}

/// Why a request was refused, for whoever counts: an extension of the response.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reason(pub(super) &'static str);

impl Refusal {
    fn reason(&self) -> Reason {
        Reason(self.code.unwrap_or(match self.status {
            StatusCode::BAD_REQUEST => "bad_request",
            StatusCode::FORBIDDEN => "forbidden",
            StatusCode::NOT_FOUND => "unknown_ask",
            StatusCode::REQUEST_TIMEOUT => "too_slow",
            StatusCode::GONE => "key_expired",
            StatusCode::PAYLOAD_TOO_LARGE => "too_large",
            StatusCode::UNPROCESSABLE_ENTITY => "key_reused",
            StatusCode::TOO_MANY_REQUESTS => "too_many_asks",
            StatusCode::NOT_IMPLEMENTED => "not_implemented",
            StatusCode::SERVICE_UNAVAILABLE => "unavailable",
            _ => "other",
        }))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut body = json!({"error": self.error});
        if let Some(code) = self.code {
            body["code"] = code.into();
        }
        let mut response = (self.status, json(&body)).into_response();
        let more = match self.status {
            // RFC 6750, section 3.1.
            StatusCode::UNAUTHORIZED if self.code == Some("token_missing") => {
                Some((header::WWW_AUTHENTICATE, "Bearer"))
            }
            StatusCode::UNAUTHORIZED => Some((header::WWW_AUTHENTICATE, "Bearer error=\"invalid_token\"")),
            StatusCode::FORBIDDEN if self.code == Some("token_scope") => {
                Some((header::WWW_AUTHENTICATE, "Bearer error=\"insufficient_scope\""))
            }
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => {
                Some((header::RETRY_AFTER, self.retry_after))
            }
            _ => None,
        };
        response.extensions_mut().insert(self.reason());
        if let Some((name, value)) = more {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

/// A value as the body of a response.
pub(super) fn json(value: &Value) -> impl IntoResponse + use<> {
    ([(header::CONTENT_TYPE, "application/json")], value.to_string())
}

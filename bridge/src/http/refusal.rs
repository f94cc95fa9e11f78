//! Requests that are not served: a status and one sentence, `{"error":"…"}`. Nothing of the request is reflected.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Why a request is not served.
#[derive(Clone, Debug)]
pub(super) struct Refusal {
    status: StatusCode,
    error: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, error: impl ToString) -> Refusal {
        Refusal { status, error: error.to_string() }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, json(&json!({"error": self.error}))).into_response();
        let more = match self.status {
            StatusCode::UNAUTHORIZED => Some((header::WWW_AUTHENTICATE, "Bearer")),
            StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE => Some((header::RETRY_AFTER, "5")),
            _ => None,
        };
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

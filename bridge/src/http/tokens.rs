//! `POST /sessions/{session}/tokens`: makes a scoped token for whoever has the master token.

use axum::extract::{Extension, Path, Request, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde_json::{Value, json};

use super::App;
use super::agents::{bad_request, read, session_id};
use super::credential::Wanted;
use super::guesses::Guesser;
use super::refusal::{self, Refusal};
use crate::client::Client;
use crate::token::{Scope, Side};

/// How long a token is valid if the request does not say.
const TTL_SECONDS: u64 = 900;

/// The body: `{"side":"page","subject":"ada@example","ttl":900}`.
pub(super) async fn issue(
    State(app): State<App>,
    Path(session): Path<String>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Result<impl IntoResponse, Refusal> {
    let headers = request.headers();
    app.access.require(&Guesser::new(client, headers), headers, Wanted::Master)?;
    let session = session_id(&app, &session)?;
    let body = read(&app, request).await?;
    let side = body["side"].as_str().and_then(Side::named);
    let side = side.ok_or_else(|| bad_request("side must be page or agent"))?;
    let subject = body["subject"].as_str().unwrap_or_default();
    let seconds = match &body["ttl"] {
        Value::Null => TTL_SECONDS,
        ttl => ttl.as_u64().unwrap_or(0),
    };
    let now = app.access.unix_seconds();
    let scope = Scope::new(session, side, subject, now, seconds).map_err(bad_request)?;
    let token = app.access.sign(&scope, now).ok_or_else(|| {
        Refusal::new(StatusCode::NOT_IMPLEMENTED, "This bridge signs no tokens: start it with --token-key")
    })?;
    Ok((StatusCode::CREATED, refusal::json(&json!({"token": token, "expires_in": seconds}))))
}

//! Recorded asks over HTTP: an agent whose call breaks finds its ask again, and the result.

use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::time::Duration;

use super::App;
use super::agents::{admit, bad_request, find as find_session, open, refused};
use super::prefer::{MOST_WAIT_SECONDS, PREFERENCE_APPLIED, RespondAsync};
use super::refusal::{self, Refusal};
use crate::client::Client;
use crate::room::{self, AskState, AskStatus, IdempotencyKey, Outcome, QuestionId, TimeLimit};
use crate::session::{Session, SessionId};

/// How an agent wants its ask to outlive the call.
#[derive(Clone, Debug)]
pub(super) struct Recording {
    key: Option<IdempotencyKey>,
    respond_async: Option<RespondAsync>,
}

impl Recording {
    /// What the headers say; `None` for an ask that ends with its call.
    pub(super) fn of(headers: &HeaderMap) -> Result<Option<Recording>, Refusal> {
        let (key, respond_async) = (key(headers)?, RespondAsync::of(headers));
        let is_recorded = key.is_some() || respond_async.is_some();
        Ok(is_recorded.then_some(Recording { key, respond_async }))
    }

    /// Asks, and replies with the result, or with the place where it will be. When the caller hangs up, the ask goes on.
    pub(super) async fn serve(
        self,
        app: &App,
        id: &SessionId,
        client: Client,
        request: room::Request,
        limit: Option<TimeLimit>,
    ) -> Result<Response, Refusal> {
        let session = open(app, id, client)?;
        let ask = session.record(self.key, request, limit).await.map_err(refused)?.id;
        let state = match self.respond_async {
            None => session.wait_for_end(&ask).await,
            Some(preferred) => session.wait(&ask, Duration::from_secs(preferred.wait_seconds.into())).await,
        };
        let state = state.map_err(refused)?.ok_or_else(unknown)?;
        let mut response = match &state.status {
            AskStatus::Over { result, .. } => refusal::json(result).into_response(),
            AskStatus::Pending => {
                let location = format!("/sessions/{}/asks/{ask}", id.as_str());
                let body = refusal::json(&json!({"id": ask.as_str(), "status": "pending"}));
                (StatusCode::ACCEPTED, [(header::LOCATION, location)], body).into_response()
            }
        };
        if let Some(preferred) = self.respond_async {
            response.headers_mut().insert(PREFERENCE_APPLIED, preferred.applied());
        }
        Ok(response)
    }
}

/// `GET /sessions/{session}/asks/{ask}?wait=SECONDS`: how far a recorded ask has come, as soon as it is over, or after that
/// time. `HEAD` hands nothing over, so it leaves the result as it is, and does not wait.
pub(super) async fn find(
    State(app): State<App>,
    method: Method,
    Path((session, ask)): Path<(String, String)>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    uri: Uri,
) -> Result<impl IntoResponse, Refusal> {
    let session = existing(&app, &session, client, &headers)?;
    let seconds = wait_seconds(&uri)?;
    let session = session.ok_or_else(unknown)?;
    let ask = QuestionId::from(ask);
    let state = match method {
        Method::HEAD => session.peek(&ask).await,
        _ => session.wait(&ask, Duration::from_secs(seconds.into())).await,
    };
    Ok(refusal::json(&whole(state.map_err(refused)?.ok_or_else(unknown)?)))
}

/// `DELETE /sessions/{session}/asks/{ask}`: withdraws a recorded ask. One that is over stays as it is.
pub(super) async fn withdraw(
    State(app): State<App>,
    Path((session, ask)): Path<(String, String)>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Refusal> {
    let session = existing(&app, &session, client, &headers)?.ok_or_else(unknown)?;
    let state = session.withdraw(&QuestionId::from(ask)).await;
    Ok(refusal::json(&whole(state.map_err(refused)?.ok_or_else(unknown)?)))
}

/// `GET /sessions/{session}/asks?status=STATUS`: the recorded asks of this status, or all. Their results are fetched one by
/// one.
pub(super) async fn list(
    State(app): State<App>,
    Path(session): Path<String>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    uri: Uri,
) -> Result<impl IntoResponse, Refusal> {
    let session = existing(&app, &session, client, &headers)?;
    let wanted = wanted_status(&uri)?;
    let asks = match session {
        Some(session) => session.recorded().await.map_err(refused)?,
        None => Vec::new(),
    };
    let asks = asks.iter().filter(|state| wanted.is_none_or(|wanted| wanted == name(&state.status)));
    let asks: Vec<_> = asks.map(summary).collect();
    Ok(refusal::json(&json!({"asks": asks})))
}

/// The session that the agent names, if there is one.
fn existing(app: &App, session: &str, client: Client, headers: &HeaderMap) -> Result<Option<Session>, Refusal> {
    let id = admit(app, session, client, headers)?;
    find_session(app, &id, client)
}

fn summary(state: &AskState) -> Value {
    json!({"id": state.id.as_str(), "kind": state.kind.name(), "status": name(&state.status)})
}

fn whole(state: AskState) -> Value {
    let mut whole = summary(&state);
    if let AskStatus::Over { result, .. } = state.status {
        whole["result"] = result;
    }
    whole
}

/// The names of all statuses.
const STATUSES: [&str; 5] = ["pending", "answered", "cancelled", "timed_out", "withdrawn"];

fn name(status: &AskStatus) -> &'static str {
    match status {
        AskStatus::Pending => "pending",
        AskStatus::Over { outcome, .. } => match outcome {
            Outcome::Answered => "answered",
            Outcome::Cancelled => "cancelled",
            Outcome::TimedOut => "timed_out",
            Outcome::Withdrawn => "withdrawn",
        },
    }
}

fn unknown() -> Refusal {
    let sentence =
        "No such ask is recorded: its result is no longer kept, the bridge was restarted, or the id is wrong";
    Refusal::new(StatusCode::NOT_FOUND, sentence)
}

/// The header `Idempotency-Key`.
fn key(headers: &HeaderMap) -> Result<Option<IdempotencyKey>, Refusal> {
    let mut values = headers.get_all("idempotency-key").iter();
    let Some(value) = values.next() else { return Ok(None) };
    let key = value.to_str().ok().and_then(IdempotencyKey::new).filter(|_| values.next().is_none());
    let key = key.ok_or_else(|| bad_request("Idempotency-Key is one key of 1 to 255 visible ASCII characters"))?;
    Ok(Some(key))
}

/// `?wait=SECONDS`.
fn wait_seconds(uri: &Uri) -> Result<u32, Refusal> {
    let Some(seconds) = parameter(uri, "wait") else { return Ok(0) };
    let seconds = seconds.parse().ok().filter(|seconds| *seconds <= MOST_WAIT_SECONDS);
    seconds.ok_or_else(|| bad_request(format!("wait is a whole number of seconds from 0 to {MOST_WAIT_SECONDS}")))
}

/// `?status=STATUS`.
fn wanted_status(uri: &Uri) -> Result<Option<&'static str>, Refusal> {
    let Some(wanted) = parameter(uri, "status") else { return Ok(None) };
    let known = STATUSES.into_iter().find(|known| *known == wanted);
    let known = known.ok_or_else(|| bad_request(format!("status is one of {}", STATUSES.join(", "))))?;
    Ok(Some(known))
}

/// A parameter of the query.
pub(super) fn parameter<'a>(uri: &'a Uri, name: &str) -> Option<&'a str> {
    let mut pairs = uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

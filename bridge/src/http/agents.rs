//! What agents call: request something of the person and wait for the result, or send a chat frame.

use axum::body::Bytes;
use axum::extract::{Extension, FromRequest, Path, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::time::timeout;

use super::App;
use super::asks::{Recording, parameter};
use super::credential::Wanted;
use super::guesses::Guesser;
use super::log::Log;
use super::refusal::{self, Refusal};
use crate::client::Client;
use crate::config::Names;
use crate::room::{self, AskInput, ChatFrame, ElicitationInput, PermissionInput, Status, TimeLimit};
use crate::session::{AskError, Session, SessionId, TooManySessions};
use crate::token::Side;

/// The longest limit that an ask may set: a day.
const MOST_SECONDS: u32 = 86_400;

/// `POST /sessions/{session}/ask`: questions; the reply is the permission result of `AskUserQuestion`.
pub(super) async fn ask(
    app: State<App>,
    session: Path<String>,
    client: Extension<Client>,
    request: Request,
) -> Result<impl IntoResponse, Refusal> {
    let kind = Kind { note: "an agent asks", read: |body| Ok(AskInput::new(body).map_err(bad_request)?.into()) };
    serve(kind, app, session, client, request).await
}

/// `POST /sessions/{session}/permission`: an approval; the reply is the permission result of the tool.
pub(super) async fn permission(
    app: State<App>,
    session: Path<String>,
    client: Extension<Client>,
    request: Request,
) -> Result<impl IntoResponse, Refusal> {
    let read: Read = |body| Ok(PermissionInput::new(body).map_err(bad_request)?.into());
    serve(Kind { note: "an agent asks for an approval", read }, app, session, client, request).await
}

/// `POST /sessions/{session}/elicit`: a form, or an address to open; the reply is the result of the elicitation.
pub(super) async fn elicit(
    app: State<App>,
    session: Path<String>,
    client: Extension<Client>,
    request: Request,
) -> Result<impl IntoResponse, Refusal> {
    let read: Read = |body| Ok(ElicitationInput::new(body).map_err(bad_request)?.into());
    serve(Kind { note: "an agent sends a form", read }, app, session, client, request).await
}

/// Makes a request of a body.
type Read = fn(Value) -> Result<room::Request, Refusal>;

/// What differs between the three kinds of requests.
struct Kind {
    /// What `--verbose` prints.
    note: &'static str,
    read: Read,
}

/// Replies when the person has answered. When the caller hangs up, hyper drops this future, and with it the request, unless
/// it is recorded.
async fn serve(
    kind: Kind,
    State(app): State<App>,
    Path(session): Path<String>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Result<Response, Refusal> {
    let id = admit(&app, &session, client, request.headers())?;
    let limit = limit(request.uri())?;
    let recording = Recording::of(request.headers())?;
    let asked = (kind.read)(read(&app, request).await?)?;
    let log = Log::new(&id);
    log.note(kind.note);
    if let Some(recording) = recording {
        let response = recording.serve(&app, &id, client, asked, limit).await;
        log.note(if response.is_ok() { "the agent has a reply" } else { "the agent is refused" });
        return response;
    }
    let result = open(&app, &id, client)?.ask(asked, limit).await;
    log.note(match &result {
        Ok(result) if result["reason"].is_null() && result["_meta"]["reason"].is_null() => "the agent has its answer",
        Ok(_) => "the agent is told that there is no answer",
        Err(_) => "the agent is refused",
    });
    result.map(|result| refusal::json(&result).into_response()).map_err(refused)
}

/// Why an agent has no result.
pub(super) fn refused(error: AskError) -> Refusal {
    let status = match error {
        AskError::Refused(room::Refusal::QueueFull | room::Refusal::RecordsFull) => StatusCode::TOO_MANY_REQUESTS,
        AskError::Refused(room::Refusal::QuestionsOnly) => StatusCode::NOT_IMPLEMENTED,
        AskError::Refused(room::Refusal::KeyReused) => StatusCode::UNPROCESSABLE_ENTITY,
        AskError::Refused(room::Refusal::KeyExpired) => StatusCode::GONE,
        // Another bridge may be there in a moment, and takes the same key.
        AskError::Stopped | AskError::StoreAway => return Refusal::soon(StatusCode::SERVICE_UNAVAILABLE, error),
    };
    Refusal::new(status, error)
}

/// `POST /sessions`: a fresh id that nobody can guess. It takes no place until somebody uses it.
pub(super) async fn session(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Refusal> {
    app.access.require(&Guesser::new(client, &headers), &headers, Wanted::Master)?;
    let id = SessionId::random();
    Ok((StatusCode::CREATED, refusal::json(&json!({"session": id.as_str()}))))
}

/// `GET /sessions/{session}`: whether a page is there to answer, and how many asks wait. A name that nobody has used yet is
/// a session without either.
pub(super) async fn status(
    State(app): State<App>,
    Path(session): Path<String>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Refusal> {
    let id = admit(&app, &session, client, &headers)?;
    let status = match find(&app, &id, client)? {
        Some(session) => session.status().await.map_err(refused)?,
        None => Status::default(),
    };
    let status = json!({"session": id.as_str(), "connected": status.is_connected, "asks": status.asks});
    Ok(refusal::json(&status))
}

/// `POST /sessions/{session}/events`: answers when the frame has its place in the order of things.
pub(super) async fn event(
    State(app): State<App>,
    Path(session): Path<String>,
    Extension(client): Extension<Client>,
    request: Request,
) -> Result<StatusCode, Refusal> {
    let id = admit(&app, &session, client, request.headers())?;
    let frame = ChatFrame::new(read(&app, request).await?).map_err(bad_request)?;
    open(&app, &id, client)?.event(frame).await.map_err(refused)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lets an agent take part in a session.
pub(super) fn admit(app: &App, session: &str, client: Client, headers: &HeaderMap) -> Result<SessionId, Refusal> {
    app.access.require(&Guesser::new(client, headers), headers, Wanted::Part(session, Side::Agent))?;
    session_id(app, session)
}

/// The session of this name, if it may have it.
pub(super) fn session_id(app: &App, session: &str) -> Result<SessionId, Refusal> {
    let id = SessionId::new(session);
    let id = id.ok_or_else(|| bad_request("A session id is 1 to 128 characters of A-Z a-z 0-9 . _ -"))?;
    if app.names == Names::Unguessable && !id.is_unguessable() {
        let error = "This session id can be guessed: POST /sessions makes others";
        return Err(Refusal::new(StatusCode::FORBIDDEN, error).with_code("session_name"));
    }
    Ok(id)
}

pub(super) fn open(app: &App, id: &SessionId, client: Client) -> Result<Session, Refusal> {
    app.sessions.open(id, client).map_err(full)
}

/// The session, if there is one. Looking for something makes none.
pub(super) fn find(app: &App, id: &SessionId, client: Client) -> Result<Option<Session>, Refusal> {
    app.sessions.find(id, client).map_err(full)
}

fn full(TooManySessions: TooManySessions) -> Refusal {
    let error = "The bridge has as many sessions as it may have";
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, error).with_code("too_many_sessions")
}

/// The whole body as JSON, if it comes in time and is not too large.
pub(super) async fn read(app: &App, request: Request) -> Result<Value, Refusal> {
    let body = read_bytes(app, request).await?;
    serde_json::from_slice(&body).map_err(|_| bad_request("The body is no JSON"))
}

/// The whole body, under the same conditions.
pub(super) async fn read_bytes(app: &App, request: Request) -> Result<Bytes, Refusal> {
    let body = timeout(app.limits.request, Bytes::from_request(request, app)).await;
    let body = body.map_err(|_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "The body did not come in time"))?;
    body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large"),
        _ => bad_request("The body could not be read"),
    })
}

/// `?timeout=SECONDS`, `0` for no limit.
fn limit(uri: &Uri) -> Result<Option<TimeLimit>, Refusal> {
    let Some(seconds) = parameter(uri, "timeout") else { return Ok(None) };
    match seconds.parse() {
        Ok(seconds) if seconds <= MOST_SECONDS => Ok(Some(TimeLimit::from_seconds(seconds))),
        _ => Err(bad_request("timeout is a whole number of seconds, 86400 at most, 0 for no limit")),
    }
}

pub(super) fn bad_request(error: impl ToString) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, error)
}

#[cfg(test)]
mod tests {
    use super::limit;
    use crate::room::TimeLimit;

    #[test]
    fn the_limit_of_an_ask() {
        let limit = |uri: &str| limit(&uri.parse().unwrap()).ok();
        assert_eq!(limit("/ask"), Some(None));
        assert_eq!(limit("/ask?x=1&timeout=30"), Some(Some(TimeLimit::Seconds(30))));
        assert_eq!(limit("/ask?timeout=0"), Some(Some(TimeLimit::Never)));
        for bad in ["", "x", "-1", "1.5", "86401", "99999999999"] {
            assert_eq!(limit(&format!("/ask?timeout={bad}")), None, "{bad}");
        }
    }
}

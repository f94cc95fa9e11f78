//! `GET /ws/{session}`: carries frames between one socket and its session, and ends what is silent, slow or too loud.

use std::sync::Arc;
use std::time::Duration;

use ask_user_widget::protocol::{ClientFrame, ServerFrame, Value};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use tokio::time::{Instant, interval_at, sleep_until, timeout};

use super::access::Access;
use super::agents::{open, session_id};
use super::credential::{Credential, Grant, Wanted};
use super::guesses::Guesser;
use super::log::Log;
use super::rate::Bucket;
use super::refusal::Refusal;
use super::{App, Slot};
use crate::client::Client;
use crate::config::Limits;
use crate::metrics::Counted;
use crate::room::json::write_frame;
use crate::room::{ConnectionId, Input, View};
use crate::session::{Incoming, Outgoing, Session, SessionId};
use crate::token::Side;

/// Close codes that the socket uses by itself; the others come from the room.
mod close {
    /// Too many messages.
    pub(super) const POLICY: u16 = 1008;
    /// A message over the limit.
    pub(super) const TOO_BIG: u16 = 1009;
    /// No place for the session, the page reads too slowly, or too many wrong tokens came from there.
    pub(super) const TRY_AGAIN_LATER: u16 = 1013;
    /// No token in time, a wrong one, or one that is not for the page of this session. From the range for private use, after
    /// HTTP's 401: trying again with the same token is of no use.
    pub(super) const UNAUTHORIZED: u16 = 4401;
    /// The token has expired, before the connection or during it. After 440, with which some servers end a login: a new
    /// token is all that is needed.
    pub(super) const EXPIRED: u16 = 4440;
    /// A page of an origin that is not allowed.
    pub(super) const FORBIDDEN: u16 = 4403;
}

/// Takes the handshake. A page without the header may still send its token as the first frame.
pub(super) async fn upgrade(
    State(app): State<App>,
    Path(session): Path<String>,
    Extension(slot): Extension<Slot>,
    Extension(client): Extension<Client>,
    uri: Uri,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let upgrade = upgrade.map_err(|_| Refusal::new(StatusCode::BAD_REQUEST, "This address takes WebSockets"))?;
    let id = session_id(&app, &session)?;
    let from = Guesser::new(client, &headers);
    let known = match app.access.credential(&from, &headers) {
        Credential::Missing => None,
        credential => {
            let grant = credential.require(Wanted::Part(id.as_str(), Side::Page))?;
            Some((open(&app, &id, client)?, grant))
        }
    };
    let most = app.limits.message_bytes;
    let upgrade =
        upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(BUFFER).write_buffer_size(BUFFER);
    let view = uri.query().and_then(View::of_query);
    let page = Box::new(Page { app, client, from, id, view, known, slot });
    let response = upgrade.on_upgrade(move |socket| {
        let limits = page.app.limits.clone();
        serve(Box::new(Socket { socket, early: None, limits }), page)
    });
    Ok(response.into_response())
}

/// Takes a WebSocket of a page that is not allowed, only to say so. It keeps its place among the connections until it is
/// closed, for a moment at most.
pub(super) fn refuse_origin(upgrade: WebSocketUpgrade, slot: Option<Slot>) -> Response {
    upgrade.max_message_size(REFUSED_BYTES).max_frame_size(REFUSED_BYTES).on_upgrade(async move |mut socket| {
        let frame = CloseFrame { code: close::FORBIDDEN, reason: Default::default() };
        let farewell = async {
            if socket.send(Message::Close(Some(frame))).await.is_ok() {
                while let Some(Ok(_)) = socket.recv().await {}
            }
        };
        let _ = timeout(REFUSED_WITHIN, farewell).await;
        drop(slot);
    })
}

/// How many bytes a message may have that comes from a page that is not allowed: it may send its token first.
const REFUSED_BYTES: usize = 4096;
/// How long such a page has to close its side.
const REFUSED_WITHIN: Duration = Duration::from_secs(1);

/// Who has made a handshake, and for what. It and the socket are behind pointers, since a future may have several places for each
/// value that is moved into it.
struct Page {
    app: App,
    client: Client,
    from: Guesser,
    id: SessionId,
    view: Option<View>,
    /// The session, and what was granted, if the handshake had a token.
    known: Option<(Session, Grant)>,
    /// Its place among the connections.
    slot: Slot,
}

/// A page that may speak for the person of a session.
struct Greeted {
    session: Session,
    connection: ConnectionId,
    incoming: Incoming,
    /// When its token ends.
    expires: Option<Instant>,
    log: Log,
    counted: Counted,
    slot: Slot,
}

async fn serve(mut socket: Box<Socket>, page: Box<Page>) {
    let Some(greeted) = Box::pin(greet(&mut socket, page)).await else { return };
    let Greeted { session, connection, incoming, expires, log, counted, slot } = greeted;
    let code = tokio::select! {
        code = socket.carry(&session, &connection, incoming, &log) => code,
        () = at(expires) => Some(close::EXPIRED),
    };
    match code {
        Some(code) => log.note(format_args!("closed with {code}")),
        None => log.note("gone"),
    }
    session.input(Input::Closed(connection)).await;
    drop(counted);
    // The session is let go before the page has said good-bye, which may take a while.
    drop(session);
    match code {
        Some(code) => Box::pin(socket.close(code)).await,
        None => Box::pin(socket.finish()).await,
    }
    drop(slot);
}

/// Connects a page with its session, if it may.
async fn greet(socket: &mut Socket, page: Box<Page>) -> Option<Greeted> {
    let Page { app, client, from, id, view, known, slot } = *page;
    let (session, grant) = match known {
        Some(known) => known,
        None => match let_in(socket, &app, &id, &from, client).await {
            Ok(let_in) => let_in,
            Err((code, reason)) => {
                app.sessions.metrics().refused(reason);
                Log::new(&id).note(format_args!("refused: {reason}"));
                socket.close(code).await;
                return None;
            }
        },
    };
    let expires = app.access.lasts(&grant).map(|lasts| Instant::now() + lasts);
    if socket.is_given_up().await {
        return None;
    }
    let (connection, incoming) = session.connect(grant.subject(), view, app.limits.outgoing_bytes).await;
    let log = Log::new(&id).of_connection(connection.as_str());
    log.note("connected");
    let counted = app.sessions.metrics().page();
    Some(Greeted { session, connection, incoming, expires, log, counted, slot })
}

/// Waits for the token of a page and opens its session; or says with which code to close, and for what reason.
async fn let_in(
    socket: &mut Socket,
    app: &App,
    id: &SessionId,
    from: &Guesser,
    client: Client,
) -> Result<(Session, Grant), (u16, &'static str)> {
    let credential = socket.authenticate(&app.access, from).await;
    let reason = credential.code();
    match credential {
        Credential::Valid(grant) if grant.allows(Wanted::Part(id.as_str(), Side::Page)) => {
            let session = app.sessions.open(id, client).map_err(|_| (close::TRY_AGAIN_LATER, "too_many_sessions"))?;
            Ok((session, grant))
        }
        Credential::TooMany => Err((close::TRY_AGAIN_LATER, reason)),
        Credential::Expired => Err((close::EXPIRED, reason)),
        Credential::Valid(_) | Credential::Missing | Credential::Wrong | Credential::Unfit(_) => {
            Err((close::UNAUTHORIZED, reason))
        }
    }
}

/// Ends at that time, or never.
async fn at(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time).await,
        None => std::future::pending().await,
    }
}

/// What a socket's buffers take before anything has come, and what is written at a time. The frames of a person are small,
/// and most sockets are silent; a larger frame gets the place that it needs when it comes.
const BUFFER: usize = 512;

/// How long a handshake is watched before it takes the session: a page that has gone gives it up within this time.
const GIVEN_UP_WITHIN: Duration = Duration::from_millis(5);

struct Socket {
    socket: WebSocket,
    /// A message that came before the session was ready for it.
    early: Option<Message>,
    limits: Arc<Limits>,
}

impl Socket {
    /// Whether the page has gone already. Handshakes are served in no certain order: one that a page gave up must not
    /// take the session from that page's own next one.
    async fn is_given_up(&mut self) -> bool {
        match timeout(GIVEN_UP_WITHIN, self.socket.recv()).await {
            Ok(None | Some(Err(_) | Ok(Message::Close(_)))) => true,
            Ok(Some(Ok(message))) => {
                self.early = Some(message);
                false
            }
            Err(_) => false,
        }
    }

    /// The next message. Nothing is lost when this is given up half-way.
    async fn recv(&mut self) -> Option<Result<Message, axum::Error>> {
        match self.early.take() {
            Some(message) => Some(Ok(message)),
            None => self.socket.recv().await,
        }
    }

    /// Waits for `{"type":"authenticate","token":"…"}`. Nothing is sent before it.
    async fn authenticate(&mut self, access: &Access, from: &Guesser) -> Credential {
        let first = async {
            loop {
                match self.socket.recv().await? {
                    Ok(Message::Text(text)) => return serde_json::from_str::<Value>(&text).ok(),
                    Ok(Message::Ping(_) | Message::Pong(_)) => {}
                    _ => return None,
                }
            }
        };
        let Ok(Some(frame)) = timeout(self.limits.authenticate, first).await else { return Credential::Missing };
        match ClientFrame::read(&frame, true) {
            Ok(ClientFrame::Authenticate { token }) => access.judge(from, &token),
            _ => Credential::Missing,
        }
    }

    /// Carries frames until one side ends it, and says with which code to close, if the page has not gone itself.
    async fn carry(
        &mut self,
        session: &Session,
        connection: &ConnectionId,
        mut incoming: Incoming,
        log: &Log,
    ) -> Option<u16> {
        let start = Instant::now();
        let mut heard = start;
        let mut bucket = Bucket::new(self.limits.message_burst, self.limits.messages_per_second);
        let mut beat = interval_at(start + self.limits.ping, self.limits.ping);
        loop {
            tokio::select! {
                message = self.recv() => {
                    let message = match message? {
                        Ok(message) => message,
                        Err(error) => return is_too_big(&error).then_some(close::TOO_BIG),
                    };
                    heard = Instant::now();
                    if !bucket.take((heard - start).as_millis() as u64) {
                        let error = ServerFrame::Error { error: "Too many messages".to_owned() };
                        self.send(Message::text(write_frame(&error).to_string())).await.ok()?;
                        return Some(close::POLICY);
                    }
                    let from = connection.clone();
                    match message {
                        Message::Text(text) => {
                            log.received(&text);
                            session.input(Input::Text { from, text: text.to_string() }).await;
                        }
                        Message::Binary(_) => session.input(Input::Binary { from }).await,
                        Message::Ping(_) | Message::Pong(_) => {}
                        Message::Close(_) => return None,
                    }
                }
                outgoing = incoming.recv() => match outgoing {
                    Some(Outgoing::Text(text)) => {
                        log.sent(&text);
                        self.send(Message::text(text)).await.ok()?;
                    }
                    Some(Outgoing::Close(code)) => return Some(code),
                    None => return Some(close::TRY_AGAIN_LATER),
                },
                _ = beat.tick() => {
                    if heard.elapsed() > self.limits.silence {
                        return None;
                    }
                    self.send(Message::Ping(Default::default())).await.ok()?;
                }
            }
        }
    }

    /// A page that does not read must not hold its session's frames for ever.
    async fn send(&mut self, message: Message) -> Result<(), ()> {
        match timeout(self.limits.write, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(()),
        }
    }

    /// Says good-bye and waits a moment for the page's, so that what was sent before is not lost with the connection.
    async fn close(&mut self, code: u16) {
        let frame = CloseFrame { code, reason: Default::default() };
        if self.send(Message::Close(Some(frame))).await.is_ok() {
            self.finish().await;
        }
    }

    /// Reads to the end, which also answers a page that said good-bye first.
    async fn finish(&mut self) {
        let rest = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        let _ = timeout(self.limits.stop, rest).await;
    }
}

/// axum hides the kind of the error behind a box; what tungstenite says of its own limits is stable enough.
fn is_too_big(error: &axum::Error) -> bool {
    error.to_string().contains("too long")
}

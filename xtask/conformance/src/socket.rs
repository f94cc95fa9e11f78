//! The shell: performs the actions of a run with WebSockets and calls.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::agent;
use crate::args::{HowToAsk, Target};
use crate::checks;
use crate::message::Wire;
use crate::row::Row;
use crate::run::{Action, Event, Run, Sessions, Settings};
use crate::step::{Kind, Page};

/// How long a bridge may take for a handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);

type Sink = SplitSink<WebSocketStream<MaybeTlsStream<TcpStream>>, Message>;

/// Checks a bridge. `tell` gets a line for each ask that a person has to bring about, and for each row as it is found. The
/// error is one sentence: there is no bridge at the address.
pub async fn check(target: &Target, tell: impl FnMut(Line<'_>)) -> Result<Vec<Row>, String> {
    let sessions = match &target.session {
        Some(name) => Sessions::One(name.clone()),
        None => Sessions::Many(format!("conformance-{:016x}-", nanoseconds())),
    };
    let settings =
        Settings { asking: target.asking.asking(), sessions, patience: target.patience, quiet: target.quiet };
    let (events, incoming) = mpsc::unbounded_channel();
    let shell = Shell {
        target,
        tell,
        start: Instant::now(),
        pages: [None, None],
        connections: 0,
        call: None,
        calls: 0,
        events,
        incoming,
    };
    shell.run(Run::new(settings, checks::all())).await
}

/// What is told while a check goes on.
#[derive(Clone, Copy, Debug)]
pub enum Line<'a> {
    /// Somebody has to make an agent ask.
    Ask(Kind, &'a str),
    /// A check is over.
    Row(&'a Row),
}

/// Makes names of sessions that no other run has had.
fn nanoseconds() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos()
}

struct Shell<'a, T> {
    target: &'a Target,
    tell: T,
    start: Instant,
    pages: [Option<Connection>; 2],
    /// How many connections there have been: what comes from an old one is dropped.
    connections: u64,
    call: Option<JoinHandle<()>>,
    /// How many calls there have been.
    calls: u64,
    events: mpsc::UnboundedSender<Tagged>,
    incoming: mpsc::UnboundedReceiver<Tagged>,
}

struct Connection {
    number: u64,
    sink: Sink,
    reader: JoinHandle<()>,
}

/// An event, and where it comes from.
struct Tagged {
    from: From,
    event: Event,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum From {
    Connection(Page, u64),
    Call(u64),
}

impl<T: FnMut(Line<'_>)> Shell<'_, T> {
    async fn run(mut self, mut run: Run) -> Result<Vec<Row>, String> {
        let mut told = 0;
        loop {
            let action = run.next(self.start.elapsed());
            for row in &run.rows()[told..] {
                (self.tell)(Line::Row(row));
            }
            told = run.rows().len();
            match action {
                Action::Open { page, session, view } => self.open(page, &session, &view).await?,
                Action::Leave(page) => self.leave(page),
                Action::Ask { kind, session, seconds } => self.ask(kind, session, seconds),
                Action::HangUp => self.hang_up(),
                Action::Send(page, wire) => self.send(page, wire).await,
                Action::Wait(until) => {
                    let event = self.event(self.start + until).await;
                    run.event(self.start.elapsed(), event);
                }
                Action::Reset => {
                    self.leave(Page::First);
                    self.leave(Page::Second);
                    self.hang_up();
                }
                Action::Done => return Ok(run.rows().to_vec()),
            }
        }
    }

    async fn open(&mut self, page: Page, session: &str, view: &str) -> Result<(), String> {
        self.leave(page);
        let url = match self.target.url.contains("{session}") {
            true => self.target.url.replace("{session}", session),
            false => format!("{}/{session}", self.target.url.trim_end_matches('/')),
        };
        let sign = if url.contains('?') { '&' } else { '?' };
        let url = format!("{url}{sign}view={view}");
        self.connections += 1;
        let number = self.connections;
        let from = From::Connection(page, number);
        let events = self.events.clone();
        let socket = match tokio::time::timeout(HANDSHAKE, connect_async(&url)).await {
            Ok(Ok((socket, _))) => socket,
            Ok(Err(error)) => return Err(format!("no WebSocket at {url}: {error}")),
            Err(_) => return Err(format!("no WebSocket at {url}: the handshake takes too long")),
        };
        let (mut sink, mut stream) = socket.split();
        if let Some(token) = &self.target.token {
            let _ = sink.send(Message::text(json!({"type": "authenticate", "token": token}).to_string())).await;
        }
        let reader = tokio::spawn(async move {
            let mut code = None;
            while let Some(Ok(message)) = stream.next().await {
                let event = match message {
                    Message::Text(text) => Event::Text(page, text.to_string()),
                    Message::Binary(_) => Event::Binary(page),
                    Message::Close(frame) => {
                        code = Some(frame.map_or(1005, |frame| frame.code.into()));
                        continue;
                    }
                    Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => continue,
                };
                let _ = events.send(Tagged { from, event });
            }
            let _ = events.send(Tagged { from, event: Event::Closed(page, code) });
        });
        self.pages[page as usize] = Some(Connection { number, sink, reader });
        Ok(())
    }

    fn leave(&mut self, page: Page) {
        if let Some(connection) = self.pages[page as usize].take() {
            connection.reader.abort();
        }
    }

    /// What cannot be sent was not heard either: the check finds out by what comes.
    async fn send(&mut self, page: Page, wire: Wire) {
        let Some(connection) = &mut self.pages[page as usize] else { return };
        let message = match wire {
            Wire::Text(text) => Message::text(text),
            Wire::Binary(bytes) => Message::binary(bytes),
        };
        let _ = connection.sink.send(message).await;
    }

    fn ask(&mut self, kind: Kind, session: String, seconds: u32) {
        self.hang_up();
        let url = match &self.target.asking {
            HowToAsk::Url(url) => url.clone(),
            HowToAsk::ByHand | HowToAsk::Never => return (self.tell)(Line::Ask(kind, &session)),
        };
        self.calls += 1;
        let from = From::Call(self.calls);
        let (events, token) = (self.events.clone(), self.target.token.clone());
        self.call = Some(tokio::spawn(async move {
            let event = match agent::ask(&url, token.as_deref(), kind, &session, seconds).await {
                Ok(reply) => Event::Reply(reply),
                Err(reason) => Event::NotAsked(reason),
            };
            let _ = events.send(Tagged { from, event });
        }));
    }

    fn hang_up(&mut self) {
        if let Some(call) = self.call.take() {
            call.abort();
        }
    }

    /// The next event of what is still there.
    async fn event(&mut self, until: Instant) -> Event {
        loop {
            let Ok(Some(tagged)) = timeout_at(until, self.incoming.recv()).await else { return Event::Elapsed };
            let is_current = match tagged.from {
                From::Connection(page, number) => {
                    self.pages[page as usize].as_ref().is_some_and(|connection| connection.number == number)
                }
                From::Call(number) => self.call.is_some() && self.calls == number,
            };
            if is_current {
                return tagged.event;
            }
        }
    }
}

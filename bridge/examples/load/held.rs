//! Sessions of one bridge that each have a page and an agent whose call is held until the person answers: all at the same time.

use std::fmt;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, mpsc, watch};

use crate::processes::{Bridge, Usage};
use crate::talk::{AT_ONCE, Call, Page, percentiles};

pub(crate) const HEADER: &str = "\
| sessions | pages/s | KB a page | KB a page with an ask | ask → frame p50 / p99 ms | answer → reply p50 / p99 ms |
| ---: | ---: | ---: | ---: | ---: | ---: |";

/// What was found: one line of the table.
#[derive(Debug)]
pub(crate) struct Row {
    sessions: usize,
    pages_a_second: f64,
    pub(crate) kilobytes_of_a_page: f64,
    pub(crate) kilobytes_with_an_ask: f64,
    pub(crate) to_frame: (f64, f64),
    pub(crate) to_reply: (f64, f64),
}

/// What every session does now. None begins before all have done what comes before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Connect,
    Ask,
    Answer,
}

pub(crate) async fn measure(program: &Path, sessions: usize) -> Row {
    let bridges = [Bridge::start(program, None, sessions + 1, 2 * sessions + 100).await];
    let address = bridges[0].address;
    let (phase, phases) = watch::channel(Phase::Connect);
    let (done, mut finished) = mpsc::unbounded_channel();
    let places = Arc::new(Semaphore::new(AT_ONCE));
    let empty = Usage::of_bridges(&bridges);
    let start = Instant::now();
    for number in 0..sessions {
        tokio::spawn(live(address, number, phases.clone(), places.clone(), done.clone()));
    }
    drop(done);
    let connected = all(&mut finished, sessions).await;
    let pages_a_second = connected.len() as f64 / start.elapsed().as_secs_f64();
    let kilobytes_of_a_page = Usage::of_bridges(&bridges).since(empty, sessions).kilobytes;
    phase.send_replace(Phase::Ask);
    let frames = all(&mut finished, sessions).await;
    let kilobytes_with_an_ask = Usage::of_bridges(&bridges).since(empty, sessions).kilobytes;
    phase.send_replace(Phase::Answer);
    let replies = all(&mut finished, sessions).await;
    Row {
        sessions,
        pages_a_second,
        kilobytes_of_a_page,
        kilobytes_with_an_ask,
        to_frame: percentiles(frames),
        to_reply: percentiles(replies),
    }
}

/// One session. It says how long each phase took it.
async fn live(
    address: SocketAddr,
    number: usize,
    mut phases: watch::Receiver<Phase>,
    places: Arc<Semaphore>,
    done: mpsc::UnboundedSender<Duration>,
) {
    let place = places.acquire().await.expect("it is never closed");
    let start = Instant::now();
    let mut page = Page::connect(address, number).await;
    done.send(start.elapsed()).expect("somebody counts");
    drop(place);
    comes(&mut phases, Phase::Ask, &mut page).await;

    let place = places.acquire().await.expect("it is never closed");
    let start = Instant::now();
    let call = Call::ask(address, number, "").await;
    let asked = page.frame("ask_user_question").await;
    done.send(start.elapsed()).expect("somebody counts");
    drop(place);
    comes(&mut phases, Phase::Answer, &mut page).await;

    let place = places.acquire().await.expect("it is never closed");
    let start = Instant::now();
    page.answer(&asked).await;
    assert_eq!(call.reply().await.0, 200, "an answer did not arrive");
    done.send(start.elapsed()).expect("somebody counts");
    drop(place);
}

/// Resolves when the phase has come. The page answers pings meanwhile: a silent one is given up.
async fn comes(phases: &mut watch::Receiver<Phase>, phase: Phase, page: &mut Page) {
    tokio::select! {
        frame = page.frame("session_taken") => panic!("nobody else is in the session: {frame}"),
        changed = phases.wait_for(|now| *now >= phase) => drop(changed.expect("the phases are told until the end")),
    }
}

/// The times of all sessions in a phase.
async fn all(finished: &mut mpsc::UnboundedReceiver<Duration>, sessions: usize) -> Vec<Duration> {
    let mut times = Vec::new();
    while times.len() < sessions {
        times.push(finished.recv().await.expect("every session finishes its phase"));
    }
    times
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { sessions, pages_a_second, kilobytes_of_a_page, kilobytes_with_an_ask, to_frame, to_reply } = self;
        write!(f, "| {sessions} | {pages_a_second:.0} | {kilobytes_of_a_page:.1} | {kilobytes_with_an_ask:.1} | ")?;
        write!(f, "{:.1} / {:.1} | {:.1} / {:.1} |", to_frame.0, to_frame.1, to_reply.0, to_reply.1)
    }
}

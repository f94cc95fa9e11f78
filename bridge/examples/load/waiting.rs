//! Sessions with an ask that waits for a person, most of them without a page, because most people are away. Some have a page; there a
//! whole ask is made: the page connects, the agent asks, the person answers, the page leaves. Its agent is at another bridge.

use std::fmt;
use std::net::SocketAddr;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use crate::processes::{Bridge, Redis, Usage};
use crate::talk::{AT_ONCE, Call, Page, commits, percentiles};

pub(crate) const HEADER: &str = "\
| store | bridges | sessions | asks/s | KB a session: bridges, Redis | ask → frame p50 / p99 ms | answer → reply p50 / p99 ms | \
CPU ms a whole ask: bridges, Redis | CPU ms a look: bridges, Redis | commits a whole ask | conflicts of 1,000 commits |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |";

/// How often each of some agents looks for its result.
const LOOKS: usize = 5;

/// What was found: one line of the table.
#[derive(Debug)]
pub(crate) struct Row {
    store: &'static str,
    bridges: usize,
    sessions: usize,
    pub(crate) asks_a_second: f64,
    /// Of one session with an ask that waits.
    waiting: (Usage, Usage),
    pub(crate) to_frame: (f64, f64),
    pub(crate) to_reply: (f64, f64),
    /// Of one whole ask.
    whole: (Usage, Usage),
    /// Of an agent that looks for a result that is not there.
    look: (Usage, Usage),
    pub(crate) commits: f64,
    conflicts: f64,
}

/// Starts so many bridges, and ends them when everything was measured.
pub(crate) async fn measure(program: &Path, redis: Option<&Redis>, nodes: usize, sessions: usize) -> Row {
    let pages = (sessions / 10).min(1000);
    assert!(pages > 0, "ten sessions are the fewest");
    let mut bridges = Vec::new();
    for _ in 0..nodes {
        bridges.push(Bridge::start(program, redis.map(Redis::address), sessions + 1, 4096).await);
    }
    let addresses: Arc<Vec<SocketAddr>> = Arc::new(bridges.iter().map(|bridge| bridge.address).collect());
    let places = Arc::new(Semaphore::new(AT_ONCE));

    let before = (Usage::of_bridges(&bridges), Usage::of_redis(redis));
    let start = Instant::now();
    let mut tasks = JoinSet::new();
    for number in pages..sessions {
        let place = places.clone().acquire_owned().await.expect("it is never closed");
        let address = addresses[number % nodes];
        tasks.spawn(async move {
            let call = Call::ask(address, number, "prefer: respond-async\r\n").await;
            assert_eq!(call.reply().await.0, 202, "an ask was not taken");
            drop(place);
        });
    }
    tasks.join_all().await;
    let without_page = sessions - pages;
    let asks_a_second = without_page as f64 / start.elapsed().as_secs_f64();
    let middle = (Usage::of_bridges(&bridges), Usage::of_redis(redis));
    let (committed, _) = commits(&addresses).await;

    let mut tasks = JoinSet::new();
    for number in 0..pages {
        let place = places.clone().acquire_owned().await.expect("it is never closed");
        let (page, agent) = (addresses[number % nodes], addresses[(number + 1) % nodes]);
        tasks.spawn(async move {
            let times = whole_ask(page, agent, number).await;
            drop(place);
            times
        });
    }
    let (frames, replies): (Vec<_>, Vec<_>) = tasks.join_all().await.into_iter().unzip();
    let after = (Usage::of_bridges(&bridges), Usage::of_redis(redis));
    let (all, conflicts) = commits(&addresses).await;
    let looks = look(&addresses, &places, pages..(2 * pages).min(sessions)).await;
    let end = (Usage::of_bridges(&bridges), Usage::of_redis(redis));
    Row {
        store: if redis.is_some() { "Redis" } else { "memory" },
        bridges: nodes,
        sessions,
        asks_a_second,
        waiting: (middle.0.since(before.0, without_page), middle.1.since(before.1, without_page)),
        to_frame: percentiles(frames),
        to_reply: percentiles(replies),
        whole: (after.0.since(middle.0, pages), after.1.since(middle.1, pages)),
        look: (end.0.since(after.0, looks), end.1.since(after.1, looks)),
        commits: (all - committed) / pages as f64,
        conflicts: 1000.0 * conflicts / (all + conflicts).max(1.0),
    }
}

/// Agents of these sessions look for their results, each at one bridge after the other. How often they have looked.
async fn look(addresses: &Arc<Vec<SocketAddr>>, places: &Arc<Semaphore>, sessions: Range<usize>) -> usize {
    let looks = sessions.len() * LOOKS;
    let mut tasks = JoinSet::new();
    for number in sessions {
        let place = places.clone().acquire_owned().await.expect("it is never closed");
        let addresses = addresses.clone();
        tasks.spawn(async move {
            for time in 0..LOOKS {
                let path = format!("/sessions/load-{number}/asks?status=pending");
                let call =
                    Call::make(addresses[(number + time) % addresses.len()], "GET", &path, "", &json!(null)).await;
                assert_eq!(call.reply().await.0, 200, "an ask is not known");
            }
            drop(place);
        });
    }
    tasks.join_all().await;
    looks
}

/// The times from the agent's call to the frame at the page, and from the person's answer to the agent's reply.
async fn whole_ask(page: SocketAddr, agent: SocketAddr, number: usize) -> (Duration, Duration) {
    let mut page = Page::connect(page, number).await;
    let start = Instant::now();
    let call = Call::ask(agent, number, "").await;
    let asked = page.frame("ask_user_question").await;
    let shown = start.elapsed();
    let start = Instant::now();
    page.answer(&asked).await;
    assert_eq!(call.reply().await.0, 200, "an answer did not arrive");
    (shown, start.elapsed())
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row {
            store,
            bridges,
            sessions,
            asks_a_second,
            waiting,
            to_frame,
            to_reply,
            whole,
            look,
            commits,
            conflicts,
        } = self;
        write!(f, "| {store} | {bridges} | {sessions} | {asks_a_second:.0} | ")?;
        write!(f, "{:.1}, {:.1} | ", waiting.0.kilobytes, waiting.1.kilobytes)?;
        write!(f, "{:.1} / {:.1} | {:.1} / {:.1} | ", to_frame.0, to_frame.1, to_reply.0, to_reply.1)?;
        for cost in [whole, look] {
            write!(f, "{:.2}, {:.2} | ", cost.0.milliseconds, cost.1.milliseconds)?;
        }
        write!(f, "{commits:.1} | {conflicts:.1} |")
    }
}

//! What the bridges that share a store do for each other: each says that it is there, wakes sessions that are due and that nobody
//! holds, and ends what a dead one has held. Each of the three goes on while another waits.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Interval, MissedTickBehavior, interval};
use tracing::warn;

use crate::client::Client;
use crate::replica::NodeId;
use crate::session::{Session, SessionId, Sessions};
use crate::store::{ALIVE_EVERY, DUE_AT_A_TIME, Redis, StoreAway};

/// How often a bridge looks for what is due.
const DUE_EVERY: Duration = Duration::from_secs(1);
/// Whoever holds a session wakes it by itself. The others wait for so long, so that they do not all do the same.
const DUE_AFTER_MILLIS: u64 = 500;
/// A difference between the store's clock and this bridge's that is worth a word: the store's was set, or is another server's.
const CLOCKS_DIFFER: Duration = Duration::from_secs(2);
/// A store that has not heard so many words in a row is connected to anew.
const UNHEARD: u32 = 2;

/// Serves the fleet for as long as the bridge runs.
pub(crate) async fn serve(store: Arc<Redis>, sessions: Sessions) {
    tokio::join!(say_alive(&store), wake_due(&store, &sessions), bury(&store, &sessions));
}

async fn say_alive(store: &Redis) {
    let mut ticks = ticks(ALIVE_EVERY);
    let mut unheard = 0;
    let mut last_difference = Duration::ZERO;
    loop {
        ticks.tick().await;
        let said = store.say_alive().await;
        if let Ok(difference) = said {
            if difference >= CLOCKS_DIFFER && last_difference < CLOCKS_DIFFER {
                warn!(
                    seconds = difference.as_secs(),
                    "the clock of the store was set: asks may end too early or too late"
                );
            }
            last_difference = difference;
        }
        unheard = if said.is_ok() { 0 } else { unheard + 1 };
        // If this fails too, it is tried again after the next word.
        if unheard >= UNHEARD && store.connect_anew().await.is_ok() && store.say_alive().await.is_ok() {
            unheard = 0;
        }
    }
}

async fn wake_due(store: &Redis, sessions: &Sessions) {
    let mut ticks = ticks(DUE_EVERY);
    loop {
        ticks.tick().await;
        // A store that is away is asked again in a second.
        while let Ok(Due::Continues) = wake_some(store, sessions).await {}
    }
}

/// What is left after some sessions were woken.
enum Due {
    /// Nothing, or nothing that this bridge has a place for.
    Ends,
    /// More may be due.
    Continues,
}

/// Takes some sessions that are due, as many as this bridge has places for, and wakes them at the same time.
async fn wake_some(store: &Redis, sessions: &Sessions) -> Result<Due, StoreAway> {
    if !sessions.has_place() {
        return Ok(Due::Ends);
    }
    let mut by = sessions.now();
    by.0 = by.0.saturating_sub(DUE_AFTER_MILLIS);
    let due = store.due(by).await?;
    let opened: Vec<_> = due.iter().map_while(|session| sessions.open(session, Client::Own).ok()).collect();
    let count = opened.len();
    // Whether a session could end what is due is its own affair. It is due again if it could not.
    let waking: JoinSet<_> = opened.into_iter().map(|session: Session| async move { session.wake().await }).collect();
    waking.join_all().await;
    if count < due.len() {
        store.hand_back(&due[count..], by).await?;
    }
    Ok(if count == DUE_AT_A_TIME { Due::Continues } else { Due::Ends })
}

async fn bury(store: &Arc<Redis>, sessions: &Sessions) {
    let mut ticks = ticks(ALIVE_EVERY);
    loop {
        ticks.tick().await;
        while store.may_judge() {
            match end_dead(store, sessions).await {
                Ok(ended) if ended > 0 => {}
                // Nothing is left that can be ended now.
                Ok(_) | Err(_) => break,
            }
        }
    }
}

/// Ends some of what the dead have held. How many sessions have been seen to.
async fn end_dead(store: &Arc<Redis>, sessions: &Sessions) -> Result<usize, StoreAway> {
    let mut ending = JoinSet::new();
    for (node, held) in store.dead().await? {
        for id in held {
            ending.spawn(end(store.clone(), sessions.clone(), node.clone(), id));
        }
    }
    Ok(ending.join_all().await.into_iter().filter(|has_ended| *has_ended).count())
}

async fn end(store: Arc<Redis>, sessions: Sessions, node: NodeId, id: SessionId) -> bool {
    let Ok(session) = sessions.open(&id, Client::Own) else { return false };
    let Ok(Some(state)) = session.node_gone(node.clone()).await else { return false };
    store.buried(&node, &id, state).await == Ok(true)
}

fn ticks(every: Duration) -> Interval {
    let mut ticks = interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

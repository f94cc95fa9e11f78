//! What the bridges that share a store do for each other: each says that it is there, wakes sessions that are due and that nobody
//! holds, and ends what a dead one has held. Each of the three goes on while another waits.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Interval, MissedTickBehavior, interval};

use crate::client::Client;
use crate::replica::NodeId;
use crate::session::{SessionId, Sessions};
use crate::store::{ALIVE_EVERY, Redis, StoreAway};

/// How often a bridge looks for what is due.
const DUE_EVERY: Duration = Duration::from_secs(1);
/// Whoever holds a session wakes it by itself. The others wait for so long, so that they do not all do the same.
const DUE_AFTER_MILLIS: u64 = 500;
/// A store that has not heard so many words in a row is connected to anew.
const UNHEARD: u32 = 2;

/// Serves the fleet for as long as the bridge runs.
pub(crate) async fn serve(store: Arc<Redis>, sessions: Sessions) {
    tokio::join!(say_alive(&store), wake_due(&store, &sessions), bury(&store, &sessions));
}

async fn say_alive(store: &Redis) {
    let mut ticks = ticks(ALIVE_EVERY);
    let mut unheard = 0;
    loop {
        ticks.tick().await;
        unheard = if store.say_alive().await.is_ok() { 0 } else { unheard + 1 };
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
        let mut by = sessions.now();
        by.0 = by.0.saturating_sub(DUE_AFTER_MILLIS);
        // A store that is away is asked again in a second.
        for session in store.due(by).await.unwrap_or_default() {
            if let Ok(session) = sessions.open(&session, Client::Own) {
                session.wake().await;
            }
        }
    }
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
    session.node_gone(node.clone()).await.is_ok() && store.buried(&node, &id).await.is_ok()
}

fn ticks(every: Duration) -> Interval {
    let mut ticks = interval(every);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

//! What the bridges that share a store do for each other: each says that it is there, wakes sessions that are due and that nobody
//! holds, and ends what a dead one has held.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, interval};

use crate::client::Client;
use crate::session::{SessionId, Sessions};
use crate::store::{ALIVE_EVERY, Redis, StoreAway};

/// How often a bridge looks for what is due.
const DUE_EVERY: Duration = Duration::from_secs(1);
/// Whoever holds a session wakes it by itself. The others wait for so long, so that they do not all do the same.
const DUE_AFTER_MILLIS: u64 = 500;

/// Serves the fleet for as long as the bridge runs.
pub(crate) async fn serve(store: Arc<Redis>, sessions: Sessions) {
    let mut ticks = interval(DUE_EVERY);
    let mut alive_at = Instant::now();
    loop {
        ticks.tick().await;
        // A store that is away is asked again in a second.
        let _ = wake_due(&store, &sessions).await;
        if alive_at <= Instant::now() && store.say_alive().await.is_ok() {
            alive_at = Instant::now() + ALIVE_EVERY;
            let _ = end_dead(&store, &sessions).await;
        }
    }
}

async fn wake_due(store: &Redis, sessions: &Sessions) -> Result<(), StoreAway> {
    let mut by = sessions.now();
    by.0 = by.0.saturating_sub(DUE_AFTER_MILLIS);
    for session in store.due(by).await? {
        if let Ok(session) = sessions.open(&session, Client::Own) {
            session.wake().await;
        }
    }
    Ok(())
}

async fn end_dead(store: &Redis, sessions: &Sessions) -> Result<(), StoreAway> {
    for (node, held) in store.dead().await? {
        if held.is_empty() {
            store.buried(&node, None).await?;
        }
        for id in held {
            if has_ended(sessions, &id, &node).await {
                store.buried(&node, Some(&id)).await?;
            }
        }
    }
    Ok(())
}

async fn has_ended(sessions: &Sessions, id: &SessionId, node: &crate::replica::NodeId) -> bool {
    match sessions.open(id, Client::Own) {
        Ok(session) => session.node_gone(node.clone()).await.is_ok(),
        Err(_) => false,
    }
}

//! Rooms in Redis or Valkey, for several bridges. One script commits a step; all of them hear on one channel what has changed.
//!
//! | key | holds |
//! | --- | --- |
//! | `ask-user:{s}:room` | number, token, snapshot, due, size of the missed frames |
//! | `ask-user:{s}:commits` | the last commits, with what they want other nodes to do |
//! | `ask-user:{s}:missed` | frames for the next page |
//! | `ask-user:due` | sessions by when some node has to wake them |
//! | `ask-user:nodes` | nodes by when they last said that they are there |
//! | `ask-user:node:<n>` | sessions of which a node may hold connections and calls |
//! | `ask-user:changes` (channel) | node and session of each commit |
//!
//! The keys of one session and the three lists of the fleet are written by one script, so the store is one server, with
//! replicas if you like, and not a cluster that spreads its keys.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use futures_util::StreamExt;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, RedisError, Script};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

use super::{Answer, Commit, Delivery, Entry, Later, Loaded, Request, Store, StoreAway, Version};
use crate::replica::NodeId;
use crate::room::{Limits, MissedChange, MissedFrame, Time};
use crate::session::SessionId;

/// The store has to answer within this time, because a person waits.
const ANSWER_WITHIN: Duration = Duration::from_secs(2);
/// How many commits of a session are remembered for nodes that are behind.
const COMMITS: usize = 128;
/// How long a confirmation waits for a replica, with [`Durability::Replica`].
const REPLICA_WITHIN_MILLIS: u64 = 1000;
/// How often a node says that it is there.
pub(crate) const ALIVE_EVERY: Duration = Duration::from_secs(5);
/// A node that has not said so for this long is dead.
const DEAD_AFTER_MILLIS: u64 = 20_000;
/// How long to wait before the channel of changes is opened again.
const LISTEN_AGAIN: Duration = Duration::from_millis(500);

const PREFIX: &str = "ask-user:";
const CHANGES: &str = "ask-user:changes";
const DUE: &str = "ask-user:due";
const NODES: &str = "ask-user:nodes";

/// When a commit is confirmed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Durability {
    /// When the store has it in its memory.
    #[default]
    Store,
    /// When a replica has it too.
    Replica,
}

/// The rooms of a fleet.
pub struct Redis {
    client: Client,
    connection: ConnectionManager,
    node: NodeId,
    durability: Durability,
    limits: Limits,
    /// How long a session is kept when it is quiet.
    quiet: Duration,
    commit: Script,
    due: Script,
    listeners: Mutex<HashMap<SessionId, watch::Sender<u64>>>,
}

impl fmt::Debug for Redis {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        // The address may hold a password.
        out.debug_struct("Redis").field("node", &self.node).finish_non_exhaustive()
    }
}

/// What the script returns.
type Reply = (i64, String, String, Option<String>, Option<Vec<(String, Vec<String>)>>, Option<Vec<String>>);

impl Redis {
    /// Connects, and begins to listen to the other nodes.
    pub async fn connect(
        address: &str,
        node: NodeId,
        durability: Durability,
        limits: Limits,
        quiet: Duration,
    ) -> Result<Arc<Redis>, StoreAway> {
        let client = Client::open(address).map_err(away)?;
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(ANSWER_WITHIN))
            .set_response_timeout(Some(ANSWER_WITHIN))
            .set_max_delay(Duration::from_secs(1));
        let connecting = ConnectionManager::new_with_config(client.clone(), config);
        let connection = timeout(2 * ANSWER_WITHIN, connecting).await;
        let connection = connection.map_err(|_| StoreAway("The store does not answer".to_owned()))?.map_err(away)?;
        let store = Arc::new(Redis {
            client,
            connection,
            node,
            durability,
            limits,
            quiet,
            commit: Script::new(include_str!("redis.lua")),
            due: Script::new(include_str!("due.lua")),
            listeners: Mutex::default(),
        });
        store.say_alive().await?;
        tokio::spawn(listen(Arc::downgrade(&store)));
        Ok(store)
    }

    /// Says that this node is there.
    pub async fn say_alive(&self) -> Result<(), StoreAway> {
        let now = self.now().await?;
        let mut command = redis::cmd("ZADD");
        command.arg(NODES).arg(now).arg(self.node.as_str());
        command.query_async::<i64>(&mut self.connection.clone()).await.map(drop).map_err(away)
    }

    /// Says that this node will not be there any more, and holds nothing.
    pub async fn say_gone(&self) -> Result<(), StoreAway> {
        let mut pipe = redis::pipe();
        pipe.cmd("ZREM").arg(NODES).arg(self.node.as_str()).ignore();
        pipe.cmd("DEL").arg(sessions_of(self.node.as_str())).ignore();
        pipe.query_async::<()>(&mut self.connection.clone()).await.map_err(away)
    }

    /// Sessions that have to be woken by now.
    pub async fn due(&self, now: Time) -> Result<Vec<SessionId>, StoreAway> {
        let due: Vec<String> = self
            .due
            .key(DUE)
            .arg(now.0)
            .arg(format!("{PREFIX}{{"))
            .arg("}:room")
            .invoke_async(&mut self.connection.clone())
            .await
            .map_err(away)?;
        Ok(due.iter().filter_map(|session| SessionId::new(session)).collect())
    }

    /// Nodes that have died, each with some of the sessions that it may have held; with none when all were seen to.
    pub async fn dead(&self) -> Result<Vec<(NodeId, Vec<SessionId>)>, StoreAway> {
        let now = self.now().await?;
        let mut connection = self.connection.clone();
        let mut command = redis::cmd("ZRANGEBYSCORE");
        command.arg(NODES).arg("-inf").arg(now.saturating_sub(DEAD_AFTER_MILLIS));
        let nodes: Vec<String> = command.query_async(&mut connection).await.map_err(away)?;
        let mut dead = Vec::new();
        for node in nodes {
            let mut command = redis::cmd("SRANDMEMBER");
            command.arg(sessions_of(&node)).arg(64);
            let sessions: Vec<String> = command.query_async(&mut connection).await.map_err(away)?;
            let sessions = sessions.iter().filter_map(|session| SessionId::new(session)).collect();
            dead.push((NodeId::new(node), sessions));
        }
        Ok(dead)
    }

    /// A session of a dead node has been seen to; without a session: all have.
    pub async fn buried(&self, node: &NodeId, session: Option<&SessionId>) -> Result<(), StoreAway> {
        let command = match session {
            Some(session) => redis::cmd("SREM").arg(sessions_of(node.as_str())).arg(session.as_str()).to_owned(),
            None => redis::cmd("ZREM").arg(NODES).arg(node.as_str()).to_owned(),
        };
        command.query_async::<i64>(&mut self.connection.clone()).await.map(drop).map_err(away)
    }

    /// The store's time in milliseconds: the nodes' clocks may differ.
    async fn now(&self) -> Result<u64, StoreAway> {
        let time = redis::cmd("TIME").query_async::<(u64, u64)>(&mut self.connection.clone()).await;
        time.map(|(seconds, micros)| seconds * 1000 + micros / 1000).map_err(away)
    }

    async fn invoke(&self, session: &SessionId, request: Request) -> Result<Answer, StoreAway> {
        let (seen, with_missed, commit) = match &request {
            Request::Load { seen, with_missed } => (*seen, *with_missed, None),
            Request::Commit(commit) => (commit.expected, false, Some(commit.as_ref())),
        };
        let mut call = self.commit.prepare_invoke();
        for part in ["room", "commits", "missed"] {
            call.key(format!("{PREFIX}{{{}}}:{part}", session.as_str()));
        }
        call.key(DUE).key(sessions_of(self.node.as_str()));
        call.arg(session.as_str()).arg(if commit.is_some() { "commit" } else { "load" });
        call.arg(seen.number).arg(seen.token.to_string()).arg(if with_missed { "1" } else { "0" });
        if let Some(commit) = commit {
            self.add_commit(&mut call, commit);
        }
        let mut connection = self.connection.clone();
        let reply: Reply = call.invoke_async(&mut connection).await.map_err(away)?;
        if commit.is_some() && reply.0 == 1 {
            self.confirm(&mut connection).await?;
        }
        read(reply)
    }

    fn add_commit(&self, call: &mut redis::ScriptInvocation, commit: &Commit) {
        let (change, missed): (&str, &[MissedFrame]) = match &commit.missed {
            MissedChange::None => ("none", &[]),
            MissedChange::Add(added) => ("add", added),
            MissedChange::Replace(added) => ("replace", added),
        };
        call.arg(commit.token.to_string());
        call.arg(commit.snapshot.as_deref().unwrap_or_default());
        call.arg(json(&commit.deliveries)).arg(change);
        call.arg(commit.due.map(|due| due.0.to_string()).unwrap_or_default());
        call.arg(if commit.is_quiet { self.quiet.as_millis().to_string() } else { String::new() });
        call.arg(COMMITS).arg(self.limits.missed_frames).arg(self.limits.missed_bytes);
        call.arg(self.node.as_str()).arg(CHANGES);
        for frame in missed {
            call.arg(json(frame));
        }
    }

    /// Waits until a commit is as safe as the operator wants it.
    async fn confirm(&self, connection: &mut ConnectionManager) -> Result<(), StoreAway> {
        match self.durability {
            Durability::Store => Ok(()),
            Durability::Replica => {
                let mut wait = redis::cmd("WAIT");
                wait.arg(1).arg(REPLICA_WITHIN_MILLIS);
                match wait.query_async::<i64>(connection).await.map_err(away)? {
                    0 => Err(StoreAway("No replica of the store has confirmed".to_owned())),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Tells the task of a session what another node has committed.
    fn wake(&self, session: &SessionId, number: u64) {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(sender) = listeners.get(session) {
            sender.send_replace(number);
        }
    }

    /// Tells all tasks that something may have been missed.
    fn wake_all(&self) {
        let listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        for sender in listeners.values() {
            sender.send_replace(0);
        }
    }
}

impl Store for Redis {
    fn ask<'a>(&'a self, session: &'a SessionId, request: Request) -> Later<'a, Result<Answer, StoreAway>> {
        Box::pin(async move {
            match timeout(2 * ANSWER_WITHIN, self.invoke(session, request)).await {
                Ok(answer) => answer,
                Err(_) => Err(StoreAway("The store does not answer".to_owned())),
            }
        })
    }

    fn changes(&self, session: &SessionId) -> watch::Receiver<u64> {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.entry(session.clone()).or_insert_with(|| watch::Sender::new(0)).subscribe()
    }

    fn is_shared(&self) -> bool {
        true
    }

    fn ping(&self) -> Later<'_, Result<(), StoreAway>> {
        Box::pin(async {
            redis::cmd("PING").query_async::<String>(&mut self.connection.clone()).await.map(drop).map_err(away)
        })
    }

    fn forget(&self, session: &SessionId) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        if listeners.get(session).is_some_and(|sender| sender.receiver_count() == 0) {
            listeners.remove(session);
        }
    }
}

/// Hears what other nodes have committed, for as long as the store is used. After a break all sessions look.
async fn listen(store: Weak<Redis>) {
    while let Some(client) = store.upgrade().map(|store| store.client.clone()) {
        if let Ok(mut channel) = client.get_async_pubsub().await
            && channel.subscribe(CHANGES).await.is_ok()
        {
            if let Some(store) = store.upgrade() {
                store.wake_all();
            }
            let mut messages = channel.on_message();
            while let Some(message) = messages.next().await {
                let Some(store) = store.upgrade() else { return };
                let text: String = message.get_payload().unwrap_or_default();
                let mut words = text.split(' ');
                let node = words.next();
                let session = words.next().and_then(SessionId::new);
                let number = words.next().and_then(|number| number.parse().ok());
                if let (Some(session), Some(number)) = (session, number)
                    && node != Some(store.node.as_str())
                {
                    store.wake(&session, number);
                }
            }
        }
        sleep(LISTEN_AGAIN).await;
    }
}

fn read((is_committed, number, token, snapshot, commits, missed): Reply) -> Result<Answer, StoreAway> {
    let version = Version { number: parse(&number)?, token: parse(&token)? };
    if is_committed == 1 {
        return Ok(Answer::Committed(version));
    }
    let entries = commits.unwrap_or_default().into_iter().map(|(id, fields)| read_entry(&id, &fields));
    let missed = missed.map(|frames| frames.iter().map(|frame| read_json(frame)).collect::<Result<Vec<_>, _>>());
    Ok(Answer::State(Loaded {
        version,
        snapshot: snapshot.map(Into::into),
        entries: entries.collect::<Result<_, _>>()?,
        missed: missed.transpose()?,
    }))
}

fn read_entry(id: &str, fields: &[String]) -> Result<Entry, StoreAway> {
    let [_, token, _, deliveries] = fields else { return Err(unreadable()) };
    let number = id.split_once('-').map_or(id, |(number, _)| number);
    let deliveries: Vec<Delivery> = read_json(deliveries)?;
    Ok(Entry { version: Version { number: parse(number)?, token: parse(token)? }, deliveries })
}

fn parse(number: &str) -> Result<u64, StoreAway> {
    number.parse().map_err(|_| unreadable())
}

fn read_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreAway> {
    serde_json::from_str(text).map_err(|_| unreadable())
}

fn json(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("JSON values are written without fail")
}

fn unreadable() -> StoreAway {
    StoreAway("The store holds something that is not of a bridge".to_owned())
}

fn away(error: RedisError) -> StoreAway {
    StoreAway(format!("The store is away: {}", error.category()))
}

fn sessions_of(node: &str) -> String {
    format!("{PREFIX}node:{node}")
}

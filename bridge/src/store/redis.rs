//! Rooms in Redis or Valkey, for several bridges. One script commits a step; all of them hear on one channel what has changed.
//!
//! | key | holds |
//! | --- | --- |
//! | `ask-user:{s}:room` | number, token, snapshot, due, size of the missed frames |
//! | `ask-user:{s}:commits` | the last commits, with what they want other nodes to do |
//! | `ask-user:{s}:missed` | frames for the next page |
//! | `ask-user:due` | sessions by when some node has to wake them |
//! | `ask-user:nodes` | nodes by when they last said that they are there |
//! | `ask-user:node:<n>` | sessions of which a node holds a connection or a call |
//! | `ask-user:changes` (channel) | node and session of each commit; node alone: it is there |
//!
//! The keys of one session and the three lists of the fleet are written by one script, so the store is one server, with
//! replicas if you like, and not a cluster that spreads its keys.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use futures_util::StreamExt;
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::io::tcp::TcpSettings;
use redis::io::tcp::socket2::TcpKeepalive;
use redis::{Client, IntoConnectionInfo, RedisError, Script};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

use super::heard::{DEAD_AFTER, Heard};
use super::redis_commits::ReplicatedCommits;
use super::{Answer, Commit, Delivery, Entry, Later, Loaded, Request, Store, StoreAway, Version};
use crate::clock::Clock;
use crate::replica::NodeId;
use crate::room::{Limits, MissedChange, MissedFrame, Time};
use crate::session::SessionId;

/// The store has to answer within this time, because a person waits.
pub(super) const ANSWER_WITHIN: Duration = Duration::from_secs(2);
/// How many commits of a session are remembered for nodes that are behind, and how many bytes of what they say.
const COMMITS: usize = 128;
const COMMIT_BYTES: usize = 4 << 20;
/// How many sessions that are due are taken at a time.
pub(crate) const DUE_AT_A_TIME: usize = 64;
/// How long a session that is due is left to the node that was told of it.
const DUE_AGAIN_MILLIS: u64 = 3_000;
/// How many sessions of a dead node are seen to at a time.
const DEAD_AT_A_TIME: usize = 64;
/// How long to wait before the channel of changes is opened again.
const LISTEN_AGAIN: Duration = Duration::from_millis(500);
/// Each node speaks on the channel every five seconds. When none does for this long, the connection is broken.
const LISTEN_FOR: Duration = Duration::from_secs(15);
/// When a silent connection is asked whether it is there, how often it is asked, and how often in vain.
const KEEPALIVE_AFTER: Duration = Duration::from_secs(10);
const KEEPALIVE_EVERY: Duration = Duration::from_secs(5);
const KEEPALIVES: u32 = 3;
/// A connection that has not taken what was sent for this long is broken.
#[cfg(target_os = "linux")]
const TAKEN_WITHIN: Duration = Duration::from_secs(5);

const PREFIX: &str = "ask-user:";
const CHANGES: &str = "ask-user:changes";
const DUE: &str = "ask-user:due";
const NODES: &str = "ask-user:nodes";
const NODE: &str = "ask-user:node:";

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
    connection: Mutex<ConnectionManager>,
    /// The connections on which commits wait for a replica, with [`Durability::Replica`].
    replicated: Option<ReplicatedCommits>,
    heard: Mutex<Heard>,
    /// Set by the store's time when the bridge started.
    clock: Clock,
    node: NodeId,
    limits: Limits,
    /// How long a session is kept when it is quiet.
    quiet: Duration,
    scripts: Scripts,
    listeners: Mutex<HashMap<SessionId, watch::Sender<u64>>>,
}

/// What the store runs, each as one step.
struct Scripts {
    commit: Script,
    due: Script,
    buried: Script,
    alive: Script,
    gone: Script,
    dead: Script,
}

impl Scripts {
    fn new() -> Scripts {
        Scripts {
            commit: Script::new(include_str!("redis.lua")),
            due: Script::new(include_str!("due.lua")),
            buried: Script::new(include_str!("buried.lua")),
            alive: Script::new(include_str!("alive.lua")),
            gone: Script::new(include_str!("gone.lua")),
            dead: Script::new(include_str!("dead.lua")),
        }
    }
}

impl fmt::Debug for Redis {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        // The address may hold a password.
        out.debug_struct("Redis").field("node", &self.node).finish_non_exhaustive()
    }
}

/// What a commit or a look is called with.
struct Call<'a> {
    keys: [String; 5],
    args: Vec<Cow<'a, str>>,
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
        let info = address.into_connection_info().map_err(away)?.set_tcp_settings(tcp_settings());
        let client = Client::open(info).map_err(away)?;
        let mut connection = open(&client).await?;
        let time: (u64, u64) = redis::cmd("TIME").query_async(&mut connection).await.map_err(away)?;
        let replicated = match durability {
            Durability::Store => None,
            Durability::Replica => Some(ReplicatedCommits::new(client.clone())),
        };
        let store = Arc::new(Redis {
            connection: Mutex::new(connection),
            replicated,
            heard: Mutex::default(),
            clock: Clock::at(Time(time.0 * 1000 + time.1 / 1000)),
            client,
            node,
            limits,
            quiet,
            scripts: Scripts::new(),
            listeners: Mutex::default(),
        });
        store.say_alive().await?;
        tokio::spawn(listen(Arc::downgrade(&store)));
        Ok(store)
    }

    /// The time for the rooms: that of the store.
    pub(crate) fn clock(&self) -> Clock {
        self.clock
    }

    /// Says that this node is there. How far the store's time is from that of this node's clock by now.
    pub async fn say_alive(&self) -> Result<Duration, StoreAway> {
        let mut script = self.scripts.alive.key(NODES);
        script.arg(self.node.as_str()).arg(CHANGES);
        let time: u64 = self.soon(script.invoke_async(&mut self.connection())).await?;
        self.heard().note(Instant::now());
        Ok(Duration::from_millis(time.abs_diff(self.clock.now().0)))
    }

    /// Says that this node will not be there any more. What it still holds, others end at once; with `holds_nothing_new` there
    /// will not be more of that.
    pub(crate) async fn say_gone(&self, holds_nothing_new: bool) -> Result<(), StoreAway> {
        let mut script = self.scripts.gone.key(NODES);
        script.key(sessions_of(&self.node)).arg(self.node.as_str()).arg(if holds_nothing_new { "1" } else { "0" });
        self.soon(script.invoke_async::<i64>(&mut self.connection())).await.map(drop)
    }

    /// Connects anew: whoever answers at the address may be another server meanwhile, and the one of this connection may not take
    /// writes any more.
    pub(crate) async fn connect_anew(&self) -> Result<(), StoreAway> {
        let connection = open(&self.client).await?;
        *self.connection.lock().unwrap_or_else(PoisonError::into_inner) = connection;
        Ok(())
    }

    /// Whether the silence of another node means that it is dead.
    pub(crate) fn may_judge(&self) -> bool {
        self.heard().may_judge(Instant::now())
    }

    /// Some sessions that have to be woken by now; all, if there are fewer than [`DUE_AT_A_TIME`]. Other nodes leave them alone for a
    /// while.
    pub async fn due(&self, now: Time) -> Result<Vec<SessionId>, StoreAway> {
        let mut script = self.scripts.due.key(DUE);
        script.arg(now.0).arg(format!("{PREFIX}{{")).arg("}:room").arg(DUE_AGAIN_MILLIS).arg(DUE_AT_A_TIME);
        let due: Vec<String> = self.soon(script.invoke_async(&mut self.connection())).await?;
        Ok(due.iter().filter_map(|session| SessionId::new(session)).collect())
    }

    /// Sessions that are due have not been woken, and other nodes need not leave them alone.
    pub async fn hand_back(&self, sessions: &[SessionId], now: Time) -> Result<(), StoreAway> {
        let mut command = redis::cmd("ZADD");
        command.arg(DUE).arg("XX");
        for session in sessions {
            command.arg(now.0).arg(session.as_str());
        }
        self.soon(command.query_async::<i64>(&mut self.connection())).await.map(drop)
    }

    /// Nodes that have died, each with some of the sessions that it may still hold. One that holds none is forgotten.
    pub async fn dead(&self) -> Result<Vec<(NodeId, Vec<SessionId>)>, StoreAway> {
        let mut script = self.scripts.dead.key(NODES);
        script.arg(DEAD_AFTER.as_millis() as u64).arg(NODE).arg(DEAD_AT_A_TIME);
        let dead: Vec<(String, Vec<String>)> = self.soon(script.invoke_async(&mut self.connection())).await?;
        let ids = |sessions: Vec<String>| sessions.iter().filter_map(|session| SessionId::new(session)).collect();
        Ok(dead.into_iter().map(|(node, sessions)| (NodeId::new(node), ids(sessions))).collect())
    }

    /// A session holds nothing of a dead node in this state. Whether that is the state still.
    pub async fn buried(&self, node: &NodeId, session: &SessionId, state: Version) -> Result<bool, StoreAway> {
        let mut script = self.scripts.buried.key(key(session, "room"));
        script.key(sessions_of(node)).arg(session.as_str()).arg(state.number).arg(state.token.to_string());
        let buried: i64 = self.soon(script.invoke_async(&mut self.connection())).await?;
        Ok(buried == 1)
    }

    /// What the store says, if it says it soon.
    async fn soon<T>(&self, said: impl Future<Output = Result<T, RedisError>>) -> Result<T, StoreAway> {
        timeout(ANSWER_WITHIN, said).await.map_err(|_| silent())?.map_err(away)
    }

    fn connection(&self) -> ConnectionManager {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn heard(&self) -> MutexGuard<'_, Heard> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn invoke(&self, session: &SessionId, request: Request) -> Result<Answer, StoreAway> {
        let call = self.call(session, &request);
        let reply: Reply = match (&request, &self.replicated) {
            (Request::Commit(_), Some(replicated)) => {
                replicated.run(&self.scripts.commit, &call.keys, &call.args).await?
            }
            (Request::Load { .. }, _) | (Request::Commit(_), None) => {
                let mut script = self.scripts.commit.prepare_invoke();
                for key in &call.keys {
                    script.key(key);
                }
                for arg in &call.args {
                    script.arg(arg.as_ref());
                }
                script.invoke_async(&mut self.connection()).await.map_err(away)?
            }
        };
        read(reply)
    }

    fn call<'a>(&self, session: &'a SessionId, request: &'a Request) -> Call<'a> {
        let [room, commits, missed] = ["room", "commits", "missed"].map(|part| key(session, part));
        let keys = [room, commits, missed, DUE.to_owned(), NODES.to_owned()];
        let (what, seen, with_missed) = match request {
            Request::Load { seen: Some(seen), with_missed } => ("load", *seen, *with_missed),
            Request::Load { seen: None, with_missed } => ("first look", Version::default(), *with_missed),
            Request::Commit(commit) => ("commit", commit.expected, false),
        };
        let mut args: Vec<Cow<str>> = vec![session.as_str().into(), what.into()];
        args.extend([seen.number.to_string().into(), seen.token.to_string().into()]);
        args.push(if with_missed { "1" } else { "0" }.into());
        if let Request::Commit(commit) = request {
            self.add_commit(&mut args, commit);
        }
        Call { keys, args }
    }

    fn add_commit<'a>(&self, args: &mut Vec<Cow<'a, str>>, commit: &'a Commit) {
        let (change, missed): (&str, &[MissedFrame]) = match &commit.missed {
            MissedChange::None => ("none", &[]),
            MissedChange::Add(added) => ("add", added),
            MissedChange::Replace(added) => ("replace", added),
        };
        args.push(commit.token.to_string().into());
        args.push(commit.snapshot.as_deref().unwrap_or_default().into());
        args.extend([json(&commit.deliveries).into(), change.into()]);
        args.push(commit.due.map(|due| due.0.to_string()).unwrap_or_default().into());
        args.push(if commit.is_quiet { self.quiet.as_millis().to_string() } else { String::new() }.into());
        let limits = [COMMITS, COMMIT_BYTES, self.limits.missed_frames, self.limits.missed_bytes];
        args.extend(limits.map(|limit| limit.to_string().into()));
        args.extend([self.node.to_string().into(), CHANGES.into(), NODE.into()]);
        args.extend([words(&commit.joined).into(), words(&commit.left).into()]);
        args.push(if self.replicated.is_some() { "1" } else { "0" }.into());
        args.extend(missed.iter().map(|frame| json(frame).into()));
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
                Err(_) => Err(silent()),
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
            // One that takes no writes any more answers, and hears nothing.
            if !self.heard().is_recent(Instant::now()) {
                return Err(StoreAway("The store has not heard this bridge for a while".to_owned()));
            }
            self.soon(redis::cmd("PING").query_async::<String>(&mut self.connection())).await.map(drop)
        })
    }

    fn forget(&self, session: &SessionId) {
        let mut listeners = self.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        if listeners.get(session).is_some_and(|sender| sender.receiver_count() == 0) {
            listeners.remove(session);
        }
    }
}

/// Makes a connection that is made anew by itself when it breaks.
async fn open(client: &Client) -> Result<ConnectionManager, StoreAway> {
    let config = ConnectionManagerConfig::new()
        .set_connection_timeout(Some(ANSWER_WITHIN))
        .set_response_timeout(Some(ANSWER_WITHIN))
        .set_max_delay(Duration::from_secs(1));
    let connecting = ConnectionManager::new_with_config(client.clone(), config);
    timeout(2 * ANSWER_WITHIN, connecting).await.map_err(|_| silent())?.map_err(away)
}

/// A person waits, so nothing is held back to be sent with more; and a server that has vanished without a word is noticed.
fn tcp_settings() -> TcpSettings {
    let keepalive = TcpKeepalive::new().with_time(KEEPALIVE_AFTER).with_interval(KEEPALIVE_EVERY);
    let settings = TcpSettings::default().set_nodelay(true).set_keepalive(keepalive.with_retries(KEEPALIVES));
    #[cfg(target_os = "linux")]
    let settings = settings.set_user_timeout(TAKEN_WITHIN);
    settings
}

/// Hears what other nodes have committed, for as long as the store is used. After a break all sessions look.
async fn listen(store: Weak<Redis>) {
    while let Some(client) = store.upgrade().map(|store| store.client.clone()) {
        let channel = timeout(2 * ANSWER_WITHIN, async {
            let mut channel = client.get_async_pubsub().await?;
            channel.subscribe(CHANGES).await?;
            Ok::<_, RedisError>(channel)
        });
        if let Ok(Ok(mut channel)) = channel.await {
            if let Some(store) = store.upgrade() {
                store.wake_all();
            }
            let mut messages = channel.on_message();
            while let Ok(Some(message)) = timeout(LISTEN_FOR, messages.next()).await {
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
    // A later bridge may write what this one cannot read. It has missed something then, and begins anew after it.
    let mut entries = Vec::new();
    for (id, fields) in commits.unwrap_or_default() {
        match read_entry(&id, &fields) {
            Some(entry) => entries.push(entry),
            None => entries.clear(),
        }
    }
    let missed = missed.map(|frames| frames.iter().filter_map(|frame| serde_json::from_str(frame).ok()).collect());
    Ok(Answer::State(Loaded { version, snapshot: snapshot.map(Into::into), entries, missed }))
}

fn read_entry(id: &str, fields: &[String]) -> Option<Entry> {
    let [_, token, _, deliveries] = fields else { return None };
    let (number, _) = id.split_once('-')?;
    let version = Version { number: number.parse().ok()?, token: token.parse().ok()? };
    let deliveries: Vec<Delivery> = serde_json::from_str(deliveries).ok()?;
    Some(Entry { version, deliveries })
}

fn parse(number: &str) -> Result<u64, StoreAway> {
    number.parse().map_err(|_| unreadable())
}

fn json(value: &(impl serde::Serialize + ?Sized)) -> String {
    serde_json::to_string(value).expect("JSON values are written without fail")
}

fn unreadable() -> StoreAway {
    StoreAway("The store holds something that is not of a bridge".to_owned())
}

pub(super) fn away(error: RedisError) -> StoreAway {
    StoreAway(format!("The store is away: {}", error.category()))
}

pub(super) fn silent() -> StoreAway {
    StoreAway("The store does not answer".to_owned())
}

/// The names of nodes, with spaces between them.
fn words(nodes: &[NodeId]) -> String {
    nodes.iter().map(NodeId::as_str).collect::<Vec<_>>().join(" ")
}

fn key(session: &SessionId, part: &str) -> String {
    format!("{PREFIX}{{{}}}:{part}", session.as_str())
}

fn sessions_of(node: &NodeId) -> String {
    format!("{NODE}{node}")
}

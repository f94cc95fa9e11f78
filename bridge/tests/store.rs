//! What every store has to do: the same requests to the one in memory and to a real Redis, whose answers are compared. Then what only
//! Redis does: its bounds, its expiry, and what the scripts for a fleet leave behind. Without redis-server these tests say so and
//! check nothing; with `CI` set they fail.

#[path = "fleet/redis.rs"]
#[expect(dead_code, reason = "the tests of the fleet also kill it and start it again")]
mod server;

use std::sync::Arc;
use std::time::Duration;

use ask_user_bridge::replica::NodeId;
use ask_user_bridge::room::{ConnectionId, Limits, MissedChange, MissedFrame, Time};
use ask_user_bridge::session::SessionId;
use ask_user_bridge::store::{
    Answer, Commit, Delivery, Durability, Entry, Loaded, Memory, Redis, Request, Store, Version,
};
use redis::{FromRedisValue, Script};
use serde_json::json;
use server::{Persistence, Redis as Server};

/// How long a quiet session is kept.
const QUIET: Duration = Duration::from_secs(600);

fn limits() -> Limits {
    Limits { missed_frames: 3, missed_bytes: 1_000, ..Limits::default() }
}

fn session(name: &str) -> SessionId {
    SessionId::new(name).unwrap()
}

fn version(number: u64, token: u64) -> Version {
    Version { number, token }
}

fn frame(text: &str) -> MissedFrame {
    MissedFrame { frame: json!({"text": text}), asks: Some("q_1".into()) }
}

fn delivery(code: u16) -> Delivery {
    Delivery::Close { connection: ConnectionId::from("c_a.1"), code }
}

/// A commit that changes nothing.
fn check(expected: Version, token: u64) -> Commit {
    Commit {
        expected,
        token,
        snapshot: None,
        missed: MissedChange::None,
        deliveries: Vec::new(),
        due: None,
        is_quiet: false,
        joined: Vec::new(),
        left: Vec::new(),
    }
}

/// A commit that changes the room.
fn change(expected: Version, token: u64, snapshot: &str) -> Commit {
    Commit { snapshot: Some(snapshot.into()), ..check(expected, token) }
}

fn load(seen: Option<Version>, with_missed: bool) -> Request {
    Request::Load { seen, with_missed }
}

fn commit(commit: Commit) -> Request {
    Request::Commit(Box::new(commit))
}

/// A Redis, and a bridge's store in it.
struct Rig {
    server: Server,
    store: Arc<Redis>,
}

impl Rig {
    async fn start() -> Option<Rig> {
        let server = Server::start(Persistence::None).await?;
        let store = connect(&server, "a").await;
        Some(Rig { server, store })
    }

    async fn ask(&self, session: &SessionId, request: Request) -> Answer {
        self.store.ask(session, request).await.unwrap()
    }

    async fn commit(&self, session: &SessionId, step: Commit) -> Version {
        match self.ask(session, commit(step)).await {
            Answer::Committed(version) => version,
            Answer::State(state) => panic!("another state is there: {state:?}"),
        }
    }

    /// Says something to Redis itself.
    async fn say<T: FromRedisValue>(&self, words: &str) -> T {
        let mut words = words.split(' ');
        let mut command = redis::cmd(words.next().unwrap());
        for word in words {
            command.arg(word);
        }
        command.query_async(&mut self.connection().await).await.unwrap()
    }

    async fn connection(&self) -> redis::aio::MultiplexedConnection {
        let client = redis::Client::open(self.server.address()).unwrap();
        client.get_multiplexed_async_connection().await.unwrap()
    }
}

async fn connect(server: &Server, node: &str) -> Arc<Redis> {
    Redis::connect(&server.address(), NodeId::new(node), Durability::Store, limits(), QUIET).await.unwrap()
}

#[tokio::test]
async fn memory_and_redis_answer_alike() {
    let Some(rig) = Rig::start().await else { return };
    let memory = Memory::shared(limits());
    let s = session("s");
    let first = version(1, 11);
    let second = version(2, u64::MAX);
    let third = version(3, 13);
    let both = MissedChange::Add(vec![frame("one"), frame("two")]);
    let requests = [
        ("nothing is there", load(None, true)),
        ("a copy of nothing is the state", load(Some(Version::default()), false)),
        ("nothing has changed", commit(check(Version::default(), 10))),
        (
            "the first commit",
            commit(Commit {
                missed: both,
                deliveries: vec![delivery(1)],
                due: Some(Time(5)),
                ..change(Version::default(), 11, "first")
            }),
        ),
        ("a first look has no use for the past", load(None, true)),
        ("a node that knew nothing learns what was committed", load(Some(Version::default()), false)),
        ("a state that was seen is not sent again", load(Some(first), true)),
        ("another token is another state", load(Some(version(1, 12)), false)),
        ("a stale commit does not count", commit(change(Version::default(), 12, "stale"))),
        ("neither does one from a lost state", commit(change(version(1, 12), 12, "lost"))),
        ("a check of the state", commit(check(first, 12))),
        ("a check of an old state", commit(check(Version::default(), 12))),
        (
            "a commit may leave the room as it is, and tokens are large",
            commit(Commit {
                missed: MissedChange::Add(vec![frame("three"), frame("four")]),
                deliveries: vec![delivery(2), delivery(3)],
                ..check(first, u64::MAX)
            }),
        ),
        ("the oldest missed frames have gone", load(Some(first), true)),
        (
            "a page got the missed frames, and one came after them",
            commit(Commit { missed: MissedChange::Replace(vec![frame("five")]), ..change(second, 13, "third") }),
        ),
        ("only that one is missed", load(Some(Version::default()), true)),
        (
            "they are bounded in bytes too",
            commit(Commit {
                missed: MissedChange::Add(vec![frame(&"x".repeat(400)), frame(&"y".repeat(400))]),
                is_quiet: true,
                ..check(third, 14)
            }),
        ),
        ("two of them fit", load(Some(third), true)),
        ("all are gone", commit(Commit { missed: MissedChange::Replace(Vec::new()), ..check(version(4, 14), 15) })),
        ("none is missed", load(Some(version(4, 14)), true)),
    ];
    for (what, request) in requests {
        let expected = memory.ask(&s, request.clone()).await.unwrap();
        assert_eq!(rig.ask(&s, request).await, expected, "{what}");
    }
}

#[tokio::test]
async fn commits_of_the_past_are_bounded() {
    let Some(rig) = Rig::start().await else { return };
    let s = session("s");
    let mut at = Version::default();
    for token in 1..=130 {
        at = rig.commit(&s, Commit { deliveries: vec![delivery(1)], ..change(at, token, "x") }).await;
    }
    let entries = entries(rig.ask(&s, load(Some(version(1, 1)), false)).await);
    assert_eq!((entries.len(), entries[0].version.number), (128, 3));
    // One that is larger than all that may be kept is kept alone, so that whoever is one commit behind can follow.
    let large = Delivery::Send { to: ConnectionId::from("c_a.1"), frame: json!("x".repeat(4 << 20)) };
    at = rig.commit(&s, Commit { deliveries: vec![large], ..check(at, 131) }).await;
    at = rig.commit(&s, Commit { deliveries: vec![delivery(1)], ..check(at, 132) }).await;
    let entries = self::entries(rig.ask(&s, load(Some(version(1, 1)), false)).await);
    assert_eq!(entries.iter().map(|entry| entry.version).collect::<Vec<_>>(), [at]);
}

fn entries(answer: Answer) -> Vec<Entry> {
    match answer {
        Answer::State(loaded) => loaded.entries,
        Answer::Committed(version) => panic!("committed: {version:?}"),
    }
}

#[tokio::test]
async fn a_quiet_session_expires_and_one_in_use_does_not() {
    let Some(rig) = Rig::start().await else { return };
    let s = session("s");
    let missed = MissedChange::Add(vec![frame("one")]);
    let quiet = Commit { missed, is_quiet: true, ..change(Version::default(), 1, "quiet") };
    let at = rig.commit(&s, quiet).await;
    for part in ["room", "commits", "missed"] {
        let left: i64 = rig.say(&format!("PTTL ask-user:{{s}}:{part}")).await;
        assert!((1..=QUIET.as_millis() as i64).contains(&left), "{part}: {left}");
    }
    rig.commit(&s, change(at, 2, "in use")).await;
    for part in ["room", "commits", "missed"] {
        assert_eq!(rig.say::<i64>(&format!("PTTL ask-user:{{s}}:{part}")).await, -1, "{part}");
    }
}

#[tokio::test]
async fn what_is_left_of_a_room_that_is_gone_belongs_to_nobody() {
    let Some(rig) = Rig::start().await else { return };
    let s = session("s");
    let missed = MissedChange::Add(vec![frame("old")]);
    rig.commit(&s, Commit { missed, deliveries: vec![delivery(1)], ..change(Version::default(), 1, "old") }).await;
    assert_eq!(rig.say::<i64>("DEL ask-user:{s}:room").await, 1);
    let at = rig.commit(&s, change(Version::default(), 2, "new")).await;
    let Answer::State(loaded) = rig.ask(&s, load(Some(Version::default()), true)).await else {
        panic!("a load is answered with the state")
    };
    let entry = Entry { version: at, deliveries: Vec::new() };
    let new = Loaded { version: at, snapshot: Some("new".into()), entries: vec![entry], missed: Some(Vec::new()) };
    assert_eq!(loaded, new);
}

#[tokio::test]
async fn what_is_due_is_given_to_one_node_at_a_time() {
    let Some(rig) = Rig::start().await else { return };
    let (a, b) = (rig.store.clone(), connect(&rig.server, "b").await);
    let s = session("s");
    let it = std::slice::from_ref(&s);
    let at = rig.commit(&s, Commit { due: Some(Time(1_000)), ..change(Version::default(), 1, "x") }).await;
    assert_eq!(a.due(Time(999)).await.unwrap(), []);
    assert_eq!(a.due(Time(1_000)).await.unwrap(), it);
    assert_eq!(b.due(Time(1_000)).await.unwrap(), [], "the first one has a while for it");
    assert_eq!(b.due(Time(4_000)).await.unwrap(), it, "it did not see to it");
    b.hand_back(it, Time(4_000)).await.unwrap();
    assert_eq!(a.due(Time(4_000)).await.unwrap(), it, "the second one had no place for it");
    // It is due later after all.
    let at = rig.commit(&s, Commit { due: Some(Time(9_000)), ..change(at, 2, "y") }).await;
    a.hand_back(it, Time(5_000)).await.unwrap();
    assert_eq!(a.due(Time(8_999)).await.unwrap(), []);
    assert_eq!(a.due(Time(9_000)).await.unwrap(), it);
    rig.commit(&s, change(at, 3, "z")).await;
    a.hand_back(it, Time(9_000)).await.unwrap();
    assert_eq!(a.due(Time(99_000)).await.unwrap(), [], "nothing is due any more");
}

#[tokio::test]
async fn all_that_is_due_is_given_and_what_has_expired_is_not() {
    let Some(rig) = Rig::start().await else { return };
    for number in 0..200 {
        let due = Commit { due: Some(Time(1_000 + number)), ..change(Version::default(), 1, "x") };
        rig.commit(&session(&format!("s{number}")), due).await;
    }
    for number in 0..100 {
        rig.say::<i64>(&format!("DEL ask-user:{{s{number}}}:room")).await;
    }
    let mut counts = Vec::new();
    loop {
        let due = rig.store.due(Time(2_000)).await.unwrap();
        counts.push(due.len());
        if due.len() < 64 {
            break;
        }
    }
    assert_eq!(counts, [64, 36], "fewer than 64 come only when no more are due");
    assert_eq!(rig.say::<i64>("ZCARD ask-user:due").await, 100);
}

#[tokio::test]
async fn what_a_dead_node_held_is_named_until_it_is_buried() {
    let Some(rig) = Rig::start().await else { return };
    let a = NodeId::new("a");
    let (s, t) = (session("s"), session("t"));
    let joins = |token| Commit { joined: vec![NodeId::new("a")], ..change(Version::default(), token, "x") };
    let of_s = rig.commit(&s, joins(1)).await;
    let of_t = rig.commit(&t, joins(2)).await;
    assert_eq!(rig.store.dead().await.unwrap(), [], "it has just spoken");
    let silent = "ZADD ask-user:nodes 1 a";
    rig.say::<i64>(silent).await;
    let mut dead = rig.store.dead().await.unwrap();
    dead[0].1.sort_by(|one, other| one.as_str().cmp(other.as_str()));
    assert_eq!(dead, [(a.clone(), vec![s.clone(), t.clone()])]);
    // Whoever ends what it held says so in the same commit.
    rig.commit(&s, Commit { left: vec![a.clone()], ..change(of_s, 3, "y") }).await;
    assert_eq!(rig.store.dead().await.unwrap(), [(a.clone(), vec![t.clone()])]);
    // It was alive, and holds something new by now.
    let again = rig.commit(&t, Commit { joined: vec![a.clone()], ..change(of_t, 4, "y") }).await;
    assert_eq!(rig.store.buried(&a, &t, of_t).await, Ok(false));
    assert_eq!(rig.store.dead().await.unwrap(), [(a.clone(), vec![t.clone()])]);
    assert_eq!(rig.store.buried(&a, &t, again).await, Ok(true));
    assert_eq!(rig.store.dead().await.unwrap(), []);
    assert_eq!(rig.say::<i64>("ZCARD ask-user:nodes").await, 0, "it is forgotten");
    // A commit brings a node back that the list has forgotten, so that it can die.
    rig.commit(&t, Commit { joined: vec![a], ..change(again, 5, "z") }).await;
    assert_eq!(rig.say::<i64>("ZCARD ask-user:nodes").await, 1);
}

#[tokio::test]
async fn a_node_that_goes_is_forgotten_or_buried_at_once() {
    let Some(rig) = Rig::start().await else { return };
    let gone = Script::new(include_str!("../src/store/gone.lua"));
    let mut connection = rig.connection().await;
    let mut say_gone = async |holds_nothing_new: &str| {
        let mut script = gone.key("ask-user:nodes");
        script.key("ask-user:node:a").arg("a").arg(holds_nothing_new);
        script.invoke_async::<i64>(&mut connection).await.unwrap();
    };
    say_gone("1").await;
    assert_eq!(rig.say::<i64>("ZCARD ask-user:nodes").await, 0, "it held nothing");
    rig.store.say_alive().await.unwrap();
    say_gone("0").await;
    assert_eq!(rig.say::<String>("ZSCORE ask-user:nodes a").await, "0", "it may hold something in a moment");
    let s = session("s");
    rig.store.say_alive().await.unwrap();
    rig.commit(&s, Commit { joined: vec![NodeId::new("a")], ..change(Version::default(), 1, "x") }).await;
    say_gone("1").await;
    assert_eq!(rig.store.dead().await.unwrap(), [(NodeId::new("a"), vec![s])]);
}

#[tokio::test]
async fn the_clock_of_the_store_is_the_clock_of_the_rooms() {
    let Some(rig) = Rig::start().await else { return };
    let difference = rig.store.say_alive().await.unwrap();
    assert!(difference < Duration::from_secs(60), "{difference:?}");
}

#[tokio::test]
async fn another_node_hears_of_a_commit_without_looking() {
    let Some(rig) = Rig::start().await else { return };
    let s = session("s");
    let b = connect(&rig.server, "b").await;
    let mut changes = b.changes(&s);
    let mut heard = async || {
        tokio::time::timeout(Duration::from_secs(60), changes.changed()).await.expect("it is told").unwrap();
        *changes.borrow_and_update()
    };
    assert_eq!(heard().await, 0, "it has begun to listen, and may have missed something");
    let at = rig.commit(&s, change(Version::default(), 1, "x")).await;
    assert_eq!(heard().await, 1);
    rig.commit(&s, change(at, 2, "y")).await;
    assert_eq!(heard().await, 2);
}

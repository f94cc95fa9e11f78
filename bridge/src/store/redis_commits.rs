//! Commits that wait for a replica. Each has a connection for itself while it waits: `WAIT` blocks its connection, and it counts what
//! was written on that very connection, so one that breaks is not made anew in between.

use std::borrow::Cow;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, Client, FromRedisValue, Script};
use tokio::sync::Semaphore;

use super::StoreAway;
use super::redis::{ANSWER_WITHIN, away};

/// How long a confirmation waits for a replica.
const REPLICA_WITHIN: Duration = Duration::from_secs(1);
/// How many commits of one bridge wait at a time.
const AT_A_TIME: usize = 16;

pub(super) struct ReplicatedCommits {
    client: Client,
    /// Connections on which nothing is under way.
    idle: Mutex<Vec<MultiplexedConnection>>,
    places: Semaphore,
}

impl ReplicatedCommits {
    pub(super) fn new(client: Client) -> ReplicatedCommits {
        ReplicatedCommits { client, idle: Mutex::default(), places: Semaphore::new(AT_A_TIME) }
    }

    /// Runs a script, and waits until a replica has what it wrote. A connection is used again only after all went well: another one
    /// may be blocked still, or may lead to a server that takes no writes any more.
    pub(super) async fn run<T: FromRedisValue>(
        &self,
        script: &Script,
        keys: &[String],
        args: &[Cow<'_, str>],
    ) -> Result<T, StoreAway> {
        let _place = self.places.acquire().await.expect("the semaphore is never closed");
        let idle = self.idle().pop();
        let mut connection = match idle {
            Some(connection) => connection,
            None => self.open(script).await?,
        };
        let mut commands = redis::pipe();
        commands.cmd("EVALSHA").arg(script.get_hash()).arg(keys.len()).arg(keys);
        for arg in args {
            commands.arg(arg.as_ref());
        }
        commands.cmd("WAIT").arg(1).arg(REPLICA_WITHIN.as_millis() as u64);
        let (reply, replicas): (T, u64) = commands.query_async(&mut connection).await.map_err(away)?;
        if replicas == 0 {
            return Err(StoreAway("No replica of the store has confirmed".to_owned()));
        }
        self.idle().push(connection);
        Ok(reply)
    }

    async fn open(&self, script: &Script) -> Result<MultiplexedConnection, StoreAway> {
        let config = AsyncConnectionConfig::new()
            .set_connection_timeout(Some(ANSWER_WITHIN))
            .set_response_timeout(Some(ANSWER_WITHIN));
        let mut connection = self.client.get_multiplexed_async_connection_with_config(&config).await.map_err(away)?;
        script.load_async(&mut connection).await.map_err(away)?;
        Ok(connection)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<MultiplexedConnection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! A Redis with a replica, and a link to the one of the two that counts.

use std::net::TcpListener;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use ::redis::aio::MultiplexedConnection;
use ::redis::{AsyncConnectionConfig, Client, cmd};

use crate::redis::Redis;

pub(crate) struct Pair {
    master: Redis,
    pub(crate) replica: Redis,
    link: PathBuf,
}

impl Pair {
    /// Starts both, and waits until the replica has what the other one has; `None` where there is no Redis.
    pub(crate) async fn start() -> Option<Pair> {
        // The master takes the port a moment after this has given it back.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
        let is_of_master = ["--bind", "127.0.0.1", "--port", &port, "--repl-diskless-sync-delay", "0"];
        let master = Redis::start_with(&is_of_master).await?;
        let replica = Redis::start_with(&["--port", "0", "--replicaof", "127.0.0.1", &port]).await?;
        let mut connection = connect(&master).await;
        let _: () = cmd("SET").arg("is-here").arg("yes").query_async(&mut connection).await.unwrap();
        let replicas: u64 = cmd("WAIT").arg(1).arg(0).query_async(&mut connection).await.unwrap();
        assert_eq!(replicas, 1);
        let link = master.socket().with_file_name("link");
        symlink(master.socket(), &link).unwrap();
        Some(Pair { master, replica, link })
    }

    /// Where the bridges find the one that counts.
    pub(crate) fn address(&self) -> String {
        format!("unix:{}", self.link.display())
    }

    /// From now on the replica learns nothing new.
    pub(crate) async fn cut_replication(&mut self) {
        let mut connection = connect(&self.replica).await;
        let _: () = cmd("REPLICAOF").arg("NO").arg("ONE").query_async(&mut connection).await.unwrap();
    }

    /// Kills the master, and lets the replica take over.
    pub(crate) async fn fail_over(&mut self) {
        self.master.kill().await;
        self.cut_replication().await;
        let next = self.link.with_file_name("next");
        symlink(self.replica.socket(), &next).unwrap();
        std::fs::rename(next, &self.link).unwrap();
    }
}

async fn connect(redis: &Redis) -> MultiplexedConnection {
    // A replica that loads what it was sent answers late, so the usual half a second is too short.
    let config = AsyncConnectionConfig::new().set_response_timeout(None);
    let client = Client::open(redis.address()).unwrap();
    client.get_multiplexed_async_connection_with_config(&config).await.unwrap()
}

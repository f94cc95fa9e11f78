//! A balancer without any knowledge: each connection goes to the next bridge that takes it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;

pub(crate) struct Proxy {
    pub(crate) address: SocketAddr,
    task: JoinHandle<()>,
}

impl Proxy {
    pub(crate) async fn start(bridges: Vec<SocketAddr>) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let next = Arc::new(AtomicUsize::new(0));
        let task = tokio::spawn(async move {
            while let Ok((mut client, _)) = listener.accept().await {
                let (bridges, next) = (bridges.clone(), next.clone());
                tokio::spawn(async move {
                    for _ in 0..bridges.len() {
                        let bridge = bridges[next.fetch_add(1, Ordering::Relaxed) % bridges.len()];
                        if let Ok(mut bridge) = TcpStream::connect(bridge).await {
                            let _ = copy_bidirectional(&mut client, &mut bridge).await;
                            return;
                        }
                    }
                });
            }
        });
        Proxy { address, task }
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

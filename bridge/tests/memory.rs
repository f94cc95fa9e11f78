//! What a connected page costs the bridge while nobody says anything: most pages wait most of the time.
//!
//! A program of its own, so that nothing else is in the memory that is measured.
#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::ops::Range;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// Pages that are connected before the first look: they pay for threads, tables and the allocator's own stock.
const WARM_UP: usize = 100;
/// Pages that are connected between the two looks. Fewer than the sessions that a bridge has.
const PAGES: usize = 900;
/// The most that one page may cost. Plain Node servers take 10 to 13 KB.
const MOST_BYTES: usize = 25_000;

/// A bridge has a thread for each core, and the allocator a stock of its own for each thread. What stands empty in those differs
/// from machine to machine and is not what a page costs, so there are two threads and one stock here.
const SAME_EVERYWHERE: [(&str, &str); 2] = [("TOKIO_WORKER_THREADS", "2"), ("MALLOC_ARENA_MAX", "1")];

#[test]
fn a_waiting_page_costs_little() {
    let bridge = Bridge::start();
    let early = bridge.pages(0..WARM_UP);
    let before = bridge.resident_bytes();
    let pages = bridge.pages(WARM_UP..WARM_UP + PAGES);
    let bytes = bridge.resident_bytes().saturating_sub(before) / PAGES;
    println!("{bytes} bytes for each of {} connected pages", pages.len());
    assert!(bytes <= MOST_BYTES, "{bytes} bytes for each page");
    drop((early, pages));
}

struct Bridge {
    child: Child,
    address: String,
}

impl Bridge {
    fn start() -> Bridge {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ask-user-bridge"));
        command.args(["--listen", "127.0.0.1:0"]).envs(SAME_EVERYWHERE).env_remove("ASK_USER_BRIDGE_TOKEN");
        command.stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on http://").expect(&line).to_owned();
        Bridge { child, address }
    }

    /// Pages with sessions of their own that have been greeted and have nothing to say.
    fn pages(&self, numbers: Range<usize>) -> Vec<TcpStream> {
        let mut pages: Vec<TcpStream> = Vec::new();
        // A few at a time: what handshakes need is given back and used by the next ones.
        for first in numbers.clone().step_by(10) {
            let begun = first..numbers.end.min(first + 10);
            let mut begun: Vec<TcpStream> = begun.map(|number| self.handshake(number)).collect();
            begun.iter_mut().for_each(greeting);
            pages.append(&mut begun);
        }
        pages
    }

    fn handshake(&self, number: usize) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let request = format!(
            "GET /ws/page-{number}?view=page{number}.1 HTTP/1.1\r\nhost: {0}\r\norigin: http://{0}\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.address
        );
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    fn resident_bytes(&self) -> usize {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.split_whitespace().next().unwrap().parse::<usize>().unwrap() * 1024
    }
}

/// Reads up to the last frame of the greeting.
fn greeting(stream: &mut TcpStream) {
    let mut heard = Vec::new();
    let mut chunk = [0; 4096];
    while !String::from_utf8_lossy(&heard).contains("pending_question_id") {
        let length = stream.read(&mut chunk).unwrap();
        assert!(length > 0, "the bridge refused: {}", String::from_utf8_lossy(&heard));
        heard.extend_from_slice(&chunk[..length]);
    }
}

impl Drop for Bridge {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

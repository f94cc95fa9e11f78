//! A bridge ends, and all its pages come back: how many connects a second it has to take.
//!
//! Counted against the best that any spread could do in the same time: everybody evenly over the time in which the last
//! but one in a hundred is back. A wider spread is calmer and later: with a first wait of up to 2, 5, 10 and 20 s the worst
//! second after a cut-off has 67, 22, 11 and 5 of a hundred clients, and half of them are back after 1.3, 2.8, 5.2 and
//! 10.2 s. Chosen are 5 s, and 10 s where the bridge says that it goes; whoever has an ask before them waits 2 s at most.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::env;
use std::fmt;

use ask_user_widget::session::{ConnectionId, Input, Output, Session, Settings, Time};

/// Long enough that earlier failures are forgotten.
const UPTIME: u64 = 60_000;

struct Storm {
    clients: usize,
    /// How long the bridge is away.
    away: u64,
    code: u16,
    /// Connects in each second from its end on.
    connects: Vec<usize>,
    /// When each client was back, from its end on, in order.
    back: Vec<u64>,
}

impl Storm {
    fn blow(clients: usize, away: u64, code: u16) -> Storm {
        let mut storm = Storm { clients, away, code, connects: Vec::new(), back: Vec::new() };
        let mut sessions = Vec::with_capacity(clients);
        let mut queue = BinaryHeap::new();
        for client in 0..clients {
            let seed = (client as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut session = Session::new(Settings { seed, ..Settings::default() });
            session.handle(Time(0), Input::Start);
            session.handle(Time(0), Input::Opened(ConnectionId(1)));
            // The news of the end takes up to a tenth of a second.
            let end = UPTIME + client as u64 % 100;
            let closed = Input::Closed { connection: ConnectionId(1), code, reason: String::new() };
            session.handle(Time(end), closed);
            queue.push(Reverse((session.next_wake().expect("it tries again").0, client)));
            sessions.push(session);
        }
        while let Some(Reverse((at, client))) = queue.pop() {
            for output in sessions[client].handle(Time(at), Input::Wake) {
                let Output::Connect(connection) = output else { continue };
                let second = ((at - UPTIME) / 1000) as usize;
                storm.connects.resize(storm.connects.len().max(second + 1), 0);
                storm.connects[second] += 1;
                if at >= UPTIME + away {
                    storm.back.push(at - UPTIME);
                } else {
                    // Refused at once, as by a machine on which nobody listens.
                    let closed = Input::Closed { connection, code: 1006, reason: String::new() };
                    sessions[client].handle(Time(at + 1), closed);
                    queue.push(Reverse((sessions[client].next_wake().expect("it tries again").0, client)));
                }
            }
        }
        storm
    }

    /// Connects in the worst second in which the bridge is there.
    fn peak(&self) -> usize {
        self.connects.iter().skip((self.away / 1000) as usize).copied().max().unwrap_or_default()
    }

    /// The time from the bridge's return until so many of a hundred are back.
    fn back_after(&self, percent: usize) -> u64 {
        self.back[(self.clients * percent / 100).min(self.clients - 1)].saturating_sub(self.away)
    }

    /// Connects a second if everybody came evenly in the same time.
    fn even(&self) -> usize {
        self.clients * 1000 / self.back_after(99).max(1000) as usize
    }

    /// All connects, for each client that is back.
    fn tries(&self) -> f64 {
        self.connects.iter().sum::<usize>() as f64 / self.clients as f64
    }
}

impl fmt::Display for Storm {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let Storm { clients, away, code, .. } = self;
        let (peak, even) = (self.peak(), self.even());
        write!(
            out,
            "{clients} clients, closed with {code}, bridge away for {:>2} s: peak {peak} connects/s, even spread {even}/s \
             (ratio {:.2}), half back after {:.1} s, 99 % after {:.1} s, {:.1} tries each",
            away / 1000,
            peak as f64 / even as f64,
            self.back_after(50) as f64 / 1000.0,
            self.back_after(99) as f64 / 1000.0,
            self.tries()
        )
    }
}

#[test]
fn a_storm_is_nearly_as_calm_as_it_can_be() {
    let clients = env::var("STORM_CLIENTS").ok().and_then(|words| words.parse().ok()).unwrap_or(10_000);
    for (code, away, most_even, most_peak) in [
        (1006, 0, 1.2, 0.25),
        (1006, 2_000, 2.6, 0.28),
        (1006, 10_000, 2.8, 0.16),
        (1006, 60_000, 2.1, 0.12),
        (1001, 0, 1.2, 0.12),
        (1001, 2_000, 2.3, 0.13),
        (1001, 10_000, 1.5, 0.08),
    ] {
        let storm = Storm::blow(clients, away, code);
        println!("{storm}");
        assert_eq!(storm.back.len(), clients, "everybody is back");
        let peak = storm.peak() as f64;
        assert!(peak <= most_even * storm.even() as f64, "{storm}");
        assert!(peak <= most_peak * clients as f64, "{storm}");
    }
}

//! How often a token may be guessed. Pure; time comes in.
//!
//! The reply to a guess shows whether it was right, however long the reply takes, so a guess too many is not looked
//! at. Only wrong ones count, by client: nobody else is locked out. Clients behind a proxy are distinguished by what the
//! proxy says of them. Whoever reaches the bridge directly can say such things too, and make up as many clients as they
//! like: for the address itself there is a second, wider limit.

use std::collections::HashMap;
use std::hash::Hash;

use axum::http::{HeaderMap, header};

use super::rate::Bucket;
use crate::client::Client;

/// Wrong tokens of one client at once, and a second for long.
const CLIENT: (u32, u32) = (20, 1);
/// Wrong tokens of one address, with all clients behind it.
const ADDRESS: (u32, u32) = (200, 20);
/// Clients that are distinguished at a time; the others share a bucket.
const MOST_CLIENTS: usize = 1024;
/// What is read of a header at most.
const MOST_BYTES: usize = 256;

/// Who guesses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Guesser {
    address: Client,
    /// For whom a proxy says that it asks.
    forwarded_for: Option<String>,
}

impl Guesser {
    pub(super) fn new(address: Client, headers: &HeaderMap) -> Guesser {
        let last = |name: header::HeaderName| {
            let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
            // The last one is what the nearest proxy has seen itself.
            let last = value.rsplit(',').next()?.trim();
            last.get(..last.len().min(MOST_BYTES)).map(str::to_owned)
        };
        let forwarded_for =
            last(header::HeaderName::from_static("x-forwarded-for")).or_else(|| last(header::FORWARDED));
        Guesser { address, forwarded_for }
    }
}

/// What came of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    Right,
    Wrong,
    /// It was not looked at.
    TooMany,
}

/// The wrong guesses of late.
#[derive(Debug, Default)]
pub(super) struct Guesses {
    by_guesser: Buckets<Guesser>,
    by_address: Buckets<Client>,
}

impl Guesses {
    /// Lets `is_right` look at a guess, if one more may be made.
    pub(super) fn judge(&mut self, now_millis: u64, who: &Guesser, is_right: impl FnOnce() -> bool) -> Guess {
        let of_guesser = self.by_guesser.bucket(now_millis, who, CLIENT);
        let of_address = self.by_address.bucket(now_millis, &who.address, ADDRESS);
        if !of_guesser.has_one(now_millis) || !of_address.has_one(now_millis) {
            return Guess::TooMany;
        }
        if is_right() {
            return Guess::Right;
        }
        of_guesser.take(now_millis);
        of_address.take(now_millis);
        Guess::Wrong
    }
}

/// A bucket for each of so many, and one for all others.
#[derive(Debug)]
struct Buckets<K> {
    own: HashMap<K, Bucket>,
    others: Option<Bucket>,
}

impl<K> Default for Buckets<K> {
    fn default() -> Buckets<K> {
        Buckets { own: HashMap::new(), others: None }
    }
}

impl<K: Clone + Eq + Hash> Buckets<K> {
    fn bucket(&mut self, now_millis: u64, key: &K, (burst, per_second): (u32, u32)) -> &mut Bucket {
        if self.own.len() >= MOST_CLIENTS && !self.own.contains_key(key) {
            // Who has not guessed for a while is forgotten.
            self.own.retain(|_, bucket| !bucket.is_full(now_millis));
        }
        if self.own.len() >= MOST_CLIENTS && !self.own.contains_key(key) {
            return self.others.get_or_insert_with(|| Bucket::new(burst, per_second));
        }
        self.own.entry(key.clone()).or_insert_with(|| Bucket::new(burst, per_second))
    }
}

#[cfg(test)]
mod tests {
    use super::{ADDRESS, CLIENT, Guess, Guesser, Guesses, MOST_CLIENTS};
    use crate::client::Client;
    use axum::http::HeaderMap;
    use std::net::IpAddr;

    fn direct(last: u8) -> Guesser {
        Guesser::new(Client::from(IpAddr::from([192, 0, 2, last])), &HeaderMap::new())
    }

    fn behind(proxy: u8, user: &str) -> Guesser {
        let mut headers = HeaderMap::new();
        headers.insert("x-forwarded-for", format!("spoofed, {user}").parse().unwrap());
        Guesser::new(Client::from(IpAddr::from([192, 0, 2, proxy])), &headers)
    }

    /// How many wrong guesses are looked at.
    fn looked_at(guesses: &mut Guesses, now: u64, who: &Guesser, tries: usize) -> usize {
        (0..tries).filter(|_| guesses.judge(now, who, || false) == Guess::Wrong).count()
    }

    #[test]
    fn a_guesser_is_slowed() {
        let mut guesses = Guesses::default();
        let who = direct(1);
        assert_eq!(looked_at(&mut guesses, 0, &who, 1000), CLIENT.0 as usize);
        assert_eq!(looked_at(&mut guesses, 10_000, &who, 1000), 10, "one a second");
    }

    #[test]
    fn a_guess_too_many_is_not_looked_at() {
        let mut guesses = Guesses::default();
        let who = direct(1);
        looked_at(&mut guesses, 0, &who, 1000);
        assert_eq!(guesses.judge(0, &who, || panic!("it was looked at")), Guess::TooMany);
    }

    #[test]
    fn the_right_token_costs_nothing_and_is_not_locked_out_elsewhere() {
        let mut guesses = Guesses::default();
        for _ in 0..1000 {
            assert_eq!(guesses.judge(0, &direct(1), || true), Guess::Right);
        }
        looked_at(&mut guesses, 0, &direct(2), 1000);
        assert_eq!(guesses.judge(0, &direct(1), || true), Guess::Right);
        assert_eq!(guesses.judge(1000, &direct(2), || true), Guess::Right, "nor for long at the same address");
    }

    #[test]
    fn behind_a_proxy_one_guesser_locks_out_nobody_else() {
        let mut guesses = Guesses::default();
        assert_eq!(looked_at(&mut guesses, 0, &behind(1, "198.51.100.1"), 100_000), CLIENT.0 as usize);
        assert_eq!(guesses.judge(0, &behind(1, "198.51.100.2"), || true), Guess::Right);
    }

    #[test]
    fn made_up_clients_do_not_help() {
        let mut guesses = Guesses::default();
        let tries = (0..5000).map(|user| looked_at(&mut guesses, 0, &behind(1, &user.to_string()), 1));
        assert_eq!(tries.sum::<usize>(), ADDRESS.0 as usize);
        assert_eq!(guesses.judge(0, &direct(2), || true), Guess::Right);
    }

    #[test]
    fn what_is_remembered_is_bounded() {
        let mut guesses = Guesses::default();
        for proxy in 0..100 {
            for user in 0..100 {
                guesses.judge(0, &behind(proxy, &user.to_string()), || false);
            }
        }
        assert!(guesses.by_guesser.own.len() <= MOST_CLIENTS);
        guesses.judge(1_000_000, &direct(1), || false);
        assert_eq!(guesses.by_guesser.own.len(), 1, "who has stopped is forgotten");
    }
}

//! Which session makes room for a new one when the bridge is full. Pure: a list in, one of it out.
//!
//! Names of sessions cost nothing, so whoever can reach the bridge can fill it. What somebody uses is never on the list:
//! a page is connected, or an agent waits. Of the rest, the client that has made most loses first, so that somebody who
//! makes a thousand names loses their own. Behind a proxy all are one client; there the time decides, and what a page
//! may come back for is left alone for a while.

use std::collections::HashMap;
use std::time::Duration;

use crate::client::Client;

/// How long what a session keeps is safe: long enough for a page that has lost its connection to come back.
pub(super) const SAFE: Duration = Duration::from_secs(60);

/// A session that nobody uses.
#[derive(Clone, Debug)]
pub(super) struct Unused<T> {
    pub(super) id: T,
    /// Who has made it.
    pub(super) client: Client,
    /// For how long nobody has used it.
    pub(super) quiet: Duration,
    /// Whether it keeps something that a page may want.
    pub(super) keeps_something: bool,
}

/// The session that goes, if one may.
pub(super) fn choose<T>(unused: Vec<Unused<T>>) -> Option<T> {
    let mut made: HashMap<Client, usize> = HashMap::new();
    for session in &unused {
        *made.entry(session.client).or_default() += 1;
    }
    let may_go = unused.into_iter().filter(|session| !session.keeps_something || session.quiet >= SAFE);
    may_go
        .max_by_key(|session| (!session.keeps_something, made[&session.client], session.quiet))
        .map(|session| session.id)
}

#[cfg(test)]
mod tests {
    use super::{SAFE, Unused, choose};
    use crate::client::Client;
    use std::net::IpAddr;
    use std::time::Duration;

    fn unused(id: &'static str, client: u8, seconds: u64, keeps_something: bool) -> Unused<&'static str> {
        let client = Client::from(IpAddr::from([192, 0, 2, client]));
        Unused { id, client, quiet: Duration::from_secs(seconds), keeps_something }
    }

    #[test]
    fn nothing_to_choose_from_is_nothing_chosen() {
        assert_eq!(choose::<()>(vec![]), None);
    }

    #[test]
    fn what_keeps_nothing_goes_first_and_the_longest_quiet_of_it() {
        let list = vec![unused("kept", 1, 500, true), unused("new", 1, 1, false), unused("old", 1, 2, false)];
        assert_eq!(choose(list), Some("old"));
    }

    #[test]
    fn what_a_page_may_come_back_for_is_safe_for_a_while() {
        let safe = SAFE.as_secs();
        assert_eq!(choose(vec![unused("a", 1, safe - 1, true)]), None);
        assert_eq!(choose(vec![unused("a", 1, safe - 1, true), unused("b", 1, safe, true)]), Some("b"));
    }

    #[test]
    fn who_has_made_most_loses_first() {
        let mut list = vec![unused("mine", 1, 500, true)];
        list.extend((0..1000).map(|_| unused("theirs", 2, 100, true)));
        assert_eq!(choose(list), Some("theirs"));
        let mut list = vec![unused("mine", 1, 500, false)];
        list.extend((0..1000).map(|_| unused("theirs", 2, 0, false)));
        assert_eq!(choose(list), Some("theirs"), "however young");
    }
}

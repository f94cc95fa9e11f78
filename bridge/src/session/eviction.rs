//! Which session makes room for a new one when the bridge is full. Pure: a list in, one of it out.
//!
//! Names of sessions cost nothing, so whoever can reach the bridge can fill it. What somebody uses is never on the list:
//! a page is connected, or an agent waits. What was promised to an agent is never chosen. Of the rest, the client that has made most loses first, so that somebody who
//! makes a thousand names loses their own. Behind a proxy all are one client; there the time decides, and what a page
//! may come back for is left alone for a while.

use std::collections::HashMap;
use std::time::Duration;

use crate::client::Client;
use crate::room::Keeps;

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
    /// What would be lost with it.
    pub(super) keeps: Keeps,
}

/// The session that goes, if one may.
pub(super) fn choose<T>(unused: Vec<Unused<T>>) -> Option<T> {
    let mut made: HashMap<Client, usize> = HashMap::new();
    for session in &unused {
        *made.entry(session.client).or_default() += 1;
    }
    let may_go = unused.into_iter().filter(|session| match session.keeps {
        Keeps::Nothing => true,
        Keeps::Something => session.quiet >= SAFE,
        Keeps::Promised => false,
    });
    may_go
        .max_by_key(|session| (session.keeps == Keeps::Nothing, made[&session.client], session.quiet))
        .map(|session| session.id)
}

#[cfg(test)]
mod tests {
    use super::{SAFE, Unused, choose};
    use crate::client::Client;
    use crate::room::Keeps;
    use std::net::IpAddr;
    use std::time::Duration;

    fn unused(id: &'static str, client: u8, seconds: u64, keeps: Keeps) -> Unused<&'static str> {
        let client = Client::from(IpAddr::from([192, 0, 2, client]));
        Unused { id, client, quiet: Duration::from_secs(seconds), keeps }
    }

    #[test]
    fn nothing_to_choose_from_is_nothing_chosen() {
        assert_eq!(choose::<()>(vec![]), None);
    }

    #[test]
    fn what_keeps_nothing_goes_first_and_the_longest_quiet_of_it() {
        let list = vec![
            unused("kept", 1, 500, Keeps::Something),
            unused("new", 1, 1, Keeps::Nothing),
            unused("old", 1, 2, Keeps::Nothing),
        ];
        assert_eq!(choose(list), Some("old"));
    }

    #[test]
    fn what_a_page_may_come_back_for_is_safe_for_a_while() {
        let safe = SAFE.as_secs();
        assert_eq!(choose(vec![unused("a", 1, safe - 1, Keeps::Something)]), None);
        assert_eq!(
            choose(vec![unused("a", 1, safe - 1, Keeps::Something), unused("b", 1, safe, Keeps::Something)]),
            Some("b")
        );
    }

    #[test]
    fn what_was_promised_to_an_agent_never_goes() {
        assert_eq!(choose(vec![unused("a", 1, 80_000, Keeps::Promised)]), None);
        let list = vec![unused("a", 1, 80_000, Keeps::Promised), unused("b", 1, 70, Keeps::Something)];
        assert_eq!(choose(list), Some("b"));
    }

    #[test]
    fn who_has_made_most_loses_first() {
        let mut list = vec![unused("mine", 1, 500, Keeps::Something)];
        list.extend((0..1000).map(|_| unused("theirs", 2, 100, Keeps::Something)));
        assert_eq!(choose(list), Some("theirs"));
        let mut list = vec![unused("mine", 1, 500, Keeps::Nothing)];
        list.extend((0..1000).map(|_| unused("theirs", 2, 0, Keeps::Nothing)));
        assert_eq!(choose(list), Some("theirs"), "however young");
    }
}

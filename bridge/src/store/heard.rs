//! For how long the words of this node have reached the store, and what it may conclude from that. Pure: time comes in as a value.

use tokio::time::{Duration, Instant};

/// How often a node says that it is there.
pub(crate) const ALIVE_EVERY: Duration = Duration::from_secs(5);
/// A node that has not said so for this long is dead.
pub(crate) const DEAD_AFTER: Duration = Duration::from_secs(20);
/// A longer silence between two words is a gap. Another node that was as silent, and comes back as late again, is not dead yet.
const GAP: Duration = Duration::from_secs(10);

/// When the store has heard this node.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Heard {
    /// The first and the last word without a gap between them.
    words: Option<(Instant, Instant)>,
}

impl Heard {
    /// The store has heard a word just now.
    pub(crate) fn note(&mut self, now: Instant) {
        let since = self.words.filter(|_| self.is_recent(now)).map_or(now, |(since, _)| since);
        self.words = Some((since, now));
    }

    /// Whether the last word is recent.
    pub(crate) fn is_recent(&self, now: Instant) -> bool {
        self.words.is_some_and(|(_, last)| now.duration_since(last) <= GAP)
    }

    /// Whether the silence of others means that they are dead. After an outage of the store it does not: all nodes were silent,
    /// and each needs time to come back.
    pub(crate) fn may_judge(&self, now: Instant) -> bool {
        self.is_recent(now) && self.words.is_some_and(|(since, _)| now.duration_since(since) >= DEAD_AFTER)
    }
}

#[cfg(test)]
mod tests {
    use tokio::time::{Duration, Instant};

    use super::{ALIVE_EVERY, DEAD_AFTER, GAP, Heard};

    /// A node that speaks at these seconds.
    fn heard(start: Instant, seconds: impl IntoIterator<Item = u64>) -> Heard {
        let mut heard = Heard::default();
        seconds.into_iter().for_each(|at| heard.note(start + Duration::from_secs(at)));
        heard
    }

    #[test]
    fn a_node_judges_when_the_others_have_had_the_time_to_speak() {
        let start = Instant::now();
        let every = ALIVE_EVERY.as_secs() as usize;
        assert!(!Heard::default().may_judge(start));
        let last = start + DEAD_AFTER;
        assert!(!heard(start, (5..=20).step_by(every)).may_judge(last), "it has begun five seconds ago");
        assert!(heard(start, (0..=20).step_by(every)).may_judge(last));
        assert!(!heard(start, (0..=20).step_by(every)).may_judge(last + GAP + Duration::from_secs(1)), "it is silent");
    }

    #[test]
    fn after_an_outage_nobody_is_judged_at_once() {
        let start = Instant::now();
        let back = 60 + 25;
        let before = || (0..=60).step_by(5);
        let at = |seconds| start + Duration::from_secs(seconds);
        assert!(heard(start, before()).may_judge(at(60)));
        assert!(!heard(start, before().chain([back])).may_judge(at(back)), "the others may be a moment later");
        let after = |until| before().chain((back..=until).step_by(5));
        assert!(!heard(start, after(back + 15)).may_judge(at(back + 19)));
        assert!(heard(start, after(back + 20)).may_judge(at(back + 20)));
    }

    #[test]
    fn a_short_silence_is_no_gap() {
        let start = Instant::now();
        assert!(heard(start, [0, 10, 20]).may_judge(start + DEAD_AFTER));
        // Others that were silent for as long, and come back as late again, have spoken within the time.
        assert!(2 * GAP <= DEAD_AFTER);
    }
}

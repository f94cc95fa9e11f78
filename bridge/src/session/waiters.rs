//! Agents that wait for the end of recorded asks. Many may wait for one, and each may go at any time.

use std::collections::HashMap;

use super::Reply;
use crate::room::{AskState, QuestionId};

/// Where an agent hears of the end.
type Waiter = Reply<Option<AskState>>;

/// Those who wait, by ask.
#[derive(Debug, Default)]
pub(super) struct Waiters(HashMap<QuestionId, Vec<Waiter>>);

impl Waiters {
    pub(super) fn push(&mut self, question: QuestionId, waiter: Waiter) {
        let waiters = self.0.entry(question).or_default();
        // Somebody who polls for a day must not leave thousands behind.
        waiters.retain(|waiter| !waiter.is_closed());
        waiters.push(waiter);
    }

    /// Drops those who have gone. The asks for which nobody waits any more.
    pub(super) fn prune(&mut self) -> Vec<QuestionId> {
        for waiters in self.0.values_mut() {
            waiters.retain(|waiter| !waiter.is_closed());
        }
        self.0.extract_if(|_, waiters| waiters.is_empty()).map(|(question, _)| question).collect()
    }

    /// Everybody who waits for this one.
    pub(super) fn take(&mut self, question: &QuestionId) -> Vec<Waiter> {
        self.0.remove(question).unwrap_or_default()
    }

    /// Everybody who waits for anything.
    pub(super) fn take_all(&mut self) -> HashMap<QuestionId, Vec<Waiter>> {
        std::mem::take(&mut self.0)
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::Waiters;

    #[test]
    fn whoever_has_gone_leaves_nothing_behind() {
        let mut waiters = Waiters::default();
        for _ in 0..5 {
            let (reply, gone) = oneshot::channel();
            drop(gone);
            waiters.push("q".into(), reply);
        }
        let (reply, _here) = oneshot::channel();
        waiters.push("q".into(), reply);
        let (reply, gone) = oneshot::channel();
        waiters.push("left".into(), reply);
        assert!(waiters.prune().is_empty());
        drop(gone);
        assert_eq!(waiters.prune(), ["left".into()]);
        assert_eq!(waiters.take(&"q".into()).len(), 1);
        assert_eq!(waiters.take(&"q".into()).len(), 0);
    }
}

//! A token bucket: how often something may happen. Pure; time comes in.

/// Fills by `per_second`, holds `burst` at most.
#[derive(Clone, Debug)]
pub(super) struct Bucket {
    /// In thousandths of a message, so that a millisecond fills by a whole number.
    level: u64,
    full: u64,
    per_second: u64,
    at_millis: u64,
}

impl Bucket {
    /// A full bucket at time zero.
    pub(super) fn new(burst: u32, per_second: u32) -> Bucket {
        let full = u64::from(burst) * 1000;
        Bucket { level: full, full, per_second: per_second.into(), at_millis: 0 }
    }

    fn fill(&mut self, now_millis: u64) {
        let passed = now_millis.saturating_sub(self.at_millis);
        self.at_millis = self.at_millis.max(now_millis);
        self.level = self.level.saturating_add(passed.saturating_mul(self.per_second)).min(self.full);
    }

    /// Whether one can be taken out.
    pub(super) fn has_one(&mut self, now_millis: u64) -> bool {
        self.fill(now_millis);
        self.level >= 1000
    }

    /// Whether nothing has been taken out for long.
    pub(super) fn is_full(&mut self, now_millis: u64) -> bool {
        self.fill(now_millis);
        self.level == self.full
    }

    /// Takes one message out, if there is one.
    pub(super) fn take(&mut self, now_millis: u64) -> bool {
        self.fill(now_millis);
        match self.level.checked_sub(1000) {
            Some(level) => {
                self.level = level;
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Bucket;

    #[test]
    fn a_burst_then_the_rate() {
        let mut bucket = Bucket::new(3, 10);
        let taken = (0..5).filter(|_| bucket.take(0)).count();
        assert_eq!(taken, 3);
        assert!(!bucket.has_one(99) && !bucket.take(99));
        assert!(bucket.has_one(100) && bucket.take(100));
        assert!(!bucket.take(100));
        assert!(!bucket.is_full(399) && bucket.is_full(400));
        let taken = (0..10).filter(|_| bucket.take(1_000_000)).count();
        assert_eq!(taken, 3, "a long silence saves up no more than a burst");
        assert!(!bucket.take(0), "time that runs backwards fills nothing");
    }
}

//! A token bucket: how fast one socket may send. Pure; time comes in.

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

    /// Takes one message out, if there is one.
    pub(super) fn take(&mut self, now_millis: u64) -> bool {
        let passed = now_millis.saturating_sub(self.at_millis);
        self.at_millis = self.at_millis.max(now_millis);
        self.level = self.level.saturating_add(passed.saturating_mul(self.per_second)).min(self.full);
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
        assert!(!bucket.take(99));
        assert!(bucket.take(100));
        assert!(!bucket.take(100));
        let taken = (0..10).filter(|_| bucket.take(1_000_000)).count();
        assert_eq!(taken, 3, "a long silence saves up no more than a burst");
        assert!(!bucket.take(0), "time that runs backwards fills nothing");
    }
}

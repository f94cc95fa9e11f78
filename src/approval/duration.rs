//! A length of time, in the largest unit in which it is a whole number.

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duration {
    /// How many.
    pub count: u64,
    /// Of what.
    pub unit: TimeUnit,
}

/// A unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUnit {
    /// A thousandth of a second.
    Millisecond,
    /// A second.
    Second,
    /// A minute.
    Minute,
    /// An hour.
    Hour,
}

impl Duration {
    /// A duration of this number of milliseconds.
    pub(super) fn of_millis(millis: u64) -> Duration {
        let units = [(3_600_000, TimeUnit::Hour), (60_000, TimeUnit::Minute), (1_000, TimeUnit::Second)];
        let fitting = units.into_iter().find(|(size, _)| millis > 0 && millis.is_multiple_of(*size));
        let (size, unit) = fitting.unwrap_or((1, TimeUnit::Millisecond));
        Duration { count: millis / size, unit }
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, TimeUnit};

    #[test]
    fn a_length_of_time_is_whole_in_its_unit() {
        for (millis, count, unit) in [
            (0, 0, TimeUnit::Millisecond),
            (1, 1, TimeUnit::Millisecond),
            (1_500, 1_500, TimeUnit::Millisecond),
            (90_000, 90, TimeUnit::Second),
            (120_000, 2, TimeUnit::Minute),
            (5_400_000, 90, TimeUnit::Minute),
            (7_200_000, 2, TimeUnit::Hour),
        ] {
            assert_eq!(Duration::of_millis(millis), Duration { count, unit }, "{millis}");
        }
    }
}

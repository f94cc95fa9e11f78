//! Flags that set one limit each: `--max-sessions 4096`.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::config::Limits;

/// A flag with a whole number.
pub(crate) struct LimitFlag {
    /// Without the two dashes.
    pub(crate) name: &'static str,
    /// What it may be.
    range: RangeInclusive<usize>,
    set: fn(&mut Limits, usize),
}

/// All of them. What each costs stands in the README.
pub(crate) const FLAGS: [LimitFlag; 8] = [
    LimitFlag { name: "max-sessions", range: 1..=1_000_000, set: |limits, most| limits.sessions = most },
    LimitFlag { name: "max-connections", range: 1..=1_000_000, set: |limits, most| limits.connections = most },
    // A widget reads frames of 1 MiB, with what a frame puts around an ask.
    LimitFlag { name: "max-message-bytes", range: 1_000..=1_000_000, set: |limits, most| limits.message_bytes = most },
    LimitFlag { name: "max-waiting-asks", range: 1..=10_000, set: |limits, most| limits.room.waiting_asks = most },
    LimitFlag { name: "max-recorded-asks", range: 1..=10_000, set: |limits, most| limits.room.recorded_asks = most },
    LimitFlag { name: "max-missed-frames", range: 1..=100_000, set: |limits, most| limits.room.missed_frames = most },
    LimitFlag {
        name: "idle-session",
        range: 1..=604_800,
        set: |limits, seconds| limits.idle_session = Duration::from_secs(seconds as u64),
    },
    LimitFlag {
        name: "drain",
        range: 0..=3_600,
        set: |limits, seconds| limits.drain = Duration::from_secs(seconds as u64),
    },
];

impl LimitFlag {
    /// The flag of this name.
    pub(crate) fn find(name: &str) -> Option<&'static LimitFlag> {
        FLAGS.iter().find(|flag| flag.name == name)
    }

    /// Sets the limit, or says what it wants.
    pub(crate) fn read(&self, limits: &mut Limits, value: &str) -> Result<(), String> {
        let value = value.parse().ok().filter(|value| self.range.contains(value));
        let (least, most) = (self.range.start(), self.range.end());
        let value = value.ok_or_else(|| format!("--{} wants a whole number from {least} to {most}", self.name))?;
        (self.set)(limits, value);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{FLAGS, LimitFlag};
    use crate::config::Limits;

    #[test]
    fn every_flag_sets_a_limit_of_its_own() {
        let mut seen = vec![format!("{:?}", Limits::default())];
        for flag in FLAGS {
            let mut limits = Limits::default();
            flag.read(&mut limits, &flag.range.end().to_string()).unwrap();
            let set = format!("{limits:?}");
            // The longest message is the one that is allowed without the flag.
            assert!(!seen.contains(&set) || flag.name == "max-message-bytes", "{}", flag.name);
            seen.push(set);
            assert_eq!(LimitFlag::find(flag.name).unwrap().range, flag.range);
        }
    }

    #[test]
    fn what_is_no_number_or_too_large_is_said() {
        for flag in FLAGS {
            for wrong in ["", "many", "-1", "1.5", "99999999999", "999999999999999999999999"] {
                let error = flag.read(&mut Limits::default(), wrong).unwrap_err();
                assert!(error.starts_with(&format!("--{} wants", flag.name)), "{error}");
            }
        }
    }

    #[test]
    fn the_help_and_the_readme_name_every_flag() {
        for flag in FLAGS {
            let name = format!("--{} ", flag.name);
            assert!(crate::args::HELP.contains(&name), "{name}");
            assert!(include_str!("../README.md").contains(&format!("`{name}")), "{name}");
        }
    }
}

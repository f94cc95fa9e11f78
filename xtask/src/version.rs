//! Versions as tools print them, so that they can be compared.

/// Major, minor, patch; what is not given counts as zero.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Version([u32; 3]);

impl Version {
    /// The first version in a text such as `rustc 1.95.0 (59807616e 2026-04-14)` or `v20.20.2`.
    pub(crate) fn find(text: &str) -> Option<Self> {
        text.split_whitespace().find_map(Self::parse)
    }

    /// The major version, which is what has to agree between a browser and its driver.
    pub(crate) fn major(self) -> u32 {
        self.0[0]
    }

    fn parse(word: &str) -> Option<Self> {
        let number = word.strip_prefix('v').unwrap_or(word);
        // A pre-release (`1.96.0-nightly`) counts as the version that it leads to.
        let number = number.split(['-', '+']).next()?;
        let mut parts = [0; 3];
        let mut given = number.split('.');
        for part in &mut parts {
            match given.next() {
                Some(digits) => *part = digits.parse().ok()?,
                None => break,
            }
        }
        // Chromium has a fourth number, which is of no interest, but must be one.
        given.all(|digits| digits.parse::<u32>().is_ok()).then_some(Self(parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Version {
        Version::find(text).expect(text)
    }

    #[test]
    fn versions_are_found_in_what_tools_print() {
        assert_eq!(found("rustc 1.95.0 (59807616e 2026-04-14)"), Version([1, 95, 0]));
        assert_eq!(found("v20.20.2\n"), Version([20, 20, 2]));
        assert_eq!(found("rustc 1.96.0-nightly (abc 2026-04-14)"), Version([1, 96, 0]));
        assert_eq!(found("Chromium 156.0.8078.79 built on Debian GNU/Linux 12 (bookworm)").major(), 156);
        assert_eq!(found("1.95"), Version([1, 95, 0]));
        assert_eq!(Version::find("no version here, a1.2 neither"), None);
    }

    #[test]
    fn versions_compare_as_numbers() {
        assert!(found("1.95.0") >= found("1.95"));
        assert!(found("1.100.0") > found("1.95.9"));
        assert!(found("0.2.99") < found("0.2.130"));
    }
}

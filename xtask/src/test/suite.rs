//! The suites: their names, what has to be installed for them, and which builds on which.

use crate::setup::Part;

/// One row of the table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Suite {
    /// The code is formatted.
    Format,
    /// clippy, on this machine's target, has nothing to say.
    ClippyNative,
    /// clippy, on the browser's target, has nothing to say.
    ClippyWasm,
    /// Unit, integration and documentation tests.
    Native,
    /// Components in a headless Chromium.
    Browser,
    /// The page builds as it is shipped.
    Page,
    /// The built page against the real bridge, in Chromium.
    EndToEnd,
    /// The shipped bytes are within the budget.
    Size,
}

impl Suite {
    /// All, in the order in which they run: what is quick and fails often comes first.
    pub(crate) const ALL: [Self; 8] = [
        Self::Format,
        Self::ClippyNative,
        Self::ClippyWasm,
        Self::Native,
        Self::Browser,
        Self::Page,
        Self::EndToEnd,
        Self::Size,
    ];

    /// The suite by its word, or by its title.
    pub(crate) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|suite| suite.word() == name || suite.title() == name)
    }

    /// What is typed after `--only`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::ClippyNative => "clippy-native",
            Self::ClippyWasm => "clippy-wasm",
            Self::Native => "native",
            Self::Browser => "browser",
            Self::Page => "page",
            Self::EndToEnd => "e2e",
            Self::Size => "size",
        }
    }

    /// What stands in the table.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Format => "format",
            Self::ClippyNative => "clippy native",
            Self::ClippyWasm => "clippy wasm",
            Self::Native => "native tests",
            Self::Browser => "browser tests",
            Self::Page => "page",
            Self::EndToEnd => "end to end",
            Self::Size => "size",
        }
    }

    /// The suite without whose result this one has nothing to look at.
    pub(super) fn builds_on(self) -> Option<Self> {
        match self {
            Self::EndToEnd | Self::Size => Some(Self::Page),
            _ => None,
        }
    }

    fn parts(self) -> &'static [Part] {
        use Part::*;
        match self {
            Self::Format => &[Rustfmt],
            Self::ClippyNative => &[Clippy],
            Self::ClippyWasm => &[Clippy, WasmTarget],
            Self::Native => &[],
            Self::Browser => &[WasmTarget, WasmBindgen, Browser],
            Self::Page => &[WasmTarget, Crates, WasmBindgen, Trunk, NodePackages],
            Self::EndToEnd => &[NodePackages, Browser],
            Self::Size => &[NodePackages],
        }
    }
}

/// The suites to run, in order: all, or those named with those that they build on.
pub(super) fn choose(only: &[Suite]) -> Vec<Suite> {
    let wanted = |suite: &Suite| only.iter().any(|named| named == suite || named.builds_on() == Some(*suite));
    Suite::ALL.into_iter().filter(|suite| only.is_empty() || wanted(suite)).collect()
}

/// What has to be installed for these suites, each once.
pub(super) fn parts(suites: &[Suite]) -> Vec<Part> {
    let mut parts = vec![Part::Compiler];
    parts.extend(suites.iter().flat_map(|suite| suite.parts()));
    parts.sort();
    parts.dedup();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Purpose;

    #[test]
    fn every_name_finds_its_suite() {
        for suite in Suite::ALL {
            assert_eq!(Suite::parse(suite.word()), Some(suite));
            assert_eq!(Suite::parse(suite.title()), Some(suite));
        }
        assert_eq!(Suite::parse(""), None);
    }

    #[test]
    fn a_named_suite_brings_what_it_builds_on() {
        assert_eq!(choose(&[]), Suite::ALL);
        assert_eq!(choose(&[Suite::Size]), [Suite::Page, Suite::Size]);
        assert_eq!(choose(&[Suite::Size, Suite::Format]), [Suite::Format, Suite::Page, Suite::Size]);
    }

    #[test]
    fn all_suites_need_what_the_set_up_for_tests_installs() {
        assert_eq!(parts(&Suite::ALL), Purpose::Test.parts());
        assert_eq!(parts(&[Suite::Format]), [Part::Compiler, Part::Rustfmt]);
    }
}

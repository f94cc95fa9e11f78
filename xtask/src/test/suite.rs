//! The suites: their names, what has to be installed for them, and which builds on which.

use crate::setup::Part;

/// One row of the table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Suite {
    /// The code is formatted.
    Format,
    /// Clippy has no warnings on this machine's target.
    ClippyNative,
    /// Clippy has no warnings on the browser's target.
    ClippyWasm,
    /// Unit, integration and documentation tests.
    Native,
    /// Components in a headless Chromium.
    Browser,
    /// The page builds as it is shipped.
    Page,
    /// The built page against the real bridge, in Chromium.
    EndToEnd,
    /// The npm package is made, and is what it says it is.
    Package,
    /// Projects that take seconds to make use the package.
    Consumers,
    /// The shipped bytes are within the budget.
    Size,
}

impl Suite {
    /// All, in the order in which they run: what is quick and fails often comes first.
    pub(crate) const ALL: [Self; 10] = [
        Self::Format,
        Self::ClippyNative,
        Self::ClippyWasm,
        Self::Native,
        Self::Browser,
        Self::Page,
        Self::EndToEnd,
        Self::Package,
        Self::Consumers,
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
            Self::Package => "package",
            Self::Consumers => "consumers",
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
            Self::Package => "package",
            Self::Consumers => "consumers",
            Self::Size => "size",
        }
    }

    /// The suite whose result this one needs.
    pub(super) fn builds_on(self) -> Option<Self> {
        match self {
            Self::EndToEnd | Self::Package => Some(Self::Page),
            Self::Consumers | Self::Size => Some(Self::Package),
            _ => None,
        }
    }

    /// The suite and all suites that it builds on.
    fn with_requirements(self) -> impl Iterator<Item = Self> {
        std::iter::successors(Some(self), |suite| suite.builds_on())
    }

    fn parts(self) -> &'static [Part] {
        use Part::*;
        match self {
            Self::Format => &[Rustfmt],
            Self::ClippyNative => &[Clippy],
            Self::ClippyWasm => &[Clippy, WasmTarget],
            Self::Native => &[Redis],
            Self::Browser => &[WasmTarget, WasmBindgen, Browser],
            Self::Page => &[WasmTarget, Crates, StandardLibrary, WasmBindgen, Trunk, NodePackages, PackageTools],
            Self::EndToEnd => &[NodePackages, McpPackages, PythonPackages, Browser],
            Self::Consumers => &[NodePackages, BenchPackages, Browser],
            Self::Package => &[NodePackages, PackageTools],
            Self::Size => &[NodePackages],
        }
    }
}

/// The suites to run, in order: all, or those named with those that they build on.
pub(super) fn choose(only: &[Suite]) -> Vec<Suite> {
    let wanted = |suite: &Suite| only.iter().any(|named| named.with_requirements().any(|one| one == *suite));
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
        assert_eq!(choose(&[Suite::EndToEnd]), [Suite::Page, Suite::EndToEnd]);
        assert_eq!(choose(&[Suite::Size]), [Suite::Page, Suite::Package, Suite::Size]);
        assert_eq!(choose(&[Suite::Page, Suite::Format]), [Suite::Format, Suite::Page]);
    }

    #[test]
    fn all_suites_need_what_the_set_up_for_tests_installs() {
        assert_eq!(parts(&Suite::ALL), Purpose::Test.parts());
        assert_eq!(parts(&[Suite::Format]), [Part::Compiler, Part::Rustfmt]);
    }
}

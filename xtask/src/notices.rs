//! The notices of the crates that are linked into what is given away: most licences want their text to go with it.
//!
//! Read from cargo's own graph and from the folders of the crates, so nothing has to be installed, and nothing can be
//! forgotten that is linked.

use crate::failure::{Context, Failure, Result};
use crate::process;
use crate::workspace::{Workspace, cargo_home};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The file's name, wherever it is put.
pub(crate) const FILE: &str = "THIRD-PARTY-NOTICES.txt";

const OPENING: &str = "\
This software contains the following crates. Where a crate may be used under the MIT licence or another, it is used \
under the MIT licence. It also contains Rust's standard library (MIT OR Apache-2.0, Copyright (c) The Rust Project \
Contributors), which is used under the MIT licence too.
";

/// The MIT licence, for crates that name it and bring no text.
const MIT: &str = include_str!("../../LICENSE-MIT");

/// A crate that is linked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Crate {
    name: String,
    version: String,
    /// As its manifest says it: `MIT OR Apache-2.0`.
    licence: String,
}

/// Writes the notices of what is linked into `package` on `target` (this machine's where there is none) into `folder`.
pub(crate) fn write(workspace: &Workspace, package: &str, target: Option<&str>, folder: &Path) -> Result<()> {
    let crates = linked(workspace, package, target)?;
    let sources = sources();
    let mut texts = Vec::new();
    for one in crates {
        let name = format!("{}-{}", one.name, one.version);
        let source = sources.iter().map(|source| source.join(&name)).find(|source| source.is_dir());
        let source = source.ok_or_else(|| Failure::new(format!("the source of {name} is not on this machine")))?;
        texts.push((texts_of(&one, &files(&source)?)?, one));
    }
    let file = folder.join(FILE);
    fs::write(&file, compose(texts)).or_fail(format_args!("write {}", file.display()))
}

/// The crates of others that are linked. Macros run in the compiler, so they are not.
fn linked(workspace: &Workspace, package: &str, target: Option<&str>) -> Result<Vec<Crate>> {
    let mut command = workspace.command("cargo", &["tree", "--quiet", "--offline", "--package", package]);
    command.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}|{l}"]);
    if let Some(target) = target {
        // The element is built without the Leptos component.
        command.args(["--no-default-features", "--target", target]);
    }
    let text = process::capture(command).ok_or_else(|| Failure::new(format!("`cargo tree` fails for {package}")))?;
    let mut crates: Vec<Crate> = text.lines().filter_map(parse).collect();
    crates.sort();
    crates.dedup();
    Ok(crates)
}

/// Reads `name v1.2.3|MIT OR Apache-2.0`. What has a path behind its version is ours.
fn parse(line: &str) -> Option<Crate> {
    let (package, licence) = line.split_once('|')?;
    let (name, version) = package.split_once(" v")?;
    let licence = licence.trim_end_matches(" (*)").trim();
    let is_ours = version.contains('(');
    (!is_ours).then(|| Crate { name: name.to_owned(), version: version.to_owned(), licence: licence.to_owned() })
}

/// The folders in which cargo keeps the sources of crates.
fn sources() -> Vec<PathBuf> {
    let registries = cargo_home().map(|home| home.join("registry/src"));
    registries
        .and_then(|folder| fs::read_dir(folder).ok())
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect()
}

/// The files of a crate that are about its licence, with their text.
fn files(source: &Path) -> Result<BTreeMap<String, String>> {
    let entries = fs::read_dir(source).or_fail(format_args!("read {}", source.display()))?;
    let paths = entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file());
    let texts = paths.filter_map(|path| {
        let name = path.file_name()?.to_str()?.to_uppercase();
        let is_notice = ["LICEN", "COPY", "NOTICE", "UNLICENSE"].iter().any(|start| name.starts_with(start));
        Some((name, fs::read_to_string(&path).ok()?)).filter(|_| is_notice)
    });
    Ok(texts.collect())
}

/// The texts to give with a crate: its notice, and of its licences the MIT licence where it may be chosen.
fn texts_of(one: &Crate, files: &BTreeMap<String, String>) -> Result<Vec<String>> {
    let is_choice = one.licence.contains(" OR ") || one.licence.contains('/');
    let may_choose = is_choice && !one.licence.contains(" AND ") && one.licence.contains("MIT");
    let is_mit = |name: &str| name.contains("MIT");
    let chosen = may_choose && files.keys().any(|name| is_mit(name));
    let texts = files.iter().filter(|(name, _)| !chosen || is_mit(name) || name.starts_with("NOTICE"));
    let texts: Vec<String> = texts.map(|(_, text)| text.trim().replace("\r\n", "\n")).collect();
    match texts.is_empty() {
        false => Ok(texts),
        true if one.licence.contains("MIT") => Ok(vec![permission().to_owned()]),
        true => Err(Failure::new(format!("{} is under {} and brings no text of it", one.name, one.licence))),
    }
}

/// The text of the MIT licence without the line that names us.
fn permission() -> &'static str {
    MIT.find("Permission is hereby granted").map_or(MIT, |start| &MIT[start..]).trim()
}

/// One list of all crates, then each text once, below those that it is for.
fn compose(texts: Vec<(Vec<String>, Crate)>) -> String {
    let mut all = OPENING.to_owned() + "\n";
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (texts, one) in texts {
        all += &format!("- {} {}: {}\n", one.name, one.version, one.licence);
        for text in texts {
            by_text.entry(text).or_default().push(one.name.clone());
        }
    }
    for (text, mut names) in by_text {
        names.dedup();
        all += &format!("\n{}\n{}\n\n{text}\n", "-".repeat(80), names.join(", "));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(licence: &str) -> Crate {
        Crate { name: "one".to_owned(), version: "1.0.0".to_owned(), licence: licence.to_owned() }
    }

    fn files(names: &[&str]) -> BTreeMap<String, String> {
        names.iter().map(|name| ((*name).to_owned(), format!("the text of {name}\r\n"))).collect()
    }

    #[test]
    fn cargos_lines_are_read() {
        assert_eq!(parse("one v1.0.0|MIT (*)"), Some(one("MIT")));
        assert_eq!(parse("toml v1.1.8+spec-1.1.0|MIT").map(|one| one.version).as_deref(), Some("1.1.8+spec-1.1.0"));
        assert_eq!(parse("ours v0.1.0 (/clone)|MIT"), None);
        assert_eq!(parse(""), None);
    }

    #[test]
    fn mit_is_chosen_where_it_may_be() {
        let both = files(&["LICENSE-APACHE", "LICENSE-MIT", "NOTICE"]);
        let texts = |licence| texts_of(&one(licence), &both).expect("there are texts");
        assert_eq!(texts("MIT OR Apache-2.0"), ["the text of LICENSE-MIT", "the text of NOTICE"]);
        assert_eq!(texts("Apache-2.0/MIT").len(), 2);
        assert_eq!(texts("MIT AND Apache-2.0").len(), 3);
        assert_eq!(texts("(MIT OR Apache-2.0) AND Unicode-3.0").len(), 3);
        assert_eq!(texts("Zlib").len(), 3);
    }

    #[test]
    fn a_crate_without_a_text_is_under_mit_or_a_failure() {
        let texts = texts_of(&one("MIT"), &files(&[])).expect("the text is known");
        assert!(texts[0].starts_with("Permission is hereby granted"), "{texts:?}");
        let failure = texts_of(&one("Zlib"), &files(&[])).expect_err("nobody knows its text");
        assert_eq!(failure.to_string(), "one is under Zlib and brings no text of it");
    }

    #[test]
    fn every_crate_is_named_and_every_text_stands_once() {
        let other = Crate { name: "other".to_owned(), ..one("MIT") };
        let text = compose(vec![(vec!["same".to_owned()], one("MIT")), (vec!["same".to_owned()], other)]);
        assert!(text.contains("- one 1.0.0: MIT\n- other 1.0.0: MIT\n"), "{text}");
        assert!(text.contains("\none, other\n\nsame\n"), "{text}");
        assert_eq!(text.matches("same").count(), 1);
    }
}

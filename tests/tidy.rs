//! The rules of `docs/ARCHITECTURE.md` that can be read off the files: which room may use which, what a pure room never
//! names, what no page ever does, how long a file may be, and that documents lead to what exists.
#![cfg(not(target_arch = "wasm32"))]

use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of `src/`, each a folder or a file, and the rooms that each may use.
const ROOMS: [(&str, &[&str]); 11] = [
    ("text", &[]),
    ("words", &["text"]),
    ("protocol", &["text"]),
    ("approval", &["text", "protocol"]),
    ("session", &["text", "protocol", "approval"]),
    ("keymap", &["words", "protocol", "session"]),
    ("runtime", &["protocol", "session"]),
    ("chunk", &[]),
    ("view", &["chunk", "text", "words", "protocol", "approval", "session", "keymap"]),
    ("embed", &["chunk", "text", "words", "protocol", "session", "runtime", "view"]),
    ("component", &["protocol", "session", "runtime", "view", "embed"]),
];

/// What code must not name, in a folder or a file and all below it.
const FORBIDDEN: [(&[&str], &[&str], &str); 5] = [
    (
        &["src/text", "src/words", "src/protocol", "src/approval", "src/session", "src/keymap"],
        &["leptos", "web_sys", "js_sys", "wasm_bindgen", "gloo", "Instant::now", "SystemTime"],
        "is a pure room: time and randomness come in as values, and it knows no browser",
    ),
    (
        &["bridge/src/room"],
        &["tokio", "axum", "getrandom", "Instant::now", "SystemTime"],
        "is pure: time and ids come in as values",
    ),
    (&["src/runtime"], &["leptos"], "performs what the session decides and knows no views"),
    (&["src/view"], &["WebSocket", "BroadcastChannel", "JSON"], "shows a screen and knows no transport"),
    (
        &["src", "npm", "demo", "languages", "examples"],
        &["innerHTML", "outerHTML", "insertAdjacentHTML", "set_inner_html", "document.write", "<Portal"],
        "would make elements of text, or leave the shadow root",
    ),
];

/// Lines that a source file may have, without the tests at its end.
const LONGEST: usize = 500;

/// Files that are longer, and why.
const LONGER: [(&str, &str); 3] = [
    ("src/keymap/tests.rs", "one rule of the keys after another, in the order of the table"),
    ("style/dialog.css", "the dialog is one cascade layer; its parts are easier to compare in one file"),
    ("tests/e2e/feeding.test.mjs", "one table of all ways to feed the element"),
];

/// Paths of a machine that only an example or a test of such paths may name.
const NAMES_PATHS: [&str; 1] = ["xtask/src/remap.rs"];

#[test]
fn rooms_use_only_the_rooms_below_them() {
    let mut faults = Vec::new();
    for file in files(&["rs"]).iter().filter(|file| file.path.starts_with("src/") && !file.is_test()) {
        let room = file.path["src/".len()..].split(['/', '.']).next().unwrap_or_default();
        if room == "lib" {
            continue;
        }
        let Some((_, may_use)) = ROOMS.iter().find(|(name, _)| *name == room) else {
            faults.push(format!("{}: the table of rooms does not say what `{room}` may use", file.path));
            continue;
        };
        for (number, line) in file.code() {
            for used in line.split("crate::").skip(1) {
                let used = used.split(|end: char| !end.is_alphanumeric() && end != '_').next().unwrap_or_default();
                if used.is_empty() {
                    faults.push(format!("{}:{number}: write one `use crate::…` for each room", file.path));
                } else if used != room && !may_use.contains(&used) {
                    faults.push(format!("{}:{number}: `{room}` may not use `{used}`", file.path));
                }
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn code_names_nothing_that_its_room_must_not_know() {
    let mut faults = Vec::new();
    let files = files(&["rs", "js", "mjs", "jsx", "ts", "tsx", "html", "py"]);
    for (places, words, reason) in FORBIDDEN {
        for file in files.iter().filter(|file| places.iter().any(|place| file.is_in(place)) && !file.is_test()) {
            for (number, line) in file.code() {
                for word in words.iter().filter(|word| line.contains(*word)) {
                    faults.push(format!("{}:{number}: names `{word}`, but this {reason}", file.path));
                }
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn javascript_that_ships_is_in_one_folder() {
    let is_shipped = |file: &&Source| file.path.starts_with("src/") || file.path.starts_with("npm/");
    let all = files(&["rs", "js"]);
    let faults = all.iter().filter(is_shipped).filter(|file| file.is_in("src/element") != file.path.ends_with(".js"));
    assert_none(&faults.map(|file| format!("{}: belongs elsewhere", file.path)).collect::<Vec<_>>());
}

#[test]
fn html_of_an_agent_goes_into_the_sandbox_only() {
    let files = files(&["rs", "js"]);
    let shipped = files.iter().filter(|file| file.path.starts_with("src/") && !file.path.ends_with("sandbox.rs"));
    let faults = shipped.flat_map(|file| {
        let lines = file.code().filter(|(_, line)| line.contains("srcdoc"));
        lines.map(|(number, _)| format!("{}:{number}: names `srcdoc`", file.path))
    });
    assert_none(&faults.collect::<Vec<_>>());
}

#[test]
fn no_text_of_the_style_sheet_is_changed_by_squeezing_it() {
    // build.rs drops comments and some spaces without knowing what stands in quotes or in an address.
    let mut faults = Vec::new();
    for file in files(&["css"]).iter().filter(|file| file.path.starts_with("style/")) {
        for (number, line) in (1..).zip(file.text.lines()) {
            let inside = line.split('"').skip(1).step_by(2).chain(line.split("url(").skip(1));
            let is_changed = |text: &str| ["/*", "; ", " {", "{ ", "} ", ";}"].iter().any(|mark| text.contains(mark));
            if inside.map(|text| text.split(')').next().unwrap_or(text)).any(is_changed) {
                faults.push(format!("{}:{number}: build.rs would change this text", file.path));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn files_are_short() {
    let mut faults = Vec::new();
    for file in files(&["rs", "js", "mjs", "css"]) {
        let lines = file.code_and_comments().lines().count();
        let may_be_longer = LONGER.iter().any(|(path, _)| *path == file.path);
        if lines > LONGEST && !may_be_longer {
            faults.push(format!("{}: {lines} lines; split it, or list it in tests/tidy.rs with a reason", file.path));
        }
    }
    assert_none(&faults);
}

#[test]
fn nothing_names_a_document_or_a_path_of_somebody_elses_machine() {
    // In pieces, because this file is looked at too.
    let elsewhere = [concat!("seed", " 00"), concat!("../", "shared"), concat!("shared/", "seeds")];
    let homes = [concat!("/ho", "me/"), concat!("/Us", "ers/"), concat!("/ro", "ot/"), concat!("/wo", "rk/")];
    let mut faults = Vec::new();
    for file in files(TEXTS) {
        for (number, line) in (1..).zip(file.text.lines()) {
            let lower = line.to_lowercase();
            if let Some(word) = elsewhere.iter().find(|word| lower.contains(*word)) {
                faults.push(format!("{}:{number}: names `{word}`, which is not in the repository", file.path));
            }
            // The name of a home follows; a test that only looks for such paths has none.
            let is_home = |home: &&&str| {
                line.split(**home).skip(1).any(|rest| rest.starts_with(|first: char| first.is_alphanumeric()))
            };
            if let Some(home) = homes.iter().find(is_home).filter(|_| !NAMES_PATHS.contains(&file.path.as_str())) {
                faults.push(format!("{}:{number}: names a path in `{home}`", file.path));
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn links_of_documents_lead_somewhere() {
    let mut faults = Vec::new();
    for file in files(&["md"]) {
        let folder = Path::new(&file.path).parent().unwrap_or(Path::new(""));
        for target in file.text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            // In blocks of code `](` may be anything.
            if target.contains("://") || target.starts_with("mailto:") || target.contains(char::is_whitespace) {
                continue;
            }
            let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
            let linked = if path.is_empty() { root().join(&file.path) } else { root().join(folder).join(path) };
            if !linked.exists() {
                faults.push(format!("{}: there is no {target}", file.path));
            } else if !anchor.is_empty() && !anchors(&linked).iter().any(|known| known == anchor) {
                faults.push(format!("{}: no heading is called {target}", file.path));
            }
        }
    }
    assert_none(&faults);
}

/// The names by which headings of a document can be linked to.
fn anchors(document: &Path) -> Vec<String> {
    let text = fs::read_to_string(document).unwrap_or_default();
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let slug = |heading: &str| {
        let words = heading.to_lowercase().replace(' ', "-");
        words.chars().filter(|sign| sign.is_alphanumeric() || "-_".contains(*sign)).collect()
    };
    headings.map(slug).collect()
}

fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

/// Endings of files that people write.
const TEXTS: &[&str] =
    &["rs", "js", "mjs", "jsx", "ts", "tsx", "vue", "svelte", "css", "html", "md", "toml", "json", "yml", "py", "run"];

/// Folders and files that tools make, or that are no text of ours.
const SKIPPED: [&str; 8] =
    [".git", "target", "dist", "node_modules", "corpus", "package-lock.json", "Cargo.lock", "proptest-regressions"];

/// A file of the repository.
struct Source {
    /// From the top folder, with `/`.
    path: String,
    text: String,
}

impl Source {
    /// Whether it stands in a place: a folder, a file, or a file without its ending.
    fn is_in(&self, place: &str) -> bool {
        self.path.strip_prefix(place).is_some_and(|rest| rest.starts_with(['/', '.']))
    }

    fn is_test(&self) -> bool {
        ["/tests/", "/tests.rs", "/properties.rs", ".test.mjs"].iter().any(|mark| self.path.contains(mark))
    }

    /// The file up to the tests at its end.
    fn code_and_comments(&self) -> &str {
        self.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
    }

    /// Its lines with their numbers, without tests and without lines that are comments.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let marks: &[&str] = if self.path.ends_with(".rs") { &["//"] } else { &["//", "/*", "*"] };
        let is_comment = move |line: &str| marks.iter().any(|mark| line.trim_start().starts_with(mark));
        (1..).zip(self.code_and_comments().lines()).filter(move |(_, line)| !is_comment(line))
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// All files of the repository with one of these endings.
fn files(endings: &[&str]) -> Vec<Source> {
    let (root, mut found, mut folders) = (root(), Vec::new(), vec![root()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a folder can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if SKIPPED.contains(&name.as_str()) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|ending| name == *ending || name.ends_with(&format!(".{ending}"))) {
                let relative = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                found.push(Source { path: relative, text: fs::read_to_string(&path).unwrap_or_default() });
            }
        }
    }
    assert!(!found.is_empty(), "no file ends in {endings:?}");
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

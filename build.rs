//! Makes the style sheets that the wasm carries: the files of `style/` in order, without comments and indentation. And says how
//! large the stack of the wasm is.

use std::path::Path;
use std::{env, fs};

/// What every ask needs.
const FILES: [&str; 6] = ["tokens", "dialog", "options", "preview", "around", "touch"];
/// What only approvals and forms need: it comes with their chunk.
const FILES_OF_REQUESTS: [&str; 4] = ["form", "approval", "exact", "code"];
/// What only the content of previews and receipts need: it comes with their chunk.
const FILES_OF_PREVIEWS: [&str; 3] = ["markdown", "code", "receipts"];

/// The stack of what is shipped, in bytes: a quarter of what the compiler would give it. What is nested is limited (`src/runtime/from_js.rs`).
/// All data lies behind the stack, and below a megabyte each of its addresses is a byte shorter.
const STACK: u32 = 256 * 1024;

fn main() {
    println!("cargo::rerun-if-changed=style");
    limit_stack();
    write_sheet("style.css", &FILES);
    write_sheet("requests.css", &FILES_OF_REQUESTS);
    write_sheet("previews.css", &FILES_OF_PREVIEWS);
}

/// Not in a debug build, whose functions need several times as much of it.
fn limit_stack() {
    let is = |name, value: &str| env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_ARCH", "wasm32") && is("PROFILE", "release") {
        println!("cargo::rustc-link-arg-cdylib=-zstack-size={STACK}");
    }
}

fn write_sheet(name: &str, files: &[&str]) {
    let sheet: String = files.iter().map(|file| squeeze(&read(&format!("style/{file}.css")))).collect();
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join(name), sheet).expect("OUT_DIR can be written");
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{path} cannot be read: {error}"))
}

/// Drops comments, line ends and spaces that mean nothing. Spaces inside a line stay: `calc(a + b)` needs them.
fn squeeze(css: &str) -> String {
    let mut out = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        out.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    out.push_str(rest);
    let lines = out.lines().map(str::trim).filter(|line| !line.is_empty());
    // A line that ends in a comma or opens a block can be joined to the next one as it is.
    lines
        .collect::<Vec<_>>()
        .join(" ")
        .replace(" {", "{")
        .replace("{ ", "{")
        .replace("; ", ";")
        .replace(";}", "}")
        .replace("} ", "}")
}

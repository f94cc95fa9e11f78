//! Flags with which the compiler names no place of this machine: a panic names its source file, and what is given away
//! says nothing about who built it. (Cargo's `trim-paths` is not stable yet.)

use crate::failure::{Context, Failure, Result};
use crate::process;
use crate::workspace::{Workspace, cargo_home};
use std::path::{Path, PathBuf};
use std::{env, fs};

/// The variable in which cargo takes [`rustflags`].
pub(crate) const RUSTFLAGS: &str = "CARGO_ENCODED_RUSTFLAGS";

/// Whatever flags are set already, those given, and no paths of this machine.
pub(crate) fn rustflags(workspace: &Workspace, more: &[&str]) -> String {
    let given = env::var(RUSTFLAGS).map(|flags| flags.split('\u{1f}').map(str::to_owned).collect());
    let mut flags: Vec<String> = given
        .unwrap_or_else(|_| env::var("RUSTFLAGS").unwrap_or_default().split_whitespace().map(str::to_owned).collect());
    flags.extend(more.iter().map(|flag| (*flag).to_owned()));
    flags.extend(flags_for(&own_paths(workspace)));
    flags.join("\u{1f}")
}

fn flags_for(paths: &[PathBuf]) -> impl Iterator<Item = String> {
    paths.iter().map(|path| format!("--remap-path-prefix={}=", path.display()))
}

/// Fails if a file names a place of this machine after all.
pub(crate) fn check(workspace: &Workspace, file: &Path) -> Result<()> {
    let bytes = fs::read(file).or_fail(format_args!("read {}", file.display()))?;
    let home = env::home_dir().filter(|home| home.components().count() > 1);
    match own_paths(workspace).into_iter().chain(home).find(|path| names(&bytes, path)) {
        None => Ok(()),
        Some(path) => Err(Failure::new(format!("{} names {}", file.display(), path.display()))),
    }
}

fn names(bytes: &[u8], path: &Path) -> bool {
    let path = format!("{}/", path.display());
    bytes.windows(path.len()).any(|window| window == path.as_bytes())
}

fn own_paths(workspace: &Workspace) -> Vec<PathBuf> {
    let sysroot = process::capture(workspace.command("rustc", &["--print", "sysroot"]));
    let sysroot = sysroot.map(|text| PathBuf::from(text.trim()));
    let home = cargo_home();
    // The folder of each registry: its name is the registry's.
    let registries = home.iter().filter_map(|home| fs::read_dir(home.join("registry/src")).ok());
    let registries = registries.flatten().flatten().map(|entry| entry.path()).collect();
    sorted(workspace.root(), home.as_deref(), sysroot.as_deref(), registries)
}

/// The longest last: the compiler takes the last that fits.
fn sorted(root: &Path, cargo_home: Option<&Path>, sysroot: Option<&Path>, registries: Vec<PathBuf>) -> Vec<PathBuf> {
    let mut paths = registries;
    paths.push(root.to_owned());
    paths.extend(cargo_home.map(Path::to_owned));
    // Where rustup's component `rust-src` is installed, the standard library's files are found here and named so.
    paths.extend(sysroot.into_iter().flat_map(|sysroot| [sysroot.to_owned(), sysroot.join("lib/rustlib/src/rust")]));
    paths.sort_by_key(|path| path.as_os_str().len());
    paths.dedup();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_named_and_what_lies_deeper_comes_later() {
        let registries = vec![PathBuf::from("/home/me/cargo/registry/src/index")];
        let paths = sorted(Path::new("/"), Some(Path::new("/home/me/cargo")), Some(Path::new("/opt/rust")), registries);
        let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        let registry = "/home/me/cargo/registry/src/index";
        assert_eq!(paths, ["/", "/opt/rust", "/home/me/cargo", "/opt/rust/lib/rustlib/src/rust", registry]);
    }

    #[test]
    fn the_flags_name_the_clone_and_the_sources_of_the_standard_library() {
        let workspace = Workspace::find().expect("the tests run in a clone");
        let flags = rustflags(&workspace, &["-Copt-level=z"]);
        assert!(flags.contains(&format!("--remap-path-prefix={}=", workspace.root().display())), "{flags}");
        assert!(flags.contains("/lib/rustlib/src/rust="), "{flags}");
        assert!(flags.split('\u{1f}').any(|flag| flag == "-Copt-level=z"), "{flags}");
    }

    /// The component only has to be there for the compiler to name its files: a toolchain that has the real one's libraries
    /// and one file of the sources is as good.
    #[cfg(unix)]
    #[test]
    fn with_rust_src_the_toolchain_is_not_named_either() {
        let real = process::capture(Workspace::find().expect("a clone").command("rustc", &["--print", "sysroot"]))
            .expect("a compiler");
        let folder = env::temp_dir().join(format!("xtask-remap-{}", std::process::id()));
        let rustlib = folder.join("sysroot/lib/rustlib");
        fs::create_dir_all(rustlib.join("src/rust/library/std/src")).expect("a folder");
        fs::write(rustlib.join("src/rust/library/std/src/lib.rs"), "").expect("a file");
        for entry in fs::read_dir(Path::new(real.trim()).join("lib/rustlib")).expect("libraries").flatten() {
            // A toolchain that has the component has this folder already.
            let _ = std::os::unix::fs::symlink(entry.path(), rustlib.join(entry.file_name()));
        }
        let source = folder.join("source.rs");
        let text =
            "pub fn sorted(mut list: Vec<String>) -> std::rc::Rc<Vec<String>> { list.sort(); std::rc::Rc::new(list) }";
        fs::write(&source, text).expect("a file");
        let sysroot = folder.join("sysroot");
        let is_named = |flags: Vec<String>| {
            let object = folder.join("source.o");
            let mut rustc = std::process::Command::new("rustc");
            rustc.args(["--edition=2024", "--crate-type=rlib", "--emit=obj", "-o"]).arg(&object).arg(&source);
            rustc.arg("--sysroot").arg(&sysroot).args(flags);
            process::run(rustc).expect("it compiles");
            names(&fs::read(&object).expect("an object file"), &sysroot)
        };
        let paths = sorted(Path::new("/clone"), None, Some(&sysroot), vec![]);
        let (without, with) = (is_named(vec![]), is_named(flags_for(&paths).collect()));
        let _ = fs::remove_dir_all(&folder);
        assert!(without, "the compiler names the toolchain of its own accord, so this test sees something");
        assert!(!with);
    }

    #[test]
    fn a_place_in_a_file_is_found() {
        assert!(names(b"\0/clone/src/main.rs\0", Path::new("/clone")));
        assert!(!names(b"/clones/src/main.rs", Path::new("/clone")));
        assert!(!names(b"", Path::new("/clone")));
    }
}

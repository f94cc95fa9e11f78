//! `chunks WASM FOLDER`: cuts WebAssembly as the linker left it, with relocations, into `FOLDER/main.wasm` and one
//! `FOLDER/split_NAME.wasm` for each chunk, with `split_shared.wasm` for what two of them share. `cargo xtask` calls it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use wasm_split_cli_support::{Options, transform};

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().skip(1).collect();
    let [wasm, folder] = &arguments[..] else {
        eprintln!("chunks WASM FOLDER");
        return ExitCode::FAILURE;
    };
    match cut(Path::new(wasm), Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn cut(wasm: &Path, folder: &Path) -> Result<(), String> {
    let input = fs::read(wasm).map_err(|error| format!("cannot read {}: {error}", wasm.display()))?;
    let main = folder.join("main.wasm");
    let mut options = Options::new(&input);
    options.output_dir = folder;
    options.main_out_path = &main;
    let cut = transform(options).map_err(|error| format!("cannot cut {}: {error:#}", wasm.display()))?;
    // What two chunks share is in a file of its own, which the page loads with either of them.
    let is_shared = |file: &&String| !file.starts_with("split_");
    let shared: BTreeSet<_> = cut.prefetch_map.values().flatten().filter(is_shared).cloned().collect();
    let place = folder.join("split_shared.wasm");
    let done = match shared.iter().collect::<Vec<_>>()[..] {
        [] => fs::write(&place, EMPTY),
        [file] => fs::rename(folder.join(format!("{file}.wasm")), &place),
        _ => return Err(format!("chunks share code in several files, {shared:?}: give some of them one name")),
    };
    done.map_err(|error| format!("cannot write {}: {error}", place.display()))
}

/// WebAssembly with nothing in it.
const EMPTY: [u8; 8] = [0, b'a', b's', b'm', 1, 0, 0, 0];

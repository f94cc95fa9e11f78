//! `chunks WASM FOLDER`: cuts WebAssembly as the linker left it, with relocations, into `FOLDER/main.wasm` and one
//! `FOLDER/split_NAME.wasm` for each chunk. `cargo xtask` calls it.

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
    // Chunks that share something would have it in a file of its own, which nobody loads.
    match cut.prefetch_map.values().find(|files| files.len() > 1) {
        None => Ok(()),
        Some(files) => Err(format!("two chunks share code, in {files:?}: give them one name")),
    }
}

//! Generates the JavaScript glue that loads the WASM modules.

use std::fs;
use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::function_order::order_functions;
use crate::split::{self, SplitApp, strip_custom_sections};

/// A WASM module and its JavaScript glue.
pub(crate) struct WasmModule {
    pub(crate) wasm: Vec<u8>,
    pub(crate) glue: Vec<u8>,
}

/// The web app, and the bot worker.
pub(crate) struct WasmModules {
    pub(crate) app: SplitApp,
    pub(crate) worker: WasmModule,
}

/// Generates glue for the modules that `cargo xtask web` has compiled, in folders beside them. `quick`
/// skips what only makes them smaller.
pub(crate) fn bind_modules(app: &Path, worker: &Path, quick: bool) -> Result<WasmModules, String> {
    let mut worker = run_bindgen(worker, "worker", &worker.with_file_name("bound/worker"), false)?;
    if !quick {
        worker.wasm = order_functions(&worker.wasm).map_err(|error| format!("worker: {error}"))?;
    }
    Ok(WasmModules { app: split::split_app(app, &app.with_file_name("bound/app"), quick)?, worker })
}

/// Generates a module's loader script and strips everything a browser does not need. A module that
/// chunks link to keeps the exports they use.
pub(crate) fn run_bindgen(
    wasm: &Path,
    name: &str,
    out: &Path,
    is_split: bool,
) -> Result<WasmModule, String> {
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(wasm)
        .out_name(name)
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .keep_lld_exports(is_split)
        .demangle(!is_split)
        .web(true)
        .and_then(|bindgen| bindgen.generate(out))
        .map_err(|error| format!("{name}: {error:#}"))?;
    let wasm = read_file(&out.join(format!("{name}_bg.wasm")))?;
    let wasm = strip_custom_sections(&wasm)
        .ok_or_else(|| format!("{name}: not a well-formed WASM module"))?;
    Ok(WasmModule { wasm, glue: read_file(&out.join(format!("{name}.js")))? })
}

pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

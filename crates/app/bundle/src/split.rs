//! Splits the app into a main module, which shows the first pages, and chunks fetched when a page
//! needs them (`crates/app/web/src/deferred.rs` marks the split).

use std::fs;
use std::path::Path;

use wasm_split_cli_support::{Options, transform};

use crate::bindings::{WasmModule, read_file, run_bindgen};
use crate::dist::DistFolder;
use crate::function_order::order_functions;
use crate::hashed_names::content_hash;
use crate::import_names::shorten_import_names;
use crate::unused_classes::remove_unused_classes;

/// The app as files that refer to each other by name.
pub(crate) struct SplitApp {
    main: WasmModule,
    /// Loads the chunks; it and the glue of the main module import each other.
    link_script: String,
    /// Chunks with their file names.
    chunks: Vec<(String, Vec<u8>)>,
}

/// Served paths of the app.
pub(crate) struct AppPaths {
    pub(crate) glue: String,
    pub(crate) wasm: String,
    /// The chunk of all pages beyond the first ones, and what it needs.
    pub(crate) chunks: Vec<String>,
}

/// Splits a linked module and generates its loader scripts; `quick` skips what only makes it smaller.
pub(crate) fn split_app(linked: &Path, out: &Path, quick: bool) -> Result<SplitApp, String> {
    let _ = fs::remove_dir_all(out);
    fs::create_dir_all(out).map_err(|error| format!("{}: {error}", out.display()))?;
    let input =
        remove_unused_classes(&read_file(linked)?).map_err(|error| format!("app: {error}"))?;
    let main_path = out.join("main.wasm");
    let mut options = Options::new(&input);
    options.output_dir = out;
    options.main_out_path = &main_path;
    options.link_name = "./split.js";
    options.main_module = "./app.js";
    let parts = transform(options).map_err(|error| format!("splitting the app: {error:#}"))?;
    let main = run_bindgen(&main_path, "app", out, true)?;
    let mut main = shorten_import_names(&main).ok_or("app: not a well-formed WASM module")?;
    let mut chunks = Vec::new();
    for path in &parts.split_modules {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let chunk = strip_custom_sections(&read_file(path)?)
            .ok_or_else(|| format!("{name}: not a well-formed WASM module"))?;
        chunks.push((name, chunk));
    }
    if !quick {
        for wasm in chunks.iter_mut().map(|(_, wasm)| wasm).chain([&mut main.wasm]) {
            *wasm = order_functions(wasm).map_err(|error| format!("app: {error}"))?;
        }
    }
    let link_script = String::from_utf8_lossy(&read_file(&out.join("split.js"))?).into_owned();
    Ok(SplitApp { main, link_script, chunks })
}

impl SplitApp {
    /// Adds all files under hashed names that refer to each other.
    pub(crate) fn write(&self, dist: &mut DistFolder) -> Result<AppPaths, String> {
        let mut link_script = self.link_script.clone();
        let mut chunks = Vec::new();
        for (name, chunk) in &self.chunks {
            let path = dist.add_hashed(name, chunk.clone());
            let served = path.trim_start_matches("assets/");
            link_script = link_script.replace(&format!("\"./{name}\""), &format!("\"./{served}\""));
            chunks.push(path);
        }
        let wasm = dist.add_hashed("app.wasm", self.main.wasm.clone());
        let glue = String::from_utf8_lossy(&self.main.glue).into_owned();
        // The two scripts import each other, so one hash covers both.
        let mark = content_hash(format!("{glue}{link_script}").as_bytes());
        let (glue_name, link_name) = (format!("app-{mark}.js"), format!("split-{mark}.js"));
        let glue = glue.replace("from \"./split.js\"", &format!("from \"./{link_name}\""));
        let link_script =
            link_script.replace("from \"./app.js\"", &format!("from \"./{glue_name}\""));
        if !glue.contains(&link_name) || !link_script.contains(&glue_name) {
            return Err("the scripts of the split app do not import each other".into());
        }
        dist.add(&format!("assets/{link_name}"), link_script);
        dist.add(&format!("assets/{glue_name}"), glue);
        Ok(AppPaths { glue: format!("assets/{glue_name}"), wasm, chunks })
    }
}

/// Removes names, relocations and producers; `None` if the module is malformed.
pub(crate) fn strip_custom_sections(wasm: &[u8]) -> Option<Vec<u8>> {
    const HEADER_LEN: usize = 8;
    const CUSTOM_SECTION: u8 = 0;
    let mut kept = wasm.get(..HEADER_LEN)?.to_vec();
    let mut at = HEADER_LEN;
    while at < wasm.len() {
        let start = at;
        let id = wasm[at];
        let (mut size, mut shift) = (0_usize, 0);
        loop {
            at += 1;
            let byte = *wasm.get(at)?;
            size |= usize::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                break;
            }
        }
        at = at.checked_add(1 + size)?;
        let section = wasm.get(start..at)?;
        if id != CUSTOM_SECTION {
            kept.extend_from_slice(section);
        }
    }
    Some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stripping_removes_custom_sections_only() {
        let header = *b"\0asm\x01\0\0\0";
        let custom = [0, 3, 1, b'x', 9];
        let types = [1, 0x81, 0, 0];
        let whole = [&header[..], &custom, &types, &custom].concat();
        assert_eq!(strip_custom_sections(&whole), Some([&header[..], &types].concat()));
        assert_eq!(strip_custom_sections(&whole[..whole.len() - 1]), None, "cut off");
        assert_eq!(strip_custom_sections(b"short"), None);
    }
}

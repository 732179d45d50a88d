//! The folder that is served: written completely or not at all.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::hashed_names::{content_hash, hashed_name};

/// Files by served path.
pub(crate) struct DistFolder {
    folder: PathBuf,
    files: BTreeMap<String, Vec<u8>>,
}

impl DistFolder {
    pub(crate) fn new(folder: PathBuf) -> DistFolder {
        DistFolder { folder, files: BTreeMap::new() }
    }

    /// Adds a file under its own name.
    pub(crate) fn add(&mut self, path: &str, contents: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), contents.into());
    }

    /// Adds a file that browsers may cache for ever, under `assets/` with a hashed name; returns
    /// its path.
    pub(crate) fn add_hashed(&mut self, name: &str, contents: impl Into<Vec<u8>>) -> String {
        let contents = contents.into();
        let path = format!("assets/{}", hashed_name(name, &contents));
        self.files.insert(path.clone(), contents);
        path
    }

    /// Paths added so far.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// A hash of all contents added so far.
    pub(crate) fn version(&self) -> String {
        let all: Vec<u8> = self
            .files
            .iter()
            .flat_map(|(path, contents)| [path.as_bytes(), contents].concat())
            .collect();
        content_hash(&all)
    }

    /// Writes every file, with compressed copies where they are smaller, and prints the total size.
    pub(crate) fn write_all(self, quick: bool) -> Result<(), String> {
        let fresh = self.folder.with_extension("new");
        let wrong = |error: std::io::Error| format!("{}: {error}", fresh.display());
        let _ = fs::remove_dir_all(&fresh);
        let mut total = [0; 2];
        for (path, contents) in &self.files {
            let file = fresh.join(path);
            fs::create_dir_all(file.parent().unwrap_or(&fresh)).map_err(wrong)?;
            fs::write(&file, contents).map_err(wrong)?;
            let packed = brotli_compress(contents, if quick { 5 } else { 11 }).map_err(wrong)?;
            let zipped = gzip_compress(contents).map_err(wrong)?;
            let smaller = packed.len() < contents.len();
            for (ending, form) in [("br", &packed), ("gz", &zipped)] {
                if smaller && form.len() < contents.len() {
                    fs::write(fresh.join(format!("{path}.{ending}")), form).map_err(wrong)?;
                }
            }
            total[0] += contents.len();
            total[1] += packed.len().min(contents.len());
        }
        let _ = fs::remove_dir_all(&self.folder);
        fs::rename(&fresh, &self.folder).map_err(wrong)?;
        let [plain, packed] = total.map(|bytes| bytes as f64 / 1e3);
        eprintln!("── {} files, {plain:.0} kB, {packed:.0} kB as brotli", self.files.len());
        Ok(())
    }
}

fn brotli_compress(contents: &[u8], quality: i32) -> std::io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    let settings = brotli::enc::BrotliEncoderParams { quality, lgwin: 22, ..Default::default() };
    brotli::BrotliCompress(&mut &*contents, &mut packed, &settings)?;
    Ok(packed)
}

fn gzip_compress(contents: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut zipper = GzEncoder::new(Vec::new(), Compression::best());
    zipper.write_all(contents)?;
    zipper.finish()
}

//! Tar archives, and the plain archive for any Linux.

use std::collections::BTreeSet;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::Failure;
use crate::contents::{Contents, PackagedFile};

/// User and group of root.
pub(crate) const ROOT: u64 = 0;

/// A tar archive whose folders are added as needed.
pub(crate) struct TarWriter {
    builder: tar::Builder<Vec<u8>>,
    folders: BTreeSet<String>,
}

impl TarWriter {
    pub(crate) fn new() -> TarWriter {
        TarWriter { builder: tar::Builder::new(Vec::new()), folders: BTreeSet::new() }
    }

    /// Adds a file that belongs to root.
    pub(crate) fn file(&mut self, path: &str, file: &PackagedFile) -> Result<(), Failure> {
        if let Some((folder, _)) = path.rsplit_once('/') {
            self.folder(folder, 0o755, ROOT)?;
        }
        let mut header = header(tar::EntryType::Regular, file.mode, ROOT);
        header.set_size(file.bytes.len() as u64);
        let added = self.builder.append_data(&mut header, path, file.bytes.as_slice());
        added.map_err(|error| format!("{path}: {error}"))
    }

    /// Adds a folder and those above it, unless they are there.
    pub(crate) fn folder(&mut self, path: &str, mode: u32, owner: u64) -> Result<(), Failure> {
        if path.is_empty() || path == "." || !self.folders.insert(path.to_owned()) {
            return Ok(());
        }
        if let Some((parent, _)) = path.rsplit_once('/') {
            self.folder(parent, 0o755, ROOT)?;
        }
        let mut header = header(tar::EntryType::Directory, mode, owner);
        header.set_size(0);
        let added = self.builder.append_data(&mut header, format!("{path}/"), std::io::empty());
        added.map_err(|error| format!("{path}: {error}"))
    }

    pub(crate) fn finish(self) -> Result<Vec<u8>, Failure> {
        self.builder.into_inner().map_err(|error| error.to_string())
    }

    /// The archive, compressed.
    pub(crate) fn finish_compressed(self) -> Result<Vec<u8>, Failure> {
        gzip(&self.finish()?)
    }
}

/// The entry's fields besides name and size. Times are fixed, so that equal contents give equal
/// bytes.
fn header(kind: tar::EntryType, mode: u32, owner: u64) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_uid(owner);
    header.set_gid(owner);
    header.set_mtime(0);
    header
}

/// Compressed without a time.
pub(crate) fn gzip(bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).map_err(|error| error.to_string())?;
    encoder.finish().map_err(|error| error.to_string())
}

/// The archive: program, manual, completions, example configuration, compose files, dashboards.
pub(crate) fn make(contents: &Contents, version: &str) -> Result<Vec<u8>, Failure> {
    let mut tar = TarWriter::new();
    let top = format!("abaque-{version}");
    tar.file(&format!("{top}/abaque"), &contents.program)?;
    for (name, file) in &contents.licences {
        tar.file(&format!("{top}/{name}"), file)?;
    }
    tar.file(&format!("{top}/CHANGELOG.md"), &contents.changelog)?;
    tar.file(&format!("{top}/abaque.toml"), &contents.configuration)?;
    for (name, file) in &contents.man_pages {
        tar.file(&format!("{top}/man/{name}"), file)?;
    }
    for (name, file) in ["abaque.bash", "_abaque", "abaque.fish"].iter().zip(&contents.completions)
    {
        tar.file(&format!("{top}/completions/{name}"), file)?;
    }
    let extra = contents.deploy.iter().filter(|(path, _)| !path.starts_with("debian/"));
    for (path, file) in extra {
        tar.file(&format!("{top}/{path}"), file)?;
    }
    tar.file(&format!("{top}/abaque.service"), &contents.deploy_file("debian/abaque.service")?)?;
    tar.finish_compressed()
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::contents::tests::contents;

    #[test]
    fn the_archive_holds_the_program_and_is_reproducible() {
        let made = make(&contents(), "1.2.3").unwrap();
        assert_eq!(made, make(&contents(), "1.2.3").unwrap());
        let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(made.as_slice()));
        let mut names = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let name = entry.path().unwrap().display().to_string();
            if name == "abaque-1.2.3/abaque" {
                assert_eq!(entry.header().mode().unwrap(), 0o755);
                let mut bytes = Vec::new();
                entry.read_to_end(&mut bytes).unwrap();
                assert_eq!(bytes, contents().program.bytes);
            }
            names.push(name);
        }
        for name in ["abaque", "abaque.toml", "man/abaque.1", "compose/one-node.yaml"] {
            assert!(names.contains(&format!("abaque-1.2.3/{name}")), "{name}: {names:?}");
        }
    }
}

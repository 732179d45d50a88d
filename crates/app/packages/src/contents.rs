//! The files that packages hold.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::{Failure, Options};

/// A file in a package.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PackagedFile {
    pub(crate) bytes: Vec<u8>,
    pub(crate) mode: u32,
}

impl PackagedFile {
    pub(crate) fn text(bytes: impl Into<Vec<u8>>) -> PackagedFile {
        PackagedFile { bytes: bytes.into(), mode: 0o644 }
    }
}

/// What the packages are made of.
pub(crate) struct Contents {
    pub(crate) program: PackagedFile,
    /// Man pages by file name.
    pub(crate) man_pages: BTreeMap<String, PackagedFile>,
    /// Completion scripts for bash, zsh and fish.
    pub(crate) completions: [PackagedFile; 3],
    /// The commented configuration.
    pub(crate) configuration: PackagedFile,
    pub(crate) licences: [(&'static str, PackagedFile); 2],
    pub(crate) changelog: PackagedFile,
    /// Files of the folder `deploy`, by path.
    pub(crate) deploy: BTreeMap<String, PackagedFile>,
}

impl Contents {
    /// Reads the files, and asks the program for its manual, completions and configuration.
    pub(crate) fn collect(options: &Options) -> Result<Contents, Failure> {
        let bytes = read(&options.program)?;
        check_static(&bytes).map_err(|wrong| format!("{}: {wrong}", options.program.display()))?;
        let ask =
            |arguments: &[&str]| ask(&options.asked_program, arguments).map(PackagedFile::text);
        let man = options.out.join("man");
        fs::create_dir_all(&man).map_err(|error| error.to_string())?;
        ask(&["man", &man.to_string_lossy()])?;
        let man_pages = read_folder(&man, "")?;
        fs::remove_dir_all(&man).map_err(|error| error.to_string())?;
        let licence = |name: &str| read(&options.root.join(name)).map(PackagedFile::text);
        Ok(Contents {
            program: PackagedFile { bytes, mode: 0o755 },
            man_pages,
            completions: [
                ask(&["completions", "bash"])?,
                ask(&["completions", "zsh"])?,
                ask(&["completions", "fish"])?,
            ],
            configuration: ask(&["--lang", "en", "config", "example"])?,
            licences: [
                ("LICENSE-MIT", licence("LICENSE-MIT")?),
                ("LICENSE-APACHE", licence("LICENSE-APACHE")?),
            ],
            changelog: licence("CHANGELOG.md")?,
            deploy: read_folder(&options.root.join("deploy"), "")?,
        })
    }

    /// A file of the folder `deploy`.
    pub(crate) fn deploy_file(&self, path: &str) -> Result<PackagedFile, Failure> {
        let file = self.deploy.get(path).cloned();
        file.ok_or_else(|| format!("deploy/{path} is missing"))
    }
}

fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// The files below a folder, by path.
fn read_folder(folder: &Path, prefix: &str) -> Result<BTreeMap<String, PackagedFile>, Failure> {
    let mut files = BTreeMap::new();
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries.flatten() {
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files.extend(read_folder(&entry.path(), &format!("{name}/"))?);
        } else {
            files.insert(name, PackagedFile::text(read(&entry.path())?));
        }
    }
    Ok(files)
}

/// Standard output of the program.
fn ask(program: &Path, arguments: &[&str]) -> Result<Vec<u8>, Failure> {
    let asked = format!("{} {}", program.display(), arguments.join(" "));
    let out = Command::new(program).args(arguments).env_clear().output();
    let out = out.map_err(|error| format!("{asked}: {error}"))?;
    match out.status.success() {
        true => Ok(out.stdout),
        false => Err(format!("{asked}: {}", String::from_utf8_lossy(&out.stderr).trim())),
    }
}

/// A program that needs an interpreter (`PT_INTERP`) runs only where the same C library is.
fn check_static(program: &[u8]) -> Result<(), Failure> {
    let number = |from: usize, bytes: usize| -> Option<usize> {
        let slice = program.get(from..from + bytes)?;
        Some(slice.iter().rev().fold(0, |sum, byte| sum << 8 | usize::from(*byte)))
    };
    let headers = || {
        let (start, size, count) = (number(32, 8)?, number(54, 2)?, number(56, 2)?);
        (0..count).map(|index| number(start + index * size, 4)).collect::<Option<Vec<_>>>()
    };
    if !program.starts_with(b"\x7fELF\x02\x01") {
        return Err("no 64-bit Linux program".into());
    }
    const PT_INTERP: usize = 3;
    match headers() {
        None => Err("a damaged program".into()),
        Some(types) if types.contains(&PT_INTERP) => {
            Err("linked dynamically; build it for a musl target".into())
        }
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A program header table with one entry of this kind.
    fn elf(kind: u8) -> Vec<u8> {
        let mut program = vec![0; 64 + 56];
        program[..6].copy_from_slice(b"\x7fELF\x02\x01");
        (program[32], program[54], program[56], program[64]) = (64, 56, 1, kind);
        program
    }

    pub(crate) fn contents() -> Contents {
        let file = |text: &str| PackagedFile::text(text);
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        Contents {
            program: PackagedFile { bytes: elf(1), mode: 0o755 },
            man_pages: [("abaque.1".to_owned(), file(".TH abaque"))].into(),
            completions: [file("bash"), file("zsh"), file("fish")],
            configuration: file("# address = \"127.0.0.1\"\n"),
            licences: [("LICENSE-MIT", file("MIT")), ("LICENSE-APACHE", file("Apache"))],
            changelog: file("# Changelog\n"),
            deploy: read_folder(&root.join("deploy"), "").unwrap(),
        }
    }

    #[test]
    fn only_static_programs_are_packaged() {
        assert_eq!(check_static(&elf(1)), Ok(()));
        assert!(check_static(&elf(3)).is_err_and(|wrong| wrong.contains("musl")));
        assert!(check_static(b"#!/bin/sh").is_err_and(|wrong| wrong.contains("no 64-bit")));
        assert!(check_static(&elf(1)[..80]).is_ok());
        assert!(check_static(&elf(1)[..60]).is_err_and(|wrong| wrong.contains("damaged")));
    }
}

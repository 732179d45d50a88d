//! Makes the packages of a compiled program; run by `cargo xtask dist`.
//!
//! The program must be static: then one file serves the archive, the Debian package and the image,
//! which holds nothing else. The same input gives the same bytes: times are fixed and files sorted.

mod archive;
mod bill;
mod contents;
mod debian;
mod image;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use sha2::{Digest, Sha256};

use contents::Contents;

const USAGE: &str = "usage: abaque-packages --program PATH --root WORKSPACE --out FOLDER --metadata FILE \
                     [--ask PATH] [--version VERSION] [--architecture amd64|arm64]";

/// Description of what went wrong.
type Failure = String;

/// What is packaged, and where the packages go.
struct Options {
    program: PathBuf,
    /// The same program, asked for its manual, completions and configuration: another file where
    /// `program` cannot run.
    asked_program: PathBuf,
    /// Root of the workspace: licences, `deploy`.
    root: PathBuf,
    out: PathBuf,
    /// Output of `cargo metadata`.
    metadata: PathBuf,
    version: String,
    /// Debian's name of the processor architecture, which container images use too.
    architecture: String,
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Options, Failure> {
        let known =
            ["--program", "--ask", "--root", "--out", "--metadata", "--version", "--architecture"];
        for pair in arguments.chunks(2) {
            match pair {
                [name, _] if known.contains(&name.as_str()) => {}
                [name, _] => return Err(format!("`{name}` is none of {}", known.join(", "))),
                _ => return Err(format!("{} needs a value", pair[0])),
            }
        }
        let text = |name: &str| {
            let pair = arguments.chunks(2).rfind(|pair| pair[0] == name);
            pair.map(|pair| pair[1].clone()).ok_or_else(|| format!("{name} is missing\n{USAGE}"))
        };
        let architecture = match std::env::consts::ARCH {
            "aarch64" => "arm64",
            _ => "amd64",
        };
        let architecture = text("--architecture").unwrap_or(architecture.to_owned());
        if !["amd64", "arm64"].contains(&architecture.as_str()) {
            return Err(format!("--architecture is amd64 or arm64, not `{architecture}`"));
        }
        Ok(Options {
            program: text("--program")?.into(),
            asked_program: text("--ask").or_else(|_| text("--program"))?.into(),
            root: text("--root")?.into(),
            out: text("--out")?.into(),
            metadata: text("--metadata")?.into(),
            version: text("--version").unwrap_or(env!("CARGO_PKG_VERSION").to_owned()),
            architecture,
        })
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match Options::parse(&arguments).and_then(|options| make_packages(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(wrong) => {
            eprintln!("abaque-packages: {wrong}");
            ExitCode::FAILURE
        }
    }
}

fn make_packages(options: &Options) -> Result<(), Failure> {
    let Options { version, architecture, .. } = options;
    fs::create_dir_all(&options.out)
        .map_err(|error| format!("{}: {error}", options.out.display()))?;
    let contents = Contents::collect(options)?;
    let made = [
        (
            format!("abaque-{version}-linux-{architecture}.tar.gz"),
            archive::make(&contents, version)?,
        ),
        (format!("abaque_{version}_{architecture}.deb"), debian::make(&contents, options)?),
        (format!("abaque-{version}-image-{architecture}.tar"), image::make(&contents, options)?),
        (format!("abaque-{version}.cdx.json"), bill::make(&options.metadata, version)?),
    ];
    let mut sums = String::new();
    for (name, bytes) in made {
        write(&options.out.join(&name), &bytes)?;
        sums.push_str(&format!("{}  {name}\n", hex_digest(&bytes)));
        println!("{:>8.1} MB  {name}", bytes.len() as f64 / 1e6);
    }
    write(&options.out.join("SHA256SUMS"), sums.as_bytes())
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(file, bytes).map_err(|error| format!("{}: {error}", file.display()))
}

/// SHA-256 in hexadecimal.
fn hex_digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

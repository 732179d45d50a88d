//! Checks the packages as a host would meet them. Everywhere: sums, scripts, configuration, image
//! layout, alert rules. With `cargo xtask dist --check`, as root: the Debian package in a bare Debian
//! system, the image as the only, read-only file system of a process.

mod bare_debian;
mod files;
mod image;

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::steps::timed;

/// How long a server may take until it is ready.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// The packages of a version.
pub(crate) struct Packages {
    folder: PathBuf,
    version: String,
}

impl Packages {
    pub(crate) fn new(folder: &Path, version: &str) -> Packages {
        Packages { folder: folder.to_owned(), version: version.to_owned() }
    }

    fn architecture() -> &'static str {
        if cfg!(target_arch = "aarch64") { "arm64" } else { "amd64" }
    }

    fn debian(&self) -> PathBuf {
        let Packages { folder, version } = self;
        folder.join(format!("abaque_{version}_{}.deb", Packages::architecture()))
    }

    fn image(&self) -> PathBuf {
        let Packages { folder, version } = self;
        folder.join(format!("abaque-{version}-image-{}.tar", Packages::architecture()))
    }

    fn archive(&self) -> PathBuf {
        let Packages { folder, version } = self;
        folder.join(format!("abaque-{version}-linux-{}.tar.gz", Packages::architecture()))
    }
}

/// Checks without a bare system; `program` is one that runs here, of the same sources.
pub(crate) fn run_short(packages: &Packages, program: &Path) -> Result<(), String> {
    let folder = packages.folder.join("check");
    timed("files of the packages", || files::check(packages, &folder, program))?;
    timed("layout of the image", || image::unpack(&packages.image(), &folder).map(drop))
}

/// Every check. `packages` and `upgrade` hold the same program with a higher version number.
pub(crate) fn run(packages: &Packages, upgrade: &Packages, program: &Path) -> Result<(), String> {
    let folder = packages.folder.join("check");
    files::unpack_promtool(&folder)?;
    run_short(packages, program)?;
    timed("install, upgrade and remove the Debian package", || {
        bare_debian::check(&folder, &[packages.debian(), upgrade.debian()])
    })?;
    timed("run the image", || image::run(&packages.image(), &folder))
}

/// An empty folder.
fn empty_folder(folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(failed)?;
    }
    fs::create_dir_all(folder).map_err(failed)
}

/// Standard output of a command that must succeed.
fn output(command: &mut Command) -> Result<String, String> {
    let out = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    match out.status.success() {
        true => Ok(text),
        false => Err(format!("{command:?}: {text}{}", String::from_utf8_lossy(&out.stderr))),
    }
}

fn ensure(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(format!("it does not hold that {what}")) }
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn json(file: &Path) -> Result<serde_json::Value, String> {
    serde_json::from_str(&read(file)?).map_err(|error| format!("{}: {error}", file.display()))
}

/// Starts a server, waits until `ready` succeeds for its process and address, and stops it.
fn ask_until_ready(
    mut server: Command,
    ready: impl Fn(u32, &str) -> Command,
) -> Result<(), String> {
    let mut child =
        server.stdout(Stdio::piped()).spawn().map_err(|error| format!("{server:?}: {error}"))?;
    let asked = ask(&mut child, ready);
    let stopped = child.kill().and_then(|()| child.wait());
    asked.and(stopped.map(drop).map_err(|error| error.to_string()))
}

fn ask(child: &mut Child, ready: impl Fn(u32, &str) -> Command) -> Result<(), String> {
    let out = child.stdout.take().ok_or("the server says nothing")?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
    let place = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let address = format!("http://{}", place.ok_or_else(|| format!("no address in `{line}`"))?);
    let since = Instant::now();
    loop {
        match output(&mut ready(child.id(), &address)) {
            Ok(_) => return Ok(()),
            Err(wrong) if since.elapsed() > START_TIMEOUT => return Err(wrong),
            Err(_) => std::thread::sleep(Duration::from_millis(200)),
        }
    }
}

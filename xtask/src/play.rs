//! `cargo xtask play`: from a fresh clone to a board in the browser.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::cargo_progress::run_side_by_side;
use crate::chores::{cargo, target_folder, workspace_root};
use crate::steps::timed;
use crate::wasm::WasmBuild;
use crate::{install, web};

/// Files that go into the web app beside its modules.
static BUNDLED_FOLDERS: [&str; 5] =
    ["crates/app/web/static", "crates/app/web/style", "docs/rules", "lessons", "puzzles"];

/// Tells `abaque` where the web app is: this build does not embed it.
const WEB_APP_VARIABLE: &str = "ABAQUE_WEB_APP";

/// Installs what is missing, builds what has changed, and serves. The arguments go to
/// `abaque serve`.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    let since = Instant::now();
    install::for_play()?;
    let build = WasmBuild::new(true, false)?;
    let target = target_folder()?;
    let program =
        |name: &str| target.join("play").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    // One call for both programs: features would differ otherwise, and crates compile twice.
    let native = cargo(&[
        "build",
        "--locked",
        "--profile",
        "play",
        "-p",
        "abaque-cli",
        "-p",
        "abaque-bundle",
    ]);
    eprintln!("── build the program and the web app (the first time takes minutes)");
    let builds = [("program", native)].into_iter().chain(build.commands());
    timed("build", || run_side_by_side(builds.collect()))?;
    let dist = target.join("web/play-dist");
    let stamp = Stamp::new(&dist, &build.modules(), &program("abaque-bundle"))?;
    if !stamp.is_current() {
        web::bundle(&program("abaque-bundle"), &build, &dist)?;
        stamp.write()?;
    }
    eprintln!("── ready after {:.1} s", since.elapsed().as_secs_f32());
    let mut serve = Command::new(program("abaque"));
    serve.arg("serve").args(arguments).env(WEB_APP_VARIABLE, &dist);
    replace_process(serve)
}

/// Runs the server in place of this process, so that Ctrl-C reaches only the server.
#[cfg(unix)]
fn replace_process(mut command: Command) -> Result<(), String> {
    let error = std::os::unix::process::CommandExt::exec(&mut command);
    Err(format!("{}: {error}", command.get_program().display()))
}

#[cfg(not(unix))]
fn replace_process(mut command: Command) -> Result<(), String> {
    let status = command.status().map_err(|error| error.to_string())?;
    if status.success() { Ok(()) } else { Err(format!("the server ended ({status})")) }
}

/// What a bundle was made from, so that an unchanged one is not made again.
struct Stamp {
    dist: PathBuf,
    fingerprint: String,
}

impl Stamp {
    fn new(dist: &Path, modules: &[PathBuf], bundler: &Path) -> Result<Stamp, String> {
        let mut sources: Vec<PathBuf> =
            BUNDLED_FOLDERS.iter().map(|folder| workspace_root().join(folder)).collect();
        sources.extend_from_slice(modules);
        sources.push(bundler.to_owned());
        let mut hasher = DefaultHasher::new();
        for source in &sources {
            hash_file_times(source, &mut hasher)
                .map_err(|error| format!("{}: {error}", source.display()))?;
        }
        Ok(Stamp { dist: dist.to_owned(), fingerprint: format!("{:016x}", hasher.finish()) })
    }

    fn file(&self) -> PathBuf {
        self.dist.with_extension("stamp")
    }

    fn is_current(&self) -> bool {
        self.dist.join("index.html").exists()
            && fs::read_to_string(self.file()).is_ok_and(|text| text == self.fingerprint)
    }

    fn write(&self) -> Result<(), String> {
        fs::write(self.file(), &self.fingerprint).map_err(|error| error.to_string())
    }
}

/// Hashes names, sizes and times of a file, or of everything in a folder.
fn hash_file_times(path: &Path, hasher: &mut impl Hasher) -> std::io::Result<()> {
    let metadata = fs::metadata(path)?;
    path.hash(hasher);
    if metadata.is_dir() {
        let mut entries: Vec<PathBuf> = fs::read_dir(path)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        entries.sort();
        return entries.iter().try_for_each(|entry| hash_file_times(entry, hasher));
    }
    (metadata.len(), metadata.modified()?).hash(hasher);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bundle_is_current_until_a_source_changes() {
        let folder = std::env::temp_dir().join(format!("abaque-stamp-{}", std::process::id()));
        let (dist, modules) = (folder.join("dist"), folder.join("modules"));
        fs::create_dir_all(&dist).unwrap();
        fs::create_dir_all(&modules).unwrap();
        let [app, worker, bundler] = ["app", "worker", "bundler"].map(|name| modules.join(name));
        for file in [&app, &worker, &bundler] {
            fs::write(file, "first").unwrap();
        }
        let stamp = || Stamp::new(&dist, &[app.clone(), worker.clone()], &bundler).unwrap();
        assert!(!stamp().is_current());
        stamp().write().unwrap();
        assert!(!stamp().is_current(), "there is no page");
        fs::write(dist.join("index.html"), "").unwrap();
        assert!(stamp().is_current());
        fs::write(&app, "another module").unwrap();
        assert!(!stamp().is_current());
        fs::remove_dir_all(&folder).unwrap();
    }
}

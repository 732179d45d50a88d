//! What the packages hold, checked without installing them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Packages, empty_folder, ensure, output, read};
use crate::chores::workspace_root;
use crate::install::finds_program;

/// Checks sums, archive and Debian package.
pub(super) fn check(packages: &Packages, folder: &Path, program: &Path) -> Result<(), String> {
    let mut sums = Command::new("sha256sum");
    output(sums.args(["--check", "--strict", "SHA256SUMS"]).current_dir(&packages.folder))?;
    check_archive(&packages.archive(), folder)?;
    match finds_program("dpkg-deb") {
        true => check_debian(&packages.debian(), folder, program)?,
        false => eprintln!("── SKIPPED the files of the .deb: dpkg-deb is missing"),
    }
    check_alerts(folder)
}

fn check_archive(archive: &Path, folder: &Path) -> Result<(), String> {
    let root = folder.join("archive");
    empty_folder(&root)?;
    let mut tar = Command::new("tar");
    output(tar.arg("-xzf").arg(archive).args(["--strip-components=1", "-C"]).arg(&root))?;
    for file in
        ["abaque", "abaque.service", "abaque.toml", "CHANGELOG.md", "grafana-dashboard.json"]
    {
        ensure(root.join(file).exists(), &format!("the archive holds {file}"))?;
    }
    // Every file that a compose file mounts is beside it.
    for name in ["one-node.yaml", "three-nodes.yaml"] {
        let text = read(&root.join("compose").join(name))?;
        for mounted in text.split(['"', ' ']).filter(|word| word.starts_with("./")) {
            let file = mounted.split(':').next().unwrap_or_default();
            let is_there = root.join("compose").join(file).exists();
            // The password is the host's to make.
            ensure(is_there || file == "./database-password", &format!("{name} finds {file}"))?;
        }
    }
    Ok(())
}

fn check_debian(package: &Path, folder: &Path, program: &Path) -> Result<(), String> {
    let (root, control) = (folder.join("deb"), folder.join("control"));
    for folder in [&root, &control] {
        empty_folder(folder)?;
    }
    output(Command::new("dpkg-deb").arg("--extract").arg(package).arg(&root))?;
    output(Command::new("dpkg-deb").arg("--control").arg(package).arg(&control))?;
    for script in ["postinst", "prerm", "postrm"] {
        output(Command::new("sh").arg("-n").arg(control.join(script)))?;
    }
    // The program accepts the configuration of the package.
    let configuration = root.join("etc/abaque/abaque.toml");
    let show = |file: &Path| {
        let mut show = Command::new(program);
        output(show.env_clear().args(["--lang", "en", "config", "show", "--config"]).arg(file))
    };
    let shown = show(&configuration)?;
    for set in ["no-open = true", "data = \"/var/lib/abaque/abaque.db\""] {
        ensure(shown.contains(set), &format!("the package sets {set}"))?;
    }
    let unit = read(&root.join("usr/lib/systemd/system/abaque.service"))?;
    let start = unit.lines().find_map(|line| line.strip_prefix("ExecStart="));
    let start: Vec<&str> = start.unwrap_or_default().split(' ').collect();
    ensure(
        start == ["/usr/bin/abaque", "serve", "--config", "/etc/abaque/abaque.toml"],
        "the unit starts the program with its configuration",
    )?;
    let names = |folder: &str| -> BTreeSet<String> {
        let files = files_below(&root.join(folder));
        files.iter().filter_map(|file| Some(file.file_name()?.to_str()?.to_owned())).collect()
    };
    let pages = names("usr/share/man/man1");
    for page in ["abaque.1.gz", "abaque-serve.1.gz", "abaque-admin.1.gz", "abaque-doctor.1.gz"] {
        ensure(pages.contains(page), &format!("there is a man page {page}"))?;
    }
    for page in files_below(&root.join("usr/share/man")) {
        output(Command::new("gzip").arg("-t").arg(page))?;
    }
    let bash = root.join("usr/share/bash-completion/completions/abaque");
    if finds_program("bash") {
        output(Command::new("bash").arg("-n").arg(bash))?;
    }
    if finds_program("systemd-analyze") {
        // It wants to see the program at its place.
        let unit = unit.replace("/usr/bin/abaque", &program.to_string_lossy());
        let file = folder.join("abaque.service");
        fs::write(&file, unit).map_err(|error| error.to_string())?;
        output(Command::new("systemd-analyze").arg("verify").arg(&file))?;
    }
    Ok(())
}

/// The files below a folder; none if there is no such folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let below = |path: PathBuf| if path.is_dir() { files_below(&path) } else { vec![path] };
    entries.flat_map(below).collect()
}

/// The alert rules, by Prometheus' own tool. Where it is missing, a copy of Debian's is unpacked.
fn check_alerts(folder: &Path) -> Result<(), String> {
    let unpacked = folder.join("prometheus/usr/bin/promtool");
    let tool = match finds_program("promtool") {
        true => PathBuf::from("promtool"),
        false => unpacked,
    };
    if tool.is_absolute() && !tool.exists() {
        eprintln!("── SKIPPED the alert rules: promtool is missing (apt-get install prometheus)");
        return Ok(());
    }
    let rules = workspace_root().join("deploy/prometheus-alerts.yml");
    output(Command::new(tool).args(["check", "rules", "--lint=all", "--lint-fatal"]).arg(rules))
        .map(drop)
}

/// Unpacks Debian's promtool without installing the service it comes with.
pub(super) fn unpack_promtool(folder: &Path) -> Result<(), String> {
    if finds_program("promtool") || folder.join("prometheus/usr/bin/promtool").exists() {
        return Ok(());
    }
    let place = folder.join("prometheus");
    empty_folder(&place)?;
    output(Command::new("apt-get").args(["download", "prometheus"]).current_dir(&place))?;
    for package in files_below(&place) {
        output(Command::new("dpkg-deb").arg("--extract").arg(package).arg(&place))?;
    }
    Ok(())
}

//! The Debian package in a bare Debian system. Needs root and `debootstrap`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::{ask_until_ready, ensure, output, read};
use crate::steps::run_step;

/// A command inside another root.
fn inside(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("chroot");
    command.arg(root).args(arguments).env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    command
}

/// Installs the first package, upgrades to the second, removes and purges it.
pub(super) fn check(folder: &Path, packages: &[PathBuf; 2]) -> Result<(), String> {
    let root = folder.join("debian");
    if !root.join("usr/bin/dpkg").exists() {
        let mut bare = Command::new("debootstrap");
        bare.args(["--variant=minbase", "--include=adduser", "bookworm"]).arg(&root);
        run_step("debootstrap", &mut bare)?;
    }
    for (package, name) in packages.iter().zip(["one.deb", "two.deb"]) {
        fs::copy(package, root.join(name)).map_err(|error| error.to_string())?;
    }
    let configuration = root.join("etc/abaque/abaque.toml");
    let service = ServiceManager::install(&root)?;
    output(&mut inside(&root, &["dpkg", "-i", "/one.deb"]))?;
    ensure(service.was_told("enable --now")?, "the service is started")?;
    let mode = output(&mut inside(&root, &["stat", "-c", "%a %U:%G", "/etc/abaque/abaque.toml"]))?;
    ensure(mode.trim() == "640 root:abaque", "the configuration is the service's secret")?;
    let mode = output(&mut inside(&root, &["stat", "-c", "%a %U:%G", "/var/lib/abaque"]))?;
    ensure(mode.trim() == "700 abaque:abaque", "the data are the service's own")?;
    ensure(root.join("usr/share/man/man1/abaque.1.gz").exists(), "there is a man page")?;
    serve_inside(&root, "abaque")?;
    // A changed configuration survives an upgrade, and so do the games.
    let changed = format!("{}forget-guests = 7\n", read(&configuration)?);
    fs::write(&configuration, &changed).map_err(|error| error.to_string())?;
    output(&mut inside(&root, &["dpkg", "-i", "--force-confold", "/two.deb"]))?;
    ensure(read(&configuration)? == changed, "an upgrade keeps the configuration")?;
    ensure(service.was_told("restart")?, "an upgrade restarts the service")?;
    let shown = output(&mut inside(&root, &["abaque", "--lang", "en", "config", "show"]))?;
    ensure(shown.contains("forget-guests = 7"), "the configuration counts")?;
    serve_inside(&root, "abaque")?;
    output(&mut inside(&root, &["dpkg", "--remove", "abaque"]))?;
    ensure(!root.join("usr/bin/abaque").exists(), "the program is removed")?;
    ensure(configuration.exists(), "the configuration stays until a purge")?;
    ensure(service.was_told("stop")?, "the service is stopped before its program goes")?;
    output(&mut inside(&root, &["dpkg", "-i", "/two.deb"]))?;
    ensure(service.was_told("restart")?, "the service starts when the package comes back")?;
    ensure(read(&configuration)? == changed, "with the configuration it had")?;
    output(&mut inside(&root, &["dpkg", "--purge", "abaque"]))?;
    ensure(service.was_told("stop")?, "a purge stops the service")?;
    ensure(!root.join("etc/abaque").exists(), "a purge removes the configuration")?;
    ensure(root.join("var/lib/abaque/abaque.db").exists(), "games survive a purge")?;
    fs::remove_dir_all(root.join("var/lib/abaque")).map_err(|error| error.to_string())
}

/// A stand-in for systemd, which a bare system does not run: it notes what it is told.
struct ServiceManager {
    log: PathBuf,
}

impl ServiceManager {
    const SCRIPT: &str = "#!/bin/sh\n\
        echo \"$*\" >>/systemctl.log\n\
        case $1 in enable) touch /enabled ;; is-enabled) test -e /enabled ;; esac\n";

    fn install(root: &Path) -> Result<ServiceManager, String> {
        let program = root.join("usr/bin/systemctl");
        fs::create_dir_all(root.join("run/systemd/system"))
            .and_then(|()| fs::write(&program, ServiceManager::SCRIPT))
            .map_err(|error| error.to_string())?;
        output(Command::new("chmod").arg("755").arg(&program))?;
        output(Command::new("rm").arg("-f").arg(root.join("enabled")))?;
        let manager = ServiceManager { log: root.join("systemctl.log") };
        manager.was_told("")?;
        Ok(manager)
    }

    /// Whether it was told this about the service since it was last asked.
    fn was_told(&self, what: &str) -> Result<bool, String> {
        let told = fs::read_to_string(&self.log).unwrap_or_default();
        fs::write(&self.log, "").map_err(|error| error.to_string())?;
        Ok(told.lines().any(|line| line == format!("{what} abaque.service")))
    }
}

/// Starts the server as its own user, and asks whether it is ready.
fn serve_inside(root: &Path, user: &str) -> Result<(), String> {
    let mut server = inside(root, &["setpriv", "--reuid", user, "--regid", user, "--clear-groups"]);
    server.args(["abaque", "serve", "--port", "0", "--lang", "en"]);
    ask_until_ready(server, |_, address| inside(root, &["abaque", "ready", address]))
}

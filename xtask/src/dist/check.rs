//! Installs the packages as a host would: the Debian package into a bare Debian system, the image
//! as the only file system of a process. Needs root and `debootstrap`.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::steps::{run_step, timed};

/// How long a server may take until it is ready.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// Checks the packages of a version.
pub(crate) fn run(program: &Path, out: &Path, version: &str) -> Result<(), String> {
    let folder = out.join("check");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let architecture = if cfg!(target_arch = "aarch64") { "arm64" } else { "amd64" };
    timed("install, upgrade and remove the Debian package", || {
        let next = out.join("check/next");
        let upgrade = format!("{version}.1");
        super::make(program, &next, &upgrade)?;
        let packages = [
            out.join(format!("abaque_{version}_{architecture}.deb")),
            next.join(format!("abaque_{upgrade}_{architecture}.deb")),
        ];
        check_debian(&folder, &packages)
    })?;
    timed("run the image", || {
        check_image(&folder, &out.join(format!("abaque-{version}-image-{architecture}.tar")))
    })
}

/// A command inside another root.
fn inside(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new("chroot");
    command.arg(root).args(arguments).env_clear().env("PATH", "/usr/sbin:/usr/bin:/sbin:/bin");
    command
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

fn check_debian(folder: &Path, packages: &[PathBuf; 2]) -> Result<(), String> {
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
    output(&mut inside(&root, &["dpkg", "-i", "/one.deb"]))?;
    let mode = output(&mut inside(&root, &["stat", "-c", "%a %U:%G", "/etc/abaque/abaque.toml"]))?;
    ensure(mode.trim() == "640 root:abaque", "the configuration is the service's secret")?;
    ensure(root.join("usr/share/man/man1/abaque.1.gz").exists(), "there is a man page")?;
    serve_inside(&root, "abaque")?;
    // A changed configuration survives an upgrade, and so do the games.
    let changed = format!("{}forget-guests = 7\n", read(&configuration)?);
    fs::write(&configuration, &changed).map_err(|error| error.to_string())?;
    output(&mut inside(&root, &["dpkg", "-i", "--force-confold", "/two.deb"]))?;
    ensure(read(&configuration)? == changed, "an upgrade keeps the configuration")?;
    let shown = output(&mut inside(&root, &["abaque", "--lang", "en", "config", "show"]))?;
    ensure(shown.contains("forget-guests"), "the configuration counts")?;
    serve_inside(&root, "abaque")?;
    output(&mut inside(&root, &["dpkg", "--remove", "abaque"]))?;
    ensure(!root.join("usr/bin/abaque").exists(), "the program is removed")?;
    ensure(configuration.exists(), "the configuration stays until a purge")?;
    output(&mut inside(&root, &["dpkg", "--purge", "abaque"]))?;
    ensure(!root.join("etc/abaque").exists(), "a purge removes the configuration")?;
    ensure(root.join("var/lib/abaque/abaque.db").exists(), "games survive a purge")?;
    fs::remove_dir_all(root.join("var/lib/abaque")).map_err(|error| error.to_string())
}

fn read(file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

/// Starts the server as its own user, and asks whether it is ready.
fn serve_inside(root: &Path, user: &str) -> Result<(), String> {
    let mut server = inside(root, &["setpriv", "--reuid", user, "--regid", user, "--clear-groups"]);
    server.args(["abaque", "serve", "--port", "0", "--lang", "en"]);
    let ready = |address: &str| inside(root, &["abaque", "ready", address]);
    ask_until_ready(server, ready)
}

/// Unpacks the image's only layer and runs its program as the image's user, without a shell.
fn check_image(folder: &Path, image: &Path) -> Result<(), String> {
    let (layout, root) = (folder.join("layout"), folder.join("image"));
    for folder in [&layout, &root] {
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|error| error.to_string())?;
        }
        fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    }
    output(Command::new("tar").arg("-xf").arg(image).arg("-C").arg(&layout))?;
    let blob = |digest: &serde_json::Value| {
        let digest = digest.as_str().unwrap_or_default().replace(':', "/");
        layout.join("blobs").join(digest)
    };
    let index = json(&layout.join("index.json"))?;
    let manifest = json(&blob(&index["manifests"][0]["digest"]))?;
    let config = json(&blob(&manifest["config"]["digest"]))?;
    output(
        Command::new("tar")
            .args(["--numeric-owner", "-xzf"])
            .arg(blob(&manifest["layers"][0]["digest"]))
            .arg("-C")
            .arg(&root),
    )?;
    let size = fs::metadata(image).map_err(|error| error.to_string())?.len();
    ensure(size <= 60_000_000, "the image has at most 60 MB")?;
    let texts = |name: &str| -> Vec<String> {
        let list = config["config"][name].as_array().into_iter().flatten();
        list.filter_map(|text| text.as_str().map(str::to_owned)).collect()
    };
    let user = config["config"]["User"].as_str().unwrap_or_default().to_owned();
    let start = |arguments: &[&str]| {
        let mut command = Command::new("chroot");
        command.arg(format!("--userspec={user}")).arg(&root).args(texts("Entrypoint"));
        command.args(arguments).env_clear();
        for pair in texts("Env") {
            let (name, value) = pair.split_once('=').unwrap_or((&pair, ""));
            command.env(name, value);
        }
        command
    };
    let mut server = start(&[]);
    server.args(texts("Cmd")).args(["--port", "0", "--lang", "en"]);
    ask_until_ready(server, |address| start(&["ready", address]))
}

fn json(file: &Path) -> Result<serde_json::Value, String> {
    serde_json::from_str(&read(file)?).map_err(|error| format!("{}: {error}", file.display()))
}

/// Starts a server, waits until `ready` succeeds for its address, and stops it.
fn ask_until_ready(mut server: Command, ready: impl Fn(&str) -> Command) -> Result<(), String> {
    let mut child =
        server.stdout(Stdio::piped()).spawn().map_err(|error| format!("{server:?}: {error}"))?;
    let asked = ask(&mut child, ready);
    let stopped = child.kill().and_then(|()| child.wait());
    asked.and(stopped.map(drop).map_err(|error| error.to_string()))
}

fn ask(child: &mut Child, ready: impl Fn(&str) -> Command) -> Result<(), String> {
    let out = child.stdout.take().ok_or("the server says nothing")?;
    let mut line = String::new();
    BufReader::new(out).read_line(&mut line).map_err(|error| error.to_string())?;
    let place = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
    let address = format!("http://{}", place.ok_or_else(|| format!("no address in `{line}`"))?);
    let since = Instant::now();
    loop {
        match output(&mut ready(&address)) {
            Ok(_) => return Ok(()),
            Err(wrong) if since.elapsed() > START_TIMEOUT => return Err(wrong),
            Err(_) => std::thread::sleep(Duration::from_millis(200)),
        }
    }
}

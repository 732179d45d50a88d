//! The container image, without a container engine.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use super::{ask_until_ready, empty_folder, ensure, json, output};

/// Largest image.
const MAX_BYTES: u64 = 60_000_000;

/// An unpacked image.
pub(super) struct Image {
    root: PathBuf,
    config: Value,
}

impl Image {
    fn texts(&self, name: &str) -> Vec<String> {
        let list = self.config[name].as_array().into_iter().flatten();
        list.filter_map(|text| text.as_str().map(str::to_owned)).collect()
    }
}

/// Unpacks an image and checks its layout as an engine would.
pub(super) fn unpack(image: &Path, folder: &Path) -> Result<Image, String> {
    let size = std::fs::metadata(image).map_err(|error| error.to_string())?.len();
    ensure(size <= MAX_BYTES, "the image has at most 60 MB")?;
    let (layout, root) = (folder.join("layout"), folder.join("image"));
    for folder in [&layout, &root] {
        empty_folder(folder)?;
    }
    output(Command::new("tar").arg("-xf").arg(image).arg("-C").arg(&layout))?;
    let blob = |descriptor: &Value| {
        let digest = descriptor["digest"].as_str().unwrap_or_default();
        let file = layout.join("blobs").join(digest.replace(':', "/"));
        let sum = output(Command::new("sha256sum").arg(&file))?;
        let bytes = std::fs::metadata(&file).map_err(|error| error.to_string())?.len();
        let is_true = Some(&*sum[..64]) == digest.strip_prefix("sha256:")
            && descriptor["size"].as_u64() == Some(bytes);
        ensure(is_true, &format!("{digest} is the content of its file"))?;
        Ok::<_, String>(file)
    };
    let index = json(&layout.join("index.json"))?;
    let manifest = json(&blob(&index["manifests"][0])?)?;
    let config = json(&blob(&manifest["config"])?)?;
    let layer = blob(&manifest["layers"][0])?;
    let mut plain = Command::new("sh");
    plain.args(["-c", "gzip -dc \"$0\" | sha256sum"]).arg(&layer);
    let plain = format!("sha256:{}", &output(&mut plain)?[..64]);
    ensure(config["rootfs"]["diff_ids"][0] == *plain, "the layer is the one of the configuration")?;
    // Without root the owners cannot be set, which only matters for running it.
    output(Command::new("tar").args(["--numeric-owner", "-xzf"]).arg(layer).arg("-C").arg(&root))?;
    let image = Image { root, config: config["config"].clone() };
    let user = image.config["User"].as_str().unwrap_or_default();
    ensure(
        !matches!(user.split(':').next(), None | Some("" | "0" | "root")),
        "the user is not root",
    )?;
    for list in ["Entrypoint", "Cmd", "Env"] {
        ensure(!image.texts(list).is_empty(), &format!("the image has {list}"))?;
    }
    let program = image.texts("Entrypoint").remove(0);
    ensure(image.root.join(program.trim_start_matches('/')).exists(), "the program is there")?;
    let health = &image.config["Healthcheck"]["Test"];
    ensure(health[0] == "CMD" && health[1] == *program, "the health check needs no shell")?;
    Ok(image)
}

/// Makes the image's file system the root of a process, read-only but for `/tmp` and the volume, in
/// a network of its own; starts what the image says, as its user, and runs its health check.
const START: &str = r#"
set -e
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -t tmpfs none "$1/tmp"
mount -t tmpfs -o "mode=700,uid=${2%:*},gid=${2#*:}" none "$1/var/lib/abaque"
ip link set lo up
root=$1 user=$2
shift 2
if chroot --userspec="$user" "$root" /usr/bin/abaque admin backup /backup.db 2>/dev/null; then
    echo "the root is not read-only" >&2
    exit 1
fi
exec env -i "$@"
"#;

/// Runs the image as its user with a read-only root until its health check succeeds. Needs root.
pub(super) fn run(image: &Path, folder: &Path) -> Result<(), String> {
    let image = unpack(image, folder)?;
    let user = image.config["User"].as_str().unwrap_or_default().to_owned();
    let within = |user: &str, words: &[String]| {
        let mut line = image.texts("Env");
        line.extend(["/usr/sbin/chroot".into(), format!("--userspec={user}")]);
        line.push(image.root.to_string_lossy().into_owned());
        line.extend_from_slice(words);
        line
    };
    let words = [image.texts("Entrypoint"), image.texts("Cmd"), vec!["--lang".into(), "en".into()]];
    let mut server = Command::new("unshare");
    server.args(["--mount", "--net", "sh", "-c", START, "sh"]).arg(&image.root).arg(&user);
    server.args(within(&user, &words.concat()));
    let test = image.config["Healthcheck"]["Test"].as_array().into_iter().flatten().skip(1);
    let test: Vec<String> = test.filter_map(|word| word.as_str().map(str::to_owned)).collect();
    ask_until_ready(server, |process, _| {
        let mut health = Command::new("nsenter");
        health.args(["--mount", "--net", "--target", &process.to_string(), "env", "-i"]);
        health.args(within(&user, &test));
        health
    })
}

//! The container image as an OCI layout in a tar archive: one layer with the program, certificates
//! left to the program itself, no shell, a user without rights.

use serde_json::{Value, json};

use crate::archive::{TarWriter, gzip};
use crate::contents::{Contents, PackagedFile};
use crate::{Failure, Options, hex_digest};

/// User and group the server runs as.
const USER: u64 = 10001;

const MANIFEST: &str = "application/vnd.oci.image.manifest.v1+json";
const CONFIG: &str = "application/vnd.oci.image.config.v1+json";
const LAYER: &str = "application/vnd.oci.image.layer.v1.tar+gzip";

/// The image; `docker load`, `podman load` and `skopeo copy oci-archive:…` read it.
pub(crate) fn make(contents: &Contents, options: &Options) -> Result<Vec<u8>, Failure> {
    let layer = layer(contents)?;
    let compressed = gzip(&layer)?;
    let config = to_bytes(&config(options, &hex_digest(&layer)))?;
    let manifest = to_bytes(&json!({
        "schemaVersion": 2,
        "mediaType": MANIFEST,
        "config": descriptor(CONFIG, &config),
        "layers": [descriptor(LAYER, &compressed)],
    }))?;
    let mut entry = descriptor(MANIFEST, &manifest);
    let name = format!("abaque:{}", options.version);
    entry["annotations"] = json!({
        "io.containerd.image.name": format!("docker.io/library/{name}"),
        "org.opencontainers.image.ref.name": options.version,
    });
    let index = to_bytes(&json!({ "schemaVersion": 2, "manifests": [entry] }))?;
    // For programs that know Docker's older format only.
    let blob = |bytes: &[u8]| format!("blobs/sha256/{}", hex_digest(bytes));
    let docker = json!([{
        "Config": blob(&config), "RepoTags": [name], "Layers": [blob(&compressed)],
    }]);
    let mut tar = TarWriter::new();
    for (path, bytes) in [
        ("oci-layout".to_owned(), br#"{"imageLayoutVersion":"1.0.0"}"#.to_vec()),
        ("index.json".into(), index),
        ("manifest.json".into(), to_bytes(&docker)?),
        (blob(&manifest), manifest),
        (blob(&config), config),
        (blob(&compressed), compressed),
    ] {
        tar.file(&path, &PackagedFile::text(bytes))?;
    }
    tar.finish()
}

/// The file system: the program, its user and the folder of its data.
fn layer(contents: &Contents) -> Result<Vec<u8>, Failure> {
    let mut tar = TarWriter::new();
    let group = format!("root:x:0:\nabaque:x:{USER}:\n");
    let users = format!(
        "root:x:0:0:root:/:/sbin/nologin\nabaque:x:{USER}:{USER}:Abaque:/var/lib/abaque:/sbin/nologin\n"
    );
    tar.file("etc/group", &PackagedFile::text(group))?;
    tar.file("etc/passwd", &PackagedFile::text(users))?;
    tar.folder("tmp", 0o1777, 0)?;
    tar.file("usr/bin/abaque", &contents.program)?;
    for (name, file) in &contents.licences {
        tar.file(&format!("usr/share/doc/abaque/{name}"), file)?;
    }
    tar.folder("var/lib/abaque", 0o700, USER)?;
    tar.finish()
}

fn config(options: &Options, layer: &str) -> Value {
    json!({
        "architecture": options.architecture,
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "Entrypoint": ["/usr/bin/abaque"],
            "Cmd": ["serve"],
            "Env": [
                "PATH=/usr/bin",
                "ABAQUE_ADDRESS=0.0.0.0",
                "ABAQUE_PORT=4816",
                "ABAQUE_NO_OPEN=true",
                "ABAQUE_DATA=/var/lib/abaque/abaque.db",
            ],
            "ExposedPorts": { "4816/tcp": {} },
            "Volumes": { "/var/lib/abaque": {} },
            "WorkingDir": "/var/lib/abaque",
            "StopSignal": "SIGTERM",
            // Docker's extension; engines that follow OCI alone ignore it.
            "Healthcheck": {
                "Test": ["CMD", "/usr/bin/abaque", "ready"],
                "Interval": 10_000_000_000_u64,
                "Timeout": 5_000_000_000_u64,
                "StartPeriod": 10_000_000_000_u64,
                "Retries": 3,
            },
            "Labels": {
                "org.opencontainers.image.title": "Abaque",
                "org.opencontainers.image.version": options.version,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{layer}")] },
        "history": [{ "created_by": "cargo xtask dist" }],
    })
}

fn descriptor(media_type: &str, bytes: &[u8]) -> Value {
    json!({
        "mediaType": media_type,
        "digest": format!("sha256:{}", hex_digest(bytes)),
        "size": bytes.len(),
    })
}

fn to_bytes(value: &Value) -> Result<Vec<u8>, Failure> {
    serde_json::to_vec(value).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::io::Read;

    use super::*;
    use crate::contents::tests::contents;

    fn unpacked(bytes: &[u8]) -> BTreeMap<String, Vec<u8>> {
        let mut archive = tar::Archive::new(bytes);
        let entries = archive.entries().unwrap().map(|entry| {
            let mut entry = entry.unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (entry.path().unwrap().display().to_string(), bytes)
        });
        entries.collect()
    }

    #[test]
    fn every_blob_is_named_by_its_digest() {
        let options = Options {
            program: "abaque".into(),
            asked_program: "abaque".into(),
            root: ".".into(),
            out: ".".into(),
            metadata: "metadata.json".into(),
            version: "1.2.3".into(),
            architecture: "arm64".into(),
        };
        let files = unpacked(&make(&contents(), &options).unwrap());
        for (path, bytes) in &files {
            if let Some(digest) = path.strip_prefix("blobs/sha256/").filter(|rest| !rest.is_empty())
            {
                assert_eq!(digest, hex_digest(bytes));
            }
        }
        let index: Value = serde_json::from_slice(&files["index.json"]).unwrap();
        let blob = |value: &Value| {
            let digest = value["digest"].as_str().unwrap().strip_prefix("sha256:").unwrap();
            files[&format!("blobs/sha256/{digest}")].clone()
        };
        let manifest: Value = serde_json::from_slice(&blob(&index["manifests"][0])).unwrap();
        let config: Value = serde_json::from_slice(&blob(&manifest["config"])).unwrap();
        assert_eq!(config["architecture"], "arm64");
        let mut layer = Vec::new();
        let compressed = blob(&manifest["layers"][0]);
        flate2::read::GzDecoder::new(compressed.as_slice()).read_to_end(&mut layer).unwrap();
        assert_eq!(config["rootfs"]["diff_ids"][0], format!("sha256:{}", hex_digest(&layer)));
        assert_eq!(unpacked(&layer)["usr/bin/abaque"], contents().program.bytes);
    }
}

//! The Debian package: program, service, user, configuration, manual, completions.

use crate::archive::{TarWriter, gzip};
use crate::contents::{Contents, PackagedFile};
use crate::{Failure, Options};

/// Scripts that dpkg runs, from `deploy/debian`.
static SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];
/// Files that an upgrade leaves as the administrator changed them.
static CONFIGURATION_FILES: [&str; 1] = ["/etc/abaque/abaque.toml"];

/// The package as an `ar` archive of three members.
pub(crate) fn make(contents: &Contents, options: &Options) -> Result<Vec<u8>, Failure> {
    let files = installed_files(contents)?;
    let mut data = TarWriter::new();
    for (path, file) in &files {
        data.file(path.trim_start_matches('/'), file)?;
    }
    let mut control = TarWriter::new();
    control.file("control", &PackagedFile::text(control_text(options, &files)))?;
    let conffiles: String = CONFIGURATION_FILES.iter().map(|file| format!("{file}\n")).collect();
    control.file("conffiles", &PackagedFile::text(conffiles))?;
    for name in SCRIPTS {
        let script = contents.deploy_file(&format!("debian/{name}"))?;
        control.file(name, &PackagedFile { mode: 0o755, ..script })?;
    }
    let mut package = ar::Builder::new(Vec::new());
    for (name, bytes) in [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", control.finish_compressed()?),
        ("data.tar.gz", data.finish_compressed()?),
    ] {
        let mut header = ar::Header::new(name.as_bytes().to_vec(), bytes.len() as u64);
        header.set_mode(0o100_644);
        package.append(&header, bytes.as_slice()).map_err(|error| error.to_string())?;
    }
    package.into_inner().map_err(|error| error.to_string())
}

/// Every file with the path it is installed at.
fn installed_files(contents: &Contents) -> Result<Vec<(String, PackagedFile)>, Failure> {
    let mut files = vec![
        ("/usr/bin/abaque".to_owned(), contents.program.clone()),
        ("/etc/abaque/abaque.toml".into(), configuration(contents)?),
        (
            "/usr/lib/systemd/system/abaque.service".into(),
            contents.deploy_file("debian/abaque.service")?,
        ),
        ("/usr/lib/sysusers.d/abaque.conf".into(), contents.deploy_file("debian/sysusers.conf")?),
        ("/usr/share/doc/abaque/changelog.gz".into(), compressed(&contents.changelog)?),
        ("/usr/share/doc/abaque/copyright".into(), PackagedFile::text(copyright(contents))),
    ];
    let [bash, zsh, fish] = &contents.completions;
    for (path, file) in [
        ("bash-completion/completions/abaque", bash),
        ("zsh/vendor-completions/_abaque", zsh),
        ("fish/vendor_completions.d/abaque.fish", fish),
    ] {
        files.push((format!("/usr/share/{path}"), file.clone()));
    }
    for (name, page) in &contents.man_pages {
        files.push((format!("/usr/share/man/man1/{name}.gz"), compressed(page)?));
    }
    for (path, file) in &contents.deploy {
        let place = match path.split_once('/') {
            None => format!("monitoring/{path}"),
            Some(("balancers", _)) => path.clone(),
            Some(_) => continue,
        };
        files.push((format!("/usr/share/doc/abaque/{place}"), file.clone()));
    }
    files.sort_by(|one, other| one.0.cmp(&other.0));
    Ok(files)
}

/// The commented options, then what the package decides.
fn configuration(contents: &Contents) -> Result<PackagedFile, Failure> {
    let mut text = contents.configuration.bytes.clone();
    text.extend_from_slice(&contents.deploy_file("debian/abaque.toml")?.bytes);
    // It may hold passwords; the package's script gives it to the service's group.
    Ok(PackagedFile { bytes: text, mode: 0o640 })
}

fn compressed(file: &PackagedFile) -> Result<PackagedFile, Failure> {
    Ok(PackagedFile::text(gzip(&file.bytes)?))
}

fn copyright(contents: &Contents) -> Vec<u8> {
    let mut text = b"Abaque is licensed under MIT or Apache-2.0, at your option.\n\n".to_vec();
    for (_, licence) in &contents.licences {
        text.extend_from_slice(&licence.bytes);
        text.push(b'\n');
    }
    text
}

fn control_text(options: &Options, files: &[(String, PackagedFile)]) -> String {
    let kilobytes = files.iter().map(|(_, file)| file.bytes.len().div_ceil(1024)).sum::<usize>();
    format!(
        "Package: abaque\n\
         Version: {version}\n\
         Architecture: {architecture}\n\
         Maintainer: The Abaque contributors <abaque@localhost>\n\
         Installed-Size: {kilobytes}\n\
         Depends: adduser\n\
         Recommends: ca-certificates\n\
         Suggests: caddy | nginx | httpd, postgresql, nats-server\n\
         Section: games\n\
         Priority: optional\n\
         Description: four board games for two, with a server for playing online\n \
         Play against the computer or each other, learn with lessons and puzzles,\n \
         study games, and host a server of your own.\n \
         One program with the web app inside; SQLite or PostgreSQL.\n",
        version = options.version,
        architecture = options.architecture,
    )
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;
    use crate::contents::tests::contents;

    fn options() -> Options {
        Options {
            program: "abaque".into(),
            asked_program: "abaque".into(),
            root: ".".into(),
            out: ".".into(),
            metadata: "metadata.json".into(),
            version: "1.2.3".into(),
            architecture: "amd64".into(),
        }
    }

    #[test]
    fn the_package_has_its_three_members() {
        let made = make(&contents(), &options()).unwrap();
        let mut package = ar::Archive::new(made.as_slice());
        let mut members = Vec::new();
        while let Some(member) = package.next_entry() {
            let mut member = member.unwrap();
            let name = String::from_utf8_lossy(member.header().identifier()).into_owned();
            let mut bytes = Vec::new();
            member.read_to_end(&mut bytes).unwrap();
            members.push((name, bytes));
        }
        let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["debian-binary", "control.tar.gz", "data.tar.gz"]);
        let listed = |bytes: &[u8]| -> Vec<(String, u32)> {
            let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(bytes));
            let entries = archive.entries().unwrap().map(Result::unwrap);
            let row = |entry: tar::Entry<_>| {
                (entry.path().unwrap().display().to_string(), entry.header().mode().unwrap())
            };
            entries.map(row).collect()
        };
        let control = listed(&members[1].1);
        assert!(control.contains(&("postinst".into(), 0o755)), "{control:?}");
        let data = listed(&members[2].1);
        for (path, mode) in [
            ("usr/bin/abaque", 0o755),
            ("etc/abaque/abaque.toml", 0o640),
            ("usr/lib/systemd/system/abaque.service", 0o644),
            ("usr/share/man/man1/abaque.1.gz", 0o644),
            ("usr/share/doc/abaque/monitoring/prometheus-alerts.yml", 0o644),
            ("usr/share/doc/abaque/balancers/haproxy.cfg", 0o644),
        ] {
            assert!(data.contains(&(path.into(), mode)), "{path}: {data:?}");
        }
    }
}

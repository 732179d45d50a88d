//! The page and everything around the modules.

use std::fs;
use std::path::Path;

use crate::compile::Modules;
use crate::dist::Dist;
use crate::{learn, root, rules};

/// Puts every file into the folder.
pub(crate) fn write(dist: &mut Dist, modules: &Modules) -> Result<(), String> {
    let web = root().join("crates/web");
    let read = |path: &str| {
        let path = web.join(path);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let worker_wasm = dist.asset("engine.wasm", modules.worker.wasm.clone());
    let worker_glue = dist.asset("engine.js", modules.worker.glue.clone());
    let links = [("GLUE", &worker_glue), ("WASM", &worker_wasm)];
    let worker = dist.asset("worker.js", filled(&read("static/worker.js")?, &links));
    let wasm = dist.asset("front.wasm", modules.front.wasm.clone());
    let glue = dist.asset("front.js", modules.front.glue.clone());
    let more_wasm = dist.asset("more.wasm", modules.more.wasm.clone());
    let more_glue = dist.asset("more.js", modules.more.glue.clone());
    let fonts = folder(dist, &web.join("static/fonts"), "fonts")?;
    let mut style = sheets(&web.join("style/front"))?;
    for (name, path) in &fonts {
        style = style.replace(&format!("url({name})"), &format!("url(/{path})"));
    }
    let style = dist.asset("style.css", style);
    let more_style = dist.asset("more.css", sheets(&web.join("style/more"))?);
    let boot = [
        ("FRONT_GLUE", &glue),
        ("FRONT_WASM", &wasm),
        ("MORE_GLUE", &more_glue),
        ("MORE_WASM", &more_wasm),
        ("MORE_STYLE", &more_style),
        ("WORKER", &worker),
    ];
    let boot = dist.asset("boot.js", filled(&read("static/boot.js")?, &boot));
    icons(dist, &read("static/icons/icon.svg")?)?;
    rules::write(dist)?;
    learn::write(dist)?;
    dist.add("manifest.webmanifest", read("static/manifest.webmanifest")?);
    let page = [("STYLE", &style), ("BOOT", &boot)];
    dist.add("index.html", filled(&read("static/index.html")?, &page));
    let version = dist.version();
    let list: Vec<String> = dist.paths().map(|path| format!("\"/{path}\"")).collect();
    let list = format!("[{}]", list.join(","));
    let service = [("VERSION", &version), ("LIST", &list)];
    dist.add("service-worker.js", filled(&read("static/service-worker.js")?, &service));
    Ok(())
}

/// The style sheets of a folder, one after the other.
fn sheets(folder: &Path) -> Result<String, String> {
    let read = |sheet: std::path::PathBuf| {
        fs::read_to_string(&sheet).map_err(|error| format!("{}: {error}", sheet.display()))
    };
    sorted(folder)?.into_iter().map(read).collect()
}

/// The icon in the sizes that systems ask for; the maskable one has no corners of its own.
fn icons(dist: &mut Dist, svg: &str) -> Result<(), String> {
    dist.add("icons/icon.svg", svg);
    let whole = svg.replace("rx=\"112\"", "rx=\"0\"");
    for (name, art, pixels) in [
        ("icon-180", &whole, 180.0),
        ("icon-192", &svg.to_owned(), 192.0),
        ("icon-512", &svg.to_owned(), 512.0),
        ("icon-maskable-512", &whole, 512.0),
    ] {
        let png =
            abaque_draw::png(art, pixels / 512.0).map_err(|error| format!("{name}: {error}"))?;
        dist.add(&format!("icons/{name}.png"), png);
    }
    Ok(())
}

/// A text with its `{{NAMES}}` filled in.
fn filled(text: &str, values: &[(&str, &String)]) -> String {
    let fill = |text: String, (name, value): &(&str, &String)| {
        text.replace(&format!("{{{{{name}}}}}"), value)
    };
    values.iter().fold(text.to_owned(), fill)
}

/// Adds every file of a folder; gives their names and where they are served.
fn folder(dist: &mut Dist, folder: &Path, name: &str) -> Result<Vec<(String, String)>, String> {
    let mut added = Vec::new();
    for file in sorted(folder)? {
        let own = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let contents = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let path = format!("{name}/{own}");
        let path = if own.ends_with(".txt") {
            dist.add(&path, contents);
            path
        } else {
            dist.asset(&own, contents)
        };
        added.push((own, path));
    }
    Ok(added)
}

fn sorted(folder: &Path) -> Result<Vec<std::path::PathBuf>, String> {
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(folder).map_err(wrong)?;
    let mut files: Vec<_> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use crate::root;

    /// A class that two sheets style means two things, and each takes over what the other says.
    #[test]
    fn every_class_has_one_sheet() {
        let mut owners: BTreeMap<String, String> = BTreeMap::new();
        for folder in ["front", "more"] {
            let folder = root().join("crates/web/style").join(folder);
            for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
                let sheet = file.display().to_string();
                let text = fs::read_to_string(&file).unwrap();
                for selectors in text.split(['{', '}']) {
                    for class in
                        selectors.split(',').filter_map(|part| part.trim().strip_prefix('.'))
                    {
                        let alone =
                            class.chars().all(|sign| sign.is_ascii_lowercase() || sign == '-');
                        if alone {
                            let owner = owners.entry(class.to_owned()).or_insert(sheet.clone());
                            assert_eq!(*owner, sheet, ".{class}");
                        }
                    }
                }
            }
        }
        assert!(owners.len() > 100, "the sheets were read");
    }
}

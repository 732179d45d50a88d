//! The HTML page and every file beside the WASM modules: styles, icons, manifest, service worker.

use std::fs;
use std::path::Path;

use crate::bindings::WasmModules;
use crate::dist::DistFolder;
use crate::{learn, rules, workspace_root};

/// Adds every file to the folder.
pub(crate) fn write(dist: &mut DistFolder, modules: &WasmModules) -> Result<(), String> {
    let web = workspace_root().join("crates/app/web");
    let read = |path: &str| {
        let path = web.join(path);
        fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    };
    let worker_wasm = dist.add_hashed("engine.wasm", modules.worker.wasm.clone());
    let worker_glue = dist.add_hashed("engine.js", modules.worker.glue.clone());
    let links = [("GLUE", &worker_glue), ("WASM", &worker_wasm)];
    let worker = dist.add_hashed("worker.js", fill_template(&read("static/worker.js")?, &links));
    let app = modules.app.write(dist)?;
    let fonts = add_folder(dist, &web.join("static/fonts"), "fonts")?;
    let [mut style, more_style] = concat_style_sheets(&web.join("style"))?;
    for (name, path) in &fonts {
        style = style.replace(&format!("url({name})"), &format!("url(/{path})"));
    }
    let style = dist.add_hashed("style.css", style);
    let more_style = dist.add_hashed("more.css", more_style);
    let chunks: Vec<String> = app.chunks.iter().map(|path| format!("\"/{path}\"")).collect();
    let chunks = format!("[{}]", chunks.join(", "));
    let boot = [
        ("GLUE", &app.glue),
        ("WASM", &app.wasm),
        ("CHUNKS", &chunks),
        ("MORE_STYLE", &more_style),
        ("WORKER", &worker),
    ];
    let boot = dist.add_hashed("boot.js", fill_template(&read("static/boot.js")?, &boot));
    add_icons(dist, &read("static/icons/icon.svg")?)?;
    rules::write(dist)?;
    learn::write(dist)?;
    dist.add("manifest.webmanifest", read("static/manifest.webmanifest")?);
    let page = [("STYLE", &style), ("BOOT", &boot)];
    dist.add("index.html", fill_template(&read("static/index.html")?, &page));
    let version = dist.version();
    let list: Vec<String> = dist.paths().map(|path| format!("\"/{path}\"")).collect();
    let list = format!("[{}]", list.join(","));
    let service = [("VERSION", &version), ("LIST", &list)];
    dist.add("service-worker.js", fill_template(&read("static/service-worker.js")?, &service));
    Ok(())
}

/// The style sheets that the first board needs; those of the pages in the chunk load with it.
const FIRST_SHEETS: [&str; 3] = ["1-base.css", "2-pages.css", "3-table.css"];

/// Concatenates the style sheets of a folder: those of the first pages, then those of the chunk.
fn concat_style_sheets(folder: &Path) -> Result<[String; 2], String> {
    let mut sheets = [String::new(), String::new()];
    for sheet in sorted_files(folder)? {
        let text = fs::read_to_string(&sheet);
        let text = text.map_err(|error| format!("{}: {error}", sheet.display()))?;
        let is_first = FIRST_SHEETS.iter().any(|first| sheet.ends_with(first));
        sheets[usize::from(!is_first)].push_str(&text);
    }
    Ok(sheets)
}

/// Renders the icon in the sizes operating systems request; the maskable one has square corners.
fn add_icons(dist: &mut DistFolder, svg: &str) -> Result<(), String> {
    dist.add("icons/icon.svg", svg);
    // The tab's icon while a game waits for the player.
    let dot = "<circle cx=\"400\" cy=\"112\" r=\"104\" fill=\"#d92d20\" stroke=\"#fff\" stroke-width=\"24\"/></svg>";
    dist.add("icons/icon-badge.svg", svg.replace("</svg>", dot));
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

/// Replaces every `{{NAME}}` in a text.
fn fill_template(text: &str, values: &[(&str, &String)]) -> String {
    let fill = |text: String, (name, value): &(&str, &String)| {
        text.replace(&format!("{{{{{name}}}}}"), value)
    };
    values.iter().fold(text.to_owned(), fill)
}

/// Adds every file of a folder; returns file names with their served paths.
fn add_folder(
    dist: &mut DistFolder,
    folder: &Path,
    name: &str,
) -> Result<Vec<(String, String)>, String> {
    let mut added = Vec::new();
    for file in sorted_files(folder)? {
        let own = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let contents = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let path = format!("{name}/{own}");
        let path = if own.ends_with(".txt") {
            dist.add(&path, contents);
            path
        } else {
            dist.add_hashed(&own, contents)
        };
        added.push((own, path));
    }
    Ok(added)
}

fn sorted_files(folder: &Path) -> Result<Vec<std::path::PathBuf>, String> {
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

    use crate::workspace_root;

    /// Two sheets that style the same class override each other.
    #[test]
    fn every_class_has_one_sheet() {
        let mut owners: BTreeMap<String, String> = BTreeMap::new();
        let folder = workspace_root().join("crates/app/web/style");
        for file in fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()) {
            let sheet = file.display().to_string();
            let text = fs::read_to_string(&file).unwrap();
            for selectors in text.split(['{', '}']) {
                for class in selectors.split(',').filter_map(|part| part.trim().strip_prefix('.')) {
                    let alone = class.chars().all(|sign| sign.is_ascii_lowercase() || sign == '-');
                    if alone {
                        let owner = owners.entry(class.to_owned()).or_insert(sheet.clone());
                        assert_eq!(*owner, sheet, ".{class}");
                    }
                }
            }
        }
        assert!(owners.len() > 100, "the sheets were read");
    }
}

//! Leaves out the classes that `wasm-streams` offers to JavaScript. Leptos depends on it for server
//! functions; this app has none and never makes such an object, but what a module exports counts as
//! used: five kilobytes of the first page.

use wasm_encoder::reencode::{Reencode, RoundtripReencoder};
use wasm_encoder::{CustomSection, ExportSection, Module, RawSection};
use wasmparser::{BinaryReader, Parser, Payload};

/// All of their names begin like this; exports are in lower case.
const CLASS_PREFIX: &str = "IntoUnderlying";
/// Where wasm-bindgen describes what it must generate: pairs of a schema and a program, each after its
/// length.
const BINDGEN_SECTION: &str = "__wasm_bindgen_unstable";

/// Removes the classes from a linked module: their exports and what wasm-bindgen is told of them.
pub(crate) fn remove_unused_classes(linked: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = Module::new();
    for payload in Parser::new(0).parse_all(linked) {
        let payload = payload.map_err(|error| error.to_string())?;
        match &payload {
            Payload::ExportSection(section) => {
                let mut exports = ExportSection::new();
                for export in section.clone() {
                    let export = export.map_err(|error| error.to_string())?;
                    if !export.name.contains(&CLASS_PREFIX.to_ascii_lowercase()) {
                        let kind = RoundtripReencoder.export_kind(export.kind);
                        let kind = kind.map_err(|error| error.to_string())?;
                        exports.export(export.name, kind, export.index);
                    }
                }
                module.section(&exports);
            }
            Payload::CustomSection(section) if section.name() == BINDGEN_SECTION => {
                let data = keep_programs(section.data())?.into();
                module.section(&CustomSection { name: BINDGEN_SECTION.into(), data });
            }
            other => {
                if let Some((id, range)) = other.as_section() {
                    let range = range.start as usize..range.end as usize;
                    module.section(&RawSection { id, data: &linked[range] });
                }
            }
        }
    }
    Ok(module.finish())
}

/// The programs that do not name one of the classes.
fn keep_programs(section: &[u8]) -> Result<Vec<u8>, String> {
    let mut reader = BinaryReader::new(section, 0);
    let mut kept = Vec::new();
    while !reader.eof() {
        let start = reader.current_position();
        let mut read_blob = || {
            let length = reader.read_u32()?;
            reader.read_bytes(length as usize)
        };
        let read = read_blob().and_then(|_schema| read_blob());
        let program = read.map_err(|error| format!("{BINDGEN_SECTION}: {error}"))?;
        let names_class =
            program.windows(CLASS_PREFIX.len()).any(|part| part == CLASS_PREFIX.as_bytes());
        if !names_class {
            kept.extend_from_slice(&section[start..reader.current_position()]);
        }
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{CodeSection, ExportKind, Function, FunctionSection, TypeSection};

    use super::*;

    fn programs(names: &[&str]) -> Vec<u8> {
        let blob = |text: &str| [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
        names.iter().flat_map(|name| [blob("{\"version\":\"1\"}"), blob(name)].concat()).collect()
    }

    fn module(exports: &[&str], described: &[&str]) -> Vec<u8> {
        let (mut types, mut functions) = (TypeSection::new(), FunctionSection::new());
        types.ty().function([], []);
        functions.function(0);
        let mut export_section = ExportSection::new();
        for name in exports {
            export_section.export(name, ExportKind::Func, 0);
        }
        let mut body = Function::new([]);
        body.instructions().end();
        let mut code = CodeSection::new();
        code.function(&body);
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&export_section).section(&code);
        let data = programs(described).into();
        module.section(&CustomSection { name: BINDGEN_SECTION.into(), data });
        module.section(&CustomSection { name: "linking".into(), data: (&[1, 2][..]).into() });
        module.finish()
    }

    #[test]
    fn removing_unused_classes_keeps_other_exports() {
        let whole = module(
            &["start_app", "__wbg_intounderlyingsink_free", "intounderlyingsource_pull"],
            &["start_app", "IntoUnderlyingSink free", "fetch"],
        );
        let rest = module(&["start_app"], &["start_app", "fetch"]);
        assert_eq!(remove_unused_classes(&whole).unwrap(), rest);
        assert_eq!(remove_unused_classes(&rest).unwrap(), rest);
        assert!(remove_unused_classes(&whole[..whole.len() - 1]).is_err(), "cut off");
        assert!(keep_programs(&programs(&["fetch"])[..9]).is_err(), "cut off");
    }
}

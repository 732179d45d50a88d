//! Short names for what the main module imports from its glue. The generated ones carry hashes, which
//! no compression shortens: five kilobytes of the first page.

use crate::bindings::WasmModule;

const HEADER_LEN: usize = 8;
const IMPORT_SECTION: u8 = 2;

/// Renames every import that the glue defines exactly once; `None` if the module is malformed.
pub(crate) fn shorten_import_names(module: &WasmModule) -> Option<WasmModule> {
    let mut glue = String::from_utf8_lossy(&module.glue).into_owned();
    let mut renamed = 0;
    let mut rename = |name: &str| {
        let definition = format!(" {name}: function(");
        if glue.matches(&definition).count() != 1 {
            return name.to_owned();
        }
        let short = format!("i{renamed}");
        renamed += 1;
        glue = glue.replace(&definition, &format!(" {short}: function("));
        short
    };
    let wasm = rename_imports(&module.wasm, &mut rename)?;
    Some(WasmModule { wasm, glue: glue.into_bytes() })
}

fn rename_imports(wasm: &[u8], rename: &mut dyn FnMut(&str) -> String) -> Option<Vec<u8>> {
    let mut written = wasm.get(..HEADER_LEN)?.to_vec();
    let mut rest = &wasm[HEADER_LEN..];
    while let Some((&id, tail)) = rest.split_first() {
        let (length, tail) = split_number(tail)?;
        let (section, tail) = tail.split_at_checked(length)?;
        written.push(id);
        if id == IMPORT_SECTION {
            let section = rename_section(section, rename)?;
            write_number(&mut written, section.len());
            written.extend(section);
        } else {
            write_number(&mut written, length);
            written.extend_from_slice(section);
        }
        rest = tail;
    }
    Some(written)
}

fn rename_section(section: &[u8], rename: &mut dyn FnMut(&str) -> String) -> Option<Vec<u8>> {
    let (count, mut rest) = split_number(section)?;
    let mut written = Vec::new();
    write_number(&mut written, count);
    for _ in 0..count {
        let (module, tail) = split_name(rest)?;
        let (name, tail) = split_name(tail)?;
        let length = import_type_len(tail)?;
        let (kind, tail) = tail.split_at_checked(length)?;
        for text in [module, &rename(name)] {
            write_number(&mut written, text.len());
            written.extend_from_slice(text.as_bytes());
        }
        written.extend_from_slice(kind);
        rest = tail;
    }
    rest.is_empty().then_some(written)
}

/// Bytes of the type of an import.
fn import_type_len(bytes: &[u8]) -> Option<usize> {
    let after_number = |bytes: &[u8], at: usize| {
        let tail = bytes.get(at..)?;
        Some(bytes.len() - split_number(tail)?.1.len())
    };
    let after_limits = |at: usize| {
        let has_maximum = bytes.get(at)? & 1 == 1;
        let at = after_number(bytes, at + 1)?;
        if has_maximum { after_number(bytes, at) } else { Some(at) }
    };
    match bytes.first()? {
        0 => after_number(bytes, 1),
        1 => after_limits(2),
        2 => after_limits(1),
        3 => Some(3),
        4 => after_number(bytes, 2),
        _ => None,
    }
}

fn split_name(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (length, tail) = split_number(bytes)?;
    let (name, tail) = tail.split_at_checked(length)?;
    Some((str::from_utf8(name).ok()?, tail))
}

/// Reads a number in LEB128; returns it and what follows.
fn split_number(bytes: &[u8]) -> Option<(usize, &[u8])> {
    let mut number = 0_usize;
    for (at, byte) in bytes.iter().enumerate().take(5) {
        number |= usize::from(byte & 0x7f) << (7 * at);
        if byte & 0x80 == 0 {
            return Some((number, &bytes[at + 1..]));
        }
    }
    None
}

fn write_number(written: &mut Vec<u8>, mut number: usize) {
    while number > 0x7f {
        written.push(number as u8 | 0x80);
        number >>= 7;
    }
    written.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_the_glue_defines_are_short() {
        let name = |text: &str| [&[text.len() as u8], text.as_bytes()].concat();
        let section = |names: [&str; 3]| {
            let function = |text| [name("./app_bg.js"), name(text), vec![0, 5]].concat();
            let memory = [name("env"), name("memory"), vec![2, 1, 1, 0x80, 2]].concat();
            let body = [vec![4], memory, names.map(function).concat()].concat();
            [vec![2, body.len() as u8], body, vec![3, 2, 1, 0]].concat()
        };
        let wasm = |names| [&b"\0asm\x01\0\0\0"[..], &section(names)].concat();
        let glue = "{ __wbg_a_63ff: function(x) {}, __wbg_c_12: function() {} }";
        let before = WasmModule {
            wasm: wasm(["__wbg_a_63ff", "__wbg_b_1", "__wbg_c_12"]),
            glue: glue.into(),
        };
        let after = shorten_import_names(&before).unwrap();
        assert_eq!(after.wasm, wasm(["i0", "__wbg_b_1", "i1"]));
        assert_eq!(after.glue, b"{ i0: function(x) {}, i1: function() {} }");
        let cut = WasmModule { wasm: before.wasm[..20].to_vec(), glue: Vec::new() };
        assert!(shorten_import_names(&cut).is_none());
    }
}

//! Puts functions that resemble each other side by side. Generic code is compiled again for every type,
//! almost the same each time, and brotli spends fewer bits on a repetition that is near: three percent
//! of the app.

use std::cmp::Reverse;
use std::collections::HashMap;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef};

/// Bytes of the pieces by which functions are compared.
const PIECE_LEN: usize = 5;
/// A piece that more functions contain says nothing about any of them.
const MAX_OWNERS: usize = 1000;
/// Share of common pieces below which two functions count as unlike.
const MIN_RESEMBLANCE: f64 = 0.02;

/// Rewrites a module with its functions in the best order; custom sections are kept.
pub(crate) fn order_functions(wasm: &[u8]) -> Result<Vec<u8>, String> {
    // The first pass shortens numbers that a linker has padded: only then do equal bodies look equal.
    let short = reencode(wasm, Vec::new())?;
    let order = similarity_order(&function_bodies(&short)?);
    reencode(&short, order)
}

/// Writes a module anew, with its own functions in the given order (or as they are, if it is empty).
fn reencode(wasm: &[u8], order: Vec<usize>) -> Result<Vec<u8>, String> {
    let mut places = vec![0; order.len()];
    for (place, &function) in order.iter().enumerate() {
        places[function] = place;
    }
    let mut module = Module::new();
    let mut reorder = Reorder { imported: imported_functions(wasm)?, order, places };
    let done = reorder.parse_core_module(&mut module, Parser::new(0), wasm);
    done.map_err(|error| error.to_string())?;
    Ok(module.finish())
}

struct Reorder {
    /// Number of imported functions; they come first and stay.
    imported: usize,
    /// Own functions in their new order, and the new place of each.
    order: Vec<usize>,
    places: Vec<usize>,
}

impl Reorder {
    fn reordered<T>(&self, items: Vec<T>) -> Vec<T> {
        if self.order.len() != items.len() {
            return items;
        }
        let mut items: Vec<(usize, T)> = self.places.iter().copied().zip(items).collect();
        items.sort_by_key(|(place, _)| *place);
        items.into_iter().map(|(_, item)| item).collect()
    }
}

impl Reencode for Reorder {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        let own = (function as usize).checked_sub(self.imported);
        let place = own.and_then(|own| self.places.get(own));
        Ok(place.map_or(function, |place| (self.imported + place) as u32))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<u32>, _>>()?;
        for kind in self.reordered(types) {
            functions.function(self.type_index(kind)?);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        code: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for body in self.reordered(bodies) {
            self.parse_function_body(code, body)?;
        }
        Ok(())
    }
}

fn imported_functions(wasm: &[u8]) -> Result<usize, String> {
    let mut count = 0;
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::ImportSection(section) = payload.map_err(|error| error.to_string())? {
            for import in section.into_imports() {
                let import = import.map_err(|error| error.to_string())?;
                count += usize::from(matches!(import.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
            }
        }
    }
    Ok(count)
}

fn function_bodies(wasm: &[u8]) -> Result<Vec<&[u8]>, String> {
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::CodeSectionEntry(body) = payload.map_err(|error| error.to_string())? {
            bodies.push(body.as_bytes());
        }
    }
    Ok(bodies)
}

/// Each function is followed by the one most like it, or else by the longest that is left.
fn similarity_order(bodies: &[&[u8]]) -> Vec<usize> {
    let (pieces, owners) = shared_pieces(bodies);
    let mut by_length: Vec<usize> = (0..bodies.len()).collect();
    by_length.sort_by_key(|&function| Reverse(bodies[function].len()));
    let mut by_length = by_length.into_iter();
    let mut is_placed = vec![false; bodies.len()];
    let mut common = vec![0_usize; bodies.len()];
    let mut order = Vec::with_capacity(bodies.len());
    let mut next = None;
    while let Some(current) = next.take().or_else(|| by_length.find(|&other| !is_placed[other])) {
        order.push(current);
        is_placed[current] = true;
        let mut alike = Vec::new();
        for piece in &pieces[current] {
            for &other in &owners[piece] {
                if !is_placed[other] {
                    if common[other] == 0 {
                        alike.push(other);
                    }
                    common[other] += 1;
                }
            }
        }
        let mut best = MIN_RESEMBLANCE;
        for other in alike {
            let shared = std::mem::take(&mut common[other]);
            let all = pieces[current].len() + pieces[other].len() - shared;
            let resemblance = shared as f64 / all as f64;
            if resemblance > best {
                best = resemblance;
                next = Some(other);
            }
        }
    }
    order
}

/// The telling pieces of each function, and the functions that contain each of them.
fn shared_pieces(bodies: &[&[u8]]) -> (Vec<Vec<u64>>, HashMap<u64, Vec<usize>>) {
    let mut owners: HashMap<u64, Vec<usize>> = HashMap::new();
    for (function, body) in bodies.iter().enumerate() {
        for piece in body.windows(PIECE_LEN) {
            let piece = piece.iter().fold(0, |number, &byte| number << 8 | u64::from(byte));
            let owners = owners.entry(piece).or_default();
            if owners.last() != Some(&function) {
                owners.push(function);
            }
        }
    }
    owners.retain(|_, owners| (2..=MAX_OWNERS).contains(&owners.len()));
    let mut pieces = vec![Vec::new(); bodies.len()];
    for (piece, owners) in &owners {
        owners.iter().for_each(|&function| pieces[function].push(*piece));
    }
    // The map has no order of its own; the same input must give the same output.
    pieces.iter_mut().for_each(|pieces| pieces.sort_unstable());
    (pieces, owners)
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
        FunctionSection, ImportSection, TableSection, TableType, TypeSection, ValType,
    };

    use super::*;

    /// One imported function, then own functions that each return the sum of a run of numbers.
    fn module(firsts: &[i32]) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], [ValType::I32]);
        let mut imports = ImportSection::new();
        imports.import("env", "given", EntityType::Function(0));
        let (mut functions, mut exports) = (FunctionSection::new(), ExportSection::new());
        let mut code = CodeSection::new();
        for (own, &first) in firsts.iter().enumerate() {
            functions.function(0);
            exports.export(&format!("from {first}"), ExportKind::Func, own as u32 + 1);
            let mut body = Function::new([]);
            body.instructions().i32_const(first);
            for number in first + 1..first + 30 {
                body.instructions().i32_const(number).i32_add();
            }
            body.instructions().end();
            code.function(&body);
        }
        let mut tables = TableSection::new();
        let element_type = wasm_encoder::RefType::FUNCREF;
        let minimum = firsts.len() as u64;
        tables.table(TableType {
            element_type,
            table64: false,
            minimum,
            maximum: None,
            shared: false,
        });
        let mut elements = ElementSection::new();
        let all: Vec<u32> = (1..=firsts.len() as u32).collect();
        elements.active(None, &ConstExpr::i32_const(0), Elements::Functions(all.into()));
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&tables);
        module.section(&exports).section(&elements).section(&code);
        module.finish()
    }

    type NamedBody = (String, Vec<u8>);

    /// Body of every exported function by name, and of every table entry.
    fn bodies_in_use(wasm: &[u8]) -> (Vec<NamedBody>, Vec<Vec<u8>>) {
        let bodies = function_bodies(wasm).unwrap();
        let body = |index: u32| bodies[index as usize - 1].to_vec();
        let (mut exported, mut listed) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(wasm) {
            match payload.unwrap() {
                Payload::ExportSection(section) => exported.extend(
                    section
                        .into_iter()
                        .map(Result::unwrap)
                        .map(|one| (one.name.to_owned(), body(one.index))),
                ),
                Payload::ElementSection(section) => {
                    for element in section.into_iter().map(Result::unwrap) {
                        if let wasmparser::ElementItems::Functions(all) = element.items {
                            listed.extend(all.into_iter().map(|index| body(index.unwrap())));
                        }
                    }
                }
                _ => {}
            }
        }
        (exported, listed)
    }

    #[test]
    fn alike_functions_are_neighbours_and_keep_their_names() {
        let before = module(&[0, 5_000, 2, 5_002, 4]);
        let after = order_functions(&before).unwrap();
        assert_eq!(
            bodies_in_use(&after),
            bodies_in_use(&before),
            "everything refers to the same code"
        );
        let firsts: Vec<&[u8]> = function_bodies(&before).unwrap();
        let place = |body: &[u8]| firsts.iter().position(|first| *first == body).unwrap();
        let order: Vec<usize> = function_bodies(&after).unwrap().into_iter().map(place).collect();
        let [big, small] = [[1, 3].as_slice(), &[0, 2, 4]];
        let groups = order.chunk_by(|a, b| big.contains(a) == big.contains(b));
        let mut groups: Vec<Vec<usize>> = groups.map(<[usize]>::to_vec).collect();
        groups.iter_mut().for_each(|group| group.sort_unstable());
        groups.sort();
        assert_eq!(groups, [small, big], "{order:?}");
        assert_eq!(order_functions(&before).unwrap(), after, "the same every time");
        assert!(order_functions(&before[..before.len() - 3]).is_err(), "cut off");
    }
}

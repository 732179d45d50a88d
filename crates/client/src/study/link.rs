//! A study as an address: everything that is needed is in it.

use std::fmt::Write;

use abaque_core::{BadText, Said, said};

use super::{ROOT, Study};

/// Addresses longer than this are cut off by somebody on the way.
pub const MAX_LINK: usize = 8000;

/// What an address after `/study/new?` says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Link {
    /// The game.
    pub spec: String,
    /// Where it begins, if that is not its start.
    pub position: Option<String>,
    /// The plies of its line.
    pub plies: Vec<String>,
    /// The whole record, where there is more to say than that.
    pub record: Option<String>,
    /// Where to look first.
    pub at: String,
}

impl Link {
    /// The link to a study, as long as it may be: with everything, or with the line that leads to where one is.
    pub fn to(study: &Study) -> Link {
        let position = study.start().position();
        let usual = abaque_catalog::open(&study.spec()).map(|game| game.position());
        let position = (usual.ok().as_ref() != Some(&position)).then_some(position);
        let at = study.address(study.cursor());
        let last = study.end(ROOT);
        let line = study.path(last);
        let plain = study.is_plain();
        let plies = line.iter().filter_map(|&id| study.ply(id)).map(String::from).collect();
        let link = Link { spec: study.spec(), position, plies, record: None, at };
        if plain { link } else { Link { record: Some(study.text()), ..link } }
    }

    /// The line that leads to where one is, and nothing else.
    pub fn to_line(study: &Study) -> Link {
        let line = study.path(study.cursor());
        let plies: Vec<String> =
            line.iter().filter_map(|&id| study.ply(id)).map(String::from).collect();
        let at = if plies.is_empty() { String::new() } else { plies.len().to_string() };
        Link { plies, record: None, at, ..Link::to(study) }
    }

    /// Reads the part of an address after `?`.
    pub fn read(query: &str) -> Link {
        let mut link = Link::default();
        for (key, value) in query.split('&').filter_map(|part| part.split_once('=')) {
            let value = decode(value);
            match key {
                "spec" => link.spec = value,
                "position" => link.position = Some(value).filter(|value| !value.is_empty()),
                "plies" => {
                    let plies = value.split(',').filter(|ply| !ply.is_empty());
                    link.plies = joined(plies);
                }
                "record" => link.record = Some(value),
                "at" => link.at = value,
                _ => {}
            }
        }
        link
    }

    /// The part of an address after `?`.
    pub fn query(&self) -> String {
        let mut parts = Vec::new();
        match &self.record {
            Some(record) => parts.push(format!("record={}", encode(record))),
            None => {
                parts.push(format!("spec={}", encode(&self.spec)));
                if let Some(position) = &self.position {
                    parts.push(format!("position={}", encode(position)));
                }
                if !self.plies.is_empty() {
                    parts.push(format!("plies={}", encode(&self.plies.join(","))));
                }
            }
        }
        if !self.at.is_empty() {
            parts.push(format!("at={}", encode(&self.at)));
        }
        parts.join("&")
    }

    /// The study it leads to.
    pub fn open(&self) -> Result<Study, Said> {
        let mut study = match &self.record {
            Some(record) => Study::read(record)?,
            None => {
                let bad = |error: BadText| error.said;
                if self.spec.is_empty() {
                    return Err(said!(
                        "the address names no game: spec=abalone, for example, is missing",
                        "l'adresse ne nomme pas de jeu : il manque par exemple spec=abalone"
                    ));
                }
                let start = match &self.position {
                    Some(position) => abaque_catalog::open_at(&self.spec, position),
                    None => abaque_catalog::open(&self.spec),
                };
                let mut study = Study::new(start.map_err(bad)?);
                let mut place = study.place(ROOT);
                let mut at = ROOT;
                for ply in &self.plies {
                    at = study.put(at, &mut place, ply)?;
                }
                study
            }
        };
        let at = study.find(&self.at).unwrap_or(ROOT);
        study.go(at);
        Ok(study)
    }
}

impl Study {
    /// Whether it is one line without a word.
    fn is_plain(&self) -> bool {
        let line = self.main();
        self.tags.is_empty()
            && self.outcome.is_none()
            && self.nodes[ROOT].comments.is_empty()
            && [ROOT].iter().chain(&line).all(|&id| {
                let node = &self.nodes[id];
                node.next.len() < 2 && node.comments.is_empty() && node.mark.is_none()
            })
    }
}

/// Plies of Blocs-pions have commas of their own.
fn joined<'a>(parts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut plies: Vec<String> = Vec::new();
    let mut items = 0;
    for part in parts {
        if items > 0
            && let Some(last) = plies.last_mut()
        {
            last.push(',');
            last.push_str(part);
            items -= 1;
            continue;
        }
        items = if part.starts_with("setup:") { SETUP_ITEMS - 1 } else { 0 };
        plies.push(part.to_owned());
    }
    plies
}

/// A set-up is a list of so many blocks.
const SETUP_ITEMS: usize = 12;

/// A text as it may stand in an address.
pub fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(byte as char),
            b'-' | b'.' | b'_' | b'~' | b',' | b':' | b'@' | b'/' | b'*' | b'(' | b')' | b'!' => {
                out.push(byte as char);
            }
            b' ' => out.push('+'),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// The text that stands in an address.
pub fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (b'+', _) => bytes.push(b' '),
            (b'%', [high, low, after @ ..]) => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                match (digit(*high), digit(*low)) {
                    (Some(high), Some(low)) => {
                        bytes.push((high * 16 + low) as u8);
                        rest = after;
                    }
                    _ => bytes.push(b'%'),
                }
            }
            _ => bytes.push(*first),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

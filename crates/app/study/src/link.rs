//! Studies as self-contained addresses.

use std::fmt::Write;

use abaque_core::{Message, ParseError, message};

use crate::{ROOT, Study};

/// Longer addresses may be truncated in transit.
pub const MAX_LINK_LEN: usize = 8000;

/// The query of a `/study/new?` address.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StudyLink {
    /// The game spec.
    pub spec: String,
    /// The start position, if not the initial one.
    pub position: Option<String>,
    /// The plies of its line.
    pub plies: Vec<String>,
    /// The full record, if a plain line cannot express the study.
    pub record: Option<String>,
    /// The tree address of the node shown first.
    pub at: String,
}

impl StudyLink {
    /// The link to a study: with everything if it fits, else with the line to the cursor.
    pub fn from_study(study: &Study) -> StudyLink {
        let position = study.start().position();
        let usual = abaque_catalog::open(&study.spec()).map(|game| game.position());
        let position = (usual.ok().as_ref() != Some(&position)).then_some(position);
        let at = study.address(study.cursor());
        let last = study.line_end(ROOT);
        let line = study.path(last);
        let plain = study.is_plain();
        let plies = line.iter().filter_map(|&id| study.ply(id)).map(String::from).collect();
        let link = StudyLink { spec: study.spec(), position, plies, record: None, at };
        if plain { link } else { StudyLink { record: Some(study.to_text()), ..link } }
    }

    /// The line to the cursor only.
    pub fn from_current_line(study: &Study) -> StudyLink {
        let line = study.path(study.cursor());
        let plies: Vec<String> =
            line.iter().filter_map(|&id| study.ply(id)).map(String::from).collect();
        let at = if plies.is_empty() { String::new() } else { plies.len().to_string() };
        StudyLink { plies, record: None, at, ..StudyLink::from_study(study) }
    }

    /// Parses the query of an address.
    pub fn parse(query: &str) -> StudyLink {
        let mut link = StudyLink::default();
        let mut plies = String::new();
        for (key, value) in query.split('&').filter_map(|part| part.split_once('=')) {
            let value = decode(value);
            match key {
                "spec" => link.spec = value,
                "position" => link.position = Some(value).filter(|value| !value.is_empty()),
                "plies" => plies = value,
                "record" => link.record = Some(value),
                "at" => link.at = value,
                _ => {}
            }
        }
        link.plies = split_plies(&link.spec, &plies);
        link
    }

    /// Writes the query of an address.
    pub fn to_query(&self) -> String {
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

    /// Opens the study.
    pub fn open_study(&self) -> Result<Study, Message> {
        let mut study = match &self.record {
            Some(record) => Study::parse(record)?,
            None => {
                let bad = |error: ParseError| error.message;
                if self.spec.is_empty() {
                    return Err(message!(
                        "the address does not name a game: spec=NAME is missing",
                        "l'adresse ne nomme pas de jeu\u{a0}: il manque spec=NOM"
                    ));
                }
                let start = match &self.position {
                    Some(position) => abaque_catalog::open_at(&self.spec, position),
                    None => abaque_catalog::open(&self.spec),
                };
                let mut study = Study::new(start.map_err(bad)?);
                let mut place = study.position_at(ROOT);
                let mut at = ROOT;
                for ply in &self.plies {
                    at = study.insert(at, &mut place, ply)?;
                }
                study
            }
        };
        let at = study.find_address(&self.at).unwrap_or(ROOT);
        study.go_to(at);
        Ok(study)
    }
}

impl Study {
    /// Whether it is a single line without notes.
    fn is_plain(&self) -> bool {
        let line = self.main_line();
        self.tags.is_empty()
            && self.outcome.is_none()
            && self.nodes[ROOT].comments.is_empty()
            && [ROOT].iter().chain(&line).all(|&id| {
                let node = &self.nodes[id];
                node.children.len() < 2 && node.comments.is_empty() && node.mark.is_none()
            })
    }
}

/// Splits a list at its commas, except those inside a ply, such as a secret set-up.
fn split_plies(spec: &str, list: &str) -> Vec<String> {
    let parts: Vec<&str> = list.split(',').filter(|ply| !ply.is_empty()).collect();
    let mut plies = Vec::new();
    let mut rest = &parts[..];
    while !rest.is_empty() {
        let lengths = 1..=rest.len().min(MAX_PLY_PARTS);
        let whole = lengths.map(|length| (length, rest[..length].join(",")));
        let spelled = whole.into_iter().find(|(_, ply)| abaque_draw::is_ply(spec, ply));
        // An unreadable part stands alone; the game refuses it.
        let (length, ply) = spelled.unwrap_or((1, rest[0].to_owned()));
        plies.push(ply);
        rest = &rest[length..];
    }
    plies
}

/// The most parts that commas divide a ply into.
const MAX_PLY_PARTS: usize = 64;

/// Encodes a text for an address.
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

/// Decodes a text from an address.
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

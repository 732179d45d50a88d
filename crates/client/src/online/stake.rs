use abaque_core::Source;
use abaque_lots::{Bytes, Party, commitment, from_hex, to_hex};
use abaque_protocol::{Act, Against, Terms};
use serde::{Deserialize, Serialize};

/// The letters and digits games are called by: none of them is taken for another.
const LETTERS: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// What this client puts into the lots of one game, kept secret until both have committed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stake {
    /// The game.
    pub game: String,
    own: String,
    /// The other seat's, where this client plays for both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    other: Option<String>,
}

impl Stake {
    /// Names a game to be created and commits to its seeds.
    pub fn create(terms: Terms, source: &mut dyn Source) -> (Terms, Stake) {
        let game = name(source);
        let alone = matches!(terms.against, Against::Computer(_) | Against::HotSeat);
        let own = bytes(source);
        let other = alone.then(|| bytes(source));
        let mut commitments = vec![to_hex(&commitment(&game, Party::A, &own))];
        commitments.extend(other.map(|other| to_hex(&commitment(&game, Party::B, &other))));
        let terms = Terms { id: Some(game.clone()), commitments, ..terms };
        (terms, Stake { game, own: to_hex(&own), other: other.map(|other| to_hex(&other)) })
    }

    /// Commits to the seed of whoever joins a game, or of both where a game is played again alone.
    pub fn join(game: &str, source: &mut dyn Source) -> (String, Stake) {
        let own = bytes(source);
        let committed = to_hex(&commitment(game, Party::B, &own));
        (committed, Stake { game: game.to_owned(), own: to_hex(&own), other: None })
    }

    /// The act that opens it.
    pub fn reveal(&self) -> Act {
        Act::Reveal { seed: self.own.clone(), other: self.other.clone() }
    }

    /// Reads what was kept, if it is whole.
    pub fn read(text: &str) -> Option<Stake> {
        let stake: Stake = serde_json::from_str(text).ok()?;
        let whole = |seed: &String| from_hex(seed).is_some();
        (whole(&stake.own) && stake.other.as_ref().is_none_or(whole)).then_some(stake)
    }

    /// As it is kept.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Thirty-two random bytes.
pub(super) fn bytes(source: &mut dyn Source) -> Bytes {
    let mut bytes = [0; 32];
    for part in bytes.chunks_exact_mut(8) {
        part.copy_from_slice(&source.next_u64().to_le_bytes());
    }
    bytes
}

fn name(source: &mut dyn Source) -> String {
    (0..10).map(|_| char::from(LETTERS[source.below(LETTERS.len() as u64) as usize])).collect()
}

use abaque_core::RandomSource;
use abaque_lots::{Bytes32, Party, commitment, from_hex, to_hex};
use abaque_protocol::rest::PlayRequest;
use abaque_protocol::{GameAct, GameTerms, OpponentChoice, SideChoice};
use serde::{Deserialize, Serialize};

/// Characters of game ids, without look-alikes.
const GAME_ID_ALPHABET: &[u8] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// Who holds the creator's seed until the game starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SeedKeeper {
    /// The server: the game starts as soon as an opponent joins, even if its creator is away.
    #[default]
    Server,
    /// The creator's own client (strict mode): both players must be online to start.
    Creator,
}

/// This client's seed for the lots of one game, secret until both players have committed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeedCommitment {
    /// The game's id.
    pub game: String,
    own: String,
    /// The other seat's seed, if this client plays both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    other: Option<String>,
    /// The account that plays the game: several may share a browser.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owner: Option<i64>,
    /// Creation time in milliseconds since 1970; 0 if unknown.
    #[serde(default)]
    pub made: u64,
}

impl SeedCommitment {
    /// Picks a game id and commits to the seeds. If lots are drawn against a person the seed is
    /// deposited with the terms, unless the creator keeps it.
    pub fn create(
        terms: GameTerms,
        keeper: SeedKeeper,
        source: &mut dyn RandomSource,
    ) -> (GameTerms, SeedCommitment) {
        let game = random_game_id(source);
        let alone = matches!(terms.against, OpponentChoice::Computer(_) | OpponentChoice::HotSeat);
        let own = random_bytes(source);
        let other = alone.then(|| random_bytes(source));
        let mut commitments = vec![to_hex(&commitment(&game, Party::A, &own))];
        commitments.extend(other.map(|other| to_hex(&commitment(&game, Party::B, &other))));
        let deposited = !alone && keeper == SeedKeeper::Server && draws_lots(&terms);
        let seed = deposited.then(|| to_hex(&own));
        let terms = GameTerms { id: Some(game.clone()), commitments, seed, ..terms };
        (terms, SeedCommitment::from_seeds(&game, &own, other.as_ref()))
    }

    /// Commits to the joining player's seed.
    pub fn join(game: &str, source: &mut dyn RandomSource) -> (String, SeedCommitment) {
        let own = random_bytes(source);
        let committed = to_hex(&commitment(game, Party::B, &own));
        (committed, SeedCommitment::from_seeds(game, &own, None))
    }

    fn from_seeds(game: &str, own: &Bytes32, other: Option<&Bytes32>) -> SeedCommitment {
        let other = other.map(|other| to_hex(other));
        SeedCommitment { game: game.to_owned(), own: to_hex(own), other, owner: None, made: 0 }
    }

    /// Sets the owner and the creation time (milliseconds since 1970).
    pub fn with_owner(self, owner: Option<i64>, made: u64) -> SeedCommitment {
        SeedCommitment { owner, made, ..self }
    }

    /// Whether it may be this account's. Older commitments do not store their owner.
    pub fn may_belong_to(&self, person: i64) -> bool {
        self.owner.is_none_or(|owner| owner == person)
    }

    /// The act that reveals the seed.
    pub fn reveal(&self) -> GameAct {
        GameAct::Reveal { seed: self.own.clone(), other: self.other.clone() }
    }

    /// The reveal as the body of a REST request, for clients without a socket.
    pub fn reveal_request(&self) -> PlayRequest {
        PlayRequest { seen: 0, key: "reveal".into(), act: self.reveal() }
    }

    /// Parses the stored text; `None` if it is incomplete.
    pub fn parse(text: &str) -> Option<SeedCommitment> {
        let parsed: SeedCommitment = serde_json::from_str(text).ok()?;
        let whole = |seed: &String| from_hex(seed).is_some();
        (whole(&parsed.own) && parsed.other.as_ref().is_none_or(whole)).then_some(parsed)
    }

    /// The text to store.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Whether these terms draw lots: dice, or who sits where.
pub fn draws_lots(terms: &GameTerms) -> bool {
    terms.side == SideChoice::Lot
        || abaque_catalog::open(&terms.spec).is_ok_and(|game| game.has_lots())
}

/// Thirty-two random bytes.
pub(crate) fn random_bytes(source: &mut dyn RandomSource) -> Bytes32 {
    let mut bytes = [0; 32];
    for part in bytes.chunks_exact_mut(8) {
        part.copy_from_slice(&source.next_u64().to_le_bytes());
    }
    bytes
}

fn random_game_id(source: &mut dyn RandomSource) -> String {
    (0..10)
        .map(|_| char::from(GAME_ID_ALPHABET[source.below(GAME_ID_ALPHABET.len() as u64) as usize]))
        .collect()
}

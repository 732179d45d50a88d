use abaque_core::{ParseError, RandomSource, Seat};
use abaque_lots::{
    Bytes32, LotGenerator, Party, SeedMode, Seeds, commitment, from_hex, seal, to_hex,
};

use crate::check::CheckReport;
use crate::lot_verifier::{LotStatus, seed_mode};
use crate::record::Record;

/// The evidence that makes a game's lots verifiable: the seeds, and the seals of set-ups.
#[derive(Clone, Debug)]
pub struct LotEvidence {
    game_id: String,
    seeds: Seeds,
    seals: [Option<(Bytes32, Bytes32)>; 2],
    seat_of_a: Option<Seat>,
    seed_mode: Option<SeedMode>,
    /// Whether every lot so far follows from these seeds; false if an earlier part came without
    /// seeds.
    is_complete: bool,
}

const SEAL_TAGS: [(&str, &str); 2] = [("SealFirst", "NonceFirst"), ("SealSecond", "NonceSecond")];

impl LotEvidence {
    /// The evidence for a game with the three parties' seeds.
    pub fn new(game_id: &str, seeds: Seeds) -> LotEvidence {
        let game_id = game_id.to_owned();
        LotEvidence {
            game_id,
            seeds,
            seals: [None, None],
            seat_of_a: None,
            seed_mode: None,
            is_complete: true,
        }
    }

    /// Sets the seat drawn for the player who holds seed A.
    pub fn set_seat_of_a(&mut self, seat_of_a: Seat) {
        self.seat_of_a = Some(seat_of_a);
    }

    /// Sets how the players' seeds were opened.
    pub fn set_seed_mode(&mut self, mode: SeedMode) {
        self.seed_mode = Some(mode);
    }

    /// Sets the seal of a secret set-up.
    pub fn set_seal(&mut self, seat: Seat, hash: Bytes32, nonce: Bytes32) {
        self.seals[seat.index()] = Some((hash, nonce));
    }

    /// Generates fresh seeds from a true random source, for a single program that supplies all
    /// three;
    /// `place` is the prefix of the game id.
    pub fn generate(place: &str, source: &mut dyn RandomSource) -> LotEvidence {
        let id = random_bytes(source);
        LotEvidence {
            game_id: format!("{place}-{}", to_hex(&id[..8])),
            seeds: Seeds {
                table: random_bytes(source),
                players: [random_bytes(source), random_bytes(source)],
            },
            seals: [None, None],
            seat_of_a: None,
            seed_mode: None,
            is_complete: true,
        }
    }

    /// The game id.
    pub fn game_id(&self) -> &str {
        &self.game_id
    }

    /// The lot generator of this game.
    pub fn lots(&self, spec: &str) -> LotGenerator {
        LotGenerator::new(&self.game_id, spec, &self.seeds)
    }

    /// Draws the sides; the player named first holds seed A.
    pub fn draw_sides(&mut self, spec: &str) -> Seat {
        let seat =
            if self.lots(spec).draw("sides", 0, 2) == 0 { Seat::First } else { Seat::Second };
        self.seat_of_a = Some(seat);
        seat
    }

    /// Commits to a secret set-up.
    pub fn seal_setup(
        &mut self,
        letter: char,
        seat: Seat,
        setup: &str,
        source: &mut dyn RandomSource,
    ) {
        let nonce = random_bytes(source);
        self.seals[seat.index()] = Some((seal(&self.game_id, letter, &nonce, setup), nonce));
    }

    /// Writes the evidence into the record of a game in which a lot was drawn, or in which these
    /// seats sealed and played a set-up.
    pub fn write_to(
        &self,
        record: &mut Record,
        drawn: bool,
        set_up: [bool; 2],
    ) -> Result<(), ParseError> {
        // A seal whose set-up is not yet in the record could not be opened by a reader.
        let seals = Seat::ALL.map(|seat| self.seals[seat.index()].filter(|_| set_up[seat.index()]));
        let sealed = seals.iter().any(Option::is_some);
        if self.is_complete && (drawn || sealed || self.seat_of_a.is_some()) {
            self.write_lots(record)?;
        }
        if sealed {
            record.set_tag("GameId", &self.game_id)?;
        }
        for (seal, (hash_tag, nonce_tag)) in seals.iter().zip(SEAL_TAGS) {
            if let Some((hash, nonce)) = seal {
                record.set_tag(hash_tag, &to_hex(hash))?.set_tag(nonce_tag, &to_hex(nonce))?;
            }
        }
        Ok(())
    }

    fn write_lots(&self, record: &mut Record) -> Result<(), ParseError> {
        let [a, b] = &self.seeds.players;
        let parties =
            [(Party::Table, "Table", &self.seeds.table), (Party::A, "A", a), (Party::B, "B", b)];
        record.set_tag("Lots", abaque_lots::SCHEME_VERSION)?.set_tag("GameId", &self.game_id)?;
        for (party, name, seed) in parties {
            let commit = commitment(&self.game_id, party, seed);
            record.set_tag(&format!("Commit{name}"), &to_hex(&commit))?;
            record.set_tag(&format!("Seed{name}"), &to_hex(seed))?;
        }
        if let Some(mode) = self.seed_mode {
            record.set_tag("Seeds", mode.as_str())?;
        }
        if let Some(seat) = self.seat_of_a {
            let word = if seat == Seat::First { "First" } else { "Second" };
            record.set_tag("Sides", "lot")?.set_tag("SeatOfA", word)?;
        }
        Ok(())
    }

    /// Reads what [`LotEvidence::write_to`] wrote. A record without seeds gets `fresh` ones; if
    /// lots were already drawn, those prove nothing.
    pub fn from_record(record: &Record, checked: &CheckReport, fresh: LotEvidence) -> LotEvidence {
        let bytes = |name: &str| record.tag(name).and_then(from_hex);
        let game_id = record.tag("GameId").map_or(fresh.game_id.clone(), String::from);
        let seals = SEAL_TAGS.map(|(hash, nonce)| bytes(hash).zip(bytes(nonce)));
        let (Some(table), Some(a), Some(b)) = (bytes("SeedTable"), bytes("SeedA"), bytes("SeedB"))
        else {
            let whole = checked.lots == LotStatus::None;
            return LotEvidence { game_id, seals, is_complete: whole, ..fresh };
        };
        let seat_of_a = match (record.tag("Sides"), record.tag("SeatOfA")) {
            (Some("lot"), Some("First")) => Some(Seat::First),
            (Some("lot"), Some("Second")) => Some(Seat::Second),
            _ => None,
        };
        let seeds = Seeds { table, players: [a, b] };
        let seed_mode = seed_mode(record);
        LotEvidence { game_id, seeds, seals, seat_of_a, seed_mode, is_complete: true }
    }
}

fn random_bytes(source: &mut dyn RandomSource) -> Bytes32 {
    let mut bytes = [0; 32];
    for part in bytes.chunks_exact_mut(8) {
        part.copy_from_slice(&source.next_u64().to_le_bytes());
    }
    bytes
}

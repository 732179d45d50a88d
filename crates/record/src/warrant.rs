use abaque_core::{BadText, Seat, Source};
use abaque_lots::{Bytes, Lots, Party, Seeds, commitment, from_hex, seal, to_hex};

use crate::check::Checked;
use crate::proof::Proof;
use crate::record::Record;

/// What makes the lots of a game checkable: the seeds, and the seals of set-ups.
#[derive(Clone, Debug)]
pub struct Warrant {
    game_id: String,
    seeds: Seeds,
    seals: [Option<(Bytes, Bytes)>; 2],
    seat_of_a: Option<Seat>,
    /// Whether every lot so far follows from these seeds: not in a record that came without.
    whole: bool,
}

const SEALS: [(&str, &str); 2] = [("SealFirst", "NonceFirst"), ("SealSecond", "NonceSecond")];

impl Warrant {
    /// The seeds three parties brought to a game.
    pub fn new(game_id: &str, seeds: Seeds) -> Warrant {
        let game_id = game_id.to_owned();
        Warrant { game_id, seeds, seals: [None, None], seat_of_a: None, whole: true }
    }

    /// Says which seat was drawn for the player who holds seed A.
    pub fn sides_drawn(&mut self, seat_of_a: Seat) {
        self.seat_of_a = Some(seat_of_a);
    }

    /// Says what a secret set-up was sealed with.
    pub fn sealed(&mut self, seat: Seat, hash: Bytes, nonce: Bytes) {
        self.seals[seat.index()] = Some((hash, nonce));
    }

    /// Fresh seeds from a source of true random bits, for one program that supplies all three; `place` begins the game's id.
    pub fn fresh(place: &str, source: &mut dyn Source) -> Warrant {
        let id = bytes(source);
        Warrant {
            game_id: format!("{place}-{}", to_hex(&id[..8])),
            seeds: Seeds { table: bytes(source), players: [bytes(source), bytes(source)] },
            seals: [None, None],
            seat_of_a: None,
            whole: true,
        }
    }

    /// The game's id.
    pub fn game_id(&self) -> &str {
        &self.game_id
    }

    /// The lots of this game.
    pub fn lots(&self, spec: &str) -> Lots {
        Lots::new(&self.game_id, spec, &self.seeds)
    }

    /// Draws who sits first: the player named first holds seed A.
    pub fn draw_sides(&mut self, spec: &str) -> Seat {
        let seat =
            if self.lots(spec).draw("sides", 0, 2) == 0 { Seat::First } else { Seat::Second };
        self.seat_of_a = Some(seat);
        seat
    }

    /// Commits to a secret set-up.
    pub fn seal(&mut self, letter: char, seat: Seat, setup: &str, source: &mut dyn Source) {
        let nonce = bytes(source);
        self.seals[seat.index()] = Some((seal(&self.game_id, letter, &nonce, setup), nonce));
    }

    /// Writes everything into the record of a game in which something was drawn or, by these
    /// seats, sealed and played.
    pub fn write(
        &self,
        record: &mut Record,
        drawn: bool,
        set_up: [bool; 2],
    ) -> Result<(), BadText> {
        // A seal whose set-up is not in the record yet would promise what nobody can open.
        let seals = Seat::ALL.map(|seat| self.seals[seat.index()].filter(|_| set_up[seat.index()]));
        let sealed = seals.iter().any(Option::is_some);
        if self.whole && (drawn || sealed || self.seat_of_a.is_some()) {
            self.write_lots(record)?;
        }
        if sealed {
            record.set_tag("GameId", &self.game_id)?;
        }
        for (seal, (hash_tag, nonce_tag)) in seals.iter().zip(SEALS) {
            if let Some((hash, nonce)) = seal {
                record.set_tag(hash_tag, &to_hex(hash))?.set_tag(nonce_tag, &to_hex(nonce))?;
            }
        }
        Ok(())
    }

    fn write_lots(&self, record: &mut Record) -> Result<(), BadText> {
        let [a, b] = &self.seeds.players;
        let parties =
            [(Party::Table, "Table", &self.seeds.table), (Party::A, "A", a), (Party::B, "B", b)];
        record.set_tag("Lots", abaque_lots::VERSION)?.set_tag("GameId", &self.game_id)?;
        for (party, name, seed) in parties {
            let commit = commitment(&self.game_id, party, seed);
            record.set_tag(&format!("Commit{name}"), &to_hex(&commit))?;
            record.set_tag(&format!("Seed{name}"), &to_hex(seed))?;
        }
        if let Some(seat) = self.seat_of_a {
            let word = if seat == Seat::First { "First" } else { "Second" };
            record.set_tag("Sides", "lot")?.set_tag("SeatOfA", word)?;
        }
        Ok(())
    }

    /// Reads what [`Warrant::write`] wrote. A record without seeds gets fresh ones, and where lots
    /// were drawn already they prove nothing.
    pub fn read(record: &Record, checked: &Checked, fresh: Warrant) -> Warrant {
        let bytes = |name: &str| record.tag(name).and_then(from_hex);
        let game_id = record.tag("GameId").map_or(fresh.game_id.clone(), String::from);
        let seals = SEALS.map(|(hash, nonce)| bytes(hash).zip(bytes(nonce)));
        let (Some(table), Some(a), Some(b)) = (bytes("SeedTable"), bytes("SeedA"), bytes("SeedB"))
        else {
            let whole = checked.lots == Proof::None;
            return Warrant { game_id, seals, whole, ..fresh };
        };
        let seat_of_a = match (record.tag("Sides"), record.tag("SeatOfA")) {
            (Some("lot"), Some("First")) => Some(Seat::First),
            (Some("lot"), Some("Second")) => Some(Seat::Second),
            _ => None,
        };
        let seeds = Seeds { table, players: [a, b] };
        Warrant { game_id, seeds, seals, seat_of_a, whole: true }
    }
}

fn bytes(source: &mut dyn Source) -> Bytes {
    let mut bytes = [0; 32];
    for part in bytes.chunks_exact_mut(8) {
        part.copy_from_slice(&source.next_u64().to_le_bytes());
    }
    bytes
}

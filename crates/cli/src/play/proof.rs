//! What makes the lots of a game at this terminal checkable: the seeds, and the seals of set-ups.

use abaque_core::{Seat, said};
use abaque_lots::{Bytes, Lots, Party, Seeds, commitment, from_hex, seal, to_hex};
use abaque_record::Record;

use crate::failure::Failure;

/// The seeds of one game. At one terminal the program supplies all three.
pub(crate) struct Proof {
    game_id: String,
    seeds: Seeds,
    seals: [Option<(Bytes, Bytes)>; 2],
    seat_of_a: Option<Seat>,
}

const SEALS: [(&str, &str); 2] = [("SealFirst", "NonceFirst"), ("SealSecond", "NonceSecond")];

impl Proof {
    /// Fresh seeds.
    pub(crate) fn fresh() -> Result<Proof, Failure> {
        let id = random_bytes()?;
        Ok(Proof {
            game_id: format!("terminal-{}", to_hex(&id[..8])),
            seeds: Seeds { table: random_bytes()?, players: [random_bytes()?, random_bytes()?] },
            seals: [None, None],
            seat_of_a: None,
        })
    }

    /// The lots of this game.
    pub(crate) fn lots(&self, spec: &str) -> Lots {
        Lots::new(&self.game_id, spec, &self.seeds)
    }

    /// Draws who sits first: the player named first holds seed A.
    pub(crate) fn draw_sides(&mut self, spec: &str) -> Seat {
        let seat =
            if self.lots(spec).draw("sides", 0, 2) == 0 { Seat::First } else { Seat::Second };
        self.seat_of_a = Some(seat);
        seat
    }

    /// Commits to a secret set-up.
    pub(crate) fn seal(&mut self, letter: char, seat: Seat, setup: &str) -> Result<(), Failure> {
        let nonce = random_bytes()?;
        self.seals[seat.index()] = Some((seal(&self.game_id, letter, &nonce, setup), nonce));
        Ok(())
    }

    /// Writes everything into the record of a game in which something was drawn or sealed.
    pub(crate) fn write(&self, record: &mut Record, drawn: bool) -> Result<(), Failure> {
        if !drawn && self.seat_of_a.is_none() && self.seals.iter().all(Option::is_none) {
            return Ok(());
        }
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
        for (seal, (hash_tag, nonce_tag)) in self.seals.iter().zip(SEALS) {
            if let Some((hash, nonce)) = seal {
                record.set_tag(hash_tag, &to_hex(hash))?.set_tag(nonce_tag, &to_hex(nonce))?;
            }
        }
        Ok(())
    }

    /// Reads what [`Proof::write`] wrote; a record without lots gets fresh ones.
    pub(crate) fn read(record: &Record) -> Result<Proof, Failure> {
        let bytes = |name: &str| record.tag(name).and_then(from_hex);
        let (Some(game_id), Some(table), Some(a), Some(b)) =
            (record.tag("GameId"), bytes("SeedTable"), bytes("SeedA"), bytes("SeedB"))
        else {
            return Proof::fresh();
        };
        let seat_of_a = match record.tag("SeatOfA") {
            Some("First") => Some(Seat::First),
            Some("Second") => Some(Seat::Second),
            _ => None,
        };
        let seals = SEALS.map(|(hash, nonce)| bytes(hash).zip(bytes(nonce)));
        let seeds = Seeds { table, players: [a, b] };
        Ok(Proof { game_id: game_id.into(), seeds, seals, seat_of_a })
    }
}

fn random_bytes() -> Result<Bytes, Failure> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| {
        Failure::World(said!(
            "the system gives no random bytes: {error}",
            "le système ne donne pas de hasard : {error}"
        ))
    })?;
    Ok(bytes)
}

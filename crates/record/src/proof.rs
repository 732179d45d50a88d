use abaque_catalog::AnyGame;
use abaque_core::{Turn, said};
use abaque_lots::{Bytes, Lots, Party, Seeds, commitment, from_hex};

use crate::check::at_ply;
use crate::error::RecordError;
use crate::line::Move;
use crate::record::Record;

/// What is known of the lots of a record (COM-05).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// No lot was drawn.
    None,
    /// So many lots were drawn, and all follow from the seeds committed to.
    Verified(usize),
    /// So many lots were drawn, possible ones, but nothing proves where they come from.
    Unproven(usize),
}

/// The parties and their tags: commitment, seed.
const PARTIES: [(Party, &str, &str); 3] = [
    (Party::Table, "CommitTable", "SeedTable"),
    (Party::A, "CommitA", "SeedA"),
    (Party::B, "CommitB", "SeedB"),
];

/// Recomputes the lots of a game.
pub(crate) struct Lottery {
    lots: Option<Lots>,
    drawn: usize,
}

impl Lottery {
    /// Checks the tags of the lots against each other, the commitments and the sides.
    pub(crate) fn open(record: &Record) -> Result<Lottery, RecordError> {
        if record.tag("Lots").is_none() {
            return without_lots(record);
        }
        let id = need(record, "GameId", "Lots")?;
        for (_, commit, _) in PARTIES {
            need(record, commit, "Lots")?;
        }
        let mut seeds = [[0; 32]; 3];
        let Some((_, _, given)) =
            PARTIES.into_iter().find(|(_, _, seed)| record.tag(seed).is_some())
        else {
            return Ok(Lottery { lots: None, drawn: sides(record, None)? });
        };
        for (slot, (party, commit, seed)) in seeds.iter_mut().zip(PARTIES) {
            *slot = bytes(need(record, seed, given)?);
            if commitment(id, party, slot) != bytes(need(record, commit, "Lots")?) {
                return Err(RecordError::new(
                    record.tag_line(seed),
                    said!(
                        "tag {seed}: this seed is not the one {commit} committed to (COM-05)",
                        "balise {seed} : cette graine n'est pas celle de l'engagement {commit} (COM-05)"
                    ),
                ));
            }
        }
        let [table, a, b] = seeds;
        let lots = Lots::new(id, record.spec(), &Seeds { table, players: [a, b] });
        let drawn = sides(record, Some(&lots))?;
        Ok(Lottery { lots: Some(lots), drawn })
    }

    /// The outcome the lot now due must have, where that can be known.
    pub(crate) fn due(&self, game: &dyn AnyGame, index: u64) -> Option<String> {
        let lots = self.lots.as_ref().filter(|_| game.turn() == Turn::Chance)?;
        let mut rolls = game.rolls();
        rolls.sort();
        let weights: Vec<u32> = rolls.iter().map(|&(_, weight)| weight).collect();
        let drawn = lots.draw_weighted("ply", index, &weights);
        rolls.into_iter().nth(drawn).map(|(roll, _)| roll)
    }

    /// Hears which outcome the record gives.
    pub(crate) fn drawn(
        &mut self,
        due: Option<String>,
        given: &str,
        played: &Move,
        ply: usize,
    ) -> Result<(), RecordError> {
        self.drawn += 1;
        match due {
            Some(due) if due != given => Err(at_ply(
                played,
                ply,
                said!(
                    "the seeds give `{due}` here, not `{given}` (COM-05)",
                    "les graines donnent ici « {due} », non « {given} » (COM-05)"
                ),
            )),
            _ => Ok(()),
        }
    }

    pub(crate) fn proof(&self) -> Proof {
        match (&self.lots, self.drawn) {
            (Some(_), drawn) => Proof::Verified(drawn),
            (None, 0) => Proof::None,
            (None, drawn) => Proof::Unproven(drawn),
        }
    }
}

/// A tag that another one calls for.
fn need<'a>(record: &'a Record, name: &str, caller: &str) -> Result<&'a str, RecordError> {
    record.tag(name).ok_or_else(|| {
        RecordError::new(
            record.tag_line(caller),
            said!(
                "tag {caller}: it calls for the tag {name}, which is missing",
                "balise {caller} : elle demande la balise {name}, qui manque"
            ),
        )
    })
}

fn without_lots(record: &Record) -> Result<Lottery, RecordError> {
    let orphan = PARTIES.into_iter().flat_map(|(_, commit, seed)| [commit, seed]);
    for name in orphan.filter(|name| record.tag(name).is_some()) {
        need(record, "Lots", name)?;
    }
    if record.tag("Sides") == Some("lot") {
        need(record, "Lots", "Sides")?;
    }
    Ok(Lottery { lots: None, drawn: 0 })
}

/// Checks who sits where if that was drawn: the number of lots this took.
fn sides(record: &Record, lots: Option<&Lots>) -> Result<usize, RecordError> {
    if record.tag("Sides") != Some("lot") {
        return Ok(0);
    }
    let seat = need(record, "SeatOfA", "Sides")?;
    if let Some(lots) = lots {
        let due = if lots.draw("sides", 0, 2) == 0 { "First" } else { "Second" };
        if seat != due {
            return Err(RecordError::new(
                record.tag_line("SeatOfA"),
                said!(
                    "tag SeatOfA: the seeds give `{due}`, not `{seat}` (COM-05)",
                    "balise SeatOfA : les graines donnent « {due} », non « {seat} » (COM-05)"
                ),
            ));
        }
    }
    Ok(1)
}

/// The bytes of a tag whose value was checked when it was set.
pub(crate) fn bytes(hex: &str) -> Bytes {
    from_hex(hex).unwrap_or_default()
}

use abaque_catalog::AnyGame;
use abaque_core::{Turn, message};
use abaque_lots::{Bytes32, LotGenerator, Party, SeedMode, Seeds, commitment, from_hex};

use crate::check::ply_error;
use crate::error::RecordError;
use crate::line::RecordMove;
use crate::record::Record;

/// The verification status of a record's lots (COM-05).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LotStatus {
    /// No lot was drawn.
    None,
    /// This many lots were drawn, and all follow from the committed seeds.
    Verified(usize),
    /// This many lots were drawn; all are possible, but their origin is unproven.
    Unproven(usize),
}

/// Reads the tag `Seeds`; older records have none.
pub(crate) fn seed_mode(record: &Record) -> Option<SeedMode> {
    record.tag("Seeds").and_then(SeedMode::parse)
}

/// The parties and their tags: (party, commitment, seed).
const PARTY_TAGS: [(Party, &str, &str); 3] = [
    (Party::Table, "CommitTable", "SeedTable"),
    (Party::A, "CommitA", "SeedA"),
    (Party::B, "CommitB", "SeedB"),
];

/// Recomputes the lots of a game.
pub(crate) struct LotVerifier {
    lots: Option<LotGenerator>,
    drawn: usize,
}

impl LotVerifier {
    /// Checks the lot tags for consistency, the commitments and the sides.
    pub(crate) fn from_record(record: &Record) -> Result<LotVerifier, RecordError> {
        if record.tag("Lots").is_none() {
            return check_no_lot_tags(record);
        }
        let id = require_tag(record, "GameId", "Lots")?;
        for (_, commit, _) in PARTY_TAGS {
            require_tag(record, commit, "Lots")?;
        }
        let mut seeds = [[0; 32]; 3];
        let Some((_, _, given)) =
            PARTY_TAGS.into_iter().find(|(_, _, seed)| record.tag(seed).is_some())
        else {
            return Ok(LotVerifier { lots: None, drawn: check_sides(record, None)? });
        };
        for (slot, (party, commit, seed)) in seeds.iter_mut().zip(PARTY_TAGS) {
            *slot = decode_hex(require_tag(record, seed, given)?);
            if commitment(id, party, slot) != decode_hex(require_tag(record, commit, "Lots")?) {
                return Err(RecordError::new(
                    record.tag_line(seed),
                    message!(
                        "tag {seed}: this seed is not the one {commit} committed to (COM-05)",
                        "balise {seed}\u{a0}: cette clé n'est pas celle de l'engagement {commit} (COM-05)"
                    ),
                ));
            }
        }
        let [table, a, b] = seeds;
        let lots = LotGenerator::new(id, record.spec(), &Seeds { table, players: [a, b] });
        let drawn = check_sides(record, Some(&lots))?;
        Ok(LotVerifier { lots: Some(lots), drawn })
    }

    /// The required outcome of the lot due, if it can be computed.
    pub(crate) fn expected_outcome(&self, game: &dyn AnyGame, index: u64) -> Option<String> {
        let lots = self.lots.as_ref().filter(|_| game.turn() == Turn::Chance)?;
        let mut rolls = game.rolls();
        rolls.sort();
        let weights: Vec<u32> = rolls.iter().map(|&(_, weight)| weight).collect();
        let drawn = lots.draw_weighted("ply", index, &weights);
        rolls.into_iter().nth(drawn).map(|(roll, _)| roll)
    }

    /// Compares the recorded outcome with the required one.
    pub(crate) fn check_lot(
        &mut self,
        due: Option<String>,
        given: &str,
        played: &RecordMove,
        ply: usize,
    ) -> Result<(), RecordError> {
        self.drawn += 1;
        match due {
            Some(due) if due != given => Err(ply_error(
                played,
                ply,
                message!(
                    "the seeds give `{due}` here, not `{given}` (COM-05)",
                    "les clés donnent ici «\u{a0}{due}\u{a0}», non «\u{a0}{given}\u{a0}» (COM-05)"
                ),
            )),
            _ => Ok(()),
        }
    }

    pub(crate) fn status(&self) -> LotStatus {
        match (&self.lots, self.drawn) {
            (Some(_), drawn) => LotStatus::Verified(drawn),
            (None, 0) => LotStatus::None,
            (None, drawn) => LotStatus::Unproven(drawn),
        }
    }
}

/// The value of a tag that another tag requires.
fn require_tag<'a>(record: &'a Record, name: &str, caller: &str) -> Result<&'a str, RecordError> {
    record.tag(name).ok_or_else(|| {
        RecordError::new(
            record.tag_line(caller),
            message!(
                "tag {caller}: it calls for the tag {name}, which is missing",
                "balise {caller}\u{a0}: elle demande la balise {name}, qui manque"
            ),
        )
    })
}

fn check_no_lot_tags(record: &Record) -> Result<LotVerifier, RecordError> {
    let orphan = PARTY_TAGS.into_iter().flat_map(|(_, commit, seed)| [commit, seed]);
    for name in orphan.chain(["Seeds"]).filter(|name| record.tag(name).is_some()) {
        require_tag(record, "Lots", name)?;
    }
    if record.tag("Sides") == Some("lot") {
        require_tag(record, "Lots", "Sides")?;
    }
    Ok(LotVerifier { lots: None, drawn: 0 })
}

/// Checks the drawn sides and returns the number of lots this took.
fn check_sides(record: &Record, lots: Option<&LotGenerator>) -> Result<usize, RecordError> {
    if record.tag("Sides") != Some("lot") {
        return Ok(0);
    }
    let seat = require_tag(record, "SeatOfA", "Sides")?;
    if let Some(lots) = lots {
        let due = if lots.draw("sides", 0, 2) == 0 { "First" } else { "Second" };
        if seat != due {
            return Err(RecordError::new(
                record.tag_line("SeatOfA"),
                message!(
                    "tag SeatOfA: the seeds give `{due}`, not `{seat}` (COM-05)",
                    "balise SeatOfA\u{a0}: les clés donnent «\u{a0}{due}\u{a0}», non «\u{a0}{seat}\u{a0}» (COM-05)"
                ),
            ));
        }
    }
    Ok(1)
}

/// Decodes a hex tag value that was validated when it was set.
pub(crate) fn decode_hex(hex: &str) -> Bytes32 {
    from_hex(hex).unwrap_or_default()
}

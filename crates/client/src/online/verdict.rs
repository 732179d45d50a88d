//! A record computed again: plies, lots, seals.

use abaque_core::{Lang, Said, said};
use abaque_record::{Proof, Record, Sealed, check, parse};

/// What was found right in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The game it was on its server.
    pub game: Option<String>,
    /// How many plies follow the rules.
    pub plies: usize,
    /// The lots that follow from the seeds, by ply; nothing where the record holds no seeds.
    pub lots: Option<Vec<(usize, String)>>,
    /// How many set-ups are those that were sealed.
    pub seals: usize,
    /// Whether the lots say who sits where.
    pub sides: bool,
    /// What the server committed to.
    pub commitment: Option<String>,
}

impl Verdict {
    /// Computes the one record of a text again, or says what is wrong first.
    pub fn of(text: &str) -> Result<Verdict, Said> {
        let wrong = |error: abaque_record::RecordError| {
            let (en, fr) = (error.tell(Lang::En), error.tell(Lang::Fr));
            said!("{en}", "{fr}")
        };
        let mut records = parse(text).map_err(wrong)?;
        let count = records.len();
        let (Some(record), 1) = (records.pop(), count) else {
            return Err(said!(
                "there are {count} games here; paste one",
                "il y a {count} parties ici ; collez-en une"
            ));
        };
        let checked = check(&record).map_err(wrong)?;
        Ok(Verdict {
            game: record.tag("GameId").map(String::from),
            plies: checked.plies,
            lots: matches!(checked.lots, Proof::Verified(_)).then(|| drawn(&record)),
            seals: checked.seals.iter().filter(|sealed| **sealed == Sealed::Verified).count(),
            sides: record.tag("Sides") == Some("lot"),
            commitment: record.tag("CommitTable").map(String::from),
        })
    }
}

fn drawn(record: &Record) -> Vec<(usize, String)> {
    let Ok(mut game) = record.open() else { return Vec::new() };
    let mut lots = Vec::new();
    for (index, ply) in record.plies().enumerate() {
        if game.turn() == abaque_core::Turn::Chance {
            lots.push((index + 1, ply.to_owned()));
        }
        if game.play(ply).is_err() {
            break;
        }
    }
    lots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Sitting;
    use crate::local::Proof as Warrant;
    use abaque_core::{Observer, Seat, SplitMix};
    use abaque_table::{Act, At, Setting};

    fn played() -> String {
        let mut source = SplitMix(7);
        let mut proof = Warrant::fresh("test", &mut source);
        proof.draw_sides("abagio");
        let setting = Setting::new("abagio").unwrap();
        let mut sitting =
            Sitting::new(setting, Default::default(), proof, "2026.01.02".into(), At(0));
        sitting.draw(Observer::Spectator, At(0)).unwrap();
        for _ in 0..12 {
            let Some(seat) = sitting.acting() else { break };
            let action = sitting.table().game().offered().swap_remove(0);
            sitting.play(seat, &action, Observer::Spectator, At(0), &mut source).unwrap();
        }
        sitting.step(Act::Resign(Seat::First), Observer::Spectator, At(0)).unwrap();
        crate::shelf::record_text(&sitting).unwrap()
    }

    #[test]
    fn a_true_record_is_found_true_and_another_is_not() {
        let text = played();
        let verdict = Verdict::of(&text).unwrap();
        let lots = verdict.lots.unwrap();
        assert!(lots.len() > 1 && verdict.plies > 12 && verdict.sides);
        let (_, throw) = lots.last().unwrap();
        let other = if throw == "d11" { "d22" } else { "d11" };
        let place = text.rfind(throw.as_str()).unwrap();
        let false_text = format!("{}{other}{}", &text[..place], &text[place + throw.len()..]);
        assert!(Verdict::of(&false_text).is_err());
        assert!(Verdict::of("what?").is_err());
        assert!(Verdict::of(&format!("{text}\n{text}")).is_err());
    }
}

use abaque_core::{BadText, Lang, Said};
use abaque_record::Record;

use crate::{Ending, Game, Pair, Terms};

/// A game of a match as a record: players, round, throws with their luck, times where there was a clock.
/// Without a clock nothing in it depends on the machine.
pub fn record(terms: &Terms, pair: &Pair, which: usize, lang: Lang) -> Result<Record, BadText> {
    let game: &Game = &pair.games[which.min(1)];
    let mut record = Record::new(&terms.spec)?;
    let [a, b] = &terms.players;
    let names = if game.first == 0 { [a, b] } else { [b, a] };
    record.set_tag("Event", &format!("abaque match, seed {}", terms.seed))?;
    record.set_tag("Round", &format!("{}.{}", pair.number + 1, which + 1))?;
    record.set_tag("First", &names[0].to_string())?;
    record.set_tag("Second", &names[1].to_string())?;
    if let Some(position) = &terms.position {
        record.set_tag("Start", position)?;
    }
    for (index, noted) in game.plies.iter().enumerate() {
        let played = record.push(&noted.ply)?;
        if let Some((used, left)) = noted.clock {
            played.set_clock(left).set_elapsed(used);
        }
        if let Some(luck) = noted.luck {
            played.add_comment(&format!("luck {:+.1} %", 100.0 * luck))?;
        }
        if index + 1 == game.opening {
            played.add_comment(Said::get(&opening(), lang))?;
        }
    }
    if let Some(why) = ending(game) {
        match record.main_mut().last_mut() {
            Some(last) => {
                last.add_comment(why.get(lang))?;
            }
            None => record.main_mut().add_intro(why.get(lang))?,
        }
    }
    record.set_outcome(Some(game.outcome))?;
    Ok(record)
}

fn opening() -> Said {
    abaque_core::said!("end of the opening", "fin de l'ouverture")
}

fn ending(game: &Game) -> Option<Said> {
    match &game.ending {
        Ending::Rules => None,
        Ending::Capped => Some(abaque_core::said!(
            "called drawn for its length",
            "déclarée nulle pour sa longueur"
        )),
        Ending::Forfeit(Said { en, fr }) => {
            // A comment cannot hold the brace that would end it.
            let clean = |text: &str| text.replace(['{', '}'], "'");
            let (en, fr) = (clean(en), clean(fr));
            Some(abaque_core::said!("lost: {en}", "perdue : {fr}"))
        }
    }
}

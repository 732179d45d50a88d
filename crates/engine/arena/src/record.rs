use abaque_core::{Lang, Message, ParseError, message};
use abaque_record::Record;

use crate::{EndCause, GamePair, MatchGame, MatchTerms};

/// The record of a match game: players, round, rolls with their luck, and times if there was a
/// clock. Without a clock it does not depend on the machine.
pub fn game_record(
    terms: &MatchTerms,
    pair: &GamePair,
    which: usize,
    lang: Lang,
) -> Result<Record, ParseError> {
    let game: &MatchGame = &pair.games[which.min(1)];
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
    for (index, match_ply) in game.plies.iter().enumerate() {
        let played = record.push(&match_ply.ply)?;
        if let Some((used, left)) = match_ply.clock {
            played.set_clock(left).set_elapsed(used);
        }
        if let Some(luck) = match_ply.luck {
            let luck = format!("{:+.1}", 100.0 * luck);
            played.add_comment(message!("luck {luck}%", "chance {luck}\u{a0}%").get(lang))?;
        }
        if index + 1 == game.opening {
            played.add_comment(Message::get(&opening_comment(), lang))?;
        }
    }
    if let Some(why) = ending_comment(game) {
        match record.main_line_mut().last_mut() {
            Some(last) => {
                last.add_comment(why.get(lang))?;
            }
            None => record.main_line_mut().add_intro(why.get(lang))?,
        }
    }
    record.set_outcome(Some(game.outcome))?;
    Ok(record)
}

fn opening_comment() -> Message {
    abaque_core::message!("end of the opening", "fin de l'ouverture")
}

fn ending_comment(game: &MatchGame) -> Option<Message> {
    match &game.ending {
        EndCause::Rules => None,
        EndCause::Capped => Some(abaque_core::message!(
            "declared a draw: too long",
            "déclarée nulle, car trop longue"
        )),
        EndCause::Forfeit(Message { en, fr }) => {
            // A comment cannot contain the closing brace.
            let clean = |text: &str| text.replace(['{', '}'], "'");
            let (en, fr) = (clean(en), clean(fr));
            Some(abaque_core::message!("lost: {en}", "perdue\u{a0}: {fr}"))
        }
    }
}

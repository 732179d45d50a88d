use abaque_catalog::{AnyGame, IDLE_TURNS, Judge, Played, REPETITIONS, Refused};
use abaque_core::{ClockRule, Lang, Outcome, Reason, Said, Turn, said};

use crate::clocks::Clocks;
use crate::error::{RecordError, clip};
use crate::limits::{MAX_DEPTH, MAX_PLIES};
use crate::line::{Line, Move};
use crate::proof::{Lottery, Proof};
use crate::record::Record;
use crate::seals::{Sealed, Seals};

/// What a record was found to be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// How the game ended; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// The plies of the main line.
    pub plies: usize,
    /// The plies of all variations.
    pub side_plies: usize,
    /// The position at the end of the main line.
    pub position: String,
    /// Whether its lots were recomputed.
    pub lots: Proof,
    /// Whether the set-ups were those sealed, by seat.
    pub seals: [Sealed; 2],
}

/// Plays a record through: every ply legal, the result that of the board, the judge or the table,
/// lots and seals as promised, clocks possible.
///
/// Variations are analysis: their plies must be legal, but repetition and lack of progress do not
/// end them, and their lots are anybody's.
pub fn check(record: &Record) -> Result<Checked, RecordError> {
    let mut game = record.open()?;
    let mut judge = Judge::new(&*game);
    let mut ending = match game.turn() {
        Turn::Over(outcome) => Some(outcome),
        _ => None,
    };
    let mut lottery = Lottery::open(record)?;
    let mut seals = Seals::open(record)?;
    let mut clocks = Clocks::open(record);
    let mut side_plies = 0;
    for (index, played) in record.main().moves().iter().enumerate() {
        let ply = index + 1;
        if let Some(outcome) = ending {
            return Err(too_late(played, ply, &outcome.text(game.info().letters)));
        }
        for line in played.variations() {
            side_plies += walk(game.clone(), line, ply, 1)?;
        }
        let due = lottery.due(&*game, index as u64);
        let sealed = game.sealed();
        let turn = game.turn();
        let done = play(&mut *game, played, ply)?;
        match turn {
            Turn::Chance => lottery.drawn(due, &done.text, played, ply)?,
            Turn::Of(seat) if sealed => seals.opened(seat, game.info().letters, &done.text)?,
            _ => {}
        }
        clocks.stopped(turn, &done, played, ply)?;
        ending = judge.played(&*game, &done);
    }
    let plies = record.main().moves().len();
    if plies + side_plies > MAX_PLIES {
        return Err(RecordError::new(
            record.tag_line("Game"),
            said!(
                "a record has at most {MAX_PLIES} plies, variations included",
                "une partie a au plus {MAX_PLIES} coups, variantes comprises"
            ),
        ));
    }
    check_result(record, &*game, &judge, ending)?;
    Ok(Checked {
        outcome: record.outcome(),
        plies,
        side_plies,
        position: game.position(),
        lots: lottery.proof(),
        seals: seals.finish()?,
    })
}

fn play(game: &mut dyn AnyGame, played: &Move, ply: usize) -> Result<Played, RecordError> {
    game.play(played.ply()).map_err(|refused| illegal(played, ply, &refused))
}

/// Plays a variation through and counts its plies and those of the variations inside it.
fn walk(
    mut game: Box<dyn AnyGame>,
    line: &Line,
    first: usize,
    depth: usize,
) -> Result<usize, RecordError> {
    let mut count = 0;
    for (ply, played) in (first..).zip(line.moves()) {
        if depth > MAX_DEPTH {
            return Err(RecordError::new(
                played.at,
                said!(
                    "variations are nested at most {MAX_DEPTH} deep",
                    "les variantes s'imbriquent sur {MAX_DEPTH} niveaux au plus"
                ),
            ));
        }
        for inner in played.variations() {
            count += walk(game.clone(), inner, ply, depth + 1)?;
        }
        play(&mut *game, played, ply)
            .map_err(|error| RecordError { said: in_variation(error.said), ..error })?;
        count += 1;
    }
    Ok(count)
}

fn in_variation(said: Said) -> Said {
    let Said { en, fr } = said;
    said!("in a variation, {en}", "dans une variante, {fr}")
}

/// Puts the ply before what is wrong with it.
pub(crate) fn at_ply(played: &Move, ply: usize, why: Said) -> RecordError {
    let (text, Said { en, fr }) = (clip(played.ply()), why);
    RecordError::new(played.at, said!("ply {ply} `{text}`: {en}", "coup {ply} « {text} » : {fr}"))
}

fn illegal(played: &Move, ply: usize, refused: &Refused) -> RecordError {
    at_ply(played, ply, Said { en: refused.tell(Lang::En), fr: refused.tell(Lang::Fr) })
}

fn too_late(played: &Move, ply: usize, result: &str) -> RecordError {
    let before = ply - 1;
    at_ply(
        played,
        ply,
        said!(
            "the game ended with ply {before} ({result}); nothing may follow",
            "la partie a fini au coup {before} ({result}) ; rien ne peut suivre"
        ),
    )
}

fn check_result(
    record: &Record,
    game: &dyn AnyGame,
    judge: &Judge,
    ending: Option<Outcome>,
) -> Result<(), RecordError> {
    let claimed = record.outcome();
    if ending == claimed {
        return Ok(());
    }
    let result = record.result();
    let plies = record.main().moves().len();
    let why = match (ending, claimed) {
        (Some(ending), _) => {
            let due = ending.text(game.info().letters);
            said!(
                "after ply {plies} the game is over, `{due}`; the tag Result says `{result}`",
                "après le coup {plies} la partie est finie, « {due} » ; la balise Result dit « {result} »"
            )
        }
        (None, None) => return Ok(()),
        (None, Some(claimed)) => match claimed.reason() {
            Reason::Agreement | Reason::Resignation => return Ok(()),
            Reason::Time => {
                if record.tag("Clock").and_then(|text| text.parse().ok()) != Some(ClockRule::None) {
                    return Ok(());
                }
                said!(
                    "the tag Result says `{result}`, but by the tag Clock there was no clock",
                    "la balise Result dit « {result} », mais selon la balise Clock il n'y a pas de pendule"
                )
            }
            Reason::Repetition => {
                let times = judge.times(game);
                said!(
                    "the tag Result says `{result}`, but the last position has arisen {times} of {REPETITIONS} times (COM-01)",
                    "la balise Result dit « {result} », mais la dernière position est apparue {times} fois sur {REPETITIONS} (COM-01)"
                )
            }
            Reason::NoProgress => {
                let turns = judge.idle_turns();
                said!(
                    "the tag Result says `{result}`, but only {turns} of {IDLE_TURNS} turns passed without progress (COM-03)",
                    "la balise Result dit « {result} », mais seulement {turns} tours sur {IDLE_TURNS} ont passé sans progrès (COM-03)"
                )
            }
            _ => said!(
                "the tag Result says `{result}`, but after ply {plies} the game is not over on the board",
                "la balise Result dit « {result} », mais après le coup {plies} la partie n'est pas finie sur le plateau"
            ),
        },
    };
    Err(RecordError::new(record.tag_line("Result"), why))
}

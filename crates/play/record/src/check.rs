use abaque_catalog::{
    AnyGame, GameHistory, IDLE_TURN_LIMIT, PlyEffect, PlyError, REPETITION_LIMIT,
};
use abaque_core::{ClockRule, EndReason, Lang, Message, Outcome, Turn, message};
use abaque_lots::SeedMode;

use crate::clock_verifier::ClockVerifier;
use crate::error::{RecordError, truncate_for_message};
use crate::limits::{MAX_DEPTH, MAX_PLIES};
use crate::line::{RecordLine, RecordMove};
use crate::lot_verifier::{LotStatus, LotVerifier, seed_mode};
use crate::record::Record;
use crate::seal_verifier::{SealStatus, SealVerifier};

/// The findings of [`check`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckReport {
    /// The outcome; `None` while the game goes on.
    pub outcome: Option<Outcome>,
    /// The number of plies in the main line.
    pub plies: usize,
    /// The number of plies in all variations.
    pub variation_plies: usize,
    /// The position at the end of the main line.
    pub position: String,
    /// Whether the lots could be recomputed.
    pub lots: LotStatus,
    /// How the players' seeds were opened, if recorded.
    pub seeds: Option<SeedMode>,
    /// Whether the set-ups match their seals, by seat.
    pub seals: [SealStatus; 2],
}

/// Replays a record: every ply must be legal, the result must follow from the board, the draw rules
/// or the table, lots and seals must verify, clocks must be possible.
///
/// Variations are analysis: their plies must be legal, but repetition and lack of progress do not
/// end them, and their lots are not verified.
pub fn check(record: &Record) -> Result<CheckReport, RecordError> {
    let mut game = record.open_start()?;
    let mut history = GameHistory::new(&*game);
    let mut ending = match game.turn() {
        Turn::Over(outcome) => Some(outcome),
        _ => None,
    };
    let mut lottery = LotVerifier::from_record(record)?;
    let mut seals = SealVerifier::from_record(record)?;
    let mut clocks = ClockVerifier::from_record(record);
    let mut side_plies = 0;
    for (index, played) in record.main_line().moves().iter().enumerate() {
        let ply = index + 1;
        if let Some(outcome) = ending {
            return Err(ply_after_end(played, ply, &outcome.to_text(game.description().letters)));
        }
        for line in played.variations() {
            side_plies += check_variation(game.clone(), line, ply, 1)?;
        }
        let due = lottery.expected_outcome(&*game, index as u64);
        let sealed = game.is_sealed();
        let turn = game.turn();
        let done = play_move(&mut *game, played, ply)?;
        match turn {
            Turn::Chance => lottery.check_lot(due, &done.text, played, ply)?,
            Turn::Of(seat) if sealed => {
                seals.check_setup(seat, game.description().letters, &done.text)?
            }
            _ => {}
        }
        clocks.check_clock(turn, &done, played, ply)?;
        ending = history.record_ply(&*game, &done);
    }
    let plies = record.main_line().moves().len();
    if plies + side_plies > MAX_PLIES {
        return Err(RecordError::new(
            record.tag_line("Game"),
            message!(
                "a record has at most {MAX_PLIES} moves, variations included",
                "une notation a au plus {MAX_PLIES} coups, variantes comprises"
            ),
        ));
    }
    check_result(record, &*game, &history, ending)?;
    Ok(CheckReport {
        outcome: record.outcome(),
        plies,
        variation_plies: side_plies,
        position: game.position(),
        lots: lottery.status(),
        seeds: seed_mode(record),
        seals: seals.finish()?,
    })
}

fn play_move(
    game: &mut dyn AnyGame,
    played: &RecordMove,
    ply: usize,
) -> Result<PlyEffect, RecordError> {
    game.play(played.ply()).map_err(|refused| illegal_ply(played, ply, &refused))
}

/// Replays a variation and counts its plies, nested variations included.
fn check_variation(
    mut game: Box<dyn AnyGame>,
    line: &RecordLine,
    first: usize,
    depth: usize,
) -> Result<usize, RecordError> {
    let mut count = 0;
    for (ply, played) in (first..).zip(line.moves()) {
        if depth > MAX_DEPTH {
            return Err(RecordError::new(
                played.at,
                message!(
                    "variations are nested at most {MAX_DEPTH} deep",
                    "les variantes s'imbriquent sur {MAX_DEPTH} niveaux au plus"
                ),
            ));
        }
        for inner in played.variations() {
            count += check_variation(game.clone(), inner, ply, depth + 1)?;
        }
        play_move(&mut *game, played, ply)
            .map_err(|error| RecordError { message: in_variation(error.message), ..error })?;
        count += 1;
    }
    Ok(count)
}

fn in_variation(message: Message) -> Message {
    let Message { en, fr } = message;
    message!("in a variation, {en}", "dans une variante, {fr}")
}

/// Prefixes an error with its ply.
pub(crate) fn ply_error(played: &RecordMove, ply: usize, why: Message) -> RecordError {
    let (text, Message { en, fr }) = (truncate_for_message(played.ply()), why);
    RecordError::new(
        played.at,
        message!("move {ply} `{text}`: {en}", "coup {ply} «\u{a0}{text}\u{a0}»\u{a0}: {fr}"),
    )
}

fn illegal_ply(played: &RecordMove, ply: usize, refused: &PlyError) -> RecordError {
    ply_error(
        played,
        ply,
        Message { en: refused.localized(Lang::En), fr: refused.localized(Lang::Fr) },
    )
}

fn ply_after_end(played: &RecordMove, ply: usize, result: &str) -> RecordError {
    let before = ply - 1;
    ply_error(
        played,
        ply,
        message!(
            "the game ended with move {before} ({result}); nothing may follow",
            "la partie s'est terminée au coup {before} ({result})\u{a0}; rien ne peut suivre"
        ),
    )
}

fn check_result(
    record: &Record,
    game: &dyn AnyGame,
    history: &GameHistory,
    ending: Option<Outcome>,
) -> Result<(), RecordError> {
    let claimed = record.outcome();
    if ending == claimed {
        return Ok(());
    }
    let result = record.result();
    let plies = record.main_line().moves().len();
    let why = match (ending, claimed) {
        (Some(ending), _) => {
            let due = ending.to_text(game.description().letters);
            message!(
                "after move {plies} the game is over, `{due}`; the tag Result says `{result}`",
                "après le coup {plies} la partie est terminée, «\u{a0}{due}\u{a0}»\u{a0}; la balise Result dit «\u{a0}{result}\u{a0}»"
            )
        }
        (None, None) => return Ok(()),
        (None, Some(claimed)) => match claimed.reason() {
            EndReason::Agreement | EndReason::Resignation => return Ok(()),
            EndReason::Time => {
                if record.tag("Clock").and_then(|text| text.parse().ok()) != Some(ClockRule::None) {
                    return Ok(());
                }
                message!(
                    "the tag Result says `{result}`, but by the tag Clock there was no clock",
                    "la balise Result dit «\u{a0}{result}\u{a0}», mais selon la balise Clock il n'y a pas de pendule"
                )
            }
            EndReason::Repetition => {
                let times = history.repetitions(game);
                message!(
                    "the tag Result says `{result}`, but the last position has arisen {times} of {REPETITION_LIMIT} times (COM-01)",
                    "la balise Result dit «\u{a0}{result}\u{a0}», mais la dernière position est apparue {times} fois sur {REPETITION_LIMIT} (COM-01)"
                )
            }
            EndReason::NoProgress => {
                let turns = history.idle_turns();
                message!(
                    "the tag Result says `{result}`, but only {turns} of {IDLE_TURN_LIMIT} turns passed without progress (COM-03)",
                    "la balise Result dit «\u{a0}{result}\u{a0}», mais seulement {turns} tours sur {IDLE_TURN_LIMIT} ont passé sans progrès (COM-03)"
                )
            }
            EndReason::Board(_) => message!(
                "the tag Result says `{result}`, but after move {plies} the game is not over on the board",
                "la balise Result dit «\u{a0}{result}\u{a0}», mais après le coup {plies} la partie n'est pas terminée sur le plateau"
            ),
        },
    };
    Err(RecordError::new(record.tag_line("Result"), why))
}

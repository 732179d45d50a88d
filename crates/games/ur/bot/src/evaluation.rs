//! Static evaluation: a lead in squares, and the winning chance it stands for.

use abaque_core::{Game, Seat};
use abaque_ur::Ur;

/// Log odds per square of lead.
const LOG_ODDS_PER_SQUARE: f64 = 0.07;
/// What the right to throw is worth, in squares.
const TEMPO: f64 = 2.0;
/// What a piece at home is worth beyond the squares it has gone.
const HOME: f64 = 2.0;
/// What holding the safe rosette is worth.
const SAFE_ROSETTE: f64 = 3.0;
/// How much of a hit's cost counts: the opponent may not want, or not get, to play it.
const RISK: f64 = 0.7;
/// Chances of the throws 0–4.
const THROW_CHANCES: [f64; 5] = [0.0625, 0.25, 0.375, 0.25, 0.0625];

/// The chance that `seat` wins a position in which a throw is due.
pub(crate) fn chance_at_throw(game: &Ur, seat: Seat) -> f64 {
    let tempo = match game.side() {
        Some(side) if side == seat => TEMPO,
        Some(_) => -TEMPO,
        None => 0.0,
    };
    chance_of_lead(standing(game, seat) - standing(game, seat.other()) + tempo)
}

/// The winning chance that a lead in squares stands for; 0 and 1 are for finished games.
fn chance_of_lead(squares: f64) -> f64 {
    (1.0 / (1.0 + (-LOG_ODDS_PER_SQUARE * squares).exp())).clamp(0.0002, 0.9998)
}

/// The lead in squares that a winning chance stands for.
pub(crate) fn lead_of_chance(chance: f64) -> f64 {
    let chance = chance.clamp(0.0002, 0.9998);
    (chance / (1.0 - chance)).ln() / LOG_ODDS_PER_SQUARE
}

/// Squares gone, with bonuses and what is at risk, of one player.
fn standing(game: &Ur, seat: Seat) -> f64 {
    let gone = 15.0 * f64::from(game.options().pieces) - f64::from(game.steps_to_go(seat));
    let rosette = if game.has_piece(seat, 8) { SAFE_ROSETTE } else { 0.0 };
    let risk: f64 = (5..=12)
        .filter(|&step| step != 8 && game.has_piece(seat, step))
        .map(|step| f64::from(step) * hit_chance(game, seat.other(), step))
        .sum();
    // A player about to throw can move a threatened piece away first.
    let share = if game.side() == Some(seat) { 0.5 } else { 1.0 };
    gone + HOME * f64::from(game.home(seat)) + rosette - RISK * share * risk
}

/// The chance that one throw of `by` hits a piece on a shared step.
fn hit_chance(game: &Ur, by: Seat, step: u8) -> f64 {
    (1..=4u8)
        .filter(|number| match step - number {
            0 => game.waiting(by) > 0,
            from => game.has_piece(by, from),
        })
        .map(|number| THROW_CHANCES[usize::from(number)])
        .sum()
}

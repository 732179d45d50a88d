//! A player who looks one turn ahead and uses stop pawns, and matches between two of them.

use abaque_abraxas::{Abraxas, AbraxasOptions, Action, Cell, Corner, Phase};
use abaque_core::{Game, Ply, Seat, Source, SplitMix, Turn};

/// The two central gaps of sheet 1, as cells.
const GAPS: [(u8, u8); 2] = [(3, 4), (5, 4)];

/// The first pawns that fill a gap once the plate, lying in a corner, is pushed.
pub(crate) fn openings(corner: Corner) -> Vec<Action> {
    let gaps = GAPS.iter().filter_map(|&(column, row)| Cell::at(column, row)?.hole(corner.next()));
    gaps.map(Action::Put).collect()
}

/// What a turn begun with this action brings at once: the pawns taken after the push, the best
/// push if there are several, without playing again.
fn gain(game: &Abraxas, action: Action) -> i32 {
    let (side, mut best) = (game.side(), 0);
    let mut put = *game;
    put.apply_unchecked(Ply::Act(action));
    if let Phase::Stop { .. } = put.phase() {
        put.apply_unchecked(Ply::Act(Action::Go));
    }
    for corner in put.arrows() {
        let mut pushed = put;
        pushed.apply_unchecked(Ply::Act(Action::Push(corner)));
        while pushed.phase().is_taking() {
            let Some(taking) = pushed.random_action(&mut SplitMix(0)) else { break };
            pushed.apply_unchecked(Ply::Act(taking));
        }
        best = best.max(i32::from(pushed.score(side)) - i32::from(game.score(side)));
    }
    best
}

/// What the player to act threatens with a red pawn: ten for each pawn of the best gain, and one
/// for each placement that brings anything.
fn threat(game: &Abraxas) -> i32 {
    let mut legal = Vec::new();
    game.legal(&mut legal);
    legal.retain(|action| matches!(action, Action::Put(_) | Action::Move { .. }));
    let (mut best, mut ways) = (0, 0);
    for action in legal {
        let gain = gain(game, action);
        best = best.max(gain);
        ways += i32::from(gain > 0);
    }
    10 * best + ways
}

/// How good a position is for a player, looking one turn ahead: what was taken, and what the next
/// to act threatens to take.
fn value(game: &Abraxas, seat: Seat) -> i32 {
    let lead = i32::from(game.score(seat)) - i32::from(game.score(seat.other()));
    let next = match game.phase() {
        Phase::Over => 1000,
        phase if phase.is_placing() => threat(game),
        _ => 0,
    };
    10 * lead + if game.side() == seat { next / 2 } else { -next }
}

/// A careful player: for each of some placements, plays the turn out and weighs what it brings
/// against what it allows; says Stop to a pawn that makes a line.
fn careful(game: &Abraxas, source: &mut SplitMix) -> Option<Action> {
    let seat = game.side();
    let mut legal = Vec::new();
    game.legal(&mut legal);
    if let Phase::Stop { .. } = game.phase() {
        let mut gone = *game;
        gone.apply_unchecked(Ply::Act(Action::Go));
        let mut pushed = gone;
        pushed.apply_unchecked(Ply::Act(Action::Push(gone.arrows().next()?)));
        if !pushed.phase().is_taking() {
            return Some(Action::Go);
        }
        legal.retain(|action| *action != Action::Go);
    } else if game.phase().is_placing() {
        // Stop pawns are kept for saying Stop; a line at once is better than any other placement.
        legal.retain(|action| !matches!(action, Action::Stop(_) | Action::End));
        let best = legal.iter().map(|action| gain(game, *action)).max()?;
        legal.retain(|action| best == 0 || gain(game, *action) == best);
    }
    // A sample is enough to find a quiet placement; where a stop pawn goes deserves every look.
    let stopping = matches!(game.phase(), Phase::Stop { .. });
    while legal.len() > 12 && !stopping {
        legal.swap_remove(source.below(legal.len() as u64) as usize);
    }
    let weigh = |action: &Action| {
        let mut put = *game;
        put.apply_unchecked(Ply::Act(*action));
        match put.phase() {
            Phase::Stop { .. } => put.apply_unchecked(Ply::Act(Action::Go)),
            Phase::Push | Phase::PushOrNot => {}
            _ => return value(&put, seat),
        }
        let stay = (put.phase() == Phase::PushOrNot).then_some(Action::Stay);
        let ways = put.arrows().map(Action::Push).chain(stay);
        let worths = ways.map(|way| {
            let mut next = put;
            next.apply_unchecked(Ply::Act(way));
            value(&next, seat)
        });
        worths.max().unwrap_or(0)
    };
    let weights: Vec<i32> = legal.iter().map(weigh).collect();
    let most = *weights.iter().max()?;
    let mut best = legal.iter().zip(&weights).filter(|(_, weight)| **weight == most);
    let drawn = source.below(best.clone().count() as u64) as usize;
    best.nth(drawn).map(|(action, _)| *action)
}

/// Games won by player 1, by player 2 and unfinished, between two careful players.
pub(crate) fn matches(options: &AbraxasOptions, central: bool, games: u64) -> [u32; 3] {
    let mut tally = [0; 3];
    for seed in 0..games {
        let mut source = SplitMix(seed);
        let corner = Corner::ALL[seed as usize % 4];
        let mut game = Abraxas::start(options);
        game.apply_unchecked(Ply::Act(Action::Lay(corner)));
        if central {
            let first = openings(corner)[seed as usize / 4 % 2];
            game.apply_unchecked(Ply::Act(first));
        }
        for _ in 0..400 {
            let Some(action) = careful(&game, &mut source) else { break };
            game.apply_unchecked(Ply::Act(action));
        }
        tally[match game.turn() {
            Turn::Over(outcome) => usize::from(outcome.winner() != Some(Seat::First)),
            _ => 2,
        }] += 1;
    }
    tally
}

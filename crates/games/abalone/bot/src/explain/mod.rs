//! Mistakes and hints in words: balls that can be pushed off now or by force, threats, and how the
//! balls stand.

mod measure;
mod sentence;
mod tactics;

use abaque_abalone::{Abalone, Action, Point};
use abaque_bot::TurnToExplain;
use abaque_core::{Game, Ply, Seat};

pub use measure::Measure;
use tactics::{
    PushOff, find_forcing_move, find_later_forcing_move, is_forcing, is_forcing_later, pushes_off,
};

/// Whether a fact is about the best move as a hint, or about one that was missed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    /// A hint: the best move does this.
    AsHint,
    /// A mistake: the best move would have done this, the one played does not.
    AsMissed,
}

/// A proved statement about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fact {
    /// After the move played, the opponent of `seat` can push `ball` off with `push`.
    LetsPushOff {
        /// The player who made the mistake.
        seat: Seat,
        /// The ball.
        ball: Point,
        /// The opponent's push.
        push: Action,
        /// Whether the ball was already in danger before the move.
        was_in_danger: bool,
        /// Whether that push wins the game.
        wins: bool,
    },
    /// After the move played, the opponent of `seat` plays `first` and then pushes a ball off,
    /// whatever is answered.
    LetsForcePushOff {
        /// The player who made the mistake.
        seat: Seat,
        /// The opponent's first move.
        first: Action,
        /// The ball, if it is the same one after every answer and `first` does not move it.
        ball: Option<Point>,
    },
    /// After the move played, the opponent of `seat` plays `first` and pushes a ball off by its
    /// third move, whatever is answered.
    LetsForcePushOffLater {
        /// The player who made the mistake.
        seat: Seat,
        /// The opponent's first move.
        first: Action,
    },
    /// The best move pushes a ball off.
    PushesOff {
        /// The best move.
        best: Action,
        /// The ball.
        ball: Point,
        /// Whether that wins the game.
        wins: bool,
        /// Hint or mistake.
        told: Told,
    },
    /// After the best move a push off follows, whatever the opponent answers.
    ForcesPushOff {
        /// The best move.
        best: Action,
        /// The ball, if it is the same one after every answer.
        ball: Option<Point>,
        /// Hint or mistake.
        told: Told,
    },
    /// After the best move a push off follows by the move after next, whatever is answered.
    ForcesPushOffLater {
        /// The best move.
        best: Action,
        /// Hint or mistake.
        told: Told,
    },
    /// After the best move, `push` would push `ball` off unless the opponent prevents it.
    Threatens {
        /// The best move.
        best: Action,
        /// The ball in danger.
        ball: Point,
        /// The push that threatens.
        push: Action,
        /// Hint or mistake.
        told: Told,
    },
    /// Before the best move the opponent of `seat` could have pushed `ball` off with `push`; after
    /// it no push off is possible.
    Saves {
        /// The player to move.
        seat: Seat,
        /// The ball.
        ball: Point,
        /// The push that it prevents.
        push: Action,
    },
    /// How the balls stand after the best move, and after the one played (in a hint: before it).
    Stands {
        /// The player to move.
        seat: Seat,
        /// What is counted.
        measure: Measure,
        /// After the best move.
        best: u32,
        /// After the move played, or now.
        other: u32,
        /// The best move.
        action: Action,
        /// Hint or mistake.
        told: Told,
    },
}

/// The facts that set a move apart from the best one, most important first; at most two.
pub fn facts(turn: &TurnToExplain<Abalone>) -> Vec<Fact> {
    let (before, Some(&best)) = (turn.view, turn.best.first()) else { return Vec::new() };
    if before.is_placing() || before.check(&best).is_err() {
        return Vec::new();
    }
    let after_best = after(before, best);
    match turn.played.map(<[Action]>::first) {
        None => hint_facts(before, best, &after_best),
        Some(Some(played)) if before.check(played).is_ok() => {
            mistake_facts(before, &after(before, *played), best, &after_best)
        }
        Some(_) => Vec::new(),
    }
}

fn after(game: &Abalone, action: Action) -> Abalone {
    let mut next = *game;
    next.apply_unchecked(Ply::Act(action));
    next
}

fn hint_facts(before: &Abalone, best: Action, after_best: &Abalone) -> Vec<Fact> {
    let seat = before.side();
    let mut facts = Vec::new();
    facts.extend(gain(before, None, best, after_best, Told::AsHint));
    if let (Some(danger), true) = (
        pushes_off(before, seat.other()).first(),
        !after_best.is_over() && pushes_off(after_best, seat.other()).is_empty(),
    ) {
        facts.push(Fact::Saves { seat, ball: danger.ball, push: danger.push });
    }
    if facts.is_empty() {
        facts.extend(measure::difference(seat, before, after_best, best, Told::AsHint));
    }
    facts.truncate(2);
    facts
}

fn mistake_facts(
    before: &Abalone,
    after_played: &Abalone,
    best: Action,
    after_best: &Abalone,
) -> Vec<Fact> {
    let seat = before.side();
    let mut facts = Vec::new();
    facts.extend(harm(before, after_played, after_best));
    facts.extend(gain(before, Some(after_played), best, after_best, Told::AsMissed));
    // A threat alone explains little beside a ball lost.
    if facts.len() > 1 && matches!(facts[1], Fact::Threatens { .. }) {
        facts.truncate(1);
    }
    if facts.is_empty() {
        let apart = measure::difference(seat, after_played, after_best, best, Told::AsMissed);
        facts.extend(apart);
    }
    facts
}

/// What the move played lets the opponent do and the best move does not.
fn harm(before: &Abalone, after_played: &Abalone, after_best: &Abalone) -> Option<Fact> {
    let (seat, opponent) = (before.side(), before.side().other());
    if after_played.is_over() {
        return None;
    }
    let [threats, threats_left] = [after_played, after_best].map(|game| dangers(game, opponent));
    if threats.len() > threats_left.len() {
        let was = pushes_off(before, opponent);
        let is_new = |danger: &&PushOff| threats_left.iter().all(|it| it.ball != danger.ball);
        let PushOff { ball, push } = *threats.iter().find(is_new).or(threats.first())?;
        let was_in_danger = was.iter().any(|it| it.ball == ball);
        let wins = after(after_played, push).is_over();
        return Some(Fact::LetsPushOff { seat, ball, push, was_in_danger, wins });
    }
    if !threats.is_empty() || after_best.is_over() {
        return None;
    }
    if find_forcing_move(after_best).is_some() {
        return None;
    }
    if let Some((first, ball)) = find_forcing_move(after_played) {
        return Some(Fact::LetsForcePushOff { seat, first, ball });
    }
    let first = find_later_forcing_move(after_played)?;
    let explains = find_later_forcing_move(after_best).is_none();
    explains.then_some(Fact::LetsForcePushOffLater { seat, first })
}

/// One push for every ball that `seat` could push off.
fn dangers(game: &Abalone, seat: Seat) -> Vec<PushOff> {
    let mut each: Vec<PushOff> = Vec::new();
    if game.is_over() {
        return each;
    }
    for danger in pushes_off(game, seat) {
        if each.iter().all(|known| known.ball != danger.ball) {
            each.push(danger);
        }
    }
    each
}

/// What the best move gains and the move played, if any, does not.
fn gain(
    before: &Abalone,
    after_played: Option<&Abalone>,
    best: Action,
    after_best: &Abalone,
    told: Told,
) -> Option<Fact> {
    let seat = before.side();
    let lost = |game: &Abalone| game.lost(seat.other());
    if lost(after_best) > lost(before) {
        if after_played.is_some_and(|game| lost(game) > lost(before)) {
            return None;
        }
        let push = pushes_off(before, seat).into_iter().find(|push| push.push == best)?;
        let wins = after_best.is_over();
        return Some(Fact::PushesOff { best, ball: push.ball, wins, told });
    }
    if after_best.is_over() || after_played.is_some_and(Game::is_over) {
        return None;
    }
    let had = pushes_off(after_played.unwrap_or(before), seat);
    let threat = pushes_off(after_best, seat);
    let threat = threat.into_iter().find(|it| had.iter().all(|had| had.ball != it.ball))?;
    if let Some(ball) = is_forcing(after_best)
        && after_played.is_none_or(|game| is_forcing(game).is_none())
    {
        return Some(Fact::ForcesPushOff { best, ball, told });
    }
    if is_forcing_later(after_best) && after_played.is_none_or(|game| !is_forcing_later(game)) {
        return Some(Fact::ForcesPushOffLater { best, told });
    }
    let PushOff { ball, push } = threat;
    Some(Fact::Threatens { best, ball, push, told })
}

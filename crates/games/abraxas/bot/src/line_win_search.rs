//! Proof search for wins by lines alone: the attacker makes a line with every pawn, with no quiet
//! move, against every defence. A win found this way is proven; a position without one may still be
//! won.
//!
//! Most Stops are irrelevant, because the stop pawn stands where nothing happens. A won position
//! therefore has a *zone*: all holes over lines that appear on the way and all holes used. The
//! search tries one Stop in a hole that never covers a dot; if the position after it is won within
//! a zone, the same win works after a Stop in any other hole outside that zone.

use std::collections::HashMap;

use abaque_abraxas::{Abraxas, Action, Corner, Hole, HoleSet, Phase, sheet_to_plate};
use abaque_core::{Game, Ply, Seat, Turn};

use super::line_scan::LineScan;

/// Key of a placement position without its options: red pawns, stop pawns, the rest.
type PlacingKey = (u64, u64, u64);

/// Proof search for wins by lines alone.
pub struct LineWinSearch {
    seat: Seat,
    /// Whether zones are used; otherwise every Stop is searched separately.
    use_zones: bool,
    solved: HashMap<PlacingKey, Option<u64>>,
    nodes_left: u64,
}

impl LineWinSearch {
    /// A search for `attacker` that visits at most `most` positions.
    pub fn new(attacker: Seat, most: u64) -> LineWinSearch {
        LineWinSearch { seat: attacker, use_zones: true, solved: HashMap::new(), nodes_left: most }
    }

    /// Without zones: searches every Stop separately. Slow; for checking the fast search.
    pub fn without_zones(attacker: Seat, most: u64) -> LineWinSearch {
        LineWinSearch { use_zones: false, ..LineWinSearch::new(attacker, most) }
    }

    /// Remaining position budget.
    pub fn nodes_left(&self) -> u64 {
        self.nodes_left
    }

    /// Whether the attacker wins by lines alone against every defence; `None` if the budget ran
    /// out.
    pub fn wins(&mut self, game: &Abraxas) -> Option<bool> {
        self.solved.clear();
        Some(self.winning_zone(game)?.is_some())
    }

    /// The zone of the attacker's win, if there is one.
    fn winning_zone(&mut self, game: &Abraxas) -> Option<Option<u64>> {
        let side = match game.turn() {
            Turn::Over(outcome) => {
                return Some((outcome.winner() == Some(self.seat)).then_some(0));
            }
            Turn::Of(side) => side,
            Turn::Chance => return Some(None),
        };
        self.nodes_left = self.nodes_left.checked_sub(1)?;
        match game.phase() {
            phase if phase.is_placing() && side != self.seat => Some(None),
            phase if phase.is_placing() => {
                let key = placing_key(game);
                if let Some(known) = self.solved.get(&key) {
                    return Some(*known);
                }
                let mut actions = Vec::with_capacity(16);
                line_makers(game, &mut actions);
                let won = self.any_wins(game, &actions)?;
                self.solved.insert(key, won);
                Some(won)
            }
            Phase::Stop { .. } if side != self.seat => self.wins_despite_stops(game),
            _ => {
                let mut actions = Vec::with_capacity(16);
                game.legal_actions(&mut actions);
                let won = if side == self.seat {
                    self.any_wins(game, &actions)
                } else {
                    self.all_win(game, &actions)
                };
                let lines = if game.phase().is_taking() { holes_in_lines(game) } else { 0 };
                Some(won?.map(|zone| zone | lines))
            }
        }
    }

    fn zone_after(&mut self, game: &Abraxas, action: Action) -> Option<Option<u64>> {
        let mut next = *game;
        next.apply_unchecked(Ply::Act(action));
        let used = match action {
            Action::Put(hole) => hole.bit(),
            Action::Move { from, to } => from.bit() | to.bit(),
            _ => 0,
        };
        Some(self.winning_zone(&next)?.map(|zone| zone | used))
    }

    /// OR node: the attacker needs one winning action.
    fn any_wins(&mut self, game: &Abraxas, actions: &[Action]) -> Option<Option<u64>> {
        for action in actions {
            if let Some(zone) = self.zone_after(game, *action)? {
                return Some(Some(zone));
            }
        }
        Some(None)
    }

    /// AND node: every defence must lose.
    fn all_win(&mut self, game: &Abraxas, actions: &[Action]) -> Option<Option<u64>> {
        let mut all = 0;
        for action in actions {
            match self.zone_after(game, *action)? {
                Some(zone) => all |= zone,
                None => return Some(None),
            }
        }
        Some(Some(all))
    }

    /// Whether the win survives every Stop of the defender.
    fn wins_despite_stops(&mut self, game: &Abraxas) -> Option<Option<u64>> {
        let mut stops = Vec::with_capacity(64);
        game.legal_actions(&mut stops);
        stops.retain(|action| matches!(action, Action::Stop(_)));
        sort_breakers_first(game, &mut stops);
        let Some(mut all) = self.zone_after(game, Action::Go)? else { return Some(None) };
        let idle = stops.iter().rposition(|stop| self.use_zones && is_inert(game, stop));
        let mut matters = u64::MAX;
        if let Some(idle) = idle {
            let Some(zone) = self.zone_after(game, stops.remove(idle))? else { return Some(None) };
            all |= zone;
            matters = zone;
        }
        for stop in stops {
            let Action::Stop(hole) = stop else { continue };
            if matters & hole.bit() != 0 {
                let Some(zone) = self.zone_after(game, stop)? else { return Some(None) };
                all |= zone;
            }
        }
        Some(Some(all))
    }
}

fn placing_key(game: &Abraxas) -> PlacingKey {
    let small = [
        u64::from(game.phase() == Phase::Again),
        u64::from(game.phase() == Phase::PlaceNoStop),
        game.corner().map_or(4, |corner| corner as u64),
        game.score(Seat::First).into(),
        game.score(Seat::Second).into(),
        game.stops_left(Seat::First).into(),
        game.stops_left(Seat::Second).into(),
    ];
    let rest = small.iter().fold(0, |sum, part| sum << 5 | part);
    (game.red_pawns().bits(), game.stop_pawns().bits(), rest)
}

/// Whether a stop pawn there covers no dot in any corner and is in no line.
fn is_inert(game: &Abraxas, action: &Action) -> bool {
    let Action::Stop(hole) = action else { return false };
    let dots = game.sheet().dots();
    Corner::ALL.iter().all(|corner| sheet_to_plate(dots, *corner) & hole.bit() == 0)
}

/// Holes over all cells of the lines in view.
fn holes_in_lines(game: &Abraxas) -> u64 {
    let Some(corner) = game.corner() else { return 0 };
    let cells = game.lines().flat_map(|line| line.cells().collect::<Vec<_>>());
    cells.filter_map(|cell| cell.hole(corner)).fold(0, |set, hole| set | hole.bit())
}

/// Placements that make a line after some push.
fn line_makers(game: &Abraxas, out: &mut Vec<Action>) {
    let (dots, red, stop) =
        (game.sheet().dots(), game.red_pawns().bits(), game.stop_pawns().bits());
    let makers = |red: u64| {
        game.arrows()
            .fold(0, |set, corner| set | LineScan::from_pawns(dots, red, stop, corner).makers())
    };
    if game.reserve() > 0 {
        out.extend(HoleSet::from_bits(makers(red)).iter().map(Action::Put));
        return;
    }
    for from in game.red_pawns().iter() {
        let holes = HoleSet::from_bits(makers(red & !from.bit()) & !from.bit());
        out.extend(holes.iter().map(|to| Action::Move { from, to }));
    }
}

/// Sorts Stops that break something in the next two views first: a refutation is likely there.
fn sort_breakers_first(game: &Abraxas, actions: &mut [Action]) {
    let (dots, red, stop) =
        (game.sheet().dots(), game.red_pawns().bits(), game.stop_pawns().bits());
    let Phase::Stop { from, at } = game.phase() else { return };
    let back = red & !at.bit() | from.map_or(0, Hole::bit);
    let breakers = game.arrows().fold(0, |set, corner| {
        set | LineScan::from_pawns(dots, back, stop, corner).breakers()
            | LineScan::from_pawns(dots, back, stop, corner.next()).breakers()
    });
    actions.sort_by_key(|action| match action {
        Action::Stop(hole) => breakers & hole.bit() == 0,
        _ => false,
    });
}

//! Wins by lines alone: one player makes a line with every pawn and needs no quiet move, whatever the
//! other answers. What is found so is proved; what is not found may still be won.
//!
//! Most Stops change nothing: the stop pawn stands where nothing happens. A won position therefore comes
//! with its *zone*, all holes over lines that come into view on the way and all holes used. One
//! Stop is tried in a hole that no dot ever lies under; if the position after it is won within a zone, it
//! is won in the same way after a Stop in any other hole outside that zone.

use std::collections::HashMap;

use abaque_abraxas::{Abraxas, Action, Corner, Hole, Holes, Phase, lift};
use abaque_core::{Game, Ply, Seat, Turn};

use super::glance::Glance;

/// A position in which a pawn is put, but for the options: the red pawns, the stop pawns, the rest.
type Key = (u64, u64, u64);

/// A search for wins by lines alone.
pub struct Hunt {
    hunter: Seat,
    /// Whether zones are used; without them every Stop is looked at by itself.
    zones: bool,
    known: HashMap<Key, Option<u64>>,
    left: u64,
}

impl Hunt {
    /// A hunt by one player that looks at no more than `most` positions.
    pub fn new(hunter: Seat, most: u64) -> Hunt {
        Hunt { hunter, zones: true, known: HashMap::new(), left: most }
    }

    /// The same, looking at every Stop by itself: slow, to check the other by.
    pub fn plain(hunter: Seat, most: u64) -> Hunt {
        Hunt { zones: false, ..Hunt::new(hunter, most) }
    }

    /// Positions still to be spent.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Whether the hunter wins from here with lines alone, against every answer; `None` if that took
    /// too long to find out.
    pub fn wins(&mut self, game: &Abraxas) -> Option<bool> {
        self.known.clear();
        Some(self.won(game)?.is_some())
    }

    /// The zone in which the hunter wins, if the hunter does.
    fn won(&mut self, game: &Abraxas) -> Option<Option<u64>> {
        let side = match game.turn() {
            Turn::Over(outcome) => {
                return Some((outcome.winner() == Some(self.hunter)).then_some(0));
            }
            Turn::Of(side) => side,
            Turn::Chance => return Some(None),
        };
        self.left = self.left.checked_sub(1)?;
        match game.phase() {
            phase if phase.is_placing() && side != self.hunter => Some(None),
            phase if phase.is_placing() => {
                let key = key(game);
                if let Some(known) = self.known.get(&key) {
                    return Some(*known);
                }
                let mut actions = Vec::with_capacity(16);
                makers(game, &mut actions);
                let won = self.any(game, &actions)?;
                self.known.insert(key, won);
                Some(won)
            }
            Phase::Stop { .. } if side != self.hunter => self.stopped(game),
            _ => {
                let mut actions = Vec::with_capacity(16);
                game.legal(&mut actions);
                let won = if side == self.hunter {
                    self.any(game, &actions)
                } else {
                    self.every(game, &actions)
                };
                let lines = if game.phase().is_taking() { in_view(game) } else { 0 };
                Some(won?.map(|zone| zone | lines))
            }
        }
    }

    fn next(&mut self, game: &Abraxas, action: Action) -> Option<Option<u64>> {
        let mut next = *game;
        next.apply_unchecked(Ply::Act(action));
        let used = match action {
            Action::Put(hole) => hole.bit(),
            Action::Move { from, to } => from.bit() | to.bit(),
            _ => 0,
        };
        Some(self.won(&next)?.map(|zone| zone | used))
    }

    /// The hunter needs one way.
    fn any(&mut self, game: &Abraxas, actions: &[Action]) -> Option<Option<u64>> {
        for action in actions {
            if let Some(zone) = self.next(game, *action)? {
                return Some(Some(zone));
            }
        }
        Some(None)
    }

    /// The other has no way out.
    fn every(&mut self, game: &Abraxas, actions: &[Action]) -> Option<Option<u64>> {
        let mut all = 0;
        for action in actions {
            match self.next(game, *action)? {
                Some(zone) => all |= zone,
                None => return Some(None),
            }
        }
        Some(Some(all))
    }

    /// The other may say Stop.
    fn stopped(&mut self, game: &Abraxas) -> Option<Option<u64>> {
        let mut stops = Vec::with_capacity(64);
        game.legal(&mut stops);
        stops.retain(|action| matches!(action, Action::Stop(_)));
        dangerous_first(game, &mut stops);
        let Some(mut all) = self.next(game, Action::Go)? else { return Some(None) };
        let idle = stops.iter().rposition(|stop| self.zones && inert(game, stop));
        let mut matters = u64::MAX;
        if let Some(idle) = idle {
            let Some(zone) = self.next(game, stops.remove(idle))? else { return Some(None) };
            all |= zone;
            matters = zone;
        }
        for stop in stops {
            let Action::Stop(hole) = stop else { continue };
            if matters & hole.bit() != 0 {
                let Some(zone) = self.next(game, stop)? else { return Some(None) };
                all |= zone;
            }
        }
        Some(Some(all))
    }
}

fn key(game: &Abraxas) -> Key {
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

/// Whether a stop pawn there never hides a dot, wherever the plate goes, and is in no line.
fn inert(game: &Abraxas, action: &Action) -> bool {
    let Action::Stop(hole) = action else { return false };
    let dots = game.sheet().dots();
    Corner::ALL.iter().all(|corner| lift(dots, *corner) & hole.bit() == 0)
}

/// The holes over all cells of the lines in view.
fn in_view(game: &Abraxas) -> u64 {
    let Some(corner) = game.corner() else { return 0 };
    let cells = game.lines().flat_map(|line| line.cells().collect::<Vec<_>>());
    cells.filter_map(|cell| cell.hole(corner)).fold(0, |set, hole| set | hole.bit())
}

/// Pawns that make a line after some push.
fn makers(game: &Abraxas, out: &mut Vec<Action>) {
    let (dots, red, stop) =
        (game.sheet().dots(), game.red_pawns().bits(), game.stop_pawns().bits());
    let makers = |red: u64| {
        game.arrows().fold(0, |set, corner| set | Glance::of(dots, red, stop, corner).makers())
    };
    if game.reserve() > 0 {
        out.extend(Holes::from_bits(makers(red)).iter().map(Action::Put));
        return;
    }
    for from in game.red_pawns().iter() {
        let holes = Holes::from_bits(makers(red & !from.bit()) & !from.bit());
        out.extend(holes.iter().map(|to| Action::Move { from, to }));
    }
}

/// Puts the Stops first that break something in the next two views: if there is a way out, it is
/// likely among them.
fn dangerous_first(game: &Abraxas, actions: &mut [Action]) {
    let (dots, red, stop) =
        (game.sheet().dots(), game.red_pawns().bits(), game.stop_pawns().bits());
    let Phase::Stop { from, at } = game.phase() else { return };
    let back = red & !at.bit() | from.map_or(0, Hole::bit);
    let breakers = game.arrows().fold(0, |set, corner| {
        set | Glance::of(dots, back, stop, corner).breakers()
            | Glance::of(dots, back, stop, corner.next()).breakers()
    });
    actions.sort_by_key(|action| match action {
        Action::Stop(hole) => breakers & hole.bit() == 0,
        _ => false,
    });
}

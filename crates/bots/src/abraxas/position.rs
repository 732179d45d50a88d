//! Abraxas as alpha-beta sees it: actions that leave a choice, the forced ones played along.

use abaque_abraxas::{Abraxas, Action, Holes, Phase, PushRule};
use abaque_core::{Game, Ply, Seat};
use abaque_search::{Node, WIN};

use super::candidates;
use super::glance::{Glance, Prospects};
use super::value;
use super::weights::{Weights, weights};

/// A position of the search.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(super) game: Abraxas,
    /// A hash of the options, so that tables never mix games.
    salt: u64,
    /// Whether every legal action is looked at, not only the promising ones.
    pub(super) wide: bool,
    /// How many lines were made since the search went over to bringing the position to rest.
    pub(super) links: u8,
    /// What it is judged by.
    pub(super) weights: &'static Weights,
}

/// An action with what it promised where it was found. Two are the same if the actions are.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// What is done.
    pub action: Action,
    pub(super) rank: i16,
    /// Whether it is played only to bring a position to rest.
    pub(super) restless: bool,
}

impl PartialEq for Play {
    fn eq(&self, other: &Play) -> bool {
        self.action == other.action
    }
}

impl Eq for Play {}

impl Position {
    /// The root of a search: every legal action counts.
    pub fn root(game: Abraxas) -> Position {
        Position { wide: true, ..Position::inner(game) }
    }

    /// A position inside a search.
    pub fn inner(game: Abraxas) -> Position {
        let options = game.options();
        let dots = options.sheet.dots();
        let rest = u64::from(options.target) << 3
            | u64::from(options.push == PushRule::Either) << 2
            | (options.leave as u64) << 1
            | options.claim as u64;
        let salt = mix(dots as u64) ^ mix((dots >> 64) as u64 ^ rest << 32);
        Position { game, salt, wide: false, links: 0, weights: weights() }
    }

    /// The same judged by other weights than those in use.
    pub fn judged_by(self, weights: &'static Weights) -> Position {
        Position { weights, ..self }
    }

    /// The game's own state.
    pub fn game(&self) -> &Abraxas {
        &self.game
    }

    /// The views after `pushes` more pushes, with these pawns on the plate: one, or with
    /// `push=either` those of both corners that may be reached then.
    fn glances(&self, red: u64, stop: u64, pushes: usize) -> impl Iterator<Item = Glance> {
        let dots = self.game.sheet().dots();
        let on = self.game.corner().map(|corner| (0..pushes % 4).fold(corner, |at, _| at.next()));
        let other = on.filter(|_| self.either()).map(|corner| corner.next().next());
        on.into_iter().chain(other).map(move |corner| Glance::of(dots, red, stop, corner))
    }

    /// What can be seen after `pushes` more pushes.
    pub(super) fn ahead(&self, pushes: usize) -> Prospects {
        self.foreseen(self.game.red_pawns().bits(), self.game.stop_pawns().bits(), pushes)
    }

    /// The same with other pawns on the plate.
    pub(super) fn foreseen(&self, red: u64, stop: u64, pushes: usize) -> Prospects {
        let views = self.glances(red, stop, pushes).map(|glance| glance.prospects());
        views.reduce(Prospects::and).unwrap_or_default()
    }

    /// The holes where one pawn makes a line after `pushes` more pushes.
    pub(super) fn makers(&self, red: u64, stop: u64, pushes: usize) -> u64 {
        self.glances(red, stop, pushes).fold(0, |set, glance| set | glance.makers())
    }

    /// The holes where a stop pawn breaks a line that could be made after `pushes` more pushes.
    pub(super) fn breakers(&self, red: u64, stop: u64, pushes: usize) -> u64 {
        self.glances(red, stop, pushes).fold(0, |set, glance| set | glance.breakers())
    }

    pub(super) fn either(&self) -> bool {
        self.game.options().push == PushRule::Either
    }

    pub(super) fn apply(&mut self, action: Action) {
        self.game.apply_unchecked(Ply::Act(action));
    }
}

/// The action that must follow, where there is no choice: the only push, the only taking, and with
/// manual claims `end` where nothing is left to claim.
pub fn forced(game: &Abraxas) -> Option<Action> {
    match game.phase() {
        Phase::Push => {
            let mut arrows = game.arrows();
            let only = arrows.next()?;
            arrows.next().is_none().then_some(Action::Push(only))
        }
        phase if phase.is_taking() => {
            let (mut count, mut first) = (0, Holes::NONE);
            game.takings(|holes| {
                first = holes;
                count += 1;
            });
            match count {
                0 => Some(Action::End),
                1 => Some(Action::Take(first)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Spreads bits over a word (the finaliser of SplitMix).
fn mix(bits: u64) -> u64 {
    let z = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Node for Position {
    type Move = Play;

    fn side(&self) -> Seat {
        self.game.side()
    }

    fn ended(&self) -> Option<i32> {
        (self.game.phase() == Phase::Over).then_some(WIN)
    }

    fn moves(&self, out: &mut Vec<Play>) {
        candidates::all(self, out);
    }

    fn loud(&self, out: &mut Vec<Play>) {
        candidates::loud(self, out);
    }

    fn after(&self, play: Play) -> Position {
        let links = self.links + u8::from(play.restless);
        let mut next = Position { wide: false, links, ..*self };
        next.apply(play.action);
        while let Some(action) = forced(&next.game) {
            next.apply(action);
        }
        next
    }

    fn key(&self) -> u64 {
        let game = &self.game;
        let phase = match game.phase() {
            Phase::Corner => 0,
            Phase::Place => 1,
            Phase::PlaceNoStop => 2,
            Phase::Again => 3,
            Phase::Push => 4,
            Phase::PushOrNot => 5,
            Phase::Take => 6,
            Phase::TakeMore => 7,
            Phase::TakeStop => 8,
            Phase::Over => 9,
            Phase::Stop { from, at } => {
                10 + at.index() as u64 + from.map_or(0, |from| 64 * (1 + from.index() as u64))
            }
        };
        // Reserve and stop pawns left follow from the rest but for who put which.
        let small = phase << 24
            | (game.corner().map_or(0, |corner| 1 + corner as u64)) << 20
            | (game.side().index() as u64) << 19
            | u64::from(game.score(Seat::First)) << 14
            | u64::from(game.score(Seat::Second)) << 9
            | u64::from(game.stops_left(Seat::First)) << 4
            | u64::from(game.stops_left(Seat::Second));
        let red = mix(game.red_pawns().bits() ^ self.salt);
        let stop = mix(game.stop_pawns().bits().rotate_left(32) ^ small.wrapping_mul(0x9E37_79B9));
        mix(red ^ stop.rotate_left(17) ^ small)
    }

    fn value(&self) -> i32 {
        value::at_rest(self)
    }

    fn promise(&self, play: Play) -> i32 {
        i32::from(play.rank)
    }

    fn slot(&self, play: Play) -> usize {
        let corner = self.game.corner().map_or(0, |corner| corner as usize);
        match play.action {
            Action::Put(at) | Action::Move { to: at, .. } => corner * 64 + at.index(),
            Action::Stop(at) => 256 + at.index(),
            Action::Take(holes) => 320 + holes.first().map_or(0, |hole| hole.index()),
            Action::Lay(to) => 384 + to as usize,
            Action::Push(to) => 388 + to as usize,
            Action::Stay => 392,
            Action::Go => 393,
            Action::End => 394,
        }
    }

    const SLOTS: usize = 395;

    fn recurs(&self) -> bool {
        self.game.phase().starts_turn()
    }

    fn unsettled(&self) -> bool {
        !matches!(
            self.game.phase(),
            Phase::Place | Phase::PlaceNoStop | Phase::Again | Phase::Corner | Phase::Over
        )
    }
}

//! Abraxas for alpha-beta: only actions that leave a choice are moves; forced ones are played
//! automatically.

use abaque_abraxas::{Abraxas, Action, HoleSet, Phase, PushRule};
use abaque_core::{Game, Ply, Seat, SplitMix};
use abaque_search::{Node, WIN};

use super::candidates;
use super::evaluation;
use super::line_scan::{LineScan, Prospects};
use super::weights::{Weights, weights};

/// Abraxas position for alpha-beta.
#[derive(Clone, Copy, Debug)]
pub struct AbraxasNode {
    pub(super) game: Abraxas,
    /// Hash of the options, so that tables never mix games.
    salt: u64,
    /// Whether every legal action is searched, not only the promising ones.
    pub(super) tries_all: bool,
    /// Lines made since quiescence began.
    pub(super) noisy_lines: u8,
    /// Evaluation weights.
    pub(super) weights: &'static Weights,
}

/// An action with its ordering rank. Equality compares only the action.
#[derive(Clone, Copy, Debug)]
pub struct RankedAction {
    /// The game action.
    pub action: Action,
    pub(super) rank: i16,
    /// Whether it is a quiescence move.
    pub(super) is_noisy: bool,
}

impl PartialEq for RankedAction {
    fn eq(&self, other: &RankedAction) -> bool {
        self.action == other.action
    }
}

impl Eq for RankedAction {}

impl AbraxasNode {
    /// Root of a search: every legal action is searched.
    pub fn root(game: Abraxas) -> AbraxasNode {
        AbraxasNode { tries_all: true, ..AbraxasNode::inner(game) }
    }

    /// Position inside a search: only promising actions are searched.
    pub fn inner(game: Abraxas) -> AbraxasNode {
        let options = game.options();
        let dots = options.sheet.dots();
        let rest = u64::from(options.target) << 3
            | u64::from(options.push == PushRule::Either) << 2
            | (options.leave as u64) << 1
            | options.claim as u64;
        let salt = mix64(dots as u64) ^ mix64((dots >> 64) as u64 ^ rest << 32);
        AbraxasNode { game, salt, tries_all: false, noisy_lines: 0, weights: weights() }
    }

    /// Replaces the evaluation weights.
    pub fn with_weights(self, weights: &'static Weights) -> AbraxasNode {
        AbraxasNode { weights, ..self }
    }

    /// The game state.
    pub fn game(&self) -> &Abraxas {
        &self.game
    }

    /// Scans after `pushes` more pushes with these pawns: one, or with `push=either` one for each
    /// corner reachable then.
    fn scans(&self, red: u64, stop: u64, pushes: usize) -> impl Iterator<Item = LineScan> {
        let dots = self.game.sheet().dots();
        let on = self.game.corner().map(|corner| (0..pushes % 4).fold(corner, |at, _| at.next()));
        let other = on.filter(|_| self.may_push_either_way()).map(|corner| corner.next().next());
        on.into_iter().chain(other).map(move |corner| LineScan::from_pawns(dots, red, stop, corner))
    }

    /// Prospects after `pushes` more pushes.
    pub(super) fn prospects_after(&self, pushes: usize) -> Prospects {
        self.prospects_with(self.game.red_pawns().bits(), self.game.stop_pawns().bits(), pushes)
    }

    /// Prospects after `pushes` more pushes with other pawns on the plate.
    pub(super) fn prospects_with(&self, red: u64, stop: u64, pushes: usize) -> Prospects {
        let views = self.scans(red, stop, pushes).map(|scan| scan.prospects());
        views.reduce(Prospects::merge).unwrap_or_default()
    }

    /// Holes where one pawn makes a line after `pushes` more pushes.
    pub(super) fn makers(&self, red: u64, stop: u64, pushes: usize) -> u64 {
        self.scans(red, stop, pushes).fold(0, |set, scan| set | scan.makers())
    }

    /// Holes where a stop pawn breaks a line that could be made after `pushes` more pushes.
    pub(super) fn breakers(&self, red: u64, stop: u64, pushes: usize) -> u64 {
        self.scans(red, stop, pushes).fold(0, |set, scan| set | scan.breakers())
    }

    pub(super) fn may_push_either_way(&self) -> bool {
        self.game.options().push == PushRule::Either
    }

    pub(super) fn apply(&mut self, action: Action) {
        self.game.apply_unchecked(Ply::Act(action));
    }
}

/// The only possible action, if there is no choice: the only push, the only taking, or with manual
/// claims `end` when nothing is left to claim.
pub fn forced_action(game: &Abraxas) -> Option<Action> {
    match game.phase() {
        Phase::Push => {
            let mut arrows = game.arrows();
            let only = arrows.next()?;
            arrows.next().is_none().then_some(Action::Push(only))
        }
        phase if phase.is_taking() => {
            let (mut count, mut first) = (0, HoleSet::NONE);
            game.for_each_taking(|holes| {
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

/// Spreads bits over a hash key.
fn mix64(bits: u64) -> u64 {
    SplitMix::nth(bits, 1)
}

impl Node for AbraxasNode {
    type Move = RankedAction;

    fn side_to_move(&self) -> Seat {
        self.game.side()
    }

    fn terminal_value(&self) -> Option<i32> {
        (self.game.phase() == Phase::Over).then_some(WIN)
    }

    fn moves(&self, out: &mut Vec<RankedAction>) {
        candidates::all(self, out);
    }

    fn noisy_moves(&self, out: &mut Vec<RankedAction>) {
        candidates::noisy(self, out);
    }

    fn after(&self, play: RankedAction) -> AbraxasNode {
        let links = self.noisy_lines + u8::from(play.is_noisy);
        let mut next = AbraxasNode { tries_all: false, noisy_lines: links, ..*self };
        next.apply(play.action);
        while let Some(action) = forced_action(&next.game) {
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
        // Reserve and remaining stop pawns follow from the rest, except for who placed which.
        let small = phase << 24
            | (game.corner().map_or(0, |corner| 1 + corner as u64)) << 20
            | (game.side().index() as u64) << 19
            | u64::from(game.score(Seat::First)) << 14
            | u64::from(game.score(Seat::Second)) << 9
            | u64::from(game.stops_left(Seat::First)) << 4
            | u64::from(game.stops_left(Seat::Second));
        let red = mix64(game.red_pawns().bits() ^ self.salt);
        let stop =
            mix64(game.stop_pawns().bits().rotate_left(32) ^ small.wrapping_mul(0x9E37_79B9));
        mix64(red ^ stop.rotate_left(17) ^ small)
    }

    fn evaluate(&self) -> i32 {
        evaluation::evaluate(self)
    }

    fn ordering_score(&self, play: RankedAction) -> i32 {
        i32::from(play.rank)
    }

    fn history_slot(&self, play: RankedAction) -> usize {
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

    const HISTORY_SLOTS: usize = 395;

    fn counts_for_repetition(&self) -> bool {
        self.game.phase().starts_turn()
    }

    fn is_unsettled(&self) -> bool {
        !matches!(
            self.game.phase(),
            Phase::Place | Phase::PlaceNoStop | Phase::Again | Phase::Corner | Phase::Over
        )
    }
}

use alloc::string::String;
use alloc::vec::Vec;

use abaque_core::{
    EndReason, Game, Message, Observer, Outcome, ParseError, Ply, PlyProgress, RandomSource, Seat,
    Turn, message,
};

use crate::square::{HOME_STEP, SAFE_STEP};
use crate::{Action, FirstPlayer, Options, Roll, Square, Violation};
use crate::{check, describe, endings, text};

/// Steps 5–12, which both paths share.
const SHARED: u32 = 0b1_1111_1110_0000;

/// What must happen next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The throws that decide who plays first.
    First,
    /// A throw of the four dice.
    Roll,
    /// A move by this number.
    Move(u8),
    /// The game is over: all pieces of one player are home.
    Over,
}

/// A game of Ur.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ur {
    /// Bit `n` of a player's set: a piece on step `n` of the path, 1–14.
    pub(crate) on: [u32; 2],
    /// Pieces borne off.
    pub(crate) home: [u8; 2],
    pub(crate) side: Seat,
    pub(crate) phase: Phase,
    pub(crate) options: Options,
}

impl Ur {
    /// What must happen next.
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The player to act, or the winner; `None` before the deciding throws.
    pub const fn side(&self) -> Option<Seat> {
        match self.phase {
            Phase::First => None,
            _ => Some(self.side),
        }
    }

    /// Whether this player has a piece on this step of the path.
    pub const fn has_piece(&self, seat: Seat, step: u8) -> bool {
        self.on[seat.index()] >> step & 1 == 1
    }

    /// The player with a piece on this square.
    pub fn piece(&self, square: Square) -> Option<Seat> {
        Seat::ALL
            .into_iter()
            .find(|&seat| square.is_on_path_of(seat) && self.has_piece(seat, square.step()))
    }

    /// The number of pieces a player has borne off.
    pub const fn home(&self, seat: Seat) -> u8 {
        self.home[seat.index()]
    }

    /// The number of pieces a player still has to enter.
    pub const fn waiting(&self, seat: Seat) -> u8 {
        let i = seat.index();
        self.options.pieces - self.home[i] - self.on[i].count_ones() as u8
    }

    /// The squares that all pieces of a player still have to go.
    pub fn steps_to_go(&self, seat: Seat) -> u32 {
        let on_path: u32 = (1..HOME_STEP)
            .filter(|&step| self.has_piece(seat, step))
            .map(|step| u32::from(HOME_STEP - step))
            .sum();
        on_path + u32::from(HOME_STEP) * u32::from(self.waiting(seat))
    }

    /// The steps of the pieces that may advance by a number, as bits; bit 0 enters a piece.
    pub(crate) fn movable(&self, number: u8) -> u32 {
        let own = self.on[self.side.index()];
        let safe = self.on[self.side.other().index()] & 1 << SAFE_STEP;
        let origins = own | u32::from(self.waiting(self.side) > 0);
        let targets = origins << number & ((1 << (HOME_STEP + 1)) - 1) & !own & !safe;
        if number == 0 { 0 } else { targets >> number }
    }

    /// The moves due, as bits; none unless a number is to be played.
    fn due(&self) -> (u32, u8) {
        match self.phase {
            Phase::Move(number) => (self.movable(number), number),
            _ => (0, 0),
        }
    }

    /// The legal actions, without a buffer.
    pub fn moves(&self) -> impl Iterator<Item = Action> + use<> {
        let ((bits, number), side) = (self.due(), self.side);
        (0..HOME_STEP)
            .filter(move |step| bits >> step & 1 == 1)
            .map(move |step| Action { from: Square::on_path(side, step), number })
    }

    fn apply_roll(&mut self, roll: Roll) {
        match roll {
            Roll::First { white, black } => {
                self.side = Roll::first_player(white, black);
                self.phase = Phase::Roll;
            }
            // RGU-12: without a move the turn passes by itself.
            Roll::Throw(number) if self.movable(number) == 0 => self.side = self.side.other(),
            Roll::Throw(number) => self.phase = Phase::Move(number),
        }
    }

    fn apply_action(&mut self, Action { from, number }: Action) {
        let (own, other) = (self.side.index(), self.side.other().index());
        let from = from.map_or(0, Square::step);
        let to = from + number;
        self.on[own] &= !(1 << from);
        self.phase = Phase::Roll;
        let Some(square) = Square::on_path(self.side, to) else {
            self.home[own] += 1;
            if self.home[own] == self.options.pieces {
                self.phase = Phase::Over;
            } else {
                self.side = self.side.other();
            }
            return;
        };
        self.on[own] |= 1 << to;
        self.on[other] &= !(SHARED & 1 << to);
        if !square.is_rosette() {
            self.side = self.side.other();
        }
    }
}

impl Game for Ur {
    type Options = Options;
    type Action = Action;
    type Roll = Roll;
    type View = Ur;
    type Violation = Violation;

    fn start(options: &Options) -> Self {
        let (side, phase) = match options.first {
            FirstPlayer::Roll => (Seat::First, Phase::First),
            FirstPlayer::White => (Seat::First, Phase::Roll),
            FirstPlayer::Black => (Seat::Second, Phase::Roll),
        };
        Ur { on: [0; 2], home: [0; 2], side, phase, options: *options }
    }

    fn parse(options: &Options, text: &str) -> Result<Self, ParseError> {
        text::parse(options, text)
    }

    fn parse_view(options: &Options, text: &str) -> Result<Self, ParseError> {
        text::parse(options, text)
    }

    fn options(&self) -> Options {
        self.options
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::First | Phase::Roll => Turn::Chance,
            Phase::Move(_) => Turn::Of(self.side),
            Phase::Over => Turn::Over(Outcome::Win(self.side, EndReason::Board(&endings::HOME))),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.moves());
    }

    fn check(&self, action: &Action) -> Result<(), Violation> {
        check::check(self, *action)
    }

    fn apply_unchecked(&mut self, ply: Ply<Action, Roll>) {
        match ply {
            Ply::Act(action) => self.apply_action(action),
            Ply::Roll(roll) => self.apply_roll(roll),
        }
    }

    fn rolls(&self, out: &mut Vec<(Roll, u32)>) {
        match self.phase {
            Phase::First => out.extend(Roll::deciding_rolls().map(|roll| (roll, roll.weight()))),
            Phase::Roll => out.extend(Roll::throws().map(|roll| (roll, roll.weight()))),
            Phase::Move(_) | Phase::Over => {}
        }
    }

    fn view(&self, _by: Observer) -> Self {
        *self
    }

    fn unveiled_view(&self) -> Self {
        *self
    }

    fn sample_position(view: &Self, _: &mut dyn RandomSource) -> Option<Self> {
        Some(*view)
    }

    /// COM-01 does not apply to dice games.
    fn repetition_key(&self) -> Option<String> {
        None
    }

    /// A move is progress; a turn ends when the opponent is to throw, or with the game.
    fn ply_progress(before: &Self, ply: &Ply<Action, Roll>, after: &Self) -> PlyProgress {
        let ended = after.side != before.side || after.phase == Phase::Over;
        PlyProgress {
            turns_ended: u8::from(ended && before.phase != Phase::First),
            made_progress: matches!(ply, Ply::Act(_)),
        }
    }

    fn describe(&self, ply: &Ply<Action, Roll>) -> Message {
        describe::describe(self, *ply)
    }

    fn points(&self, seat: Seat) -> Option<u32> {
        Some(self.home(seat).into())
    }

    fn remarks(&self, _by: Observer) -> Vec<Message> {
        let [white, black] = Seat::ALL.map(|seat| self.steps_to_go(seat));
        Vec::from([message!(
            "squares to go: White {white}, Black {black}",
            "cases à parcourir\u{a0}: Blanc {white}, Noir {black}"
        )])
    }

    fn count_legal(&self) -> u64 {
        u64::from(self.due().0.count_ones())
    }

    fn random_action(&self, source: &mut dyn RandomSource) -> Option<Action> {
        let count = self.count_legal();
        (count > 0).then(|| self.moves().nth(source.below(count) as usize))?
    }
}

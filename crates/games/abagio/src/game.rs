use alloc::string::String;
use alloc::vec::Vec;

use abaque_core::{
    DiceThrow, EndReason, Game, Message, Observer, Outcome, ParseError, Ply, PlyProgress,
    RandomSource, Seat, Turn,
};

use crate::board::Board;
use crate::endings::POND;
use crate::moves::bit_indices;
use crate::{Action, Dice, FirstPlayer, Options, Roll, Square, Violation};
use crate::{check, describe, moves, remarks, text};

/// What must happen next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The dice that decide who plays first.
    First,
    /// A throw of both dice.
    Roll,
    /// A leap, with the numbers still to play.
    Leap(Dice),
    /// The chief may be put.
    Chief,
    /// The game is over: all frogs of one colour are in the pond.
    Over,
}

/// A game of Abagio.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Abagio {
    pub(crate) board: Board,
    pub(crate) side: Seat,
    pub(crate) phase: Phase,
    pub(crate) options: Options,
}

impl Game for Abagio {
    type Options = Options;
    type Action = Action;
    type Roll = Roll;
    type View = Abagio;
    type Violation = Violation;

    fn start(options: &Options) -> Self {
        let (board, side, phase) = match options.first {
            FirstPlayer::Roll => (Board::empty([6; 2], [0; 2]), Seat::First, Phase::First),
            FirstPlayer::Red => (Board::initial(Seat::First), Seat::First, Phase::Roll),
            FirstPlayer::Purple => (Board::initial(Seat::Second), Seat::Second, Phase::Roll),
        };
        Abagio { board, side, phase, options: *options }
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
            Phase::Leap(_) | Phase::Chief => Turn::Of(self.side),
            Phase::Over => Turn::Over(Outcome::Win(self.side, EndReason::Board(&POND))),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        match self.phase {
            Phase::Leap(dice) => {
                out.extend(moves::legal_leaps(&self.board, self.side, dice).actions(self.side));
            }
            Phase::Chief => {
                out.push(Action::Chief(None));
                out.extend(chief_actions(self.board.chief_squares(self.side)));
            }
            Phase::First | Phase::Roll | Phase::Over => {}
        }
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
            Phase::Leap(_) | Phase::Chief | Phase::Over => {}
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

    /// A leap is progress; a turn ends when the opponent is to throw, or with the game.
    fn ply_progress(before: &Self, ply: &Ply<Action, Roll>, after: &Self) -> PlyProgress {
        let passed = after.phase == Phase::Roll && after.side != before.side;
        let ended = before.phase != Phase::First && (passed || after.phase == Phase::Over);
        PlyProgress {
            turns_ended: u8::from(ended),
            made_progress: matches!(ply, Ply::Act(Action::Leap { .. })),
        }
    }

    fn describe(&self, ply: &Ply<Action, Roll>) -> Message {
        describe::describe(self, *ply)
    }

    fn dice_throw(&self, roll: &Roll) -> Option<DiceThrow> {
        match *roll {
            Roll::Throw { high, low } => Some(DiceThrow { seat: self.side, dice: [high, low] }),
            Roll::First { .. } => None,
        }
    }

    fn points(&self, seat: Seat) -> Option<u32> {
        Some(self.pond(seat).into())
    }

    fn remarks(&self, _by: Observer) -> Vec<Message> {
        remarks::remarks(self)
    }

    fn count_legal(&self) -> u64 {
        match self.phase {
            Phase::Leap(dice) => {
                u64::from(moves::legal_leaps(&self.board, self.side, dice).count())
            }
            Phase::Chief => u64::from(1 + self.board.chief_squares(self.side).count_ones()),
            Phase::First | Phase::Roll | Phase::Over => 0,
        }
    }

    fn random_action(&self, source: &mut dyn RandomSource) -> Option<Action> {
        match self.phase {
            Phase::Leap(dice) => {
                let leaps = moves::legal_leaps(&self.board, self.side, dice);
                let drawn = source.below(u64::from(leaps.count().max(1)));
                leaps.actions(self.side).nth(drawn as usize)
            }
            Phase::Chief => {
                let squares = self.board.chief_squares(self.side);
                let drawn = source.below(u64::from(1 + squares.count_ones()));
                match drawn.checked_sub(1) {
                    None => Some(Action::Chief(None)),
                    Some(nth) => chief_actions(squares).nth(nth as usize),
                }
            }
            Phase::First | Phase::Roll | Phase::Over => None,
        }
    }
}

fn chief_actions(squares: u32) -> impl Iterator<Item = Action> {
    bit_indices(squares).filter_map(Square::new).map(|square| Action::Chief(Some(square)))
}

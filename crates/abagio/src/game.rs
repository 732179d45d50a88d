use abaque_core::{BadText, Game, Observer, Outcome, Pace, Ply, Reason, Said, Seat, Source, Turn};

use crate::board::Board;
use crate::moves::ones;
use crate::{AbagioOptions, Action, Dice, First, Refusal, Roll, Square};
use crate::{check, moves, remarks, tell, text};

/// What a game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The dice that decide who plays first.
    First,
    /// A throw of both dice.
    Roll,
    /// A leap, with the numbers still to play.
    Leap(Dice),
    /// The chief.
    Chief,
    /// Nothing: all frogs of one colour are in the pond.
    Over,
}

/// A game of Abagio.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Abagio {
    pub(crate) board: Board,
    pub(crate) side: Seat,
    pub(crate) phase: Phase,
    pub(crate) options: AbagioOptions,
}

impl Game for Abagio {
    type Options = AbagioOptions;
    type Action = Action;
    type Roll = Roll;
    type View = Abagio;
    type Refusal = Refusal;

    fn start(options: &AbagioOptions) -> Self {
        let (board, side, phase) = match options.first {
            First::Roll => (Board::bare([6; 2], [0; 2]), Seat::First, Phase::First),
            First::Red => (Board::set_up(Seat::First), Seat::First, Phase::Roll),
            First::Purple => (Board::set_up(Seat::Second), Seat::Second, Phase::Roll),
        };
        Abagio { board, side, phase, options: *options }
    }

    fn parse(options: &AbagioOptions, text: &str) -> Result<Self, BadText> {
        text::parse(options, text)
    }

    fn parse_view(options: &AbagioOptions, text: &str) -> Result<Self, BadText> {
        text::parse(options, text)
    }

    fn options(&self) -> AbagioOptions {
        self.options
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::First | Phase::Roll => Turn::Chance,
            Phase::Leap(_) | Phase::Chief => Turn::Of(self.side),
            Phase::Over => Turn::Over(Outcome::Win(self.side, Reason::Pond)),
        }
    }

    fn legal(&self, out: &mut Vec<Action>) {
        match self.phase {
            Phase::Leap(dice) => {
                out.extend(moves::leaps(&self.board, self.side, dice).actions(self.side));
            }
            Phase::Chief => {
                out.push(Action::Chief(None));
                out.extend(chief_actions(self.board.chief_squares(self.side)));
            }
            Phase::First | Phase::Roll | Phase::Over => {}
        }
    }

    fn check(&self, action: &Action) -> Result<(), Refusal> {
        check::check(self, *action)
    }

    fn apply_unchecked(&mut self, ply: Ply<Action, Roll>) {
        match ply {
            Ply::Act(action) => self.act(action),
            Ply::Roll(roll) => self.cast(roll),
        }
    }

    fn rolls(&self, out: &mut Vec<(Roll, u32)>) {
        match self.phase {
            Phase::First => out.extend(Roll::firsts().map(|roll| (roll, roll.weight()))),
            Phase::Roll => out.extend(Roll::throws().map(|roll| (roll, roll.weight()))),
            Phase::Leap(_) | Phase::Chief | Phase::Over => {}
        }
    }

    fn view(&self, _by: Observer) -> Self {
        *self
    }

    /// COM-01 never applies to a game of dice.
    fn recurrence(&self) -> Option<String> {
        None
    }

    /// A leap is progress; a turn ends when the other player is to throw, or with the game.
    fn pace(before: &Self, ply: &Ply<Action, Roll>, after: &Self) -> Pace {
        let passed = after.phase == Phase::Roll && after.side != before.side;
        let ended = before.phase != Phase::First && (passed || after.phase == Phase::Over);
        Pace {
            turns_ended: u8::from(ended),
            progress: matches!(ply, Ply::Act(Action::Leap { .. })),
        }
    }

    fn tell(&self, ply: &Ply<Action, Roll>) -> Said {
        tell::tell(self, *ply)
    }

    fn remarks(&self, _by: Observer) -> Vec<Said> {
        remarks::remarks(self)
    }

    fn count_legal(&self) -> u64 {
        match self.phase {
            Phase::Leap(dice) => u64::from(moves::leaps(&self.board, self.side, dice).count()),
            Phase::Chief => u64::from(1 + self.board.chief_squares(self.side).count_ones()),
            Phase::First | Phase::Roll | Phase::Over => 0,
        }
    }

    fn random_action(&self, source: &mut dyn Source) -> Option<Action> {
        match self.phase {
            Phase::Leap(dice) => {
                let leaps = moves::leaps(&self.board, self.side, dice);
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
    ones(squares).filter_map(Square::new).map(|square| Action::Chief(Some(square)))
}

//! Whole turns in a world without secrets: what a search plays instead of single actions, and what
//! it looks at to judge a position.

use abaque_core::{Game, Ply, Seat};

use crate::action::Action;
use crate::block::{Colour, window_slot};
use crate::field::{BOARD, Dir, Field, Quarter, step};
use crate::moves::Rank;
use crate::state::{Blocs, Phase, built_by};

/// How a turn goes on after its step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Finish {
    /// Not at all: two rods, a change of colour, or a pass.
    Nothing,
    /// The block on this field is taken.
    Take(Field),
    /// The board is turned.
    Turn(Quarter),
}

/// A whole turn: a step and what follows it. Where the step is already made, or where there is none
/// (a pass), it leads from a field to the same field.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WholeTurn {
    /// Where the moved block stands.
    pub from: Field,
    /// Where it is planted.
    pub to: Field,
    /// What follows.
    pub finish: Finish,
}

impl WholeTurn {
    /// The one or two actions of the turn.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        let WholeTurn { from, to, finish } = self;
        let step = match finish {
            _ if from != to => Some(Action::Move { from, to }),
            Finish::Nothing => Some(Action::Pass),
            _ => None,
        };
        let finish = match finish {
            Finish::Nothing => None,
            Finish::Take(victim) => Some(Action::Take(victim)),
            Finish::Turn(quarter) => Some(Action::Turn(quarter)),
        };
        step.into_iter().chain(finish)
    }
}

/// How many ways to begin a turn a player has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reach {
    /// Moves over two rods.
    pub far: u8,
    /// Steps of one rod with an own block.
    pub near: u8,
    /// Steps of an own block after which it could take.
    pub takes: u8,
    /// Steps of a neutral block, after all of which it could take.
    pub neutral: u8,
}

impl Blocs {
    /// Appends every whole turn of the player to act, each once; nothing before the game and after it.
    pub fn whole_turns(&self, out: &mut Vec<WholeTurn>) {
        match self.phase {
            Phase::Move(seat) => {
                let before = out.len();
                for (i, rank) in self.ranks(seat).into_iter().enumerate() {
                    let far = i < 6 && i % 2 == 0;
                    self.turns_of(seat, rank, far, out);
                }
                if out.len() == before {
                    let any = Field::ALL[0];
                    out.push(WholeTurn { from: any, to: any, finish: Finish::Nothing });
                }
            }
            Phase::Act(seat, field) => self.finishes(seat, field, field, out),
            Phase::Setup(_) | Phase::Lot | Phase::Over(_) => {}
        }
    }

    fn turns_of(&self, seat: Seat, rank: Rank, far: bool, out: &mut Vec<WholeTurn>) {
        let mut rest = rank.to;
        while rest != 0 {
            let to = Field::first_of(rest);
            rest &= rest - 1;
            let from = rank.from(to);
            if far || self.shown_at(from) != self.shown_if_moved(from, to) {
                out.push(WholeTurn { from, to, finish: Finish::Nothing });
            } else {
                self.finishes(seat, from, to, out);
            }
        }
    }

    /// What the block from a field can do on another once it stands there with the same colour. The
    /// field it leaves lies on neither axis of a taking, so the board before the step will do.
    fn finishes(&self, seat: Seat, from: Field, to: Field, out: &mut Vec<WholeTurn>) {
        let neutral = from.within(self.shows[Colour::Neutral.index()]);
        let (taken, turning) = self.after_step_of(seat, to, neutral);
        out.extend(taken.map(|victim| WholeTurn { from, to, finish: Finish::Take(victim) }));
        if turning {
            out.extend(Quarter::ALL.map(|q| WholeTurn { from, to, finish: Finish::Turn(q) }));
        }
    }

    /// Plays a whole turn that [`Blocs::whole_turns`] gave.
    pub fn play_whole(&mut self, turn: WholeTurn) {
        for action in turn.actions() {
            self.apply_unchecked(Ply::Act(action));
        }
    }

    /// How many blocks the player to act gains on the opponent by a whole turn: at most 2, at
    /// least −2.
    pub fn swing(&self, turn: WholeTurn) -> i8 {
        let (Phase::Move(seat) | Phase::Act(seat, _)) = self.phase else { return 0 };
        let worth = |colour: u8| match colour {
            c if c == Colour::of(seat) as u8 => 1,
            c if c == Colour::of(seat.other()) as u8 => -1,
            _ => 0,
        };
        let moved = if turn.from == turn.to {
            0
        } else {
            worth(self.shown_if_moved(turn.from, turn.to)) - worth(self.shown_at(turn.from))
        };
        let Finish::Take(victim) = turn.finish else { return moved };
        let east = turn.to.column() as i8 - victim.column() as i8;
        let north = turn.to.row() as i8 - victim.row() as i8;
        let (Some(id), Some(beyond)) = (self.id_on(victim), turn.to.offset(east, north)) else {
            return moved;
        };
        let slot = window_slot(beyond.within(self.large), !self.is_turned_over(id));
        moved + 1 + worth(self.stacks[id].bits(slot))
    }

    fn shown_at(&self, field: Field) -> u8 {
        let shown = self.shows.iter().position(|&set| field.within(set));
        shown.unwrap_or(Colour::Neutral.index()) as u8
    }

    fn shown_if_moved(&self, from: Field, to: Field) -> u8 {
        self.id_on(from).map_or(Colour::Neutral as u8, |id| self.stacks[id].bits(self.slot(id, to)))
    }

    /// How many ways to begin a turn a player has, were it theirs.
    #[inline]
    pub fn reach(&self, seat: Seat) -> Reach {
        let ranks = self.ranks(seat);
        let count = |i: usize| ranks[i].to.count_ones() as u8;
        let beside = self.takes_beside(seat);
        let takes = |i: usize| (ranks[i].to & beside).count_ones() as u8;
        Reach {
            far: count(0) + count(2) + count(4),
            near: count(1) + count(3) + count(5),
            takes: takes(1) + takes(3) + takes(5),
            neutral: count(6) + count(7),
        }
    }

    /// How many rods lie ahead of a player's blocks, to the edge of the board and all together.
    #[inline]
    pub fn room_ahead(&self, seat: Seat) -> u32 {
        let mut set = self.shows[Colour::of(seat).index()];
        let [ahead, ..] = Dir::forward(seat);
        let mut rods = 0;
        while set != 0 {
            set = step(set, ahead) & BOARD;
            rods += set.count_ones();
        }
        rods
    }

    /// A number below 256 for how a block stands: two bits a pawn as built, then whether it is
    /// upside down (64) and whether its rod is large (128). Blocks 0 to 11 are Blue's, 12 to 23 Red's.
    #[inline]
    pub fn stance(&self, id: usize) -> usize {
        let over = usize::from(self.is_turned_over(id)) << 6;
        let large = usize::from(self.at[id].within(self.large)) << 7;
        usize::from(self.stacks[id].0) | over | large
    }

    /// The field a block stands on; blocks are numbered as in [`Blocs::stance`].
    #[inline]
    pub fn place(&self, id: usize) -> Field {
        self.at[id]
    }

    /// A hash of everything public that can change after set-up: two positions of one game have the
    /// same if they count as the same (BLO-25) and the same is due.
    #[inline]
    pub fn fingerprint(&self) -> u64 {
        const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mix = |hash: u64, word: u64| {
            let hash = (hash ^ word).wrapping_mul(ODD);
            hash ^ (hash >> 29)
        };
        let due = match self.phase {
            Phase::Move(seat) => seat.index() as u64,
            Phase::Act(seat, field) => 4 + seat.index() as u64 + 8 * field.index() as u64,
            Phase::Setup(seat) => 1024 + seat.index() as u64,
            Phase::Lot => 2048,
            Phase::Over(_) => 4096,
        };
        let mut hash = u64::from(self.over) << 32 | u64::from(self.turned) << 16 | due;
        for eight in self.at.chunks_exact(8) {
            hash = mix(hash, eight.iter().fold(0, |word, field| word << 8 | field.index() as u64));
        }
        mix(hash, hash >> 32)
    }

    /// The lowest numbers of Blue and Red blocks and the highest of neutral ones so far (BLO-25):
    /// when they change there was progress.
    #[inline]
    pub const fn marks(&self) -> [u8; 3] {
        self.marks
    }

    /// How many pawns and rods of a player's set-up the other player does not know (BLO-07).
    pub fn kept_secret(&self, seat: Seat) -> u32 {
        let pawns: u32 = built_by(seat).map(|id| 3 - self.seen[id].count_ones()).sum();
        let rods = built_by(seat).filter(|&id| self.at[id].within(self.secret)).count();
        pawns + rods as u32
    }
}

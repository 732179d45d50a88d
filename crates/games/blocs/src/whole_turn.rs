//! Whole turns in a world without secrets, the moves of a search, and the features it evaluates.

use alloc::vec::Vec;

use abaque_core::{Game, Ply, Seat};

use crate::action::Action;
use crate::block::{Colour, window_slot};
use crate::field::{ALL_FIELDS, Dir, Field, QuarterTurn, step_set};
use crate::moves::MoveGroup;
use crate::state::{Blocs, Phase, blocks_built_by};

/// The second action of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TurnFinish {
    /// None: a two-rod move, a change of colour, or a pass.
    Nothing,
    /// Takes the block on this field.
    Take(Field),
    /// Turns the board.
    Turn(QuarterTurn),
}

/// A whole turn: a move and its finish. If the move is already made, or the turn is a pass, `from`
/// equals `to`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct WholeTurn {
    /// The moved block's field.
    pub from: Field,
    /// The target field.
    pub to: Field,
    /// The second action.
    pub finish: TurnFinish,
}

impl WholeTurn {
    /// The one or two actions of the turn.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        let WholeTurn { from, to, finish } = self;
        let step = match finish {
            _ if from != to => Some(Action::Move { from, to }),
            TurnFinish::Nothing => Some(Action::Pass),
            _ => None,
        };
        let finish = match finish {
            TurnFinish::Nothing => None,
            TurnFinish::Take(victim) => Some(Action::Take(victim)),
            TurnFinish::Turn(quarter) => Some(Action::Turn(quarter)),
        };
        step.into_iter().chain(finish)
    }
}

/// A player's number of options at the start of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mobility {
    /// Two-rod moves.
    pub far: u8,
    /// One-rod moves of own blocks.
    pub near: u8,
    /// One-rod moves after which an own block could take.
    pub takes: u8,
    /// Moves of neutral blocks, all of which could take.
    pub neutral: u8,
}

impl Blocs {
    /// Appends every whole turn of the player to act, each once; nothing before or after the game.
    pub fn whole_turns(&self, out: &mut Vec<WholeTurn>) {
        match self.phase {
            Phase::Move(seat) => {
                let before = out.len();
                for (i, group) in self.move_groups(seat).into_iter().enumerate() {
                    let far = i < 6 && i % 2 == 0;
                    self.push_group_turns(seat, group, far, out);
                }
                if out.len() == before {
                    let any = Field::ALL[0];
                    out.push(WholeTurn { from: any, to: any, finish: TurnFinish::Nothing });
                }
            }
            Phase::Act(seat, field) => self.push_finishes(seat, field, field, out),
            Phase::Setup(_) | Phase::Lot | Phase::Over(_) => {}
        }
    }

    fn push_group_turns(&self, seat: Seat, group: MoveGroup, far: bool, out: &mut Vec<WholeTurn>) {
        let mut rest = group.to;
        while rest != 0 {
            let to = Field::lowest_of(rest);
            rest &= rest - 1;
            let from = group.from(to);
            if far || self.colour_index_at(from) != self.colour_index_if_moved(from, to) {
                out.push(WholeTurn { from, to, finish: TurnFinish::Nothing });
            } else {
                self.push_finishes(seat, from, to, out);
            }
        }
    }

    /// Appends the ways to finish a turn after a move that keeps the colour. The field the block
    /// leaves lies on neither axis of a taking, so the board before the move is good enough.
    fn push_finishes(&self, seat: Seat, from: Field, to: Field, out: &mut Vec<WholeTurn>) {
        let neutral = from.is_in(self.shows[Colour::Neutral.index()]);
        let (taken, turning) = self.finishes_after_step_of(seat, to, neutral);
        out.extend(taken.map(|victim| WholeTurn { from, to, finish: TurnFinish::Take(victim) }));
        if turning {
            out.extend(QuarterTurn::ALL.map(|q| WholeTurn {
                from,
                to,
                finish: TurnFinish::Turn(q),
            }));
        }
    }

    /// Applies a whole turn from [`Blocs::whole_turns`].
    pub fn play_whole_turn(&mut self, turn: WholeTurn) {
        for action in turn.actions() {
            self.apply_unchecked(Ply::Act(action));
        }
    }

    /// The change in block difference by a whole turn, for the player to act: −2 to 2.
    pub fn block_swing(&self, turn: WholeTurn) -> i8 {
        let (Phase::Move(seat) | Phase::Act(seat, _)) = self.phase else { return 0 };
        let worth = |colour: u8| match colour {
            c if c == Colour::of_player(seat) as u8 => 1,
            c if c == Colour::of_player(seat.other()) as u8 => -1,
            _ => 0,
        };
        let moved = if turn.from == turn.to {
            0
        } else {
            worth(self.colour_index_if_moved(turn.from, turn.to))
                - worth(self.colour_index_at(turn.from))
        };
        let TurnFinish::Take(victim) = turn.finish else { return moved };
        let east = turn.to.column() as i8 - victim.column() as i8;
        let north = turn.to.row() as i8 - victim.row() as i8;
        let (Some(id), Some(beyond)) = (self.block_id_on(victim), turn.to.offset(east, north))
        else {
            return moved;
        };
        let slot = window_slot(beyond.is_in(self.large), !self.is_turned_over(id));
        moved + 1 + worth(self.stacks[id].bits(slot))
    }

    fn colour_index_at(&self, field: Field) -> u8 {
        let shown = self.shows.iter().position(|&set| field.is_in(set));
        shown.unwrap_or(Colour::Neutral.index()) as u8
    }

    fn colour_index_if_moved(&self, from: Field, to: Field) -> u8 {
        self.block_id_on(from)
            .map_or(Colour::Neutral as u8, |id| self.stacks[id].bits(self.window_slot_of(id, to)))
    }

    /// A player's mobility, as if to move.
    #[inline]
    pub fn mobility(&self, seat: Seat) -> Mobility {
        let groups = self.move_groups(seat);
        let count = |i: usize| groups[i].to.count_ones() as u8;
        let beside = self.capture_sources(seat);
        let takes = |i: usize| (groups[i].to & beside).count_ones() as u8;
        Mobility {
            far: count(0) + count(2) + count(4),
            near: count(1) + count(3) + count(5),
            takes: takes(1) + takes(3) + takes(5),
            neutral: count(6) + count(7),
        }
    }

    /// The total number of rods ahead of a player's blocks, up to the edge of the board.
    #[inline]
    pub fn room_ahead(&self, seat: Seat) -> u32 {
        let mut set = self.shows[Colour::of_player(seat).index()];
        let [ahead, ..] = Dir::forward(seat);
        let mut rods = 0;
        while set != 0 {
            set = step_set(set, ahead) & ALL_FIELDS;
            rods += set.count_ones();
        }
        rods
    }

    /// A block's state as an index below 256: two bits per pawn as built, plus 64 if upside down
    /// and 128 on a large rod. Blocks 0 to 11 are Blue's, 12 to 23 Red's.
    #[inline]
    pub fn block_state_index(&self, id: usize) -> usize {
        let over = usize::from(self.is_turned_over(id)) << 6;
        let large = usize::from(self.field_of[id].is_in(self.large)) << 7;
        usize::from(self.stacks[id].0) | over | large
    }

    /// The field of a block; ids as in [`Blocs::block_state_index`].
    #[inline]
    pub fn block_field(&self, id: usize) -> Field {
        self.field_of[id]
    }

    /// A hash of all public state that changes after set-up: equal for positions of one game that
    /// count as the same (BLO-25) with the same phase.
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
        let mut hash =
            u64::from(self.upside_down) << 32 | u64::from(self.quarter_turns) << 16 | due;
        for eight in self.field_of.chunks_exact(8) {
            hash = mix(hash, eight.iter().fold(0, |word, field| word << 8 | field.index() as u64));
        }
        mix(hash, hash >> 32)
    }

    /// The lowest counts of Blue and Red blocks and the highest of neutral ones so far (BLO-25); a
    /// change means progress.
    #[inline]
    pub const fn progress_marks(&self) -> [u8; 3] {
        self.progress_marks
    }

    /// The number of pawns and rods of a player's set-up unknown to the opponent (BLO-07).
    pub fn secrets_kept_by(&self, seat: Seat) -> u32 {
        let pawns: u32 =
            blocks_built_by(seat).map(|id| 3 - self.public_pawns[id].count_ones()).sum();
        let rods = blocks_built_by(seat).filter(|&id| self.field_of[id].is_in(self.secret)).count();
        pawns + rods as u32
    }
}

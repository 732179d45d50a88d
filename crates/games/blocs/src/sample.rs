//! Uniform sampling of the worlds consistent with a view.
//!
//! No search is needed. A block on an unknown rod has never moved, so one of its pawns, middle or
//! bottom, has the shown colour and the two others are free, whatever the rod; every other unknown
//! pawn is free as well. So the small rods are dealt among the unknown rods first, then the
//! remaining pawns among the free slots, and every world arises in exactly one way.

use alloc::vec::Vec;

use abaque_core::{HiddenInformation, Ply, RandomSource, Seat};

use crate::action::{Action, Roll};
use crate::block::Colour;
use crate::field::Field;
use crate::position::pawns_left;
use crate::setup::shuffle;
use crate::state::{Blocs, blocks_built_by};
use crate::view::View;

/// A uniformly random world consistent with the view.
pub(crate) fn sample(view: &View, source: &mut dyn RandomSource) -> Option<Blocs> {
    let mut world = view.game;
    for (hidden, small) in view.hidden_rod_pools() {
        let mut fields = [Field::ALL[0]; 24];
        let mut n = 0;
        for field in Field::ALL.into_iter().filter(|field| field.is_in(hidden)).take(24) {
            fields[n] = field;
            n += 1;
        }
        let fields = &mut fields[..n];
        shuffle(fields, source);
        for field in fields.get(usize::from(small)..)? {
            world.large |= field.bit();
        }
    }
    for seat in Seat::ALL {
        let left = pawns_left(&view.game, view.hidden, seat).ok()?;
        let mut bag = [Colour::Neutral; 36];
        let (blue, red) = (usize::from(left[0]), usize::from(left[0] + left[1]));
        let all = red + usize::from(left[2]);
        bag[..blue].fill(Colour::Blue);
        bag[blue..red].fill(Colour::Red);
        let bag = bag.get_mut(..all)?;
        shuffle(bag, source);
        let mut bag = bag.iter();
        for id in blocks_built_by(seat).filter(|&id| view.game.is_on_board(id)) {
            let field = world.field_of[id];
            if field.is_in(view.hidden) {
                let slot = world.window_slot_of(id, field);
                world.stacks[id] = world.stacks[id].with(slot, world.colour(field)?);
            }
            for slot in 0..3 {
                if world.stacks[id].get(slot).is_none() {
                    world.stacks[id] = world.stacks[id].with(slot, *bag.next()?);
                }
            }
        }
    }
    Some(world)
}

impl HiddenInformation for Blocs {
    fn rewrite_history(&self, history: &[Ply<Action, Roll>]) -> Vec<Ply<Action, Roll>> {
        let mut seats = Seat::ALL.into_iter();
        let retold = history.iter().map(|ply| match ply {
            Ply::Act(Action::Setup(setup)) => {
                Ply::Act(Action::Setup(seats.next().map_or(*setup, |seat| self.setup_of(seat))))
            }
            public => *public,
        });
        retold.collect()
    }
}

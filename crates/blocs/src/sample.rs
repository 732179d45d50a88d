//! Worlds an observer cannot tell from the true one, each equally likely.
//!
//! No search is needed. A block on a rod unknown to the viewer has never moved, so one of its
//! pawns, middle or bottom, is the colour it shows and its two others are free, whichever the rod
//! is; any other unknown pawn is free as well. So the small rods can be dealt among the unknown
//! ones first and the pawns left over among the free slots then, and every world comes up in
//! exactly one way.

use abaque_core::{Hidden, Ply, Seat, Source};

use crate::action::{Action, Roll};
use crate::block::Colour;
use crate::field::Field;
use crate::position::pawns_left;
use crate::setup::shuffle;
use crate::state::{Blocs, built_by};
use crate::view::View;

impl Hidden for Blocs {
    fn sample(view: &View, source: &mut dyn Source) -> Option<Blocs> {
        let mut world = view.game;
        for (hidden, small) in view.pools() {
            let mut fields = [Field::ALL[0]; 24];
            let mut n = 0;
            for field in Field::ALL.into_iter().filter(|field| field.within(hidden)).take(24) {
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
            for id in built_by(seat).filter(|&id| view.game.stands(id)) {
                let field = world.at[id];
                if field.within(view.hidden) {
                    let slot = world.slot(id, field);
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

    fn retell(&self, history: &[Ply<Action, Roll>]) -> Vec<Ply<Action, Roll>> {
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

//! Direct legality check: one action against the rules, field by field, without the generator.

use abaque_core::Seat;

use crate::action::{Action, Setup};
use crate::block::Colour;
use crate::field::Field;
use crate::state::{Blocs, Phase};
use crate::violation::Violation;

impl Blocs {
    pub(crate) fn check_action(&self, action: &Action) -> Result<(), Violation> {
        match (self.phase, *action) {
            (Phase::Over(_), _) => Err(Violation::Over),
            (Phase::Lot, _) => Err(Violation::LotDue),
            (Phase::Setup(seat), Action::Setup(setup)) => self.check_setup(seat, &setup),
            (Phase::Setup(_), _) => Err(Violation::SetupDue),
            (_, Action::Setup(_)) => Err(Violation::SetupDone),
            (Phase::Move(seat), Action::Move { from, to }) => self.check_move(seat, from, to),
            (Phase::Move(_), Action::Take(_) | Action::Turn(_)) => Err(Violation::MoveFirst),
            (Phase::Move(seat), Action::Pass) => self.check_pass(seat),
            (Phase::Act(_, moved), Action::Move { .. }) => Err(Violation::StepMade(moved)),
            (Phase::Act(seat, moved), Action::Take(victim)) => self.check_take(seat, moved, victim),
            (Phase::Act(_, moved), Action::Turn(_)) => self.check_turn(moved),
            (Phase::Act(seat, _), Action::Pass) => Err(Violation::CanAct(seat)),
        }
    }

    fn check_setup(&self, seat: Seat, setup: &Setup) -> Result<(), Violation> {
        let own = Colour::of_player(seat);
        let zone = self.options.zone;
        let planted = zone.fields_planted_by(seat);
        let (mut pawns, mut rods) = ([0; 3], [0; 2]);
        for (field, item) in Setup::fields(seat).into_iter().zip(setup.items()) {
            let given = self.rod_kind(field);
            if field.is_in(planted) {
                rods[item.rod() as usize] += 1;
            } else if item.rod() != given {
                return Err(Violation::GivenRod(field, given));
            }
            let shown = item.pawns()[item.rod().window()];
            if shown != own {
                return Err(Violation::ShowsOther(field, shown, own));
            }
            for pawn in item.pawns() {
                pawns[pawn.index()] += 1;
            }
        }
        if rods != [zone.rods_of_each_size(); 2] {
            return Err(Violation::RodCount(rods[0], rods[1], zone.rods_of_each_size()));
        }
        for colour in Colour::ALL {
            let (found, needed) = (pawns[colour.index()], pawn_supply(seat, colour));
            if found != needed {
                return Err(Violation::PawnCount(colour, found, needed));
            }
        }
        Ok(())
    }

    fn check_move(&self, seat: Seat, from: Field, to: Field) -> Result<(), Violation> {
        let colour = self.colour(from).ok_or(Violation::NothingToMove(from))?;
        let east = to.column() as i8 - from.column() as i8;
        let north = to.row() as i8 - from.row() as i8;
        let ahead = if seat == Seat::First { north } else { -north };
        if colour == Colour::Neutral {
            return match (east, ahead) {
                (-1 | 1, -1) if self.colour(to).is_some() => Err(Violation::NeutralTaken(to)),
                (-1 | 1, -1) if self.can_take_from(seat, to, (0, 1)) => Ok(()),
                (-1 | 1, -1) => Err(Violation::NeutralIdle(to)),
                _ => Err(Violation::NeutralWay(from, to)),
            };
        }
        if colour != Colour::of_player(seat) {
            return Err(Violation::NotYours(from));
        }
        match (east, ahead) {
            (-2 | 0 | 2, 2) => {
                // Two fields two rods apart always have a field between them.
                let over = from.offset(east / 2, north / 2).unwrap_or(to);
                if self.colour(over).is_some() {
                    Err(Violation::BlockBetween(from, over, to))
                } else if self.colour(to).is_some() {
                    Err(Violation::EndTaken(to))
                } else {
                    Ok(())
                }
            }
            (-1..=1, 1) => {
                let turning = self.has_neutral();
                if self.colour(to).is_some() {
                    Err(Violation::StepTaken(to))
                } else if turning || self.can_take_from(seat, to, (1, 0)) {
                    Ok(())
                } else {
                    Err(Violation::NothingToDo(to))
                }
            }
            _ => Err(Violation::NotForward(from, to)),
        }
    }

    /// Whether a block planted on a field could take along an axis. The field it leaves lies ahead
    /// or behind for an own block and diagonally for a neutral one, so leaving it does not change
    /// the axis.
    fn can_take_from(&self, seat: Seat, planted: Field, (east, north): (i8, i8)) -> bool {
        let opposing = Some(Colour::of_player(seat.other()));
        [1, -1].into_iter().any(|side| {
            let victim = planted.offset(side * east, side * north);
            let beyond = planted.offset(-side * east, -side * north);
            victim.is_some_and(|field| self.colour(field) == opposing)
                && beyond.is_some_and(|field| self.colour(field).is_none())
        })
    }

    fn check_take(&self, seat: Seat, moved: Field, victim: Field) -> Result<(), Violation> {
        match self.colour(victim).ok_or(Violation::NothingToTake(victim))? {
            Colour::Neutral => return Err(Violation::NeutralSafe(victim)),
            colour if colour == Colour::of_player(seat) => return Err(Violation::OwnSafe(victim)),
            _ => {}
        }
        let east = victim.column() as i8 - moved.column() as i8;
        let north = victim.row() as i8 - moved.row() as i8;
        let neutral = self.colour(moved) == Some(Colour::Neutral);
        match (neutral, east, north) {
            (false, -1 | 1, 0) | (true, 0, -1 | 1) => {}
            (false, ..) => return Err(Violation::NotBeside(moved, victim)),
            (true, ..) => return Err(Violation::NotInLine(moved, victim)),
        }
        match moved.offset(-east, -north) {
            None => Err(Violation::NoRodBeyond(moved, victim, neutral)),
            Some(beyond) if self.colour(beyond).is_some() => {
                Err(Violation::BeyondTaken(moved, beyond, neutral))
            }
            Some(_) => Ok(()),
        }
    }

    fn check_turn(&self, moved: Field) -> Result<(), Violation> {
        if self.colour(moved) == Some(Colour::Neutral) {
            Err(Violation::NeutralTakes(moved))
        } else if self.has_neutral() {
            Ok(())
        } else {
            Err(Violation::NoNeutral)
        }
    }

    fn has_neutral(&self) -> bool {
        Field::ALL.into_iter().any(|field| self.colour(field) == Some(Colour::Neutral))
    }

    /// BLO-21: a player may pass only when all their blocks are stuck.
    fn check_pass(&self, seat: Seat) -> Result<(), Violation> {
        for from in Field::ALL {
            for (east, north) in [(-2, 2), (0, 2), (2, 2), (-1, 1), (0, 1), (1, 1)] {
                for north in [north, -north] {
                    let to = from.offset(east, north);
                    if to.is_some_and(|to| self.check_move(seat, from, to).is_ok()) {
                        return Err(Violation::CanAct(seat));
                    }
                }
            }
        }
        Ok(())
    }
}

/// How many pawns of a colour a player must use (BLO-04).
pub(crate) const fn pawn_supply(seat: Seat, colour: Colour) -> u8 {
    match (seat, colour) {
        (_, Colour::Neutral) => 12,
        (Seat::First, Colour::Blue) | (Seat::Second, Colour::Red) => 18,
        _ => 6,
    }
}

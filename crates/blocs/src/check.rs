//! The direct legality check: one action against the rules, field by field, without the generator.

use abaque_core::Seat;

use crate::action::{Action, Setup};
use crate::block::Colour;
use crate::field::Field;
use crate::refusal::Refusal;
use crate::state::{Blocs, Phase};

impl Blocs {
    pub(crate) fn judge(&self, action: &Action) -> Result<(), Refusal> {
        match (self.phase, *action) {
            (Phase::Over(_), _) => Err(Refusal::Over),
            (Phase::Lot, _) => Err(Refusal::LotDue),
            (Phase::Setup(seat), Action::Setup(setup)) => self.judge_setup(seat, &setup),
            (Phase::Setup(_), _) => Err(Refusal::SetupDue),
            (_, Action::Setup(_)) => Err(Refusal::SetupDone),
            (Phase::Move(seat), Action::Move { from, to }) => self.judge_move(seat, from, to),
            (Phase::Move(_), Action::Take(_) | Action::Turn(_)) => Err(Refusal::MoveFirst),
            (Phase::Move(seat), Action::Pass) => self.judge_pass(seat),
            (Phase::Act(_, moved), Action::Move { .. }) => Err(Refusal::StepMade(moved)),
            (Phase::Act(seat, moved), Action::Take(victim)) => self.judge_take(seat, moved, victim),
            (Phase::Act(_, moved), Action::Turn(_)) => self.judge_turn(moved),
            (Phase::Act(seat, _), Action::Pass) => Err(Refusal::CanAct(seat)),
        }
    }

    fn judge_setup(&self, seat: Seat, setup: &Setup) -> Result<(), Refusal> {
        let own = Colour::of(seat);
        let zone = self.options.zone;
        let planted = zone.planted_by(seat);
        let (mut pawns, mut rods) = ([0; 3], [0; 2]);
        for (field, item) in Setup::fields(seat).into_iter().zip(setup.items()) {
            let given = self.rod_kind(field);
            if field.within(planted) {
                rods[item.rod() as usize] += 1;
            } else if item.rod() != given {
                return Err(Refusal::GivenRod(field, given));
            }
            let shown = item.pawns()[item.rod().window()];
            if shown != own {
                return Err(Refusal::ShowsOther(field, shown, own));
            }
            for pawn in item.pawns() {
                pawns[pawn.index()] += 1;
            }
        }
        if rods != [zone.each(); 2] {
            return Err(Refusal::RodCount(rods[0], rods[1], zone.each()));
        }
        for colour in Colour::ALL {
            let (found, needed) = (pawns[colour.index()], pawns_given(seat, colour));
            if found != needed {
                return Err(Refusal::PawnCount(colour, found, needed));
            }
        }
        Ok(())
    }

    fn judge_move(&self, seat: Seat, from: Field, to: Field) -> Result<(), Refusal> {
        let colour = self.colour(from).ok_or(Refusal::NothingToMove(from))?;
        let east = to.column() as i8 - from.column() as i8;
        let north = to.row() as i8 - from.row() as i8;
        let ahead = if seat == Seat::First { north } else { -north };
        if colour == Colour::Neutral {
            return match (east, ahead) {
                (-1 | 1, -1) if self.colour(to).is_some() => Err(Refusal::NeutralTaken(to)),
                (-1 | 1, -1) if self.could_take(seat, to, (0, 1)) => Ok(()),
                (-1 | 1, -1) => Err(Refusal::NeutralIdle(to)),
                _ => Err(Refusal::NeutralWay(from, to)),
            };
        }
        if colour != Colour::of(seat) {
            return Err(Refusal::NotYours(from));
        }
        match (east, ahead) {
            (-2 | 0 | 2, 2) => {
                // Between two fields of the board there is always one.
                let over = from.offset(east / 2, north / 2).unwrap_or(to);
                if self.colour(over).is_some() {
                    Err(Refusal::BlockBetween(from, over, to))
                } else if self.colour(to).is_some() {
                    Err(Refusal::EndTaken(to))
                } else {
                    Ok(())
                }
            }
            (-1..=1, 1) => {
                let turning = self.has_neutral();
                if self.colour(to).is_some() {
                    Err(Refusal::StepTaken(to))
                } else if turning || self.could_take(seat, to, (1, 0)) {
                    Ok(())
                } else {
                    Err(Refusal::NothingToDo(to))
                }
            }
            _ => Err(Refusal::NotForward(from, to)),
        }
    }

    /// Whether a block planted on a field could take along an axis. The field it comes from lies
    /// ahead or behind for an own block and diagonally for a neutral one, so leaving it changes
    /// nothing on the axis.
    fn could_take(&self, seat: Seat, planted: Field, (east, north): (i8, i8)) -> bool {
        let opposing = Some(Colour::of(seat.other()));
        [1, -1].into_iter().any(|side| {
            let victim = planted.offset(side * east, side * north);
            let beyond = planted.offset(-side * east, -side * north);
            victim.is_some_and(|field| self.colour(field) == opposing)
                && beyond.is_some_and(|field| self.colour(field).is_none())
        })
    }

    fn judge_take(&self, seat: Seat, moved: Field, victim: Field) -> Result<(), Refusal> {
        match self.colour(victim).ok_or(Refusal::NothingToTake(victim))? {
            Colour::Neutral => return Err(Refusal::NeutralSafe(victim)),
            colour if colour == Colour::of(seat) => return Err(Refusal::OwnSafe(victim)),
            _ => {}
        }
        let east = victim.column() as i8 - moved.column() as i8;
        let north = victim.row() as i8 - moved.row() as i8;
        let neutral = self.colour(moved) == Some(Colour::Neutral);
        match (neutral, east, north) {
            (false, -1 | 1, 0) | (true, 0, -1 | 1) => {}
            (false, ..) => return Err(Refusal::NotBeside(moved, victim)),
            (true, ..) => return Err(Refusal::NotInLine(moved, victim)),
        }
        match moved.offset(-east, -north) {
            None => Err(Refusal::NoRodBeyond(moved, victim, neutral)),
            Some(beyond) if self.colour(beyond).is_some() => {
                Err(Refusal::BeyondTaken(moved, beyond, neutral))
            }
            Some(_) => Ok(()),
        }
    }

    fn judge_turn(&self, moved: Field) -> Result<(), Refusal> {
        if self.colour(moved) == Some(Colour::Neutral) {
            Err(Refusal::NeutralTakes(moved))
        } else if self.has_neutral() {
            Ok(())
        } else {
            Err(Refusal::NoNeutral)
        }
    }

    fn has_neutral(&self) -> bool {
        Field::ALL.into_iter().any(|field| self.colour(field) == Some(Colour::Neutral))
    }

    /// BLO-21: only a player for whom every block is stuck passes.
    fn judge_pass(&self, seat: Seat) -> Result<(), Refusal> {
        for from in Field::ALL {
            for (east, north) in [(-2, 2), (0, 2), (2, 2), (-1, 1), (0, 1), (1, 1)] {
                for north in [north, -north] {
                    let to = from.offset(east, north);
                    if to.is_some_and(|to| self.judge_move(seat, from, to).is_ok()) {
                        return Err(Refusal::CanAct(seat));
                    }
                }
            }
        }
        Ok(())
    }
}

/// How many pawns of a colour a player has to use (BLO-04).
pub(crate) const fn pawns_given(seat: Seat, colour: Colour) -> u8 {
    match (seat, colour) {
        (_, Colour::Neutral) => 12,
        (Seat::First, Colour::Blue) | (Seat::Second, Colour::Red) => 18,
        _ => 6,
    }
}

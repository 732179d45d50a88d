//! Direct legality check, independent of the generator: by phase, then by kind of action.

use crate::{Abraxas, Action, Corner, Hole, Pawn, Phase, PushRule, Violation};

impl Abraxas {
    pub(crate) fn check_action(&self, action: &Action) -> Result<(), Violation> {
        match self.phase {
            Phase::Over => Err(Violation::Over),
            Phase::Corner => match action {
                Action::Lay(_) => Ok(()),
                _ => Err(Violation::LayFirst),
            },
            Phase::Place | Phase::PlaceNoStop | Phase::Again => self.check_placement(action),
            Phase::Stop { from, at } => self.check_stop_answer(action, from, at),
            Phase::Push | Phase::PushOrNot => self.check_push(action),
            Phase::Take | Phase::TakeMore | Phase::TakeStop => match *action {
                Action::Take(holes) => self.check_taking(holes),
                Action::End if self.has_manual_claims() => Ok(()),
                Action::Lay(_) => Err(Violation::PlateLies),
                _ if self.has_manual_claims() => Err(Violation::ClaimOrEnd),
                _ => Err(Violation::MustTake),
            },
        }
    }

    fn check_placement(&self, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Put(_) if self.reserve == 0 => Err(Violation::ReserveEmpty),
            Action::Put(hole) => self.check_free(hole),
            Action::Move { .. } if self.reserve > 0 => Err(Violation::ReserveFirst(self.reserve)),
            Action::Move { from, to } => match self.pawn(from) {
                Some(Pawn::Red) => self.check_free(to),
                _ => Err(Violation::NoRedPawn(from)),
            },
            Action::Stop(_) if self.phase == Phase::PlaceNoStop => Err(Violation::NoStopReply),
            Action::Stop(_) if self.stops_left(self.side) == 0 => Err(Violation::NoStopLeft),
            Action::Stop(hole) => self.check_free(hole),
            Action::End if self.phase == Phase::Again => Ok(()),
            Action::End => Err(Violation::MustPlace),
            Action::Lay(_) => Err(Violation::PlateLies),
            Action::Push(_) | Action::Stay => Err(Violation::PlaceFirst),
            Action::Go => Err(Violation::NothingToStop),
            Action::Take(_) => Err(Violation::NoPushYet),
        }
    }

    fn check_stop_answer(
        &self,
        action: &Action,
        from: Option<Hole>,
        at: Hole,
    ) -> Result<(), Violation> {
        match *action {
            Action::Go => Ok(()),
            Action::Stop(hole) if hole == at => Ok(()),
            Action::Stop(hole) if Some(hole) == from => Err(Violation::GoesBack { from: hole, at }),
            Action::Stop(hole) => self.check_free(hole),
            _ => Err(Violation::AnswerFirst(at)),
        }
    }

    fn check_push(&self, action: &Action) -> Result<(), Violation> {
        let after_stop = self.phase == Phase::PushOrNot;
        match *action {
            Action::Push(to) => match self.corner {
                Some(from) if self.has_arrow(from, to) => Ok(()),
                from => Err(Violation::NoArrow { from: from.unwrap_or(to), to }),
            },
            Action::Stay if after_stop => Ok(()),
            Action::Lay(_) => Err(Violation::PlateLies),
            _ if after_stop => Err(Violation::PushOrNot),
            _ => Err(Violation::MustPush),
        }
    }

    /// ABR-03, from geometry: an arrow runs counter-clockwise along one side of the sheet.
    fn has_arrow(&self, from: Corner, to: Corner) -> bool {
        let counter_clockwise = |from, to| {
            matches!(
                (from, to),
                (Corner::Sw, Corner::Se)
                    | (Corner::Se, Corner::Ne)
                    | (Corner::Ne, Corner::Nw)
                    | (Corner::Nw, Corner::Sw)
            )
        };
        counter_clockwise(from, to)
            || self.options.push == PushRule::Either && counter_clockwise(to, from)
    }

    fn check_free(&self, hole: Hole) -> Result<(), Violation> {
        self.pawn(hole).map_or(Ok(()), |pawn| Err(Violation::Occupied(hole, pawn)))
    }
}

//! Whether an action is legal, decided without the generator: by phase, then by kind.

use crate::{Abraxas, Action, Corner, Hole, Pawn, Phase, PushRule, Refusal};

impl Abraxas {
    pub(crate) fn judge(&self, action: &Action) -> Result<(), Refusal> {
        match self.phase {
            Phase::Over => Err(Refusal::Over),
            Phase::Corner => match action {
                Action::Lay(_) => Ok(()),
                _ => Err(Refusal::LayFirst),
            },
            Phase::Place | Phase::PlaceNoStop | Phase::Again => self.judge_placement(action),
            Phase::Stop { from, at } => self.judge_answer(action, from, at),
            Phase::Push | Phase::PushOrNot => self.judge_push(action),
            Phase::Take | Phase::TakeMore | Phase::TakeStop => match *action {
                Action::Take(holes) => self.judge_taking(holes),
                Action::End if self.manual() => Ok(()),
                Action::Lay(_) => Err(Refusal::PlateLies),
                _ if self.manual() => Err(Refusal::ClaimOrEnd),
                _ => Err(Refusal::MustTake),
            },
        }
    }

    fn judge_placement(&self, action: &Action) -> Result<(), Refusal> {
        match *action {
            Action::Put(_) if self.reserve == 0 => Err(Refusal::ReserveEmpty),
            Action::Put(hole) => self.judge_free(hole),
            Action::Move { .. } if self.reserve > 0 => Err(Refusal::ReserveFirst(self.reserve)),
            Action::Move { from, to } => match self.pawn(from) {
                Some(Pawn::Red) => self.judge_free(to),
                _ => Err(Refusal::NoRedPawn(from)),
            },
            Action::Stop(_) if self.phase == Phase::PlaceNoStop => Err(Refusal::NoStopReply),
            Action::Stop(_) if self.stops_left(self.side) == 0 => Err(Refusal::NoStopLeft),
            Action::Stop(hole) => self.judge_free(hole),
            Action::End if self.phase == Phase::Again => Ok(()),
            Action::End => Err(Refusal::MustPlace),
            Action::Lay(_) => Err(Refusal::PlateLies),
            Action::Push(_) | Action::Stay => Err(Refusal::PlaceFirst),
            Action::Go => Err(Refusal::NothingToStop),
            Action::Take(_) => Err(Refusal::NoPushYet),
        }
    }

    fn judge_answer(&self, action: &Action, from: Option<Hole>, at: Hole) -> Result<(), Refusal> {
        match *action {
            Action::Go => Ok(()),
            Action::Stop(hole) if hole == at => Ok(()),
            Action::Stop(hole) if Some(hole) == from => Err(Refusal::GoesBack { from: hole, at }),
            Action::Stop(hole) => self.judge_free(hole),
            _ => Err(Refusal::AnswerFirst(at)),
        }
    }

    fn judge_push(&self, action: &Action) -> Result<(), Refusal> {
        let after_stop = self.phase == Phase::PushOrNot;
        match *action {
            Action::Push(to) => match self.corner {
                Some(from) if self.arrow(from, to) => Ok(()),
                from => Err(Refusal::NoArrow { from: from.unwrap_or(to), to }),
            },
            Action::Stay if after_stop => Ok(()),
            Action::Lay(_) => Err(Refusal::PlateLies),
            _ if after_stop => Err(Refusal::PushOrNot),
            _ => Err(Refusal::MustPush),
        }
    }

    /// ABR-03, from the picture: an arrow runs counter-clockwise along one side of the sheet.
    fn arrow(&self, from: Corner, to: Corner) -> bool {
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

    fn judge_free(&self, hole: Hole) -> Result<(), Refusal> {
        self.pawn(hole).map_or(Ok(()), |pawn| Err(Refusal::Occupied(hole, pawn)))
    }
}

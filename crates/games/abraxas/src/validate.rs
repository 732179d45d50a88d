//! Rejects impossible positions that parse. Reachability is not checked beyond these rules.

use abaque_core::{Message, ParseError, message};

use crate::state::{RED_PAWNS, STOP_PAWNS};
use crate::{Abraxas, Phase};

fn refuse_if(
    wrong: bool,
    field: &'static str,
    message: impl FnOnce() -> Message,
) -> Result<(), ParseError> {
    if wrong { Err(ParseError::new(field, message())) } else { Ok(()) }
}

impl Abraxas {
    pub(crate) fn validate(&self) -> Result<(), ParseError> {
        self.validate_counts()?;
        self.validate_scores()?;
        self.validate_phase()
    }

    fn validate_counts(&self) -> Result<(), ParseError> {
        let plate = self.red.count_ones();
        let all = plate
            + [self.reserve, self.scores[0], self.scores[1]].map(u32::from).iter().sum::<u32>();
        refuse_if(all != u32::from(RED_PAWNS), "RESERVE", || {
            message!(
                "reserve, red pawns on the plate ({plate}) and scores make {all} instead of 24",
                "réserve, pions rouges sur la plaque ({plate}) et pions gagnés font {all} au lieu de 24"
            )
        })?;
        let (plate, left) = (self.stop.count_ones(), u32::from(self.stops[0] + self.stops[1]));
        refuse_if(plate + left != 2 * u32::from(STOP_PAWNS), "STOPS", || {
            message!(
                "stop pawns on the plate ({plate}) and left ({left}) do not make 6",
                "pions d'arrêt sur la plaque ({plate}) et restants ({left}) ne font pas 6"
            )
        })
    }

    fn validate_scores(&self) -> Result<(), ParseError> {
        let target = self.options.target;
        let [reached1, reached2] = self.scores.map(|score| score >= target);
        refuse_if(reached1 && reached2, "SCORES", || {
            message!(
                "both players have the {target} pawns needed to win",
                "les deux joueurs ont les {target} pions nécessaires pour gagner"
            )
        })?;
        let over = self.phase == Phase::Over;
        refuse_if((reached1 || reached2) && !over, "SCORES", || {
            message!(
                "a player has the {target} pawns needed to win, so the phase must be `over`",
                "un joueur a les {target} pions nécessaires pour gagner, la phase doit donc être «\u{a0}over\u{a0}»"
            )
        })?;
        refuse_if(over && !reached1 && !reached2, "PHASE", || {
            message!(
                "`over`, but neither player has the {target} pawns needed to win",
                "«\u{a0}over\u{a0}», mais aucun joueur n'a les {target} pions nécessaires pour gagner"
            )
        })?;
        refuse_if(over && self.scores[self.side.index()] < target, "SIDE", || {
            message!(
                "in a finished game the side is the winner's",
                "dans une partie terminée, le joueur indiqué est le gagnant"
            )
        })
    }

    fn validate_phase(&self) -> Result<(), ParseError> {
        let start = *self == Abraxas::new(self.options);
        refuse_if(self.phase == Phase::Corner && !start, "PHASE", || {
            message!(
                "the plate is placed (`corner`) only at the start: 8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner",
                "la plaque n'est posée («\u{a0}corner\u{a0}») qu'au début\u{a0}: 8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner"
            )
        })?;
        refuse_if(self.phase != Phase::Corner && self.corner.is_none(), "CORNER", || {
            message!(
                "`-` only in the phase `corner`; else sw, se, ne or nw",
                "«\u{a0}-\u{a0}» seulement dans la phase «\u{a0}corner\u{a0}»\u{a0}; sinon sw, se, ne ou nw"
            )
        })?;
        let (us, them) = (self.side.index(), self.side.other().index());
        match self.phase {
            Phase::PlaceNoStop => refuse_if(self.stops[them] == STOP_PAWNS, "PHASE", || {
                message!(
                    "`place-nostop`, but the other player has placed no stop pawn",
                    "«\u{a0}place-nostop\u{a0}», mais l'adversaire n'a posé aucun pion d'arrêt"
                )
            }),
            Phase::PushOrNot | Phase::TakeStop => {
                let phase = self.phase;
                refuse_if(self.stops[us] == STOP_PAWNS, "PHASE", || {
                    message!(
                        "`{phase}`, but the player has placed no stop pawn",
                        "«\u{a0}{phase}\u{a0}», mais le joueur n'a posé aucun pion d'arrêt"
                    )
                })?;
                self.validate_line()
            }
            Phase::Again | Phase::TakeMore => {
                let phase = self.phase;
                refuse_if(self.scores[us] == 0, "PHASE", || {
                    message!(
                        "`{phase}` follows a capture, but the player has taken nothing",
                        "«\u{a0}{phase}\u{a0}» suit une prise, mais le joueur n'a rien pris"
                    )
                })?;
                refuse_if(phase == Phase::TakeMore && !self.has_manual_claims(), "PHASE", || {
                    message!(
                        "`take+` exists with claim=manual only",
                        "«\u{a0}take+\u{a0}» n'existe qu'avec claim=manual"
                    )
                })
            }
            Phase::Push => refuse_if(self.red == 0, "PHASE", || {
                message!(
                    "`push` follows a red pawn, but none is on the plate",
                    "«\u{a0}push\u{a0}» suit un pion rouge, mais il n'y en a pas sur la plaque"
                )
            }),
            Phase::Stop { .. } => self.validate_stop(),
            Phase::Take => self.validate_line(),
            Phase::Corner | Phase::Place | Phase::Over => Ok(()),
        }
    }

    fn validate_line(&self) -> Result<(), ParseError> {
        let (phase, taking) = (self.phase, self.phase.is_taking());
        refuse_if(
            taking && !self.has_manual_claims() && self.lines().next().is_none(),
            "PHASE",
            || {
                message!(
                    "`{phase}`, but there is no line",
                    "«\u{a0}{phase}\u{a0}», mais il n'y a pas d'alignement"
                )
            },
        )
    }

    fn validate_stop(&self) -> Result<(), ParseError> {
        let Phase::Stop { from, at } = self.phase else { return Ok(()) };
        let (us, them) = (self.side.index(), self.side.other().index());
        refuse_if(self.red & at.bit() == 0, "PHASE", || {
            message!(
                "there is no red pawn to stop in {at}",
                "il n'y a pas de pion rouge à arrêter en {at}"
            )
        })?;
        refuse_if(self.stops[us] == 0, "PHASE", || {
            message!(
                "the player has no stop pawn left for a Stop!",
                "le joueur n'a plus de pion d'arrêt pour dire Stop\u{a0}!"
            )
        })?;
        refuse_if(self.scores[them] == 0, "PHASE", || {
            message!(
                "only a player who plays again can be stopped, but the other player has taken nothing",
                "on n'arrête que celui qui rejoue, mais l'adversaire n'a rien pris"
            )
        })?;
        let Some(from) = from else { return Ok(()) };
        refuse_if(!self.free_holes().contains(from), "PHASE", || {
            message!(
                "the pawn cannot have come from {from}, which is not free",
                "le pion ne peut pas venir de {from}, qui n'est pas libre"
            )
        })?;
        let reserve = self.reserve;
        refuse_if(reserve > 0, "PHASE", || {
            message!(
                "pawns move only when the reserve is empty, and it holds {reserve}",
                "on ne déplace les pions que si la réserve est vide, et elle en a {reserve}"
            )
        })
    }
}

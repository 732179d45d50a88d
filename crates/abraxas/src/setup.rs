//! What makes a well-written position impossible. Nothing else is checked for reachability.

use abaque_core::{BadText, Said, said};

use crate::state::{RED_PAWNS, STOP_PAWNS};
use crate::{Abraxas, Phase};

fn refuse(wrong: bool, field: &'static str, said: impl FnOnce() -> Said) -> Result<(), BadText> {
    if wrong { Err(BadText::new(field, said())) } else { Ok(()) }
}

impl Abraxas {
    pub(crate) fn validate(&self) -> Result<(), BadText> {
        self.validate_counts()?;
        self.validate_scores()?;
        self.validate_phase()
    }

    fn validate_counts(&self) -> Result<(), BadText> {
        let plate = self.red.count_ones();
        let all = plate
            + [self.reserve, self.scores[0], self.scores[1]].map(u32::from).iter().sum::<u32>();
        refuse(all != u32::from(RED_PAWNS), "RESERVE", || {
            said!(
                "reserve, red pawns on the plate ({plate}) and scores make {all}, not 24",
                "réserve, pions rouges sur la plaque ({plate}) et pions gagnés font {all}, pas 24"
            )
        })?;
        let (plate, left) = (self.stop.count_ones(), u32::from(self.stops[0] + self.stops[1]));
        refuse(plate + left != 2 * u32::from(STOP_PAWNS), "STOPS", || {
            said!(
                "stop pawns on the plate ({plate}) and left ({left}) do not make 6",
                "pions d'arrêt sur la plaque ({plate}) et restants ({left}) ne font pas 6"
            )
        })
    }

    fn validate_scores(&self) -> Result<(), BadText> {
        let target = self.options.target;
        let [reached1, reached2] = self.scores.map(|score| score >= target);
        refuse(reached1 && reached2, "SCORES", || {
            said!(
                "both players have the {target} pawns that win",
                "les deux joueurs ont les {target} pions qui font gagner"
            )
        })?;
        let over = self.phase == Phase::Over;
        refuse((reached1 || reached2) && !over, "SCORES", || {
            said!(
                "a player has the {target} pawns that win, so the phase must be `over`",
                "un joueur a les {target} pions qui font gagner, la phase doit donc être « over »"
            )
        })?;
        refuse(over && !reached1 && !reached2, "PHASE", || {
            said!(
                "`over`, but nobody has the {target} pawns that win",
                "« over », mais personne n'a les {target} pions qui font gagner"
            )
        })?;
        refuse(over && self.scores[self.side.index()] < target, "SIDE", || {
            said!(
                "in a finished game the side is the winner's",
                "dans une partie finie, le joueur indiqué est le gagnant"
            )
        })
    }

    fn validate_phase(&self) -> Result<(), BadText> {
        let start = *self == Abraxas::new(self.options);
        refuse(self.phase == Phase::Corner && !start, "PHASE", || {
            said!(
                "the plate is laid (`corner`) only at the start: 8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner",
                "la plaque n'est posée (« corner ») qu'au début : 8/8/8/8/8/8/8/8 - 2 24 0-0 3-3 corner"
            )
        })?;
        refuse(self.phase != Phase::Corner && self.corner.is_none(), "CORNER", || {
            said!(
                "`-` only in the phase `corner`; else sw, se, ne or nw",
                "« - » seulement dans la phase « corner » ; sinon sw, se, ne ou nw"
            )
        })?;
        let (us, them) = (self.side.index(), self.side.other().index());
        match self.phase {
            Phase::PlaceNoStop => refuse(self.stops[them] == STOP_PAWNS, "PHASE", || {
                said!(
                    "`place-nostop`, but the other player has put no stop pawn",
                    "« place-nostop », mais l'adversaire n'a posé aucun pion d'arrêt"
                )
            }),
            Phase::PushOrNot | Phase::TakeStop => {
                let phase = self.phase;
                refuse(self.stops[us] == STOP_PAWNS, "PHASE", || {
                    said!(
                        "`{phase}`, but the player has put no stop pawn",
                        "« {phase} », mais le joueur n'a posé aucun pion d'arrêt"
                    )
                })?;
                self.validate_line()
            }
            Phase::Again | Phase::TakeMore => {
                let phase = self.phase;
                refuse(self.scores[us] == 0, "PHASE", || {
                    said!(
                        "`{phase}` follows a taking, but the player has taken nothing",
                        "« {phase} » suit une prise, mais le joueur n'a rien pris"
                    )
                })?;
                refuse(phase == Phase::TakeMore && !self.manual(), "PHASE", || {
                    said!(
                        "`take+` exists with claim=manual only",
                        "« take+ » n'existe qu'avec claim=manual"
                    )
                })
            }
            Phase::Push => refuse(self.red == 0, "PHASE", || {
                said!(
                    "`push` follows a red pawn, but none is on the plate",
                    "« push » suit un pion rouge, mais il n'y en a pas sur la plaque"
                )
            }),
            Phase::Stop { .. } => self.validate_stop(),
            Phase::Take => self.validate_line(),
            Phase::Corner | Phase::Place | Phase::Over => Ok(()),
        }
    }

    fn validate_line(&self) -> Result<(), BadText> {
        let (phase, taking) = (self.phase, self.phase.is_taking());
        refuse(taking && !self.manual() && self.lines().next().is_none(), "PHASE", || {
            said!("`{phase}`, but there is no line", "« {phase} », mais il n'y a pas d'alignement")
        })
    }

    fn validate_stop(&self) -> Result<(), BadText> {
        let Phase::Stop { from, at } = self.phase else { return Ok(()) };
        let (us, them) = (self.side.index(), self.side.other().index());
        refuse(self.red & at.bit() == 0, "PHASE", || {
            said!(
                "the pawn that may be stopped is not there: no red pawn in {at}",
                "le pion qui peut être arrêté n'est pas là : aucun pion rouge en {at}"
            )
        })?;
        refuse(self.stops[us] == 0, "PHASE", || {
            said!(
                "the player has no stop pawn left to say Stop with",
                "le joueur n'a plus de pion d'arrêt pour dire Stop"
            )
        })?;
        refuse(self.scores[them] == 0, "PHASE", || {
            said!(
                "only who plays again can be stopped, but the other player has taken nothing",
                "on n'arrête que celui qui rejoue, mais l'adversaire n'a rien pris"
            )
        })?;
        let Some(from) = from else { return Ok(()) };
        refuse(!self.free_holes().contains(from), "PHASE", || {
            said!(
                "the pawn cannot have come from {from}, which is not free",
                "le pion ne peut pas venir de {from}, qui n'est pas libre"
            )
        })?;
        let reserve = self.reserve;
        refuse(reserve > 0, "PHASE", || {
            said!(
                "pawns are moved only when the reserve is empty, and it holds {reserve}",
                "on ne déplace les pions que si la réserve est vide, et elle en a {reserve}"
            )
        })
    }
}

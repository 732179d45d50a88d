use alloc::string::{String, ToString};
use alloc::vec::Vec;

use abaque_core::{Message, Seat, message};

use crate::Abagio;

/// The state of the race: pip counts and blots, Red first.
pub(crate) fn remarks(game: &Abagio) -> Vec<Message> {
    let mut remarks = Vec::new();
    let [red, purple] = Seat::ALL.map(|seat| game.pips(seat));
    remarks.push(message!(
        "squares to go: Red {red}, Purple {purple}",
        "cases à parcourir\u{a0}: Rouge {red}, Pourpre {purple}"
    ));
    for seat in Seat::ALL {
        let blots: Vec<String> = game.blots(seat).map(|square| square.to_string()).collect();
        if !blots.is_empty() {
            let squares = blots.join(" ");
            remarks.push(match seat {
                Seat::First => {
                    message!(
                        "Red's blots (AGO-09): {squares}",
                        "isolés rouges (AGO-09)\u{a0}: {squares}"
                    )
                }
                Seat::Second => message!(
                    "Purple's blots (AGO-09): {squares}",
                    "isolés pourpres (AGO-09)\u{a0}: {squares}"
                ),
            });
        }
    }
    if let Some(square) = game.chief() {
        remarks.push(message!(
            "the chief frog is on {square}: no frog may land there or leap from there (AGO-21)",
            "la grenouille en chef est en {square}\u{a0}: aucun saut ne peut y arriver ni en partir (AGO-21)"
        ));
    }
    remarks
}

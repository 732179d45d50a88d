//! The deduction aid (BLO-24): what a viewer can infer about every block.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use abaque_core::{Message, Seat, message};

use crate::block::Colour;
use crate::field::Field;
use crate::position::pawns_left;
use crate::state::builder;
use crate::view::View;

/// Exact probabilities of each colour for one pawn, with all consistent worlds equally likely.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ColourOdds {
    /// In the order of [`Colour::ALL`]; the sum is `out_of`.
    pub chances: [u32; 3],
    /// The common denominator, never 0.
    pub out_of: u32,
}

impl ColourOdds {
    /// Whether the pawn can have a colour.
    pub const fn can_be(self, colour: Colour) -> bool {
        self.chances[colour.index()] > 0
    }

    /// The colour, if only one is possible.
    pub fn certain(self) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| self.chances[colour.index()] == self.out_of)
    }

    const fn certain_of(colour: Colour) -> ColourOdds {
        let mut of = [0; 3];
        of[colour.index()] = 1;
        ColourOdds { chances: of, out_of: 1 }
    }
}

/// BLO-24 as remarks: every block that is not certain for this viewer.
pub(crate) fn remarks(view: &View) -> Vec<Message> {
    let blocks = deduce(view);
    let open =
        blocks.iter().filter(|block| block.pawns.iter().any(|pawn| pawn.certain().is_none()));
    let mut remarks: Vec<Message> = open.map(DeducedBlock::message).collect();
    if !remarks.is_empty() {
        let key = message!(
            "pawns bottom | middle | top, b blue, r red, n neutral, chances in percent (BLO-24)",
            "pions du bas | du milieu | du haut, b bleu, r rouge, n neutre, chances en pour cent (BLO-24)"
        );
        remarks.insert(0, key);
    }
    remarks
}

impl DeducedBlock {
    fn message(&self) -> Message {
        let field = self.field;
        let pawns = self.pawns.map(ColourOdds::odds_text).join(" | ");
        let (small, of) = self.small;
        if small == 0 || small == of {
            return message!("{field}  {pawns}", "{field}  {pawns}");
        }
        let small = percent(small, of);
        message!("{field}  {pawns}  (small rod {small})", "{field}  {pawns}  (petite tige {small})")
    }
}

impl ColourOdds {
    /// Formats as `r`, or as `b13 r63 n25`.
    fn odds_text(self) -> String {
        if let Some(colour) = self.certain() {
            return colour.letter().to_string();
        }
        let possible = Colour::ALL.into_iter().filter(|&colour| self.can_be(colour));
        let chances = possible.map(|colour| {
            format!("{}{}", colour.letter(), percent(self.chances[colour.index()], self.out_of))
        });
        chances.collect::<Vec<_>>().join(" ")
    }
}

/// The nearest whole percent; a nonzero chance never rounds to 0.
fn percent(of: u32, out_of: u32) -> u32 {
    ((of * 100 + out_of / 2) / out_of).max(1)
}

/// What a viewer can infer about one block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DeducedBlock {
    /// The block's field.
    pub field: Field,
    /// The player who built it.
    pub builder: Seat,
    /// The probability that its rod is small, as (numerator, denominator).
    pub small: (u32, u32),
    /// Its pawns, bottom to top.
    pub pawns: [ColourOdds; 3],
}

/// Infers what the viewer can know about every block on the board, in position order, from what was
/// shown where and from the total counts of pawns (BLO-04) and rods (BLO-05).
pub fn deduce(view: &View) -> Vec<DeducedBlock> {
    let left = Seat::ALL
        .map(|seat| pawns_left(&view.game, view.hidden, seat).unwrap_or([0; 3]).map(u32::from));
    let deduce_on = |field: Field| {
        let id = view.game.block_id_on(field)?;
        let block = view.block(field)?;
        let (small, rods) = rod_odds(view, field);
        let left = left[builder(id).index()];
        let all = left.iter().sum::<u32>().max(1);
        let pawns = core::array::from_fn(|slot| {
            if let Some(pawn) = block.pawns[slot] {
                return ColourOdds::certain_of(pawn);
            }
            // The chances that this pawn is in the window; on a known rod that pawn is known.
            let window = match (field.is_in(view.hidden), slot) {
                (true, 1) => small,
                (true, 0) => rods - small,
                _ => 0,
            };
            let mut of = left.map(|n| (rods - window) * n);
            of[block.shown.index()] += window * all;
            ColourOdds { chances: of, out_of: rods * all }
        });
        Some(DeducedBlock { field, builder: builder(id), small: (small, rods), pawns })
    };
    Field::ALL.into_iter().filter_map(deduce_on).collect()
}

fn rod_odds(view: &View, field: Field) -> (u32, u32) {
    for (hidden, small) in view.hidden_rod_pools() {
        if field.is_in(hidden) {
            return (u32::from(small), hidden.count_ones());
        }
    }
    (u32::from(!field.is_in(view.game.large)), 1)
}

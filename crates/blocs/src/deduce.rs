//! The deduction aid (BLO-24): what a viewer can know of every block.

use abaque_core::{Said, Seat, said};

use crate::block::Colour;
use crate::field::Field;
use crate::position::pawns_left;
use crate::state::builder;
use crate::view::View;

/// How likely each colour is for one pawn when all worlds consistent with the view are equally
/// likely: exact fractions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    /// In the order of [`Colour::ALL`]; they add up to `out_of`.
    pub of: [u32; 3],
    /// Never 0.
    pub out_of: u32,
}

impl Odds {
    /// Whether the pawn may have a colour.
    pub const fn may_be(self, colour: Colour) -> bool {
        self.of[colour.index()] > 0
    }

    /// The colour, if only one is possible.
    pub fn certain(self) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| self.of[colour.index()] == self.out_of)
    }

    const fn sure(colour: Colour) -> Odds {
        let mut of = [0; 3];
        of[colour.index()] = 1;
        Odds { of, out_of: 1 }
    }
}

/// BLO-24 in words: every block of which something is not certain for this viewer.
pub(crate) fn remarks(view: &View) -> Vec<Said> {
    let blocks = deduce(view);
    let open =
        blocks.iter().filter(|block| block.pawns.iter().any(|pawn| pawn.certain().is_none()));
    let mut remarks: Vec<Said> = open.map(Deduced::said).collect();
    if !remarks.is_empty() {
        let key = said!(
            "pawns bottom | middle | top, b blue, r red, n neutral, chances in percent (BLO-24)",
            "pions du bas | du milieu | du haut, b bleu, r rouge, n neutre, chances en pour cent (BLO-24)"
        );
        remarks.insert(0, key);
    }
    remarks
}

impl Deduced {
    fn said(&self) -> Said {
        let field = self.field;
        let pawns = self.pawns.map(Odds::told).join(" | ");
        let (small, of) = self.small;
        if small == 0 || small == of {
            return said!("{field}  {pawns}", "{field}  {pawns}");
        }
        let small = percent(small, of);
        said!("{field}  {pawns}  (small rod {small})", "{field}  {pawns}  (petite tige {small})")
    }
}

impl Odds {
    /// `r`, or `b13 r63 n25`.
    fn told(self) -> String {
        if let Some(colour) = self.certain() {
            return colour.letter().to_string();
        }
        let possible = Colour::ALL.into_iter().filter(|&colour| self.may_be(colour));
        let chances = possible.map(|colour| {
            format!("{}{}", colour.letter(), percent(self.of[colour.index()], self.out_of))
        });
        chances.collect::<Vec<_>>().join(" ")
    }
}

/// The nearest whole percent, but a chance is never told as none.
fn percent(of: u32, out_of: u32) -> u32 {
    ((of * 100 + out_of / 2) / out_of).max(1)
}

/// What a viewer can know of one block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deduced {
    /// Where it stands.
    pub field: Field,
    /// Who built it.
    pub builder: Seat,
    /// How likely its rod is small: so many chances out of so many.
    pub small: (u32, u32),
    /// Its pawns, bottom to top.
    pub pawns: [Odds; 3],
}

/// What the viewer can know of every block on the board, in position order: from what was shown
/// where, from the numbers of pawns (BLO-04) and rods (BLO-05) in the game.
pub fn deduce(view: &View) -> Vec<Deduced> {
    let left = Seat::ALL
        .map(|seat| pawns_left(&view.game, view.hidden, seat).unwrap_or([0; 3]).map(u32::from));
    let deduce_on = |field: Field| {
        let id = view.game.id_on(field)?;
        let block = view.block(field)?;
        let (small, rods) = rod_odds(view, field);
        let left = left[builder(id).index()];
        let all = left.iter().sum::<u32>().max(1);
        let pawns = std::array::from_fn(|slot| {
            if let Some(pawn) = block.pawns[slot] {
                return Odds::sure(pawn);
            }
            // The chances that this is the pawn in the window; on a known rod that one is known.
            let window = match (field.within(view.hidden), slot) {
                (true, 1) => small,
                (true, 0) => rods - small,
                _ => 0,
            };
            let mut of = left.map(|n| (rods - window) * n);
            of[block.shown.index()] += window * all;
            Odds { of, out_of: rods * all }
        });
        Some(Deduced { field, builder: builder(id), small: (small, rods), pawns })
    };
    Field::ALL.into_iter().filter_map(deduce_on).collect()
}

fn rod_odds(view: &View, field: Field) -> (u32, u32) {
    for (hidden, small) in view.pools() {
        if field.within(hidden) {
            return (u32::from(small), hidden.count_ones());
        }
    }
    (u32::from(!field.within(view.game.large)), 1)
}

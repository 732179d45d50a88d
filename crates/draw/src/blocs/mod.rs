mod blocks;
pub mod geometry;
mod shown;
mod svg;
mod term;
mod words;

use abaque_blocs::{Action, BlocsOptions, Field, Quarter};
use abaque_core::BadText;

use crate::geometry::Spots;
use crate::kit::marks::Marks;
use crate::picture::{Picture, Touched, When};
use crate::{Options, TermOptions};
use shown::Shown;

/// Blocs-pions, drawn.
pub(crate) struct Blocs;

impl Picture for Blocs {
    type Game = abaque_blocs::Blocs;
    type View = Shown;

    fn read(options: &BlocsOptions, text: &str) -> Result<Shown, BadText> {
        Shown::read(options, text)
    }

    /// Fields, and `cw` and `ccw` where the board is turned.
    fn spots(_: &Shown) -> Spots {
        let fields = Field::ALL.map(|field| (field.to_string(), geometry::spot(field)));
        let handles =
            Quarter::ALL.map(|way| (Action::Turn(way).to_string(), geometry::handle(way)));
        fields.into_iter().chain(handles).collect()
    }

    fn touched(_: &Shown, action: &str, when: When) -> Result<Touched, BadText> {
        let one = |name: String| vec![name];
        Ok(match action.parse()? {
            Action::Move { from, to } => {
                Touched { from: one(from.to_string()), to: one(to.to_string()) }
            }
            // A block about to be taken is what one points at; once taken, it has left.
            Action::Take(field) if when == When::Next => {
                Touched { from: Vec::new(), to: one(field.to_string()) }
            }
            Action::Take(field) => Touched { from: one(field.to_string()), to: Vec::new() },
            Action::Turn(way) => {
                Touched { from: Vec::new(), to: one(Action::Turn(way).to_string()) }
            }
            Action::Setup(_) | Action::Pass => Touched::default(),
        })
    }

    fn svg(view: &Shown, options: &Options, marks: &Marks) -> String {
        svg::draw(view, options, marks)
    }

    fn ansi(view: &Shown, options: &TermOptions, lit: &[String]) -> String {
        term::draw(view, options, lit)
    }
}

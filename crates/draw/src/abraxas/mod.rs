pub mod geometry;
mod svg;
mod term;
mod words;

use abaque_abraxas::{Action, Corner, Hole};
use abaque_core::{BadText, Game};

use crate::geometry::Spots;
use crate::kit::marks::Marks;
use crate::picture::{Picture, Touched, When};
use crate::{Options, TermOptions};

/// Abraxas, drawn.
pub(crate) struct Abraxas;

impl Picture for Abraxas {
    type Game = abaque_abraxas::Abraxas;
    type View = abaque_abraxas::Abraxas;

    fn read(options: &abaque_abraxas::AbraxasOptions, text: &str) -> Result<Self::View, BadText> {
        Self::View::parse_view(options, text)
    }

    /// Holes lie where the plate lies (before it is laid, as in the first corner); corners of the
    /// rim are where it can be pushed.
    fn spots(view: &Self::View) -> Spots {
        let at = view.corner().unwrap_or(Corner::Sw);
        let holes = Hole::all().map(|hole| (hole.to_string(), geometry::hole(hole, at)));
        let rim = Corner::ALL.map(|corner| (corner.to_string(), geometry::corner(corner)));
        holes.chain(rim).collect()
    }

    fn touched(_: &Self::View, action: &str, _: When) -> Result<Touched, BadText> {
        let to = |name: String| Touched { from: Vec::new(), to: vec![name] };
        Ok(match action.parse()? {
            Action::Lay(corner) | Action::Push(corner) => to(corner.to_string()),
            Action::Put(hole) | Action::Stop(hole) => to(hole.to_string()),
            Action::Move { from, to } => {
                Touched { from: vec![from.to_string()], to: vec![to.to_string()] }
            }
            Action::Take(holes) => {
                let holes: Vec<String> = holes.iter().map(|hole| hole.to_string()).collect();
                Touched { from: holes.clone(), to: holes }
            }
            Action::Stay | Action::Go | Action::End => Touched::default(),
        })
    }

    fn svg(view: &Self::View, options: &Options, marks: &Marks) -> String {
        svg::draw(view, options, marks)
    }

    fn ansi(view: &Self::View, options: &TermOptions, lit: &[String]) -> String {
        term::draw(view, options, lit)
    }
}

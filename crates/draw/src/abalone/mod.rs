pub mod geometry;
mod svg;
mod term;
mod words;

use abaque_abalone::{Action, Point};
use abaque_core::{BadText, Game};

use crate::geometry::Spots;
use crate::kit::marks::Marks;
use crate::picture::{Picture, Touched, When};
use crate::{Options, TermOptions};

/// Abalone, drawn.
pub(crate) struct Abalone;

impl Picture for Abalone {
    type Game = abaque_abalone::Abalone;
    type View = abaque_abalone::Abalone;

    fn read(options: &abaque_abalone::AbaloneOptions, text: &str) -> Result<Self::View, BadText> {
        Self::View::parse_view(options, text)
    }

    fn spots(_: &Self::View) -> Spots {
        Point::all().map(|point| (point.to_string(), geometry::spot(point))).collect()
    }

    /// A move in line that is still to be played leads to the point its foremost ball reaches; of one
    /// that was played the position does not say how many balls went, so it is the rear ball's.
    fn touched(view: &Self::View, action: &str, when: When) -> Result<Touched, BadText> {
        let name = |point: Point| point.to_string();
        Ok(match action.parse()? {
            Action::Line(line) => {
                let own = |point: Point| view.ball(point) == Some(view.side());
                let ahead = std::iter::successors(line.rear().step(line.toward()), |point| {
                    point.step(line.toward())
                });
                let to = match when {
                    When::Next => ahead.into_iter().find(|&point| !own(point)),
                    When::Last => line.rear().step(line.toward()),
                };
                Touched { from: vec![name(line.rear())], to: to.map(name).into_iter().collect() }
            }
            Action::Arrow(arrow) => Touched {
                from: arrow.points().map(name).collect(),
                to: arrow.points().filter_map(|p| p.step(arrow.toward())).map(name).collect(),
            },
            Action::Place(point) => Touched { from: Vec::new(), to: vec![name(point)] },
        })
    }

    fn svg(view: &Self::View, options: &Options, marks: &Marks) -> String {
        svg::draw(view, options, marks)
    }

    fn ansi(view: &Self::View, options: &TermOptions, lit: &[String]) -> String {
        term::draw(view, options, lit)
    }
}

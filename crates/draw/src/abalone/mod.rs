pub mod geometry;
mod svg;
mod term;
mod words;

use std::iter::successors;

use abaque_abalone::{Action, Direction, Point};
use abaque_core::{BadText, Game, Lang, Options as _, Seat};

use crate::geometry::Spots;
use crate::kit::frame::{Bar, bars};
use crate::kit::{Frame, Pen};
use crate::picture::{Picture, Touched, When};
use crate::stage::{Actor, Motion};
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
                let ahead =
                    successors(line.rear().step(line.toward()), |point| point.step(line.toward()));
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

    fn motion(view: &Self::View, action: &str) -> Result<Motion, BadText> {
        let mut motion = Motion::default();
        let mut go = |point: Point, toward: Direction| match point.step(toward) {
            Some(to) => motion.moved.push((point.to_string(), to.to_string())),
            None => motion.left.push((point.to_string(), geometry::beyond(point, toward))),
        };
        match action.parse()? {
            Action::Line(line) => {
                let row = successors(Some(line.rear()), |point| point.step(line.toward()));
                row.take_while(|&point| view.ball(point).is_some())
                    .for_each(|point| go(point, line.toward()));
            }
            Action::Arrow(arrow) => arrow.points().for_each(|point| go(point, arrow.toward())),
            Action::Place(_) => {}
        }
        Ok(motion)
    }

    fn define(pen: &mut Pen) {
        svg::define(pen);
    }

    fn ground(_: &Self::View, options: &Options, pen: &mut Pen) {
        svg::ground(pen, options);
    }

    fn pieces<'a>(view: &'a Self::View, options: &'a Options) -> Vec<Actor<'a>> {
        svg::balls(view, options)
    }

    fn frame(options: &Options) -> Frame {
        Frame::new(options, false).cropped(50.0)
    }

    fn bars(view: &Self::View, lang: Lang) -> [Bar; 2] {
        bars(abaque_abalone::AbaloneOptions::info(), view.turn(), lang, &words::acts(view))
    }

    fn counters(view: &Self::View, seat: Seat, y: f64, _: Lang, pen: &mut Pen) {
        svg::counters(pen, view, seat, y);
    }

    fn describe(view: &Self::View, lang: Lang) -> String {
        words::describe(view, lang)
    }

    fn ansi(view: &Self::View, options: &TermOptions, lit: &[String]) -> String {
        term::draw(view, options, lit)
    }
}

pub mod geometry;
mod svg;
mod term;
mod words;

use abaque_abraxas::{Action, Corner, Hole, Phase};
use abaque_core::{BadText, Game, Lang, Options as _, Seat};

use crate::geometry::Spots;
use crate::kit::frame::{Bar, bars};
use crate::kit::{Frame, Pen};
use crate::picture::{Picture, Touched, When};
use crate::stage::{Actor, Motion};
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

    /// The plate carries its pawns along by itself: they keep their holes.
    fn motion(view: &Self::View, action: &str) -> Result<Motion, BadText> {
        let mut motion = Motion::default();
        match action.parse()? {
            Action::Move { from, to } => motion.moved.push((from.to_string(), to.to_string())),
            Action::Take(holes) => {
                let to = geometry::beside(view.side());
                motion.left.extend(holes.iter().map(|hole| (hole.to_string(), to)));
            }
            Action::Stop(_) => {
                // ABR-14: the pawn stopped goes back where it came from.
                if let Phase::Stop { from: Some(from), at } = view.phase() {
                    motion.moved.push((at.to_string(), from.to_string()));
                }
            }
            Action::Lay(_)
            | Action::Push(_)
            | Action::Put(_)
            | Action::Stay
            | Action::Go
            | Action::End => {}
        }
        Ok(motion)
    }

    fn define(pen: &mut Pen) {
        svg::define(pen);
    }

    fn ground(view: &Self::View, options: &Options, pen: &mut Pen) {
        svg::ground(pen, view, options);
    }

    fn floor<'a>(view: &'a Self::View, options: &'a Options) -> Vec<Actor<'a>> {
        view.corner().map(|corner| svg::plate(corner, options)).into_iter().collect()
    }

    fn pieces<'a>(view: &'a Self::View, options: &'a Options) -> Vec<Actor<'a>> {
        svg::pawns(view, options)
    }

    fn over(view: &Self::View, options: &Options, pen: &mut Pen) {
        svg::lines(pen, view, options);
    }

    fn frame(options: &Options) -> Frame {
        Frame::new(options, true)
    }

    fn bars(view: &Self::View, lang: Lang) -> [Bar; 2] {
        bars(abaque_abraxas::AbraxasOptions::info(), view.turn(), lang, &words::acts(view))
    }

    fn counters(view: &Self::View, seat: Seat, y: f64, _: Lang, pen: &mut Pen) {
        svg::counters(pen, view, seat, y);
    }

    fn strip(view: &Self::View, frame: &Frame, options: &Options, pen: &mut Pen) {
        svg::reserve(pen, view, frame, options);
    }

    fn describe(view: &Self::View, lang: Lang) -> String {
        words::describe(view, lang)
    }

    fn ansi(view: &Self::View, options: &TermOptions, lit: &[String]) -> String {
        term::draw(view, options, lit)
    }
}

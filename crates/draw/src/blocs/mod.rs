mod blocks;
pub mod geometry;
mod shown;
mod svg;
mod term;
mod words;

use abaque_blocs::{Action, BlocsOptions, Field, Phase, Quarter};
use abaque_core::{BadText, Lang, Options as _, Seat};

use crate::geometry::Spots;
use crate::kit::frame::{Bar, bars};
use crate::kit::{Frame, Pen};
use crate::picture::{Picture, Touched, When};
use crate::stage::{Actor, Motion};
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

    fn motion(view: &Shown, action: &str) -> Result<Motion, BadText> {
        let mut motion = Motion::default();
        match action.parse()? {
            Action::Move { from, to } => motion.moved.push((from.to_string(), to.to_string())),
            Action::Take(victim) => {
                // BLO-13: it is turned over onto the rod beyond the block that took it.
                if let Phase::Act(_, taker) = view.phase {
                    let east = taker.column() as i8 - victim.column() as i8;
                    let north = taker.row() as i8 - victim.row() as i8;
                    let beyond = taker.offset(east.signum(), north.signum());
                    motion.moved.extend(beyond.map(|to| (victim.to_string(), to.to_string())));
                }
            }
            Action::Turn(way) => {
                motion.turned = if way == Quarter::Cw { 90.0 } else { -90.0 };
                let turned = |field: Field| (field.to_string(), field.turned(way).to_string());
                let rods = |field: Field| (rod_slot(field), rod_slot(field.turned(way)));
                motion.moved.extend(Field::ALL.map(turned));
                motion.moved.extend(Field::ALL.map(rods));
            }
            Action::Setup(_) | Action::Pass => {}
        }
        Ok(motion)
    }

    fn define(pen: &mut Pen) {
        svg::define(pen);
    }

    fn ground(view: &Shown, options: &Options, pen: &mut Pen) {
        svg::ground(pen, view, options);
    }

    fn pieces<'a>(view: &'a Shown, options: &'a Options) -> Vec<Actor<'a>> {
        svg::pieces(view, options)
    }

    fn frame(options: &Options) -> Frame {
        Frame::new(options, true)
    }

    fn bars(view: &Shown, lang: Lang) -> [Bar; 2] {
        bars(BlocsOptions::info(), view.turn(), lang, &words::acts(view))
    }

    fn counters(view: &Shown, seat: Seat, y: f64, _: Lang, pen: &mut Pen) {
        svg::counters(pen, view, seat, y);
    }

    fn strip(view: &Shown, frame: &Frame, options: &Options, pen: &mut Pen) {
        svg::strip(pen, view, frame, options.lang);
    }

    fn describe(view: &Shown, lang: Lang) -> String {
        words::describe(view, lang)
    }

    fn ansi(view: &Shown, options: &TermOptions, lit: &[String]) -> String {
        term::draw(view, options, lit)
    }
}

/// The slot of what stands on a field without a block.
fn rod_slot(field: Field) -> String {
    format!("rod.{field}")
}

mod frogs;
pub mod geometry;
mod svg;
mod term;
mod words;

use abaque_abagio::{Action, Phase, Place, Square};
use abaque_core::{BadText, Game, Lang, Options as _, Seat, said};

use crate::geometry::Spots;
use crate::kit::frame::{Bar, bars};
use crate::kit::{Frame, Pen};
use crate::picture::{Picture, Touched, When};
use crate::stage::{Actor, Motion};
use crate::{Options, TermOptions};

/// Abagio, drawn.
pub(crate) struct Abagio;

impl Picture for Abagio {
    type Game = abaque_abagio::Abagio;
    type View = abaque_abagio::Abagio;

    fn read(options: &abaque_abagio::AbagioOptions, text: &str) -> Result<Self::View, BadText> {
        Self::View::parse_view(options, text)
    }

    /// Squares, `sr` and `sp` for the two starts (`s` is that of the player to act), `w` the pond.
    fn spots(view: &Self::View) -> Spots {
        let mut spots: Spots =
            Square::all().map(|square| (square.to_string(), geometry::spot(square))).collect();
        let side = view.side().unwrap_or(Seat::First);
        spots.push(("s".into(), geometry::home(side)));
        for seat in Seat::ALL {
            spots.push((start(seat).into(), geometry::home(seat)));
        }
        spots.push(("w".into(), geometry::POND));
        spots
    }

    fn touched(view: &Self::View, action: &str, when: When) -> Result<Touched, BadText> {
        let action: Action = action.parse()?;
        let side = view.side().unwrap_or(Seat::First);
        let seat = if when == When::Last { who_leapt(view, action, side) } else { side };
        Ok(match action {
            Action::Chief(square) => {
                Touched { from: Vec::new(), to: square.iter().map(Square::to_string).collect() }
            }
            Action::Leap { from, number } => {
                let track = from.track(seat).ok_or_else(|| {
                    BadText::new(
                        "ACTION",
                        said!(
                            "{from} is the opponent's safe square",
                            "{from} est une case sûre de l'adversaire"
                        ),
                    )
                })?;
                let to = Square::on_track(seat, track + number);
                let from = match from {
                    Place::Start => start(seat).to_owned(),
                    Place::On(square) => square.to_string(),
                };
                Touched {
                    from: vec![from],
                    to: vec![to.map_or_else(|| "w".to_owned(), |square| square.to_string())],
                }
            }
        })
    }

    fn motion(view: &Self::View, action: &str) -> Result<Motion, BadText> {
        let Action::Leap { from, number } = action.parse()? else { return Ok(Motion::default()) };
        let seat = view.side().unwrap_or(Seat::First);
        let Some(track) = from.track(seat) else { return Ok(Motion::default()) };
        let from = match from {
            Place::Start => crowded(start(seat), view.home(seat).saturating_sub(1)),
            Place::On(square) => slot(square, view.stack(square).height().saturating_sub(1)),
        };
        let Some(to) = Square::on_track(seat, track + number) else {
            let to = crowded(pond(seat), view.pond(seat));
            return Ok(Motion { moved: vec![(from, to)], ..Motion::default() });
        };
        let (other, stack) = (seat.other(), view.stack(to));
        let mut moved = Vec::new();
        let mut height = stack.height();
        // A blot leaps home and makes room.
        if stack.top() == Some(other) && stack.run() == 1 {
            height -= 1;
            moved.push((slot(to, height), crowded(start(other), view.home(other))));
        }
        moved.push((from, slot(to, height)));
        Ok(Motion { moved, ..Motion::default() })
    }

    fn define(pen: &mut Pen) {
        svg::define(pen);
    }

    fn ground(_: &Self::View, options: &Options, pen: &mut Pen) {
        svg::ground(pen, options);
    }

    fn labels(_: &Self::View, options: &Options, pen: &mut Pen) {
        svg::labels(pen, options);
    }

    fn pieces<'a>(view: &'a Self::View, options: &'a Options) -> Vec<Actor<'a>> {
        svg::frogs(view, options)
    }

    fn frame(options: &Options) -> Frame {
        Frame::new(options, true)
    }

    fn bars(view: &Self::View, lang: Lang) -> [Bar; 2] {
        bars(abaque_abagio::AbagioOptions::info(), words::turn(view), lang, &words::acts(view))
    }

    fn counters(view: &Self::View, seat: Seat, y: f64, lang: Lang, pen: &mut Pen) {
        svg::counters(pen, view, seat, y, lang);
    }

    fn strip(view: &Self::View, frame: &Frame, options: &Options, pen: &mut Pen) {
        svg::strip(pen, view, frame, options.lang);
    }

    fn describe(view: &Self::View, lang: Lang) -> String {
        words::describe(view, lang)
    }

    fn ansi(view: &Self::View, options: &TermOptions, lit: &[String]) -> String {
        term::draw(view, options, lit)
    }
}

/// The slot of a frog at a height of a stack, from 0.
fn slot(square: Square, height: u8) -> String {
    format!("{square}.{height}")
}

/// The slot of a frog among others that stand side by side.
fn crowded(place: &str, n: u8) -> String {
    format!("{place}.{n}")
}

/// Whose leap led here. The position does not say: throws pass by themselves, so it is the player
/// whose frog lies on top where the leap ended; where both do, the turn has passed if a throw is due.
fn who_leapt(view: &abaque_abagio::Abagio, action: Action, side: Seat) -> Seat {
    let Action::Leap { from, number } = action else { return side };
    let landed = |seat: Seat| {
        let track = from.track(seat)?;
        let Some(to) = Square::on_track(seat, track + number) else {
            return Some(view.pond(seat) > 0);
        };
        Some(view.stack(to).top() == Some(seat))
    };
    let passed = view.phase() == Phase::Roll;
    let likely = if passed { side.other() } else { side };
    let fits = |seat: &Seat| landed(*seat) == Some(true);
    let possible = |seat: &Seat| landed(*seat).is_some();
    let both = [likely, likely.other()];
    both.into_iter().find(fits).or_else(|| both.into_iter().find(possible)).unwrap_or(likely)
}

const fn start(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "sr",
        Seat::Second => "sp",
    }
}

const fn pond(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "wr",
        Seat::Second => "wp",
    }
}

mod frogs;
pub mod geometry;
mod svg;
mod term;
mod words;

use abaque_abagio::{Action, Phase, Place, Square};
use abaque_core::{BadText, Game, Seat, said};

use crate::geometry::Spots;
use crate::kit::marks::Marks;
use crate::picture::{Picture, Touched, When};
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

    fn svg(view: &Self::View, options: &Options, marks: &Marks) -> String {
        svg::draw(view, options, marks)
    }

    fn ansi(view: &Self::View, options: &TermOptions, lit: &[String]) -> String {
        term::draw(view, options, lit)
    }
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

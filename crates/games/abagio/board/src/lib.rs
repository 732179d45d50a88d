//! The board of Abagio: pictures, input and editor.

mod editor;
mod frogs;
mod geometry;
mod input;
mod list_words;
mod puzzles;
mod svg;
mod terminal;
mod words;

use abaque_abagio::{Action, LeapOrigin, Phase, Square};
use abaque_board::geometry::NamedSpots;
use abaque_board::kit::frame::{PanelText, panel_texts};
use abaque_board::kit::{PictureFrame, SvgPen};
use abaque_board::{
    ActionSquares, ActionTiming, BoardPainter, DrawOptions, Motion, PieceSprite, TerminalOptions,
};
use abaque_core::{Game, GameOptions as _, Lang, ParseError, Seat, message};

/// The board of Abagio.
pub struct Board;

impl BoardPainter for Board {
    type Game = abaque_abagio::Abagio;
    type View = abaque_abagio::Abagio;

    fn read_view(options: &abaque_abagio::Options, text: &str) -> Result<Self::View, ParseError> {
        Self::View::parse_view(options, text)
    }

    /// Squares; `sr` and `sp` for the two starts (`s` is that of the player to act); `w` for the
    /// pond; `chief` for the chief's place off the path.
    fn spots(view: &Self::View) -> NamedSpots {
        let mut spots: NamedSpots =
            Square::all().map(|square| (square.to_string(), geometry::spot(square))).collect();
        let side = view.side().unwrap_or(Seat::First);
        spots.push(("s".into(), geometry::home(side)));
        for seat in Seat::ALL {
            spots.push((start_slot(seat).into(), geometry::home(seat)));
        }
        spots.push(("w".into(), geometry::POND));
        spots.push((CHIEF_PLACE.into(), geometry::CHIEF_REST));
        spots
    }

    fn action_squares(
        view: &Self::View,
        action: &str,
        when: ActionTiming,
    ) -> Result<ActionSquares, ParseError> {
        let action: Action = action.parse()?;
        let side = view.side().unwrap_or(Seat::First);
        let seat = if when == ActionTiming::Last { last_leaper(view, action, side) } else { side };
        Ok(match action {
            Action::Chief(square) => ActionSquares {
                from: Vec::new(),
                to: square.iter().map(Square::to_string).collect(),
            },
            Action::Leap { from, number } => {
                let track = from.track(seat).ok_or_else(|| {
                    ParseError::new(
                        "ACTION",
                        message!(
                            "{from} is one of your opponent's safe squares",
                            "{from} est une case sûre de l'adversaire"
                        ),
                    )
                })?;
                let to = Square::on_track(seat, track + number);
                let from = match from {
                    LeapOrigin::Start => start_slot(seat).to_owned(),
                    LeapOrigin::On(square) => square.to_string(),
                };
                ActionSquares {
                    from: vec![from],
                    to: vec![to.map_or_else(|| "w".to_owned(), |square| square.to_string())],
                }
            }
        })
    }

    fn motion(view: &Self::View, action: &str) -> Result<Motion, ParseError> {
        let (from, number) = match action.parse()? {
            Action::Leap { from, number } => (from, number),
            Action::Chief(to) => {
                let moved = vec![(chief_slot(view, view.chief()), chief_slot(view, to))];
                return Ok(Motion { moved, ..Motion::default() });
            }
        };
        let seat = view.side().unwrap_or(Seat::First);
        let Some(track) = from.track(seat) else { return Ok(Motion::default()) };
        let from = match from {
            LeapOrigin::Start => crowd_slot(start_slot(seat), view.home(seat).saturating_sub(1)),
            LeapOrigin::On(square) => {
                stack_slot(square, view.stack(square).height().saturating_sub(1))
            }
        };
        let Some(to) = Square::on_track(seat, track + number) else {
            let to = crowd_slot(pond_slot(seat), view.pond(seat));
            return Ok(Motion { moved: vec![(from, to)], ..Motion::default() });
        };
        let (other, stack) = (seat.other(), view.stack(to));
        let mut moved = Vec::new();
        let mut height = stack.height();
        // A hit blot returns home and frees its place.
        if stack.top() == Some(other) && stack.top_run() == 1 {
            height -= 1;
            moved.push((stack_slot(to, height), crowd_slot(start_slot(other), view.home(other))));
        }
        moved.push((from, stack_slot(to, height)));
        Ok(Motion { moved, ..Motion::default() })
    }

    fn define_symbols(pen: &mut SvgPen) {
        svg::define_symbols(pen);
    }

    fn draw_ground(_: &Self::View, options: &DrawOptions, pen: &mut SvgPen) {
        svg::draw_ground(pen, options);
    }

    fn draw_labels(_: &Self::View, options: &DrawOptions, pen: &mut SvgPen) {
        svg::draw_labels(pen, options);
    }

    fn pieces<'a>(view: &'a Self::View, options: &'a DrawOptions) -> Vec<PieceSprite<'a>> {
        svg::frog_sprites(view, options).into_iter().map(PieceSprite::leaping).collect()
    }

    fn frame(options: &DrawOptions) -> PictureFrame {
        PictureFrame::new(options, true)
    }

    fn panel_texts(view: &Self::View, lang: Lang) -> [PanelText; 2] {
        panel_texts(
            abaque_abagio::Options::description(),
            words::panel_turn(view),
            lang,
            &words::due_action(view),
        )
    }

    fn draw_counters(view: &Self::View, seat: Seat, y: f64, lang: Lang, pen: &mut SvgPen) {
        svg::draw_counters(pen, view, seat, y, lang);
    }

    fn draw_strip(
        view: &Self::View,
        frame: &PictureFrame,
        options: &DrawOptions,
        pen: &mut SvgPen,
    ) {
        svg::draw_strip(pen, view, frame, options.lang);
    }

    fn describe(view: &Self::View, lang: Lang) -> String {
        words::describe(view, lang)
    }

    fn draw_terminal(view: &Self::View, options: &TerminalOptions, lit: &[String]) -> String {
        terminal::draw(view, options, lit)
    }
}

/// The place of the chief off the path.
const CHIEF_PLACE: &str = "chief";

/// The slot of the chief on a square, on top of its stack, or off the path.
fn chief_slot(view: &abaque_abagio::Abagio, at: Option<Square>) -> String {
    at.map_or_else(
        || CHIEF_PLACE.to_owned(),
        |square| stack_slot(square, view.stack(square).height()),
    )
}

/// The slot of the frog at a height of a stack, from 0.
fn stack_slot(square: Square, height: u8) -> String {
    format!("{square}.{height}")
}

/// The slot of a frog in a crowd.
fn crowd_slot(place: &str, n: u8) -> String {
    format!("{place}.{n}")
}

/// The player whose leap led here. The position does not record it, and throws can pass
/// automatically: it is the owner of the top frog on the landing square. If both qualify, the turn
/// has passed if a throw is due.
fn last_leaper(view: &abaque_abagio::Abagio, action: Action, side: Seat) -> Seat {
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

const fn start_slot(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "sr",
        Seat::Second => "sp",
    }
}

const fn pond_slot(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "wr",
        Seat::Second => "wp",
    }
}

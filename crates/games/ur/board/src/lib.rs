//! The board of the Royal Game of Ur: geometry, pictures, terminal boards, input, editor.

mod editor;
mod geometry;
mod input;
mod list_words;
mod puzzles;
mod svg;
mod terminal;
mod words;

use abaque_board::geometry::NamedSpots;
use abaque_board::kit::frame::{PanelText, panel_texts};
use abaque_board::kit::pen::UNIT;
use abaque_board::kit::{PictureFrame, SvgPen};
use abaque_board::{
    ActionSquares, ActionTiming, BoardPainter, DrawOptions, Motion, PieceSprite, TerminalOptions,
};
use abaque_core::{Game, GameOptions as _, Lang, ParseError, Seat};
use abaque_ur::{Action, Options, Phase, Square, Ur};

/// The board of Ur.
pub struct Board;

impl BoardPainter for Board {
    type Game = Ur;
    type View = Ur;

    fn read_view(options: &Options, text: &str) -> Result<Ur, ParseError> {
        Ur::parse_view(options, text)
    }

    /// Squares; `sw` and `sb` where pieces wait, `hw` and `hb` where they arrive.
    fn spots(_: &Ur) -> NamedSpots {
        let mut spots: NamedSpots =
            Square::all().map(|square| (square.to_string(), geometry::spot(square))).collect();
        for seat in Seat::ALL {
            spots.push((start_name(seat).into(), geometry::start(seat)));
            spots.push((home_name(seat).into(), geometry::home(seat)));
        }
        spots
    }

    fn action_squares(
        view: &Ur,
        action: &str,
        when: ActionTiming,
    ) -> Result<ActionSquares, ParseError> {
        let action: Action = action.parse()?;
        let seat = match when {
            ActionTiming::Next => acting_seat(view, action),
            ActionTiming::Last => last_mover(view, action),
        };
        let name = |square: Option<Square>, other: &str| match square {
            Some(square) => square.to_string(),
            None => other.to_owned(),
        };
        Ok(ActionSquares {
            from: vec![name(action.from, start_name(seat))],
            to: vec![name(target(action, seat), home_name(seat))],
        })
    }

    fn motion(view: &Ur, action: &str) -> Result<Motion, ParseError> {
        let action: Action = action.parse()?;
        let seat = acting_seat(view, action);
        let from = match action.from {
            None => gap_slot(start_name(seat), view.waiting(seat).saturating_sub(1)),
            Some(square) => square.to_string(),
        };
        let mut moved = Vec::new();
        match target(action, seat) {
            None => moved.push((from, gap_slot(home_name(seat), view.home(seat)))),
            Some(to) => {
                let other = seat.other();
                if view.piece(to) == Some(other) {
                    let start = gap_slot(start_name(other), view.waiting(other));
                    moved.push((to.to_string(), start));
                }
                moved.push((from, to.to_string()));
            }
        }
        Ok(Motion { moved, ..Motion::default() })
    }

    fn define_symbols(pen: &mut SvgPen) {
        svg::define_symbols(pen);
    }

    fn draw_ground(_: &Ur, options: &DrawOptions, pen: &mut SvgPen) {
        svg::draw_ground(pen, options);
    }

    fn draw_labels(_: &Ur, options: &DrawOptions, pen: &mut SvgPen) {
        svg::draw_labels(pen, options);
    }

    fn pieces<'a>(view: &'a Ur, options: &'a DrawOptions) -> Vec<PieceSprite<'a>> {
        svg::piece_sprites(view, options).into_iter().map(PieceSprite::leaping).collect()
    }

    fn frame(options: &DrawOptions) -> PictureFrame {
        PictureFrame::new(options, true).cropped((0.5 - geometry::HALF_HEIGHT) * UNIT)
    }

    fn panel_texts(view: &Ur, lang: Lang) -> [PanelText; 2] {
        let turn = words::panel_turn(view);
        panel_texts(Options::description(), turn, lang, &words::due_action(view))
    }

    fn draw_counters(view: &Ur, seat: Seat, y: f64, lang: Lang, pen: &mut SvgPen) {
        svg::draw_counters(pen, view, seat, y, lang);
    }

    fn draw_strip(view: &Ur, frame: &PictureFrame, options: &DrawOptions, pen: &mut SvgPen) {
        if view.phase() == Phase::First {
            frame.draw_notice(pen, words::due_action(view).get(options.lang));
        }
    }

    fn describe(view: &Ur, lang: Lang) -> String {
        words::describe(view, lang)
    }

    fn draw_terminal(view: &Ur, options: &TerminalOptions, lit: &[String]) -> String {
        terminal::draw(view, options, lit)
    }
}

/// Where a player's action leads; `None` is home.
fn target(action: Action, seat: Seat) -> Option<Square> {
    Square::on_path(seat, action.from.map_or(0, Square::step) + action.number)
}

/// The player an action belongs to: the owner of its square, or the player to act.
fn acting_seat(view: &Ur, action: Action) -> Seat {
    let owner = action.from.and_then(Square::owner);
    owner.or(view.side()).unwrap_or(Seat::First)
}

/// The player whose action led here. The position does not record it, and throws can pass by
/// themselves: it is the player with a piece where the action leads. If both have one, a rosette keeps the
/// turn and another square passes it.
fn last_mover(view: &Ur, action: Action) -> Seat {
    if let Some(owner) = action.from.and_then(Square::owner) {
        return owner;
    }
    let arrived = |seat: &Seat| match target(action, *seat) {
        Some(square) => view.piece(square) == Some(*seat),
        None => view.home(*seat) > 0,
    };
    let side = view.side().unwrap_or(Seat::First);
    let stays = view.phase() == Phase::Over
        || target(action, side).is_some_and(|square| square.is_rosette());
    let likely = if stays { side } else { side.other() };
    [likely, likely.other()].into_iter().find(arrived).unwrap_or(likely)
}

/// The slot of a piece in a gap.
fn gap_slot(place: &str, n: u8) -> String {
    format!("{place}.{n}")
}

const fn start_name(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "sw",
        Seat::Second => "sb",
    }
}

const fn home_name(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "hw",
        Seat::Second => "hb",
    }
}

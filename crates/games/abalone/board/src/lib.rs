//! The board of Abalone: pictures, input and editor.

mod editor;
mod geometry;
mod input;
mod list_words;
mod puzzles;
mod svg;
mod terminal;
mod words;

use std::iter::successors;

use abaque_abalone::{Action, Direction, Point};
use abaque_board::geometry::NamedSpots;
use abaque_board::kit::frame::{PanelText, panel_texts};
use abaque_board::kit::{PictureFrame, SvgPen};
use abaque_board::{
    ActionSquares, ActionTiming, BoardPainter, DrawOptions, Motion, PieceSprite, TerminalOptions,
};
use abaque_core::{Game, GameOptions as _, Lang, ParseError, Seat};

/// The board of Abalone.
pub struct Board;

impl BoardPainter for Board {
    type Game = abaque_abalone::Abalone;
    type View = abaque_abalone::Abalone;

    fn read_view(options: &abaque_abalone::Options, text: &str) -> Result<Self::View, ParseError> {
        Self::View::parse_view(options, text)
    }

    fn spots(_: &Self::View) -> NamedSpots {
        Point::all().map(|point| (point.to_string(), geometry::spot(point))).collect()
    }

    /// The target of a future move in line is the point its foremost ball reaches. For a past move
    /// the position does not tell how many balls moved, so it is the rear ball's target.
    fn action_squares(
        view: &Self::View,
        action: &str,
        when: ActionTiming,
    ) -> Result<ActionSquares, ParseError> {
        let name = |point: Point| point.to_string();
        Ok(match action.parse()? {
            Action::Line(line) => {
                let own = |point: Point| view.ball(point) == Some(view.side());
                let ahead =
                    successors(line.rear().step(line.toward()), |point| point.step(line.toward()));
                let to = match when {
                    ActionTiming::Next => ahead.into_iter().find(|&point| !own(point)),
                    ActionTiming::Last => line.rear().step(line.toward()),
                };
                ActionSquares {
                    from: vec![name(line.rear())],
                    to: to.map(name).into_iter().collect(),
                }
            }
            Action::Arrow(arrow) => ActionSquares {
                from: arrow.points().map(name).collect(),
                to: arrow.points().filter_map(|p| p.step(arrow.toward())).map(name).collect(),
            },
            Action::Place(point) => ActionSquares { from: Vec::new(), to: vec![name(point)] },
        })
    }

    fn motion(view: &Self::View, action: &str) -> Result<Motion, ParseError> {
        let mut motion = Motion::default();
        let mut go = |point: Point, toward: Direction| match point.step(toward) {
            Some(to) => motion.moved.push((point.to_string(), to.to_string())),
            None => motion.removed.push((point.to_string(), geometry::beyond(point, toward))),
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

    fn define_symbols(pen: &mut SvgPen) {
        svg::define_symbols(pen);
    }

    fn draw_ground(_: &Self::View, options: &DrawOptions, pen: &mut SvgPen) {
        svg::draw_ground(pen, options);
    }

    fn pieces<'a>(view: &'a Self::View, options: &'a DrawOptions) -> Vec<PieceSprite<'a>> {
        svg::ball_sprites(view, options)
    }

    fn frame(options: &DrawOptions) -> PictureFrame {
        PictureFrame::new(options, false).cropped(50.0)
    }

    fn panel_texts(view: &Self::View, lang: Lang) -> [PanelText; 2] {
        panel_texts(
            abaque_abalone::Options::description(),
            view.turn(),
            lang,
            &words::due_action(view),
        )
    }

    fn draw_counters(view: &Self::View, seat: Seat, y: f64, _: Lang, pen: &mut SvgPen) {
        svg::draw_counters(pen, view, seat, y);
    }

    fn describe(view: &Self::View, lang: Lang) -> String {
        words::describe(view, lang)
    }

    fn draw_terminal(view: &Self::View, options: &TerminalOptions, lit: &[String]) -> String {
        terminal::draw(view, options, lit)
    }
}

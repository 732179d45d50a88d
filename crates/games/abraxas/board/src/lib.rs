//! The board of Abraxas: pictures, input and editor.

mod editor;
mod geometry;
mod input;
mod list_words;
mod puzzles;
mod sheet;
mod svg;
mod terminal;
mod words;

use abaque_abraxas::{Action, Corner, Hole, Phase};
use abaque_board::geometry::NamedSpots;
use abaque_board::kit::frame::{PanelText, panel_texts};
use abaque_board::kit::{PictureFrame, SvgPen};
use abaque_board::{
    ActionSquares, ActionTiming, BoardPainter, DrawOptions, Motion, PieceSprite, TerminalOptions,
};
use abaque_core::{Game, GameOptions as _, Lang, ParseError, Seat};

/// The board of Abraxas.
pub struct Board;

impl BoardPainter for Board {
    type Game = abaque_abraxas::Abraxas;
    type View = abaque_abraxas::Abraxas;

    fn read_view(options: &abaque_abraxas::Options, text: &str) -> Result<Self::View, ParseError> {
        Self::View::parse_view(options, text)
    }

    /// Holes move with the plate (before it is laid, they are placed as in the first corner); rim
    /// corners stand for the arrows of a push.
    fn spots(view: &Self::View) -> NamedSpots {
        let at = view.corner().unwrap_or(Corner::Sw);
        let holes = Hole::all().map(|hole| (hole.to_string(), geometry::hole(hole, at)));
        let rim = Corner::ALL
            .map(|corner| (corner.to_string(), geometry::corner_spot(corner, view.corner())));
        holes.chain(rim).collect()
    }

    fn action_squares(
        _: &Self::View,
        action: &str,
        _: ActionTiming,
    ) -> Result<ActionSquares, ParseError> {
        let to = |name: String| ActionSquares { from: Vec::new(), to: vec![name] };
        Ok(match action.parse()? {
            Action::Lay(corner) | Action::Push(corner) => to(corner.to_string()),
            Action::Put(hole) | Action::Stop(hole) => to(hole.to_string()),
            Action::Move { from, to } => {
                ActionSquares { from: vec![from.to_string()], to: vec![to.to_string()] }
            }
            Action::Take(holes) => {
                let holes: Vec<String> = holes.iter().map(|hole| hole.to_string()).collect();
                ActionSquares { from: holes.clone(), to: holes }
            }
            Action::Stay | Action::Go | Action::End => ActionSquares::default(),
        })
    }

    /// Pawns keep their slots in a push: the plate carries them along.
    fn motion(view: &Self::View, action: &str) -> Result<Motion, ParseError> {
        let mut motion = Motion::default();
        match action.parse()? {
            Action::Move { from, to } => motion.moved.push((from.to_string(), to.to_string())),
            Action::Take(holes) => {
                let to = geometry::beside(view.side());
                motion.removed.extend(holes.iter().map(|hole| (hole.to_string(), to)));
            }
            Action::Stop(_) => {
                // ABR-14: the stopped pawn returns to where it came from, a hole or the reserve.
                match view.phase() {
                    Phase::Stop { from: Some(from), at } => {
                        motion.moved.push((at.to_string(), from.to_string()));
                    }
                    Phase::Stop { from: None, at } => {
                        motion.removed.push((at.to_string(), geometry::beside(view.side())));
                    }
                    _ => {}
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

    fn define_symbols(pen: &mut SvgPen) {
        svg::define_symbols(pen);
    }

    fn draw_ground(view: &Self::View, options: &DrawOptions, pen: &mut SvgPen) {
        svg::draw_ground(pen, view, options);
    }

    fn floor<'a>(view: &'a Self::View, options: &'a DrawOptions) -> Vec<PieceSprite<'a>> {
        view.corner().map(|corner| svg::plate_sprite(corner, options)).into_iter().collect()
    }

    fn pieces<'a>(view: &'a Self::View, options: &'a DrawOptions) -> Vec<PieceSprite<'a>> {
        svg::pawn_sprites(view, options)
    }

    fn draw_overlay(view: &Self::View, options: &DrawOptions, pen: &mut SvgPen) {
        svg::draw_lines(pen, view, options);
    }

    fn frame(options: &DrawOptions) -> PictureFrame {
        PictureFrame::new(options, true)
    }

    fn panel_texts(view: &Self::View, lang: Lang) -> [PanelText; 2] {
        panel_texts(
            abaque_abraxas::Options::description(),
            view.turn(),
            lang,
            &words::due_action(view),
        )
    }

    fn draw_counters(view: &Self::View, seat: Seat, y: f64, _: Lang, pen: &mut SvgPen) {
        svg::draw_counters(pen, view, seat, y);
    }

    fn draw_strip(
        view: &Self::View,
        frame: &PictureFrame,
        options: &DrawOptions,
        pen: &mut SvgPen,
    ) {
        svg::draw_reserve(pen, view, frame, options);
    }

    fn describe(view: &Self::View, lang: Lang) -> String {
        words::describe(view, lang)
    }

    fn draw_terminal(view: &Self::View, options: &TerminalOptions, lit: &[String]) -> String {
        terminal::draw(view, options, lit)
    }
}

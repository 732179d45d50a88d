//! The board of Blocs-pions: pictures, input and editor.

mod blocks;
mod editor;
mod geometry;
mod input;
mod list_words;
mod open_blocks;
mod puzzles;
mod set_up;
mod svg;
mod terminal;
mod visible_board;
mod words;

use abaque_blocs::{Action, Field, Options, Phase, QuarterTurn};
use abaque_board::geometry::NamedSpots;
use abaque_board::kit::frame::{PanelText, panel_texts};
use abaque_board::kit::{PictureFrame, SvgPen};
use abaque_board::{
    ActionSquares, ActionTiming, BoardPainter, DrawOptions, Motion, PieceSprite, TerminalOptions,
};
use abaque_core::{GameOptions as _, Lang, ParseError, Seat};

use visible_board::VisibleBoard;

/// The board of Blocs-pions.
pub struct Board;

impl BoardPainter for Board {
    type Game = abaque_blocs::Blocs;
    type View = VisibleBoard;

    fn read_view(options: &Options, text: &str) -> Result<VisibleBoard, ParseError> {
        VisibleBoard::parse(options, text)
    }

    /// Fields, plus `cw` and `ccw` for the handles that turn the board.
    fn spots(_: &VisibleBoard) -> NamedSpots {
        let fields = Field::ALL.map(|field| (field.to_string(), geometry::spot(field)));
        let handles =
            QuarterTurn::ALL.map(|way| (Action::Turn(way).to_string(), geometry::handle(way)));
        fields.into_iter().chain(handles).collect()
    }

    fn action_squares(
        _: &VisibleBoard,
        action: &str,
        when: ActionTiming,
    ) -> Result<ActionSquares, ParseError> {
        let one = |name: String| vec![name];
        Ok(match action.parse()? {
            Action::Move { from, to } => {
                ActionSquares { from: one(from.to_string()), to: one(to.to_string()) }
            }
            // A future take points at its victim; after a past take the victim has left that field.
            Action::Take(field) if when == ActionTiming::Next => {
                ActionSquares { from: Vec::new(), to: one(field.to_string()) }
            }
            Action::Take(field) => ActionSquares { from: one(field.to_string()), to: Vec::new() },
            Action::Turn(way) => {
                ActionSquares { from: Vec::new(), to: one(Action::Turn(way).to_string()) }
            }
            Action::Setup(_) | Action::Pass => ActionSquares::default(),
        })
    }

    fn motion(view: &VisibleBoard, action: &str) -> Result<Motion, ParseError> {
        let mut motion = Motion::default();
        match action.parse()? {
            Action::Move { from, to } => motion.moved.push((from.to_string(), to.to_string())),
            Action::Take(victim) => {
                // BLO-13: the victim is turned over onto the rod beyond the taking block.
                if let Phase::Act(_, taker) = view.phase {
                    let east = taker.column() as i8 - victim.column() as i8;
                    let north = taker.row() as i8 - victim.row() as i8;
                    let beyond = taker.offset(east.signum(), north.signum());
                    motion.moved.extend(beyond.map(|to| (victim.to_string(), to.to_string())));
                }
            }
            Action::Turn(way) => {
                motion.rotation = if way == QuarterTurn::Cw { 90.0 } else { -90.0 };
                let turned = |field: Field| (field.to_string(), field.rotated(way).to_string());
                let rods = |field: Field| (rod_slot(field), rod_slot(field.rotated(way)));
                motion.moved.extend(Field::ALL.map(turned));
                motion.moved.extend(Field::ALL.map(rods));
            }
            Action::Setup(_) | Action::Pass => {}
        }
        Ok(motion)
    }

    fn define_symbols(pen: &mut SvgPen) {
        svg::define_symbols(pen);
    }

    fn draw_ground(view: &VisibleBoard, options: &DrawOptions, pen: &mut SvgPen) {
        svg::draw_ground(pen, view, options);
    }

    fn pieces<'a>(view: &'a VisibleBoard, options: &'a DrawOptions) -> Vec<PieceSprite<'a>> {
        svg::piece_sprites(view, options)
    }

    fn frame(options: &DrawOptions) -> PictureFrame {
        PictureFrame::new(options, true)
    }

    fn panel_texts(view: &VisibleBoard, lang: Lang) -> [PanelText; 2] {
        panel_texts(Options::description(), view.turn(), lang, &words::due_action(view))
    }

    fn draw_counters(view: &VisibleBoard, seat: Seat, y: f64, _: Lang, pen: &mut SvgPen) {
        svg::draw_counters(pen, view, seat, y);
    }

    fn draw_strip(
        view: &VisibleBoard,
        frame: &PictureFrame,
        options: &DrawOptions,
        pen: &mut SvgPen,
    ) {
        svg::draw_strip(pen, view, frame, options.lang);
    }

    fn describe(view: &VisibleBoard, lang: Lang) -> String {
        words::describe(view, lang)
    }

    fn draw_terminal(view: &VisibleBoard, options: &TerminalOptions, lit: &[String]) -> String {
        terminal::draw(view, options, lit)
    }
}

/// The slot of a rod or gap on a field without a block.
fn rod_slot(field: Field) -> String {
    format!("rod.{field}")
}

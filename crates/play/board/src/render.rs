use abaque_core::{Game, GameDescription, GameOptions as _, Lang, ParseError, Seat, Spec, message};

use crate::geometry::{BoardSpot, NamedSpots};
use crate::kit::frame::PanelState;
use crate::kit::marks::BoardMarks;
use crate::kit::{SvgPen, text_grid};
use crate::layers::{BoardLayers, Motion, PlayerPanel};
use crate::painter::{ActionSquares, ActionTiming, BoardPainter};
use crate::{DrawOptions, TerminalOptions};

/// A type-erased painter in the registry; its interface is text.
pub struct ErasedPainter {
    /// The game's names and options.
    pub description: fn() -> &'static GameDescription,
    /// The whole picture.
    pub svg: fn(&Spec, &str, &DrawOptions) -> Result<String, ParseError>,
    /// The board alone, in layers.
    pub layers: fn(&Spec, &str, &DrawOptions) -> Result<BoardLayers, ParseError>,
    /// The position in words.
    pub describe: fn(&Spec, &str, Lang) -> Result<String, ParseError>,
    /// The squares by name.
    pub spots: fn(&Spec, &str) -> Result<NamedSpots, ParseError>,
    /// The squares of an action.
    pub action_squares: fn(&Spec, &str, &str, ActionTiming) -> Result<ActionSquares, ParseError>,
    /// How an action changes the pieces.
    pub motion: fn(&Spec, &str, &str) -> Result<Motion, ParseError>,
}

impl ErasedPainter {
    /// The painter `P`.
    pub const fn new<P: BoardPainter>() -> ErasedPainter {
        ErasedPainter {
            description: <P::Game as Game>::Options::description,
            svg: render_svg::<P>,
            layers: |spec, text, options| Ok(render_layers::<P>(&read::<P>(spec, text)?, options)),
            describe: |spec, text, lang| Ok(P::describe(&read::<P>(spec, text)?, lang)),
            spots: |spec, text| Ok(P::spots(&read::<P>(spec, text)?)),
            action_squares: |spec, text, action, when| {
                touched::<P>(&read::<P>(spec, text)?, action, when)
            },
            motion: |spec, text, action| {
                let view = read::<P>(spec, text)?;
                let lot = is_lot::<P>(action);
                if lot { Ok(Motion::default()) } else { P::motion(&view, action) }
            },
        }
    }
}

pub(crate) fn read<P: BoardPainter>(spec: &Spec, text: &str) -> Result<P::View, ParseError> {
    let options = <P::Game as Game>::Options::from_spec(spec)?;
    P::read_view(&options, text)
}

/// Whether a ply is a lot's outcome, which involves no square and moves no piece.
pub(crate) fn is_lot<P: BoardPainter>(action: &str) -> bool {
    action.parse::<<P::Game as Game>::Roll>().is_ok()
}

fn touched<P: BoardPainter>(
    view: &P::View,
    action: &str,
    when: ActionTiming,
) -> Result<ActionSquares, ParseError> {
    if is_lot::<P>(action) {
        Ok(ActionSquares::default())
    } else {
        P::action_squares(view, action, when)
    }
}

fn render_svg<P: BoardPainter>(
    spec: &Spec,
    text: &str,
    options: &DrawOptions,
) -> Result<String, ParseError> {
    let view = read::<P>(spec, text)?;
    let marks = board_marks::<P>(&view, options)?;
    let info = <P::Game as Game>::Options::description();
    let frame = P::frame(options);
    let mut pen = SvgPen::new(info.name, options.theme);
    P::define_symbols(&mut pen);
    P::draw_ground(&view, options, &mut pen);
    P::floor(&view, options).iter().for_each(|piece| piece.draw(&mut pen));
    marks.draw_under(&mut pen);
    P::draw_labels(&view, options, &mut pen);
    P::pieces(&view, options).iter().for_each(|piece| piece.draw(&mut pen));
    P::draw_overlay(&view, options, &mut pen);
    marks.draw_over(&mut pen);
    let mut panels = SvgPen::new(info.name, options.theme);
    if frame.has_panels() {
        for (seat, bar) in Seat::ALL.into_iter().zip(P::panel_texts(&view, options.lang)) {
            let y = frame.panel_y(seat);
            frame.draw_panel(&mut panels, seat, &bar);
            P::draw_counters(&view, seat, y, options.lang, &mut panels);
        }
        P::draw_strip(&view, &frame, options, &mut panels);
    }
    let title = info.title.get(options.lang);
    Ok(frame.finish(panels, pen, options, title, &P::describe(&view, options.lang)))
}

fn render_layers<P: BoardPainter>(view: &P::View, options: &DrawOptions) -> BoardLayers {
    let mut pen = SvgPen::new(<P::Game as Game>::Options::description().name, options.theme);
    P::define_symbols(&mut pen);
    let ground = pen.capture(|pen| P::draw_ground(view, options, pen));
    let floor = P::floor(view, options).iter().map(|piece| piece.to_piece(&mut pen)).collect();
    let labels = pen.capture(|pen| P::draw_labels(view, options, pen));
    let pieces = P::pieces(view, options).iter().map(|piece| piece.to_piece(&mut pen)).collect();
    let over = pen.capture(|pen| P::draw_overlay(view, options, pen));
    let mut bars = P::panel_texts(view, options.lang).into_iter();
    let panels = Seat::ALL.map(|seat| {
        let art = pen.capture(|pen| {
            P::draw_counters(view, seat, PlayerPanel::HEIGHT / 2.0, options.lang, pen)
        });
        let bar = bars.next();
        let lit = bar.as_ref().is_some_and(|bar| bar.standing != PanelState::Waits);
        let (name, note) = bar.map_or(("", String::new()), |bar| (bar.name, bar.note));
        PlayerPanel { name, note, lit, svg: art }
    });
    let margin = P::frame(&DrawOptions { panels: true, ..options.clone() }).crop();
    BoardLayers { defs: pen.finish().0, ground, floor, labels, pieces, over, panels, margin }
}

fn board_marks<P: BoardPainter>(
    view: &P::View,
    options: &DrawOptions,
) -> Result<BoardMarks, ParseError> {
    let spots = P::spots(view);
    let find = |name: &String| {
        let found = spots.iter().find(|(known, _)| known == name).map(|(_, spot)| *spot);
        let spot = found.ok_or_else(|| unknown_square(name))?;
        Ok(if options.flip { spot.flipped() } else { spot })
    };
    let all =
        |names: &[String]| names.iter().map(find).collect::<Result<Vec<BoardSpot>, ParseError>>();
    let mut marks = BoardMarks::default();
    if let Some(last) = &options.last {
        let touched = touched::<P>(view, last, ActionTiming::Last)?;
        marks.last_from = all(&touched.from)?;
        marks.last_to = all(&touched.to)?;
    }
    for target in &options.targets {
        for spot in all(&touched::<P>(view, target, ActionTiming::Next)?.to)? {
            if !marks.targets.contains(&spot) {
                marks.targets.push(spot);
            }
        }
    }
    for (from, to) in &options.arrows {
        marks.arrows.push((find(from)?.at, find(to)?.at));
    }
    Ok(marks)
}

/// Draws a game's terminal board.
pub type TerminalRenderer = fn(&Spec, &str, &TerminalOptions) -> Result<String, ParseError>;

/// Draws the terminal board of `P`.
pub fn render_terminal<P: BoardPainter>(
    spec: &Spec,
    text: &str,
    options: &TerminalOptions,
) -> Result<String, ParseError> {
    let view = read::<P>(spec, text)?;
    let mut lit = Vec::new();
    if let Some(last) = &options.last {
        let touched = touched::<P>(&view, last, ActionTiming::Last)?;
        lit.extend(touched.from.into_iter().chain(touched.to));
    }
    Ok(P::draw_terminal(&view, options, &lit))
}

fn unknown_square(name: &str) -> ParseError {
    ParseError::new(
        "SQUARE",
        message!(
            "`{name}` is not a square of this board",
            "«\u{a0}{name}\u{a0}» n'est pas une case de ce plateau"
        ),
    )
}

/// Transliterates a text to ASCII, as boards without Unicode do: `à côté` becomes `a cote`.
///
/// ```
/// assert_eq!(abaque_board::to_ascii("« Bleu » : à vous"), "\"Bleu\" : a vous");
/// ```
pub fn to_ascii(words: &str) -> String {
    let mut plain = String::with_capacity(words.len());
    let held = words.replace(' ', "\u{a0}");
    for sign in held.replace("«\u{a0}", "«").replace("\u{a0}»", "»").chars() {
        text_grid::push_ascii(&mut plain, sign);
    }
    plain
}

use abaque_core::{BadText, Game, GameInfo, Lang, Options as _, Seat, Spec, said};

use crate::geometry::{Spot, Spots};
use crate::kit::frame::{Bar, Standing};
use crate::kit::marks::Marks;
use crate::kit::{Frame, Pen};
use crate::stage::{Actor, Motion, Panel, Stage};
use crate::{Options, TermOptions};

/// The squares an action concerns, by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Touched {
    /// Where something leaves.
    pub from: Vec<String>,
    /// Where something arrives.
    pub to: Vec<String>,
}

/// Whether an action is about to be played in a view or has just led to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// It may be played now.
    Next,
    /// It was the last one played.
    Last,
}

/// How one game is drawn: what its module implements. Everything is drawn as the options' viewer
/// sees it, in this order: ground, floor, marks of the last action, labels, pieces, over, other marks.
pub(crate) trait Picture {
    type Game: Game;
    /// What is drawn: the game's own view, or whatever the module makes of a text.
    type View;

    /// Reads a position or a view, strictly.
    fn read(options: &GameOptions<Self>, text: &str) -> Result<Self::View, BadText>;

    /// Every square by name.
    fn spots(view: &Self::View) -> Spots;

    /// The squares of an action, which is only spelled, not necessarily legal.
    fn touched(view: &Self::View, action: &str, when: When) -> Result<Touched, BadText>;

    /// What an action, legal or not, does to the pieces.
    fn motion(view: &Self::View, action: &str) -> Result<Motion, BadText>;

    /// Gradients and symbols.
    fn define(pen: &mut Pen);

    /// What never moves.
    fn ground(view: &Self::View, options: &Options, pen: &mut Pen);

    /// What moves under the marks.
    fn floor<'a>(_: &'a Self::View, _: &'a Options) -> Vec<Actor<'a>> {
        Vec::new()
    }

    /// Names of squares that marks must not cover.
    fn labels(_: &Self::View, _: &Options, _: &mut Pen) {}

    /// What moves over the marks, the farthest first.
    fn pieces<'a>(view: &'a Self::View, options: &'a Options) -> Vec<Actor<'a>>;

    /// What lies over the pieces.
    fn over(_: &Self::View, _: &Options, _: &mut Pen) {}

    /// The picture around the board.
    fn frame(options: &Options) -> Frame;

    /// What each player's panel says.
    fn bars(view: &Self::View, lang: Lang) -> [Bar; 2];

    /// What a player's panel shows beside its words.
    fn counters(view: &Self::View, seat: Seat, y: f64, lang: Lang, pen: &mut Pen);

    /// What the common strip shows.
    fn strip(_: &Self::View, _: &Frame, _: &Options, _: &mut Pen) {}

    /// The position in words.
    fn describe(view: &Self::View, lang: Lang) -> String;

    /// The board for a terminal; `lit` names the squares of the last action.
    fn ansi(view: &Self::View, options: &TermOptions, lit: &[String]) -> String;
}

/// The options of the game drawn.
pub(crate) type GameOptions<P> = <<P as Picture>::Game as Game>::Options;

/// One game of the registry, its types erased: texts in, texts out.
pub(crate) struct Board {
    pub(crate) info: fn() -> &'static GameInfo,
    pub(crate) svg: fn(&Spec, &str, &Options) -> Result<String, BadText>,
    pub(crate) stage: fn(&Spec, &str, &Options) -> Result<Stage, BadText>,
    pub(crate) describe: fn(&Spec, &str, Lang) -> Result<String, BadText>,
    pub(crate) spots: fn(&Spec, &str) -> Result<Spots, BadText>,
    pub(crate) touched: fn(&Spec, &str, &str, When) -> Result<Touched, BadText>,
    pub(crate) motion: fn(&Spec, &str, &str) -> Result<Motion, BadText>,
}

impl Board {
    pub(crate) const fn of<P: Picture>() -> Board {
        Board {
            info: <P::Game as Game>::Options::info,
            svg: svg::<P>,
            stage: |spec, text, options| Ok(stage::<P>(&read::<P>(spec, text)?, options)),
            describe: |spec, text, lang| Ok(P::describe(&read::<P>(spec, text)?, lang)),
            spots: |spec, text| Ok(P::spots(&read::<P>(spec, text)?)),
            touched: |spec, text, action, when| touched::<P>(&read::<P>(spec, text)?, action, when),
            motion: |spec, text, action| {
                let view = read::<P>(spec, text)?;
                let lot = is_lot::<P>(action);
                if lot { Ok(Motion::default()) } else { P::motion(&view, action) }
            },
        }
    }
}

fn read<P: Picture>(spec: &Spec, text: &str) -> Result<P::View, BadText> {
    let options = <P::Game as Game>::Options::from_spec(spec)?;
    P::read(&options, text)
}

/// A lot's outcome touches and moves nothing.
fn is_lot<P: Picture>(action: &str) -> bool {
    action.parse::<<P::Game as Game>::Roll>().is_ok()
}

fn touched<P: Picture>(view: &P::View, action: &str, when: When) -> Result<Touched, BadText> {
    if is_lot::<P>(action) { Ok(Touched::default()) } else { P::touched(view, action, when) }
}

fn svg<P: Picture>(spec: &Spec, text: &str, options: &Options) -> Result<String, BadText> {
    let view = read::<P>(spec, text)?;
    let marks = marks::<P>(&view, options)?;
    let info = <P::Game as Game>::Options::info();
    let frame = P::frame(options);
    let mut pen = Pen::new(info.name, options.theme);
    P::define(&mut pen);
    P::ground(&view, options, &mut pen);
    P::floor(&view, options).iter().for_each(|piece| piece.draw(&mut pen));
    marks.under(&mut pen);
    P::labels(&view, options, &mut pen);
    P::pieces(&view, options).iter().for_each(|piece| piece.draw(&mut pen));
    P::over(&view, options, &mut pen);
    marks.over(&mut pen);
    let mut panels = Pen::new(info.name, options.theme);
    if frame.has_panels() {
        for (seat, bar) in Seat::ALL.into_iter().zip(P::bars(&view, options.lang)) {
            let y = frame.bar_y(seat);
            frame.bar(&mut panels, seat, &bar);
            P::counters(&view, seat, y, options.lang, &mut panels);
        }
        P::strip(&view, &frame, options, &mut panels);
    }
    let title = info.title.get(options.lang);
    Ok(frame.finish(panels, pen, options, title, &P::describe(&view, options.lang)))
}

fn stage<P: Picture>(view: &P::View, options: &Options) -> Stage {
    let mut pen = Pen::new(<P::Game as Game>::Options::info().name, options.theme);
    P::define(&mut pen);
    let ground = pen.aside(|pen| P::ground(view, options, pen));
    let floor = P::floor(view, options).iter().map(|piece| piece.apart(&mut pen)).collect();
    let labels = pen.aside(|pen| P::labels(view, options, pen));
    let pieces = P::pieces(view, options).iter().map(|piece| piece.apart(&mut pen)).collect();
    let over = pen.aside(|pen| P::over(view, options, pen));
    let mut bars = P::bars(view, options.lang).into_iter();
    let panels = Seat::ALL.map(|seat| {
        let art = pen.aside(|pen| P::counters(view, seat, Panel::HEIGHT / 2.0, options.lang, pen));
        let bar = bars.next();
        let lit = bar.as_ref().is_some_and(|bar| bar.standing != Standing::Waits);
        let (name, note) = bar.map_or(("", String::new()), |bar| (bar.name, bar.note));
        Panel { name, note, lit, art }
    });
    let margin = P::frame(&Options { panels: true, ..options.clone() }).crop();
    Stage { defs: pen.finish().0, ground, floor, labels, pieces, over, panels, margin }
}

fn marks<P: Picture>(view: &P::View, options: &Options) -> Result<Marks, BadText> {
    let spots = P::spots(view);
    let find = |name: &String| {
        let found = spots.iter().find(|(known, _)| known == name).map(|(_, spot)| *spot);
        let spot = found.ok_or_else(|| no_square(name))?;
        Ok(if options.flip { spot.flipped() } else { spot })
    };
    let all = |names: &[String]| names.iter().map(find).collect::<Result<Vec<Spot>, BadText>>();
    let mut marks = Marks::default();
    if let Some(last) = &options.last {
        let touched = touched::<P>(view, last, When::Last)?;
        marks.last_from = all(&touched.from)?;
        marks.last_to = all(&touched.to)?;
    }
    for target in &options.targets {
        for spot in all(&touched::<P>(view, target, When::Next)?.to)? {
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

/// A game's board for a terminal.
pub(crate) type Screen = fn(&Spec, &str, &TermOptions) -> Result<String, BadText>;

pub(crate) fn screen<P: Picture>(
    spec: &Spec,
    text: &str,
    options: &TermOptions,
) -> Result<String, BadText> {
    let view = read::<P>(spec, text)?;
    let mut lit = Vec::new();
    if let Some(last) = &options.last {
        let touched = touched::<P>(&view, last, When::Last)?;
        lit.extend(touched.from.into_iter().chain(touched.to));
    }
    Ok(P::ansi(&view, options, &lit))
}

fn no_square(name: &str) -> BadText {
    BadText::new(
        "SQUARE",
        said!("`{name}` is no square of this board", "« {name} » n'est pas une case de ce plateau"),
    )
}

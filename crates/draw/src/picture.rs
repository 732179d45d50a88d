use abaque_core::{BadText, Game, GameInfo, Options as _, Spec, said};

use crate::geometry::{Spot, Spots};
use crate::kit::marks::Marks;
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

/// How one game is drawn: what its module implements.
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

    /// The picture.
    fn svg(view: &Self::View, options: &Options, marks: &Marks) -> String;

    /// The board for a terminal; `lit` names the squares of the last action.
    fn ansi(view: &Self::View, options: &TermOptions, lit: &[String]) -> String;
}

/// The options of the game drawn.
pub(crate) type GameOptions<P> = <<P as Picture>::Game as Game>::Options;

/// One game of the registry, its types erased: texts in, texts out.
pub(crate) struct Board {
    pub(crate) info: fn() -> &'static GameInfo,
    pub(crate) svg: fn(&Spec, &str, &Options) -> Result<String, BadText>,
    pub(crate) ansi: fn(&Spec, &str, &TermOptions) -> Result<String, BadText>,
    pub(crate) spots: fn(&Spec, &str) -> Result<Spots, BadText>,
    pub(crate) touched: fn(&Spec, &str, &str, When) -> Result<Touched, BadText>,
}

impl Board {
    pub(crate) const fn of<P: Picture>() -> Board {
        Board {
            info: <P::Game as Game>::Options::info,
            svg: svg::<P>,
            ansi: ansi::<P>,
            spots: |spec, text| Ok(P::spots(&read::<P>(spec, text)?)),
            touched: |spec, text, action, when| touched::<P>(&read::<P>(spec, text)?, action, when),
        }
    }
}

fn read<P: Picture>(spec: &Spec, text: &str) -> Result<P::View, BadText> {
    let options = <P::Game as Game>::Options::from_spec(spec)?;
    P::read(&options, text)
}

/// A lot's outcome touches no square.
fn touched<P: Picture>(view: &P::View, action: &str, when: When) -> Result<Touched, BadText> {
    if action.parse::<<P::Game as Game>::Roll>().is_ok() {
        return Ok(Touched::default());
    }
    P::touched(view, action, when)
}

fn svg<P: Picture>(spec: &Spec, text: &str, options: &Options) -> Result<String, BadText> {
    let view = read::<P>(spec, text)?;
    let spots = P::spots(&view);
    let find = |name: &String| {
        let found = spots.iter().find(|(known, _)| known == name).map(|(_, spot)| *spot);
        let spot = found.ok_or_else(|| no_square(name))?;
        Ok(if options.flip { spot.flipped() } else { spot })
    };
    let all = |names: &[String]| names.iter().map(find).collect::<Result<Vec<Spot>, BadText>>();
    let mut marks = Marks::default();
    if let Some(last) = &options.last {
        let touched = touched::<P>(&view, last, When::Last)?;
        marks.last_from = all(&touched.from)?;
        marks.last_to = all(&touched.to)?;
    }
    for target in &options.targets {
        for spot in all(&touched::<P>(&view, target, When::Next)?.to)? {
            if !marks.targets.contains(&spot) {
                marks.targets.push(spot);
            }
        }
    }
    for (from, to) in &options.arrows {
        marks.arrows.push((find(from)?.at, find(to)?.at));
    }
    Ok(P::svg(&view, options, &marks))
}

fn ansi<P: Picture>(spec: &Spec, text: &str, options: &TermOptions) -> Result<String, BadText> {
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

//! The plate of Abraxas under a finger: it gives way only where it may be pushed.

use abaque_abraxas::{Abraxas, Corner};
use abaque_core::{BadText, Game, Options, Spec};
use abaque_draw::geometry::abraxas::plate;

use crate::Hand;

/// The ways the plate may be pushed now.
#[derive(Clone, PartialEq, Debug)]
pub struct Slide {
    /// The corner of the rim it goes to, and how far that is to the right and down.
    ways: Vec<(String, f64, f64)>,
}

/// How far the plate has followed a finger.
#[derive(Clone, PartialEq, Debug)]
pub struct Pull {
    /// The corner it is on its way to.
    pub corner: String,
    /// How far it is drawn out, to the right and down.
    pub by: (f64, f64),
    /// Whether letting go now would push it.
    pub whole: bool,
}

impl Slide {
    /// What can be done with the plate in a view; nothing unless a push is due.
    pub fn new(spec: &str, view: &str, hand: &Hand) -> Option<Slide> {
        let (here, corners) = pushes(spec, view, hand).ok()??;
        let way = |corner: Corner| {
            let (from, to) = (plate(here), plate(corner));
            (corner.to_string(), to.x - from.x, to.y - from.y)
        };
        let ways: Vec<_> = corners.into_iter().map(way).collect();
        (!ways.is_empty()).then_some(Slide { ways })
    }

    /// The plate after a finger on it has gone so far to the right and down.
    pub fn pull(&self, right: f64, down: f64) -> Pull {
        // Along each way the finger has covered a share of it; the plate takes the way with most.
        let share = |&(_, x, y): &&(String, f64, f64)| (right * x + down * y) / (x * x + y * y);
        let ahead = |one: &&(String, f64, f64), other: &&(String, f64, f64)| {
            share(one).total_cmp(&share(other))
        };
        let Some(way) = self.ways.iter().max_by(ahead) else {
            return Pull { corner: String::new(), by: (0.0, 0.0), whole: false };
        };
        let gone = share(&way).clamp(0.0, 1.0);
        Pull { corner: way.0.clone(), by: (way.1 * gone, way.2 * gone), whole: gone > 0.5 }
    }
}

/// Where the plate lies and where it can be pushed, as the hand offers it.
fn pushes(spec: &str, view: &str, hand: &Hand) -> Result<Option<(Corner, Vec<Corner>)>, BadText> {
    let spec: Spec = spec.parse()?;
    let pushing = |target: &crate::hand::Target| matches!(&target.actions[..], [only] if only.starts_with('>'));
    let targets: Vec<_> = hand.targets().into_iter().filter(pushing).collect();
    if spec.name != "abraxas" || targets.is_empty() {
        return Ok(None);
    }
    let game = Abraxas::parse(&<Abraxas as Game>::Options::from_spec(&spec)?, view)?;
    let corners: Result<Vec<Corner>, BadText> =
        targets.iter().map(|target| target.square.parse()).collect();
    Ok(game.corner().zip(Some(corners?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slide(spec: &str, view: &str) -> Option<Slide> {
        let game = abaque_catalog::open_at(spec, view).unwrap();
        Slide::new(spec, view, &Hand::new(spec, view, &game.offered()).unwrap())
    }

    const PUSH: &str = "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 push";

    #[test]
    fn the_plate_goes_one_way_only() {
        let slide = slide("abraxas:sheet=2", PUSH).unwrap();
        let little = slide.pull(0.02, 0.3);
        assert_eq!((little.corner.as_str(), little.whole), ("se", false));
        assert!(little.by.0 > 0.0 && little.by.1.abs() < 1e-9, "{little:?}");
        let far = slide.pull(0.5, 0.0);
        assert!(far.whole && far.by.0 < 0.2, "not over the rim: {far:?}");
        assert_eq!(slide.pull(-0.5, 0.0).by, (0.0, 0.0), "not back");
    }

    #[test]
    fn with_both_arrows_the_finger_decides() {
        let slide = slide("abraxas:sheet=2,push=either", PUSH).unwrap();
        assert_eq!(slide.pull(0.2, 0.0).corner, "se");
        assert_eq!(slide.pull(0.0, -0.2).corner, "nw");
    }

    #[test]
    fn without_a_push_it_lies_still() {
        assert_eq!(slide("abraxas:sheet=2", "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 place"), None);
        assert_eq!(slide("abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -"), None);
    }
}

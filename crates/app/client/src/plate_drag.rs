//! Dragging the plate of Abraxas: it moves only where it may be pushed.

use abaque_abraxas::{Abraxas, Corner};
use abaque_core::{Game, GameOptions, ParseError, Spec};
use abaque_draw::geometry::UnitPoint;

use crate::MoveInput;

/// The directions the plate may be pushed in.
#[derive(Clone, PartialEq, Debug)]
pub struct PlateDrag {
    /// The target corner of the rim, and the distance to it, right and down.
    directions: Vec<(String, f64, f64)>,
}

/// How far the plate has followed the pointer.
#[derive(Clone, PartialEq, Debug)]
pub struct PlateOffset {
    /// The corner it is moving to.
    pub corner: String,
    /// Its offset, right and down.
    pub offset: (f64, f64),
    /// Whether releasing now pushes the plate.
    pub is_complete: bool,
}

impl PlateDrag {
    /// The pushes possible in a view; `None` unless a push is due.
    pub fn new(spec: &str, view: &str, input: &MoveInput) -> Option<PlateDrag> {
        let (here, corners) = plate_pushes(spec, view, input).ok()??;
        let hole_at = |corner: Corner| {
            let view = view.replacen(&format!(" {here} "), &format!(" {corner} "), 1);
            first_hole(spec, &view)
        };
        let from = hole_at(here)?;
        let way = |corner: Corner| {
            let to = hole_at(corner)?;
            Some((corner.to_string(), to.x - from.x, to.y - from.y))
        };
        let ways: Vec<_> = corners.into_iter().filter_map(way).collect();
        (!ways.is_empty()).then_some(PlateDrag { directions: ways })
    }

    /// The plate's offset after the pointer moved this far right and down.
    pub fn follow_pointer(&self, right: f64, down: f64) -> PlateOffset {
        // Projects the drag onto each direction; the plate follows the one with the largest share.
        let share = |&(_, x, y): &&(String, f64, f64)| (right * x + down * y) / (x * x + y * y);
        let ahead = |one: &&(String, f64, f64), other: &&(String, f64, f64)| {
            share(one).total_cmp(&share(other))
        };
        let Some(way) = self.directions.iter().max_by(ahead) else {
            return PlateOffset { corner: String::new(), offset: (0.0, 0.0), is_complete: false };
        };
        let gone = share(&way).clamp(0.0, 1.0);
        PlateOffset {
            corner: way.0.clone(),
            offset: (way.1 * gone, way.2 * gone),
            is_complete: gone > 0.5,
        }
    }
}

/// The centre of a hole: the holes move with the plate.
fn first_hole(spec: &str, view: &str) -> Option<UnitPoint> {
    abaque_draw::spots(spec, view).ok()?.first().map(|(_, spot)| spot.at)
}

/// The plate's corner and its possible pushes among the offered actions.
fn plate_pushes(
    spec: &str,
    view: &str,
    input: &MoveInput,
) -> Result<Option<(Corner, Vec<Corner>)>, ParseError> {
    let spec: Spec = spec.parse()?;
    let pushing = |target: &crate::move_input::InputTarget| matches!(&target.actions[..], [only] if only.starts_with('>'));
    let targets: Vec<_> = input.targets().into_iter().filter(pushing).collect();
    if spec.name != "abraxas" || targets.is_empty() {
        return Ok(None);
    }
    let game = Abraxas::parse(&<Abraxas as Game>::Options::from_spec(&spec)?, view)?;
    let corners: Result<Vec<Corner>, ParseError> =
        targets.iter().map(|target| target.square.parse()).collect();
    Ok(game.corner().zip(Some(corners?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slide(spec: &str, view: &str) -> Option<PlateDrag> {
        let game = abaque_catalog::open_at(spec, view).unwrap();
        PlateDrag::new(spec, view, &MoveInput::new(spec, view, &game.offered_plies()).unwrap())
    }

    const PUSH: &str = "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 push";

    #[test]
    fn the_plate_goes_one_way_only() {
        let slide = slide("abraxas:sheet=2", PUSH).unwrap();
        let little = slide.follow_pointer(0.02, 0.3);
        assert_eq!((little.corner.as_str(), little.is_complete), ("se", false));
        assert!(little.offset.0 > 0.0 && little.offset.1.abs() < 1e-9, "{little:?}");
        let far = slide.follow_pointer(0.5, 0.0);
        assert!(far.is_complete && far.offset.0 < 0.2, "not over the rim: {far:?}");
        assert_eq!(slide.follow_pointer(-0.5, 0.0).offset, (0.0, 0.0), "not back");
    }

    #[test]
    fn with_both_arrows_the_finger_decides() {
        let slide = slide("abraxas:sheet=2,push=either", PUSH).unwrap();
        assert_eq!(slide.follow_pointer(0.2, 0.0).corner, "se");
        assert_eq!(slide.follow_pointer(0.0, -0.2).corner, "nw");
    }

    #[test]
    fn without_a_push_it_lies_still() {
        assert_eq!(slide("abraxas:sheet=2", "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 place"), None);
        assert_eq!(slide("abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -"), None);
    }
}

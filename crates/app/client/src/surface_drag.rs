//! Dragging the board's surface, such as a sliding plate: it moves only where an action slides it.

use crate::MoveInput;

/// The directions the surface may slide in.
#[derive(Clone, PartialEq, Debug)]
pub struct SurfaceDrag {
    /// The target square, and the distance to it, right and down.
    directions: Vec<(String, f64, f64)>,
}

/// How far the surface has followed the pointer.
#[derive(Clone, PartialEq, Debug)]
pub struct SurfaceOffset {
    /// The square whose action it slides for.
    pub target: String,
    /// Its offset, right and down.
    pub offset: (f64, f64),
    /// Whether releasing now plays the action.
    pub is_complete: bool,
}

impl SurfaceDrag {
    /// The slides among the offered actions; `None` if there is none.
    pub fn new(input: &MoveInput) -> Option<SurfaceDrag> {
        let directions = input.slides();
        (!directions.is_empty()).then_some(SurfaceDrag { directions })
    }

    /// The surface's offset after the pointer moved this far right and down.
    pub fn follow_pointer(&self, right: f64, down: f64) -> SurfaceOffset {
        // Projects the drag onto each direction; the one with the largest share wins.
        let share = |&(_, x, y): &&(String, f64, f64)| (right * x + down * y) / (x * x + y * y);
        let ahead = |one: &&(String, f64, f64), other: &&(String, f64, f64)| {
            share(one).total_cmp(&share(other))
        };
        let Some(way) = self.directions.iter().max_by(ahead) else {
            return SurfaceOffset { target: String::new(), offset: (0.0, 0.0), is_complete: false };
        };
        let gone = share(&way).clamp(0.0, 1.0);
        SurfaceOffset {
            target: way.0.clone(),
            offset: (way.1 * gone, way.2 * gone),
            is_complete: gone > 0.5,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slide(spec: &str, view: &str) -> Option<SurfaceDrag> {
        let game = abaque_catalog::open_at(spec, view).unwrap();
        SurfaceDrag::new(&MoveInput::new(spec, view, &game.offered_plies()).unwrap())
    }

    const PUSH: &str = "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 push";

    #[test]
    fn the_plate_slides_in_the_arrows_direction_only() {
        let slide = slide("abraxas:sheet=2", PUSH).unwrap();
        let little = slide.follow_pointer(0.02, 0.3);
        assert_eq!((little.target.as_str(), little.is_complete), ("se", false));
        assert!(little.offset.0 > 0.0 && little.offset.1.abs() < 1e-9, "{little:?}");
        let far = slide.follow_pointer(0.5, 0.0);
        assert!(far.is_complete && far.offset.0 < 0.2, "not over the rim: {far:?}");
        assert_eq!(slide.follow_pointer(-0.5, 0.0).offset, (0.0, 0.0), "not back");
    }

    #[test]
    fn with_two_arrows_the_drag_decides_the_direction() {
        let slide = slide("abraxas:sheet=2,push=either", PUSH).unwrap();
        assert_eq!(slide.follow_pointer(0.2, 0.0).target, "se");
        assert_eq!(slide.follow_pointer(0.0, -0.2).target, "nw");
    }

    #[test]
    fn the_plate_stays_where_no_push_is_legal() {
        assert_eq!(slide("abraxas:sheet=2", "8/8/8/8/8/2rr4/8/8 sw 1 22 0-0 3-3 place"), None);
        assert_eq!(slide("abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -"), None);
    }
}

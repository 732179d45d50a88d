//! Actions and positions for fuzzing. Byte mutations rarely produce a valid position, because the
//! numbers of pieces must add up; here positions are composed.

use alloc::string::String;
use alloc::vec::Vec;

use abaque_core::RandomSource;
use abaque_core::fuzzing::{
    FuzzedGame, all_pairs, all_squares, below, parse_actions, pick, rows_text, shuffle,
};

use crate::Abalone;

impl FuzzedGame for Abalone {
    const ONE_SPELLING: bool = false;

    fn candidates() -> Vec<Self::Action> {
        let points = all_squares("abcdefghi", "123456789");
        let lines = all_pairs(&points, "");
        let mut arrows = Vec::new();
        for ends in lines.iter().filter(|ends| ends[..2] < ends[2..]) {
            arrows.extend(points.iter().map(|to| format!("{ends}{to}")));
        }
        let placings = points.iter().map(|point| format!("@{point}"));
        parse_actions(placings.chain(lines).chain(arrows))
    }

    fn compose_position(source: &mut dyn RandomSource) -> String {
        compose(source)
    }
}

/// Balls scattered or in rows, up to six lost on each side.
fn compose(source: &mut dyn RandomSource) -> String {
    let lost = [0, 1].map(|_| below(source, 7));
    let mut cells = [b'.'; 61];
    let mut order: Vec<usize> = (0..61).collect();
    match below(source, 3) {
        0 => shuffle(&mut order, source),
        // A stride of 1 fills rows; strides of 7 to 10 roughly follow the other two axes.
        _ => {
            let (first, step) = (below(source, 61), pick(source, &[1, 7, 8, 9, 10]));
            order = (0..61).map(|i| (first + i * step) % 61).collect();
            let changed = below(source, 30);
            for _ in 0..changed {
                order.swap(below(source, 61), below(source, 61));
            }
        }
    }
    let mut balls = vec![b'b'; 14 - lost[0]];
    balls.resize(28 - lost[0] - lost[1], b'w');
    if below(source, 2) == 0 {
        shuffle(&mut balls, source);
    }
    for (&at, ball) in order.iter().zip(balls) {
        cells[at] = ball;
    }
    let side = pick(source, &["b", "w"]);
    format!("{} {side} {}-{} -", rows_text(&cells, &[5, 6, 7, 8, 9, 8, 7, 6, 5]), lost[0], lost[1])
}

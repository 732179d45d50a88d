//! Actions and positions for fuzzing. Byte mutations rarely produce a valid position, because the
//! numbers of pieces must add up; here positions are composed.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use abaque_core::RandomSource;
use abaque_core::fuzzing::{
    FuzzedGame, all_pairs, all_squares, below, parse_actions, pick, rows_text,
};

use crate::Abraxas;

impl FuzzedGame for Abraxas {
    fn candidates() -> Vec<Self::Action> {
        let holes = all_squares("abcdefgh", "12345678");
        let words = ["go", "end", "=", "@sw", "@se", "@ne", "@nw", ">sw", ">se", ">ne", ">nw"];
        let with = |letter| holes.iter().map(move |hole| format!("{letter}{hole}"));
        let takings = all_pairs(&holes, "").into_iter().map(|pair| format!("x{pair}"));
        let words = words.into_iter().map(String::from);
        let all = words.chain(with('r')).chain(with('s')).chain(with('x')).chain(takings);
        parse_actions(all.chain(all_pairs(&holes, "-")))
    }

    fn compose_position(source: &mut dyn RandomSource) -> String {
        compose(source)
    }
}

/// Pawns in lines and scattered, in any phase.
fn compose(source: &mut dyn RandomSource) -> String {
    let mut cells = [b'.'; 64];
    let left = [0, 1].map(|_| below(source, 4));
    let stops = 6 - left[0] - left[1];
    let scores = [0, 1].map(|_| below(source, 11));
    let mut pawns = below(source, 25 - scores[0] - scores[1]);
    let reserve = match below(source, 3) {
        0 => {
            pawns = 24 - scores[0] - scores[1];
            0
        }
        _ => 24 - scores[0] - scores[1] - pawns,
    };
    let mut at = 0;
    let mut step = 1;
    while pawns > 0 {
        if below(source, 5) == 0 {
            (at, step) = (below(source, 64), pick(source, &[1, 7, 8, 9]));
        }
        if cells[at] == b'.' {
            cells[at] = b'r';
            pawns -= 1;
        }
        at = (at + step) % 64;
        if below(source, 3) == 0 {
            at = below(source, 64);
        }
    }
    let free: Vec<usize> = (0..64).filter(|&at| cells[at] == b'.').collect();
    for _ in 0..stops {
        let mut at = pick(source, &free);
        while cells[at] != b'.' {
            at = pick(source, &free);
        }
        cells[at] = b's';
    }
    let hole = |at: usize| format!("{}{}", char::from(b'a' + (at % 8) as u8), 8 - at / 8);
    let some = |source: &mut dyn RandomSource, what: u8| {
        let all: Vec<usize> = (0..64).filter(|&at| cells[at] == what).collect();
        hole(all.get(below(source, 64)).or(all.first()).copied().unwrap_or(0))
    };
    let phase = match below(source, 10) {
        0 => format!("stop?{}", some(source, b'r')),
        1 => format!("stop?{}-{}", some(source, b'.'), some(source, b'r')),
        _ => {
            let phases = ["place", "place-nostop", "again", "push", "push?", "take", "take+"];
            let phases = [&phases[..], &["take-stop", "take", "push"]].concat();
            pick(source, &phases).to_string()
        }
    };
    let corner = pick(source, &["sw", "se", "ne", "nw"]);
    let side = pick(source, &["1", "2"]);
    let [s1, s2] = scores;
    let [l1, l2] = left;
    format!("{} {corner} {side} {reserve} {s1}-{s2} {l1}-{l2} {phase}", rows_text(&cells, &[8; 8]))
}

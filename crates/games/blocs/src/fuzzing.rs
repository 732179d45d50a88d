//! Actions and positions for fuzzing. Byte mutations rarely produce a valid position, because the
//! numbers of pieces must add up; here positions are composed.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use abaque_core::RandomSource;
use abaque_core::fuzzing::{
    FuzzedGame, HiddenLaws, all_pairs, all_squares, below, parse_actions, pick, shuffle,
};

use crate::{Blocs, View, deduce};

impl FuzzedGame for Blocs {
    fn candidates() -> Vec<Self::Action> {
        let fields = all_squares("abcdefgh", "12345678");
        let words = ["pass", "cw", "ccw"].map(String::from);
        let takings = fields.iter().map(|field| format!("x{field}"));
        parse_actions(takings.chain(words).chain(all_pairs(&fields, "")))
    }

    fn compose_position(source: &mut dyn RandomSource) -> String {
        compose(source)
    }

    fn hidden_laws() -> Option<HiddenLaws<Self>> {
        Some(HiddenLaws::new(View::observer, assert_deductions))
    }
}

/// Rods and blocks on any field, pawns dealt from each player's bag.
fn compose(source: &mut dyn RandomSource) -> String {
    let mut rods = [[b's'; 22], [b'l'; 22]].concat();
    shuffle(&mut rods, source);
    let mut builders = [[b'('; 12], [b'['; 12]].concat();
    builders.resize(44, b'.');
    shuffle(&mut builders, source);
    let mut bags = ['b', 'r'].map(|own| {
        let other = if own == 'b' { 'r' } else { 'b' };
        let mut bag = [vec![own; 18], vec![other; 6], vec!['n'; 12]].concat();
        shuffle(&mut bag, source);
        bag
    });
    let lengths = [2, 6, 6, 8, 8, 6, 6, 2];
    let mut cells = rods.iter().zip(&builders).map(|(&rod, &builder)| {
        let rod = char::from(rod);
        if builder == b'.' {
            return rod.to_string();
        }
        let red = builder == b'[';
        let bag = &mut bags[usize::from(red)];
        let pawns: Vec<char> = (0..3).filter_map(|_| bag.pop()).collect();
        let shown = pawns[usize::from(rod == 's')];
        let secret = below(source, 3) == 0 && shown == if red { 'r' } else { 'b' };
        let rod = if secret { rod.to_ascii_uppercase() } else { rod };
        let pawns: String = pawns.into_iter().collect();
        if red { format!("{rod}{shown}[{pawns}]") } else { format!("{rod}{shown}({pawns})") }
    });
    let rows = lengths.map(|length| cells.by_ref().take(length).collect::<Vec<_>>().join(","));
    let side = pick(source, &["b", "r"]);
    let phase = match below(source, 3) {
        0 => "move".into(),
        _ => {
            let (column, row) = (below(source, 8) as u8, 1 + below(source, 8));
            format!("act:{}{row}", char::from(b'a' + column))
        }
    };
    format!("{} {side} {phase}", rows.join("/"))
}

/// Deductions are well formed: ordered bounds, odds with a non-zero denominator.
fn assert_deductions(view: &View) {
    for block in deduce(view) {
        assert!(block.small.0 <= block.small.1, "{view}");
        for odds in block.pawns {
            assert!(odds.out_of > 0, "{} in {view}", block.field);
        }
    }
}

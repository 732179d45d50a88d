//! Actions and positions for fuzzing. Byte mutations rarely produce a valid position, because the
//! numbers of pieces must add up; here positions are composed.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};

use abaque_core::RandomSource;
use abaque_core::fuzzing::{FuzzedGame, below, parse_actions, pick, shuffle};

use crate::Abagio;

impl FuzzedGame for Abagio {
    fn candidates() -> Vec<Self::Action> {
        let outer = (1..=18).map(|n| n.to_string());
        let inner = (2..=7).flat_map(|n| [format!("r{n}"), format!("p{n}")]);
        let ends = ["s", "e", "o", "-"].map(String::from);
        let places: Vec<String> = outer.chain(inner).chain(ends).collect();
        let leaps = places.iter().flat_map(|at| (1..=6).map(move |n| format!("{at}+{n}")));
        parse_actions(leaps.chain(places.iter().map(|at| format!("t{at}"))))
    }

    fn compose_position(source: &mut dyn RandomSource) -> String {
        compose(source)
    }
}

/// Stacks of any shape, frogs on any square, at home and in the pond.
fn compose(source: &mut dyn RandomSource) -> String {
    let names: Vec<String> = (1..=18)
        .map(|n: u8| n.to_string())
        .chain(["e".into()])
        .chain((2..=7).rev().map(|n| format!("r{n}")))
        .chain((2..=7).rev().map(|n| format!("p{n}")))
        .chain(["o".into()])
        .collect();
    let mut stacks = vec![String::new(); names.len()];
    let (mut home, mut pond) = ([0; 2], [0; 2]);
    let late = below(source, 3) == 0;
    let favourites = [0; 5].map(|_| below(source, names.len()));
    let mut frogs = [[b'r'; 12], [b'p'; 12]].concat();
    shuffle(&mut frogs, source);
    for frog in frogs {
        let own = usize::from(frog == b'p');
        let at = match below(source, 8) {
            0 if !late => names.len() + 1,
            0..=1 => names.len(),
            2..=4 => pick(source, &favourites),
            _ if late => 18 + below(source, names.len() - 18),
            _ => below(source, names.len()),
        };
        let foreign = matches!((at, own), (19..=24, 1) | (25..=30, 0));
        let most = if at == 18 || at == 31 { 2 } else { 5 };
        if at < names.len() && !foreign && stacks[at].len() < most {
            stacks[at].push(frog.into());
        } else if at == names.len() + 1 {
            home[own] += 1;
        } else {
            pond[own] += 1;
        }
    }
    if below(source, 2) == 0 {
        let at = below(source, 18);
        if stacks[at].len() < 5 {
            stacks[at].push('*');
        }
    }
    let squares: Vec<String> = names
        .iter()
        .zip(&stacks)
        .filter(|(_, stack)| !stack.is_empty())
        .map(|(name, stack)| format!("{name}={stack}"))
        .collect();
    let squares = if squares.is_empty() { "-".into() } else { squares.join(",") };
    let (x, y) = (1 + below(source, 6), 1 + below(source, 6));
    let phase = match below(source, 8) {
        0 => "roll".into(),
        1 => "chief".into(),
        2 => x.to_string(),
        3..=4 => vec![x.to_string(); 2 + below(source, 3)].join("."),
        _ => format!("{}.{}", x.max(y), x.min(y)),
    };
    let side = pick(source, &["r", "p"]);
    let ([h1, h2], [w1, w2]) = (home, pond);
    format!("{squares} {h1}-{h2} {w1}-{w2} {side} {phase}")
}

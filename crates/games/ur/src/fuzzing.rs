//! Actions and positions for fuzzing.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use abaque_core::RandomSource;
use abaque_core::fuzzing::{FuzzedGame, below, pick};

use crate::{Action, Square, Ur};

impl FuzzedGame for Ur {
    fn candidates() -> Vec<Action> {
        let places = Square::all().map(Some).chain([None]);
        places.flat_map(|from| (1..=4).map(move |number| Action { from, number })).collect()
    }

    /// Up to seven pieces of each player anywhere; a shared square holds one.
    fn compose_position(source: &mut dyn RandomSource) -> String {
        let mut steps = [Vec::new(), Vec::new()];
        let crowd = 1 + below(source, 6);
        for step in 1..=14 {
            for own in [below(source, 2), 2] {
                let shared = (5..=12).contains(&step);
                let own = if own < 2 { own } else { below(source, 2) };
                let taken = steps[own].contains(&step) || shared && steps[1 - own].contains(&step);
                if below(source, 7) < crowd && !taken && steps[own].len() < 6 {
                    steps[own].push(step);
                }
            }
        }
        let text = |steps: &Vec<i32>| {
            let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
            if steps.is_empty() { "-".into() } else { steps.join(",") }
        };
        let home = [0, 1].map(|own: usize| below(source, 8 - steps[own].len()).min(6));
        let phase = pick(source, &["roll", "1", "2", "3", "4"]);
        let side = pick(source, &["w", "b"]);
        format!("{} {} {}-{} {side} {phase}", text(&steps[0]), text(&steps[1]), home[0], home[1])
    }
}

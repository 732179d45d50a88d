use abaque_core::{Game, Ply, RandomSource, Turn};

/// A random legal ply, lots by weight; `None` when the game is over.
pub fn random_ply<G: Game>(
    game: &G,
    source: &mut dyn RandomSource,
) -> Option<Ply<G::Action, G::Roll>> {
    match game.turn() {
        Turn::Over(_) => None,
        Turn::Of(_) => game.random_action(source).map(Ply::Act),
        Turn::Chance => {
            let mut rolls = Vec::new();
            game.rolls(&mut rolls);
            let total: u64 = rolls.iter().map(|&(_, weight)| u64::from(weight)).sum();
            let mut drawn = source.below(total);
            rolls.into_iter().find_map(|(roll, weight)| {
                if drawn < u64::from(weight) {
                    return Some(Ply::Roll(roll));
                }
                drawn -= u64::from(weight);
                None
            })
        }
    }
}

/// The text with one to three characters replaced, dropped, doubled or swapped.
pub fn scramble(text: &str, source: &mut dyn RandomSource) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=source.below(3) {
        if chars.is_empty() {
            break;
        }
        let at = source.below(chars.len() as u64) as usize;
        let other = source.below(chars.len() as u64) as usize;
        match source.below(5) {
            0 => chars[at] = chars[other],
            1 => drop(chars.remove(at)),
            2 => chars.insert(at, chars[other]),
            3 => chars.swap(at, other),
            _ => chars[at] = (b' ' + source.below(96) as u8) as char,
        }
    }
    chars.into_iter().collect()
}

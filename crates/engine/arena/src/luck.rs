use abaque_bots::AnyBot;
use abaque_catalog::AnyGame;
use abaque_core::{Observer, ParseError, RandomSource};

/// Draws a roll by weight; `None` if there is none.
pub(crate) fn draw_roll(rolls: &[(String, u32)], source: &mut dyn RandomSource) -> Option<String> {
    let all: u64 = rolls.iter().map(|(_, weight)| u64::from(*weight)).sum();
    if all == 0 {
        return None;
    }
    let mut at = source.below(all);
    for (roll, weight) in rolls {
        match at.checked_sub(u64::from(*weight)) {
            Some(rest) => at = rest,
            None => return Some(roll.clone()),
        }
    }
    None
}

/// Luck of a roll to the first seat: its chance after the roll minus the mean over all rolls. The
/// expectation is zero whatever the evaluator says, so subtracting it adds no bias; the better the
/// evaluator, the more variance it removes.
pub(crate) fn roll_luck(
    before: &dyn AnyGame,
    thrown: &str,
    rolls: &[(String, u32)],
    evaluator: &mut dyn AnyBot,
) -> Result<f64, ParseError> {
    let (mut sum, mut all, mut after) = (0.0, 0.0, 0.5);
    for (roll, weight) in rolls {
        let mut game = before.clone_box();
        if game.play(roll).is_err() {
            continue;
        }
        let chance = evaluator.estimate(&game.any_view(Observer::Spectator))?;
        if roll == thrown {
            after = chance;
        }
        sum += chance * f64::from(*weight);
        all += f64::from(*weight);
    }
    Ok(if all > 0.0 { after - sum / all } else { 0.0 })
}

#[cfg(test)]
mod tests {
    use abaque_core::SplitMix;

    use super::*;

    #[test]
    fn rolls_are_drawn_by_weight() {
        let rolls = [("a".to_string(), 1), ("b".to_string(), 3), ("c".to_string(), 0)];
        let mut source = SplitMix(5);
        let drawn: Vec<String> = (0..4000).filter_map(|_| draw_roll(&rolls, &mut source)).collect();
        let a = drawn.iter().filter(|roll| *roll == "a").count();
        assert!((900..1100).contains(&a) && !drawn.contains(&"c".to_string()), "{a}");
        assert_eq!(draw_roll(&[], &mut source), None);
    }
}

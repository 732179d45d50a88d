use abaque_catalog::{AnyBot, AnyGame};
use abaque_core::{BadText, Observer, Source};

/// Draws an outcome by its weight; `None` if there is none.
pub(crate) fn draw(rolls: &[(String, u32)], source: &mut dyn Source) -> Option<String> {
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

/// How much a throw helped the first seat: its chance after it less the mean over all throws. The
/// mean of this is zero whatever the judge thinks, so taking it out of a result is fair; the
/// better the judge, the less chance is left.
pub(crate) fn of_throw(
    before: &dyn AnyGame,
    thrown: &str,
    rolls: &[(String, u32)],
    judge: &mut dyn AnyBot,
) -> Result<f64, BadText> {
    let (mut sum, mut all, mut after) = (0.0, 0.0, 0.5);
    for (roll, weight) in rolls {
        let mut game = before.boxed();
        if game.play(roll).is_err() {
            continue;
        }
        let chance = judge.gauge(&game.sight(Observer::Spectator))?;
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
    fn throws_come_by_their_weight() {
        let rolls = [("a".to_string(), 1), ("b".to_string(), 3), ("c".to_string(), 0)];
        let mut source = SplitMix(5);
        let drawn: Vec<String> = (0..4000).filter_map(|_| draw(&rolls, &mut source)).collect();
        let a = drawn.iter().filter(|roll| *roll == "a").count();
        assert!((900..1100).contains(&a) && !drawn.contains(&"c".to_string()), "{a}");
        assert_eq!(draw(&[], &mut source), None);
    }
}

//! The level of bot to offer after a game: the next one after a win, a gentler one after losses.

use abaque_core::Seat;
use abaque_record::parse;

use crate::saved_games::SavedGame;

/// The weakest and the strongest level.
pub const LEVELS: std::ops::RangeInclusive<u8> = 1..=8;
/// Losses in a row after which a gentler level is offered.
const LOSSES_BEFORE_EASIER: usize = 2;

/// A level to try next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelOffer {
    /// The next level.
    Harder(u8),
    /// The level below.
    Easier(u8),
}

impl LevelOffer {
    /// The offered level.
    pub const fn level(self) -> u8 {
        match self {
            LevelOffer::Harder(level) | LevelOffer::Easier(level) => level,
        }
    }

    /// What to offer after a game at a level. `results` are the latest games at that level, newest
    /// first, the finished one included: whether the person won.
    pub fn after(level: u8, results: impl IntoIterator<Item = Option<bool>>) -> Option<LevelOffer> {
        let latest: Vec<Option<bool>> = results.into_iter().take(LOSSES_BEFORE_EASIER).collect();
        let offer = match latest[..] {
            [Some(true), ..] => LevelOffer::Harder(level + 1),
            [Some(false), Some(false)] => LevelOffer::Easier(level.saturating_sub(1)),
            _ => return None,
        };
        LEVELS.contains(&offer.level()).then_some(offer)
    }
}

/// The person's result in a finished game against a bot of this level: a win, a loss, or a draw
/// (`None` inside). `None` for every other game.
pub fn result_at_level(saved: &SavedGame, game: &str, level: u8) -> Option<Option<bool>> {
    let records = parse(&saved.record).ok()?;
    let record = records.first()?;
    if record.spec().split(':').next() != Some(game) {
        return None;
    }
    let level = level.to_string();
    let is_bot = ["ComputerFirst", "ComputerSecond"].map(|tag| record.tag(tag));
    let person = match is_bot {
        [None, Some(kind)] if kind == level => Seat::First,
        [Some(kind), None] if kind == level => Seat::Second,
        _ => return None,
    };
    Some(record.outcome()?.winner().map(|winner| winner == person))
}

#[cfg(test)]
mod tests {
    use abaque_core::Outcome;
    use abaque_record::Record;

    use super::*;

    #[test]
    fn a_win_leads_up_and_repeated_losses_lead_down() {
        let (won, lost, drawn) = (Some(true), Some(false), None);
        for (level, results, offer) in [
            (1, &[won][..], Some(LevelOffer::Harder(2))),
            (3, &[won, lost, lost], Some(LevelOffer::Harder(4))),
            (8, &[won], None),
            (3, &[lost], None),
            (3, &[lost, won], None),
            (3, &[lost, drawn, lost], None),
            (3, &[lost, lost], Some(LevelOffer::Easier(2))),
            (1, &[lost, lost], None),
            (3, &[drawn], None),
            (3, &[], None),
        ] {
            assert_eq!(
                LevelOffer::after(level, results.iter().copied()),
                offer,
                "{level} {results:?}"
            );
        }
    }

    #[test]
    fn only_finished_games_at_the_level_count() {
        let saved = |bots: &[(&str, &str)], result: &str| {
            let mut record = Record::new("abalone").unwrap();
            for (tag, level) in bots {
                record.set_tag(tag, level).unwrap();
            }
            let game = abaque_catalog::open("abalone").unwrap();
            let outcome = Outcome::parse(result, game.description()).ok();
            record.set_outcome(outcome).unwrap();
            let record = abaque_record::format_records(&[record]);
            SavedGame { id: 1, record, touched: 0, flipped: false }
        };
        let bot = &[("ComputerSecond", "3")][..];
        let result = |bots: &[(&str, &str)], result: &str| {
            result_at_level(&saved(bots, result), "abalone", 3)
        };
        assert_eq!(result(bot, "b wins resignation"), Some(Some(true)));
        assert_eq!(result(bot, "w wins resignation"), Some(Some(false)));
        assert_eq!(result(&[("ComputerFirst", "3")], "w wins time"), Some(Some(true)));
        assert_eq!(result(bot, "draw agreement"), Some(None));
        assert_eq!(result(bot, "*"), None);
        assert_eq!(result(&[("ComputerSecond", "4")], "b wins time"), None);
        assert_eq!(result(&[], "b wins time"), None);
        assert_eq!(result_at_level(&saved(bot, "b wins time"), "abagio", 3), None);
    }
}

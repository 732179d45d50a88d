//! Puzzle progress: a level per game, streaks, solved puzzles, the daily puzzle.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use abaque_core::{GameDescription, RandomSource};
use serde::{Deserialize, Serialize};

/// The games with puzzles, in the order of the daily puzzles.
pub fn puzzle_games() -> Vec<&'static GameDescription> {
    let games = abaque_catalog::GAMES.iter().map(|entry| (entry.description)());
    games
        .filter(|game| abaque_draw::board_info(game.name).is_ok_and(|board| board.has_puzzles))
        .collect()
}

/// Whether a game of this name has puzzles.
pub fn has_puzzles(name: &str) -> bool {
    puzzle_games().iter().any(|game| game.name == name)
}

/// Starting level: most people solve a puzzle of this rating.
const INITIAL_LEVEL: f64 = 900.0;

/// Rating points between two difficulties.
const DIFFICULTY_STEP: f64 = 250.0;

/// Number of best-fitting puzzles the random choice is made from.
const CANDIDATE_COUNT: usize = 8;

/// How a puzzle ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleResult {
    /// Solved at the first try, without help.
    Clean,
    /// Solved at the first try, after a hint.
    Hinted,
    /// A wrong answer first, or the solution was shown.
    Failed,
}

/// The difficulty the user asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PuzzleDifficulty {
    /// Below their level.
    Easier,
    /// At their level.
    #[default]
    Fitting,
    /// Above their level.
    Harder,
}

/// A user's results in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PuzzleStats {
    /// Their level, on the scale of the puzzles' ratings.
    pub level: f64,
    /// How many puzzles counted.
    pub counted: u32,
    /// The ids of the solved puzzles.
    pub solved: BTreeSet<String>,
}

impl Default for PuzzleStats {
    fn default() -> PuzzleStats {
        PuzzleStats { level: INITIAL_LEVEL, counted: 0, solved: BTreeSet::new() }
    }
}

/// A streak of successes: current and best length.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Streak {
    /// Current length.
    pub now: u32,
    /// Best length ever.
    pub best: u32,
}

impl Streak {
    fn extend(&mut self) {
        self.now += 1;
        self.best = self.best.max(self.now);
    }
}

/// All stored puzzle progress.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PuzzleProgress {
    games: BTreeMap<String, PuzzleStats>,
    /// Puzzles solved in a row.
    pub streak: Streak,
    days: Streak,
    /// The last day whose puzzle was solved.
    last_day: Option<u32>,
    /// The last chosen game; `None` for all games.
    pub game: Option<String>,
    /// The last chosen difficulty.
    pub wish: PuzzleDifficulty,
}

impl PuzzleProgress {
    /// Parses the stored text; unreadable text counts as no progress.
    pub fn parse(text: &str) -> PuzzleProgress {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The text to store.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The user's results in a game.
    pub fn stats(&self, game: &str) -> PuzzleStats {
        self.games.get(game).cloned().unwrap_or_default()
    }

    /// Whether a puzzle was solved before.
    pub fn has_solved(&self, id: &str) -> bool {
        self.games.values().any(|standing| standing.solved.contains(id))
    }

    /// Records the result of a puzzle; returns the change of level. Puzzles solved before do not
    /// count.
    pub fn record_result(&mut self, id: &str, rating: u16, result: PuzzleResult) -> i32 {
        let Some(game) = game_of(id) else { return 0 };
        let standing = self.games.entry(game.into()).or_default();
        if standing.solved.contains(id) {
            return 0;
        }
        match result {
            PuzzleResult::Clean => self.streak.extend(),
            PuzzleResult::Hinted => {}
            PuzzleResult::Failed => self.streak.now = 0,
        }
        if result != PuzzleResult::Failed {
            standing.solved.insert(id.into());
        }
        let score = match result {
            PuzzleResult::Clean => 1.0,
            PuzzleResult::Hinted => 0.5,
            PuzzleResult::Failed => 0.0,
        };
        let before = standing.level.round() as i32;
        // The level adapts quickly during the first puzzles.
        let weight = if standing.counted < 10 { 64.0 } else { 28.0 };
        standing.level += weight * (score - expected_score(standing.level, rating));
        // Two decimals, so that the stored text round-trips everywhere.
        standing.level = (standing.level.clamp(300.0, 3000.0) * 100.0).round() / 100.0;
        standing.counted += 1;
        standing.level.round() as i32 - before
    }

    /// Marks a puzzle as solved after a wrong answer; level and streaks were updated before.
    pub fn mark_solved(&mut self, id: &str) {
        if let Some(game) = game_of(id) {
            self.games.entry(game.into()).or_default().solved.insert(id.into());
        }
    }

    /// Picks one of the best-fitting unsolved puzzles; if all are solved, any. `puzzles` are ids
    /// and ratings.
    pub fn choose<'a>(
        &self,
        puzzles: &[(&'a str, u16)],
        not: Option<&str>,
        source: &mut dyn RandomSource,
    ) -> Option<&'a str> {
        let wished = match self.wish {
            PuzzleDifficulty::Easier => -DIFFICULTY_STEP,
            PuzzleDifficulty::Fitting => 0.0,
            PuzzleDifficulty::Harder => DIFFICULTY_STEP,
        };
        let away = |&(id, rating): &(&str, u16)| {
            let level = game_of(id).map_or(INITIAL_LEVEL, |game| self.stats(game).level);
            (f64::from(rating) - level - wished).abs()
        };
        let others = || puzzles.iter().copied().filter(|(id, _)| Some(*id) != not);
        let mut fitting: Vec<_> = others().filter(|(id, _)| !self.has_solved(id)).collect();
        if fitting.is_empty() {
            fitting = others().collect();
        }
        fitting.sort_by(|one, other| away(one).total_cmp(&away(other)));
        fitting.truncate(CANDIDATE_COUNT);
        let count = fitting.len() as u64;
        (count > 0).then(|| fitting[source.below(count) as usize].0)
    }

    /// Merges the progress of another browser: solved puzzles are united, levels and streaks come
    /// from the side with more puzzles. Idempotent, and commutative for all progress.
    pub fn merge(&mut self, other: PuzzleProgress) {
        if other.total_counted() > self.total_counted() {
            self.streak.now = other.streak.now;
            self.game = other.game;
            self.wish = other.wish;
        } else if other.total_counted() == self.total_counted() {
            self.streak.now = self.streak.now.max(other.streak.now);
        }
        self.streak.best = self.streak.best.max(other.streak.best);
        self.days.best = self.days.best.max(other.days.best);
        self.days.now = match other.last_day.cmp(&self.last_day) {
            Ordering::Greater => other.days.now,
            Ordering::Equal => self.days.now.max(other.days.now),
            Ordering::Less => self.days.now,
        };
        self.last_day = self.last_day.max(other.last_day);
        for (game, theirs) in other.games {
            let mine = self.games.entry(game).or_default();
            if theirs.counted > mine.counted {
                (mine.level, mine.counted) = (theirs.level, theirs.counted);
            } else if theirs.counted == mine.counted {
                mine.level = mine.level.max(theirs.level);
            }
            mine.solved.extend(theirs.solved);
        }
    }

    /// Puzzles counted in all games.
    fn total_counted(&self) -> u32 {
        self.games.values().fold(0, |sum, standing| sum.saturating_add(standing.counted))
    }

    /// Marks the puzzle of a day as solved.
    pub fn mark_day_solved(&mut self, day: u32) {
        if self.last_day == Some(day) {
            return;
        }
        self.days.now = self.day_streak(day).now;
        self.days.extend();
        self.last_day = Some(day);
    }

    /// Whether the puzzle of this day was solved.
    pub fn is_day_solved(&self, day: u32) -> bool {
        self.last_day == Some(day)
    }

    /// Days in a row, as of this day; the streak survives until the end of the next day.
    pub fn day_streak(&self, day: u32) -> Streak {
        let alive = self.last_day.is_some_and(|last| last == day || last + 1 == day);
        Streak { now: if alive { self.days.now } else { 0 }, best: self.days.best }
    }
}

/// Probability that a user of this level solves a puzzle of this rating.
fn expected_score(level: f64, rating: u16) -> f64 {
    1.0 / (1.0 + 10f64.powf((f64::from(rating) - level) / 400.0))
}

/// The game a puzzle id belongs to: it begins with the letters of its rule ids, in lower case.
pub fn game_of(id: &str) -> Option<&'static str> {
    let (letters, number) = id.split_once('-')?;
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    puzzle_games()
        .into_iter()
        .find(|game| numbered && game.rule_prefix.to_ascii_lowercase() == letters)
        .map(|game| game.name)
}

/// Day number of a date like `2026.11.16`, counted from 1970, independent of the time zone.
pub fn day_number(date: &str) -> Option<u32> {
    let parts: Vec<i64> = date.split('.').filter_map(|part| part.parse().ok()).collect();
    let &[year, month, day] = &parts[..] else { return None };
    if !(1970..10_000).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March, so that a leap day comes last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    u32::try_from(days - 719_468).ok()
}

/// The game of the daily puzzle: the games alternate.
pub fn daily_game(day: u32) -> &'static str {
    let games = puzzle_games();
    games.get(day as usize % games.len().max(1)).map_or("", |game| game.name)
}

/// Index of the daily puzzle among `count`: no puzzle repeats before all were used.
pub fn daily_index(day: u32, count: usize) -> usize {
    let turn = day as usize / puzzle_games().len().max(1);
    // Neighbours in the file are alike: a stride coprime to the count spreads them.
    let mut stride = count * 3 / 8 + 1;
    while stride > 1 && gcd(stride, count) > 1 {
        stride += 1;
    }
    turn.wrapping_mul(stride) % count.max(1)
}

fn gcd(one: usize, other: usize) -> usize {
    if other == 0 { one } else { gcd(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_core::SplitMix;

    #[test]
    fn puzzle_levels_follow_results() {
        let mut puzzling = PuzzleProgress::default();
        assert_eq!(puzzling.record_result("aba-0001", 900, PuzzleResult::Clean), 32);
        assert_eq!(
            puzzling.record_result("aba-0001", 900, PuzzleResult::Clean),
            0,
            "it was solved before"
        );
        assert!(
            puzzling.record_result("aba-0002", 2000, PuzzleResult::Failed).abs() < 3,
            "nobody solves that"
        );
        assert!(puzzling.record_result("aba-0003", 600, PuzzleResult::Failed) < -30);
        assert_eq!(puzzling.record_result("abr-0001", 900, PuzzleResult::Hinted), 0);
        assert_eq!(puzzling.stats("abraxas").counted, 1);
        assert!(puzzling.has_solved("abr-0001") && !puzzling.has_solved("aba-0003"));
        puzzling.mark_solved("aba-0003");
        assert!(puzzling.has_solved("aba-0003"));
        assert_eq!(puzzling.record_result("chess-1", 900, PuzzleResult::Clean), 0);
    }

    /// The level converges to the user's true level from any start.
    #[test]
    fn puzzle_levels_converge_to_the_true_level() {
        for truth in [700.0, 1200.0, 1700.0] {
            let mut puzzling = PuzzleProgress::default();
            let mut source = SplitMix(5);
            let (mut sum, mut seen) = (0.0, 0.0);
            for n in 0..400_u16 {
                let rating = (puzzling.stats("abalone").level as u16).clamp(400, 2200);
                let luck = source.below(1000) as f64 / 1000.0;
                let right = luck < expected_score(truth, rating);
                let result = if right { PuzzleResult::Clean } else { PuzzleResult::Failed };
                puzzling.record_result(&format!("aba-{n}"), rating, result);
                if n >= 100 {
                    sum += puzzling.stats("abalone").level;
                    seen += 1.0;
                }
            }
            let mean: f64 = sum / seen;
            assert!((mean - truth).abs() < 60.0, "{truth}: {mean}");
        }
    }

    #[test]
    fn streaks_grow_and_break() {
        let mut puzzling = PuzzleProgress::default();
        for id in ["aba-1", "abr-1", "ago-1"] {
            puzzling.record_result(id, 900, PuzzleResult::Clean);
        }
        puzzling.record_result("blo-1", 900, PuzzleResult::Hinted);
        assert_eq!(puzzling.streak, Streak { now: 3, best: 3 });
        puzzling.record_result("blo-2", 900, PuzzleResult::Failed);
        assert_eq!(puzzling.streak, Streak { now: 0, best: 3 });
        assert_eq!(PuzzleProgress::parse(&puzzling.to_text()), puzzling);
        assert_eq!(PuzzleProgress::parse("{\"later\":1}"), PuzzleProgress::default());
    }

    #[test]
    fn chosen_puzzles_fit_the_level_and_are_unsolved() {
        let ids: Vec<String> = (0..100).map(|n| format!("aba-{n}")).collect();
        let puzzles: Vec<(&str, u16)> =
            ids.iter().enumerate().map(|(n, id)| (&id[..], 500 + 15 * n as u16)).collect();
        let mut puzzling = PuzzleProgress::default();
        let mut source = SplitMix(1);
        let mut rating = |puzzling: &PuzzleProgress| {
            let id = puzzling.choose(&puzzles, None, &mut source).unwrap();
            puzzles.iter().find(|(known, _)| *known == id).unwrap().1
        };
        assert!(rating(&puzzling).abs_diff(900) <= 75);
        puzzling.wish = PuzzleDifficulty::Harder;
        assert!(rating(&puzzling).abs_diff(1150) <= 75);
        puzzling.wish = PuzzleDifficulty::Easier;
        assert!(rating(&puzzling).abs_diff(650) <= 75);
        ids[1..].iter().for_each(|id| puzzling.mark_solved(id));
        assert_eq!(puzzling.choose(&puzzles, None, &mut SplitMix(2)), Some("aba-0"));
        assert!(puzzling.choose(&puzzles, Some("aba-0"), &mut SplitMix(2)).is_some());
        assert_eq!(puzzling.choose(&[], None, &mut SplitMix(2)), None);
    }

    #[test]
    fn dates_become_day_numbers() {
        assert_eq!(day_number("1970.01.01"), Some(0));
        assert_eq!(day_number("2000.02.29"), Some(11_016));
        assert_eq!(day_number("2026.11.16"), Some(20_773));
        for wrong in ["", "2026.11", "2026.13.01", "yesterday", "1900.01.01"] {
            assert_eq!(day_number(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn daily_streaks_count_consecutive_days() {
        let mut puzzling = PuzzleProgress::default();
        for day in [10, 11, 11, 12] {
            puzzling.mark_day_solved(day);
        }
        assert_eq!(puzzling.day_streak(13), Streak { now: 3, best: 3 });
        assert_eq!(puzzling.day_streak(14), Streak { now: 0, best: 3 });
        assert!(puzzling.is_day_solved(12) && !puzzling.is_day_solved(13));
        puzzling.mark_day_solved(14);
        assert_eq!(puzzling.day_streak(14), Streak { now: 1, best: 3 });
    }

    #[test]
    fn every_puzzle_has_its_day() {
        for count in [1, 2, 234, 239, 240, 243] {
            let places: BTreeSet<usize> =
                (0..count as u32).map(|turn| daily_index(turn * 4, count)).collect();
            assert_eq!(places.len(), count, "{count}");
        }
        assert_eq!((0..4).map(daily_game).collect::<BTreeSet<_>>().len(), 4);
        assert_eq!(daily_index(7, 0), 0);
    }

    #[test]
    fn puzzle_ids_name_the_game() {
        assert_eq!(game_of("ago-0042"), Some("abagio"));
        for wrong in ["ago", "ago-", "ago-x", "chess-1", "../etc"] {
            assert_eq!(game_of(wrong), None, "{wrong}");
        }
    }
}

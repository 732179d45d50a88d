//! How somebody fares with puzzles: a level for each game, streaks, which were solved, the puzzle of the day.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use abaque_core::Source;
use serde::{Deserialize, Serialize};

/// The games with puzzles, by the letters their puzzles' names begin with, in the order of the days.
pub const GAMES: [(&str, &str); 4] =
    [("aba", "abalone"), ("abr", "abraxas"), ("ago", "abagio"), ("blo", "blocs")];

/// Where everybody begins: most find a puzzle rated so.
const BEGIN: f64 = 900.0;

/// How much easier or harder a puzzle may be wished, in points of rating.
const APART: f64 = 250.0;

/// One of so many of the fitting puzzles is chosen.
const NEAREST: usize = 8;

/// How a puzzle was left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Result {
    /// Solved at the first try, without help.
    Clean,
    /// Solved at the first try, after a hint.
    Hinted,
    /// A wrong answer first, or the solution was looked at.
    Failed,
}

/// What somebody wishes for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wish {
    /// Below their level.
    Easier,
    /// At their level.
    #[default]
    Fitting,
    /// Above it.
    Harder,
}

/// How somebody fares in one game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Standing {
    /// Their level, on the scale of the puzzles' ratings.
    pub level: f64,
    /// How many puzzles counted.
    pub counted: u32,
    /// The puzzles solved, by name.
    pub solved: BTreeSet<String>,
}

impl Default for Standing {
    fn default() -> Standing {
        Standing { level: BEGIN, counted: 0, solved: BTreeSet::new() }
    }
}

/// A row of successes: how long it is, and how long one ever was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Streak {
    /// Now.
    pub now: u32,
    /// Ever.
    pub best: u32,
}

impl Streak {
    fn grow(&mut self) {
        self.now += 1;
        self.best = self.best.max(self.now);
    }
}

/// Everything kept about puzzles.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Puzzling {
    games: BTreeMap<String, Standing>,
    /// Puzzles solved in a row.
    pub streak: Streak,
    days: Streak,
    /// The last day whose puzzle was solved.
    last_day: Option<u32>,
    /// What was wished for last: a game's name, or nothing for all.
    pub game: Option<String>,
    /// How hard it was wished.
    pub wish: Wish,
}

impl Puzzling {
    /// Reads what was kept; what cannot be read counts as nothing.
    pub fn read(text: &str) -> Puzzling {
        serde_json::from_str(text).unwrap_or_default()
    }

    /// The text to keep.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// How somebody fares in a game.
    pub fn standing(&self, game: &str) -> Standing {
        self.games.get(game).cloned().unwrap_or_default()
    }

    /// Whether a puzzle was solved before.
    pub fn has_solved(&self, id: &str) -> bool {
        self.games.values().any(|standing| standing.solved.contains(id))
    }

    /// Counts a puzzle, once it is decided; gives how the level changed. A puzzle solved before counts for nothing.
    pub fn count(&mut self, id: &str, rating: u16, result: Result) -> i32 {
        let Some(game) = game_of(id) else { return 0 };
        let standing = self.games.entry(game.into()).or_default();
        if standing.solved.contains(id) {
            return 0;
        }
        match result {
            Result::Clean => self.streak.grow(),
            Result::Hinted => {}
            Result::Failed => self.streak.now = 0,
        }
        if result != Result::Failed {
            standing.solved.insert(id.into());
        }
        let score = match result {
            Result::Clean => 1.0,
            Result::Hinted => 0.5,
            Result::Failed => 0.0,
        };
        let before = standing.level.round() as i32;
        // The first puzzles find the level quickly.
        let weight = if standing.counted < 10 { 64.0 } else { 28.0 };
        standing.level += weight * (score - expected(standing.level, rating));
        // Two digits: the same wherever it is written and read.
        standing.level = (standing.level.clamp(300.0, 3000.0) * 100.0).round() / 100.0;
        standing.counted += 1;
        standing.level.round() as i32 - before
    }

    /// Counts a puzzle as solved in the end, after a wrong answer; levels and streaks were decided before.
    pub fn mark_solved(&mut self, id: &str) {
        if let Some(game) = game_of(id) {
            self.games.entry(game.into()).or_default().solved.insert(id.into());
        }
    }

    /// One of the unsolved puzzles that fit best; when all are solved, of all. `puzzles` are names and ratings.
    pub fn choose<'a>(
        &self,
        puzzles: &[(&'a str, u16)],
        not: Option<&str>,
        source: &mut dyn Source,
    ) -> Option<&'a str> {
        let wished = match self.wish {
            Wish::Easier => -APART,
            Wish::Fitting => 0.0,
            Wish::Harder => APART,
        };
        let away = |&(id, rating): &(&str, u16)| {
            let level = game_of(id).map_or(BEGIN, |game| self.standing(game).level);
            (f64::from(rating) - level - wished).abs()
        };
        let others = || puzzles.iter().copied().filter(|(id, _)| Some(*id) != not);
        let mut fitting: Vec<_> = others().filter(|(id, _)| !self.has_solved(id)).collect();
        if fitting.is_empty() {
            fitting = others().collect();
        }
        fitting.sort_by(|one, other| away(one).total_cmp(&away(other)));
        fitting.truncate(NEAREST);
        let count = fitting.len() as u64;
        (count > 0).then(|| fitting[source.below(count) as usize].0)
    }

    /// Takes over what was done elsewhere: nothing solved is lost, levels and streaks are those of whoever has done more. The
    /// order of two does not matter, nor whether one was taken before.
    pub fn join(&mut self, other: Puzzling) {
        if other.counted() > self.counted() {
            self.streak.now = other.streak.now;
            self.game = other.game;
            self.wish = other.wish;
        } else if other.counted() == self.counted() {
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

    /// How many puzzles counted in all games.
    fn counted(&self) -> u32 {
        self.games.values().fold(0, |sum, standing| sum.saturating_add(standing.counted))
    }

    /// The puzzle of a day was solved.
    pub fn solve_day(&mut self, day: u32) {
        if self.last_day == Some(day) {
            return;
        }
        self.days.now = self.day_streak(day).now;
        self.days.grow();
        self.last_day = Some(day);
    }

    /// Whether the puzzle of this day was solved.
    pub fn is_day_solved(&self, day: u32) -> bool {
        self.last_day == Some(day)
    }

    /// Days in a row, as of this day: one may still go on the day after.
    pub fn day_streak(&self, day: u32) -> Streak {
        let alive = self.last_day.is_some_and(|last| last == day || last + 1 == day);
        Streak { now: if alive { self.days.now } else { 0 }, best: self.days.best }
    }
}

/// The chance that somebody of this level solves a puzzle of this rating.
fn expected(level: f64, rating: u16) -> f64 {
    1.0 / (1.0 + 10f64.powf((f64::from(rating) - level) / 400.0))
}

/// The game a puzzle belongs to, by its name.
pub fn game_of(id: &str) -> Option<&'static str> {
    let (letters, number) = id.split_once('-')?;
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    GAMES.into_iter().find(|(known, _)| numbered && *known == letters).map(|(_, game)| game)
}

/// The number of a day written `2026.11.16`, counted from 1970; days of one date have one number everywhere.
pub fn day_of(date: &str) -> Option<u32> {
    let parts: Vec<i64> = date.split('.').filter_map(|part| part.parse().ok()).collect();
    let &[year, month, day] = &parts[..] else { return None };
    if !(1970..10_000).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    // Years begin in March, so that the odd day of February comes last.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    u32::try_from(days - 719_468).ok()
}

/// The game whose turn it is on a day: each in four.
pub fn daily_game(day: u32) -> &'static str {
    GAMES[day as usize % GAMES.len()].1
}

/// Which of so many puzzles of that game it is: all of them come before one comes again.
pub fn daily_place(day: u32, count: usize) -> usize {
    let turn = day as usize / GAMES.len();
    // Neighbours in the file are alike: a stride without a common divisor spreads them.
    let mut stride = count * 3 / 8 + 1;
    while stride > 1 && common(stride, count) > 1 {
        stride += 1;
    }
    turn.wrapping_mul(stride) % count.max(1)
}

fn common(one: usize, other: usize) -> usize {
    if other == 0 { one } else { common(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_core::SplitMix;

    #[test]
    fn levels_follow_results() {
        let mut puzzling = Puzzling::default();
        assert_eq!(puzzling.count("aba-0001", 900, Result::Clean), 32);
        assert_eq!(puzzling.count("aba-0001", 900, Result::Clean), 0, "it was solved before");
        assert!(puzzling.count("aba-0002", 2000, Result::Failed).abs() < 3, "nobody solves that");
        assert!(puzzling.count("aba-0003", 600, Result::Failed) < -30);
        assert_eq!(puzzling.count("abr-0001", 900, Result::Hinted), 0);
        assert_eq!(puzzling.standing("abraxas").counted, 1);
        assert!(puzzling.has_solved("abr-0001") && !puzzling.has_solved("aba-0003"));
        puzzling.mark_solved("aba-0003");
        assert!(puzzling.has_solved("aba-0003"));
        assert_eq!(puzzling.count("chess-1", 900, Result::Clean), 0);
    }

    /// Whoever really has a level is found there after a while, wherever they began.
    #[test]
    fn levels_find_their_place() {
        for truth in [700.0, 1200.0, 1700.0] {
            let mut puzzling = Puzzling::default();
            let mut source = SplitMix(5);
            let (mut sum, mut seen) = (0.0, 0.0);
            for n in 0..400_u16 {
                let rating = (puzzling.standing("abalone").level as u16).clamp(400, 2200);
                let luck = source.below(1000) as f64 / 1000.0;
                let right = luck < expected(truth, rating);
                let result = if right { Result::Clean } else { Result::Failed };
                puzzling.count(&format!("aba-{n}"), rating, result);
                if n >= 100 {
                    sum += puzzling.standing("abalone").level;
                    seen += 1.0;
                }
            }
            let mean: f64 = sum / seen;
            assert!((mean - truth).abs() < 60.0, "{truth}: {mean}");
        }
    }

    #[test]
    fn streaks_grow_and_break() {
        let mut puzzling = Puzzling::default();
        for id in ["aba-1", "abr-1", "ago-1"] {
            puzzling.count(id, 900, Result::Clean);
        }
        puzzling.count("blo-1", 900, Result::Hinted);
        assert_eq!(puzzling.streak, Streak { now: 3, best: 3 });
        puzzling.count("blo-2", 900, Result::Failed);
        assert_eq!(puzzling.streak, Streak { now: 0, best: 3 });
        assert_eq!(Puzzling::read(&puzzling.text()), puzzling);
        assert_eq!(Puzzling::read("{\"later\":1}"), Puzzling::default());
    }

    #[test]
    fn the_choice_fits_and_avoids_what_was_solved() {
        let ids: Vec<String> = (0..100).map(|n| format!("aba-{n}")).collect();
        let puzzles: Vec<(&str, u16)> =
            ids.iter().enumerate().map(|(n, id)| (&id[..], 500 + 15 * n as u16)).collect();
        let mut puzzling = Puzzling::default();
        let mut source = SplitMix(1);
        let mut rating = |puzzling: &Puzzling| {
            let id = puzzling.choose(&puzzles, None, &mut source).unwrap();
            puzzles.iter().find(|(known, _)| *known == id).unwrap().1
        };
        assert!(rating(&puzzling).abs_diff(900) <= 75);
        puzzling.wish = Wish::Harder;
        assert!(rating(&puzzling).abs_diff(1150) <= 75);
        puzzling.wish = Wish::Easier;
        assert!(rating(&puzzling).abs_diff(650) <= 75);
        ids[1..].iter().for_each(|id| puzzling.mark_solved(id));
        assert_eq!(puzzling.choose(&puzzles, None, &mut SplitMix(2)), Some("aba-0"));
        assert!(puzzling.choose(&puzzles, Some("aba-0"), &mut SplitMix(2)).is_some());
        assert_eq!(puzzling.choose(&[], None, &mut SplitMix(2)), None);
    }

    #[test]
    fn days_have_numbers() {
        assert_eq!(day_of("1970.01.01"), Some(0));
        assert_eq!(day_of("2000.02.29"), Some(11_016));
        assert_eq!(day_of("2026.11.16"), Some(20_773));
        for wrong in ["", "2026.11", "2026.13.01", "yesterday", "1900.01.01"] {
            assert_eq!(day_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn days_in_a_row() {
        let mut puzzling = Puzzling::default();
        for day in [10, 11, 11, 12] {
            puzzling.solve_day(day);
        }
        assert_eq!(puzzling.day_streak(13), Streak { now: 3, best: 3 });
        assert_eq!(puzzling.day_streak(14), Streak { now: 0, best: 3 });
        assert!(puzzling.is_day_solved(12) && !puzzling.is_day_solved(13));
        puzzling.solve_day(14);
        assert_eq!(puzzling.day_streak(14), Streak { now: 1, best: 3 });
    }

    #[test]
    fn every_puzzle_has_its_day() {
        for count in [1, 2, 234, 239, 240, 243] {
            let places: BTreeSet<usize> =
                (0..count as u32).map(|turn| daily_place(turn * 4, count)).collect();
            assert_eq!(places.len(), count, "{count}");
        }
        assert_eq!((0..4).map(daily_game).collect::<BTreeSet<_>>().len(), 4);
        assert_eq!(daily_place(7, 0), 0);
    }

    #[test]
    fn names_tell_the_game() {
        assert_eq!(game_of("ago-0042"), Some("abagio"));
        for wrong in ["ago", "ago-", "ago-x", "chess-1", "../etc"] {
            assert_eq!(game_of(wrong), None, "{wrong}");
        }
    }
}

//! One bot search: its input, cost and time limit.

use std::sync::Arc;

use abaque_bots::{BotKind, SearchRequest};
use abaque_catalog::AnyObservation;
use abaque_core::{Millis, RandomSource};
use abaque_search::{SearchLimits, StopFlag};
use abaque_store::PersonId;

use super::queue::QueueLoad;
use crate::entropy::OsRandom;

/// Time limit of `best` on an idle pool.
pub(super) const FULL_TIME: Millis = Millis(2000);
/// Lower bound of the time limit, however long the queue.
pub(super) const MIN_TIME: Millis = Millis(100);
/// Target for the longest queueing time; searches are shortened to meet it.
const TARGET_WAIT: Millis = Millis(6000);
/// Below this remaining time a bot rations its clock.
const SHORT_CLOCK: Millis = Millis::from_secs(40);
/// Moves a short clock is divided by.
const EXPECTED_MOVES_LEFT: u64 = 25;
/// Highest level that answers within milliseconds (`examples/bot_costs.rs`); these levels have a
/// dedicated thread.
const CHEAP_LEVELS: usize = 6;
/// Milliseconds per search by level: the largest mean over the four games.
const LEVEL_COSTS_MS: [u64; 8] = [5, 5, 5, 10, 15, 40, 150, 700];

/// A bot search, charged to the human opponent of the bot.
#[derive(Clone)]
pub struct SearchJob {
    /// User charged for the search.
    pub user: PersonId,
    /// Game and options.
    pub spec: String,
    /// Kind of bot.
    pub kind: BotKind,
    /// Position as the bot's seat may see it.
    pub observation: AnyObservation,
    /// Remaining time of the bot.
    pub clock: Option<Millis>,
    /// Whether a secret set-up is due; a short clock does not matter then.
    pub sealed: bool,
}

/// Search function: receives a time limit and a stop flag. Tests substitute their own.
pub type SearchFn =
    Arc<dyn Fn(&SearchJob, Option<Millis>, &StopFlag) -> Option<String> + Send + Sync>;

impl SearchJob {
    /// Whether the search takes only milliseconds.
    pub(super) fn is_cheap(&self) -> bool {
        matches!(&self.kind, BotKind::Level(level) if level.index() < CHEAP_LEVELS)
    }

    /// Expected milliseconds, charged to the user's share of the pool.
    pub(super) fn cost(&self) -> u64 {
        match &self.kind {
            BotKind::Level(level) => LEVEL_COSTS_MS[level.index()],
            _ => FULL_TIME.0,
        }
    }

    /// Time limit under this load; `None` for a level on an idle pool, which bounds itself by
    /// nodes.
    pub(super) fn time_limit(&self, crowd: QueueLoad, workers: usize) -> Option<Millis> {
        let share =
            TARGET_WAIT.0 * workers as u64 / (crowd.active_users * crowd.own_jobs).max(1) as u64;
        let own = Millis(share.clamp(MIN_TIME.0, FULL_TIME.0));
        let own = (!matches!(self.kind, BotKind::Level(_)) || own < FULL_TIME).then_some(own);
        let clock = self.clock.filter(|&left| left < SHORT_CLOCK && !self.sealed);
        let clock = clock.map(|left| Millis(left.0 / EXPECTED_MOVES_LEFT));
        own.into_iter().chain(clock).min()
    }
}

/// Searches with the bots of the catalogue.
pub(super) fn search(job: &SearchJob, time: Option<Millis>, stop: &StopFlag) -> Option<String> {
    let mut bot = abaque_bots::open_bot(&job.spec, &job.kind).ok()?;
    // A level keeps its node budget, or its strength would depend on time; the stop flag ends it in
    // time.
    let limits = match (&job.kind, time) {
        (BotKind::Level(_), _) => SearchLimits::default(),
        (_, time) => SearchLimits::time(time.unwrap_or(FULL_TIME)),
    };
    let brief = SearchRequest {
        limits,
        seed: OsRandom.next_u64(),
        stop: stop.clone(),
        ..SearchRequest::default()
    };
    bot.think(&job.observation, &brief, &mut |_| ()).ok().map(|thought| thought.action)
}

#[cfg(test)]
mod tests {
    use abaque_catalog::GameHistory;
    use abaque_core::Seat;

    use super::*;

    fn job(kind: &str, clock: Option<Millis>) -> SearchJob {
        let game = abaque_catalog::open("abalone").unwrap();
        SearchJob {
            user: PersonId(1),
            spec: "abalone".into(),
            kind: kind.parse().unwrap(),
            observation: GameHistory::new(&*game).observation_of(&*game, Seat::First),
            clock,
            sealed: false,
        }
    }

    #[test]
    fn searches_get_shorter_as_the_queue_grows() {
        let alone = QueueLoad { active_users: 1, own_jobs: 1 };
        let best = job("best", None);
        assert_eq!(best.time_limit(alone, 1), Some(Millis(2000)));
        assert_eq!(
            best.time_limit(QueueLoad { active_users: 1, own_jobs: 10 }, 1),
            Some(Millis(600))
        );
        // Ten searches of another user cost this one half the pool, not ten elevenths.
        assert_eq!(
            best.time_limit(QueueLoad { active_users: 2, own_jobs: 1 }, 1),
            Some(Millis(2000))
        );
        assert_eq!(
            best.time_limit(QueueLoad { active_users: 500, own_jobs: 10 }, 1),
            Some(Millis(100))
        );
        // A level has only its own bound unless the queue is long.
        assert_eq!(job("8", None).time_limit(alone, 1), None);
        assert_eq!(
            job("8", None).time_limit(QueueLoad { active_users: 10, own_jobs: 2 }, 1),
            Some(Millis(300))
        );
    }

    #[test]
    fn a_short_clock_is_shared_out() {
        let alone = QueueLoad { active_users: 1, own_jobs: 1 };
        assert_eq!(job("best", Some(Millis(10_000))).time_limit(alone, 1), Some(Millis(400)));
        assert_eq!(job("1", Some(Millis(10_000))).time_limit(alone, 1), Some(Millis(400)));
        assert_eq!(job("1", Some(Millis(90_000))).time_limit(alone, 1), None);
    }

    #[test]
    fn a_level_that_is_stopped_still_answers() {
        let stop = StopFlag::default();
        stop.stop();
        assert!(search(&job("8", None), Some(Millis(1)), &stop).is_some());
    }
}

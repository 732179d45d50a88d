//! Bot searches on dedicated threads, shared fairly between users.
//!
//! - Between users, the one served least so far comes first; each user's searches stay in order.
//! - Each user has at most [`PoolInner::running_cap`] running and [`MAX_QUEUED_PER_USER`] queued.
//! - One thread is reserved for millisecond levels, so they never wait behind `best`.
//! - The longer the queue, the shorter each search, so that none waits for minutes.
//! - Dropping a [`SearchHandle`] removes its search from the queue, or stops it.

mod queue;
mod search;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};

use abaque_bots::BotKind;
use abaque_core::Millis;
use abaque_search::StopFlag;
use abaque_store::PersonId;
use tokio::runtime::Handle;
use tokio::sync::oneshot;

use crate::rooms::lock;
use queue::FairQueue;
pub use search::{SearchFn, SearchJob};

/// Searches one user may have queued; further ones are refused and retried by their room.
const MAX_QUEUED_PER_USER: usize = 20;

/// Counters of the bot pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BotPoolStats {
    /// Searches in the queue.
    pub queued: u64,
    /// Searches running.
    pub running: u64,
    /// Searches started since startup.
    pub started: u64,
    /// Searches cancelled while queued or running.
    pub cancelled: u64,
    /// Searches given less than their full time.
    pub shortened: u64,
    /// Total queueing time.
    pub waited: Duration,
    /// Longest queueing time.
    pub longest_wait: Duration,
}

/// Fair pool of search threads; clones share it.
pub(crate) struct BotPool(Arc<PoolInner>);

struct PoolInner {
    /// Threads for all searches; one more serves cheap searches only.
    workers: usize,
    search: SearchFn,
    state: Mutex<PoolState>,
    next_number: AtomicU64,
}

#[derive(Default)]
struct PoolState {
    cheap: FairQueue<QueuedSearch>,
    deep: FairQueue<QueuedSearch>,
    /// Worker threads running for all searches (general) and for cheap ones only.
    general_workers: usize,
    cheap_workers: usize,
    stats: BotPoolStats,
}

struct QueuedSearch {
    job: SearchJob,
    stop: StopFlag,
    queued_at: Instant,
    started: oneshot::Sender<()>,
    result: oneshot::Sender<Option<String>>,
}

/// Handle of a submitted search; dropping it cancels the search.
pub(crate) struct SearchHandle {
    pool: Weak<PoolInner>,
    user: PersonId,
    number: u64,
    stop: StopFlag,
    finished: bool,
}

/// A submitted search as its caller sees it.
pub(crate) struct SubmittedSearch {
    pub(crate) handle: SearchHandle,
    /// Resolves when a thread takes the search up.
    pub(crate) started: oneshot::Receiver<()>,
    /// Action found; `None` if the search failed.
    pub(crate) result: oneshot::Receiver<Option<String>>,
}

impl SearchHandle {
    /// Number of the search.
    pub(crate) fn number(&self) -> u64 {
        self.number
    }

    /// Disarms the handle after the search has answered.
    pub(crate) fn finish(mut self) {
        self.finished = true;
    }
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        if self.finished {
            return;
        }
        self.stop.stop();
        if let Some(pool) = self.pool.upgrade() {
            let mut state = lock(&pool.state);
            let _ = state.cheap.cancel(self.user, self.number)
                || state.deep.cancel(self.user, self.number);
            state.stats.cancelled += 1;
        }
    }
}

/// Which searches a worker takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum WorkerKind {
    Cheap,
    General,
}

impl BotPool {
    /// Creates a pool of `workers` threads, plus one for cheap levels.
    pub(crate) fn new(workers: usize, search: Option<SearchFn>) -> BotPool {
        let search = search.unwrap_or_else(|| Arc::new(search::search));
        BotPool(Arc::new(PoolInner {
            workers: workers.max(1),
            search,
            state: Mutex::default(),
            next_number: AtomicU64::new(1),
        }))
    }

    /// Queues a search; `None` if the user's queue is full.
    pub(crate) fn submit(&self, job: SearchJob) -> Option<SubmittedSearch> {
        let shared = &self.0;
        let number = shared.next_number.fetch_add(1, Ordering::Relaxed);
        let (begin, started) = oneshot::channel();
        let (answer, result) = oneshot::channel();
        let (user, cost, cheap) = (job.user, job.cost(), job.is_cheap());
        let stop = StopFlag::default();
        let queued = QueuedSearch {
            job,
            stop: stop.clone(),
            queued_at: Instant::now(),
            started: begin,
            result: answer,
        };
        {
            let mut state = lock(&shared.state);
            let queue = if cheap { &mut state.cheap } else { &mut state.deep };
            queue.push(user, number, cost, queued, MAX_QUEUED_PER_USER).ok()?;
        }
        shared.spawn_worker(cheap);
        let pool = Arc::downgrade(shared);
        let handle = SearchHandle { pool, user, number, stop, finished: false };
        Some(SubmittedSearch { handle, started, result })
    }

    pub(crate) fn stats(&self) -> BotPoolStats {
        let state = lock(&self.0.state);
        BotPoolStats {
            queued: (state.cheap.waiting() + state.deep.waiting()) as u64,
            running: (state.cheap.running() + state.deep.running()) as u64,
            ..state.stats
        }
    }
}

impl PoolInner {
    /// Concurrent searches per user: half the pool, so that other users find a free thread.
    fn running_cap(&self) -> usize {
        (self.workers / 2).max(1)
    }

    /// Starts a worker for a queued search unless enough workers are running.
    fn spawn_worker(self: &Arc<PoolInner>, cheap: bool) {
        let worker = {
            let mut state = lock(&self.state);
            if cheap && state.cheap_workers == 0 {
                state.cheap_workers += 1;
                WorkerKind::Cheap
            } else if state.general_workers < self.workers {
                state.general_workers += 1;
                WorkerKind::General
            } else {
                return;
            }
        };
        let pool = self.clone();
        tokio::task::spawn_blocking(move || pool.run_worker(worker));
    }

    /// Runs searches until the queue is empty.
    fn run_worker(&self, worker: WorkerKind) {
        loop {
            let (user, queued, crowd, cheap) = {
                let mut state = lock(&self.state);
                let cap = self.running_cap();
                let deep = (worker == WorkerKind::General).then(|| state.deep.pop(cap)).flatten();
                let next = match deep {
                    Some((user, queued, crowd)) => Some((user, queued, crowd, false)),
                    None => {
                        let next = state.cheap.pop(cap + 1);
                        next.map(|(user, queued, crowd)| (user, queued, crowd, true))
                    }
                };
                let Some(next) = next else {
                    match worker {
                        WorkerKind::Cheap => state.cheap_workers -= 1,
                        WorkerKind::General => state.general_workers -= 1,
                    }
                    return;
                };
                let waited = next.1.queued_at.elapsed();
                state.stats.started += 1;
                state.stats.waited += waited;
                state.stats.longest_wait = state.stats.longest_wait.max(waited);
                next
            };
            let time = queued.job.time_limit(crowd, self.workers);
            if time.is_some_and(|time| time < search::FULL_TIME) {
                lock(&self.state).stats.shortened += 1;
            }
            let _ = queued.started.send(());
            // The search may have been cancelled after it left the queue.
            let needed = !queued.stop.is_stopped();
            let since = Instant::now();
            let action = needed.then(|| self.run_search(&queued.job, time, &queued.stop)).flatten();
            let spent = since.elapsed().as_millis() as u64;
            let mut state = lock(&self.state);
            let queue = if cheap { &mut state.cheap } else { &mut state.deep };
            queue.finish(user, queued.job.cost(), spent.max(1));
            drop(state);
            let _ = queued.result.send(action);
        }
    }

    fn run_search(&self, job: &SearchJob, time: Option<Millis>, stop: &StopFlag) -> Option<String> {
        // `best` observes its time limit itself; a level counts nodes, so a timer stops it.
        let time_of_level = time.filter(|_| matches!(job.kind, BotKind::Level(_)));
        let alarm = time_of_level.and_then(|time| {
            let stop = stop.clone();
            let alarm = async move {
                tokio::time::sleep(Duration::from_millis(time.0)).await;
                stop.stop();
            };
            Handle::try_current().ok().map(|runtime| runtime.spawn(alarm))
        });
        let found = catch_unwind(AssertUnwindSafe(|| (self.search)(job, time, stop)));
        if let Some(alarm) = alarm {
            alarm.abort();
        }
        found.unwrap_or_else(|_| {
            tracing::error!(spec = %job.spec, kind = %job.kind, "a bot's search panicked");
            None
        })
    }
}

#[cfg(test)]
mod tests;

use std::sync::mpsc;

use abaque_catalog::GameHistory;
use abaque_core::{Millis, Seat};

use super::*;

/// A search that reports its start and blocks until the test releases it.
struct Gate {
    pool: BotPool,
    begun: mpsc::Receiver<(PersonId, Option<Millis>)>,
    release: mpsc::Sender<()>,
}

impl Gate {
    fn new(workers: usize) -> Gate {
        let (tell, begun) = mpsc::channel();
        let (release, released) = mpsc::channel::<()>();
        let released = Mutex::new(released);
        let search: SearchFn = Arc::new(move |job, time, stop| {
            let cheap = job.is_cheap();
            tell.send((job.user, time)).ok()?;
            // Cheap levels answer at once, others when released or cancelled.
            while !cheap && !stop.is_stopped() {
                let wait = Duration::from_millis(5);
                if lock(&released).recv_timeout(wait).is_ok() {
                    break;
                }
            }
            Some("done".into())
        });
        Gate { pool: BotPool::new(workers, Some(search)), begun, release }
    }

    fn submit(&self, user: i64, kind: &str) -> Option<SubmittedSearch> {
        let game = abaque_catalog::open("abalone").unwrap();
        self.pool.submit(SearchJob {
            user: PersonId(user),
            spec: "abalone".into(),
            kind: kind.parse().unwrap(),
            observation: GameHistory::new(&*game).observation_of(&*game, Seat::First),
            clock: None,
            sealed: false,
        })
    }

    fn next(&self) -> (i64, Option<Millis>) {
        let (user, time) = self.begun.recv_timeout(Duration::from_secs(10)).unwrap();
        (user.0, time)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn level_one_answers_at_once_behind_a_crowd_of_best() {
    let gate = Gate::new(1);
    let crowd: Vec<_> = (0..MAX_QUEUED_PER_USER).map(|_| gate.submit(1, "best").unwrap()).collect();
    assert_eq!(gate.next().0, 1);
    let begun = Instant::now();
    let quick = gate.submit(2, "1").unwrap();
    assert_eq!(quick.result.await.unwrap().as_deref(), Some("done"));
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    assert_eq!(gate.next().0, 2);
    drop(crowd);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_user_is_next_however_many_the_first_has() {
    let gate = Gate::new(1);
    let mut first: Vec<_> = (0..10).map(|_| gate.submit(1, "best").unwrap()).collect();
    assert_eq!(gate.next().0, 1);
    let second = gate.submit(2, "best").unwrap();
    gate.release.send(()).unwrap();
    assert_eq!(gate.next().0, 2);
    gate.release.send(()).unwrap();
    assert!(second.result.await.unwrap().is_some());
    // The first user's backlog shortens their searches.
    let (user, time) = gate.next();
    assert_eq!(user, 1);
    assert!(time.is_some_and(|time| time < search::FULL_TIME), "{time:?}");
    assert!(first.remove(0).result.await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn caps_on_running_and_waiting_searches() {
    let gate = Gate::new(4);
    // Two searches run: half the pool.
    let mut kept: Vec<_> = (0..2).map(|_| gate.submit(1, "best").unwrap()).collect();
    assert_eq!((gate.next().0, gate.next().0), (1, 1));
    kept.extend((0..MAX_QUEUED_PER_USER).map(|_| gate.submit(1, "best").unwrap()));
    assert!(gate.submit(1, "best").is_none());
    kept.push(gate.submit(2, "best").unwrap());
    assert_eq!(gate.next().0, 2);
    let stats = gate.pool.stats();
    assert_eq!((stats.running, stats.queued), (3, MAX_QUEUED_PER_USER as u64));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_search_leaves_the_queue_or_stops() {
    let gate = Gate::new(1);
    let running = gate.submit(1, "best").unwrap();
    assert_eq!(gate.next().0, 1);
    let waiting = gate.submit(1, "best").unwrap();
    let last = gate.submit(2, "best").unwrap();
    let SubmittedSearch { handle, result, .. } = waiting;
    drop(handle);
    assert_eq!(gate.pool.stats().queued, 1);
    assert!(result.await.is_err(), "it never ran");
    // The running search stops without being released, and the last one starts.
    drop(running.handle);
    assert_eq!(gate.next().0, 2);
    gate.release.send(()).unwrap();
    assert!(last.result.await.unwrap().is_some());
    assert_eq!(gate.pool.stats().cancelled, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_fails_one_search_only() {
    let search: SearchFn = Arc::new(|job, _, _| {
        assert!(job.user.0 != 1, "as if a bot had a bug");
        Some("done".into())
    });
    let gate = Gate { pool: BotPool::new(1, Some(search)), ..Gate::new(1) };
    let failed = gate.submit(1, "best").unwrap();
    assert_eq!(failed.result.await.unwrap(), None);
    assert!(gate.submit(2, "best").unwrap().result.await.unwrap().is_some());
    assert_eq!(gate.pool.stats().running, 0);
}

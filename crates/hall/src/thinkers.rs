//! Computer players: on threads of their own, few at a time, told what their seat may know.

use std::future::Future;
use std::sync::Arc;

use abaque_catalog::AnySight;
use abaque_catalog::bots::{Brief, Kind};
use abaque_core::{Millis, Source};
use abaque_search::Limits;
use tokio::sync::Semaphore;

use crate::chance::Chance;

/// How long `best` thinks, in milliseconds.
const BEST: u64 = 2000;
/// With less than this on the clock a player shares out what is left.
const SHORT: Millis = Millis::seconds(40);

/// What a computer player is to think about.
pub(crate) struct Task {
    pub(crate) spec: String,
    pub(crate) kind: String,
    pub(crate) sight: AnySight,
    pub(crate) left: Option<Millis>,
    pub(crate) sealed: bool,
}

impl Task {
    fn limits(&self, kind: &Kind) -> Limits {
        let own = if matches!(kind, Kind::Level(_)) {
            Limits::default()
        } else {
            Limits::time(Millis(BEST))
        };
        match self.left.filter(|&left| left < SHORT && !self.sealed) {
            Some(left) => Limits::time(Millis(left.0 / 25)),
            None => own,
        }
    }

    fn think(&self) -> Option<String> {
        let kind: Kind = self.kind.parse().ok()?;
        let mut bot = abaque_catalog::bot(&self.spec, &kind).ok()?;
        let brief =
            Brief { limits: self.limits(&kind), seed: Chance.next_u64(), ..Brief::default() };
        bot.think(&self.sight, &brief, &mut |_| ()).ok().map(|thought| thought.action)
    }
}

/// As many as may think at once.
pub(crate) struct Thinkers(Arc<Semaphore>);

impl Thinkers {
    pub(crate) fn new(threads: usize) -> Thinkers {
        Thinkers(Arc::new(Semaphore::new(threads.max(1))))
    }

    /// Thinks when a thread is free, then says what came of it.
    pub(crate) fn think<F: Future<Output = ()> + Send>(
        &self,
        task: Task,
        then: impl FnOnce(Option<String>) -> F + Send + 'static,
    ) {
        let permits = self.0.clone();
        tokio::spawn(async move {
            let Ok(permit) = permits.acquire_owned().await else { return };
            let thought = tokio::task::spawn_blocking(move || {
                let _permit = permit;
                task.think()
            });
            then(thought.await.ok().flatten()).await;
        });
    }
}

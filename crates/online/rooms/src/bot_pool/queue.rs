//! Start-time fair queueing between users, free of threads and clocks.

use std::collections::{HashMap, VecDeque};

use abaque_store::PersonId;

/// A queued job with its number and cost.
struct QueuedJob<J> {
    number: u64,
    cost: u64,
    job: J,
}

struct UserQueue<J> {
    waiting: VecDeque<QueuedJob<J>>,
    running: usize,
    /// Virtual start time of this user's next job; grows by the cost of every job served.
    next_start: u64,
}

impl<J> UserQueue<J> {
    fn is_idle(&self) -> bool {
        self.waiting.is_empty() && self.running == 0
    }
}

/// Load of the queue as one user sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct QueueLoad {
    /// Users with a queued or running job.
    pub(super) active_users: usize,
    /// This user's queued and running jobs.
    pub(super) own_jobs: usize,
}

/// Jobs of many users. Each user's jobs stay in order; between users, the one served least comes
/// first.
pub(super) struct FairQueue<J> {
    users: HashMap<PersonId, UserQueue<J>>,
    /// Virtual start time of the last job served. New users begin here, so idle time earns no
    /// credit.
    virtual_time: u64,
    waiting: usize,
    running: usize,
}

impl<J> Default for FairQueue<J> {
    fn default() -> FairQueue<J> {
        FairQueue { users: HashMap::new(), virtual_time: 0, waiting: 0, running: 0 }
    }
}

impl<J> FairQueue<J> {
    /// Adds a job; returns it if the user already has `cap` jobs queued.
    pub(super) fn push(
        &mut self,
        user: PersonId,
        number: u64,
        cost: u64,
        job: J,
        cap: usize,
    ) -> Result<(), J> {
        let virtual_time = self.virtual_time;
        let queue = self.users.entry(user).or_insert_with(|| UserQueue {
            waiting: VecDeque::new(),
            running: 0,
            next_start: virtual_time,
        });
        if queue.waiting.len() >= cap {
            return Err(job);
        }
        if queue.is_idle() {
            queue.next_start = queue.next_start.max(virtual_time);
        }
        queue.waiting.push_back(QueuedJob { number, cost, job });
        self.waiting += 1;
        Ok(())
    }

    /// Takes the next job of a user with fewer than `running_cap` jobs running.
    pub(super) fn pop(&mut self, running_cap: usize) -> Option<(PersonId, J, QueueLoad)> {
        let ready = |queue: &UserQueue<J>| queue.running < running_cap;
        let next = self
            .users
            .iter()
            .filter(|(_, queue)| ready(queue))
            .filter_map(|(user, queue)| {
                let first = queue.waiting.front()?;
                Some((queue.next_start, first.number, *user))
            })
            .min();
        let (start, _, user) = next?;
        let queue = self.users.get_mut(&user)?;
        let own = queue.waiting.len() + queue.running;
        let taken = queue.waiting.pop_front()?;
        queue.running += 1;
        queue.next_start = start + taken.cost;
        self.virtual_time = self.virtual_time.max(start);
        self.waiting -= 1;
        self.running += 1;
        let users = self.users.values().filter(|queue| !queue.is_idle()).count();
        Some((user, taken.job, QueueLoad { active_users: users, own_jobs: own }))
    }

    /// Ends a job and charges its actual cost instead of the expected one. Otherwise a search cut
    /// short would hold its user back for a full one.
    pub(super) fn finish(&mut self, user: PersonId, expected: u64, spent: u64) {
        if let Some(queue) = self.users.get_mut(&user) {
            queue.next_start = (queue.next_start + spent).saturating_sub(expected);
            queue.running = queue.running.saturating_sub(1);
            self.running = self.running.saturating_sub(1);
        }
        self.forget_idle();
    }

    /// Removes a queued job; `false` if it is not in the queue.
    pub(super) fn cancel(&mut self, user: PersonId, number: u64) -> bool {
        let Some(queue) = self.users.get_mut(&user) else { return false };
        let before = queue.waiting.len();
        queue.waiting.retain(|waiting| waiting.number != number);
        let dropped = before - queue.waiting.len();
        self.waiting -= dropped;
        self.forget_idle();
        dropped > 0
    }

    /// Number of queued jobs.
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Number of running jobs.
    pub(super) fn running(&self) -> usize {
        self.running
    }

    /// Drops users without jobs, unless their virtual time is ahead of the queue's.
    fn forget_idle(&mut self) {
        if self.waiting == 0 && self.running == 0 {
            self.users.clear();
            return;
        }
        let virtual_time = self.virtual_time;
        self.users.retain(|_, queue| !queue.is_idle() || queue.next_start > virtual_time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CAP: usize = 1000;

    fn push(queue: &mut FairQueue<u64>, user: i64, number: u64, cost: u64) {
        queue.push(PersonId(user), number, cost, number, CAP).unwrap();
    }

    #[test]
    fn a_newcomer_does_not_wait_behind_a_hundred() {
        let mut queue = FairQueue::default();
        (0..100).for_each(|number| push(&mut queue, 1, number, 10));
        assert_eq!(queue.pop(1).unwrap().0, PersonId(1));
        push(&mut queue, 2, 100, 10);
        queue.finish(PersonId(1), 10, 10);
        let (user, _, crowd) = queue.pop(1).unwrap();
        assert_eq!((user, crowd), (PersonId(2), QueueLoad { active_users: 2, own_jobs: 1 }));
    }

    #[test]
    fn cheap_jobs_run_more_often_than_expensive_ones() {
        let mut queue = FairQueue::default();
        (0..100).for_each(|number| push(&mut queue, 1, number, 100));
        (100..200).for_each(|number| push(&mut queue, 2, number, 10));
        let mut served = [0_usize; 3];
        for _ in 0..55 {
            let (user, ..) = queue.pop(CAP).unwrap();
            served[user.0 as usize] += 1;
        }
        // Equal shares of time: ten cheap jobs per expensive one.
        assert_eq!(served, [0, 5, 50]);
    }

    #[test]
    fn caps_hold_and_cancelled_jobs_are_removed() {
        let mut queue = FairQueue::default();
        for number in 0..3 {
            queue.push(PersonId(1), number, 1, number, 3).unwrap();
        }
        assert_eq!(queue.push(PersonId(1), 3, 1, 3, 3), Err(3));
        assert!(queue.push(PersonId(2), 4, 1, 4, 3).is_ok());
        assert!(queue.cancel(PersonId(1), 1) && !queue.cancel(PersonId(1), 1));
        assert_eq!(queue.waiting(), 3);
        // One running job per user.
        assert_eq!((queue.pop(1).unwrap().1, queue.pop(1).unwrap().1), (0, 4));
        assert!(queue.pop(1).is_none());
        queue.finish(PersonId(1), 1, 1);
        assert_eq!(queue.pop(1).unwrap().1, 2);
        queue.finish(PersonId(1), 1, 1);
        queue.finish(PersonId(2), 1, 1);
        assert_eq!((queue.waiting(), queue.running(), queue.users.len()), (0, 0, 0));
    }

    #[test]
    fn a_cancelled_job_is_charged_for_its_run_time() {
        let mut queue = FairQueue::default();
        (0..40).for_each(|number| push(&mut queue, 1, number, 100));
        (40..80).for_each(|number| push(&mut queue, 2, number, 100));
        let mut served = [0_usize; 3];
        for _ in 0..22 {
            let (user, ..) = queue.pop(1).unwrap();
            served[user.0 as usize] += 1;
            // The first user's jobs end after a tenth of their expected cost.
            queue.finish(user, 100, if user.0 == 1 { 10 } else { 100 });
        }
        assert_eq!(served, [0, 20, 2]);
    }

    /// Under any load, users who always have work get equal shares, within one job each.
    #[test]
    fn busy_users_get_equal_shares() {
        let mut state = 12_345_u64;
        let mut random = move |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for round in 0..200 {
            let users = 2 + random(6) as usize;
            let costs: Vec<u64> = (0..users).map(|_| 1 + random(2000)).collect();
            let mut queue = FairQueue::default();
            let mut number = 0;
            for (user, &cost) in costs.iter().enumerate() {
                for _ in 0..(1 + random(50)) {
                    push(&mut queue, user as i64, number, cost);
                    number += 1;
                }
            }
            let mut served = vec![0_u64; users];
            for _ in 0..500 {
                let (user, ..) = queue.pop(CAP).unwrap();
                let at = user.0 as usize;
                served[at] += costs[at];
                queue.finish(user, costs[at], costs[at]);
                push(&mut queue, user.0, number, costs[at]);
                number += 1;
            }
            let dearest = costs.iter().max().copied().unwrap_or_default();
            let (least, most) = (served.iter().min(), served.iter().max());
            let apart = most.copied().unwrap_or_default() - least.copied().unwrap_or_default();
            assert!(apart <= 2 * dearest, "round {round}: {served:?} of {costs:?}");
        }
    }
}

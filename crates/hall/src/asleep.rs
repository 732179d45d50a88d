//! The times the server was down: they count against nobody.

use abaque_store::{Store, StoreError};

/// Where the heartbeat is noted.
const ALIVE: &str = "alive";
/// Where the times are.
const ASLEEP: &str = "asleep";
/// How many are remembered. Longer ago no game under way has been without an act.
const REMEMBERED: usize = 500;

/// Stretches of time without a server: from, until, the oldest first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Asleep(Vec<(i64, i64)>);

impl Asleep {
    /// Notes that the server is up again, and reads when it was not.
    pub(crate) async fn wake(store: &Store, now: i64) -> Result<Asleep, StoreError> {
        let noted = store.note(ASLEEP).await?.unwrap_or_default();
        let mut times: Vec<(i64, i64)> = serde_json::from_str(&noted).unwrap_or_default();
        let alive = store.note(ALIVE).await?.and_then(|text| text.parse::<i64>().ok());
        if let Some(since) = alive.filter(|&since| since < now) {
            times.push((since, now));
            let forgotten = times.len().saturating_sub(REMEMBERED);
            times.drain(..forgotten);
            let text = serde_json::to_string(&times).unwrap_or_default();
            store.set_note(ASLEEP, &text).await?;
        }
        beat(store, now).await?;
        Ok(Asleep(times))
    }

    /// How much of the time after a moment was slept through.
    pub(crate) fn after(&self, moment: i64) -> u64 {
        let part = |&(from, until): &(i64, i64)| (until - from.max(moment)).max(0) as u64;
        self.0.iter().map(part).sum()
    }
}

/// Notes that the server is alive.
pub(crate) async fn beat(store: &Store, now: i64) -> Result<(), StoreError> {
    store.set_note(ALIVE, &now.to_string()).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_came_after_counts() {
        let asleep = Asleep(vec![(100, 200), (300, 350)]);
        assert_eq!(asleep.after(0), 150);
        assert_eq!(asleep.after(150), 100);
        assert_eq!(asleep.after(320), 30);
        assert_eq!(asleep.after(400), 0);
    }
}

//! The faults of a cluster run.

use std::time::Duration;

use abaque_core::{RandomSource, SplitMix};
use tokio::time::sleep;

use super::Cluster;
use super::link::LinkState;
use crate::Failure;

/// Something that goes wrong for a while; numbers are nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// SIGKILL, and a new start.
    Kill(usize),
    /// SIGTERM, and a new start, as in a rolling upgrade.
    Restart(usize),
    /// SIGSTOP for longer than a lease lasts.
    Pause(usize),
    /// The connection to the bus closes and cannot be opened.
    CutBus(usize),
    /// The same with the database.
    CutDatabase(usize),
    /// The same with both.
    CutBoth(usize),
    /// Nothing passes between node and bus, and nobody is told.
    StallBus(usize),
    /// The same with the database.
    StallDatabase(usize),
    /// The bus delivers late.
    DelayBus(usize),
    /// The bus is killed and started again.
    RestartBus,
    /// The database crashes and recovers.
    RestartDatabase,
}

/// Names of the kinds of faults, in the order of [`Fault::kind`].
pub(super) const KINDS: [&str; 11] = [
    "node killed",
    "node restarted",
    "node paused past its lease",
    "node cut from the bus",
    "node cut from the database",
    "node cut from both",
    "bus stalled for a node",
    "database stalled for a node",
    "bus delayed for a node",
    "bus restarted",
    "database crashed",
];

impl Fault {
    /// Draws a fault.
    pub(super) fn draw(kind: usize, node: usize) -> Fault {
        match kind {
            0 => Fault::Kill(node),
            1 => Fault::Restart(node),
            2 => Fault::Pause(node),
            3 => Fault::CutBus(node),
            4 => Fault::CutDatabase(node),
            5 => Fault::CutBoth(node),
            6 => Fault::StallBus(node),
            7 => Fault::StallDatabase(node),
            8 => Fault::DelayBus(node),
            9 => Fault::RestartBus,
            _ => Fault::RestartDatabase,
        }
    }

    /// Place in [`KINDS`].
    pub(super) fn kind(self) -> usize {
        match self {
            Fault::Kill(_) => 0,
            Fault::Restart(_) => 1,
            Fault::Pause(_) => 2,
            Fault::CutBus(_) => 3,
            Fault::CutDatabase(_) => 4,
            Fault::CutBoth(_) => 5,
            Fault::StallBus(_) => 6,
            Fault::StallDatabase(_) => 7,
            Fault::DelayBus(_) => 8,
            Fault::RestartBus => 9,
            Fault::RestartDatabase => 10,
        }
    }

    /// Whether another node must take over the games of the one concerned.
    pub(super) fn moves_games(self) -> bool {
        matches!(
            self,
            Fault::Kill(_)
                | Fault::Restart(_)
                | Fault::Pause(_)
                | Fault::CutDatabase(_)
                | Fault::CutBoth(_)
                | Fault::StallDatabase(_)
        )
    }

    /// How long it lasts.
    fn duration(self, random: &mut SplitMix) -> Duration {
        let (least, more) = match self {
            Fault::Pause(_) | Fault::StallDatabase(_) => (7_000, 4_000),
            Fault::Kill(_) | Fault::Restart(_) | Fault::RestartBus | Fault::RestartDatabase => {
                (0, 2_500)
            }
            _ => (500, 5_000),
        };
        Duration::from_millis(least + random.below(more))
    }

    /// Breaks something, waits, and mends it.
    pub(super) async fn run(self, cluster: &Cluster, random: &mut SplitMix) -> Result<(), Failure> {
        let time = self.duration(random);
        let delay = Duration::from_millis(20 + random.below(600));
        match self {
            Fault::Kill(node) => {
                let mut node = cluster.nodes[node].lock().await;
                node.kill().await?;
                sleep(time).await;
                node.restart().await
            }
            Fault::Restart(node) => {
                let mut node = cluster.nodes[node].lock().await;
                node.stop().await?;
                sleep(time).await;
                node.restart().await
            }
            Fault::Pause(node) => {
                let node = cluster.nodes[node].lock().await;
                node.signal("STOP").await?;
                sleep(time).await;
                node.signal("CONT").await
            }
            Fault::RestartBus => {
                let mut bus = cluster.bus.lock().await;
                bus.crash().await?;
                sleep(time).await;
                bus.start().await
            }
            Fault::RestartDatabase => {
                let mut database = cluster.database.lock().await;
                database.crash().await?;
                sleep(time).await;
                database.start().await
            }
            Fault::CutBus(node) => cluster.set_links(node, time, None, Some(LinkState::Cut)).await,
            Fault::StallBus(node) => {
                cluster.set_links(node, time, None, Some(LinkState::Stalled)).await
            }
            Fault::DelayBus(node) => {
                cluster.set_links(node, time, None, Some(LinkState::Delayed(delay))).await
            }
            Fault::CutDatabase(node) => {
                cluster.set_links(node, time, Some(LinkState::Cut), None).await
            }
            Fault::StallDatabase(node) => {
                cluster.set_links(node, time, Some(LinkState::Stalled), None).await
            }
            Fault::CutBoth(node) => {
                let cut = Some(LinkState::Cut);
                cluster.set_links(node, time, cut, cut).await
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_can_be_drawn() {
        for (kind, name) in KINDS.iter().enumerate() {
            assert_eq!(Fault::draw(kind, 1).kind(), kind, "{name}");
        }
    }
}

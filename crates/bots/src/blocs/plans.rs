use abaque_blocs::{Action, Blocs, Colour, Phase};
use abaque_core::{Game, Ply, Seat};
use abaque_search::worlds::Panel;

use super::world::World;

/// Chances closer than this to 0 or 1 are wins and losses seen to the end.
pub(super) const CERTAIN: f64 = 1e-7;

/// One way to play out a turn: the action now and, where the block is then seen to have kept its
/// colour, what follows.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Plan {
    action: usize,
    /// The colour the moved block shows, where that leaves something to choose.
    shown: Option<Colour>,
    finish: Option<Action>,
}

/// Everything the player to act can plan, and what it leads to in each of some worlds.
///
/// A world is settled no earlier than after the own turn: what a block shows after one rod may
/// differ from world to world, and the choice that follows is one for all worlds in which it shows
/// the same.
pub(super) struct Plans {
    pub(super) actions: Vec<Action>,
    pub(super) panel: Panel<World>,
    plans: Vec<Plan>,
    shares: Vec<f64>,
    /// For each world and plan, what is known of the other's secrets and given away of the own ones.
    learned: Vec<Vec<f64>>,
}

/// What an action is worth, and how the turn would go on if that is the same in every world.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Worth {
    pub(super) chance: f64,
    pub(super) finish: Option<Action>,
}

impl Plans {
    pub(super) fn new(by: Seat, worlds: &[(World, f64)]) -> Plans {
        let mut actions = Vec::new();
        if let Some((world, _)) = worlds.first() {
            world.game().legal(&mut actions);
        }
        let mut plans: Vec<Plan> = Vec::new();
        let mut rows: Vec<Vec<Option<World>>> = Vec::with_capacity(worlds.len());
        let mut learned: Vec<Vec<f64>> = Vec::with_capacity(worlds.len());
        let mut finishes = Vec::new();
        for (world, _) in worlds {
            let mut row = vec![None; plans.len()];
            for (action, &step) in actions.iter().enumerate() {
                let after = played(world.game(), step);
                finishes.clear();
                let shown = match after.phase() {
                    Phase::Act(_, field) => {
                        after.legal(&mut finishes);
                        after.colour(field)
                    }
                    _ => None,
                };
                let mut add = |finish: Option<Action>, end: Blocs| {
                    let plan = Plan { action, shown, finish };
                    let n = plans.iter().position(|known| *known == plan).unwrap_or(plans.len());
                    if n == plans.len() {
                        plans.push(plan);
                    }
                    row.resize(plans.len().max(row.len()), None);
                    row[n] = Some(world.with(end));
                };
                if finishes.is_empty() {
                    add(None, after);
                }
                for &finish in &finishes {
                    add(Some(finish), played(&after, finish));
                }
            }
            rows.push(row);
        }
        for ((world, _), row) in worlds.iter().zip(&mut rows) {
            row.resize(plans.len(), None);
            let before = secrets(world.game(), by);
            let news = |end: &Option<World>| {
                end.as_ref().map_or(0.0, |end| secrets(end.game(), by) - before)
            };
            learned.push(row.iter().map(news).collect());
        }
        let shares = worlds.iter().map(|(_, share)| *share).collect();
        Plans { actions, panel: Panel::new(by, rows), plans, shares, learned }
    }

    /// Which plans belong to the actions kept.
    pub(super) fn of(&self, kept: &[bool]) -> Vec<bool> {
        self.plans.iter().map(|plan| kept[plan.action]).collect()
    }

    /// What every action is worth; a secret kept or learned counts `secret`.
    pub(super) fn worths(&self, secret: f64) -> Vec<Worth> {
        (0..self.actions.len()).map(|action| self.worth(action, secret)).collect()
    }

    fn worth(&self, action: usize, secret: f64) -> Worth {
        // The share of the worlds in which each plan comes up, and the sum of its values there.
        let mut groups: Vec<(Option<Colour>, f64, f64, Option<Action>)> = Vec::new();
        for (n, plan) in self.plans.iter().enumerate().filter(|(_, plan)| plan.action == action) {
            let (mut share, mut sum) = (0.0, 0.0);
            for world in 0..self.panel.worlds() {
                if let Some(value) = self.panel.value(world, n) {
                    let open = (CERTAIN..=1.0 - CERTAIN).contains(&value);
                    let news = if open { secret * self.learned[world][n] } else { 0.0 };
                    share += self.shares[world];
                    sum += self.shares[world] * (value + news).clamp(0.0, 1.0);
                }
            }
            match groups.iter_mut().find(|group| group.0 == plan.shown) {
                Some(group) if sum > group.2 => *group = (plan.shown, share, sum, plan.finish),
                Some(_) => {}
                None => groups.push((plan.shown, share, sum, plan.finish)),
            }
        }
        groups.retain(|group| group.1 > 0.0);
        let all: f64 = groups.iter().map(|group| group.1).sum();
        let sum: f64 = groups.iter().map(|group| group.2).sum();
        let finish = if let [(.., finish)] = groups[..] { finish } else { None };
        Worth { chance: if all > 0.0 { sum / all } else { 0.5 }, finish }
    }
}

fn played(game: &Blocs, action: Action) -> Blocs {
    let mut after = *game;
    after.apply_unchecked(Ply::Act(action));
    after
}

/// Own secrets less the other's.
fn secrets(game: &Blocs, by: Seat) -> f64 {
    f64::from(game.kept_secret(by)) - f64::from(game.kept_secret(by.other()))
}

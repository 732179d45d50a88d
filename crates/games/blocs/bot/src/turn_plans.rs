use abaque_blocs::{Action, Blocs, Colour, Phase};
use abaque_core::{Game, Ply, Seat};
use abaque_search::worlds::PlanMatrix;

use super::node::BlocsNode;

/// Winning chances within this distance of 0 or 1 are proven results.
pub(super) const CERTAINTY_MARGIN: f64 = 1e-7;

/// A way to play a turn: the action now and, if the moved block keeps its colour, the action that
/// finishes the turn.
#[derive(Clone, Copy, PartialEq, Debug)]
struct TurnPlan {
    action: usize,
    /// The colour the moved block shows, if a choice follows.
    shown: Option<Colour>,
    finish: Option<Action>,
}

/// All plans of the player to act and their outcome in each sampled world.
///
/// A world is resolved only after the bot's own turn: what a block shows after one rod may differ
/// between worlds, and the next choice must be the same in all worlds where it shows the same.
pub(super) struct TurnPlans {
    pub(super) actions: Vec<Action>,
    pub(super) matrix: PlanMatrix<BlocsNode>,
    plans: Vec<TurnPlan>,
    shares: Vec<f64>,
    /// By world and plan: change of the balance of secrets.
    secret_gains: Vec<Vec<f64>>,
}

/// Winning chance of an action, and how the turn continues if that is the same in every world.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct ActionValue {
    pub(super) chance: f64,
    pub(super) finish: Option<Action>,
}

impl TurnPlans {
    pub(super) fn new(by: Seat, worlds: &[(BlocsNode, f64)]) -> TurnPlans {
        let mut actions = Vec::new();
        if let Some((world, _)) = worlds.first() {
            world.game().legal_actions(&mut actions);
        }
        let mut plans: Vec<TurnPlan> = Vec::new();
        let mut rows: Vec<Vec<Option<BlocsNode>>> = Vec::with_capacity(worlds.len());
        let mut learned: Vec<Vec<f64>> = Vec::with_capacity(worlds.len());
        let mut finishes = Vec::new();
        for (world, _) in worlds {
            let mut row = vec![None; plans.len()];
            for (action, &step) in actions.iter().enumerate() {
                let after = after_action(world.game(), step);
                finishes.clear();
                let shown = match after.phase() {
                    Phase::Act(_, field) => {
                        after.legal_actions(&mut finishes);
                        after.colour(field)
                    }
                    _ => None,
                };
                let mut add = |finish: Option<Action>, end: Blocs| {
                    let plan = TurnPlan { action, shown, finish };
                    let n = plans.iter().position(|known| *known == plan).unwrap_or(plans.len());
                    if n == plans.len() {
                        plans.push(plan);
                    }
                    row.resize(plans.len().max(row.len()), None);
                    row[n] = Some(world.with_game(end));
                };
                if finishes.is_empty() {
                    add(None, after);
                }
                for &finish in &finishes {
                    add(Some(finish), after_action(&after, finish));
                }
            }
            rows.push(row);
        }
        for ((world, _), row) in worlds.iter().zip(&mut rows) {
            row.resize(plans.len(), None);
            let before = secret_balance(world.game(), by);
            let news = |end: &Option<BlocsNode>| {
                end.as_ref().map_or(0.0, |end| secret_balance(end.game(), by) - before)
            };
            learned.push(row.iter().map(news).collect());
        }
        let shares = worlds.iter().map(|(_, share)| *share).collect();
        TurnPlans {
            actions,
            matrix: PlanMatrix::new(by, rows),
            plans,
            shares,
            secret_gains: learned,
        }
    }

    /// Marks the plans that belong to the kept actions.
    pub(super) fn plans_of_actions(&self, kept: &[bool]) -> Vec<bool> {
        self.plans.iter().map(|plan| kept[plan.action]).collect()
    }

    /// Values of all actions; a secret kept or learned counts `secret`.
    pub(super) fn action_values(&self, secret: f64) -> Vec<ActionValue> {
        (0..self.actions.len()).map(|action| self.action_value(action, secret)).collect()
    }

    fn action_value(&self, action: usize, secret: f64) -> ActionValue {
        // By colour shown: share of the worlds where it comes up, and the best plan's summed value.
        let mut groups: Vec<(Option<Colour>, f64, f64, Option<Action>)> = Vec::new();
        for (n, plan) in self.plans.iter().enumerate().filter(|(_, plan)| plan.action == action) {
            let (mut share, mut sum) = (0.0, 0.0);
            for world in 0..self.matrix.evaluated_worlds() {
                if let Some(value) = self.matrix.value(world, n) {
                    let open = (CERTAINTY_MARGIN..=1.0 - CERTAINTY_MARGIN).contains(&value);
                    let news = if open { secret * self.secret_gains[world][n] } else { 0.0 };
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
        ActionValue { chance: if all > 0.0 { sum / all } else { 0.5 }, finish }
    }
}

fn after_action(game: &Blocs, action: Action) -> Blocs {
    let mut after = *game;
    after.apply_unchecked(Ply::Act(action));
    after
}

/// Own secrets minus the opponent's.
fn secret_balance(game: &Blocs, by: Seat) -> f64 {
    f64::from(game.secrets_kept_by(by)) - f64::from(game.secrets_kept_by(by.other()))
}

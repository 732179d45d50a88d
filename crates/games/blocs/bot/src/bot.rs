use abaque_blocs::{Action, Blocs, Options, Phase, View};
use abaque_core::{Game, Outcome, ParseError, RandomSource, Seat, SplitMix, Turn, message};
use abaque_search::worlds::{RoundOutcome, WorldSearcher};
use abaque_search::{PROVEN_WIN, SearchBudget, SearchLimits, WIN};

use super::belief::{SetupPrior, sample_positions};
use super::evaluation::{EVALUATOR, Evaluator};
use super::levels::BotSettings;
use super::node::BlocsNode;
use super::style::{REALISED_GAIN_SHARE, SetupStyle, setup_gain};
use super::turn_plans::{ActionValue, CERTAINTY_MARGIN, TurnPlans};
use abaque_bot::{Bot, Observation, PrincipalVariation, SearchRequest, SearchResult};

/// Range of the number of sampled worlds where the budget decides: half the fourth root of the
/// nodes. Larger budgets are better spent on depth: four times the worlds at the same depth gained
/// nothing, four times the nodes in as many worlds did.
const WORLD_COUNT: std::ops::RangeInclusive<u64> = 3..=16;

/// Rough nodes per millisecond, to choose the number of worlds from a time limit.
const NODES_PER_MS: u64 = 800;

/// Maximum actions searched in each round, and how far behind the best winning chance they may be.
const MAX_ACTIONS_BY_ROUND: [usize; 5] = [64, 16, 10, 6, 4];
const MAX_CHANCE_DEFICIT: f64 = 0.2;

/// The Blocs-pions bot (determinization): samples worlds from its belief and compares all actions
/// in the same worlds.
pub struct BlocsBot {
    options: Options,
    settings: BotSettings,
    evaluator: &'static Evaluator,
    prior: SetupPrior,
    searcher: WorldSearcher<BlocsNode>,
}

impl BlocsBot {
    /// Creates a bot with the shipped evaluation.
    pub fn new(options: &Options, settings: BotSettings) -> BlocsBot {
        BlocsBot::with_eval(options, settings, &EVALUATOR)
    }

    /// Creates a bot with another evaluation.
    pub fn with_eval(
        options: &Options,
        settings: BotSettings,
        evaluator: &'static Evaluator,
    ) -> BlocsBot {
        let prior = if settings.knows_styles {
            SetupPrior::typical(options)
        } else {
            SetupPrior::uniform(options)
        };
        BlocsBot {
            options: *options,
            settings,
            evaluator,
            prior,
            searcher: WorldSearcher::default(),
        }
    }

    /// Samples a set-up in the bot's own style, different each time.
    fn choose_setup(&self, seat: Seat, request: &SearchRequest) -> SearchResult<Action> {
        let budget = SearchBudget::new(request.limits, request.stop.clone());
        let mut source = SplitMix(request.seed ^ 0x5E7_09AD);
        source.next_u64();
        let style = SetupStyle::ours();
        let mean = style.mean_gain(&self.options, seat);
        let line = |setup| {
            let win = 1.0 / (1.0 + (REALISED_GAIN_SHARE * (mean - setup_gain(seat, &setup))).exp());
            let score = self.evaluator.value_from_chance(win) / 100.0;
            PrincipalVariation { actions: vec![Action::Setup(setup)], win, score }
        };
        let setups =
            (0..request.lines.max(1)).map(|_| style.sample_setup(&self.options, seat, &mut source));
        let mut lines: Vec<PrincipalVariation<Action>> = setups.map(line).collect();
        let action = lines[0].actions[0];
        lines.sort_by(|a, b| b.win.total_cmp(&a.win));
        let nodes = lines.len() as u64;
        SearchResult { action, lines, depth: 0, nodes, time: budget.elapsed(), notes: Vec::new() }
    }

    fn world_count(&self, limits: &SearchLimits) -> usize {
        let nodes = match (limits.nodes, limits.time) {
            (Some(nodes), _) => nodes,
            (None, Some(time)) => time.0.saturating_mul(NODES_PER_MS),
            (None, None) => self.settings.nodes,
        };
        let worlds = nodes.isqrt().isqrt() / 2;
        self.settings
            .worlds
            .unwrap_or(worlds.clamp(*WORLD_COUNT.start(), *WORLD_COUNT.end()) as usize)
    }

    fn search(
        &mut self,
        observation: &Observation<Blocs>,
        request: &SearchRequest,
        watch: &mut dyn FnMut(&SearchResult<Action>),
    ) -> Result<SearchResult<Action>, ParseError> {
        let limits =
            if request.limits.is_unlimited() { self.settings.limits() } else { request.limits };
        let mut budget = SearchBudget::new(limits, request.stop.clone());
        let mut source = SplitMix(request.seed ^ observation.view.fingerprint());
        let worlds = sample_positions(
            &observation.view,
            &self.prior,
            self.world_count(&limits),
            &mut source,
        );
        let worlds: Vec<(BlocsNode, f64)> = worlds
            .into_iter()
            .map(|(game, share)| {
                (BlocsNode::new(game, self.evaluator, observation.idle_turns), share)
            })
            .collect();
        let mut plans = TurnPlans::new(observation.seat, &worlds);
        if plans.actions.is_empty() {
            return Err(not_to_act_error());
        }
        self.searcher.reset(past_keys(observation));
        let mut kept = vec![true; plans.actions.len()];
        let mut depth = 0;
        let lines = request.lines.max(1);
        let mut result;
        loop {
            let (of, evaluator, searcher) =
                (plans.plans_of_actions(&kept), self.evaluator, &mut self.searcher);
            let round = plans.matrix.evaluate_round(depth, &of, searcher, &mut budget, |value| {
                win_chance(evaluator, value)
            });
            let values = plans.action_values(self.settings.secret_value);
            let order = rank_actions(&values, &kept);
            let looked = worlds.len();
            let deep = depth + u32::from(round == RoundOutcome::Complete);
            result = self.to_search_result(
                &plans,
                &values,
                &order[..lines.min(order.len())],
                deep,
                looked,
            );
            (result.nodes, result.time) = (budget.nodes(), budget.elapsed());
            result.action = plans.actions[self.choose_action(&values, &order, request.seed)];
            watch(&result);
            depth += 1;
            let best = values[order[0]].chance;
            let decided = !(CERTAINTY_MARGIN..=1.0 - CERTAINTY_MARGIN).contains(&best);
            let alone = plans.actions.len() == 1 && depth > 1;
            if round != RoundOutcome::Complete
                || decided
                || alone
                || depth > self.settings.depth
                || !budget.may_start_iteration(depth)
            {
                return Ok(result);
            }
            let most = MAX_ACTIONS_BY_ROUND[MAX_ACTIONS_BY_ROUND.len().min(depth as usize + 1) - 1]
                .max(lines);
            let floor = values[order[0]].chance - MAX_CHANCE_DEFICIT;
            kept.fill(false);
            for (n, &action) in order.iter().enumerate().take(most) {
                kept[action] = n < lines.max(2) || values[action].chance >= floor;
            }
        }
    }

    /// Chooses the action to play: random among the near-best, or the best after noise.
    fn choose_action(&self, values: &[ActionValue], order: &[usize], seed: u64) -> usize {
        let mut source = SplitMix(seed ^ 0xC0FF_EE00);
        source.next_u64();
        let best = values[order[0]].chance;
        if self.settings.noise > 0.0 && best < 1.0 - CERTAINTY_MARGIN {
            let mut seems = |action: usize| {
                let dice: f64 = (0..4).map(|_| source.below(1001) as f64 / 500.0 - 1.0).sum();
                (values[action].chance + dice * self.settings.noise * 0.87, action)
            };
            let seen = order.iter().map(|&action| seems(action));
            return seen.max_by(|a, b| a.0.total_cmp(&b.0)).map_or(order[0], |(_, action)| action);
        }
        if !(CERTAINTY_MARGIN..=1.0 - CERTAINTY_MARGIN).contains(&best) {
            return order[0];
        }
        let near = |&&action: &&usize| values[action].chance >= best - self.settings.mixing_margin;
        let near: Vec<usize> = order.iter().take_while(near).copied().collect();
        near[source.below(near.len() as u64) as usize]
    }

    fn to_search_result(
        &self,
        plans: &TurnPlans,
        values: &[ActionValue],
        order: &[usize],
        depth: u32,
        worlds: usize,
    ) -> SearchResult<Action> {
        let line = |&action: &usize| {
            let ActionValue { chance, finish } = values[action];
            let actions = std::iter::once(plans.actions[action]).chain(finish).collect();
            let score = self.evaluator.value_from_chance(chance) / 100.0;
            let win = match chance {
                _ if chance > 1.0 - CERTAINTY_MARGIN => 1.0,
                _ if chance < CERTAINTY_MARGIN => 0.0,
                _ => chance,
            };
            PrincipalVariation { actions, win, score }
        };
        let lines: Vec<PrincipalVariation<Action>> = order.iter().map(line).collect();
        SearchResult {
            action: lines[0].actions[0],
            lines,
            depth,
            nodes: 0,
            time: abaque_core::Millis(0),
            notes: vec![("worlds", worlds.to_string())],
        }
    }
}

impl Bot<Blocs> for BlocsBot {
    fn think(
        &mut self,
        observation: &Observation<Blocs>,
        request: &SearchRequest,
        watch: &mut dyn FnMut(&SearchResult<Action>),
    ) -> Result<SearchResult<Action>, ParseError> {
        match observation.view.phase() {
            Phase::Setup(seat) if seat == observation.seat => Ok(self.choose_setup(seat, request)),
            Phase::Move(seat) | Phase::Act(seat, _) if seat == observation.seat => {
                self.search(observation, request, watch)
            }
            _ => Err(not_to_act_error()),
        }
    }

    fn evaluate(&mut self, view: &View) -> f64 {
        const EVALUATE_WORLDS: usize = 8;
        let mut source = SplitMix(0x6A06E);
        let mut sum = 0.0;
        for _ in 0..EVALUATE_WORLDS {
            let Some(game) = Blocs::sample_position(view, &mut source) else { return 0.5 };
            sum += match (game.turn(), game.phase()) {
                (Turn::Over(Outcome::Win(seat, _)), _) => f64::from(u8::from(seat == Seat::First)),
                (Turn::Over(Outcome::Draw(_)), _) | (_, Phase::Setup(_)) => 0.5,
                (Turn::Of(seat), _) => {
                    self.evaluator.win_chance(f64::from(self.evaluator.evaluate(&game, seat)))
                }
                (Turn::Chance, _) => {
                    let either =
                        Seat::ALL.map(|seat| f64::from(self.evaluator.evaluate(&game, seat)));
                    (self.evaluator.win_chance(either[0]) + self.evaluator.win_chance(either[1]))
                        / 2.0
                }
            };
        }
        sum / EVALUATE_WORLDS as f64
    }

    fn forget(&mut self) {
        self.searcher.reset(Vec::new());
    }
}

/// Winning chance of a search value. Faster wins score higher, but by far less than
/// [`CERTAINTY_MARGIN`].
fn win_chance(evaluator: &Evaluator, value: i32) -> f64 {
    match value {
        _ if value >= PROVEN_WIN => 1.0 - f64::from(WIN - value) * 1e-12,
        _ if value <= -PROVEN_WIN => f64::from(WIN + value) * 1e-12,
        _ => evaluator.win_chance(f64::from(value)).clamp(1e-3, 1.0 - 1e-3),
    }
}

/// Kept actions first, each group best first.
fn rank_actions(values: &[ActionValue], kept: &[bool]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..values.len()).filter(|&action| kept[action]).collect();
    order.sort_by(|&a, &b| values[b].chance.total_cmp(&values[a].chance));
    order
}

/// Keys of the positions at the start of each turn so far, the present one included. The third
/// occurrence is a draw (COM-01); the leader already avoids the second, because the opponent may be
/// able to force the third.
fn past_keys(observation: &Observation<Blocs>) -> Vec<u64> {
    let all = observation.past.iter().chain([&observation.view]);
    let turns = all.filter(|view| matches!(view.phase(), Phase::Move(_)));
    turns.map(View::fingerprint).collect()
}

fn not_to_act_error() -> ParseError {
    ParseError::new(
        "VIEW",
        message!("it is not this player's turn to act", "ce n'est pas à ce joueur d'agir"),
    )
}

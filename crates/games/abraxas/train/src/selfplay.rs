//! Self-play games between two bots.

use std::collections::HashMap;

use abaque_abraxas::{Abraxas, Action, Options};
use abaque_bot::{Bot, Observation, PrincipalVariation, SearchRequest};
use abaque_core::{Game, Ply, Seat, SplitMix, Turn};
use abaque_search::SearchLimits;

/// Longer games count as drawn (COM-03 would end them much later).
const MAX_PLIES: usize = 600;

/// A finished game.
pub(super) struct SelfPlayGame {
    /// Every decision.
    pub(super) steps: Vec<Decision>,
    /// The first player's share: 1, 0, or 0.5 for a draw.
    pub(super) first_share: f64,
    /// Turns begun.
    pub(super) turns: u32,
}

/// One decision of a player.
pub(super) struct Decision {
    /// The position before it.
    pub(super) game: Abraxas,
    /// The action played.
    pub(super) action: Action,
    /// The search's evaluation; `None` in the opening.
    pub(super) evaluation: Option<PositionEvaluation>,
}

/// Evaluation of a position by the search.
pub(super) struct PositionEvaluation {
    /// Score in pawns for the player to act.
    pub(super) score: f64,
    /// Whether the result is proven.
    pub(super) decided: bool,
    /// The quiet position at the end of the principal variation, whose static evaluation was used.
    pub(super) quiet_position: Abraxas,
}

impl PositionEvaluation {
    fn new(game: &Abraxas, line: &PrincipalVariation<Action>) -> PositionEvaluation {
        let mut rest = *game;
        for action in &line.actions {
            rest.apply_unchecked(Ply::Act(*action));
        }
        PositionEvaluation {
            score: line.score,
            decided: line.win <= 0.0 || line.win >= 1.0,
            quiet_position: rest,
        }
    }
}

/// Parameters of a random opening.
#[derive(Clone, Copy)]
pub(super) struct RandomOpening {
    /// Random actions after the plate is laid.
    pub(super) random: usize,
    /// Random seed.
    pub(super) seed: u64,
}

/// Actions of a random opening (pawns placed and pushed) in which nothing is taken.
pub(super) fn random_opening(options: &Options, opening: RandomOpening) -> Vec<Action> {
    let mut source = SplitMix(opening.seed.wrapping_mul(0x9E37_79B9) ^ 0xABCD);
    loop {
        let (mut game, mut actions) = (Abraxas::start(options), Vec::new());
        let mut puts = 0;
        while puts < opening.random || !game.phase().starts_turn() {
            let Some(action) = game.random_action(&mut source) else { break };
            if matches!(action, Action::Stop(_) | Action::Take(_)) {
                break;
            }
            puts += usize::from(matches!(action, Action::Put(_)));
            game.apply_unchecked(Ply::Act(action));
            actions.push(action);
        }
        let quiet = game.score(Seat::First) + game.score(Seat::Second) == 0;
        if quiet && game.phase().starts_turn() && puts >= opening.random {
            return actions;
        }
    }
}

/// Plays one game. `limits` override a player's own where set.
pub(super) fn play_game(
    start: Abraxas,
    opening: &[Action],
    players: [&mut dyn Bot<Abraxas>; 2],
    limits: [SearchLimits; 2],
    seed: u64,
) -> Result<SelfPlayGame, String> {
    let [first, second] = players;
    let (mut game, mut steps, mut turns) = (start, Vec::new(), 0);
    let mut past: [Vec<Abraxas>; 2] = [Vec::new(), Vec::new()];
    let mut met: HashMap<Abraxas, u32> = HashMap::new();
    for n in 0..MAX_PLIES {
        let Turn::Of(seat) = game.turn() else { break };
        if game.phase().starts_turn() {
            turns += 1;
            let times = met.entry(game).or_default();
            *times += 1;
            if *times == 3 {
                break;
            }
        }
        let (action, seen) = match opening.get(n) {
            Some(action) => (*action, None),
            None => {
                let request = SearchRequest {
                    limits: limits[seat.index()],
                    seed: seed.wrapping_add(n as u64 * 7919),
                    ..SearchRequest::default()
                };
                let bot: &mut dyn Bot<Abraxas> =
                    if seat == Seat::First { &mut *first } else { &mut *second };
                let observation = Observation {
                    view: game,
                    seat,
                    past: past[seat.index()].clone(),
                    idle_turns: 0,
                };
                let result =
                    bot.think(&observation, &request, &mut |_| ()).map_err(|e| e.to_string())?;
                (result.action, Some(PositionEvaluation::new(&game, &result.lines[0])))
            }
        };
        if game.phase().starts_turn() {
            past[seat.index()].push(game);
        }
        steps.push(Decision { game, action, evaluation: seen });
        game.play(action).map_err(|refusal| format!("{refusal:?} {action} in {game}"))?;
    }
    let first = match game.turn() {
        Turn::Over(outcome) => outcome.winner().map_or(0.5, |seat| f64::from(seat == Seat::First)),
        _ => 0.5,
    };
    Ok(SelfPlayGame { steps, first_share: first, turns })
}

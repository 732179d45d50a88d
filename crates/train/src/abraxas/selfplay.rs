//! Games between two computer players.

use std::collections::HashMap;

use abaque_abraxas::{Abraxas, AbraxasOptions, Action};
use abaque_bots::{Bot, Brief, Line, Sight};
use abaque_core::{Game, Ply, Seat, SplitMix, Turn};
use abaque_search::Limits;

/// A game that gets this long counts as drawn (COM-03 would say so much later).
const LONGEST: usize = 600;

/// What happened.
pub(super) struct Played {
    /// Every decision.
    pub(super) steps: Vec<Step>,
    /// What the first player got: 1, 0, or 0.5 for a draw.
    pub(super) first: f64,
    /// Turns begun.
    pub(super) turns: u32,
}

/// A decision.
pub(super) struct Step {
    /// The position in which a player was to act.
    pub(super) game: Abraxas,
    /// What was played.
    pub(super) action: Action,
    /// What was thought; nothing in the opening.
    pub(super) seen: Option<Seen>,
}

/// What a player thought of a position.
pub(super) struct Seen {
    /// Its worth in pawns, for the player to act.
    pub(super) score: f64,
    /// Whether the end of the game was seen.
    pub(super) decided: bool,
    /// The position at rest at the end of the line foreseen: the one that was judged.
    pub(super) rest: Abraxas,
}

impl Seen {
    fn new(game: &Abraxas, line: &Line<Action>) -> Seen {
        let mut rest = *game;
        for action in &line.actions {
            rest.apply_unchecked(Ply::Act(*action));
        }
        Seen { score: line.score, decided: line.win <= 0.0 || line.win >= 1.0, rest }
    }
}

/// How a game begins.
#[derive(Clone, Copy)]
pub(super) struct Opening {
    /// How many actions are drawn by lot after the plate is laid.
    pub(super) random: usize,
    /// Where those come from.
    pub(super) seed: u64,
}

/// The position after an opening by lot in which nobody has taken anything yet, pawns put and pushed.
pub(super) fn opened(options: &AbraxasOptions, opening: Opening) -> Vec<Action> {
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

/// Plays one game. `limits` replace a player's own budget where they are set.
pub(super) fn play(
    start: Abraxas,
    opening: &[Action],
    players: [&mut dyn Bot<Abraxas>; 2],
    limits: [Limits; 2],
    seed: u64,
) -> Result<Played, String> {
    let [first, second] = players;
    let (mut game, mut steps, mut turns) = (start, Vec::new(), 0);
    let mut past: [Vec<Abraxas>; 2] = [Vec::new(), Vec::new()];
    let mut met: HashMap<Abraxas, u32> = HashMap::new();
    for n in 0..LONGEST {
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
                let brief = Brief {
                    limits: limits[seat.index()],
                    seed: seed.wrapping_add(n as u64 * 7919),
                    ..Brief::default()
                };
                let bot: &mut dyn Bot<Abraxas> =
                    if seat == Seat::First { &mut *first } else { &mut *second };
                let sight =
                    Sight { view: game, seat, past: past[seat.index()].clone(), idle_turns: 0 };
                let thought = bot.think(&sight, &brief, &mut |_| ()).map_err(|e| e.to_string())?;
                (thought.action, Some(Seen::new(&game, &thought.lines[0])))
            }
        };
        if game.phase().starts_turn() {
            past[seat.index()].push(game);
        }
        steps.push(Step { game, action, seen });
        game.play(action).map_err(|refusal| format!("{refusal:?} {action} in {game}"))?;
    }
    let first = match game.turn() {
        Turn::Over(outcome) => outcome.winner().map_or(0.5, |seat| f64::from(seat == Seat::First)),
        _ => 0.5,
    };
    Ok(Played { steps, first, turns })
}

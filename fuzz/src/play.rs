use std::collections::HashSet;

use abaque_catalog::{FuzzVisitor, fuzz_game};
use abaque_core::fuzzing::FuzzedGame;
use abaque_core::{Ply, SplitMix, Turn};

use crate::FuzzInput;
use crate::hidden::twin_law;
use crate::laws::{agreement_law, candidates_law, checked_step, error_law, state_laws, strict_law};
use crate::text::parse_options;

/// Longest game played from one input.
const MAX_PLIES: usize = 300;

/// Plies between two checks of all candidate actions. There are thousands of candidates, too many
/// to check at every ply.
const CANDIDATES_INTERVAL: usize = 8;

/// Positions composed before giving up on a valid one.
const MAX_COMPOSE_TRIES: u64 = 64;

/// Plays a game. Input: a byte that picks the game, a line of options, a line with the first position (`?` composes one; an
/// invalid one means the initial position), then choices. Each step plays a legal ply or tries a
/// spelled action, on which generator and check must agree.
pub fn play(data: &[u8]) {
    let mut input = FuzzInput::new(data);
    fuzz_game(input.next_byte().into(), Play(input));
}

struct Play<'a>(FuzzInput<'a>);

impl FuzzVisitor for Play<'_> {
    fn visit<G: FuzzedGame>(self) {
        play_game::<G>(self.0);
    }
}

fn play_game<G: FuzzedGame>(mut input: FuzzInput) {
    let options = parse_options::<G>(&input.next_line());
    let position = input.next_line();
    let given = if position == "?" {
        compose_start(&options, input.next_u64())
    } else {
        G::parse(&options, &position).ok()
    };
    let from_start = given.is_none();
    let mut game = given.unwrap_or_else(|| G::start(&options));
    let mut history = Vec::new();
    let mut legal = state_laws(&game);
    candidates_law(&game, &legal);
    while !input.is_empty() && history.len() < MAX_PLIES {
        if input.next_byte() % 4 == 3 {
            try_spelled_action(&game, &legal, &mut input);
            continue;
        }
        let Some(ply) = choose_ply(&game, &mut input) else { break };
        game = checked_step(&game, ply);
        history.push(ply);
        legal = state_laws(&game);
        if history.len().is_multiple_of(CANDIDATES_INTERVAL) {
            candidates_law(&game, &legal);
        }
    }
    if from_start {
        twin_law(&game, &history);
    }
}

/// The first composed position that parses.
fn compose_start<G: FuzzedGame>(options: &G::Options, seed: u64) -> Option<G> {
    (0..MAX_COMPOSE_TRIES).find_map(|n| {
        let text = G::compose_position(&mut SplitMix(seed ^ n << 48));
        strict_law(&text, G::parse(options, &text))
    })
}

/// A legal ply chosen by the input; `None` when the game is over.
fn choose_ply<G: FuzzedGame>(game: &G, input: &mut FuzzInput) -> Option<Ply<G::Action, G::Roll>> {
    match game.turn() {
        Turn::Over(_) => None,
        Turn::Chance => {
            let mut rolls = Vec::new();
            game.rolls(&mut rolls);
            Some(Ply::Roll(rolls[input.below(rolls.len())].0))
        }
        Turn::Of(_) if game.unlisted_count().is_some() => {
            game.random_action(&mut SplitMix(u64::from(input.next_byte()))).map(Ply::Act)
        }
        Turn::Of(_) => {
            let mut legal = Vec::new();
            game.legal_actions(&mut legal);
            Some(Ply::Act(input.pick(&legal)))
        }
    }
}

/// Tries an action spelled from the grammar, or a legal ply with one byte changed.
fn try_spelled_action<G: FuzzedGame>(game: &G, legal: &HashSet<G::Action>, input: &mut FuzzInput) {
    let text = match choose_ply(game, input) {
        Some(ply) if input.next_byte() < 128 => {
            let mut text = ply.to_string().into_bytes();
            let at = input.below(text.len());
            text[at] = input.next_byte();
            String::from_utf8_lossy(&text).into_owned()
        }
        _ => match input.arbitrary::<G::Action>() {
            Ok(action) => action.to_string(),
            Err(_) => return,
        },
    };
    match text.parse::<G::Action>() {
        Ok(action) => agreement_law(game, legal, action),
        Err(error) => error_law(&error),
    }
}

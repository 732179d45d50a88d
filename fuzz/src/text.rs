use abaque_catalog::{FuzzVisitor, fuzz_game};
use abaque_core::fuzzing::FuzzedGame;
use abaque_core::{GameOptions, Spec, perft};

use crate::FuzzInput;
use crate::hidden::read_view_law;
use crate::laws::{
    action_law, agreement_law, candidates_law, checked_step, error_law, round_trip, state_laws,
    strict_law,
};

/// Most plies tried from a parsed position, evenly spread over the legal ones.
const MAX_TRIED_PLIES: usize = 24;

/// Parses arbitrary text. Input: a byte that picks the game, one line each for options, position and view, then one action or
/// roll per line. Parsed text prints back unchanged, and a parsed position can be queried and
/// played on.
pub fn text(data: &[u8]) {
    let mut input = FuzzInput::new(data);
    fuzz_game(input.next_byte().into(), Text(input));
}

struct Text<'a>(FuzzInput<'a>);

impl FuzzVisitor for Text<'_> {
    fn visit<G: FuzzedGame>(self) {
        parse_text::<G>(self.0);
    }
}

fn parse_text<G: FuzzedGame>(mut input: FuzzInput) {
    let options = parse_options::<G>(&input.next_line());
    let position = input.next_line();
    let game = strict_law(&position, G::parse(&options, &position));
    let view = input.next_line();
    if let Some(view) = strict_law(&view, G::parse_view(&options, &view)) {
        read_view_law::<G>(&view);
    }
    let game = game.unwrap_or_else(|| G::start(&options));
    let legal = state_laws(&game);
    candidates_law(&game, &legal);
    let plies = perft::legal_plies(&game);
    for ply in plies.iter().step_by(plies.len() / MAX_TRIED_PLIES + 1) {
        round_trip(&checked_step(&game, *ply));
    }
    while !input.is_empty() {
        let line = input.next_line();
        strict_law(&line, line.parse::<G::Roll>());
        match line.parse::<G::Action>() {
            Ok(action) => {
                action_law(&action);
                assert!(!G::ONE_SPELLING || action.to_string() == line, "{line}");
                agreement_law(&game, &legal, action);
            }
            Err(error) => error_law(&error),
        }
    }
}

/// Parses options (`key=value,…`); invalid text gives the defaults.
pub(crate) fn parse_options<G: FuzzedGame>(text: &str) -> G::Options {
    let name = G::Options::description().name;
    let spec = if text.is_empty() { name.into() } else { format!("{name}:{text}") };
    let read = spec.parse::<Spec>().and_then(|spec| G::Options::from_spec(&spec));
    let options = read.unwrap_or_else(|error| {
        error_law(&error);
        G::Options::default()
    });
    let canonical = options.to_spec();
    assert_eq!(G::Options::from_spec(&canonical).as_ref(), Ok(&options), "{canonical}");
    assert_eq!(canonical.to_string().parse::<Spec>().as_ref(), Ok(&canonical));
    options
}

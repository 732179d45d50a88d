use abaque_core::{Options, Spec, perft};

use crate::laws::{
    action_law, agree, candidates_law, error_law, round_trip, state_laws, step, strict_law,
};
use crate::{Bytes, Subject};

/// So many of the plies of a position read from text are tried, evenly spread.
const PLIES: usize = 24;

/// Arbitrary text read as options, position, view and plies, each on its line. What is read prints
/// back exactly, and a position that is read can be asked and played on.
pub fn text<G: Subject>(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let options = read_options::<G>(&bytes.line());
    let position = bytes.line();
    let game = strict_law(&position, G::parse(&options, &position));
    let view = bytes.line();
    if let Some(view) = strict_law(&view, G::parse_view(&options, &view)) {
        G::view_laws(&view);
    }
    let game = game.unwrap_or_else(|| G::start(&options));
    let legal = state_laws(&game);
    candidates_law(&game, &legal);
    let plies = perft::plies(&game);
    for ply in plies.iter().step_by(plies.len() / PLIES + 1) {
        round_trip(&step(&game, *ply));
    }
    while !bytes.is_empty() {
        let line = bytes.line();
        strict_law(&line, line.parse::<G::Roll>());
        match line.parse::<G::Action>() {
            Ok(action) => {
                action_law(&action);
                assert!(!G::ONE_SPELLING || action.to_string() == line, "{line}");
                agree(&game, &legal, action);
            }
            Err(error) => error_law(&error),
        }
    }
}

/// The options a text stands for (`key=value,…`), the usual ones where it stands for none.
pub(crate) fn read_options<G: Subject>(text: &str) -> G::Options {
    let name = G::Options::info().name;
    let spec = if text.is_empty() { name.into() } else { format!("{name}:{text}") };
    let read = spec.parse::<Spec>().and_then(|spec| G::Options::from_spec(&spec));
    let options = read.unwrap_or_else(|error| {
        error_law(&error);
        G::Options::default()
    });
    let canonical = options.spec();
    assert_eq!(G::Options::from_spec(&canonical).as_ref(), Ok(&options), "{canonical}");
    assert_eq!(canonical.to_string().parse::<Spec>().as_ref(), Ok(&canonical));
    options
}

use abaque_core::{ClockRule, Lang, Outcome, Spec};

use crate::FuzzInput;
use crate::laws::{error_law, strict_law};

/// Parses arbitrary text. Input: one line each for a game spec, a position, a view, a clock, a
/// language and a result.
pub fn spec(data: &[u8]) {
    let mut input = FuzzInput::new(data);
    let spec = input.next_line();
    strict_law(&spec, spec.parse::<Spec>());
    match abaque_catalog::open(&spec) {
        Ok(game) => {
            let canonical = game.spec();
            let again = abaque_catalog::open(&canonical);
            let again = again.unwrap_or_else(|error| panic!("{canonical}: {error}"));
            assert_eq!(again.spec(), canonical);
            assert_eq!(again.position(), game.position(), "{spec} and {canonical}");
            assert_eq!(again.legal_plies(), game.legal_plies(), "{spec} and {canonical}");
        }
        Err(error) => error_law(&error),
    }
    let position = input.next_line();
    match abaque_catalog::open_at(&spec, &position) {
        Ok(game) => assert_eq!(game.position(), position),
        Err(error) => error_law(&error),
    }
    let view = input.next_line();
    strict_law(&view, abaque_catalog::canonical_view(&spec, &view));
    let clock = input.next_line();
    strict_law(&clock, clock.parse::<ClockRule>());
    let lang = input.next_line();
    strict_law(&lang, lang.parse::<Lang>());
    let result = input.next_line();
    for game in abaque_catalog::GAMES.iter().map(|entry| (entry.description)()) {
        let parsed = Outcome::parse(&result, game);
        strict_law(&result, parsed.map(|outcome| outcome.to_text(game.letters)));
    }
}

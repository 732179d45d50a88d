use abaque_core::{ClockRule, Lang, Outcome, Spec};

use crate::Bytes;
use crate::laws::{error_law, strict_law};

/// Arbitrary text as a game spec, then a position and a view of it, then a clock, a result and a
/// language.
pub fn spec(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let spec = bytes.line();
    strict_law(&spec, spec.parse::<Spec>());
    match abaque_catalog::open(&spec) {
        Ok(game) => {
            let canonical = game.spec();
            let again = abaque_catalog::open(&canonical);
            let again = again.unwrap_or_else(|error| panic!("{canonical}: {error}"));
            assert_eq!(again.spec(), canonical);
            assert_eq!(again.position(), game.position(), "{spec} and {canonical}");
            assert_eq!(again.legal(), game.legal(), "{spec} and {canonical}");
        }
        Err(error) => error_law(&error),
    }
    let position = bytes.line();
    match abaque_catalog::open_at(&spec, &position) {
        Ok(game) => assert_eq!(game.position(), position),
        Err(error) => error_law(&error),
    }
    let view = bytes.line();
    strict_law(&view, abaque_catalog::check_view(&spec, &view));
    let clock = bytes.line();
    strict_law(&clock, clock.parse::<ClockRule>());
    let lang = bytes.line();
    strict_law(&lang, lang.parse::<Lang>());
    let (result, letters) = (bytes.line(), ['b', 'w']);
    strict_law(&result, Outcome::parse(&result, letters).map(|outcome| outcome.text(letters)));
}

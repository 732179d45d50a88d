use abaque_catalog::AnyGame;
use abaque_core::{ClockRule, Millis, ParseError};

/// The settings of a match, fixed before it starts.
#[derive(Clone)]
pub struct MatchSettings {
    /// The start position.
    pub start: Box<dyn AnyGame>,
    /// The time control.
    pub clock: ClockRule,
    /// Whether players may offer take-backs (COM-02: never in a rated game).
    pub take_backs: bool,
    /// How long an interrupt window stays open (ABR-15); `None`: until answered.
    pub window: Option<Millis>,
}

impl MatchSettings {
    /// The start of a spec, without clock, with take-backs and the usual ten-second window.
    pub fn new(spec: &str) -> Result<MatchSettings, ParseError> {
        Ok(MatchSettings::from_game(abaque_catalog::open(spec)?))
    }

    /// Like [`MatchSettings::new`] from any position.
    pub fn from_game(start: Box<dyn AnyGame>) -> MatchSettings {
        MatchSettings {
            start,
            clock: ClockRule::None,
            take_backs: true,
            window: Some(Millis::from_secs(10)),
        }
    }
}

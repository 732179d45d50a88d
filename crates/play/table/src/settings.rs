use abaque_catalog::AnyGame;
use abaque_core::{ClockRule, Millis, ParseError};

/// The interrupt window of live games.
const LIVE_WINDOW: Millis = Millis::from_secs(10);

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

/// How long a player who interrupts may choose how (ABR-15), where windows have a limit at all.
pub const INTERRUPT_CHOICE: Millis = Millis::from_secs(20);

impl MatchSettings {
    /// The start of a spec, without clock, with take-backs and the usual ten-second window.
    pub fn new(spec: &str) -> Result<MatchSettings, ParseError> {
        Ok(MatchSettings::from_game(abaque_catalog::open(spec)?))
    }

    /// Like [`MatchSettings::new`] from any position.
    pub fn from_game(start: Box<dyn AnyGame>) -> MatchSettings {
        MatchSettings { start, clock: ClockRule::None, take_backs: true, window: Some(LIVE_WINDOW) }
    }

    /// Sets the time control and the interrupt window that goes with it (ABR-15): ten seconds in
    /// live games, one turn in correspondence games, no limit without clocks.
    pub fn set_clock(&mut self, clock: ClockRule) {
        self.clock = clock;
        self.window = match clock {
            ClockRule::Budget { .. } | ClockRule::Delay { .. } => Some(LIVE_WINDOW),
            ClockRule::PerTurn { limit } => Some(limit),
            ClockRule::None => None,
        };
    }
}

use abaque_catalog::AnyGame;
use abaque_core::{BadText, ClockRule, Millis};

/// What is agreed before a game starts.
#[derive(Clone)]
pub struct Setting {
    /// The game where it begins.
    pub start: Box<dyn AnyGame>,
    /// How time is given.
    pub clock: ClockRule,
    /// Whether players may ask to take back (COM-02: never in a rated game).
    pub take_backs: bool,
    /// How long a window to interrupt stays open (ABR-15); `None` keeps it open until answered.
    pub window: Option<Millis>,
}

impl Setting {
    /// The start of a spec, without clock, with take-backs and the usual window of ten seconds.
    pub fn new(spec: &str) -> Result<Setting, BadText> {
        Ok(Setting::of(abaque_catalog::open(spec)?))
    }

    /// The same from any position.
    pub fn of(start: Box<dyn AnyGame>) -> Setting {
        Setting {
            start,
            clock: ClockRule::None,
            take_backs: true,
            window: Some(Millis::seconds(10)),
        }
    }
}

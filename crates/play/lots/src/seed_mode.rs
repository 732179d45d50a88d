/// How the players' seeds are opened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SeedMode {
    /// The creator deposits seed A with the server when the game is created.
    Deposited,
    /// Both players reveal their seeds once both are committed.
    Live,
}

impl SeedMode {
    /// The word in records and in the log of lots.
    pub fn as_str(self) -> &'static str {
        match self {
            SeedMode::Deposited => "deposited",
            SeedMode::Live => "live",
        }
    }

    /// Parses the word that [`SeedMode::as_str`] gives.
    pub fn parse(text: &str) -> Option<SeedMode> {
        match text {
            "deposited" => Some(SeedMode::Deposited),
            "live" => Some(SeedMode::Live),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::SeedMode;

    #[test]
    fn seed_modes_round_trip_as_text() {
        for mode in [SeedMode::Deposited, SeedMode::Live] {
            assert_eq!(SeedMode::parse(mode.as_str()), Some(mode));
        }
        assert_eq!(SeedMode::parse("strict"), None);
    }
}

//! How long guests are kept, for `serve` and `admin tidy`.

use abaque_store::GuestRetention;

use crate::config::Settings;

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// The configured periods.
pub(crate) fn from_settings(settings: &Settings) -> GuestRetention {
    let days = |name: &str| settings.parsed::<i64>(name).map(|days| days * DAY_MS);
    let usual = GuestRetention::default();
    GuestRetention {
        never_played: days("forget-guests").unwrap_or(usual.never_played),
        played: days("forget-players").unwrap_or(usual.played),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::options;

    #[test]
    fn the_defaults_are_those_of_the_store() {
        let days = |name| options::find(name).and_then(|option| option.default?.parse().ok());
        let usual = GuestRetention::default();
        assert_eq!(days("forget-guests"), Some(usual.never_played / DAY_MS));
        assert_eq!(days("forget-players"), Some(usual.played / DAY_MS));
    }
}

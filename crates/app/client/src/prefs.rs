//! User settings, stored between visits.

use abaque_core::Lang;
use abaque_draw::Theme;
use serde::{Deserialize, Serialize};

/// The pages' colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColourScheme {
    /// Follows the system.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// High contrast, black on white.
    Contrast,
    /// High contrast, white on black.
    #[serde(rename = "contrast-dark")]
    ContrastDark,
}

impl ColourScheme {
    /// All colour schemes.
    pub const ALL: [ColourScheme; 5] = [
        ColourScheme::Auto,
        ColourScheme::Light,
        ColourScheme::Dark,
        ColourScheme::Contrast,
        ColourScheme::ContrastDark,
    ];

    /// Name in CSS and storage.
    pub const fn name(self) -> &'static str {
        match self {
            ColourScheme::Auto => "auto",
            ColourScheme::Light => "light",
            ColourScheme::Dark => "dark",
            ColourScheme::Contrast => "contrast",
            ColourScheme::ContrastDark => "contrast-dark",
        }
    }
}

/// What boards are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardMaterial {
    /// Wood, darker in the dark scheme.
    #[default]
    Wood,
    /// Grey stone and felt.
    Stone,
}

impl BoardMaterial {
    /// All materials.
    pub const ALL: [BoardMaterial; 2] = [BoardMaterial::Wood, BoardMaterial::Stone];

    /// Name in CSS and storage.
    pub const fn name(self) -> &'static str {
        match self {
            BoardMaterial::Wood => "wood",
            BoardMaterial::Stone => "stone",
        }
    }
}

/// How fast pieces move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnimationSpeed {
    /// No animation.
    Off,
    /// Quickly.
    Quick,
    /// Slow enough to follow.
    #[default]
    Calm,
}

impl AnimationSpeed {
    /// All speeds.
    pub const ALL: [AnimationSpeed; 3] =
        [AnimationSpeed::Off, AnimationSpeed::Quick, AnimationSpeed::Calm];

    /// Name in CSS and storage.
    pub const fn name(self) -> &'static str {
        match self {
            AnimationSpeed::Off => "off",
            AnimationSpeed::Quick => "quick",
            AnimationSpeed::Calm => "calm",
        }
    }

    /// Duration of a piece's move, in milliseconds.
    pub const fn millis(self) -> u32 {
        match self {
            AnimationSpeed::Off => 0,
            AnimationSpeed::Quick => 160,
            AnimationSpeed::Calm => 340,
        }
    }
}

/// How moves are written in lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MoveListStyle {
    /// In a few words of the game: "slides right".
    #[default]
    Words,
    /// In the notation of records: ">se".
    Notation,
}

impl MoveListStyle {
    /// All styles.
    pub const ALL: [MoveListStyle; 2] = [MoveListStyle::Words, MoveListStyle::Notation];
}

/// All settings. Missing or unknown stored values fall back to the defaults.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Prefs {
    /// Language code; `None` for the browser's language.
    pub lang: Option<String>,
    /// The pages' colours.
    pub shade: ColourScheme,
    /// What boards are made of.
    pub look: BoardMaterial,
    /// Show the names of squares.
    pub coordinates: bool,
    /// Mark target squares.
    pub targets: bool,
    /// Mark the last action.
    pub last: bool,
    /// Mark endangered pieces.
    pub warnings: bool,
    /// How moves are written in lists.
    pub moves: MoveListStyle,
    /// How fast pieces move.
    pub pace: AnimationSpeed,
    /// Play sounds.
    pub sound: bool,
    /// Play forced leaps automatically.
    pub forced: bool,
    /// A turn of several leaps waits for the player's confirmation; until then leaps can be undone.
    pub confirm: bool,
}

impl Default for Prefs {
    fn default() -> Prefs {
        Prefs {
            lang: None,
            shade: ColourScheme::Auto,
            look: BoardMaterial::Wood,
            coordinates: true,
            targets: true,
            last: true,
            warnings: false,
            moves: MoveListStyle::Words,
            pace: AnimationSpeed::Calm,
            sound: true,
            forced: true,
            confirm: true,
        }
    }
}

impl Prefs {
    /// Parses stored settings.
    pub fn parse(text: &str) -> Prefs {
        let Ok(serde_json::Value::Object(stored)) = serde_json::from_str(text) else {
            return Prefs::default();
        };
        // Parsed one by one, so that one bad value does not discard the others.
        let mut read = serde_json::Map::new();
        for (key, value) in stored {
            let alone = serde_json::json!({ &key: value.clone() });
            if serde_json::from_value::<Prefs>(alone).is_ok() {
                read.insert(key, value);
            }
        }
        serde_json::from_value(read.into()).unwrap_or_default()
    }

    /// The text to store.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The language, given the browser's.
    pub fn lang(&self, browser: &str) -> Lang {
        Lang::from_locale(self.lang.as_deref().unwrap_or(browser))
    }

    /// The board theme for dark or light pages.
    pub fn theme(&self, dark: bool) -> Theme {
        match (self.shade, self.look) {
            (ColourScheme::Contrast, _) => Theme::Contrast,
            (ColourScheme::ContrastDark, _) => Theme::ContrastDark,
            (_, BoardMaterial::Stone) => Theme::Stone,
            (ColourScheme::Dark, _) => Theme::Dark,
            (ColourScheme::Auto, _) if dark => Theme::Dark,
            _ => Theme::Light,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_round_trip() {
        let prefs = Prefs {
            lang: Some("fr".into()),
            shade: ColourScheme::Dark,
            pace: AnimationSpeed::Off,
            ..Prefs::default()
        };
        assert_eq!(Prefs::parse(&prefs.to_text()), prefs);
    }

    #[test]
    fn invalid_preferences_fall_back_to_defaults() {
        assert_eq!(Prefs::parse("nonsense"), Prefs::default());
        let read = Prefs::parse(r#"{"shade":"mauve","look":"stone","sound":7,"later":true}"#);
        assert_eq!(read, Prefs { look: BoardMaterial::Stone, ..Prefs::default() });
    }

    #[test]
    fn automatic_language_and_theme_follow_the_browser() {
        let prefs = Prefs::default();
        assert_eq!([prefs.lang("fr-CH"), prefs.lang("de")], [Lang::Fr, Lang::En]);
        assert_eq!([prefs.theme(true), prefs.theme(false)], [Theme::Dark, Theme::Light]);
        let contrast = |shade| Prefs { shade, ..Prefs::default() };
        assert_eq!(contrast(ColourScheme::Contrast).theme(true), Theme::Contrast);
        let dark = contrast(ColourScheme::ContrastDark);
        assert_eq!(dark.theme(false), Theme::ContrastDark);
        assert!(dark.to_text().contains("\"shade\":\"contrast-dark\""));
        assert_eq!(Prefs::parse(&dark.to_text()), dark);
    }
}

//! What a player likes, kept between visits.

use abaque_core::Lang;
use abaque_draw::Theme;
use serde::{Deserialize, Serialize};

/// The colours of pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shade {
    /// As the system has it.
    #[default]
    Auto,
    /// Light.
    Light,
    /// Dark.
    Dark,
    /// As much contrast as can be.
    Contrast,
}

impl Shade {
    /// All of them.
    pub const ALL: [Shade; 4] = [Shade::Auto, Shade::Light, Shade::Dark, Shade::Contrast];

    /// The word in styles and storage.
    pub const fn name(self) -> &'static str {
        match self {
            Shade::Auto => "auto",
            Shade::Light => "light",
            Shade::Dark => "dark",
            Shade::Contrast => "contrast",
        }
    }
}

/// What boards are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Wood, darker in the dark.
    #[default]
    Wood,
    /// Grey stone and felt.
    Stone,
}

impl Look {
    /// All of them.
    pub const ALL: [Look; 2] = [Look::Wood, Look::Stone];

    /// The word in styles and storage.
    pub const fn name(self) -> &'static str {
        match self {
            Look::Wood => "wood",
            Look::Stone => "stone",
        }
    }
}

/// How fast pieces move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pace {
    /// Not at all: they are there.
    Off,
    /// Quickly.
    Quick,
    /// So that one can follow.
    #[default]
    Calm,
}

impl Pace {
    /// All of them.
    pub const ALL: [Pace; 3] = [Pace::Off, Pace::Quick, Pace::Calm];

    /// The word in styles and storage.
    pub const fn name(self) -> &'static str {
        match self {
            Pace::Off => "off",
            Pace::Quick => "quick",
            Pace::Calm => "calm",
        }
    }

    /// How long a piece is on its way, in milliseconds.
    pub const fn millis(self) -> u32 {
        match self {
            Pace::Off => 0,
            Pace::Quick => 160,
            Pace::Calm => 340,
        }
    }
}

/// All settings. Whatever a stored text does not say, or says in a way no longer known, is as it was at first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Prefs {
    /// The language by its code; nothing: the browser's.
    pub lang: Option<String>,
    /// The colours of pages.
    pub shade: Shade,
    /// What boards are made of.
    pub look: Look,
    /// Names of squares.
    pub coordinates: bool,
    /// Marks on squares one can go to.
    pub targets: bool,
    /// Marks on the last action.
    pub last: bool,
    /// Marks on what is in danger.
    pub warnings: bool,
    /// How fast pieces move.
    pub pace: Pace,
    /// Sounds.
    pub sound: bool,
    /// A throw that leaves one leap only is played by itself.
    pub forced: bool,
    /// A turn of several leaps ends only when its player says so: until then they can be undone.
    pub confirm: bool,
}

impl Default for Prefs {
    fn default() -> Prefs {
        Prefs {
            lang: None,
            shade: Shade::Auto,
            look: Look::Wood,
            coordinates: true,
            targets: true,
            last: true,
            warnings: false,
            pace: Pace::Calm,
            sound: true,
            forced: true,
            confirm: true,
        }
    }
}

impl Prefs {
    /// Settings from a stored text.
    pub fn read(text: &str) -> Prefs {
        let Ok(serde_json::Value::Object(stored)) = serde_json::from_str(text) else {
            return Prefs::default();
        };
        // One by one, so that one bad value does not take the others with it.
        let mut read = serde_json::Map::new();
        for (key, value) in stored {
            let alone = serde_json::json!({ &key: value.clone() });
            if serde_json::from_value::<Prefs>(alone).is_ok() {
                read.insert(key, value);
            }
        }
        serde_json::from_value(read.into()).unwrap_or_default()
    }

    /// The settings as a text to store.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The language, given the browser's.
    pub fn lang(&self, browser: &str) -> Lang {
        Lang::of_locale(self.lang.as_deref().unwrap_or(browser))
    }

    /// How boards are drawn where the page is dark or not.
    pub fn theme(&self, dark: bool) -> Theme {
        match (self.shade, self.look) {
            (Shade::Contrast, _) => Theme::Contrast,
            (_, Look::Stone) => Theme::Stone,
            (Shade::Dark, _) => Theme::Dark,
            (Shade::Auto, _) if dark => Theme::Dark,
            _ => Theme::Light,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back() {
        let prefs = Prefs {
            lang: Some("fr".into()),
            shade: Shade::Dark,
            pace: Pace::Off,
            ..Prefs::default()
        };
        assert_eq!(Prefs::read(&prefs.text()), prefs);
    }

    #[test]
    fn bad_settings_do_no_harm() {
        assert_eq!(Prefs::read("nonsense"), Prefs::default());
        let read = Prefs::read(r#"{"shade":"mauve","look":"stone","sound":7,"later":true}"#);
        assert_eq!(read, Prefs { look: Look::Stone, ..Prefs::default() });
    }

    #[test]
    fn language_and_theme_follow() {
        let prefs = Prefs::default();
        assert_eq!([prefs.lang("fr-CH"), prefs.lang("de")], [Lang::Fr, Lang::En]);
        assert_eq!([prefs.theme(true), prefs.theme(false)], [Theme::Dark, Theme::Light]);
        assert_eq!(Prefs { shade: Shade::Contrast, ..prefs }.theme(true), Theme::Contrast);
    }
}

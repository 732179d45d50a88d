use std::fmt;
use std::str::FromStr;

use crate::{BadText, GameInfo, OptionInfo, Words, said};

/// A game and its options as text: `name` or `name:key=value,key=value`. Spelled, not yet
/// checked against a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The game's name.
    pub name: String,
    /// Keys and values in the order given.
    pub pairs: Vec<(String, String)>,
}

impl Spec {
    /// The value given for `key`, if any.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.pairs.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.pairs.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl FromStr for Spec {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        if name.is_empty() {
            return Err(bad_spec(text, "the name is missing", "le nom manque"));
        }
        let mut pairs: Vec<(String, String)> = Vec::new();
        if let Some(rest) = rest {
            for item in rest.split(',') {
                match item.split_once('=') {
                    Some((key, value)) if !key.is_empty() && !value.is_empty() => {
                        if pairs.iter().any(|(k, _)| k == key) {
                            return Err(BadText::new(
                                "SPEC",
                                said!(
                                    "option `{key}` is given twice in `{text}`",
                                    "l'option « {key} » est donnée deux fois dans « {text} »"
                                ),
                            ));
                        }
                        pairs.push((key.into(), value.into()));
                    }
                    _ => {
                        return Err(bad_spec(
                            text,
                            "every option is key=value with neither empty",
                            "chaque option est clé=valeur, ni l'une ni l'autre vide",
                        ));
                    }
                }
            }
        }
        Ok(Spec { name: name.into(), pairs })
    }
}

fn bad_spec(text: &str, en: &str, fr: &str) -> BadText {
    BadText::new(
        "SPEC",
        said!(
            "`{text}` is no game spec: {en}; write `name` or `name:key=value,key=value`",
            "« {text} » ne désigne pas un jeu : {fr} ; écrire « nom » ou « nom:clé=valeur,clé=valeur »"
        ),
    )
}

/// The options of one game, readable from and printable to a [`Spec`].
pub trait Options: Clone + PartialEq + fmt::Debug + Default + Send + Sync + 'static {
    /// The game these belong to.
    fn info() -> &'static GameInfo;

    /// Sets one option; `key` is one of the game's. The error says which values are allowed.
    fn set(&mut self, key: &'static str, value: &str) -> Result<(), BadText>;

    /// The canonical text of one option's value; `key` is one of the game's.
    fn get(&self, key: &'static str) -> String;

    /// Checks what no single option shows (called after all were set).
    fn validate(&self) -> Result<(), BadText> {
        Ok(())
    }

    /// Reads the options of a spec; the name has already been matched. Final.
    fn from_spec(spec: &Spec) -> Result<Self, BadText> {
        let mut options = Self::default();
        for (key, value) in &spec.pairs {
            options.set(known_key(Self::info(), key)?, value)?;
        }
        options.validate()?;
        Ok(options)
    }

    /// The canonical spec: options that differ from their defaults, in the game's order. Final.
    fn spec(&self) -> Spec {
        let pairs = Self::info().options.iter().filter_map(|option| {
            let value = self.get(option.key);
            (value != option.default).then(|| (option.key.to_string(), value))
        });
        Spec { name: Self::info().name.into(), pairs: pairs.collect() }
    }
}

fn known_key(info: &'static GameInfo, key: &str) -> Result<&'static str, BadText> {
    info.options.iter().find(|option| option.key == key).map(|option| option.key).ok_or_else(|| {
        let name = info.name;
        let keys = info.options.iter().map(|option| option.key).collect::<Vec<_>>().join(", ");
        BadText::new(
            "SPEC",
            said!(
                "`{name}` has no option `{key}`; allowed: {keys}",
                "« {name} » n'a pas d'option « {key} » ; possibles : {keys}"
            ),
        )
    })
}

impl OptionInfo {
    /// The error for a value this option does not take.
    pub fn refuse(&self, value: &str) -> BadText {
        let (key, Words { en, fr }) = (self.key, self.values);
        BadText::new(
            key,
            said!(
                "`{value}` is not allowed for option `{key}`; allowed: {en}",
                "« {value} » n'est pas permis pour l'option « {key} » ; permis : {fr}"
            ),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_round_trip() {
        for text in ["abalone", "abalone:target=4", "abraxas:sheet=3,push=either"] {
            assert_eq!(text.parse::<Spec>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn strictness() {
        for text in
            ["", ":", "a:", "a:b", "a:b=", "a:=c", "a:b=c,", "a:b=c,b=d", "a:,b=c", "a:b=c,,d=e"]
        {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}

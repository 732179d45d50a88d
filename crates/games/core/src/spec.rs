use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::{GameDescription, OptionDescription, ParseError, StaticMessage, message};

/// A game and its options as text: `name` or `name:key=value,key=value`. Parsed, but not validated
/// against a game.
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
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
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
                            return Err(ParseError::new(
                                "SPEC",
                                message!(
                                    "option `{key}` is given twice in `{text}`",
                                    "l'option «\u{a0}{key}\u{a0}» est donnée deux fois dans «\u{a0}{text}\u{a0}»"
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

fn bad_spec(text: &str, en: &str, fr: &str) -> ParseError {
    ParseError::new(
        "SPEC",
        message!(
            "`{text}` is not a game spec: {en}; write `name` or `name:key=value,key=value`",
            "«\u{a0}{text}\u{a0}» ne désigne pas un jeu\u{a0}: {fr}\u{a0}; écrire «\u{a0}nom\u{a0}» ou «\u{a0}nom:clé=valeur,clé=valeur\u{a0}»"
        ),
    )
}

/// The options of one game, convertible from and to a [`Spec`].
pub trait GameOptions: Clone + PartialEq + fmt::Debug + Default + Send + Sync + 'static {
    /// The description of the game these options belong to.
    fn description() -> &'static GameDescription;

    /// Sets one option; `key` is one of the game's. The error says which values are allowed.
    fn set(&mut self, key: &'static str, value: &str) -> Result<(), ParseError>;

    /// The canonical text of one option's value; `key` is one of the game's.
    fn get(&self, key: &'static str) -> String;

    /// Checks combinations of options; called after all are set.
    fn validate(&self) -> Result<(), ParseError> {
        Ok(())
    }

    /// Reads the options of a spec whose name already matched. Final.
    fn from_spec(spec: &Spec) -> Result<Self, ParseError> {
        let mut options = Self::default();
        for (key, value) in &spec.pairs {
            options.set(known_key(Self::description(), key)?, value)?;
        }
        options.validate()?;
        Ok(options)
    }

    /// The canonical spec: the options that differ from their defaults, in the game's order. Final.
    fn to_spec(&self) -> Spec {
        let pairs = Self::description().options.iter().filter_map(|option| {
            let value = self.get(option.key);
            (value != option.default).then(|| (option.key.to_string(), value))
        });
        Spec { name: Self::description().name.into(), pairs: pairs.collect() }
    }
}

fn known_key(info: &'static GameDescription, key: &str) -> Result<&'static str, ParseError> {
    info.options.iter().find(|option| option.key == key).map(|option| option.key).ok_or_else(|| {
        let name = info.name;
        let keys = info.options.iter().map(|option| option.key).collect::<Vec<_>>().join(", ");
        ParseError::new(
            "SPEC",
            message!(
                "`{name}` has no option `{key}`; allowed: {keys}",
                "«\u{a0}{name}\u{a0}» n'a pas d'option «\u{a0}{key}\u{a0}»\u{a0}; possibles\u{a0}: {keys}"
            ),
        )
    })
}

impl OptionDescription {
    /// The error for a value this option does not accept.
    pub fn invalid_value(&self, value: &str) -> ParseError {
        let (key, StaticMessage { en, fr }) = (self.key, self.values);
        ParseError::new(
            key,
            message!(
                "`{value}` is not allowed for option `{key}`; allowed: {en}",
                "«\u{a0}{value}\u{a0}» n'est pas permis pour l'option «\u{a0}{key}\u{a0}»\u{a0}; permis\u{a0}: {fr}"
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
    fn malformed_specs_are_refused() {
        for text in
            ["", ":", "a:", "a:b", "a:b=", "a:=c", "a:b=c,", "a:b=c,b=d", "a:,b=c", "a:b=c,,d=e"]
        {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}

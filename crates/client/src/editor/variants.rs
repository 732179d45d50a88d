//! The options of the game a position belongs to.

use abaque_core::{BadText, OptionInfo, Spec, Words};

use super::fields::ITSELF;
use super::{Editor, Field};

impl Editor {
    /// The options whose values can be listed.
    pub fn variants(&self) -> Vec<Field> {
        let Ok(entry) = abaque_catalog::find(self.craft.game) else { return Vec::new() };
        let options = (entry.info)().options.iter();
        let field = |option: &OptionInfo| {
            let values = allowed(option);
            let value = self.option(option.key);
            (!values.is_empty()).then_some(Field {
                id: option.key,
                name: option.help,
                values,
                value,
            })
        };
        options.filter_map(field).collect()
    }

    /// Chooses an option; what stands on the board stays.
    pub fn vary(&mut self, key: &str, value: &str) -> Result<(), BadText> {
        let mut spec: Spec = self.spec.parse()?;
        spec.pairs.retain(|(known, _)| known != key);
        spec.pairs.push((key.to_owned(), value.to_owned()));
        self.set_spec(&spec.to_string())
    }

    /// What an option is here.
    pub(super) fn option(&self, key: &str) -> String {
        let given = self.spec.parse::<Spec>().ok().and_then(|spec| spec.get(key).map(String::from));
        let usual = || {
            let info = abaque_catalog::find(self.craft.game).ok().map(|entry| (entry.info)())?;
            let option = info.options.iter().find(|option| option.key == key)?;
            Some(option.default.to_owned())
        };
        given.or_else(usual).unwrap_or_default()
    }
}

/// The values of an option, where they are words (`ccw | either`) or numbers (`1-12`).
fn allowed(option: &OptionInfo) -> Vec<(String, Words)> {
    let text = option.values.en;
    let numbers = text
        .split_once('-')
        .and_then(|(least, most)| Some((least.parse::<u8>().ok()?, most.parse::<u8>().ok()?)));
    if let Some((least, most)) = numbers {
        return (least..=most).map(|number| (number.to_string(), ITSELF)).collect();
    }
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let words: Vec<&str> = text.split('|').map(str::trim).collect();
    let listed = words.len() > 1 && words.iter().all(|word| word.chars().all(plain));
    words.into_iter().filter(|_| listed).map(|word| (word.to_owned(), ITSELF)).collect()
}

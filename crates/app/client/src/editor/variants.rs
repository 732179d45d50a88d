//! Editing the options of the position's game.

use abaque_core::{OptionDescription, ParseError, Spec, StaticMessage};
use abaque_draw::editor::NO_LABEL;

use super::{Editor, EditorField};

impl Editor {
    /// The options whose values can be listed.
    pub fn variants(&self) -> Vec<EditorField> {
        let options = self.state.description.options.iter();
        let field = |option: &OptionDescription| {
            let values = listed_values(option);
            let value = self.state.option_value(option.key);
            (!values.is_empty()).then_some(EditorField {
                id: option.key,
                name: option.help,
                values,
                value,
            })
        };
        options.filter_map(field).collect()
    }

    /// Sets an option; the pieces stay.
    pub fn set_variant(&mut self, key: &str, value: &str) -> Result<(), ParseError> {
        let mut spec: Spec = self.state.spec.parse()?;
        spec.pairs.retain(|(known, _)| known != key);
        spec.pairs.push((key.to_owned(), value.to_owned()));
        self.set_spec(&spec.to_string())
    }
}

/// The values of an option given as words (`ccw | either`) or as a range (`1-12`).
fn listed_values(option: &OptionDescription) -> Vec<(String, StaticMessage)> {
    let text = option.values.en;
    let numbers = text
        .split_once('-')
        .and_then(|(least, most)| Some((least.parse::<u8>().ok()?, most.parse::<u8>().ok()?)));
    if let Some((least, most)) = numbers {
        return (least..=most).map(|number| (number.to_string(), NO_LABEL)).collect();
    }
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let words: Vec<&str> = text.split('|').map(str::trim).collect();
    let listed = words.len() > 1 && words.iter().all(|word| word.chars().all(plain));
    words.into_iter().filter(|_| listed).map(|word| (word.to_owned(), NO_LABEL)).collect()
}

//! The example configuration file.

use abaque_core::{Lang, message};

use super::options::{OPTIONS, ServerOption, ValueKind};
use crate::output::wrap;

/// A commented `abaque.toml` with every option, each switched off.
pub(crate) fn example(lang: Lang) -> String {
    let head = message!(
        "Configuration of an Abaque server: /etc/abaque/abaque.toml.\n\
         Take the # off a line to set it. A flag (--port 4816) or a variable\n\
         (ABAQUE_PORT=4816) of the same name takes precedence over this file.\n\
         `abaque config show` prints what applies, `abaque doctor` checks it.",
        "Configuration d'un serveur Abaque\u{a0}: /etc/abaque/abaque.toml.\n\
         Enlever le # d'une ligne pour qu'elle compte. Une option (--port 4816) ou\n\
         une variable (ABAQUE_PORT=4816) du même nom l'emporte sur ce fichier.\n\
         «\u{a0}abaque config show\u{a0}» montre ce qui vaut, «\u{a0}abaque doctor\u{a0}» le contrôle."
    );
    let mut text = comment(head.get(lang));
    for option in OPTIONS {
        text.push('\n');
        text += &comment(option.help.get(lang));
        text += &format!("#{} = {}\n", option.name, option.to_toml(&[option.example]));
        if let Some(key) = option.file_key {
            text += &format!("#{key} = \"/etc/abaque/{}\"\n", option.name);
        }
    }
    text
}

/// The text as comments that fit a terminal.
fn comment(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| wrap(&format!("  {line}"), 2)).collect();
    lines.join("\n").lines().map(|line| format!("#{}\n", &line[1..])).collect()
}

impl ServerOption {
    /// These values as they are written in `abaque.toml`.
    pub(crate) fn to_toml(&self, values: &[&str]) -> String {
        let quoted = |text: &str| {
            let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"{escaped}\"")
        };
        match self.kind {
            ValueKind::Switch | ValueKind::Number { .. } => values.concat(),
            ValueKind::TextList if values.len() != 1 => {
                let values: Vec<String> = values.iter().map(|value| quoted(value)).collect();
                format!("[{}]", values.join(", "))
            }
            _ => quoted(&values.concat()),
        }
    }
}

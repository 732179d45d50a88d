//! French messages for command line errors; clap has the English ones.

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};

/// The message, or `None` to leave it to clap (help and version, for example).
pub(crate) fn in_french(error: &Error) -> Option<String> {
    let argument = || context_text(error, ContextKind::InvalidArg);
    let value = || context_text(error, ContextKind::InvalidValue);
    let what = match error.kind() {
        ErrorKind::UnknownArgument => format!("argument inconnu\u{a0}: {}", argument()?),
        ErrorKind::InvalidSubcommand => {
            format!(
                "commande inconnue\u{a0}: {}",
                context_text(error, ContextKind::InvalidSubcommand)?
            )
        }
        ErrorKind::MissingRequiredArgument => format!("il manque\u{a0}: {}", argument()?),
        ErrorKind::InvalidValue if value().is_none_or(|value| value.is_empty()) => {
            format!("il manque une valeur pour {}", argument()?)
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            let possible = context_text(error, ContextKind::ValidValue);
            let possible =
                possible.map_or(String::new(), |list| format!("\u{a0}; possibles\u{a0}: {list}"));
            format!("«\u{a0}{}\u{a0}» ne convient pas pour {}{possible}", value()?, argument()?)
        }
        ErrorKind::ArgumentConflict => match context_text(error, ContextKind::PriorArg) {
            Some(other) => format!("{} ne va pas avec {other}", argument()?),
            None => format!("{} est donné plusieurs fois", argument()?),
        },
        ErrorKind::WrongNumberOfValues | ErrorKind::TooFewValues | ErrorKind::TooManyValues => {
            format!("{} n'a pas le bon nombre de valeurs", argument()?)
        }
        ErrorKind::MissingSubcommand => "il manque une commande".into(),
        _ => return None,
    };
    Some(format!("abaque: {what}\n\nVoir «\u{a0}abaque --help\u{a0}»."))
}

fn context_text(error: &Error, kind: ContextKind) -> Option<String> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text.clone()),
        ContextValue::Strings(texts) => Some(texts.join(", ")),
        _ => None,
    }
}

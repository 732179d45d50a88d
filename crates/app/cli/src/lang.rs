use std::ffi::OsString;

use abaque_core::Lang;

/// The language: `--lang` anywhere (help texts need it before arguments are parsed), else the
/// locale. A wrong `--lang` is rejected later, with the other arguments.
pub(crate) fn choose_lang(arguments: &[OsString]) -> Lang {
    let texts: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let given = texts.iter().enumerate().find_map(|(i, text)| match text.strip_prefix("--lang=") {
        Some(code) => Some(code),
        None => (*text == "--lang").then(|| texts.get(i + 1).copied()).flatten(),
    });
    given.and_then(|code| code.parse().ok()).unwrap_or_else(from_environment)
}

fn from_environment() -> Lang {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    Lang::from_locale(&locale.unwrap_or_default())
}

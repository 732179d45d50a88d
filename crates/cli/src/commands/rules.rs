use std::io::Write;

use abaque_core::Lang;
use clap::ArgMatches;

use super::text;
use crate::failure::Failure;

/// The rules as players read them, by game and language; one source for the program and the docs.
macro_rules! rules {
    ($($name:literal),*) => {
        &[$(($name, [
            include_str!(concat!("../../../../docs/rules/", $name, ".en.md")),
            include_str!(concat!("../../../../docs/rules/", $name, ".fr.md")),
        ])),*]
    };
}

static RULES: &[(&str, [&str; 2])] = rules!["abalone", "abraxas", "abagio", "blocs"];
static COMMON: [&str; 2] = [
    include_str!("../../../../docs/rules/common.en.md"),
    include_str!("../../../../docs/rules/common.fr.md"),
];

/// `abaque rules`.
pub(crate) fn run(matches: &ArgMatches, lang: Lang) -> Result<(), Failure> {
    let name = text(matches, "game");
    let spec: abaque_core::Spec = name.parse()?;
    abaque_catalog::find(&spec.name)?;
    let language = lang as usize;
    let mut out = std::io::stdout().lock();
    for (_, texts) in RULES.iter().filter(|(game, _)| *game == spec.name) {
        writeln!(out, "{}", texts[language])?;
    }
    writeln!(out, "{}", COMMON[language])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_rules_in_both_languages() {
        for entry in abaque_catalog::GAMES {
            let name = (entry.info)().name;
            let texts = RULES.iter().find(|(game, _)| *game == name).map(|(_, texts)| texts);
            assert!(texts.is_some_and(|texts| texts.iter().all(|text| text.len() > 500)), "{name}");
        }
    }
}

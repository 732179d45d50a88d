use abaque_catalog::{open, open_at};
use abaque_core::{ClockRule, Outcome, Reason, Said, Words, said};
use abaque_lots::{VERSION, from_hex};

use crate::error::{clip, told};
use crate::limits::{MAX_NAME, MAX_VALUE};

/// A tag this format knows: the order here is the order in which they are written.
#[derive(Debug)]
pub struct TagInfo {
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub about: Words,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Spec,
    Text,
    Id,
    Date,
    Result,
    Position,
    Clock,
    Choice(&'static [&'static str]),
    Hex,
}

const fn tag(name: &'static str, kind: Kind, en: &'static str, fr: &'static str) -> TagInfo {
    TagInfo { name, about: Words::new(en, fr), kind }
}

/// Every tag with a meaning; others are kept as they are.
pub static TAGS: &[TagInfo] = &[
    tag("Game", Kind::Spec, "the game spec", "le jeu et ses options"),
    tag("Event", Kind::Text, "the event", "l'événement"),
    tag("Site", Kind::Text, "the place", "le lieu"),
    tag("Date", Kind::Date, "the day it began", "le jour du début"),
    tag("Round", Kind::Text, "the round", "la ronde"),
    tag("First", Kind::Text, "the first player", "le premier joueur"),
    tag("Second", Kind::Text, "the second player", "le second joueur"),
    tag("Result", Kind::Result, "how it ended", "comment elle finit"),
    tag("Start", Kind::Position, "the position it began from", "la position de départ"),
    tag("Clock", Kind::Clock, "the clock", "la pendule"),
    tag(
        "Takebacks",
        Kind::Choice(&["yes", "no"]),
        "whether plies could be taken back",
        "si l'on pouvait reprendre un coup",
    ),
    tag("Lots", Kind::Choice(&[VERSION]), "the scheme of the lots", "le procédé de tirage"),
    tag("GameId", Kind::Id, "the game's name in every hash", "le nom de la partie dans les sceaux"),
    tag("CommitTable", Kind::Hex, "the table's commitment", "l'engagement de la table"),
    tag("CommitA", Kind::Hex, "player A's commitment", "l'engagement du joueur A"),
    tag("CommitB", Kind::Hex, "player B's commitment", "l'engagement du joueur B"),
    tag("SeedTable", Kind::Hex, "the table's seed", "la graine de la table"),
    tag("SeedA", Kind::Hex, "player A's seed", "la graine du joueur A"),
    tag("SeedB", Kind::Hex, "player B's seed", "la graine du joueur B"),
    tag("SeatOfA", Kind::Choice(&["First", "Second"]), "where A sits", "la place du joueur A"),
    tag(
        "Sides",
        Kind::Choice(&["lot", "chosen"]),
        "how the seats were given",
        "comment les places furent données",
    ),
    tag("SealFirst", Kind::Hex, "the seal of First's set-up", "le sceau du premier"),
    tag("NonceFirst", Kind::Hex, "what opens it", "ce qui l'ouvre"),
    tag("SealSecond", Kind::Hex, "the seal of Second's set-up", "le sceau du second"),
    tag("NonceSecond", Kind::Hex, "what opens it", "ce qui l'ouvre"),
];

/// Where a tag is written: known ones in the order of [`TAGS`], then the others.
pub(crate) fn rank(name: &str) -> usize {
    TAGS.iter().position(|tag| tag.name == name).unwrap_or(TAGS.len())
}

/// What a value of a tag may depend on.
pub(crate) struct Context<'a> {
    pub(crate) spec: &'a str,
    pub(crate) letters: [char; 2],
}

/// Checks the name and the value of a tag.
pub(crate) fn check_tag(name: &str, value: &str, context: &Context) -> Result<(), Said> {
    let letter = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    if name.len() > MAX_NAME
        || !name.bytes().all(letter)
        || !name.starts_with(|c: char| c.is_ascii_alphabetic())
    {
        let name = clip(name);
        return Err(said!(
            "`{name}` cannot name a tag: a letter, then letters, digits or `_`, at most {MAX_NAME}",
            "« {name} » ne peut nommer une balise : une lettre, puis lettres, chiffres ou « _ », {MAX_NAME} au plus"
        ));
    }
    check_value(value).map_err(|why| of_tag(name, &why))?;
    let Some(info) = TAGS.iter().find(|tag| tag.name == name) else { return Ok(()) };
    info.kind.check(value, context).map_err(|why| of_tag(name, &why))
}

/// What every value must obey, whatever its tag.
pub(crate) fn check_value(value: &str) -> Result<(), Said> {
    if value.len() > MAX_VALUE || value.chars().any(char::is_control) {
        return Err(said!(
            "a value is at most {MAX_VALUE} bytes on one line, without control characters",
            "une valeur tient en {MAX_VALUE} octets sur une ligne, sans caractères de contrôle"
        ));
    }
    Ok(())
}

/// Puts the tag's name before what is wrong with it.
pub(crate) fn of_tag(name: &str, why: &Said) -> Said {
    let Said { en, fr } = why;
    said!("tag {name}: {en}", "balise {name} : {fr}")
}

impl Kind {
    fn check(&self, value: &str, context: &Context) -> Result<(), Said> {
        let shown = clip(value);
        let need = |ok: bool, allowed: Said| {
            let Said { en, fr } = allowed;
            ok.then_some(()).ok_or_else(|| {
                said!("`{shown}` is not allowed; {en}", "« {shown} » n'est pas permis ; {fr}")
            })
        };
        match self {
            Kind::Text => Ok(()),
            Kind::Spec => open(value).map(drop).map_err(|error| told(&error)),
            Kind::Position => open_at(context.spec, value).map(drop).map_err(|error| told(&error)),
            Kind::Clock => value.parse::<ClockRule>().map(drop).map_err(|error| error.said),
            Kind::Result => read_result(value, context.letters).map(drop),
            Kind::Id => need(
                !value.is_empty() && value.bytes().all(|b| b.is_ascii_graphic()),
                said!(
                    "an id is printable ASCII without spaces",
                    "un nom de partie s'écrit en ASCII visible, sans espaces"
                ),
            ),
            Kind::Date => need(
                is_date(value),
                said!(
                    "write YYYY.MM.DD, with ? for digits that are not known",
                    "écrire AAAA.MM.JJ, avec ? pour les chiffres inconnus"
                ),
            ),
            Kind::Hex => need(
                from_hex(value).is_some(),
                said!("write 64 hexadecimal digits", "écrire 64 chiffres hexadécimaux"),
            ),
            Kind::Choice(words) => {
                let all = words.join(", ");
                need(words.contains(&value), said!("write one of: {all}", "écrire : {all}"))
            }
        }
    }
}

/// Reads the tag `Result`: `None` for `*`.
pub(crate) fn read_result(value: &str, letters: [char; 2]) -> Result<Option<Outcome>, Said> {
    if value == "*" {
        return Ok(None);
    }
    let outcome = Outcome::parse(value, letters).map_err(|error| {
        let Said { en, fr } = error.said;
        said!("{en}; or `*` while it goes on", "{fr} ; ou « * » tant qu'elle n'est pas finie")
    })?;
    let wins_only = matches!(
        outcome.reason(),
        Reason::Ejection
            | Reason::Blocked
            | Reason::Target
            | Reason::Pond
            | Reason::Resignation
            | Reason::Time
    );
    let draws_only =
        matches!(outcome.reason(), Reason::Repetition | Reason::NoProgress | Reason::Agreement);
    match outcome {
        Outcome::Win(..) if draws_only => Err(said!(
            "`{value}` contradicts itself: that is a draw",
            "« {value} » se contredit : c'est une partie nulle"
        )),
        Outcome::Draw(_) if wins_only => Err(said!(
            "`{value}` contradicts itself: that is a win",
            "« {value} » se contredit : c'est une partie gagnée"
        )),
        _ => Ok(Some(outcome)),
    }
}

fn is_date(value: &str) -> bool {
    let parts: Vec<&str> = value.split('.').collect();
    let [year, month, day] = parts[..] else { return false };
    let digits = |part: &str, len: usize| {
        part.len() == len && part.bytes().all(|b| b.is_ascii_digit() || b == b'?')
    };
    if !digits(year, 4) || !digits(month, 2) || !digits(day, 2) {
        return false;
    }
    let (month, day) = (month.parse::<u32>().ok(), day.parse::<u32>().ok());
    let leap = year.parse::<u32>().map_or(true, |y| y % 4 == 0 && (y % 100 != 0 || y % 400 == 0));
    let longest = match month {
        Some(4 | 6 | 9 | 11) => 30,
        Some(2) => 28 + u32::from(leap),
        _ => 31,
    };
    month.is_none_or(|m| (1..=12).contains(&m)) && day.is_none_or(|d| (1..=longest).contains(&d))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_exist() {
        for date in ["2026.11.15", "2024.02.29", "2000.02.29", "????.??.??", "2026.??.31"] {
            assert!(is_date(date), "{date}");
        }
        for date in ["2026.02.29", "1900.02.29", "2026.13.01", "2026.00.01", "2026.04.31", "26.1.1"]
        {
            assert!(!is_date(date), "{date}");
        }
    }

    #[test]
    fn results_make_sense() {
        let read = |text| read_result(text, ['b', 'w']);
        assert_eq!(read("*"), Ok(None));
        for text in ["b wins ejection", "w wins time", "draw repetition", "draw stuck"] {
            assert!(read(text).is_ok(), "{text}");
        }
        for text in ["", "1-0", "draw time", "b wins repetition", "b wins agreement", "r wins time"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }
}

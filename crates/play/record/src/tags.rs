use abaque_catalog::{open, open_at};
use abaque_core::{ClockRule, GameDescription, Message, Outcome, StaticMessage, message};
use abaque_lots::{SCHEME_VERSION, from_hex};

use crate::error::{to_message, truncate_for_message};
use crate::limits::{MAX_NAME, MAX_VALUE};

/// A standard tag of the format.
#[derive(Debug)]
pub struct TagInfo {
    /// The tag name.
    pub name: &'static str,
    /// The meaning of the tag.
    pub about: StaticMessage,
    kind: TagKind,
}

#[derive(Debug)]
enum TagKind {
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

const fn tag(name: &'static str, kind: TagKind, en: &'static str, fr: &'static str) -> TagInfo {
    TagInfo { name, about: StaticMessage::new(en, fr), kind }
}

/// Every standard tag, in writing order; other tags are kept as they are.
pub static TAGS: &[TagInfo] = &[
    tag("Game", TagKind::Spec, "the game spec", "le jeu et ses options"),
    tag("Event", TagKind::Text, "the event", "l'événement"),
    tag("Site", TagKind::Text, "the place", "le lieu"),
    tag("Date", TagKind::Date, "the day it began", "le jour du début"),
    tag("Round", TagKind::Text, "the round", "la ronde"),
    tag("First", TagKind::Text, "the first player", "le premier joueur"),
    tag("Second", TagKind::Text, "the second player", "le second joueur"),
    tag("Result", TagKind::Result, "how it ended", "comment elle finit"),
    tag("Start", TagKind::Position, "the position it began from", "la position de départ"),
    tag("Clock", TagKind::Clock, "the clock", "la pendule"),
    tag(
        "Takebacks",
        TagKind::Choice(&["yes", "no"]),
        "whether moves could be taken back",
        "si l'on pouvait reprendre un coup",
    ),
    tag(
        "Lots",
        TagKind::Choice(&[SCHEME_VERSION]),
        "the random draw scheme",
        "le procédé de tirage",
    ),
    tag(
        "GameId",
        TagKind::Id,
        "the game's name in every hash",
        "le nom de la partie dans les sceaux",
    ),
    tag("CommitTable", TagKind::Hex, "the table's commitment", "l'engagement de la table"),
    tag("CommitA", TagKind::Hex, "player A's commitment", "l'engagement du joueur A"),
    tag("CommitB", TagKind::Hex, "player B's commitment", "l'engagement du joueur B"),
    tag("SeedTable", TagKind::Hex, "the table's seed", "la clé de tirage de la table"),
    tag("SeedA", TagKind::Hex, "player A's seed", "la clé de tirage du joueur A"),
    tag("SeedB", TagKind::Hex, "player B's seed", "la clé de tirage du joueur B"),
    tag(
        "Seeds",
        TagKind::Choice(&["deposited", "live"]),
        "how the players' seeds were revealed",
        "comment les clés de tirage des joueurs ont été révélées",
    ),
    tag("SeatOfA", TagKind::Choice(&["First", "Second"]), "where A sits", "la place du joueur A"),
    tag(
        "Sides",
        TagKind::Choice(&["lot", "chosen"]),
        "how the seats were assigned",
        "comment les places ont été attribuées",
    ),
    tag("SealFirst", TagKind::Hex, "the seal of First's set-up", "le sceau du premier"),
    tag("NonceFirst", TagKind::Hex, "what opens it", "ce qui l'ouvre"),
    tag("SealSecond", TagKind::Hex, "the seal of Second's set-up", "le sceau du second"),
    tag("NonceSecond", TagKind::Hex, "what opens it", "ce qui l'ouvre"),
];

/// The sort key of a tag: standard tags in the order of [`TAGS`], then the others.
pub(crate) fn tag_order(name: &str) -> usize {
    TAGS.iter().position(|tag| tag.name == name).unwrap_or(TAGS.len())
}

/// The record data that a tag's value may depend on.
pub(crate) struct TagContext<'a> {
    pub(crate) spec: &'a str,
    pub(crate) game: &'a GameDescription,
}

/// Checks a tag's name and value.
pub(crate) fn check_tag(name: &str, value: &str, context: &TagContext) -> Result<(), Message> {
    let letter = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    if name.len() > MAX_NAME
        || !name.bytes().all(letter)
        || !name.starts_with(|c: char| c.is_ascii_alphabetic())
    {
        let name = truncate_for_message(name);
        return Err(message!(
            "`{name}` cannot name a tag: a letter, then letters, digits or `_`, at most {MAX_NAME}",
            "«\u{a0}{name}\u{a0}» ne peut nommer une balise\u{a0}: une lettre, puis lettres, chiffres ou «\u{a0}_\u{a0}», {MAX_NAME} au plus"
        ));
    }
    check_value(value).map_err(|why| tag_error(name, &why))?;
    let Some(info) = TAGS.iter().find(|tag| tag.name == name) else { return Ok(()) };
    info.kind.check(value, context).map_err(|why| tag_error(name, &why))
}

/// The constraints on every value, regardless of its tag.
pub(crate) fn check_value(value: &str) -> Result<(), Message> {
    if value.len() > MAX_VALUE || value.chars().any(char::is_control) {
        return Err(message!(
            "a value is at most {MAX_VALUE} bytes on one line, without control characters",
            "une valeur tient en {MAX_VALUE} octets sur une ligne, sans caractères de contrôle"
        ));
    }
    Ok(())
}

/// Prefixes an error with the tag's name.
pub(crate) fn tag_error(name: &str, why: &Message) -> Message {
    let Message { en, fr } = why;
    message!("tag {name}: {en}", "balise {name}\u{a0}: {fr}")
}

impl TagKind {
    fn check(&self, value: &str, context: &TagContext) -> Result<(), Message> {
        let shown = truncate_for_message(value);
        let need = |ok: bool, allowed: Message| {
            let Message { en, fr } = allowed;
            ok.then_some(()).ok_or_else(|| {
                message!(
                    "`{shown}` is not allowed; {en}",
                    "«\u{a0}{shown}\u{a0}» n'est pas permis\u{a0}; {fr}"
                )
            })
        };
        match self {
            TagKind::Text => Ok(()),
            TagKind::Spec => open(value).map(drop).map_err(|error| to_message(&error)),
            TagKind::Position => {
                open_at(context.spec, value).map(drop).map_err(|error| to_message(&error))
            }
            TagKind::Clock => value.parse::<ClockRule>().map(drop).map_err(|error| error.message),
            TagKind::Result => parse_result(value, context.game).map(drop),
            TagKind::Id => need(
                !value.is_empty() && value.bytes().all(|b| b.is_ascii_graphic()),
                message!(
                    "an id is printable ASCII without spaces",
                    "un nom de partie s'écrit en ASCII visible, sans espaces"
                ),
            ),
            TagKind::Date => need(
                is_date(value),
                message!(
                    "write YYYY.MM.DD, with `?` for digits that are not known",
                    "écrire AAAA.MM.JJ, avec «\u{a0}?\u{a0}» pour les chiffres inconnus"
                ),
            ),
            TagKind::Hex => need(
                from_hex(value).is_some(),
                message!("write 64 hexadecimal digits", "écrire 64 chiffres hexadécimaux"),
            ),
            TagKind::Choice(words) => {
                let all = words.join(", ");
                need(words.contains(&value), message!("write one of: {all}", "écrire\u{a0}: {all}"))
            }
        }
    }
}

/// Parses the tag `Result`: `None` for `*`.
pub(crate) fn parse_result(
    value: &str,
    game: &GameDescription,
) -> Result<Option<Outcome>, Message> {
    if value == "*" {
        return Ok(None);
    }
    let outcome = Outcome::parse(value, game).map_err(|error| {
        let Message { en, fr } = error.message;
        message!(
            "{en}; or `*` while it goes on",
            "{fr}\u{a0}; ou «\u{a0}*\u{a0}» tant qu'elle n'est pas terminée"
        )
    })?;
    match outcome {
        Outcome::Win(_, reason) if !reason.can_win() => Err(message!(
            "`{value}` contradicts itself: that is a draw",
            "«\u{a0}{value}\u{a0}» se contredit\u{a0}: c'est une partie nulle"
        )),
        Outcome::Draw(reason) if !reason.can_draw() => Err(message!(
            "`{value}` contradicts itself: that is a win",
            "«\u{a0}{value}\u{a0}» se contredit\u{a0}: c'est une partie gagnée"
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
    fn only_dates_of_the_calendar_are_accepted() {
        for date in ["2026.11.15", "2024.02.29", "2000.02.29", "????.??.??", "2026.??.31"] {
            assert!(is_date(date), "{date}");
        }
        for date in ["2026.02.29", "1900.02.29", "2026.13.01", "2026.00.01", "2026.04.31", "26.1.1"]
        {
            assert!(!is_date(date), "{date}");
        }
    }

    #[test]
    fn results_must_name_a_winner_or_a_draw() {
        let game = |name| (abaque_catalog::find(name).unwrap().description)();
        let read = |text| parse_result(text, game("abalone"));
        assert_eq!(read("*"), Ok(None));
        for text in ["b wins ejection", "w wins time", "draw repetition"] {
            assert!(read(text).is_ok(), "{text}");
        }
        assert!(parse_result("draw stuck", game("blocs")).is_ok());
        for text in ["draw stuck", "draw ejection"] {
            assert!(read(text).is_err(), "{text}");
        }
        for text in ["", "1-0", "draw time", "b wins repetition", "b wins agreement", "r wins time"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }
}

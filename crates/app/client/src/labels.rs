//! Labels of squares, for screen readers, and of plies.

use abaque_core::{Lang, Message, StaticMessage};
use abaque_draw::{BoardInfo, BoardLayers, Piece};

use crate::words;

const EMPTY: StaticMessage = StaticMessage::new("empty", "libre");

/// What a square can be used for now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SquareUse {
    /// A piece on it can be picked up.
    Pick,
    /// It completes an action.
    Target,
}

impl SquareUse {
    /// Its name in style sheets.
    pub const fn name(self) -> &'static str {
        match self {
            SquareUse::Pick => "pick",
            SquareUse::Target => "go",
        }
    }

    const fn words(self) -> StaticMessage {
        match self {
            SquareUse::Pick => words::CAN_MOVE,
            SquareUse::Target => words::LEGAL_TARGET,
        }
    }
}

/// What a screen reader hears at a square: its name, its contents and what it can be used for, as
/// in "e5, white ball, legal target".
pub fn square_announcement(
    info: &BoardInfo,
    stage: &BoardLayers,
    contents: &[(String, Message)],
    name: &str,
    usable: Option<SquareUse>,
    lang: Lang,
) -> String {
    let told = contents.iter().find(|(square, _)| square == name);
    let mut label = match told {
        Some((_, words)) => format!("{}, {}", place_name(info, name, lang), words.get(lang)),
        None => square_label(info, stage, name, lang),
    };
    if let Some(usable) = usable {
        label += ", ";
        label += usable.words().get(lang);
    }
    label
}

fn place_name<'a>(info: &BoardInfo, name: &'a str, lang: Lang) -> &'a str {
    let known = info.place_names.iter().find(|(known, _)| *known == name);
    known.map_or(name, |(_, words)| words.get(lang))
}

/// Label of a square and its pieces, bottom to top: "e5, black ball".
pub fn square_label(info: &BoardInfo, stage: &BoardLayers, name: &str, lang: Lang) -> String {
    let find = |names: &[(&str, StaticMessage)], key: &str| {
        names.iter().find(|(known, _)| *known == key).map(|(_, words)| words.get(lang))
    };
    if let Some(label) = find(info.control_names, name) {
        return label.to_owned();
    }
    let stands = |piece: &&Piece| {
        let rest = piece.slot.strip_prefix(name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let word = |piece: &Piece| find(info.piece_names, piece.class);
    let standing: Vec<&str> = stage.pieces.iter().filter(stands).filter_map(word).collect();
    let name = place_name(info, name, lang);
    if standing.is_empty() {
        format!("{name}, {}", EMPTY.get(lang))
    } else {
        format!("{name}, {}", count_repeats(&standing).join(", "))
    }
}

/// What the player who reads it must do: what a panel says of any player, addressed to its reader.
pub fn own_due(told: &str) -> String {
    told.replacen("à lui de", "à vous de", 1)
}

/// A ply as lists show it: a secret submission, which may be long, is shortened.
pub fn short_ply(spec: &str, ply: &str) -> String {
    match ply.split_once(':') {
        Some((kind, _)) if abaque_draw::is_sealed(spec, ply) => format!("{kind}:…"),
        _ => ply.to_owned(),
    }
}

/// Collapses equal neighbours: `3 × red piece`.
fn count_repeats(words: &[&str]) -> Vec<String> {
    let runs = words.chunk_by(|one, other| one == other);
    runs.map(|run| match run {
        [one] => (*one).to_owned(),
        more => format!("{} × {}", more.len(), more[0]),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use abaque_draw::{DrawOptions, board_layers};

    use super::*;

    #[test]
    fn squares_are_named_in_both_languages() {
        let position = "5/6/7/8/bbbww4/8/7/6/5 b 11-12 -";
        let stage = board_layers("abalone:target=14", position, &DrawOptions::default()).unwrap();
        let info = abaque_draw::board_info("abalone").unwrap();
        assert_eq!(square_label(info, &stage, "e1", Lang::En), "e1, black ball");
        assert_eq!(square_label(info, &stage, "e4", Lang::Fr), "e4, boule blanche");
        assert_eq!(square_label(info, &stage, "a1", Lang::En), "a1, empty");
    }

    #[test]
    fn the_reader_is_addressed() {
        for (told, addressed) in
            [("à lui de jouer", "à vous de jouer"), ("to move", "to move"), ("pose", "pose")]
        {
            assert_eq!(own_due(told), addressed);
        }
    }

    #[test]
    fn squares_announce_contents_and_targets() {
        let position = "5/6/7/8/bbbww4/8/7/6/5 b 11-12 -";
        let stage = board_layers("abalone:target=14", position, &DrawOptions::default()).unwrap();
        let info = abaque_draw::board_info("abalone").unwrap();
        let hear = |name, usable, lang| square_announcement(info, &stage, &[], name, usable, lang);
        assert_eq!(hear("e4", Some(SquareUse::Target), Lang::En), "e4, white ball, legal target");
        assert_eq!(hear("e1", Some(SquareUse::Pick), Lang::Fr), "e1, boule noire, peut jouer");
        assert_eq!(hear("a1", None, Lang::En), "a1, empty");
        let contents = vec![("e1".to_owned(), abaque_core::message!("a crown", "une couronne"))];
        let hear = square_announcement(info, &stage, &contents, "e1", None, Lang::Fr);
        assert_eq!(hear, "e1, une couronne");
    }

    #[test]
    fn every_piece_of_every_game_has_words() {
        for entry in abaque_catalog::GAMES {
            let name = (entry.description)().name;
            let mut game = abaque_catalog::open(name).unwrap();
            let info = abaque_draw::board_info(name).unwrap();
            let mut source = abaque_core::SplitMix(7);
            for _ in 0..300 {
                let Some(ply) = next(&*game, &mut source) else { break };
                game.play(&ply).unwrap();
                let stage =
                    board_layers(&game.spec(), &game.position(), &DrawOptions::default()).unwrap();
                for piece in stage.pieces.iter().filter(|piece| piece.class != "rod") {
                    assert!(
                        info.piece_names.iter().any(|(class, _)| *class == piece.class),
                        "{}",
                        piece.class
                    );
                }
            }
        }
    }

    fn next(
        game: &dyn abaque_catalog::AnyGame,
        source: &mut abaque_core::SplitMix,
    ) -> Option<String> {
        match game.turn() {
            abaque_core::Turn::Over(_) => None,
            abaque_core::Turn::Chance => game.rolls().first().map(|(roll, _)| roll.clone()),
            abaque_core::Turn::Of(_) => game.random_action(source),
        }
    }
}

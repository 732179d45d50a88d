//! Properties of every parser of the catalogue: what it reads it writes the same way, and no text
//! makes it panic.

#![allow(clippy::unwrap_used)]

use abaque_catalog::{AnyGame, GAMES, canonical_view, open, open_at};
use abaque_core::{ClockRule, Observer, Seat, Spec, SplitMix, Turn};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// The start of any game, with its default options.
fn any_start() -> impl Strategy<Value = &'static str> {
    (0..GAMES.len()).prop_map(|index| (GAMES[index].description)().name)
}

/// A game after some random plies.
fn after_plies(name: &str, choices: &[Index]) -> Box<dyn AnyGame> {
    let mut game = open(name).unwrap();
    for choice in choices {
        let ply = match game.turn() {
            Turn::Over(_) => break,
            // Set-ups are too many to list.
            Turn::Of(_) => game.random_action(&mut SplitMix(choice.index(1 << 20) as u64)),
            Turn::Chance => {
                let plies = game.legal_plies();
                Some(plies[choice.index(plies.len())].clone())
            }
        };
        game.play(&ply.unwrap()).unwrap();
    }
    game
}

/// A change at a place of a text.
#[derive(Clone, Debug)]
enum Edit {
    Remove(Index),
    Insert(Index, char),
    Replace(Index, char),
    Truncate(Index),
    Repeat(Index),
}

fn any_edit() -> impl Strategy<Value = Edit> {
    // Mostly characters of our texts, so that some edits give texts that still mean something.
    let character = || {
        prop_oneof![4 => "[ 0-9a-zA-Z/,+:=()\\[\\].-]", 1 => "\\PC"]
            .prop_map(|text| text.chars().next().unwrap())
    };
    prop_oneof![
        any::<Index>().prop_map(Edit::Remove),
        (any::<Index>(), character()).prop_map(|(at, with)| Edit::Insert(at, with)),
        (any::<Index>(), character()).prop_map(|(at, with)| Edit::Replace(at, with)),
        any::<Index>().prop_map(Edit::Truncate),
        any::<Index>().prop_map(Edit::Repeat),
    ]
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for edit in edits {
        if chars.is_empty() {
            break;
        }
        let length = chars.len();
        match edit {
            Edit::Remove(at) => drop(chars.remove(at.index(length))),
            Edit::Insert(at, with) => chars.insert(at.index(length), *with),
            Edit::Replace(at, with) => chars[at.index(length)] = *with,
            Edit::Truncate(at) => chars.truncate(at.index(length)),
            Edit::Repeat(at) => chars.extend_from_within(at.index(length)..),
        }
    }
    chars.into_iter().collect()
}

proptest! {
    #[test]
    fn clocks_are_written_as_they_are_read(text in "-|[0-9]{1,5}[+d][0-9]{1,5}|[0-9]{1,2}/turn|\\PC{0,12}") {
        if let Ok(clock) = text.parse::<ClockRule>() {
            prop_assert_eq!(clock.to_string(), text);
        }
    }

    #[test]
    fn specs_are_written_as_they_are_read(text in "[a-z]{0,8}(:[a-z]{0,4}=?[a-z0-9]{0,4}(,[a-z]{1,4}=[a-z0-9]{1,4}){0,3})?|\\PC{0,20}") {
        if let Ok(spec) = text.parse::<Spec>() {
            prop_assert_eq!(spec.to_string(), text);
        }
    }

    #[test]
    fn a_spec_opens_a_game_whose_spec_is_canonical(name in any_start(), edits in vec(any_edit(), 0..4)) {
        for option in (GAMES.iter().find(|entry| (entry.description)().name == name).unwrap().description)().options {
            let spec = edited(&format!("{name}:{}={}", option.key, option.default), &edits);
            if let Ok(game) = open(&spec) {
                prop_assert_eq!(open(&game.spec()).unwrap().spec(), game.spec());
            }
        }
    }

    #[test]
    fn positions_and_views_are_read_as_they_are_written(name in any_start(), choices in vec(any::<Index>(), 0..40)) {
        let game = after_plies(name, &choices);
        let (spec, position) = (game.spec(), game.position());
        prop_assert_eq!(open_at(&spec, &position).unwrap().position(), position);
        for observer in [Observer::Spectator, Observer::Player(Seat::First), Observer::Player(Seat::Second)] {
            let view = game.view(observer);
            prop_assert_eq!(canonical_view(&spec, &view).unwrap(), view);
        }
    }

    #[test]
    fn damaged_positions_are_refused_or_canonical(
        name in any_start(),
        choices in vec(any::<Index>(), 0..30),
        edits in vec(any_edit(), 1..4),
    ) {
        let game = after_plies(name, &choices);
        let spec = game.spec();
        let text = edited(&game.position(), &edits);
        if let Ok(read) = open_at(&spec, &text) {
            let position = read.position();
            prop_assert_eq!(open_at(&spec, &position).unwrap().position(), position);
            // Whatever was accepted can be played on.
            prop_assert!(matches!(read.turn(), Turn::Over(_)) || read.random_action(&mut SplitMix(1)).is_some() || !read.rolls().is_empty());
        }
        let view = edited(&game.view(Observer::Spectator), &edits);
        if let Ok(view) = canonical_view(&spec, &view) {
            prop_assert_eq!(canonical_view(&spec, &view).unwrap(), view);
        }
    }

    #[test]
    fn a_damaged_action_is_refused_or_legal(
        name in any_start(),
        choices in vec(any::<Index>(), 1..30),
        edits in vec(any_edit(), 1..3),
    ) {
        let mut game = after_plies(name, &choices[1..]);
        let plies = game.legal_plies();
        prop_assume!(!plies.is_empty());
        let text = edited(&plies[choices[0].index(plies.len())], &edits);
        let before = game.position();
        match game.play(&text) {
            Ok(effect) if game.unlisted_count().is_none() => prop_assert!(plies.contains(&effect.text), "{} as {}", text, effect.text),
            Ok(_) => {}
            Err(_) => prop_assert_eq!(game.position(), before),
        }
    }
}

//! Laws for every state of every game.

use std::any::{Any, TypeId};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Mutex;

use abaque_core::fuzzing::FuzzedGame;
use abaque_core::{Game, Lang, Message, ParseError, Ply, PlyValue, RuleViolation, SplitMix, Turn};

use crate::hidden::{OBSERVERS, secrets_law};

/// A message has text in every language.
pub(crate) fn message_law(message: &Message) {
    for lang in Lang::ALL {
        assert!(!message.get(lang).trim().is_empty(), "no text in {lang}: {message:?}");
    }
}

/// A parse error names its field and gives a reason in every language.
pub(crate) fn error_law(error: &ParseError) {
    assert!(!error.field.is_empty());
    message_law(&error.message);
}

/// Parsed text prints back unchanged; rejected text yields a proper error.
pub(crate) fn strict_law<T: fmt::Display>(text: &str, read: Result<T, ParseError>) -> Option<T> {
    match read {
        Ok(value) => {
            assert_eq!(value.to_string(), text);
            Some(value)
        }
        Err(error) => {
            error_law(&error);
            None
        }
    }
}

/// The text of an action or roll is ASCII without spaces and parses back to the same value.
pub(crate) fn action_law<A: PlyValue>(action: &A) {
    let text = action.to_string();
    assert!(text.is_ascii() && !text.contains(' '), "{text}");
    assert_eq!(text.parse::<A>().as_ref(), Ok(action), "{text}");
}

/// The legal actions; panics if one is generated twice.
pub(crate) fn legal_set<G: Game>(game: &G) -> HashSet<G::Action> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    let set: HashSet<G::Action> = legal.iter().copied().collect();
    assert_eq!(set.len(), legal.len(), "generated twice: {game}");
    set
}

/// The position text parses back to the same position, turn and legal actions.
pub(crate) fn round_trip<G: Game>(game: &G) {
    let text = game.to_string();
    assert!(text.is_ascii() && !text.contains('\n'), "{text}");
    let back = G::parse(&game.options(), &text);
    let back = back.unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(back.to_string(), text);
    assert_eq!(back.turn(), game.turn(), "{text}");
    assert_eq!(legal_set(&back), legal_set(game), "{text}");
}

/// All laws for a single state. Returns its legal actions.
pub(crate) fn state_laws<G: FuzzedGame>(game: &G) -> HashSet<G::Action> {
    round_trip(game);
    for by in OBSERVERS {
        let view = game.view(by).to_string();
        strict_law(&view, G::parse_view(&game.options(), &view))
            .unwrap_or_else(|| panic!("cannot parse the view {view} of {game}"));
    }
    let legal = legal_set(game);
    let mut rolls = Vec::new();
    game.rolls(&mut rolls);
    assert_eq!(game.count_legal(), legal.len() as u64, "bulk count: {game}");
    assert_eq!(!rolls.is_empty(), game.turn() == Turn::Chance, "{game}");
    assert!(rolls.iter().all(|&(_, weight)| weight > 0), "{game}");
    let acts = matches!(game.turn(), Turn::Of(_));
    assert_eq!(acts, !legal.is_empty() || game.unlisted_count().is_some(), "{game}");
    for action in &legal {
        assert_eq!(game.check(action), Ok(()), "{action} in {game}");
    }
    let random = game.random_action(&mut SplitMix(3));
    assert_eq!(random.is_some(), acts, "{game}");
    let presets = game.presets().into_iter().map(|(_, action)| action);
    for action in random.into_iter().chain(game.window_default()).chain(presets) {
        assert_eq!(game.check(&action), Ok(()), "{action} in {game}");
    }
    let _ = (game.repetition_key(), game.is_sealed());
    secrets_law(game);
    legal
}

/// The candidates of a game, made once: there may be a hundred thousand.
fn candidates<G: FuzzedGame>() -> &'static [G::Action] {
    static MADE: Mutex<Option<HashMap<TypeId, &'static (dyn Any + Send + Sync)>>> =
        Mutex::new(None);
    let mut made = MADE.lock().expect("no panic while it is held");
    let list = made.get_or_insert_default().entry(TypeId::of::<G>());
    let list = *list.or_insert_with(|| Box::leak(Box::new(G::candidates())));
    list.downcast_ref::<Vec<G::Action>>().expect("the type is the key")
}

/// The generator lists every candidate action that `check` accepts.
pub(crate) fn candidates_law<G: FuzzedGame>(game: &G, legal: &HashSet<G::Action>) {
    for action in candidates::<G>() {
        let right = legal.contains(action) || game.check(action).is_err();
        assert!(right, "legal but not generated: {action} in {game}");
    }
}

/// Generator and `check` agree on an action. A violation names its rule, has a message and leaves
/// the game unchanged.
pub(crate) fn agreement_law<G: FuzzedGame>(
    game: &G,
    legal: &HashSet<G::Action>,
    action: G::Action,
) {
    action_law(&action);
    match game.check(&action) {
        Ok(()) => {
            let listed = legal.contains(&action) || game.unlisted_count().is_some();
            assert!(listed, "legal but not generated: {action} in {game}");
            checked_step(game, Ply::Act(action));
        }
        Err(violation) => {
            assert!(!legal.contains(&action), "generated but refused: {action} in {game}");
            message_law(&violation.message());
            assert!(violation.rule().len() == 6, "{}", violation.rule());
            let mut same = game.clone();
            assert_eq!(same.play(action), Err(violation));
            assert_eq!(&same, game, "changed by the illegal {action}");
        }
    }
}

/// Describes a legal ply and plays it, checked and unchecked; both must give the same state.
pub(crate) fn checked_step<G: FuzzedGame>(game: &G, ply: Ply<G::Action, G::Roll>) -> G {
    message_law(&game.describe(&ply));
    let (mut next, mut checked) = (game.clone(), game.clone());
    next.apply_unchecked(ply);
    match ply {
        Ply::Act(action) => {
            action_law(&action);
            assert_eq!(checked.play(action), Ok(()), "{action} in {game}");
        }
        Ply::Roll(roll) => {
            action_law(&roll);
            assert!(checked.play_roll(roll), "{roll} in {game}");
        }
    }
    assert_eq!(checked, next, "{ply} in {game}");
    assert_eq!(next.options(), game.options());
    assert!(G::ply_progress(game, &ply, &next).turns_ended <= 2);
    next
}

//! What must hold of any state of any game.

use std::collections::HashSet;
use std::fmt;

use abaque_core::{Action, BadText, Game, Lang, Ply, Refusal, Said, SplitMix, Turn};

use crate::Subject;
use crate::hidden::OBSERVERS;

/// A message is there in both languages.
pub(crate) fn said_law(said: &Said) {
    for lang in Lang::ALL {
        assert!(!said.get(lang).trim().is_empty(), "silent in {lang}: {said:?}");
    }
}

/// A parse error names its field and its reason in both languages.
pub(crate) fn error_law(error: &BadText) {
    assert!(!error.field.is_empty());
    said_law(&error.said);
}

/// What was read prints as it was written; what was not read is refused with words.
pub(crate) fn strict_law<T: fmt::Display>(text: &str, read: Result<T, BadText>) -> Option<T> {
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

/// The canonical text of an action leads back to it.
pub(crate) fn action_law<A: Action>(action: &A) {
    let text = action.to_string();
    assert!(text.is_ascii() && !text.contains(' '), "{text}");
    assert_eq!(text.parse::<A>().as_ref(), Ok(action), "{text}");
}

/// Every legal action once, as a set.
pub(crate) fn legal_set<G: Game>(game: &G) -> HashSet<G::Action> {
    let mut legal = Vec::new();
    game.legal(&mut legal);
    let set: HashSet<G::Action> = legal.iter().copied().collect();
    assert_eq!(set.len(), legal.len(), "generated twice: {game}");
    set
}

/// The canonical position leads back to the same position, turn and actions.
pub(crate) fn round_trip<G: Game>(game: &G) {
    let text = game.to_string();
    assert!(text.is_ascii() && !text.contains('\n'), "{text}");
    let back = G::parse(&game.options(), &text);
    let back = back.unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(back.to_string(), text);
    assert_eq!(back.turn(), game.turn(), "{text}");
    assert_eq!(legal_set(&back), legal_set(game), "{text}");
}

/// Everything that must hold of a state by itself; gives its legal actions back.
pub(crate) fn state_laws<G: Subject>(game: &G) -> HashSet<G::Action> {
    round_trip(game);
    for by in OBSERVERS {
        let view = game.view(by).to_string();
        strict_law(&view, G::parse_view(&game.options(), &view))
            .unwrap_or_else(|| panic!("cannot read the view {view} of {game}"));
    }
    let legal = legal_set(game);
    let mut rolls = Vec::new();
    game.rolls(&mut rolls);
    assert_eq!(game.count_legal(), legal.len() as u64, "bulk count: {game}");
    assert_eq!(!rolls.is_empty(), game.turn() == Turn::Chance, "{game}");
    assert!(rolls.iter().all(|&(_, weight)| weight > 0), "{game}");
    let acts = matches!(game.turn(), Turn::Of(_));
    assert_eq!(acts, !legal.is_empty() || game.unlisted().is_some(), "{game}");
    for action in &legal {
        assert_eq!(game.check(action), Ok(()), "{action} in {game}");
    }
    let random = game.random_action(&mut SplitMix(3));
    assert_eq!(random.is_some(), acts, "{game}");
    let presets = game.presets().into_iter().map(|(_, action)| action);
    for action in random.into_iter().chain(game.lapse()).chain(presets) {
        assert_eq!(game.check(&action), Ok(()), "{action} in {game}");
    }
    let _ = (game.recurrence(), game.sealed());
    game.own_laws();
    legal
}

/// Generator and direct check agree on everything one could spell.
pub(crate) fn candidates_law<G: Subject>(game: &G, legal: &HashSet<G::Action>) {
    for action in G::candidates() {
        let right = legal.contains(action) || game.check(action).is_err();
        assert!(right, "legal but not generated: {action} in {game}");
    }
}

/// Generator and direct check agree on an action; refused, it teaches and changes nothing.
pub(crate) fn agree<G: Subject>(game: &G, legal: &HashSet<G::Action>, action: G::Action) {
    action_law(&action);
    match game.check(&action) {
        Ok(()) => {
            let listed = legal.contains(&action) || game.unlisted().is_some();
            assert!(listed, "legal but not generated: {action} in {game}");
            step(game, Ply::Act(action));
        }
        Err(refusal) => {
            assert!(!legal.contains(&action), "generated but refused: {action} in {game}");
            said_law(&refusal.said());
            assert!(refusal.rule().len() == 6, "{}", refusal.rule());
            let mut same = game.clone();
            assert_eq!(same.play(action), Err(refusal));
            assert_eq!(&same, game, "changed by a refused {action}");
        }
    }
}

/// Plays a legal ply, checked and unchecked, and tells it.
pub(crate) fn step<G: Subject>(game: &G, ply: Ply<G::Action, G::Roll>) -> G {
    said_law(&game.tell(&ply));
    let (mut next, mut checked) = (game.clone(), game.clone());
    next.apply_unchecked(ply);
    match ply {
        Ply::Act(action) => {
            action_law(&action);
            assert_eq!(checked.play(action), Ok(()), "{action} in {game}");
        }
        Ply::Roll(roll) => {
            action_law(&roll);
            assert!(checked.roll(roll), "{roll} in {game}");
        }
    }
    assert_eq!(checked, next, "{ply} in {game}");
    assert_eq!(next.options(), game.options());
    assert!(G::pace(game, &ply, &next).turns_ended <= 2);
    next
}

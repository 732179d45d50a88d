#![doc = include_str!("../README.md")]

mod any_bot;

use abaque_catalog::AnyObservation;
use abaque_core::{Game, GameOptions, ParseError, Spec, StaticMessage};

pub use abaque_bot::{
    Bot, BotKind, Explanation, GameBots, Level, Observation, PrincipalVariation, SearchRequest,
    SearchResult, ShownOn, TurnToExplain,
};
pub use any_bot::{AnyBot, AnySearchResult};

/// A bot, or the error in its spec or kind.
pub type OpenedBot = Result<Box<dyn AnyBot>, ParseError>;

/// Sentences on a turn, or the error in its actions.
type ExplainFn = fn(&AnyObservation, Option<&[String]>, &[String]) -> ExplainResult;
/// Sentences on a turn, most important first.
pub type ExplainResult = Result<Vec<Explanation>, ParseError>;

/// What the catalogue of bots says about one game without opening a bot.
struct BotInfo {
    score_unit: fn() -> StaticMessage,
    special_bots: fn() -> &'static [&'static str],
}

/// Builds the lists by name.
macro_rules! lists {
    ($($(#[$cfg:meta])* $name:literal: $rules:ty, $bots:path, $board:path;)*) => {
        static INFOS: &[(&str, BotInfo)] = &[$($(#[$cfg])* ($name, BotInfo {
            score_unit: <$bots>::score_unit,
            special_bots: <$bots>::special_bots,
        })),*];

        /// A separate list, so that the linker can drop the bots from programs that never open one.
        static OPENERS: &[(&str, fn(&Spec, &BotKind) -> OpenedBot)] =
            &[$($(#[$cfg])* ($name, open_bot_of::<$bots>)),*];

        static EXPLAINERS: &[(&str, ExplainFn)] =
            &[$($(#[$cfg])* ($name, explain_of::<$bots>)),*];
    };
}

abaque_catalog::for_each_game!(lists);

fn open_bot_of<B: GameBots>(spec: &Spec, kind: &BotKind) -> OpenedBot {
    let options = <B::Game as Game>::Options::from_spec(spec)?;
    Ok(Box::new(any_bot::ErasedBot(B::bot(&options, kind)?)))
}

fn explain_of<B: GameBots>(
    observation: &AnyObservation,
    played: Option<&[String]>,
    best: &[String],
) -> ExplainResult {
    let view = observation.view.downcast::<B::Game>()?;
    let played = played.map(read_actions::<B::Game>).transpose()?;
    let best = read_actions::<B::Game>(best)?;
    Ok(B::explain(&TurnToExplain { view, played: played.as_deref(), best: &best }))
}

fn read_actions<G: Game>(actions: &[String]) -> Result<Vec<G::Action>, ParseError> {
    actions.iter().map(|action| action.parse()).collect()
}

/// Finds a game's line in one of the lists; the error lists the games.
fn find<T>(list: &'static [(&str, T)], name: &str) -> Result<&'static T, ParseError> {
    let found = list.iter().find(|(game, _)| *game == name).map(|(_, line)| line);
    found.ok_or_else(|| abaque_catalog::unknown_game_error(name))
}

/// Opens a bot for a spec; the error lists the kinds.
pub fn open_bot(spec: &str, kind: &BotKind) -> OpenedBot {
    let spec: Spec = spec.parse()?;
    find(OPENERS, &spec.name)?(&spec, kind)
}

/// Unit of [`PrincipalVariation::score`] in a game, by its name; in the plural.
pub fn score_unit(game: &str) -> Result<StaticMessage, ParseError> {
    Ok((find(INFOS, game)?.score_unit)())
}

/// Names of the bots that only this game has (see [`BotKind::Special`]).
pub fn special_bots(game: &str) -> Result<&'static [&'static str], ParseError> {
    Ok((find(INFOS, game)?.special_bots)())
}

/// One or two sentences on what a turn does or misses ([`GameBots::explain`]); of a hint if nothing
/// was played. Says nothing that the observer cannot know.
pub fn explain(
    observation: &AnyObservation,
    played: Option<&[String]>,
    best: &[String],
) -> ExplainResult {
    let spec: Spec = observation.view.spec().parse()?;
    find(EXPLAINERS, &spec.name)?(observation, played, best)
}

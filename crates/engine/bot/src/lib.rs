#![doc = include_str!("../README.md")]

mod bot;
mod explain;
mod kind;
pub mod reference;

pub use bot::{
    Bot, GameBots, Observation, OpenedGameBot, PrincipalVariation, SearchRequest, SearchResult,
};
pub use explain::{Explanation, ShownOn, TurnToExplain};
pub use kind::{BotKind, Level};

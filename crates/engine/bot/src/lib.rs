#![doc = include_str!("../README.md")]

mod bot;
mod kind;
pub mod reference;

pub use bot::{
    Bot, GameBots, Observation, OpenedGameBot, PrincipalVariation, SearchRequest, SearchResult,
};
pub use kind::{BotKind, Level};

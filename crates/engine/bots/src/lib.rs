#![doc = include_str!("../README.md")]

pub mod abagio;
pub mod abalone;
pub mod abraxas;
pub mod blocs;
mod bot;
mod kind;
pub mod reference;

pub use bot::{Bot, BotGame, Observation, PrincipalVariation, SearchRequest, SearchResult};
pub use kind::{BotKind, Level};

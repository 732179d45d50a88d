#![doc = include_str!("../README.md")]

mod background_search;
mod client;
mod command;
mod command_line;
mod error;
mod go;
mod lines;
mod options;
mod output;
mod position;
mod server;

pub use client::{EngineReply, UgiClient};
pub use command::{Command, Query, StartPosition};
pub use command_line::split_command_line;
pub use error::EngineError;
pub use go::GoParams;
pub use lines::{InputLine, MAX_LINE, next_line};
pub use output::LineOutput;
pub use server::serve;

//! Games at one screen: two people, or with bots.

mod explain;
mod game;
mod recording;
mod resume;
mod task;
mod think;

#[cfg(test)]
mod tests;

pub use abaque_record::LotEvidence;
pub use explain::{BoardSentence, ExplainTask, explain};
pub use game::{LocalGame, PlyStep, SeatedPlayer};
pub use resume::ResumableGame;
pub use task::{BotAnswer, BotLine, BotTask};
pub use think::{run_json_task, think};

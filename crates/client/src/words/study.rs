//! Replay, analysis, editors, the explorer.

catalogue! {}

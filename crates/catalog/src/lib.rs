//! The one list of games, by spec string.

//! Accounts, profiles, lists of games.

catalogue! {}

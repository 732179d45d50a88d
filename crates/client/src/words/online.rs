//! Tables on a server: the lobby, clocks, offers, chat, lots.

catalogue! {}

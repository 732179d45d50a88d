//! The web app: pages, boards, settings. Whatever can be said without a browser lives in `abaque-client`.

#![allow(
    unreachable_pub,
    reason = "what the component macro makes is public, whatever the component is"
)]

mod app;
mod board;
mod browser;
mod context;
mod desk;
mod editor;
mod engine;
mod header;
mod icons;
mod learn;
mod me;
mod net;
mod online;
mod pages;
mod parts;
mod people;
mod picture;
mod play;
mod sound;
mod study;

/// Puts the part of the app into the page that one meets first: games at this screen, rules, settings.
pub fn start_front() {
    parts::start(&parts::FRONT);
}

/// Puts everything else into the page: tables on a server, people, lessons, studies.
pub fn start_more() {
    parts::start(&parts::MORE);
}

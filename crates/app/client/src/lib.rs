//! The front end without a screen: move input, piece tracking, games at one screen, editors,
//! routes, settings and texts. Everything is plain data in and out, and tested without a browser.

pub mod address;
pub mod api_error;
pub mod attempts;
pub mod chat_phrases;
pub mod clock_text;
pub mod duration_text;
pub mod editor;
pub mod game_text;
pub mod keyboard_nav;
pub mod labels;
pub mod lesson_progress;
pub mod letter_case;
pub mod level_offer;
pub mod local;
pub mod move_input;
pub mod percent_text;
mod piece_tracker;
pub mod player_view;
pub mod prefs;
pub mod progress;
pub mod puzzle_progress;
pub mod route;
pub mod saved_games;
pub mod set_up_builder;
pub mod surface_drag;
pub mod words;

pub use lesson_progress::LessonProgress;
pub use local::LocalGame;
pub use move_input::MoveInput;
pub use piece_tracker::{PieceTracker, TrackedPiece};
pub use player_view::PlayerView;
pub use prefs::Prefs;
pub use progress::Progress;
pub use puzzle_progress::PuzzleProgress;
pub use route::{GameFilter, PeopleRoute, Route, StudySource};

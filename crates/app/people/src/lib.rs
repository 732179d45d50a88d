//! Accounts, profiles and ratings, as the app shows them. Plain data in and out.

mod dice;
mod formatting;
mod plot;
mod prefs_sync;
mod sign_in_state;
mod user_agent;

pub use dice::{DiceBar, count_doubles, dice_bars};
pub use formatting::{format_number, format_rating_change, game_result_text};
pub use plot::{AxisTick, PLOT_HEIGHT, PLOT_PANEL, PLOT_WIDTH, RatingPlot, is_provisional};
pub use prefs_sync::{PrefsSync, resolve_prefs};
pub use sign_in_state::SignInState;
pub use user_agent::browser_name;

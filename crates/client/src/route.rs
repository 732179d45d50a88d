//! Every page has an address.

use std::fmt;

/// A page of the app.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// The four games.
    Home,
    /// Before a game: opponent, options, clock.
    New(String),
    /// A game at this screen, by its number.
    Table(u64),
    /// All games at this screen.
    Games,
    /// The rules of a game.
    Rules(String),
    /// Settings.
    Settings,
    /// What this is, and how to use it by keyboard.
    About,
    /// Lessons for the four games.
    Learn,
    /// The lessons of a game.
    Course(String),
    /// A lesson of a game.
    Lesson(String, String),
    /// What in the rules of a game is decided or rebuilt.
    Rulings(String),
    /// Puzzles: which game, how hard.
    Puzzles,
    /// The puzzle of the day.
    Daily,
    /// A puzzle by its name.
    Puzzle(String),
    /// No page has this address.
    Missing,
}

impl Route {
    /// The page with this address.
    pub fn of(path: &str) -> Route {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let game = |name: &str| abaque_catalog::find(name).is_ok();
        match parts[..] {
            [] => Route::Home,
            ["new", name] if game(name) => Route::New(name.into()),
            ["table", id] => id.parse().map_or(Route::Missing, Route::Table),
            ["games"] => Route::Games,
            ["rules", name] if game(name) => Route::Rules(name.into()),
            ["settings"] => Route::Settings,
            ["about"] => Route::About,
            ["learn"] => Route::Learn,
            ["learn", name] if game(name) => Route::Course(name.into()),
            ["learn", name, "rulings"] if game(name) => Route::Rulings(name.into()),
            ["learn", name, lesson] if game(name) => Route::Lesson(name.into(), lesson.into()),
            ["puzzles"] => Route::Puzzles,
            ["puzzles", "daily"] => Route::Daily,
            ["puzzles", id] if crate::puzzling::game_of(id).is_some() => Route::Puzzle(id.into()),
            _ => Route::Missing,
        }
    }
}

/// The address.
impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Route::Home | Route::Missing => f.write_str("/"),
            Route::New(game) => write!(f, "/new/{game}"),
            Route::Table(id) => write!(f, "/table/{id}"),
            Route::Games => f.write_str("/games"),
            Route::Rules(game) => write!(f, "/rules/{game}"),
            Route::Settings => f.write_str("/settings"),
            Route::About => f.write_str("/about"),
            Route::Learn => f.write_str("/learn"),
            Route::Course(game) => write!(f, "/learn/{game}"),
            Route::Lesson(game, lesson) => write!(f, "/learn/{game}/{lesson}"),
            Route::Rulings(game) => write!(f, "/learn/{game}/rulings"),
            Route::Puzzles => f.write_str("/puzzles"),
            Route::Daily => f.write_str("/puzzles/daily"),
            Route::Puzzle(id) => write!(f, "/puzzles/{id}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_lead_back_to_their_pages() {
        let game = || "abagio".to_owned();
        for route in [
            Route::Home,
            Route::New(game()),
            Route::Table(7),
            Route::Games,
            Route::Rules(game()),
            Route::Settings,
            Route::About,
            Route::Learn,
            Route::Course(game()),
            Route::Lesson(game(), "start".into()),
            Route::Rulings(game()),
            Route::Puzzles,
            Route::Daily,
            Route::Puzzle("ago-0042".into()),
        ] {
            assert_eq!(Route::of(&route.to_string()), route);
        }
    }

    #[test]
    fn other_addresses_lead_nowhere() {
        for path in ["/new", "/new/chess", "/table/x", "/table/-1", "/rules/chess", "/a/b/c"] {
            assert_eq!(Route::of(path), Route::Missing, "{path}");
        }
        for path in ["/learn/chess", "/learn/chess/start", "/puzzles/abagio", "/puzzles/x-1"] {
            assert_eq!(Route::of(path), Route::Missing, "{path}");
        }
    }
}

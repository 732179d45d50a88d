//! The pages of the app and their addresses.

mod game_filter;
mod people;

use std::fmt;

use crate::address;

pub use game_filter::GameFilter;
pub use people::PeopleRoute;

/// A page of the app.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// The four games.
    Home,
    /// New game: opponent, options, clock.
    New(String),
    /// New game from a position: the game, and the query (a `StudyLink`).
    NewAt(String, String),
    /// A local game, by its number.
    Table(u64),
    /// All local games.
    Games,
    /// The rules of a game.
    Rules(String),
    /// Settings.
    Settings,
    /// Help: about the app, and keyboard control.
    About,
    /// Tables on the server: open, own and live ones; optionally a player to challenge.
    Lobby(Option<String>),
    /// A game on the server, by its id.
    Game(String),
    /// Verifies lots and seals, of a game on the server or of any record.
    Verify(Option<String>),
    /// Sign-in, account, profiles, players' games.
    People(PeopleRoute),
    /// Lessons for the four games.
    Learn,
    /// The lessons of a game.
    Course(String),
    /// A lesson of a game.
    Lesson(String, String),
    /// Rulings: decided or reconstructed rules of a game.
    Rulings(String),
    /// Puzzles: choice of game and difficulty.
    Puzzles,
    /// The puzzle of the day.
    Daily,
    /// A puzzle by its id.
    Puzzle(String),
    /// The next puzzle of a game for this player; leads on to its page.
    NextPuzzle(String),
    /// List of studies.
    Studies,
    /// A study.
    Study(StudySource),
    /// The position editor of a game, and the query.
    Editor(String, String),
    /// No page has this address.
    Missing,
}

/// What a study is made from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StudySource {
    /// A local game.
    Saved(u64),
    /// The query of the address (a `StudyLink`).
    Link(String),
    /// A finished game of the server.
    Game(String),
}

impl Route {
    /// Parses an address, with or without a query.
    pub fn parse(address: &str) -> Route {
        let address = address.split('#').next().unwrap_or_default();
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let game = |name: &str| abaque_catalog::find(name).is_ok();
        match parts[..] {
            [] => Route::Home,
            ["new", name] if game(name) && query.is_empty() => Route::New(name.into()),
            ["new", name] if game(name) => Route::NewAt(name.into(), query.into()),
            ["table", id] => id.parse().map_or(Route::Missing, Route::Table),
            ["games"] => Route::Games,
            ["rules", name] if game(name) => Route::Rules(name.into()),
            ["settings"] => Route::Settings,
            ["about"] => Route::About,
            ["online"] => {
                let against =
                    address::parse_query(query).into_iter().find(|(key, _)| key == "against");
                Route::Lobby(against.map(|(_, name)| name).filter(|name| !name.is_empty()))
            }
            ["g", id] if is_game_id(id) => Route::Game(id.into()),
            ["verify"] => Route::Verify(None),
            ["verify", id] if is_game_id(id) => Route::Verify(Some(id.into())),
            ["learn"] => Route::Learn,
            ["learn", name] if game(name) => Route::Course(name.into()),
            ["learn", name, "rulings"] if game(name) => Route::Rulings(name.into()),
            ["learn", name, lesson] if game(name) => Route::Lesson(name.into(), lesson.into()),
            ["puzzles"] => Route::Puzzles,
            ["puzzles", "daily"] => Route::Daily,
            ["puzzles", "next", name] if crate::puzzle_progress::has_puzzles(name) => {
                Route::NextPuzzle(name.into())
            }
            ["puzzles", id] if crate::puzzle_progress::game_of(id).is_some() => {
                Route::Puzzle(id.into())
            }
            ["study"] => Route::Studies,
            ["study", "new"] => Route::Study(StudySource::Link(query.into())),
            ["study", "g", id] => Route::Study(StudySource::Game(id.into())),
            ["study", id] => {
                id.parse().map_or(Route::Missing, |id| Route::Study(StudySource::Saved(id)))
            }
            ["editor", name] if game(name) => Route::Editor(name.into(), query.into()),
            _ => PeopleRoute::parse(&parts, query).map_or(Route::Missing, Route::People),
        }
    }
}

/// Whether the text has the form of a game id.
fn is_game_id(id: &str) -> bool {
    id.len() == 10
        && id.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
}

/// Writes the address.
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
            Route::Lobby(None) => f.write_str("/online"),
            Route::Lobby(Some(name)) => write!(f, "/online?against={}", address::escape(name)),
            Route::Game(id) => write!(f, "/g/{id}"),
            Route::Verify(None) => f.write_str("/verify"),
            Route::Verify(Some(id)) => write!(f, "/verify/{id}"),
            Route::People(page) => page.fmt(f),
            Route::Learn => f.write_str("/learn"),
            Route::Course(game) => write!(f, "/learn/{game}"),
            Route::Lesson(game, lesson) => write!(f, "/learn/{game}/{lesson}"),
            Route::Rulings(game) => write!(f, "/learn/{game}/rulings"),
            Route::Puzzles => f.write_str("/puzzles"),
            Route::Daily => f.write_str("/puzzles/daily"),
            Route::Puzzle(id) => write!(f, "/puzzles/{id}"),
            Route::NextPuzzle(game) => write!(f, "/puzzles/next/{game}"),
            Route::NewAt(game, query) => write!(f, "/new/{game}?{query}"),
            Route::Studies => f.write_str("/study"),
            Route::Study(StudySource::Saved(id)) => write!(f, "/study/{id}"),
            Route::Study(StudySource::Link(query)) => write!(f, "/study/new?{query}"),
            Route::Study(StudySource::Game(id)) => write!(f, "/study/g/{id}"),
            Route::Editor(game, query) if query.is_empty() => write!(f, "/editor/{game}"),
            Route::Editor(game, query) => write!(f, "/editor/{game}?{query}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_round_trip_through_their_addresses() {
        let game = || "abagio".to_owned();
        for route in [
            Route::Home,
            Route::New(game()),
            Route::Table(7),
            Route::Games,
            Route::Rules(game()),
            Route::Settings,
            Route::About,
            Route::Lobby(None),
            Route::Lobby(Some("Zoë & co".into())),
            Route::Game("k3m9x2p7qa".into()),
            Route::Verify(None),
            Route::Verify(Some("k3m9x2p7qa".into())),
            Route::People(PeopleRoute::SignIn),
            Route::People(PeopleRoute::Register),
            Route::People(PeopleRoute::Recover),
            Route::People(PeopleRoute::Account),
            Route::People(PeopleRoute::Players),
            Route::People(PeopleRoute::Profile("Zoë-1".into())),
            Route::People(PeopleRoute::Games("Zoë".into(), GameFilter::default())),
            Route::People(PeopleRoute::Games(
                "Ann".into(),
                GameFilter { kind: game(), opponent: "Zoë".into(), ..GameFilter::default() },
            )),
            Route::Learn,
            Route::Course(game()),
            Route::Lesson(game(), "start".into()),
            Route::Rulings(game()),
            Route::Puzzles,
            Route::Daily,
            Route::Puzzle("ago-0042".into()),
            Route::NextPuzzle(game()),
            Route::NewAt(game(), "spec=abagio".into()),
            Route::Studies,
            Route::Study(StudySource::Saved(7)),
            Route::Study(StudySource::Link("spec=abagio&plies=f52".into())),
            Route::Study(StudySource::Game("g-1".into())),
            Route::Editor(game(), String::new()),
            Route::Editor(game(), "position=x".into()),
        ] {
            assert_eq!(Route::parse(&route.to_string()), route);
        }
    }

    #[test]
    fn unknown_addresses_have_no_route() {
        for path in [
            "/new",
            "/new/chess",
            "/table/x",
            "/table/-1",
            "/rules/chess",
            "/a/b/c",
            "/study/x",
            "/editor",
            "/@",
            "/@%FF",
            "/Ann",
            "/@Ann/friends",
        ] {
            assert_eq!(Route::parse(path), Route::Missing, "{path}");
        }
        for path in [
            "/learn/chess",
            "/learn/chess/start",
            "/puzzles/abagio",
            "/puzzles/x-1",
            "/puzzles/next/chess",
        ] {
            assert_eq!(Route::parse(path), Route::Missing, "{path}");
        }
    }
}

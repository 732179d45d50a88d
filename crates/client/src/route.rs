//! Every page has an address.

use std::fmt;

use crate::address;
use crate::people::PeopleRoute;

/// A page of the app.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// The four games.
    Home,
    /// Before a game: opponent, options, clock.
    New(String),
    /// Before a game that begins elsewhere than at its start: the game, and what stands after `?` ([`Link`](crate::study::Link)).
    NewAt(String, String),
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
    /// Tables on the server: open ones, one's own, live ones; somebody to play against.
    Lobby(Option<String>),
    /// A game on the server, by its name.
    Game(String),
    /// Lots and seals computed again, of a game on the server or of any record.
    Verify(Option<String>),
    /// People: ways in, one's account, profiles, somebody's games.
    People(PeopleRoute),
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
    /// What can be studied.
    Studies,
    /// A study.
    Study(Subject),
    /// Where positions of a game are put together, and what stands after `?`.
    Editor(String, String),
    /// No page has this address.
    Missing,
}

/// What a study is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A game kept at this screen.
    Kept(u64),
    /// What the address itself says ([`Link`](crate::study::Link)).
    Link(String),
    /// A finished game of the server.
    Game(String),
}

/// The part of the app a page is in. Each is a module of its own, loaded when it is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Games at this screen, rules, settings: what one meets first.
    Front,
    /// Everything else.
    More,
}

impl Route {
    /// The part of the app it is in.
    pub fn part(&self) -> Part {
        match self {
            Route::Home
            | Route::New(_)
            | Route::NewAt(..)
            | Route::Table(_)
            | Route::Games
            | Route::Rules(_)
            | Route::Settings
            | Route::About => Part::Front,
            _ => Part::More,
        }
    }

    /// The page with this address, with or without a query.
    pub fn of(address: &str) -> Route {
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
                let against = address::pairs(query).into_iter().find(|(key, _)| key == "against");
                Route::Lobby(against.map(|(_, name)| name).filter(|name| !name.is_empty()))
            }
            ["g", id] if is_name(id) => Route::Game(id.into()),
            ["verify"] => Route::Verify(None),
            ["verify", id] if is_name(id) => Route::Verify(Some(id.into())),
            ["learn"] => Route::Learn,
            ["learn", name] if game(name) => Route::Course(name.into()),
            ["learn", name, "rulings"] if game(name) => Route::Rulings(name.into()),
            ["learn", name, lesson] if game(name) => Route::Lesson(name.into(), lesson.into()),
            ["puzzles"] => Route::Puzzles,
            ["puzzles", "daily"] => Route::Daily,
            ["puzzles", id] if crate::puzzling::game_of(id).is_some() => Route::Puzzle(id.into()),
            ["study"] => Route::Studies,
            ["study", "new"] => Route::Study(Subject::Link(query.into())),
            ["study", "g", id] => Route::Study(Subject::Game(id.into())),
            ["study", id] => {
                id.parse().map_or(Route::Missing, |id| Route::Study(Subject::Kept(id)))
            }
            ["editor", name] if game(name) => Route::Editor(name.into(), query.into()),
            _ => PeopleRoute::of(&parts, query).map_or(Route::Missing, Route::People),
        }
    }
}

/// Whether a game can be called so.
fn is_name(id: &str) -> bool {
    id.len() == 10
        && id.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit())
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
            Route::NewAt(game, query) => write!(f, "/new/{game}?{query}"),
            Route::Studies => f.write_str("/study"),
            Route::Study(Subject::Kept(id)) => write!(f, "/study/{id}"),
            Route::Study(Subject::Link(query)) => write!(f, "/study/new?{query}"),
            Route::Study(Subject::Game(id)) => write!(f, "/study/g/{id}"),
            Route::Editor(game, query) if query.is_empty() => write!(f, "/editor/{game}"),
            Route::Editor(game, query) => write!(f, "/editor/{game}?{query}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::Filter;

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
            Route::People(PeopleRoute::Games("Zoë".into(), Filter::default())),
            Route::People(PeopleRoute::Games(
                "Ann".into(),
                Filter { kind: game(), opponent: "Zoë".into(), ..Filter::default() },
            )),
            Route::Learn,
            Route::Course(game()),
            Route::Lesson(game(), "start".into()),
            Route::Rulings(game()),
            Route::Puzzles,
            Route::Daily,
            Route::Puzzle("ago-0042".into()),
            Route::NewAt(game(), "spec=abagio".into()),
            Route::Studies,
            Route::Study(Subject::Kept(7)),
            Route::Study(Subject::Link("spec=abagio&plies=f52".into())),
            Route::Study(Subject::Game("g-1".into())),
            Route::Editor(game(), String::new()),
            Route::Editor(game(), "position=x".into()),
        ] {
            assert_eq!(Route::of(&route.to_string()), route);
        }
    }

    /// The script that starts the app chooses by the same rule.
    #[test]
    fn the_first_part_holds_these_pages() {
        let front =
            ["/", "/new/abagio", "/table/7", "/games", "/rules/abagio", "/settings", "/about"];
        for path in front {
            assert_eq!(Route::of(path).part(), Part::Front, "{path}");
        }
        for path in [
            "/online",
            "/g/k3m9x2p7qa",
            "/verify",
            "/learn",
            "/puzzles",
            "/sign-in",
            "/@Ann",
            "/nowhere",
        ] {
            assert_eq!(Route::of(path).part(), Part::More, "{path}");
        }
    }

    #[test]
    fn other_addresses_lead_nowhere() {
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
            assert_eq!(Route::of(path), Route::Missing, "{path}");
        }
        for path in ["/learn/chess", "/learn/chess/start", "/puzzles/abagio", "/puzzles/x-1"] {
            assert_eq!(Route::of(path), Route::Missing, "{path}");
        }
    }
}

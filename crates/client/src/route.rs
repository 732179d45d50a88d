//! Every page has an address.

use std::fmt;

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

impl Route {
    /// The page with this address, what stands after `?` included.
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
            ["study"] => Route::Studies,
            ["study", "new"] => Route::Study(Subject::Link(query.into())),
            ["study", "g", id] => Route::Study(Subject::Game(id.into())),
            ["study", id] => {
                id.parse().map_or(Route::Missing, |id| Route::Study(Subject::Kept(id)))
            }
            ["editor", name] if game(name) => Route::Editor(name.into(), query.into()),
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
        ] {
            assert_eq!(Route::of(path), Route::Missing, "{path}");
        }
    }
}

use std::collections::BTreeMap;

use abaque_core::Millis;
use abaque_protocol::{Ask, GameInfo, Tell};
use abaque_table::At;

use super::{News, OnlineTable};

/// The first wait before connecting again, in milliseconds.
const FIRST: u64 = 400;
/// The longest.
const LONGEST: u64 = 15_000;

/// How long to wait before connecting again: longer each time, and never just as long as everybody else.
#[derive(Clone, Debug, Default)]
pub struct Wait {
    tries: u32,
}

impl Wait {
    /// The next wait; `chance` is any random number.
    pub fn next(&mut self, chance: u64) -> Millis {
        let longest = (FIRST << self.tries.min(10)).min(LONGEST);
        self.tries += 1;
        Millis(longest / 2 + chance % (longest / 2 + 1))
    }

    /// The connection stands.
    pub fn is_over(&mut self) {
        self.tries = 0;
    }
}

/// One connection to a server, with the games watched on it.
#[derive(Clone, Debug, Default)]
pub struct Link {
    /// Whether it stands.
    pub up: bool,
    /// Who one is there; nothing before the first word.
    pub you: Option<String>,
    /// The games.
    pub tables: BTreeMap<String, OnlineTable>,
    /// Open games, while one listens.
    pub open: Option<Vec<GameInfo>>,
    listens: bool,
}

impl Link {
    /// The connection stands, for the first time or again: what to say.
    pub fn connected(&mut self) -> Vec<Ask> {
        self.up = true;
        let lobby = self.listens.then_some(Ask::Lobby { on: true });
        lobby.into_iter().chain(self.tables.values().flat_map(OnlineTable::come_back)).collect()
    }

    /// It is lost.
    pub fn lost(&mut self) {
        self.up = false;
    }

    /// Watches a game.
    pub fn watch(&mut self, table: OnlineTable) -> Vec<Ask> {
        let asks = table.come_back();
        self.tables.insert(table.id().to_owned(), table);
        asks
    }

    /// Leaves it.
    pub fn leave(&mut self, game: &str) -> Option<Ask> {
        self.tables.remove(game).map(|_| Ask::Leave { game: game.to_owned() })
    }

    /// Hears of open games, or no longer.
    pub fn listen(&mut self, on: bool) -> Ask {
        self.listens = on;
        if !on {
            self.open = None;
        }
        Ask::Lobby { on }
    }

    /// Hears a message: the game it is about and what it meant there. A message nobody can read is none.
    pub fn hear(&mut self, text: &str, now: At) -> Option<(String, News)> {
        let tell: Tell = serde_json::from_str(text).ok()?;
        let game = match &tell {
            Tell::Hello { you, .. } => {
                self.you = Some(you.clone());
                return None;
            }
            Tell::Lobby { open } => {
                self.open = Some(open.clone()).filter(|_| self.listens);
                return None;
            }
            Tell::Table(snapshot) => snapshot.info.game.clone(),
            Tell::Step { game, .. }
            | Tell::Version { game, .. }
            | Tell::Done { game, .. }
            | Tell::Muted { game, .. }
            | Tell::Presence { game, .. } => game.clone(),
            Tell::Refused { game, .. } => game.clone()?,
            Tell::Chat(chat) => chat.game.clone(),
            Tell::Paired { game } => return Some((game.clone(), News::Paired)),
            Tell::Pong { .. } | Tell::Bye { .. } => return None,
        };
        let news = self.tables.get_mut(&game)?.hear(tell, now);
        Some((game, news))
    }
}

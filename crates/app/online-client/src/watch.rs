use abaque_client::words::online as words;
use abaque_core::Lang;
use abaque_protocol::{GameStage, SeatInfo};
use serde::Deserialize;

use crate::formatting;

/// The fields of a [`GameSummary`](abaque_protocol::GameSummary) that a watch needs; kept small
/// because the app's first page parses it too.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct WatchedTable {
    pub(crate) game: String,
    pub(crate) spec: String,
    pub(crate) status: GameStage,
    pub(crate) seats: [SeatInfo; 2],
    #[serde(default)]
    pub(crate) hot_seat: bool,
    #[serde(default)]
    pub(crate) plies: u32,
    #[serde(default)]
    rematch_of: Option<String>,
}

/// Why a player on another page is called to a table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NoticeKind {
    /// One of the player's games has started.
    Started,
    /// Another player challenges them.
    Challenge,
    /// The opponent offers a rematch.
    Rematch,
    /// The opponent left before the game started.
    Reopened,
    /// The game was aborted before it started: the opponent did not come online, or left.
    CalledOff,
}

/// A notice that calls the player to a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableNotice {
    /// The game's id.
    pub game: String,
    /// The reason.
    pub kind: NoticeKind,
    /// The game it is a rematch of.
    pub rematch_of: Option<String>,
    /// The game spec.
    spec: String,
    /// The opponent's name.
    opponent: String,
}

impl TableNotice {
    /// The notice text.
    pub fn text(&self, lang: Lang) -> String {
        let words = match self.kind {
            NoticeKind::Started => words::GAME_STARTED,
            NoticeKind::Challenge => words::CHALLENGED,
            NoticeKind::Rematch => words::REMATCH_ASKED,
            NoticeKind::Reopened => words::REOPENED,
            NoticeKind::CalledOff => words::CALLED_OFF_EARLY,
        };
        let title = formatting::game_title(&self.spec, lang);
        words.get(lang).replace("{game}", &title).replace("{name}", &self.opponent)
    }
}

/// What the client does after a status update.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WatchStep {
    /// Wait for the next update.
    Wait,
    /// Reveal the seed, if this client holds it, and poll again soon.
    Reveal,
    /// The table is finished: its seed can be deleted.
    Forget,
}

/// The tables a player waits at while on other pages, and the notices about them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TableWatch {
    notices: Vec<TableNotice>,
    /// Opponents who joined tables that have not started, by game.
    joined: Vec<(String, String)>,
    /// Games whose start the player knows of.
    known_starts: Vec<String>,
}

impl TableWatch {
    /// The open notices, oldest first.
    pub fn notices(&self) -> &[TableNotice] {
        &self.notices
    }

    /// Handles a table's status; `me` is the player's name.
    pub fn update(&mut self, info: &WatchedTable, me: &str) -> WatchStep {
        let game = &info.game;
        let sits = info.seats.iter().any(|seat| seat.name.as_deref() == Some(me));
        let invited = info.seats.iter().any(|seat| seat.invited.as_deref() == Some(me));
        let others = info.seats.iter().filter_map(|seat| seat.name.as_ref());
        let opponent = others.clone().find(|name| *name != me).cloned();
        match info.status.at_seats(&info.seats) {
            GameStage::Open if sits => {
                if let Some(who) = self.take_joined(game) {
                    self.add(info, NoticeKind::Reopened, Some(who));
                }
                WatchStep::Wait
            }
            GameStage::Open if invited => {
                let again = info.rematch_of.is_some();
                let kind = if again { NoticeKind::Rematch } else { NoticeKind::Challenge };
                self.add(info, kind, opponent);
                WatchStep::Wait
            }
            GameStage::Seeds if sits => {
                self.drop_notices(game);
                self.take_joined(game);
                self.joined.push((game.clone(), opponent.unwrap_or_default()));
                WatchStep::Reveal
            }
            // Games against bots or at one screen need no notice.
            GameStage::Playing if sits && opponent.is_some() => {
                self.take_joined(game);
                match self.known_starts.contains(game) {
                    true => self.drop_notices(game),
                    false => self.add(info, NoticeKind::Started, opponent),
                }
                WatchStep::Wait
            }
            stage => {
                self.drop_notices(game);
                let ended = matches!(stage, GameStage::Over | GameStage::Aborted);
                if let (Some(who), true) = (self.take_joined(game), ended) {
                    self.add(info, NoticeKind::CalledOff, Some(who));
                }
                WatchStep::Forget
            }
        }
    }

    /// Marks a table as known: the player opened it, here or in another tab, or closed the notice.
    pub fn dismiss(&mut self, game: &str, has_started: bool) {
        self.drop_notices(game);
        if has_started && !self.known_starts.iter().any(|known| known == game) {
            self.known_starts.push(game.to_owned());
        }
    }

    fn add(&mut self, info: &WatchedTable, kind: NoticeKind, opponent: Option<String>) {
        let notice = TableNotice {
            game: info.game.clone(),
            kind,
            rematch_of: info.rematch_of.clone(),
            spec: info.spec.clone(),
            opponent: opponent.unwrap_or_default(),
        };
        if !self.notices.contains(&notice) {
            self.drop_notices(&info.game);
            self.notices.push(notice);
        }
    }

    fn take_joined(&mut self, game: &str) -> Option<String> {
        let at = self.joined.iter().position(|(joined, _)| joined == game)?;
        Some(self.joined.swap_remove(at).1)
    }

    fn drop_notices(&mut self, game: &str) {
        self.notices.retain(|notice| notice.game != game);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn info(status: &str, seats: Value) -> WatchedTable {
        serde_json::from_value(json!({
            "game": "k3m9x2p7qa", "spec": "abagio", "clock": "300+2", "rated": false, "public": true, "hot_seat": false,
            "seats": seats, "status": status, "plies": 0, "created": 0, "touched": 0
        }))
        .unwrap()
    }

    fn texts(watch: &TableWatch) -> Vec<String> {
        watch.notices().iter().map(|notice| notice.text(Lang::En)).collect()
    }

    #[test]
    fn a_host_is_told_of_a_started_game_until_it_is_opened() {
        let mut watch = TableWatch::default();
        let open = info("open", json!([{ "name": "Ada" }, {}]));
        assert_eq!((watch.update(&open, "Ada"), texts(&watch)), (WatchStep::Wait, vec![]));
        let playing = info("playing", json!([{ "name": "Bob" }, { "name": "Ada" }]));
        for _ in 0..2 {
            assert_eq!(watch.update(&playing, "Ada"), WatchStep::Wait);
            assert_eq!(texts(&watch), ["Your game of Abagio against Bob has started."]);
        }
        watch.dismiss(&playing.game, true);
        assert_eq!((watch.update(&playing, "Ada"), texts(&watch)), (WatchStep::Wait, vec![]));
        let over = info("over", json!([{ "name": "Bob" }, { "name": "Ada" }]));
        assert_eq!(watch.update(&over, "Ada"), WatchStep::Forget);
    }

    #[test]
    fn a_seed_is_due_once_both_are_seated() {
        let mut watch = TableWatch::default();
        let taken = info("seeds", json!([{ "name": "Ada" }, { "name": "Bob" }]));
        for status in [GameStage::Seeds, GameStage::Open] {
            let info = WatchedTable { status, ..taken.clone() };
            assert_eq!(TableWatch::default().update(&info, "Ada"), WatchStep::Reveal);
        }
        assert_eq!((watch.update(&taken, "Ada"), texts(&watch)), (WatchStep::Reveal, vec![]));
        let open = info("open", json!([{ "name": "Ada" }, {}]));
        assert_eq!(watch.update(&open, "Ada"), WatchStep::Wait);
        assert_eq!(texts(&watch), ["Bob left before the game started. Your table is open again."]);
        // The next opponent joins: the notice about the first is out of date.
        assert_eq!((watch.update(&taken, "Ada"), texts(&watch)), (WatchStep::Reveal, vec![]));
    }

    #[test]
    fn an_aborted_start_is_announced_once() {
        let mut watch = TableWatch::default();
        watch.update(&info("seeds", json!([{ "name": "Ada" }, { "name": "Bob" }])), "Ada");
        let off = info("aborted", json!([{ "name": "Ada" }, { "name": "Bob" }]));
        assert_eq!(watch.update(&off, "Ada"), WatchStep::Forget);
        assert_eq!(
            texts(&watch),
            ["Your game of Abagio against Bob was aborted before it started."]
        );
    }

    #[test]
    fn only_own_games_and_challenges_are_announced() {
        let mut watch = TableWatch::default();
        let mut open = info("open", json!([{ "name": "Bob" }, { "invited": "Ada" }]));
        watch.update(&open, "Ada");
        assert_eq!(texts(&watch), ["Bob challenges you to a game of Abagio."]);
        open.rematch_of = Some("aaaaaaaaaa".into());
        watch.update(&open, "Ada");
        assert_eq!(texts(&watch), ["Bob offers a rematch at Abagio."]);
        // A closed challenge does not hide the game that results from it.
        watch.dismiss(&open.game, false);
        watch.update(&info("playing", json!([{ "name": "Bob" }, { "name": "Ada" }])), "Ada");
        assert_eq!(texts(&watch).len(), 1);
        assert_eq!(watch.update(&open, "Cleo"), WatchStep::Forget);
        assert_eq!(texts(&watch), Vec::<String>::new());
    }
}

use abaque_client::words::running as words;
use abaque_core::{Lang, Millis};
use abaque_protocol::GameStage;
use abaque_table::Timestamp;
use serde::Deserialize;

use crate::WatchedTable;
use crate::formatting;

/// The fields of [`RunningGames`](abaque_protocol::rest::RunningGames) that every page needs.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
pub struct RunningTables {
    /// Server time of the answer.
    now: i64,
    games: Vec<RunningTable>,
}

/// An unfinished game of the player.
#[derive(Clone, PartialEq, Debug, Deserialize)]
pub struct RunningTable {
    info: WatchedTable,
    /// Whether the game waits for the player.
    pub your_turn: bool,
    #[serde(default)]
    deadline: Option<i64>,
}

impl RunningTables {
    /// Converts the deadlines to this device's clock.
    pub fn on_clock(mut self, received_at: Timestamp) -> RunningTables {
        let ahead = received_at.0 as i64 - self.now;
        for game in &mut self.games {
            game.deadline = game.deadline.map(|at| at + ahead);
        }
        RunningTables { now: received_at.0 as i64, ..self }
    }

    /// Whether the lists agree, but for deadlines that the time of transmission shifts a little.
    pub fn is_same(&self, other: &RunningTables) -> bool {
        let is_near = |one: Option<i64>, other: Option<i64>| match (one, other) {
            (Some(one), Some(other)) => one.abs_diff(other) < 2_000,
            (one, other) => one == other,
        };
        self.games.len() == other.games.len()
            && self.games.iter().zip(&other.games).all(|(one, other)| {
                is_near(one.deadline, other.deadline)
                    && (&one.info, one.your_turn) == (&other.info, other.your_turn)
            })
    }

    /// All games; those that wait for the player come first.
    pub fn games(&self) -> &[RunningTable] {
        &self.games
    }

    /// Number of games that wait for the player.
    pub fn waiting(&self) -> usize {
        self.games.iter().filter(|game| game.your_turn).count()
    }

    /// Whether an opponent may come or act while the player is elsewhere.
    pub fn has_opponents(&self) -> bool {
        self.games.iter().any(|game| !game.is_solo())
    }

    /// The games whose turns are announced on every page, the most urgent first.
    pub fn turns(&self) -> impl Iterator<Item = &RunningTable> {
        self.games.iter().filter(|game| game.is_turn())
    }
}

impl RunningTable {
    /// The game's id.
    pub fn id(&self) -> &str {
        &self.info.game
    }

    /// Number of plies, which tells one turn from the next.
    pub fn plies(&self) -> u32 {
        self.info.plies
    }

    /// The game's title.
    pub fn title(&self, lang: Lang) -> String {
        formatting::game_title(&self.info.spec, lang)
    }

    /// Against a bot or at one screen, nobody waits.
    fn is_solo(&self) -> bool {
        self.info.hot_seat || self.info.seats.iter().any(|seat| seat.bot.is_some())
    }

    fn is_turn(&self) -> bool {
        self.your_turn && self.info.status == GameStage::Playing && !self.is_solo()
    }

    /// The opponent's name, if a person sits there.
    fn opponent(&self, me: &str) -> Option<&str> {
        let mut names = self.info.seats.iter().filter_map(|seat| seat.name.as_deref());
        names.rfind(|name| *name != me)
    }

    /// Time left for the player's turn.
    pub fn left(&self, now: Timestamp) -> Option<Millis> {
        let deadline = self.deadline?;
        Some(Millis((deadline - now.0 as i64).max(0) as u64))
    }

    /// The banner's text, which names the game and the opponent.
    pub fn call(&self, me: &str, lang: Lang) -> String {
        let words = if self.opponent(me).is_some() {
            words::YOUR_TURN_AGAINST
        } else {
            words::YOUR_TURN_IN
        };
        let name = self.opponent(me).unwrap_or_default();
        words.get(lang).replace("{game}", &self.title(lang)).replace("{name}", name)
    }

    /// What the game waits for, in a list under its title.
    pub fn status(&self, me: &str, lang: Lang) -> String {
        let opponent = self.opponent(me);
        let hosts = self.info.seats.iter().any(|seat| seat.name.as_deref() == Some(me));
        let words = match self.info.status.at_seats(&self.info.seats) {
            GameStage::Open if !hosts => words::CHALLENGED_BY,
            GameStage::Open => words::TABLE_OPEN,
            GameStage::Seeds => words::TABLE_STARTING,
            _ if self.your_turn => abaque_client::words::YOUR_TURN,
            _ => words::THEIR_TURN,
        };
        let computer = abaque_client::words::COMPUTER.get(lang);
        let text = words.get(lang).replace("{name}", opponent.unwrap_or(computer));
        match opponent.filter(|_| !words.en.contains("{name}")) {
            Some(name) => format!("{name} · {text}"),
            None => text,
        }
    }
}

/// A countdown in words: "4:31 left".
pub fn time_left(left: Millis, lang: Lang) -> String {
    let face = abaque_client::clock_text::clock_face(left, lang);
    words::TIME_LEFT.get(lang).replace("{time}", &face)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn tables(games: Value) -> RunningTables {
        serde_json::from_value(json!({ "now": 1_000, "games": games })).unwrap()
    }

    fn game(id: &str, status: &str, seats: Value, your_turn: bool, deadline: Value) -> Value {
        json!({ "your_turn": your_turn, "deadline": deadline, "info": {
            "game": id, "spec": "abalone", "clock": "300+2", "rated": false, "public": true,
            "hot_seat": false, "seats": seats, "status": status, "plies": 4, "created": 0, "touched": 0 } })
    }

    #[test]
    fn deadlines_count_down_on_this_devices_clock() {
        let people = json!([{ "name": "Ada" }, { "name": "Bob" }]);
        let all = tables(json!([game("aaaaaaaaaa", "playing", people, true, json!(272_000))]));
        // This device's clock is an hour ahead.
        let all = all.on_clock(Timestamp(3_601_000));
        assert!(all.is_same(&all.clone().on_clock(Timestamp(3_601_900))));
        assert!(!all.is_same(&all.clone().on_clock(Timestamp(3_604_000))));
        assert!(!all.is_same(&RunningTables::default()));
        let turn = all.turns().next().unwrap();
        assert_eq!(turn.left(Timestamp(3_601_000)), Some(Millis(271_000)));
        assert_eq!(turn.left(Timestamp(9_000_000)), Some(Millis(0)));
        assert_eq!(turn.call("Ada", Lang::En), "Your turn in Abalone against Bob");
        assert_eq!(turn.call("Ada", Lang::Fr), "Abalone\u{a0}: à vous de jouer contre Bob");
        assert_eq!(time_left(Millis(271_000), Lang::En), "4:31 left");
        assert_eq!(time_left(Millis(271_000), Lang::Fr), "encore 4:31");
    }

    #[test]
    fn only_games_waiting_for_the_player_are_announced() {
        let people = || json!([{ "name": "Ada" }, { "name": "Bob" }]);
        let all = tables(json!([
            game("aaaaaaaaaa", "playing", people(), true, Value::Null),
            game(
                "bbbbbbbbbb",
                "playing",
                json!([{ "name": "Ada" }, { "bot": "1" }]),
                true,
                Value::Null
            ),
            game(
                "cccccccccc",
                "open",
                json!([{ "name": "Bob" }, { "invited": "Ada" }]),
                true,
                Value::Null
            ),
            game("dddddddddd", "playing", people(), false, Value::Null),
            game("eeeeeeeeee", "open", json!([{ "name": "Ada" }, {}]), false, Value::Null),
            game("ffffffffff", "open", people(), true, Value::Null),
        ]));
        assert_eq!(all.turns().map(RunningTable::id).collect::<Vec<_>>(), ["aaaaaaaaaa"]);
        assert_eq!((all.waiting(), all.has_opponents()), (4, true));
        let told =
            |lang| all.games().iter().map(|game| game.status("Ada", lang)).collect::<Vec<_>>();
        assert_eq!(
            told(Lang::En),
            [
                "Bob · Your turn",
                "Your turn",
                "Bob challenges you",
                "Bob to move",
                "Waiting for an opponent",
                "Bob · The game is about to start",
            ]
        );
        assert_eq!(told(Lang::Fr)[3], "À Bob de jouer");
        let solo = json!([game(
            "b",
            "playing",
            json!([{ "name": "Ada" }, { "bot": "1" }]),
            true,
            Value::Null
        )]);
        assert!(!tables(solo).has_opponents());
    }
}

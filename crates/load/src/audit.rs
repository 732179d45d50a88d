//! When a game is over, and when everything is: everybody must have been told the same.

use abaque_protocol::{Act, Stage};
use abaque_record::Proof;
use futures_util::StreamExt;
use tokio_tungstenite::tungstenite::Message;

use crate::Wrong;
use crate::check::{Picture, agree};
use crate::pair::Pair;
use crate::player::Player;
use crate::stats::Stats;

/// One game in so many has its record checked where there are many.
const SAMPLE: u64 = 8;

impl Pair {
    /// A game is over: both know the same, and the record is right.
    pub(crate) async fn finish(&mut self) -> Result<(), Wrong> {
        let finished = Stats::read(&self.world.stats.finished);
        Stats::count(&self.world.stats.finished);
        self.agreed()?;
        let [one, other] = &self.players;
        let ending =
            |player: &Player| player.picture.state().and_then(|state| state.ending.clone());
        if ending(one) != ending(other) {
            return Err(format!("game {} ended in two ways", one.picture.game));
        }
        let (id, plies) = (one.picture.game.clone(), texts(&one.picture));
        if self.world.kills {
            self.ended.push((id.clone(), plies.clone()));
        }
        if self.world.kills || finished < 100 || finished.is_multiple_of(SAMPLE) {
            self.record(&id, &plies).await?;
        }
        Ok(())
    }

    fn agreed(&self) -> Result<(), Wrong> {
        let [one, other] = &self.players;
        for player in &self.players {
            player.picture.tally(None)?;
        }
        agree(one.picture.plies(), other.picture.plies())
            .map_err(|wrong| format!("game {}: {wrong}", one.picture.game))
    }

    /// The record of a finished game passes every check and holds what was told.
    pub(crate) async fn record(&self, id: &str, plies: &[String]) -> Result<(), Wrong> {
        let path = format!("/games/{id}/record");
        let (answer, _) = self.world.ask("GET", &path, "", "").await?;
        let wrong = |what: String| format!("game {id}: its record: {what}");
        if answer.status != 200 {
            return Err(wrong(format!("{} {}", answer.status, answer.body)));
        }
        let records =
            abaque_record::parse(&answer.body).map_err(|error| wrong(error.to_string()))?;
        let [record] = records.as_slice() else { return Err(wrong("is not one".into())) };
        let checked = abaque_record::check(record).map_err(|error| wrong(error.to_string()))?;
        if matches!(checked.lots, Proof::Unproven(_)) {
            return Err(wrong("its lots are not proven".into()));
        }
        let recorded: Vec<&str> = record.plies().collect();
        if recorded != plies {
            return Err(wrong(format!(
                "has {} plies, players were told {}: {recorded:?}, {plies:?}",
                recorded.len(),
                plies.len()
            )));
        }
        Stats::count(&self.world.stats.records);
        Ok(())
    }

    /// Ends the game that is open and checks its record.
    pub(crate) async fn give_up(&mut self) -> Result<(), Wrong> {
        if self.players[0].picture.stage() != Some(Stage::Playing) {
            return Ok(());
        }
        self.act(0, Act::Resign).await?;
        self.until("the end", |pair| {
            pair.players.iter().all(|player| {
                player.picture.stage() == Some(Stage::Over) && player.pending.is_none()
            })
        })
        .await?;
        self.finish().await
    }

    /// Reads the open game afresh, by both players and by somebody else, and compares; then ends it, and looks at all records
    /// again.
    pub(crate) async fn audit(&mut self) -> Result<(), Wrong> {
        for player in &mut self.players {
            player.socket = None;
            player.connect(&self.world).await?;
            player.watch(true).await?;
        }
        self.until("the whole game", |pair| pair.players.iter().all(|player| !player.picture.back))
            .await?;
        self.agreed()?;
        let known = &self.players[0].picture;
        let mut watcher = Player::new(String::new());
        watcher.picture = Picture::new(&known.game, &known.spec);
        watcher.connect(&self.world).await?;
        watcher.watch(true).await?;
        while let (true, Some(socket)) = (watcher.picture.back, &mut watcher.socket) {
            let said = socket.next().await.ok_or("the watcher was sent away")?;
            if let Message::Text(text) = said.map_err(|error| error.to_string())? {
                let tell = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                watcher.picture.hear(tell)?;
            }
        }
        agree(known.plies(), watcher.picture.plies())
            .map_err(|wrong| format!("game {}, a watcher: {wrong}", known.game))?;
        self.give_up().await?;
        for (id, plies) in &self.ended {
            self.record(id, plies).await?;
        }
        Ok(())
    }
}

fn texts(picture: &Picture) -> Vec<String> {
    picture.plies().iter().map(|shown| shown.ply.clone()).collect()
}

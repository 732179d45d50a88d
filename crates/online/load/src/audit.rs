//! End-of-game and end-of-run checks: all viewers must have received the same game.

use abaque_protocol::{GameAct, GameStage};
use abaque_record::LotStatus;
use futures_util::StreamExt;
use tokio_tungstenite::tungstenite::Message;

use crate::Failure;
use crate::context::{LoadContext, RunPhase};
use crate::load::RunningPairs;
use crate::lots_log;
use crate::observed_game::{ObservedGame, check_agreement};
use crate::pair::PlayerPair;
use crate::player::LoadPlayer;
use crate::stats::LoadStats;

/// Of many games, one in this many has its record checked.
const RECORD_CHECK_ONE_IN: u64 = 8;

/// Stops play and audits every game and the public log of lots. Returns the number of acknowledged
/// acts and of log entries.
pub(crate) async fn end_and_audit(
    context: &LoadContext,
    mut playing: RunningPairs,
) -> Result<(usize, u64), Failure> {
    context.phase.send_replace(RunPhase::Ending);
    let mut ended = Vec::new();
    while let Some(pair) = playing.join_next().await {
        ended.push(pair.map_err(|error| error.to_string())??);
    }
    let acts = context.stats.answer_count();
    for pair in &mut ended {
        pair.audit().await?;
    }
    Ok((acts, lots_log::verify(context).await?))
}

impl PlayerPair {
    /// Checks a finished game: both players agree, and the record is right.
    pub(crate) async fn finish_game(&mut self) -> Result<(), Failure> {
        let finished = LoadStats::read(&self.context.stats.finished);
        LoadStats::increment(&self.context.stats.finished);
        self.check_players_agree()?;
        let [one, other] = &self.players;
        let ending =
            |player: &LoadPlayer| player.observed.state().and_then(|state| state.ending.clone());
        if ending(one) != ending(other) {
            return Err(format!("game {} ended in two ways", one.observed.game));
        }
        self.context.stats.count_kind(&one.observed.spec);
        let strict = one.observed.snapshot.as_ref().is_some_and(|table| !table.lots.deposited);
        LoadStats::increment(&self.context.stats.modes[usize::from(strict)]);
        let (id, plies) = (one.observed.game.clone(), ply_texts(&one.observed));
        if self.context.kills() {
            self.finished_games.push((id.clone(), plies.clone()));
        }
        if self.context.kills() || finished < 100 || finished.is_multiple_of(RECORD_CHECK_ONE_IN) {
            self.check_record(&id, &plies).await?;
        }
        Ok(())
    }

    fn check_players_agree(&self) -> Result<(), Failure> {
        let [one, other] = &self.players;
        for player in &self.players {
            player.observed.check_acknowledged(None)?;
        }
        check_agreement(one.observed.plies(), other.observed.plies())
            .map_err(|wrong| format!("game {}: {wrong}", one.observed.game))
    }

    /// Verifies the record of a finished game and compares its plies with those received.
    pub(crate) async fn check_record(&self, id: &str, plies: &[String]) -> Result<(), Failure> {
        let path = format!("/games/{id}/record");
        let (answer, _) = self.context.request("GET", &path, "", "").await?;
        let wrong = |what: String| format!("game {id}: its record: {what}");
        if answer.status != 200 {
            return Err(wrong(format!("{} {}", answer.status, answer.body)));
        }
        let records =
            abaque_record::parse(&answer.body).map_err(|error| wrong(error.to_string()))?;
        let [record] = records.as_slice() else { return Err(wrong("is not one".into())) };
        let checked = abaque_record::check(record).map_err(|error| wrong(error.to_string()))?;
        match checked.lots {
            LotStatus::Unproven(_) => return Err(wrong("its lots are not proven".into())),
            LotStatus::Verified(lots) => LoadStats::add(&self.context.stats.lots, lots as u64),
            LotStatus::None => {}
        }
        let recorded: Vec<&str> = record.plies().collect();
        if recorded != plies {
            return Err(wrong(format!(
                "has {} plies, players received {}: {recorded:?}, {plies:?}",
                recorded.len(),
                plies.len()
            )));
        }
        LoadStats::increment(&self.context.stats.records);
        Ok(())
    }

    /// Resigns the running game and checks its record.
    pub(crate) async fn resign_and_check(&mut self) -> Result<(), Failure> {
        if self.players[0].observed.stage() != Some(GameStage::Playing) {
            return Ok(());
        }
        self.act(0, GameAct::Resign).await?;
        self.run_until("the end", |pair| {
            pair.players.iter().all(|player| {
                player.observed.stage() == Some(GameStage::Over) && player.pending.is_none()
            })
        })
        .await?;
        self.finish_game().await
    }

    /// Reads the running game as a spectator.
    async fn read_as_watcher(&self) -> Result<ObservedGame, Failure> {
        let known = &self.players[0].observed;
        let mut watcher = LoadPlayer::new(String::new());
        watcher.observed = ObservedGame::new(&known.game, &known.spec);
        watcher.connect(&self.context).await?;
        watcher.watch(true).await?;
        while let (true, Some(socket)) = (watcher.observed.is_catching_up, &mut watcher.socket) {
            let message = socket.next().await.ok_or("the watcher was sent away")?;
            if let Message::Text(text) = message.map_err(|error| error.to_string())? {
                let tell = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                watcher.observed.receive(tell)?;
            }
        }
        Ok(watcher.observed)
    }

    /// Reads the running game afresh as both players and a spectator and compares; then ends it and
    /// checks all records again.
    pub(crate) async fn audit(&mut self) -> Result<(), Failure> {
        for player in &mut self.players {
            player.socket = None;
            player.connect(&self.context).await?;
            player.watch(true).await?;
        }
        self.run_until("the whole game", |pair| {
            pair.players.iter().all(|player| !player.observed.is_catching_up)
        })
        .await?;
        self.check_players_agree()?;
        let watched = self.read_as_watcher().await?;
        // A computer may have moved between the two readings.
        let version = watched.version();
        self.run_until("what a watcher knows", |pair| {
            pair.players.iter().all(|player| player.observed.version() >= version)
        })
        .await?;
        let known = &self.players[0].observed;
        let plies = known.plies();
        let same = plies.len().min(watched.plies().len());
        check_agreement(&plies[..same], watched.plies())
            .map_err(|wrong| format!("game {}, a watcher: {wrong}", known.game))?;
        self.resign_and_check().await?;
        for (id, plies) in &self.finished_games {
            self.check_record(id, plies).await?;
        }
        Ok(())
    }
}

fn ply_texts(picture: &ObservedGame) -> Vec<String> {
    picture.plies().iter().map(|shown| shown.ply.clone()).collect()
}

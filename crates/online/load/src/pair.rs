//! Two players who play one game after another.

use std::sync::Arc;
use std::time::{Duration, Instant};

use abaque_core::{RandomSource, SplitMix};
use abaque_lots::{Party, commitment, to_hex};
use abaque_protocol::rest::JoinRequest;
use abaque_protocol::{
    ClientMessage, GameAct, GameStage, GameTerms, OpponentChoice, ServerMessage,
};
use futures_util::StreamExt;
use serde::Serialize;
use tokio::time::{sleep_until, timeout};
use tokio_tungstenite::tungstenite::{self, Message};

use crate::Failure;
use crate::context::{LoadContext, RunPhase};
use crate::games::all_specs;
use crate::observed_game::{MessageEffect, ObservedGame};
use crate::outage::{ClockSample, check_clocks};
use crate::player::{LoadPlayer, PendingRequest};
use crate::random::RandomValues;
use crate::stats::LoadStats;

/// Timeout for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(20);
/// Time in which everything must go on once nothing is broken any more.
const STUCK_TIMEOUT: Duration = Duration::from_secs(12);
/// One act in this many is accompanied by a repeated request.
const RESEND_ONE_IN: u64 = 16;
/// Plies after which a player resigns.
const MAX_PLIES: usize = 400;

type SocketItem = Option<Result<Message, tungstenite::Error>>;

/// Who plays a pair's games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PairKind {
    /// Both players play each other.
    Opponents,
    /// The same, but they never act.
    Silent,
    /// The first plays a computer, the second looks on.
    Computer,
}

/// Two simulated players.
pub(crate) struct PlayerPair {
    pub(crate) context: Arc<LoadContext>,
    pub(crate) players: [LoadPlayer; 2],
    pub(crate) number: usize,
    kind: PairKind,
    /// Finished games: ids and plies.
    pub(crate) finished_games: Vec<(String, Vec<String>)>,
    random: SplitMix,
    games_opened: usize,
    last_key: u64,
    /// Time of the next act.
    next_act_at: Instant,
    /// Number of plies at which a player resigns.
    resign_at_ply: usize,
    /// Time of the last message about the game.
    last_change: Instant,
    /// Since when the server is to act: a lot or a computer's move is due.
    server_due: Option<Instant>,
}

impl PlayerPair {
    /// Creates two guests, connects them to different nodes and starts a game.
    pub(crate) async fn open(
        context: Arc<LoadContext>,
        number: usize,
        kind: PairKind,
    ) -> Result<PlayerPair, Failure> {
        let second = match kind {
            PairKind::Computer => LoadPlayer::new(String::new()),
            _ => LoadPlayer::guest(&context).await?,
        };
        let mut players = [LoadPlayer::guest(&context).await?, second];
        players[0].use_node(number);
        players[1].use_node(number + 1);
        let nanos = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let seed = nanos.map_or(0, |since| since.as_nanos() as u64) ^ ((number as u64) << 40);
        let mut pair = PlayerPair {
            context,
            players,
            number,
            kind,
            finished_games: Vec::new(),
            random: SplitMix(seed),
            games_opened: number,
            last_key: 0,
            next_act_at: Instant::now(),
            resign_at_ply: 0,
            last_change: Instant::now(),
            server_due: None,
        };
        pair.start_game().await?;
        Ok(pair)
    }

    /// Creates the next game; both players watch it.
    async fn start_game(&mut self) -> Result<(), Failure> {
        let specs = all_specs();
        let spec = specs[self.games_opened % specs.len()];
        self.games_opened += 1;
        let id = self.random.game_id();
        let brief = self.random.below(3) == 0;
        self.resign_at_ply = if brief { 8 + self.random.below(60) as usize } else { MAX_PLIES };
        let old =
            std::mem::replace(&mut self.players[0].observed, ObservedGame::new(&id, spec)).game;
        self.players[1].observed = ObservedGame::new(&id, spec);
        for player in &mut self.players {
            (player.seed, player.revealed, player.clock_sample) =
                (self.random.bytes(), false, None);
            (player.answered, player.resent_answered) = (None, None);
        }
        self.server_due = None;
        let commit = |party, seed| to_hex(&commitment(&id, party, seed));
        let [host, other] = &self.players;
        let clock = if self.kind == PairKind::Silent { "-" } else { self.context.clock };
        let computer = self.kind == PairKind::Computer;
        let mut commitments = vec![commit(Party::A, &host.seed)];
        if computer {
            commitments.push(commit(Party::B, &other.seed));
        }
        // In half of the games the host deposits the seed and never reveals it.
        let deposit = !computer && self.random.below(2) == 0;
        let terms = GameTerms {
            id: Some(id.clone()),
            clock: clock.to_owned(),
            public: false,
            against: match computer {
                true => OpponentChoice::Computer("1".into()),
                false => OpponentChoice::Anyone,
            },
            commitments,
            seed: deposit.then(|| to_hex(&host.seed)),
            ..GameTerms::new(spec)
        };
        // After a repeated request the name may be taken by the first one.
        let (made, again) =
            self.context.request("POST", "/games", &host.cookie, &json_body(&terms)?).await?;
        if made.status != 201 && !(again && made.status == 409) {
            return Err(format!("no game {id}: {} {}", made.status, made.body));
        }
        if !computer {
            let join = json_body(&JoinRequest { commitment: Some(commit(Party::B, &other.seed)) })?;
            let path = format!("/games/{id}/join");
            let (joined, again) = self.context.request("POST", &path, &other.cookie, &join).await?;
            if joined.status != 204 && !(again && joined.status == 409) {
                return Err(format!("joining {id} failed: {} {}", joined.status, joined.body));
            }
        }
        self.players[0].revealed = deposit;
        self.players[1].revealed = computer;
        for index in 0..2 {
            if self.players[index].socket.is_none() {
                self.players[index].connect(&self.context).await?;
            } else {
                let left =
                    self.players[index].send(&ClientMessage::Leave { game: old.clone() }).await;
                self.allow_if_killed(index, left)?;
            }
            let watching = self.players[index].watch(true).await;
            self.allow_if_killed(index, watching)?;
        }
        Ok(())
    }

    /// A lost connection is an error unless the run kills the server.
    fn allow_if_killed(
        &mut self,
        index: usize,
        result: Result<(), Failure>,
    ) -> Result<(), Failure> {
        match result {
            Err(wrong) if !self.context.kills() => {
                Err(format!("game {}: {wrong}", self.players[index].observed.game))
            }
            Err(_) => {
                self.players[index].socket = None;
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Plays until told to end.
    pub(crate) async fn run(mut self) -> Result<PlayerPair, Failure> {
        let mut phases = self.context.phase.subscribe();
        let mut phase = *phases.borrow_and_update();
        loop {
            if self.is_over()? {
                self.finish_game().await?;
                if phase == RunPhase::Ending {
                    return Ok(self);
                }
                self.start_game().await?;
            }
            let quiet = self.players.iter().all(|player| player.pending.is_none());
            if phase == RunPhase::Ending && quiet {
                return Ok(self);
            }
            self.next_event(phase, Some(&mut phases)).await?;
            let now = *phases.borrow();
            if now != phase && now == RunPhase::Playing {
                self.next_act_at =
                    Instant::now() + self.context.pause.mul_f64(self.random.next_f64());
            }
            phase = now;
        }
    }

    /// Waits for the next event and handles it.
    pub(crate) async fn next_event(
        &mut self,
        phase: RunPhase,
        phases: Option<&mut tokio::sync::watch::Receiver<RunPhase>>,
    ) -> Result<(), Failure> {
        for index in 0..2 {
            if self.players[index].socket.is_none() {
                self.reconnect(index).await?;
            } else if self.context.has_faults() {
                self.players[index].leave_if_silent().await;
            }
        }
        let chosen = self.choose_act(phase);
        let mut wake = Instant::now() + Duration::from_secs(1);
        if let Some((index, act)) = &chosen {
            let reveals = matches!(act, GameAct::Reveal { .. });
            let due = if reveals { Instant::now() } else { self.next_act_at };
            wake = due.max(Instant::now() + self.players[*index].send_delay());
        }
        let [one, other] = &mut self.players;
        let (Some(first), Some(second)) = (&mut one.socket, &mut other.socket) else {
            return Ok(());
        };
        let changed = async {
            match phases {
                Some(phases) => drop(phases.changed().await),
                None => std::future::pending().await,
            }
        };
        let received: Option<(usize, SocketItem)> = tokio::select! {
            message = first.next() => Some((0, message)),
            message = second.next() => Some((1, message)),
            () = sleep_until(wake.into()) => None,
            () = changed => return Ok(()),
        };
        match (received, chosen) {
            (Some((index, message)), _) => self.on_socket_item(index, message),
            (None, Some((index, act))) => self.act(index, act).await,
            (None, None) => self.check_answer_timeout(),
        }
    }

    fn on_socket_item(&mut self, index: usize, message: SocketItem) -> Result<(), Failure> {
        if let Some(Ok(_)) = &message {
            self.players[index].note_heard();
        }
        match message {
            Some(Ok(Message::Text(text))) => {
                LoadStats::increment(&self.context.stats.messages);
                self.check_seed_is_secret(index, &text)?;
                let tell: ServerMessage = serde_json::from_str(&text)
                    .map_err(|error| format!("unreadable message: {error}: {text}"))?;
                self.on_message(index, tell)
            }
            Some(Ok(Message::Close(_))) | None => {
                self.allow_if_killed(index, Err("the server closed the connection".into()))
            }
            Some(Ok(_)) => Ok(()),
            Some(Err(error)) => self.allow_if_killed(index, Err(error.to_string())),
        }
    }

    fn on_message(&mut self, index: usize, tell: ServerMessage) -> Result<(), Failure> {
        let player = &mut self.players[index];
        match player.observed.receive(tell)? {
            MessageEffect::Changed => self.check_change(index),
            MessageEffect::Done { key, version } => {
                if let Some((_, before)) =
                    player.resent_answered.take_if(|(echoed, _)| *echoed == key)
                {
                    LoadStats::increment(&self.context.stats.resent_answered);
                    let game = &player.observed.game;
                    return match before == version {
                        true => Ok(()),
                        false => Err(format!(
                            "game {game}: request {key} led to version {before}, repeated to {version}"
                        )),
                    };
                }
                let pending = player.pending.take().filter(|pending| pending.key == key);
                let pending = pending.ok_or_else(|| {
                    format!("game {}: an answer to nothing ({key})", player.observed.game)
                })?;
                if matches!(pending.act, GameAct::Reveal { .. }) {
                    player.revealed = true;
                    return Ok(());
                }
                player.observed.record_acknowledged(version, pending.ply())?;
                self.context.stats.record_answer(pending.sent.elapsed());
                player.answered = Some((pending, version));
                Ok(())
            }
            // Not saved, or perhaps: the same key finds out.
            MessageEffect::Refused { code, .. }
                if self.context.has_faults() && (code == "trouble" || code == "not-saved") =>
            {
                LoadStats::increment(&self.context.stats.not_saved);
                player.retry_elsewhere();
                Ok(())
            }
            MessageEffect::Refused { key, code, detail } => {
                let pending = player.pending.take();
                let Some(pending) = pending.filter(|pending| key.as_ref() == Some(&pending.key))
                else {
                    return Err(format!("game {}: {code}: {detail}", player.observed.game));
                };
                // A seed revealed before the kill is no longer due.
                if matches!(pending.act, GameAct::Reveal { .. }) && code == "no-seed-due" {
                    player.revealed = true;
                    return Ok(());
                }
                let over = player.observed.stage() == Some(GameStage::Over);
                if pending.may_race || over {
                    LoadStats::increment(&self.context.stats.raced);
                    return Ok(());
                }
                let game = &player.observed.game;
                Err(format!("game {game}: {:?} was refused: {code}: {detail}", pending.act))
            }
            MessageEffect::Other => Ok(()),
        }
    }

    /// Checks the invariants after every change.
    fn check_change(&mut self, index: usize) -> Result<(), Failure> {
        let player = &mut self.players[index];
        match player.observed.stage() {
            Some(GameStage::Aborted) => {
                return Err(format!("game {} was called off", player.observed.game));
            }
            // Both joined before they watched.
            Some(GameStage::Open) => {
                return Err(format!("game {} is open again", player.observed.game));
            }
            _ => {}
        }
        player.observed.check_no_leak()?;
        self.last_change = Instant::now();
        let Some(state) = player.observed.state() else { return Ok(()) };
        if index == 0 {
            let server_acts = state.stage == GameStage::Playing && !player.observed.is_due();
            let people_act = self.kind != PairKind::Computer && !state.to_act.is_empty();
            match self.server_due.filter(|_| !server_acts || people_act) {
                Some(since) => {
                    self.server_due = None;
                    self.context.stats.record_server_wait(since);
                }
                None if server_acts && !people_act => {
                    self.server_due.get_or_insert_with(Instant::now);
                }
                None => {}
            }
        }
        let reading = state.clocks.map(|clocks| {
            let plies = player.observed.plies().len();
            ClockSample { at: Instant::now(), plies, clocks }
        });
        if let (true, Some(before), Some(after)) =
            (self.context.kills(), &player.clock_sample, &reading)
        {
            let compared = check_clocks(before, after, &self.context.outages());
            if compared.map_err(|wrong| format!("game {}: {wrong}", player.observed.game))? {
                LoadStats::increment(&self.context.stats.clocks);
            }
        }
        player.clock_sample = reading;
        player.observed.check_acknowledged(player.pending.as_ref().and_then(PendingRequest::ply))
    }

    /// Chooses the next act.
    fn choose_act(&mut self, phase: RunPhase) -> Option<(usize, GameAct)> {
        let waits = self.players.iter().any(|player| player.pending.is_some());
        for index in 0..2 {
            let player = &self.players[index];
            let Some(state) = player.observed.state().filter(|_| player.pending.is_none()) else {
                continue;
            };
            if state.stage == GameStage::Seeds && !player.revealed {
                let other = &self.players[1];
                let other = (self.kind == PairKind::Computer).then(|| to_hex(&other.seed));
                return Some((index, GameAct::Reveal { seed: to_hex(&player.seed), other }));
            }
            let Some(legal) = state.legal.as_ref().filter(|_| player.observed.is_due()) else {
                continue;
            };
            let setup = legal.iter().any(|ply| abaque_draw::is_sealed(&player.observed.spec, ply));
            if phase != RunPhase::Playing || self.kind == PairKind::Silent || (waits && !setup) {
                continue;
            }
            if player.observed.plies().len() >= self.resign_at_ply {
                return Some((index, GameAct::Resign));
            }
            if state.window.is_some() && self.random.below(4) != 0 {
                return Some((index, GameAct::LetPass));
            }
            let ply = self.random.pick(legal)?.clone();
            let nonce = setup.then(|| to_hex(&self.random.bytes()));
            return Some((index, GameAct::Play { ply, nonce }));
        }
        None
    }

    pub(crate) async fn act(&mut self, index: usize, act: GameAct) -> Result<(), Failure> {
        self.last_key += 1;
        if !matches!(act, GameAct::Reveal { .. }) {
            // The next act keeps to the schedule, whenever the answer to this one comes.
            let pause = self.context.pause.mul_f64(0.5 + self.random.next_f64());
            self.next_act_at = (self.next_act_at + pause).max(Instant::now() - self.context.pause);
        }
        let player = &mut self.players[index];
        let Some(state) = player.observed.state() else { return Ok(()) };
        let pending = PendingRequest {
            key: format!("{}-{}", self.number, self.last_key),
            act,
            seen: state.version,
            sent: Instant::now(),
            may_race: state.window.is_some(),
        };
        let mut sent = Ok(());
        if player.resent_answered.is_none() && self.random.below(RESEND_ONE_IN) == 0 {
            sent = player.resend_answered().await;
        }
        if sent.is_ok() {
            sent = player.request(pending).await;
        } else {
            player.pending = Some(pending);
        }
        self.allow_if_killed(index, sent)
    }

    /// Fails if a player hears the opponent's seed before the opponent revealed it.
    fn check_seed_is_secret(&self, index: usize, text: &str) -> Result<(), Failure> {
        let other = &self.players[1 - index];
        let starting = matches!(
            self.players[index].observed.stage(),
            Some(GameStage::Open | GameStage::Seeds) | None
        );
        let secret = starting && !other.revealed && other.pending.is_none();
        if secret && self.kind != PairKind::Computer && text.contains(&to_hex(&other.seed)) {
            return Err(format!("game {}: a seed leaked: {text}", other.observed.game));
        }
        Ok(())
    }

    /// Fails if an answer takes too long, or if a game does not go on although nothing is broken.
    fn check_answer_timeout(&self) -> Result<(), Failure> {
        let healed = self.context.is_healed_for(STUCK_TIMEOUT)
            && *self.context.phase.borrow() == RunPhase::Playing;
        if healed && self.last_change.elapsed() > STUCK_TIMEOUT {
            let [one, other] = &self.players;
            return Err(format!(
                "game {} is stuck: the server {}; one player has {:?}, the other {:?}",
                one.observed.game,
                if self.server_due.is_some() { "is due" } else { "waits" },
                one.observed.state(),
                other.observed.state(),
            ));
        }
        for player in &self.players {
            if let Some(pending) = player.pending.as_ref()
                && pending.sent.elapsed() > ANSWER_TIMEOUT
                && (!self.context.kills() || healed)
            {
                return Err(format!(
                    "game {}: no answer to {:?}",
                    player.observed.game, pending.act
                ));
            }
        }
        Ok(())
    }

    /// Reconnects, catches up, and repeats the pending request.
    async fn reconnect(&mut self, index: usize) -> Result<(), Failure> {
        LoadStats::increment(&self.context.stats.reconnects);
        let whole = self.random.below(2) == 0;
        let player = &mut self.players[index];
        player.connect(&self.context).await?;
        let mut done = player.watch(whole).await;
        player.resent_answered = None;
        if done.is_ok() {
            done = player.resend_answered().await;
        }
        if let (Ok(()), Some(pending)) = (&done, player.pending.clone()) {
            LoadStats::increment(&self.context.stats.resent_unanswered);
            done = player.request(pending).await;
        }
        self.allow_if_killed(index, done)
    }

    /// Whether both players know that the game is over.
    fn is_over(&self) -> Result<bool, Failure> {
        let over = |player: &LoadPlayer| {
            player.observed.stage() == Some(GameStage::Over) && player.pending.is_none()
        };
        Ok(self.players.iter().all(over))
    }

    /// Handles events until a condition holds.
    pub(crate) async fn run_until(
        &mut self,
        what: &str,
        mut so: impl FnMut(&PlayerPair) -> bool,
    ) -> Result<(), Failure> {
        let game = self.players[0].observed.game.clone();
        let waiting = async {
            while !so(self) {
                self.next_event(RunPhase::Ending, None).await?;
            }
            Ok(())
        };
        let waited = timeout(ANSWER_TIMEOUT, waiting).await;
        waited.map_err(|_| format!("game {game}: waited in vain for {what}"))?
    }
}

fn json_body(request: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(request).map_err(|error| error.to_string())
}

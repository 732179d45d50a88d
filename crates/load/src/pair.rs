//! Two players at one game after another.

use std::sync::Arc;
use std::time::{Duration, Instant};

use abaque_lots::{Party, commitment, to_hex};
use abaque_protocol::{Act, Ask, Stage, Tell};
use futures_util::StreamExt;
use tokio::time::{sleep_until, timeout};
use tokio_tungstenite::tungstenite::{self, Message};

use crate::Wrong;
use crate::check::{Heard, Picture};
use crate::outage::{Reading, compare};
use crate::player::{Pending, Player};
use crate::random::Random;
use crate::stats::Stats;
use crate::world::{Phase, World};

/// The games, in turn.
const SPECS: [&str; 4] = ["abalone", "abraxas", "abagio", "blocs"];
/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(20);
/// One act in so many goes with a request that was answered before.
const ECHO: u64 = 16;
/// The longest game; then somebody gives up.
const LONGEST: usize = 400;

type Said = Option<Result<Message, tungstenite::Error>>;

/// Two players.
pub(crate) struct Pair {
    pub(crate) world: Arc<World>,
    pub(crate) players: [Player; 2],
    pub(crate) number: usize,
    /// Connected, and never acts.
    silent: bool,
    /// Finished games: their names and plies.
    pub(crate) ended: Vec<(String, Vec<String>)>,
    random: Random,
    opened: usize,
    keys: u64,
    /// When to act next.
    due: Instant,
    /// At how many plies somebody gives up.
    enough: usize,
}

impl Pair {
    /// Two guests, connected, at a game.
    pub(crate) async fn open(
        world: Arc<World>,
        number: usize,
        silent: bool,
    ) -> Result<Pair, Wrong> {
        let players = [Player::guest(&world).await?, Player::guest(&world).await?];
        let nanos = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let seed = nanos.map_or(0, |since| since.as_nanos() as u64) ^ ((number as u64) << 40);
        let mut pair = Pair {
            world,
            players,
            number,
            silent,
            ended: Vec::new(),
            random: Random::new(seed),
            opened: number,
            keys: 0,
            due: Instant::now(),
            enough: 0,
        };
        pair.begin().await?;
        Ok(pair)
    }

    /// Opens the next game, and both look at it.
    async fn begin(&mut self) -> Result<(), Wrong> {
        let spec = SPECS[self.opened % SPECS.len()];
        self.opened += 1;
        let id = self.random.name();
        let brief = self.random.below(3) == 0;
        self.enough = if brief { 8 + self.random.below(60) as usize } else { LONGEST };
        let old = std::mem::replace(&mut self.players[0].picture, Picture::new(&id, spec)).game;
        self.players[1].picture = Picture::new(&id, spec);
        for player in &mut self.players {
            (player.seed, player.revealed, player.reading) = (self.random.bytes(), false, None);
            (player.answered, player.echo) = (None, None);
        }
        let commit = |party, seed| to_hex(&commitment(&id, party, seed));
        let [host, other] = &self.players;
        let clock = if self.silent { "-" } else { self.world.clock };
        let terms = serde_json::json!({
            "id": id, "spec": spec, "clock": clock, "public": false,
            "commitments": [commit(Party::A, &host.seed)],
        });
        // Asked twice, the first may have been heard: then the name is taken, by ourselves.
        let (made, again) =
            self.world.ask("POST", "/games", &host.cookie, &terms.to_string()).await?;
        if made.status != 201 && !(again && made.status == 409) {
            return Err(format!("no game {id}: {} {}", made.status, made.body));
        }
        let join = serde_json::json!({ "commitment": commit(Party::B, &other.seed) }).to_string();
        let path = format!("/games/{id}/join");
        let (joined, again) = self.world.ask("POST", &path, &other.cookie, &join).await?;
        if joined.status != 204 && !(again && joined.status == 409) {
            return Err(format!("nobody joins {id}: {} {}", joined.status, joined.body));
        }
        for index in 0..2 {
            if self.players[index].socket.is_none() {
                self.players[index].connect(&self.world).await?;
            } else {
                let left = self.players[index].say(&Ask::Leave { game: old.clone() }).await;
                self.lost(index, left)?;
            }
            let watching = self.players[index].watch(true).await;
            self.lost(index, watching)?;
        }
        Ok(())
    }

    /// A connection that is lost is an error, unless the server is killed now and then.
    fn lost(&mut self, index: usize, result: Result<(), Wrong>) -> Result<(), Wrong> {
        match result {
            Err(wrong) if !self.world.kills => {
                Err(format!("game {}: {wrong}", self.players[index].picture.game))
            }
            Err(_) => {
                self.players[index].socket = None;
                Ok(())
            }
            Ok(()) => Ok(()),
        }
    }

    /// Plays until it is told to end.
    pub(crate) async fn run(mut self) -> Result<Pair, Wrong> {
        let mut phases = self.world.phase.subscribe();
        let mut phase = *phases.borrow_and_update();
        loop {
            if self.is_over()? {
                self.finish().await?;
                if phase == Phase::Ending {
                    return Ok(self);
                }
                self.begin().await?;
            }
            let quiet = self.players.iter().all(|player| player.pending.is_none());
            if phase == Phase::Ending && quiet {
                return Ok(self);
            }
            self.turn(phase, Some(&mut phases)).await?;
            let now = *phases.borrow();
            if now != phase && now == Phase::Playing {
                self.due = Instant::now() + self.world.pause.mul_f64(self.random.share());
            }
            phase = now;
        }
    }

    /// Waits for the next thing to happen and deals with it.
    pub(crate) async fn turn(
        &mut self,
        phase: Phase,
        phases: Option<&mut tokio::sync::watch::Receiver<Phase>>,
    ) -> Result<(), Wrong> {
        for index in 0..2 {
            if self.players[index].socket.is_none() {
                self.come_back(index).await?;
            }
        }
        let chosen = self.choose(phase);
        let mut wake = Instant::now() + Duration::from_secs(5);
        if let Some((index, act)) = &chosen {
            let reveals = matches!(act, Act::Reveal { .. });
            let due = if reveals { Instant::now() } else { self.due };
            wake = due.max(Instant::now() + self.players[*index].wait());
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
        let heard: Option<(usize, Said)> = tokio::select! {
            said = first.next() => Some((0, said)),
            said = second.next() => Some((1, said)),
            () = sleep_until(wake.into()) => None,
            () = changed => return Ok(()),
        };
        match (heard, chosen) {
            (Some((index, said)), _) => self.hear(index, said),
            (None, Some((index, act))) => self.act(index, act).await,
            (None, None) => self.patient(),
        }
    }

    fn hear(&mut self, index: usize, said: Said) -> Result<(), Wrong> {
        match said {
            Some(Ok(Message::Text(text))) => {
                Stats::count(&self.world.stats.messages);
                let tell: Tell = serde_json::from_str(&text)
                    .map_err(|error| format!("a message nobody can read: {error}: {text}"))?;
                self.heard(index, tell)
            }
            Some(Ok(Message::Close(_))) | None => {
                self.lost(index, Err("the server closed the connection".into()))
            }
            Some(Ok(_)) => Ok(()),
            Some(Err(error)) => self.lost(index, Err(error.to_string())),
        }
    }

    fn heard(&mut self, index: usize, tell: Tell) -> Result<(), Wrong> {
        let player = &mut self.players[index];
        match player.picture.hear(tell)? {
            Heard::News => self.news(index),
            Heard::Done { key, version } => {
                if let Some((_, before)) = player.echo.take_if(|(echoed, _)| *echoed == key) {
                    Stats::count(&self.world.stats.echoed);
                    let game = &player.picture.game;
                    return match before == version {
                        true => Ok(()),
                        false => Err(format!(
                            "game {game}: request {key} led to version {before}, and asked again to {version}"
                        )),
                    };
                }
                let pending = player.pending.take().filter(|pending| pending.key == key);
                let pending = pending.ok_or_else(|| {
                    format!("game {}: an answer to nothing ({key})", player.picture.game)
                })?;
                if matches!(pending.act, Act::Reveal { .. }) {
                    player.revealed = true;
                    return Ok(());
                }
                player.picture.acknowledged(version, pending.ply())?;
                self.world.stats.answered(pending.sent.elapsed());
                player.answered = Some((pending, version));
                Ok(())
            }
            Heard::Refused { key, code, detail } => {
                let pending = player.pending.take();
                let Some(pending) = pending.filter(|pending| key.as_ref() == Some(&pending.key))
                else {
                    return Err(format!("game {}: {code}: {detail}", player.picture.game));
                };
                // A seed that was opened before the server was killed is not due again.
                if matches!(pending.act, Act::Reveal { .. }) && code == "no-seed-due" {
                    player.revealed = true;
                    return Ok(());
                }
                let over = player.picture.stage() == Some(Stage::Over);
                if pending.hurried || over {
                    Stats::count(&self.world.stats.raced);
                    return Ok(());
                }
                let game = &player.picture.game;
                Err(format!("game {game}: {:?} was refused: {code}: {detail}", pending.act))
            }
            Heard::Other => Ok(()),
        }
    }

    /// What must be true whenever a game has changed.
    fn news(&mut self, index: usize) -> Result<(), Wrong> {
        let player = &mut self.players[index];
        if player.picture.stage() == Some(Stage::Aborted) {
            return Err(format!("game {} was called off", player.picture.game));
        }
        let Some(state) = player.picture.state() else { return Ok(()) };
        let reading = state.clocks.map(|clocks| {
            let plies = player.picture.plies().len();
            Reading { at: Instant::now(), plies, clocks }
        });
        if let (true, Some(before), Some(after)) = (self.world.kills, &player.reading, &reading) {
            let compared = compare(before, after, &self.world.outages());
            if compared.map_err(|wrong| format!("game {}: {wrong}", player.picture.game))? {
                Stats::count(&self.world.stats.clocks);
            }
        }
        player.reading = reading;
        player.picture.tally(player.pending.as_ref().and_then(Pending::ply))
    }

    /// What somebody may do now.
    fn choose(&mut self, phase: Phase) -> Option<(usize, Act)> {
        let waits = self.players.iter().any(|player| player.pending.is_some());
        for index in 0..2 {
            let player = &self.players[index];
            let Some(state) = player.picture.state().filter(|_| player.pending.is_none()) else {
                continue;
            };
            if state.stage == Stage::Seeds && !player.revealed {
                return Some((index, Act::Reveal { seed: to_hex(&player.seed), other: None }));
            }
            let Some(legal) = state.legal.as_ref().filter(|_| player.picture.is_due()) else {
                continue;
            };
            let setup = legal.iter().any(|ply| ply.starts_with("setup:"));
            if phase != Phase::Playing || self.silent || (waits && !setup) {
                continue;
            }
            if player.picture.plies().len() >= self.enough {
                return Some((index, Act::Resign));
            }
            if state.window.is_some() && self.random.below(4) != 0 {
                return Some((index, Act::LetPass));
            }
            let ply = legal[self.random.below(legal.len() as u64) as usize].clone();
            let nonce = setup.then(|| to_hex(&self.random.bytes()));
            return Some((index, Act::Play { ply, nonce }));
        }
        None
    }

    pub(crate) async fn act(&mut self, index: usize, act: Act) -> Result<(), Wrong> {
        self.keys += 1;
        if !matches!(act, Act::Reveal { .. }) {
            // The next one is due by the plan, whenever the answer to this one comes.
            let pause = self.world.pause.mul_f64(0.5 + self.random.share());
            self.due = (self.due + pause).max(Instant::now() - self.world.pause);
        }
        let player = &mut self.players[index];
        let Some(state) = player.picture.state() else { return Ok(()) };
        let pending = Pending {
            key: format!("{}-{}", self.number, self.keys),
            act,
            seen: state.version,
            sent: Instant::now(),
            hurried: state.window.is_some(),
        };
        let mut sent = Ok(());
        if player.echo.is_none() && self.random.below(ECHO) == 0 {
            sent = player.repeat().await;
        }
        if sent.is_ok() {
            sent = player.request(pending).await;
        } else {
            player.pending = Some(pending);
        }
        self.lost(index, sent)
    }

    /// No answer for long is an error.
    fn patient(&self) -> Result<(), Wrong> {
        for player in &self.players {
            if let Some(pending) = player.pending.as_ref()
                && pending.sent.elapsed() > ANSWER
                && !self.world.kills
            {
                return Err(format!(
                    "game {}: no answer to {:?}",
                    player.picture.game, pending.act
                ));
            }
        }
        Ok(())
    }

    /// Connects again, hears what was missed, and sends what was not answered once more.
    async fn come_back(&mut self, index: usize) -> Result<(), Wrong> {
        Stats::count(&self.world.stats.returned);
        let whole = self.random.below(2) == 0;
        let player = &mut self.players[index];
        player.connect(&self.world).await?;
        let mut done = player.watch(whole).await;
        player.echo = None;
        if done.is_ok() {
            done = player.repeat().await;
        }
        if let (Ok(()), Some(pending)) = (&done, player.pending.clone()) {
            Stats::count(&self.world.stats.repeated);
            done = player.request(pending).await;
        }
        self.lost(index, done)
    }

    /// Whether both know that the game is over.
    fn is_over(&self) -> Result<bool, Wrong> {
        let over = |player: &Player| {
            player.picture.stage() == Some(Stage::Over) && player.pending.is_none()
        };
        Ok(self.players.iter().all(over))
    }

    /// Goes on until something is so.
    pub(crate) async fn until(
        &mut self,
        what: &str,
        mut so: impl FnMut(&Pair) -> bool,
    ) -> Result<(), Wrong> {
        let game = self.players[0].picture.game.clone();
        let waiting = async {
            while !so(self) {
                self.turn(Phase::Ending, None).await?;
            }
            Ok(())
        };
        let waited = timeout(ANSWER, waiting).await;
        waited.map_err(|_| format!("game {game}: waited in vain for {what}"))?
    }
}

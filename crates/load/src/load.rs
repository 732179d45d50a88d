//! Many games at once, every message checked.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::{Semaphore, mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::Wrong;
use crate::http::Http;
use crate::pair::Pair;
use crate::report::Report;
use crate::server::Server;
use crate::stats::Stats;
use crate::world::{Phase, World};

/// Games opened at once.
const OPENING: usize = 32;
/// Pairs whose last game is ended, so that its record can be checked.
const ENDED: usize = 40;

/// What to do to a server.
#[derive(Clone, Debug)]
pub struct Load {
    /// The `abaque` program.
    pub program: PathBuf,
    /// Games played at once, with two connections each.
    pub games: usize,
    /// How long they are played.
    pub seconds: u64,
    /// Games more whose players are connected and silent.
    pub idle: usize,
    /// Acts asked for a second, in all; 0 for as many as go.
    pub rate: u32,
}

/// Pairs that play.
pub(crate) type Playing = JoinSet<Result<Pair, Wrong>>;

/// Opens games; the first thing that goes wrong ends it all.
pub(crate) async fn open(
    world: &Arc<World>,
    playing: &mut Playing,
    games: usize,
    idle: usize,
) -> Result<(), Wrong> {
    let turns = Arc::new(Semaphore::new(OPENING));
    let (tell, mut opened) = mpsc::unbounded_channel();
    for number in 0..games + idle {
        let (world, turns, tell) = (world.clone(), turns.clone(), tell.clone());
        playing.spawn(async move {
            let turn = turns.acquire_owned().await.map_err(|error| error.to_string())?;
            let pair = Pair::open(world, number, number >= games).await?;
            drop(turn);
            let _ = tell.send(());
            pair.run().await
        });
    }
    drop(tell);
    let mut open = 0;
    while open < games + idle {
        tokio::select! {
            one = opened.recv() => open += usize::from(one.is_some()),
            ended = playing.join_next() => early(ended)?,
        }
    }
    Ok(())
}

/// Nobody ends before told to, except over something wrong.
pub(crate) fn early(
    ended: Option<Result<Result<Pair, Wrong>, tokio::task::JoinError>>,
) -> Result<(), Wrong> {
    match ended {
        Some(Ok(Ok(pair))) => Err(format!("pair {} ended too early", pair.number)),
        Some(Ok(Err(wrong))) => Err(wrong),
        Some(Err(error)) => Err(error.to_string()),
        None => Err("nobody plays".into()),
    }
}

/// Lets games go on for a time.
pub(crate) async fn go_on(playing: &mut Playing, time: Duration) -> Result<(), Wrong> {
    tokio::select! {
        () = sleep(time) => Ok(()),
        ended = playing.join_next() => early(ended),
    }
}

/// Plays against a server it starts, checks every message, measures. The first thing that is wrong is the error.
pub async fn load(wish: &Load) -> Result<Report, Wrong> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let server = Server::start(&wish.program, &folder.path().join("load.db"), 0).await?;
    let pause = match wish.rate {
        0 => Duration::ZERO,
        rate => Duration::from_secs_f64(wish.games as f64 / f64::from(rate)),
    };
    let world = Arc::new(World {
        address: server.address,
        http: Http::new(server.address, OPENING),
        stats: Stats::default(),
        kills: false,
        outages: Default::default(),
        phase: watch::Sender::new(Phase::Opening),
        pause,
        clock: "1800+10",
    });
    let empty = server.memory();
    let mut playing = JoinSet::new();
    let since = Instant::now();
    open(&world, &mut playing, wish.games, wish.idle).await?;
    let opening = since.elapsed();
    go_on(&mut playing, Duration::from_secs(2)).await?;
    let full = server.memory();
    let (from, cpu) = (Instant::now(), server.cpu());
    world.phase.send_replace(Phase::Playing);
    go_on(&mut playing, Duration::from_secs(wish.seconds)).await?;
    let (until, cpu_then, played) = (Instant::now(), server.cpu(), server.memory());
    world.phase.send_replace(Phase::Ending);
    let mut ended = Vec::new();
    while let Some(pair) = playing.join_next().await {
        ended.push(pair.map_err(|error| error.to_string())??);
    }
    ended.sort_by_key(|pair| pair.number);
    for pair in ended.iter_mut().take(ENDED.min(wish.games)) {
        pair.give_up().await?;
    }
    Ok(Report {
        games: wish.games,
        idle: wish.idle,
        asked: wish.rate,
        connections: 2 * ended.len(),
        opening,
        time: until - from,
        acts: world.stats.between(from, until),
        messages: Stats::read(&world.stats.messages),
        finished: Stats::read(&world.stats.finished),
        records: Stats::read(&world.stats.records),
        raced: Stats::read(&world.stats.raced),
        echoed: Stats::read(&world.stats.echoed),
        memory: [empty, full, played],
        cpu: cpu_then.zip(cpu).map(|(then, before)| then - before),
    })
}

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use abaque_bots::BotKind;
use abaque_core::ParseError;
use abaque_search::StopFlag;

use crate::active_player::ActivePlayer;
use crate::game::MatchRunner;
use crate::openings::OpeningGenerator;
use crate::{GamePair, MatchStanding, MatchTerms, derive_seed};

/// Poll interval of the outer stop flag.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Plays a match. `watch` receives every pair in order with the standing after it. Without time
/// limits the result does not depend on the number of threads: every pair has its own seed, and
/// pairs played beyond the deciding one are dropped.
pub fn play_match(
    terms: &MatchTerms,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&GamePair, &MatchStanding),
) -> Result<MatchStanding, ParseError> {
    let start = terms.open_start()?;
    let open_evaluator = || abaque_bots::open_bot(&terms.spec, &BotKind::Best);
    let openings =
        OpeningGenerator::new(start.clone(), terms.opening_plies, terms.seed, open_evaluator()?);
    let openings = Mutex::new(openings);
    // Ends the worker threads; the caller's flag is left unchanged.
    let done = StopFlag::default();
    let (sender, pairs) = channel();
    let threads = (terms.threads.max(1) as u64).min(terms.max_pairs().max(1));
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, done, openings, start) = (sender.clone(), &done, &openings, &start);
            scope.spawn(move || {
                let open_player = |player| ActivePlayer::new(&terms.spec, player);
                let [a, b] = &terms.players;
                let parts =
                    open_player(a).and_then(|a| Ok((a, open_player(b)?, open_evaluator()?)));
                match parts {
                    Ok((a, b, evaluator)) => {
                        let runner = MatchRunner {
                            terms,
                            start: &**start,
                            players: [a, b],
                            luck_evaluator: evaluator,
                            stop: done,
                        };
                        play_pairs(runner, openings, &sender);
                    }
                    Err(error) => drop(sender.send(Err(error))),
                }
            });
        }
        drop(sender);
        let standing = collect_pairs(terms, &pairs, stop, watch);
        done.stop();
        standing
    })
}

/// Plays pairs until none are left or the match is over.
fn play_pairs(
    mut runner: MatchRunner,
    openings: &Mutex<OpeningGenerator>,
    sender: &Sender<Result<GamePair, ParseError>>,
) {
    loop {
        let next = match openings.lock() {
            Ok(mut openings) => openings.next_opening(),
            Err(_) => return,
        };
        let pair = next.and_then(|(number, opening)| {
            if number >= runner.terms.max_pairs() {
                return Ok(None);
            }
            let seed = derive_seed(runner.terms.seed, number);
            let Some(first) = runner.play(&opening, 0, seed)? else { return Ok(None) };
            let Some(second) = runner.play(&opening, 1, seed)? else { return Ok(None) };
            Ok(Some(GamePair { number, games: [first, second] }))
        });
        let Some(pair) = pair.transpose() else { return };
        let failed = pair.is_err();
        if sender.send(pair).is_err() || failed {
            return;
        }
    }
}

/// Adds the pairs in order and decides when the match is over.
fn collect_pairs(
    terms: &MatchTerms,
    pairs: &Receiver<Result<GamePair, ParseError>>,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&GamePair, &MatchStanding),
) -> Result<MatchStanding, ParseError> {
    let mut standing = MatchStanding::default();
    let mut early = BTreeMap::new();
    while standing.pairs.count() < terms.max_pairs() {
        if stop.is_stopped() {
            standing.stopped = true;
            break;
        }
        let pair = match pairs.recv_timeout(STOP_POLL_INTERVAL) {
            Ok(pair) => pair?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        early.insert(pair.number, pair);
        while let Some(pair) = early.remove(&standing.pairs.count()) {
            standing.add(&pair);
            standing.verdict =
                terms.sprt.and_then(|sprt| sprt.decide(standing.log_likelihood_ratio(&sprt)));
            watch(&pair, &standing);
            if standing.verdict.is_some() {
                return Ok(standing);
            }
        }
    }
    Ok(standing)
}

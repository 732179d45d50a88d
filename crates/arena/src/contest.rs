use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use abaque_catalog::bots::Kind;
use abaque_core::BadText;
use abaque_search::Stop;

use crate::contender::Contender;
use crate::game::Room;
use crate::opening::Openings;
use crate::{Pair, Standing, Terms, mix};

/// How often the flag from outside is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Plays a match. `watch` hears of every pair in order, with the standing after it. What comes out does not
/// depend on the number of threads (where thinking does not depend on time): every pair
/// has its own seed, and pairs played beyond the one that decides the test are dropped.
pub fn contest(
    terms: &Terms,
    stop: &Stop,
    watch: &mut dyn FnMut(&Pair, &Standing),
) -> Result<Standing, BadText> {
    let start = terms.open()?;
    let judge = || abaque_catalog::bot(&terms.spec, &Kind::Best);
    let openings = Openings::new(start.clone(), terms.opening_plies, terms.seed, judge()?);
    let openings = Mutex::new(openings);
    // Threads end when the match is decided; the flag from outside stays as it is.
    let done = Stop::default();
    let (sender, pairs) = channel();
    let threads = (terms.threads.max(1) as u64).min(terms.pairs().max(1));
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, done, openings, start) = (sender.clone(), &done, &openings, &start);
            scope.spawn(move || {
                let hire = |player| Contender::new(&terms.spec, player);
                let [a, b] = &terms.players;
                let room = hire(a).and_then(|a| Ok((a, hire(b)?, judge()?)));
                match room {
                    Ok((a, b, judge)) => {
                        let room =
                            Room { terms, start: &**start, players: [a, b], judge, stop: done };
                        work(room, openings, &sender);
                    }
                    Err(error) => drop(sender.send(Err(error))),
                }
            });
        }
        drop(sender);
        let standing = gather(terms, &pairs, stop, watch);
        done.stop();
        standing
    })
}

/// Plays pair after pair until there are none left or the match is over.
fn work(mut room: Room, openings: &Mutex<Openings>, sender: &Sender<Result<Pair, BadText>>) {
    loop {
        let next = match openings.lock() {
            Ok(mut openings) => openings.next(),
            Err(_) => return,
        };
        let pair = next.and_then(|(number, opening)| {
            if number >= room.terms.pairs() {
                return Ok(None);
            }
            let seed = mix(room.terms.seed, number);
            let Some(first) = room.play(&opening, 0, seed)? else { return Ok(None) };
            let Some(second) = room.play(&opening, 1, seed)? else { return Ok(None) };
            Ok(Some(Pair { number, games: [first, second] }))
        });
        let Some(pair) = pair.transpose() else { return };
        let failed = pair.is_err();
        if sender.send(pair).is_err() || failed {
            return;
        }
    }
}

/// Puts the pairs in order and says when it is enough.
fn gather(
    terms: &Terms,
    pairs: &Receiver<Result<Pair, BadText>>,
    stop: &Stop,
    watch: &mut dyn FnMut(&Pair, &Standing),
) -> Result<Standing, BadText> {
    let mut standing = Standing::default();
    let mut early = BTreeMap::new();
    while standing.pairs.count() < terms.pairs() {
        if stop.is_stopped() {
            standing.stopped = true;
            break;
        }
        let pair = match pairs.recv_timeout(LOOK_EVERY) {
            Ok(pair) => pair?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        early.insert(pair.number, pair);
        while let Some(pair) = early.remove(&standing.pairs.count()) {
            standing.add(&pair);
            standing.verdict = terms.sprt.and_then(|sprt| sprt.verdict(standing.ratio(&sprt)));
            watch(&pair, &standing);
            if standing.verdict.is_some() {
                return Ok(standing);
            }
        }
    }
    Ok(standing)
}

//! A computer at the table: one of ours, or another program that speaks UGI.

use std::time::Duration;

use abaque_catalog::bots::{Brief, Kind};
use abaque_catalog::{AnyBot, AnyGame, AnyView};
use abaque_client::Sitting;
use abaque_core::{ClockRule, Lang, Millis, Observer, Said, Seat, said};
use abaque_search::{Allotment, Limits, Stop, allot};
use abaque_table::At;
use abaque_ugi::{At as Place, Client, Go};

use super::players;
use crate::failure::Failure;

/// How long the strongest player thinks where nothing is said.
const TIME: Millis = Millis(1000);
/// Below this a level looks at the clock instead of its own budget.
const SHORT: Millis = Millis(3000);
/// What a terminal may cost beside the thought.
const OVERHEAD: Millis = Millis(50);
/// How many more actions a clock is shared out over.
const ACTIONS_TO_COME: u32 = 40;
/// A computer agrees to a draw when its own chance to win is not above this.
const DRAWISH: f64 = 0.45;

/// How much longer than allowed another program may take before it is given up.
const GRACE: Duration = Duration::from_secs(10);

/// A computer player of the game on the table.
pub(crate) struct Computer {
    /// What it is; a program is one of a kind, called by its command.
    kind: Kind,
    brain: Brain,
    seed: Option<u64>,
}

enum Brain {
    Ours(Box<dyn AnyBot>),
    Program(Client),
}

impl Computer {
    /// A player of the kind a text names; the error lists the kinds.
    pub(crate) fn new(spec: &str, text: &str, seed: Option<u64>) -> Result<Computer, Failure> {
        if let Some(command) = text.strip_prefix(players::PROGRAM) {
            let mut client =
                Client::start(command).map_err(|trouble| Failure::Input(trouble.said))?;
            client.new_game(spec).map_err(|trouble| Failure::World(trouble.said))?;
            let kind = Kind::Special(text.into());
            return Ok(Computer { kind, brain: Brain::Program(client), seed });
        }
        let kind = players::kind(text)?;
        let brain = Brain::Ours(abaque_catalog::bot(spec, &kind)?);
        Ok(Computer { kind, brain, seed })
    }

    /// The same player before a new game.
    pub(crate) fn again(&self, spec: &str) -> Result<Computer, Failure> {
        Computer::new(spec, &self.kind.to_string(), self.seed)
    }

    /// What it is, as a saved game keeps it.
    pub(crate) fn kind(&self) -> &Kind {
        &self.kind
    }

    /// What it is called at the table.
    pub(crate) fn name(&self) -> Said {
        if let Brain::Program(client) = &self.brain {
            let name = client.name();
            return said!("{name}", "{name}");
        }
        called(&self.kind)
    }

    /// What it would do on this seat.
    pub(crate) fn think(
        &mut self,
        sitting: &Sitting,
        seat: Seat,
        now: At,
    ) -> Result<String, Failure> {
        let table = sitting.table();
        let clock = table.clock(seat, now).map(|left| (table.setting().clock, left));
        let goes_on = table.plies().last().is_some_and(|entry| entry.seat == Some(seat));
        let limits = self.limits(sitting.computer_time, clock, goes_on);
        let sight = sitting.sight(seat)?;
        match &mut self.brain {
            Brain::Ours(bot) => {
                let seed = seed(self.seed, table.plies().len());
                let brief = Brief { limits, seed, threads: threads(), ..Brief::default() };
                Ok(bot.think(&sight, &brief, &mut |_| ())?.action)
            }
            Brain::Program(client) => {
                let (at, moves) = history(sitting)?.unwrap_or_else(|| {
                    let player = table.info().letters[seat.index()].into();
                    (Place::View { view: sight.view.text().into(), player }, Vec::new())
                });
                let most = limits.time.map_or(GRACE, |time| Duration::from_millis(time.0) + GRACE);
                let reply = client.think(&at, &moves, &Go::from(limits), most, &Stop::default());
                Ok(reply.map_err(|trouble| Failure::World(trouble.said))?.action)
            }
        }
    }

    /// Whether it agrees to a draw, as far as it can see.
    pub(crate) fn takes_draw(&mut self, view: &AnyView, seat: Seat) -> Result<bool, Failure> {
        let first = match &mut self.brain {
            Brain::Ours(bot) => bot.gauge(view)?,
            // Programs are not asked such things: ours answers for them.
            Brain::Program(_) => abaque_catalog::bot(view.spec(), &Kind::Best)?.gauge(view)?,
        };
        let own = if seat == Seat::First { first } else { 1.0 - first };
        Ok(own <= DRAWISH)
    }

    fn limits(
        &self,
        told: Option<Millis>,
        clock: Option<(ClockRule, Millis)>,
        goes_on: bool,
    ) -> Limits {
        let level = matches!(self.kind, Kind::Level(_));
        // The first action of a turn decides most of it: the rest is looked at again, but shorter.
        let share = |time: Millis| if goes_on { Millis(time.0 / 4) } else { time };
        let own = match told {
            Some(time) => Limits::time(share(time)),
            None if level => Limits::default(),
            None => Limits::time(share(TIME)),
        };
        let (left, increment) = match clock {
            Some((ClockRule::Budget { increment, .. }, left)) => (left, increment),
            Some((ClockRule::Delay { delay, .. }, left)) => (left + delay, delay),
            Some((ClockRule::None | ClockRule::PerTurn { .. }, _)) | None => return own,
        };
        if level && told.is_none() && left > SHORT {
            return own;
        }
        let actions_to_come = ACTIONS_TO_COME;
        let shared = allot(Allotment { left, increment, overhead: OVERHEAD, actions_to_come });
        match (told, shared.time) {
            (Some(time), Some(most)) => Limits { time: Some(share(time).min(most)), ..shared },
            _ => shared,
        }
    }
}

/// What a computer of some kind is called.
pub(crate) fn called(kind: &Kind) -> Said {
    match kind {
        Kind::Level(level) => said!("computer, level {level}", "ordinateur, niveau {level}"),
        Kind::Best => said!("computer", "ordinateur"),
        kind => said!("computer, {kind}", "ordinateur, {kind}"),
    }
}

/// Where the game began and what was played, for programs; a game with secrets has none of it.
fn history(sitting: &Sitting) -> Result<Option<(Place, Vec<String>)>, Failure> {
    let start = &sitting.table().setting().start;
    let mut game = start.clone();
    let mut plies = Vec::new();
    let secrets = |game: &dyn AnyGame| {
        let view = |seat| game.view(Observer::Player(seat));
        game.sealed() || view(Seat::First) != view(Seat::Second)
    };
    for entry in sitting.table().plies() {
        if secrets(&*game) {
            return Ok(None);
        }
        game.play(&entry.ply)?;
        plies.push(entry.ply.clone());
    }
    Ok((!secrets(&*game)).then(|| (Place::Fen(start.position()), plies)))
}

/// How many threads may think.
pub(crate) fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The seed of one action: repeatable where one was given.
fn seed(given: Option<u64>, ply: usize) -> u64 {
    match given {
        Some(seed) => seed.wrapping_add((ply as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)),
        None => getrandom::u64().unwrap_or(0),
    }
}

/// A chance to win for people: `54 %`.
pub(crate) fn percent(win: f64, lang: Lang) -> String {
    let whole = (win * 100.0).round();
    match lang {
        Lang::En => format!("{whole:.0}%"),
        Lang::Fr => format!("{whole:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(player: &str, told: Option<u64>, clock: Option<u64>, goes_on: bool) -> Limits {
        let clock = clock.map(|left| ("600+0".parse().unwrap(), Millis(left)));
        let computer = Computer::new("abalone", player, Some(1)).unwrap();
        computer.limits(told.map(Millis), clock, goes_on)
    }

    #[test]
    fn levels_keep_their_budget_until_the_clock_is_short() {
        assert!(limits("3", None, Some(60_000), false).is_endless());
        let hurried = limits("3", None, Some(900), false);
        assert!(hurried.time.is_some_and(|time| time < Millis(900)));
    }

    #[test]
    fn com_04_a_clock_is_never_used_up_by_the_time_for_a_move() {
        let hurried = limits("best", Some(30_000), Some(5000), false);
        assert!(hurried.time.is_some_and(|time| time < Millis(5000)));
        assert_eq!(limits("best", None, None, false), Limits::time(TIME));
        assert_eq!(limits("best", None, None, true), Limits::time(Millis(250)));
    }
}

//! A computer at the table.

use abaque_catalog::bots::{Brief, Kind};
use abaque_catalog::{AnyBot, AnySight, AnyThought, AnyView};
use abaque_core::{ClockRule, Lang, Millis, Said, Seat, said};
use abaque_search::{Allotment, Limits, allot};

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

/// A computer player of the game on the table.
pub(crate) struct Computer {
    kind: Kind,
    bot: Box<dyn AnyBot>,
    time: Option<Millis>,
    seed: Option<u64>,
}

impl Computer {
    /// A player of the kind a text names; the error lists the kinds.
    pub(crate) fn new(
        spec: &str,
        text: &str,
        time: Option<Millis>,
        seed: Option<u64>,
    ) -> Result<Computer, Failure> {
        let kind = players::kind(text)?;
        let bot = abaque_catalog::bot(spec, &kind)?;
        Ok(Computer { kind, bot, time, seed })
    }

    /// The same player before a new game.
    pub(crate) fn again(&self, spec: &str) -> Result<Computer, Failure> {
        Computer::new(spec, &self.kind.to_string(), self.time, self.seed)
    }

    /// The kind as text, as a saved game keeps it.
    pub(crate) fn text(&self) -> String {
        self.kind.to_string()
    }

    /// How long it was told to think.
    pub(crate) fn time(&self) -> Option<Millis> {
        self.time
    }

    /// What it is called at the table.
    pub(crate) fn name(&self) -> Said {
        match &self.kind {
            Kind::Level(level) => said!("computer, level {level}", "ordinateur, niveau {level}"),
            Kind::Best => said!("computer", "ordinateur"),
            kind => said!("computer, {kind}", "ordinateur, {kind}"),
        }
    }

    /// What it would do. `clock` is what its clock shows, `ply` the number of the action, `goes_on`
    /// whether its turn has begun already.
    pub(crate) fn think(
        &mut self,
        sight: &AnySight,
        clock: Option<(ClockRule, Millis)>,
        ply: usize,
        goes_on: bool,
    ) -> Result<AnyThought, Failure> {
        let brief = Brief {
            limits: self.limits(clock, goes_on),
            seed: seed(self.seed, ply),
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            ..Brief::default()
        };
        Ok(self.bot.think(sight, &brief, &mut |_| ())?)
    }

    /// Whether it agrees to a draw, as far as it can see.
    pub(crate) fn takes_draw(&mut self, view: &AnyView, seat: Seat) -> Result<bool, Failure> {
        let first = self.bot.gauge(view)?;
        let own = if seat == Seat::First { first } else { 1.0 - first };
        Ok(own <= DRAWISH)
    }

    fn limits(&self, clock: Option<(ClockRule, Millis)>, goes_on: bool) -> Limits {
        let level = matches!(self.kind, Kind::Level(_));
        // The first action of a turn decides most of it: the rest is looked at again, but shorter.
        let share = |time: Millis| if goes_on { Millis(time.0 / 4) } else { time };
        let own = match self.time {
            Some(time) => Limits::time(share(time)),
            None if level => Limits::default(),
            None => Limits::time(share(TIME)),
        };
        let (left, increment) = match clock {
            Some((ClockRule::Budget { increment, .. }, left)) => (left, increment),
            Some((ClockRule::Delay { delay, .. }, left)) => (left + delay, delay),
            Some((ClockRule::None | ClockRule::PerTurn { .. }, _)) | None => return own,
        };
        if level && self.time.is_none() && left > SHORT {
            return own;
        }
        let actions_to_come = ACTIONS_TO_COME;
        let shared = allot(Allotment { left, increment, overhead: OVERHEAD, actions_to_come });
        match (self.time, shared.time) {
            (Some(time), Some(most)) => Limits { time: Some(share(time).min(most)), ..shared },
            _ => shared,
        }
    }
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

    fn computer(text: &str, time: Option<u64>) -> Computer {
        Computer::new("abalone", text, time.map(Millis), Some(1)).unwrap()
    }

    #[test]
    fn levels_keep_their_budget_until_the_clock_is_short() {
        let rule = "600+0".parse().unwrap();
        assert!(computer("3", None).limits(Some((rule, Millis(60_000))), false).is_endless());
        let hurried = computer("3", None).limits(Some((rule, Millis(900))), false);
        assert!(hurried.time.is_some_and(|time| time < Millis(900)));
    }

    #[test]
    fn com_04_a_clock_is_never_used_up_by_the_time_for_a_move() {
        let rule = "60+0".parse().unwrap();
        let limits = computer("best", Some(30_000)).limits(Some((rule, Millis(5000))), false);
        assert!(limits.time.is_some_and(|time| time < Millis(5000)));
        assert_eq!(computer("best", None).limits(None, false), Limits::time(TIME));
        assert_eq!(computer("best", None).limits(None, true), Limits::time(Millis(250)));
    }
}

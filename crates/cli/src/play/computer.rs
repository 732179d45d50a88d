//! A computer at the table: one of ours, or another program that speaks UGI.

use std::time::Duration;

use abaque_catalog::bots::{Brief, Kind};
use abaque_catalog::{AnyBot, AnySight, AnyView};
use abaque_core::{ClockRule, Lang, Millis, Said, Seat, said};
use abaque_search::{Allotment, Limits, Stop, allot};
use abaque_ugi::{At, Client, Go};

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
    brain: Brain,
    time: Option<Millis>,
    seed: Option<u64>,
}

enum Brain {
    Ours { kind: Kind, bot: Box<dyn AnyBot> },
    Program { command: String, client: Client },
}

/// What a computer is told when it is to act.
pub(crate) struct Scene {
    /// What it may know.
    pub(crate) sight: AnySight,
    /// Its letter.
    pub(crate) letter: char,
    /// Where the game began and what was played, for programs; a game with secrets has none of it.
    pub(crate) history: Option<(At, Vec<String>)>,
    /// What its clock shows.
    pub(crate) clock: Option<(ClockRule, Millis)>,
    /// The number of the action.
    pub(crate) ply: usize,
    /// Whether its turn has begun already.
    pub(crate) goes_on: bool,
}

impl Computer {
    /// A player of the kind a text names; the error lists the kinds.
    pub(crate) fn new(
        spec: &str,
        text: &str,
        time: Option<Millis>,
        seed: Option<u64>,
    ) -> Result<Computer, Failure> {
        if let Some(command) = text.strip_prefix(players::PROGRAM) {
            let mut client =
                Client::start(command).map_err(|trouble| Failure::Input(trouble.said))?;
            client.new_game(spec).map_err(|trouble| Failure::World(trouble.said))?;
            let brain = Brain::Program { command: command.into(), client };
            return Ok(Computer { brain, time, seed });
        }
        let kind = players::kind(text)?;
        let bot = abaque_catalog::bot(spec, &kind)?;
        Ok(Computer { brain: Brain::Ours { kind, bot }, time, seed })
    }

    /// The same player before a new game.
    pub(crate) fn again(&self, spec: &str) -> Result<Computer, Failure> {
        Computer::new(spec, &self.text(), self.time, self.seed)
    }

    /// The kind as text, as a saved game keeps it.
    pub(crate) fn text(&self) -> String {
        match &self.brain {
            Brain::Ours { kind, .. } => kind.to_string(),
            Brain::Program { command, .. } => format!("{}{command}", players::PROGRAM),
        }
    }

    /// How long it was told to think.
    pub(crate) fn time(&self) -> Option<Millis> {
        self.time
    }

    /// What it is called at the table.
    pub(crate) fn name(&self) -> Said {
        let kind = match &self.brain {
            Brain::Ours { kind, .. } => kind,
            Brain::Program { client, .. } => {
                let name = client.name();
                return said!("{name}", "{name}");
            }
        };
        match kind {
            Kind::Level(level) => said!("computer, level {level}", "ordinateur, niveau {level}"),
            Kind::Best => said!("computer", "ordinateur"),
            kind => said!("computer, {kind}", "ordinateur, {kind}"),
        }
    }

    /// What it would do.
    pub(crate) fn think(&mut self, scene: &Scene) -> Result<String, Failure> {
        let limits = self.limits(scene.clock, scene.goes_on);
        match &mut self.brain {
            Brain::Ours { bot, .. } => {
                let brief = Brief {
                    limits,
                    seed: seed(self.seed, scene.ply),
                    threads: std::thread::available_parallelism().map_or(1, usize::from),
                    ..Brief::default()
                };
                Ok(bot.think(&scene.sight, &brief, &mut |_| ())?.action)
            }
            Brain::Program { client, .. } => {
                let (at, moves) = scene.history.clone().unwrap_or_else(|| {
                    let view = scene.sight.view.text().to_string();
                    (At::View { view, player: scene.letter.to_string() }, Vec::new())
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
            Brain::Ours { bot, .. } => bot.gauge(view)?,
            // Programs are not asked such things: ours answers for them.
            Brain::Program { .. } => abaque_catalog::bot(view.spec(), &Kind::Best)?.gauge(view)?,
        };
        let own = if seat == Seat::First { first } else { 1.0 - first };
        Ok(own <= DRAWISH)
    }

    fn limits(&self, clock: Option<(ClockRule, Millis)>, goes_on: bool) -> Limits {
        let level = matches!(self.brain, Brain::Ours { kind: Kind::Level(_), .. });
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

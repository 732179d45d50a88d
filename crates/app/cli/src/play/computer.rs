//! Computer players at the terminal: own bots, or external UGI programs.

use std::time::Duration;

use abaque_bots::{AnyBot, BotKind, SearchRequest};
use abaque_catalog::{AnyGame, AnyView};
use abaque_client::LocalGame;
use abaque_core::{ClockRule, Lang, Message, Millis, Observer, Seat, message};
use abaque_search::{SearchLimits, StopFlag, TurnClock, allocate_time};
use abaque_table::Timestamp;
use abaque_ugi::{GoParams, StartPosition, UgiClient};

use super::players;
use crate::command_error::CommandError;

/// Default thinking time of the strongest bot.
const DEFAULT_TIME: Millis = Millis(1000);
/// Below this clock time a level is limited by the clock instead of its own budget.
const LOW_CLOCK: Millis = Millis(3000);
/// Time reserved for the terminal.
const TERMINAL_OVERHEAD: Millis = Millis(50);
/// Number of actions the remaining clock time is divided by.
const EXPECTED_ACTIONS_LEFT: u32 = 40;
/// Maximum win probability at which a bot accepts a draw.
const MAX_WIN_TO_ACCEPT_DRAW: f64 = 0.45;

/// How far an external program may exceed its time before it is stopped.
const PROGRAM_GRACE: Duration = Duration::from_secs(10);

/// A computer player of the current game.
pub(crate) struct Computer {
    /// Its kind; an external program is identified by its command.
    kind: BotKind,
    engine: BotEngine,
    seed: Option<u64>,
}

enum BotEngine {
    Ours(Box<dyn AnyBot>),
    Program(UgiClient),
}

impl Computer {
    /// Opens the player named by a text; the error lists the kinds.
    pub(crate) fn new(spec: &str, text: &str, seed: Option<u64>) -> Result<Computer, CommandError> {
        if let Some(command) = text.strip_prefix(players::PROGRAM_PREFIX) {
            let mut client = UgiClient::start(command)
                .map_err(|trouble| CommandError::Input(trouble.message))?;
            client.new_game(spec).map_err(|trouble| CommandError::Environment(trouble.message))?;
            let kind = BotKind::Special(text.into());
            return Ok(Computer { kind, engine: BotEngine::Program(client), seed });
        }
        let kind = players::parse_kind(text)?;
        let brain = BotEngine::Ours(abaque_bots::open_bot(spec, &kind)?);
        Ok(Computer { kind, engine: brain, seed })
    }

    /// The same player for a new game.
    pub(crate) fn for_new_game(&self, spec: &str) -> Result<Computer, CommandError> {
        Computer::new(spec, &self.kind.to_string(), self.seed)
    }

    /// Its kind, as saved games store it.
    pub(crate) fn kind(&self) -> &BotKind {
        &self.kind
    }

    /// Its name at the table.
    pub(crate) fn name(&self) -> Message {
        if let BotEngine::Program(client) = &self.engine {
            let name = client.name();
            return message!("{name}", "{name}");
        }
        kind_name(&self.kind)
    }

    /// Searches for an action on this seat.
    pub(crate) fn think(
        &mut self,
        local: &LocalGame,
        seat: Seat,
        now: Timestamp,
    ) -> Result<String, CommandError> {
        let table = local.table();
        let clock = table.time_left(seat, now).map(|left| (table.settings().clock, left));
        let goes_on = table.plies().last().is_some_and(|entry| entry.seat == Some(seat));
        let limits = self.limits(local.computer_time, clock, goes_on);
        let observation = local.observation(seat)?;
        match &mut self.engine {
            BotEngine::Ours(bot) => {
                let seed = action_seed(self.seed, table.plies().len());
                let request = SearchRequest {
                    limits,
                    seed,
                    threads: thread_count(),
                    ..SearchRequest::default()
                };
                Ok(bot.think(&observation, &request, &mut |_| ())?.action)
            }
            BotEngine::Program(client) => {
                let (at, moves) = history(local)?.unwrap_or_else(|| {
                    let player = table.description().letters[seat.index()].into();
                    (
                        StartPosition::View { view: observation.view.text().into(), player },
                        Vec::new(),
                    )
                });
                let most = limits
                    .time
                    .map_or(PROGRAM_GRACE, |time| Duration::from_millis(time.0) + PROGRAM_GRACE);
                let reply =
                    client.think(&at, &moves, &GoParams::from(limits), most, &StopFlag::default());
                Ok(reply.map_err(|trouble| CommandError::Environment(trouble.message))?.action)
            }
        }
    }

    /// Whether it accepts a draw, judged from its own view.
    pub(crate) fn accepts_draw(
        &mut self,
        view: &AnyView,
        seat: Seat,
    ) -> Result<bool, CommandError> {
        let first = match &mut self.engine {
            BotEngine::Ours(bot) => bot.estimate(view)?,
            // External programs have no draw question: our bot answers for them.
            BotEngine::Program(_) => {
                abaque_bots::open_bot(view.spec(), &BotKind::Best)?.estimate(view)?
            }
        };
        let own = if seat == Seat::First { first } else { 1.0 - first };
        Ok(own <= MAX_WIN_TO_ACCEPT_DRAW)
    }

    fn limits(
        &self,
        told: Option<Millis>,
        clock: Option<(ClockRule, Millis)>,
        goes_on: bool,
    ) -> SearchLimits {
        let level = matches!(self.kind, BotKind::Level(_));
        // The first action decides most of a turn: later ones get less time.
        let share = |time: Millis| if goes_on { Millis(time.0 / 4) } else { time };
        let own = match told {
            Some(time) => SearchLimits::time(share(time)),
            None if level => SearchLimits::default(),
            None => SearchLimits::time(share(DEFAULT_TIME)),
        };
        let (left, increment) = match clock {
            Some((ClockRule::Budget { increment, .. }, left)) => (left, increment),
            Some((ClockRule::Delay { delay, .. }, left)) => (left + delay, delay),
            Some((ClockRule::None | ClockRule::PerTurn { .. }, _)) | None => return own,
        };
        if level && told.is_none() && left > LOW_CLOCK {
            return own;
        }
        let actions_to_come = EXPECTED_ACTIONS_LEFT;
        let shared = allocate_time(TurnClock {
            left,
            increment,
            overhead: TERMINAL_OVERHEAD,
            actions_to_come,
        });
        match (told, shared.time) {
            (Some(time), Some(most)) => {
                SearchLimits { time: Some(share(time).min(most)), ..shared }
            }
            _ => shared,
        }
    }
}

/// The name of a kind of computer player.
pub(crate) fn kind_name(kind: &BotKind) -> Message {
    match kind {
        BotKind::Level(level) => message!("computer, level {level}", "ordinateur, niveau {level}"),
        BotKind::Best => message!("computer", "ordinateur"),
        kind => message!("computer, {kind}", "ordinateur, {kind}"),
    }
}

/// Start position and plies, for external programs; `None` for games with secrets.
fn history(local: &LocalGame) -> Result<Option<(StartPosition, Vec<String>)>, CommandError> {
    let start = &local.table().settings().start;
    let mut game = start.clone();
    let mut plies = Vec::new();
    let secrets = |game: &dyn AnyGame| {
        let view = |seat| game.view(Observer::Player(seat));
        game.is_sealed() || view(Seat::First) != view(Seat::Second)
    };
    for entry in local.table().plies() {
        if secrets(&*game) {
            return Ok(None);
        }
        game.play(&entry.ply)?;
        plies.push(entry.ply.clone());
    }
    Ok((!secrets(&*game)).then(|| (StartPosition::Fen(start.position()), plies)))
}

/// Number of search threads.
pub(crate) fn thread_count() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The seed of one action: repeatable if a seed was given.
fn action_seed(given: Option<u64>, ply: usize) -> u64 {
    match given {
        Some(seed) => seed.wrapping_add((ply as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)),
        None => getrandom::u64().unwrap_or(0),
    }
}

/// A win probability: `54%`.
pub(crate) fn percent(win: f64, lang: Lang) -> String {
    let whole = (win * 100.0).round();
    match lang {
        Lang::En => format!("{whole:.0}%"),
        Lang::Fr => format!("{whole:.0}\u{a0}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(player: &str, told: Option<u64>, clock: Option<u64>, goes_on: bool) -> SearchLimits {
        let clock = clock.map(|left| ("600+0".parse().unwrap(), Millis(left)));
        let computer = Computer::new("abalone", player, Some(1)).unwrap();
        computer.limits(told.map(Millis), clock, goes_on)
    }

    #[test]
    fn levels_search_their_full_budget_until_the_clock_is_short() {
        assert!(limits("3", None, Some(60_000), false).is_unlimited());
        let hurried = limits("3", None, Some(900), false);
        assert!(hurried.time.is_some_and(|time| time < Millis(900)));
    }

    #[test]
    fn com_04_a_search_never_uses_up_the_clock() {
        let hurried = limits("best", Some(30_000), Some(5000), false);
        assert!(hurried.time.is_some_and(|time| time < Millis(5000)));
        assert_eq!(limits("best", None, None, false), SearchLimits::time(DEFAULT_TIME));
        assert_eq!(limits("best", None, None, true), SearchLimits::time(Millis(250)));
    }
}

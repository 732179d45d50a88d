//! Games between players, one after the other in this thread.

use std::collections::HashMap;

use abaque_blocs::{Action, Blocs, BlocsOptions, PRESETS, Phase, View};
use abaque_bots::blocs::eval::Eval;
use abaque_bots::blocs::{Habits, Player};
use abaque_bots::{Automated, Bot, Brief, Kind, Sight};
use abaque_core::{Game, Observer, Options, Outcome, Ply, Seat, Source, SplitMix, Turn};
use abaque_search::Limits;

/// Games longer than this are drawn (COM-03 would mostly have done so before).
const LONGEST: u32 = 600;

/// Where a player's set-ups come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Setups {
    /// The player's own idea.
    Own,
    /// Any legal one, each as likely.
    Random,
    /// One of those that come with the game.
    ReadyMade,
}

impl Setups {
    /// Reads `own`, `random` or `ready-made`.
    pub(super) fn read(text: &str) -> Result<Setups, String> {
        match text {
            "own" => Ok(Setups::Own),
            "random" => Ok(Setups::Random),
            "ready-made" => Ok(Setups::ReadyMade),
            _ => Err(format!("`{text}`: set-ups are own, random or ready-made")),
        }
    }

    /// A set-up, unless the player is to think of one.
    fn draw(self, options: &BlocsOptions, seat: Seat, source: &mut SplitMix) -> Option<Action> {
        match self {
            Setups::Own => None,
            Setups::Random => Some(Action::Setup(options.random_setup(seat, source))),
            Setups::ReadyMade => {
                let preset = source.below(PRESETS.len() as u64) as usize;
                Some(Action::Setup(PRESETS[preset].setup(options, seat)))
            }
        }
    }
}

/// A player and what it is allowed.
pub(super) struct Contender {
    bot: Box<dyn Bot<Blocs>>,
    sees_all: bool,
    limits: Limits,
    setups: Setups,
}

impl Contender {
    /// A player by its name and, where they are changed, its habits: `best:worlds=16:depth=3`. Endless
    /// limits leave it to its own budget.
    pub(super) fn new(
        options: &BlocsOptions,
        text: &str,
        limits: Limits,
        eval: &'static Eval,
    ) -> Result<Contender, String> {
        let mut words = text.split(':');
        let name = words.next().unwrap_or_default();
        let mut habits = match name {
            "best" | "seer" => Habits::BEST,
            "uniform" => Habits { knows_styles: false, ..Habits::BEST },
            _ => {
                let kind: Kind = text.parse().map_err(|error| format!("{error}"))?;
                let bot = Blocs::bot(options, &kind).map_err(|error| format!("{error}"))?;
                return Ok(Contender { bot, sees_all: false, limits, setups: Setups::Own });
            }
        };
        let mut limits = limits;
        for word in words {
            let (habit, value) = word.split_once('=').unwrap_or((word, ""));
            let number: f64 = value.parse().map_err(|_| format!("`{word}`: no number"))?;
            match habit {
                "nodes" => limits = Limits::nodes(number as u64),
                "depth" => habits.depth = number as u32,
                "worlds" => habits.worlds = Some(number as usize),
                "noise" => habits.noise = number,
                "secret" => habits.secret = number,
                "mixed" => habits.mixed = number,
                _ => return Err(format!("`{habit}`: not a habit")),
            }
        }
        Ok(Contender { limits, ..Contender::with(options, habits, eval, name == "seer") })
    }

    /// A player with habits of its own.
    pub(super) fn with(
        options: &BlocsOptions,
        habits: Habits,
        eval: &'static Eval,
        sees_all: bool,
    ) -> Contender {
        let bot = Box::new(Player::with_eval(options, habits, eval));
        Contender { bot, sees_all, limits: Limits::default(), setups: Setups::Own }
    }

    /// The same player with set-ups from elsewhere.
    pub(super) fn setting_up(self, setups: Setups) -> Contender {
        Contender { setups, ..self }
    }
}

/// A game as it went.
pub(super) struct Played {
    /// What Blue got: 1, ½ or 0.
    pub(super) blue: f64,
    /// The positions at the start of each turn after the set-ups.
    pub(super) positions: Vec<Blocs>,
    /// The chance to win Blue was thought to have at each, as long as somebody thought.
    pub(super) chances: Vec<f64>,
}

/// Reads a spec's options.
pub(super) fn options(spec: &str) -> Result<BlocsOptions, String> {
    let spec = spec.parse().map_err(|error| format!("{error}"))?;
    BlocsOptions::from_spec(&spec).map_err(|error| format!("{error}"))
}

/// Plays on from a position to the end. COM-01 and COM-03 are kept.
pub(super) fn play(start: Blocs, players: &mut [Contender; 2], seed: u64) -> Played {
    let mut source = SplitMix(seed);
    let mut game = start;
    let (mut positions, mut chances) = (Vec::new(), Vec::new());
    let mut past: [Vec<View>; 2] = [Vec::new(), Vec::new()];
    let mut seen: HashMap<String, u8> = HashMap::new();
    let mut idle: u16 = 0;
    for _ in 0..LONGEST {
        let seat = match game.turn() {
            Turn::Over(outcome) => return Played { blue: share(outcome), positions, chances },
            Turn::Chance => {
                let mut rolls = Vec::new();
                game.rolls(&mut rolls);
                let drawn = source.below(rolls.len() as u64) as usize;
                game.apply_unchecked(Ply::Roll(rolls[drawn].0));
                continue;
            }
            Turn::Of(seat) => seat,
        };
        if let Some(text) = game.recurrence() {
            positions.push(game);
            let times = seen.entry(text).or_default();
            *times += 1;
            if *times >= 3 || idle >= 300 {
                break;
            }
        }
        let player = &mut players[seat.index()];
        if matches!(game.phase(), Phase::Setup(_))
            && let Some(setup) = player.setups.draw(&game.options(), seat, &mut source)
        {
            game.apply_unchecked(Ply::Act(setup));
            continue;
        }
        let view = if player.sees_all && !matches!(game.phase(), Phase::Setup(_)) {
            View::open(&game)
        } else {
            game.view(Observer::Player(seat))
        };
        let past_views = &mut past[seat.index()];
        let sight = Sight { view: view.clone(), seat, past: past_views.clone(), idle_turns: idle };
        if matches!(game.phase(), Phase::Move(_)) {
            past_views.push(view);
        }
        let brief = Brief { limits: player.limits, seed: source.next_u64(), ..Brief::default() };
        let Ok(thought) = player.bot.think(&sight, &brief, &mut |_| ()) else { break };
        if let (Phase::Move(_), [line, ..]) = (game.phase(), &thought.lines[..]) {
            chances.push(if seat == Seat::First { line.win } else { 1.0 - line.win });
        }
        let before = game;
        game.apply_unchecked(Ply::Act(thought.action));
        let pace = Blocs::pace(&before, &Ply::Act(thought.action), &game);
        idle = if pace.progress { 0 } else { idle + u16::from(pace.turns_ended) };
    }
    Played { blue: 0.5, positions, chances }
}

fn share(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Seat::First, _) => 1.0,
        Outcome::Win(Seat::Second, _) => 0.0,
        Outcome::Draw(_) => 0.5,
    }
}

/// A progress bar with a name.
pub(super) fn bar(name: &'static str, length: u64) -> indicatif::ProgressBar {
    let style = indicatif::ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
    let bar = indicatif::ProgressBar::new(length).with_message(name);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

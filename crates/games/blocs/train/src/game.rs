//! Single-threaded games between two bots.

use std::collections::HashMap;

use abaque_blocs::{Action, Blocs, Options, PRESETS, Phase, View};
use abaque_blocs_bot::evaluation::Evaluator;
use abaque_blocs_bot::{BlocsBot, BotSettings};
use abaque_bot::{Bot, BotKind, GameBots, Observation, SearchRequest};
use abaque_core::{Game, GameOptions, Observer, Outcome, Ply, RandomSource, Seat, SplitMix, Turn};
use abaque_search::SearchLimits;

/// Longer games are drawn (COM-03 usually ends them before).
const MAX_TURNS: u32 = 600;

/// Source of a player's set-ups.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SetupSource {
    /// Chosen by the bot.
    Own,
    /// Uniformly random.
    Random,
    /// One of the ready-made ones.
    ReadyMade,
}

impl SetupSource {
    /// Parses `own`, `random` or `ready-made`.
    pub(super) fn parse(text: &str) -> Result<SetupSource, String> {
        match text {
            "own" => Ok(SetupSource::Own),
            "random" => Ok(SetupSource::Random),
            "ready-made" => Ok(SetupSource::ReadyMade),
            _ => Err(format!("`{text}`: set-ups are own, random or ready-made")),
        }
    }

    /// A set-up, unless the bot chooses its own.
    fn draw_setup(self, options: &Options, seat: Seat, source: &mut SplitMix) -> Option<Action> {
        match self {
            SetupSource::Own => None,
            SetupSource::Random => Some(Action::Setup(options.random_setup(seat, source))),
            SetupSource::ReadyMade => {
                let preset = source.below(PRESETS.len() as u64) as usize;
                Some(Action::Setup(PRESETS[preset].to_setup(options, seat)))
            }
        }
    }
}

/// A bot with its limits and set-up source.
pub(super) struct ConfiguredBot {
    bot: Box<dyn Bot<Blocs>>,
    sees_all: bool,
    limits: SearchLimits,
    setups: SetupSource,
}

impl ConfiguredBot {
    /// A bot by name with optional settings: `best:worlds=16:depth=3`. Without limits it uses its
    /// own.
    pub(super) fn new(
        options: &Options,
        text: &str,
        limits: SearchLimits,
        evaluator: &'static Evaluator,
    ) -> Result<ConfiguredBot, String> {
        let mut words = text.split(':');
        let name = words.next().unwrap_or_default();
        let mut settings = match name {
            "best" | "seer" => BotSettings::BEST,
            "uniform" => BotSettings { knows_styles: false, ..BotSettings::BEST },
            _ => {
                let kind: BotKind = text.parse().map_err(|error| format!("{error}"))?;
                let bot = abaque_blocs_bot::Bots::bot(options, &kind)
                    .map_err(|error| format!("{error}"))?;
                return Ok(ConfiguredBot {
                    bot,
                    sees_all: false,
                    limits,
                    setups: SetupSource::Own,
                });
            }
        };
        let mut limits = limits;
        for word in words {
            let (habit, value) = word.split_once('=').unwrap_or((word, ""));
            let number: f64 = value.parse().map_err(|_| format!("`{word}`: no number"))?;
            match habit {
                "nodes" => limits = SearchLimits::nodes(number as u64),
                "depth" => settings.depth = number as u32,
                "worlds" => settings.worlds = Some(number as usize),
                "noise" => settings.noise = number,
                "secret" => settings.secret_value = number,
                "mixed" => settings.mixing_margin = number,
                _ => return Err(format!("`{habit}`: not a habit")),
            }
        }
        Ok(ConfiguredBot {
            limits,
            ..ConfiguredBot::with_settings(options, settings, evaluator, name == "seer")
        })
    }

    /// A bot with custom settings.
    pub(super) fn with_settings(
        options: &Options,
        settings: BotSettings,
        evaluator: &'static Evaluator,
        sees_all: bool,
    ) -> ConfiguredBot {
        let bot = Box::new(BlocsBot::with_eval(options, settings, evaluator));
        ConfiguredBot { bot, sees_all, limits: SearchLimits::default(), setups: SetupSource::Own }
    }

    /// Replaces the set-up source.
    pub(super) fn with_setups(self, setups: SetupSource) -> ConfiguredBot {
        ConfiguredBot { setups, ..self }
    }
}

/// A finished game.
pub(super) struct SelfPlayGame {
    /// Blue's share: 1, ½ or 0.
    pub(super) blue_share: f64,
    /// Positions at the start of each turn after the set-ups.
    pub(super) positions: Vec<Blocs>,
    /// Blue's winning chance at each, as searched by the player to move.
    pub(super) chances: Vec<f64>,
}

/// Parses the options of a spec.
pub(super) fn parse_options(spec: &str) -> Result<Options, String> {
    let spec = spec.parse().map_err(|error| format!("{error}"))?;
    Options::from_spec(&spec).map_err(|error| format!("{error}"))
}

/// Plays from a position to the end, applying COM-01 and COM-03.
pub(super) fn play_game(start: Blocs, players: &mut [ConfiguredBot; 2], seed: u64) -> SelfPlayGame {
    let mut source = SplitMix(seed);
    let mut game = start;
    let (mut positions, mut chances) = (Vec::new(), Vec::new());
    let mut past: [Vec<View>; 2] = [Vec::new(), Vec::new()];
    let mut seen: HashMap<String, u8> = HashMap::new();
    let mut idle: u16 = 0;
    for _ in 0..MAX_TURNS {
        let seat = match game.turn() {
            Turn::Over(outcome) => {
                return SelfPlayGame { blue_share: blue_share(outcome), positions, chances };
            }
            Turn::Chance => {
                let mut rolls = Vec::new();
                game.rolls(&mut rolls);
                let drawn = source.below(rolls.len() as u64) as usize;
                game.apply_unchecked(Ply::Roll(rolls[drawn].0));
                continue;
            }
            Turn::Of(seat) => seat,
        };
        if let Some(text) = game.repetition_key() {
            positions.push(game);
            let times = seen.entry(text).or_default();
            *times += 1;
            if *times >= 3 || idle >= 300 {
                break;
            }
        }
        let player = &mut players[seat.index()];
        if matches!(game.phase(), Phase::Setup(_))
            && let Some(setup) = player.setups.draw_setup(&game.options(), seat, &mut source)
        {
            game.apply_unchecked(Ply::Act(setup));
            continue;
        }
        let view = if player.sees_all && !matches!(game.phase(), Phase::Setup(_)) {
            View::fully_visible(&game)
        } else {
            game.view(Observer::Player(seat))
        };
        let past_views = &mut past[seat.index()];
        let observation =
            Observation { view: view.clone(), seat, past: past_views.clone(), idle_turns: idle };
        if matches!(game.phase(), Phase::Move(_)) {
            past_views.push(view);
        }
        let request = SearchRequest {
            limits: player.limits,
            seed: source.next_u64(),
            ..SearchRequest::default()
        };
        let Ok(result) = player.bot.think(&observation, &request, &mut |_| ()) else { break };
        if let (Phase::Move(_), [line, ..]) = (game.phase(), &result.lines[..]) {
            chances.push(if seat == Seat::First { line.win } else { 1.0 - line.win });
        }
        let before = game;
        game.apply_unchecked(Ply::Act(result.action));
        let pace = Blocs::ply_progress(&before, &Ply::Act(result.action), &game);
        idle = if pace.made_progress { 0 } else { idle + u16::from(pace.turns_ended) };
    }
    SelfPlayGame { blue_share: 0.5, positions, chances }
}

fn blue_share(outcome: Outcome) -> f64 {
    match outcome {
        Outcome::Win(Seat::First, _) => 1.0,
        Outcome::Win(Seat::Second, _) => 0.0,
        Outcome::Draw(_) => 0.5,
    }
}

/// A named progress bar.
pub(super) fn progress_bar(name: &'static str, length: u64) -> indicatif::ProgressBar {
    let style = indicatif::ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}");
    let bar = indicatif::ProgressBar::new(length).with_message(name);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

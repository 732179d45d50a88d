use std::time::Duration;

use abaque_bots::{AnyBot, BotKind, SearchRequest};
use abaque_catalog::{AnyGame, AnyObservation, GameHistory};
use abaque_core::{Lang, Message, Millis, Observer, ParseError, Seat, message};
use abaque_search::{SearchLimits, StopFlag};
use abaque_ugi::{EngineError, GoParams, StartPosition, UgiClient};

use crate::game::RunningClocks;
use crate::player_spec::PlayerKind;
use crate::{MatchPly, PlayerSpec};

/// A player of a match, ready to choose actions.
pub(crate) struct ActivePlayer {
    backend: PlayerBackend,
    spec: String,
    limits: SearchLimits,
}

enum PlayerBackend {
    BuiltIn {
        bot: Box<dyn AnyBot>,
        /// Whether it sees hidden information, to measure what that is worth.
        sees_all: bool,
    },
    Program {
        client: UgiClient,
        command: String,
        options: Vec<(String, String)>,
        /// Whether the game has hidden information; then only views are sent to engines.
        secrets: bool,
    },
}

/// What a player may use to choose an action.
pub(crate) struct TurnContext<'a> {
    pub(crate) start: Option<&'a str>,
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) history: &'a GameHistory,
    pub(crate) plies: &'a [MatchPly],
    pub(crate) seat: Seat,
    pub(crate) seed: u64,
    pub(crate) clocks: Option<&'a RunningClocks>,
    pub(crate) stop: &'a StopFlag,
}

/// A chosen action with its cost.
pub(crate) struct ChosenAction {
    pub(crate) action: String,
    pub(crate) nodes: u64,
}

/// Name of the bot that sees hidden information.
const SEER_NAME: &str = "seer";
/// Time per action of an engine without limits.
const DEFAULT_MOVE_TIME: Millis = Millis(1000);
/// Grace period before an engine that exceeds its time is given up.
const OVERTIME_GRACE: Duration = Duration::from_secs(5);
/// Timeout under a node or depth limit.
const UNTIMED_TIMEOUT: Duration = Duration::from_secs(600);

impl ActivePlayer {
    /// Creates a player for games of a spec.
    pub(crate) fn new(spec: &str, player: &PlayerSpec) -> Result<ActivePlayer, ParseError> {
        let seat = match &player.kind {
            PlayerKind::BuiltIn(kind) => PlayerBackend::BuiltIn {
                bot: abaque_bots::open_bot(spec, kind)?,
                sees_all: matches!(kind, BotKind::Special(name) if name == SEER_NAME),
            },
            PlayerKind::Program { command, options } => {
                let client = start_engine(spec, command, options)
                    .map_err(|error| ParseError::new("PLAYER", error.message))?;
                let (command, options) = (command.clone(), options.clone());
                PlayerBackend::Program { client, command, options, secrets: false }
            }
        };
        Ok(ActivePlayer { backend: seat, spec: spec.into(), limits: player.limits })
    }

    /// Starts a new game and passes the seed to engines that take one; the error says why the
    /// player cannot start.
    pub(crate) fn start_game(&mut self, seed: u64) -> Result<(), Message> {
        match &mut self.backend {
            PlayerBackend::BuiltIn { bot, .. } => {
                bot.reset();
                Ok(())
            }
            PlayerBackend::Program { client, command, options, secrets } => {
                *secrets = false;
                // A crashed engine loses only that game; restart it.
                let begun = client.new_game(&self.spec).or_else(|_| {
                    *client = start_engine(&self.spec, command, options)?;
                    client.new_game(&self.spec)
                });
                let chosen = options.iter().any(|(name, _)| name.eq_ignore_ascii_case("Seed"));
                let begun = match client.has_option("Seed") && !chosen {
                    true => {
                        begun.and_then(|()| client.set_option("Seed", &(seed >> 1).to_string()))
                    }
                    false => begun,
                };
                begun.map_err(|error| error.message)
            }
        }
    }

    /// Chooses an action; the error says why there is none.
    pub(crate) fn choose_action(&mut self, context: &TurnContext) -> Result<ChosenAction, Message> {
        match &mut self.backend {
            PlayerBackend::BuiltIn { bot, sees_all } => {
                let limits =
                    context.clocks.map_or(self.limits, |clocks| clocks.limits(context.seat));
                let observation = observation(context, *sees_all).map_err(to_message)?;
                let request = SearchRequest {
                    limits,
                    seed: context.seed,
                    stop: context.stop.clone(),
                    ..SearchRequest::default()
                };
                let result = bot.think(&observation, &request, &mut |_| ()).map_err(to_message)?;
                Ok(ChosenAction { action: result.action, nodes: result.nodes })
            }
            PlayerBackend::Program { client, secrets, .. } => {
                *secrets |= has_secrets(context.game, context.seat);
                ask_engine(client, context, *secrets, self.limits)
            }
        }
    }
}

/// Starts an engine. Sets the game first, because option values may depend on it.
fn start_engine(
    spec: &str,
    command: &str,
    options: &[(String, String)],
) -> Result<UgiClient, EngineError> {
    let mut client = UgiClient::start(command)?;
    client.new_game(spec)?;
    for (name, value) in options {
        client.set_option(name, value)?;
    }
    Ok(client)
}

fn to_message(error: ParseError) -> Message {
    Message { en: error.localized(Lang::En), fr: error.localized(Lang::Fr) }
}

/// The observation of the player to act; everything, for the seer.
fn observation(context: &TurnContext, sees_all: bool) -> Result<AnyObservation, ParseError> {
    let mut observation = context.history.observation_of(context.game, context.seat);
    // Secret set-ups stay simultaneous; otherwise the seer would gain more than sight.
    if sees_all && !context.game.is_sealed() {
        observation.view = context.game.full_view();
        observation.past.clear();
    }
    Ok(observation)
}

fn has_secrets(game: &dyn AnyGame, seat: Seat) -> bool {
    game.is_sealed() || game.view(Observer::Player(seat)) != game.position()
}

/// Asks an engine: with the history in open games, with its own view otherwise.
fn ask_engine(
    client: &mut UgiClient,
    context: &TurnContext,
    secrets: bool,
    limits: SearchLimits,
) -> Result<ChosenAction, Message> {
    let (at, moves) = if secrets {
        let view = context.game.view(Observer::Player(context.seat));
        let player = context.game.description().letters[context.seat.index()].to_string();
        (StartPosition::View { view, player }, Vec::new())
    } else {
        let start = context
            .start
            .map_or(StartPosition::Start, |position| StartPosition::Fen(position.into()));
        (start, context.plies.iter().map(|match_ply| match_ply.ply.clone()).collect())
    };
    let go = match context.clocks {
        Some(clocks) => clocks.to_go_params(),
        None if limits.is_unlimited() => GoParams::from(SearchLimits::time(DEFAULT_MOVE_TIME)),
        None => GoParams::from(limits),
    };
    let most = go.time[context.seat.index()].or(go.move_time).map(Duration::from_millis);
    let most = most.map_or(UNTIMED_TIMEOUT, |time| time + OVERTIME_GRACE);
    let reply =
        client.think(&at, &moves, &go, most, context.stop).map_err(|error| error.message)?;
    if reply.action.is_empty() {
        return Err(message!("it named no move", "il n'a nommé aucun coup"));
    }
    Ok(ChosenAction { action: reply.action, nodes: reply.nodes })
}

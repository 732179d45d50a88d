use std::time::Duration;

use abaque_catalog::bots::{Brief, Kind};
use abaque_catalog::{AnyBot, AnyGame, AnySight, Memory};
use abaque_core::{BadText, Lang, Millis, Observer, Said, Seat, said};
use abaque_search::{Limits, Stop};
use abaque_ugi::{At, Client, Go, Trouble};

use crate::game::Clocks;
use crate::player::Who;
use crate::{Noted, Player};

/// A player at the board.
pub(crate) struct Contender {
    seat: Chair,
    spec: String,
    limits: Limits,
}

enum Chair {
    Ours {
        bot: Box<dyn AnyBot>,
        /// Whether it is shown everything, to know how much that is worth.
        sees_all: bool,
    },
    Program {
        client: Client,
        command: String,
        options: Vec<(String, String)>,
        /// Whether the game has shown that it has secrets: then only views are sent.
        secrets: bool,
    },
}

/// What a player is told.
pub(crate) struct Scene<'a> {
    pub(crate) start: Option<&'a str>,
    pub(crate) game: &'a dyn AnyGame,
    pub(crate) memory: &'a Memory,
    pub(crate) plies: &'a [Noted],
    pub(crate) seat: Seat,
    pub(crate) seed: u64,
    pub(crate) clocks: Option<&'a Clocks>,
    pub(crate) stop: &'a Stop,
}

/// What a player did.
pub(crate) struct Answer {
    pub(crate) action: String,
    pub(crate) nodes: u64,
}

/// The name of the player who is shown everything.
const SEER: &str = "seer";
/// What a program gets for an action where nothing is said.
const USUAL: Millis = Millis(1000);
/// How much longer than allowed a program may take before it is given up.
const GRACE: Duration = Duration::from_secs(5);
/// The same where only nodes or depth bound it.
const PATIENCE: Duration = Duration::from_secs(600);

impl Contender {
    /// A player for games of a spec.
    pub(crate) fn new(spec: &str, player: &Player) -> Result<Contender, BadText> {
        let seat = match &player.who {
            Who::Ours(kind) => Chair::Ours {
                bot: abaque_catalog::bot(spec, kind)?,
                sees_all: matches!(kind, Kind::Special(name) if name == SEER),
            },
            Who::Program { command, options } => {
                let client = hire(spec, command, options)
                    .map_err(|trouble| BadText::new("PLAYER", trouble.said))?;
                let (command, options) = (command.clone(), options.clone());
                Chair::Program { client, command, options, secrets: false }
            }
        };
        Ok(Contender { seat, spec: spec.into(), limits: player.limits })
    }

    /// A new game begins; the error says why this player cannot. Programs with random choices are
    /// told where to start them from.
    pub(crate) fn begin(&mut self, seed: u64) -> Result<(), Said> {
        match &mut self.seat {
            Chair::Ours { bot, .. } => {
                bot.forget();
                Ok(())
            }
            Chair::Program { client, command, options, secrets } => {
                *secrets = false;
                // A program that broke down loses that game only: it gets another start.
                let begun = client.new_game(&self.spec).or_else(|_| {
                    *client = hire(&self.spec, command, options)?;
                    client.new_game(&self.spec)
                });
                let chosen = options.iter().any(|(name, _)| name.eq_ignore_ascii_case("Seed"));
                let begun = match client.offers("Seed") && !chosen {
                    true => {
                        begun.and_then(|()| client.set_option("Seed", &(seed >> 1).to_string()))
                    }
                    false => begun,
                };
                begun.map_err(|trouble| trouble.said)
            }
        }
    }

    /// What it does now. The error says why it does nothing.
    pub(crate) fn act(&mut self, scene: &Scene) -> Result<Answer, Said> {
        match &mut self.seat {
            Chair::Ours { bot, sees_all } => {
                let limits = scene.clocks.map_or(self.limits, |clocks| clocks.limits(scene.seat));
                let sight = sight(scene, *sees_all).map_err(told)?;
                let brief = Brief {
                    limits,
                    seed: scene.seed,
                    stop: scene.stop.clone(),
                    ..Brief::default()
                };
                let thought = bot.think(&sight, &brief, &mut |_| ()).map_err(told)?;
                Ok(Answer { action: thought.action, nodes: thought.nodes })
            }
            Chair::Program { client, secrets, .. } => {
                *secrets |= has_secrets(scene.game, scene.seat);
                ask(client, scene, *secrets, self.limits)
            }
        }
    }
}

/// Starts a program. Which values its options take may depend on the game, so that comes first.
fn hire(spec: &str, command: &str, options: &[(String, String)]) -> Result<Client, Trouble> {
    let mut client = Client::start(command)?;
    client.new_game(spec)?;
    for (name, value) in options {
        client.set_option(name, value)?;
    }
    Ok(client)
}

fn told(error: BadText) -> Said {
    Said { en: error.tell(Lang::En), fr: error.tell(Lang::Fr) }
}

/// What the player to act may know; for the seer what nobody may.
fn sight(scene: &Scene, sees_all: bool) -> Result<AnySight, BadText> {
    let mut sight = scene.memory.sight_of(scene.game, scene.seat);
    // Secret set-ups stay simultaneous, or more than sight would be measured.
    if sees_all && !scene.game.sealed() {
        sight.view = scene.game.unveiled();
        sight.past.clear();
    }
    Ok(sight)
}

fn has_secrets(game: &dyn AnyGame, seat: Seat) -> bool {
    game.sealed() || game.view(Observer::Player(seat)) != game.position()
}

/// Asks a program: it gets the history where everything is open and its own view where it is not.
fn ask(client: &mut Client, scene: &Scene, secrets: bool, limits: Limits) -> Result<Answer, Said> {
    let (at, moves) = if secrets {
        let view = scene.game.view(Observer::Player(scene.seat));
        let player = scene.game.info().letters[scene.seat.index()].to_string();
        (At::View { view, player }, Vec::new())
    } else {
        let start = scene.start.map_or(At::Start, |position| At::Fen(position.into()));
        (start, scene.plies.iter().map(|noted| noted.ply.clone()).collect())
    };
    let go = match scene.clocks {
        Some(clocks) => clocks.go(),
        None if limits.is_endless() => Go::from(Limits::time(USUAL)),
        None => Go::from(limits),
    };
    let most = go.time[scene.seat.index()].or(go.move_time).map(Duration::from_millis);
    let most = most.map_or(PATIENCE, |time| time + GRACE);
    let reply = client.think(&at, &moves, &go, most, scene.stop).map_err(|trouble| trouble.said)?;
    if reply.action.is_empty() {
        return Err(said!("it named no action", "il n'a nommé aucune action"));
    }
    Ok(Answer { action: reply.action, nodes: reply.nodes })
}

//! Static evaluation: one net while frogs can still meet on the outer path, one for the race on the
//! inner path, and the race table for the endgame.

use std::sync::{Arc, OnceLock};

use abaque_abagio::{Abagio, Action, Phase, Square};
use abaque_core::{Game, Ply, Seat};

use super::inputs::{INNER_INPUTS, InputRows, chief_row};
use super::net::{CompiledNet, HiddenLayer, Net, log_odds};
use super::race::endgame_chance;
use super::turn_generator::{Landing, TurnGenerator};

/// Log odds of a finished game.
pub const DECIDED_LOG_ODDS: f32 = 30.0;

/// Weights of both nets, as stored.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// Used while frogs can meet on the outer path.
    pub contact: Net,
    /// Used when all frogs are on the inner path or in the pond.
    pub race: Net,
}

impl Weights {
    /// All-zero nets.
    pub fn blank() -> Weights {
        Weights { contact: Net::blank(0), race: Net::blank(INNER_INPUTS) }
    }

    /// Serialises both nets.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.contact.write_to(&mut bytes);
        self.race.write_to(&mut bytes);
        bytes
    }

    /// Reads the format of [`Weights::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Option<Weights> {
        let (contact, race) = bytes.split_at_checked(Net::byte_len(0))?;
        Some(Weights {
            contact: Net::from_bytes(0, contact)?,
            race: Net::from_bytes(INNER_INPUTS, race)?,
        })
    }
}

/// Static evaluator of positions before a throw.
#[derive(Clone)]
pub struct Evaluator {
    contact: CompiledNet,
    race: CompiledNet,
}

impl Evaluator {
    /// Compiles the nets.
    pub fn new(weights: &Weights) -> Evaluator {
        Evaluator {
            contact: CompiledNet::from_net(&weights.contact),
            race: CompiledNet::from_net(&weights.race),
        }
    }

    /// The evaluator with the shipped weights, built on first use.
    pub fn trained() -> Arc<Evaluator> {
        static LEARNED: OnceLock<Arc<Evaluator>> = OnceLock::new();
        LEARNED
            .get_or_init(|| {
                let weights = Weights::from_bytes(include_bytes!("weights.bin"));
                Arc::new(Evaluator::new(&weights.unwrap_or_else(Weights::blank)))
            })
            .clone()
    }

    /// Log odds that the player about to throw wins.
    pub fn log_odds_at_throw(&self, game: &Abagio, thrower: Seat) -> f32 {
        let sums = self.partial_sums(game, thrower);
        match game.chief().and_then(|at| chief_row(Some(at), game.stack(at), thrower)) {
            Some(row) => sums.output_with(row),
            None => sums.output(),
        }
    }

    /// Selects the net for a position and sums its rows, the chief's excluded.
    fn partial_sums(&self, game: &Abagio, thrower: Seat) -> PartialSums<'_> {
        let rows = InputRows::of(game, thrower);
        let table = if rows.is_race { &self.race } else { &self.contact };
        let known = if rows.is_race { endgame_chance(game, thrower).map(log_odds) } else { None };
        PartialSums {
            net: table,
            sums: table.sums(&rows),
            is_race: rows.is_race,
            table_log_odds: known,
        }
    }

    /// The compiled nets: contact, race.
    pub fn nets(&self) -> [&CompiledNet; 2] {
        [&self.contact, &self.race]
    }
}

/// A partly evaluated position; the chief's row can be added.
struct PartialSums<'a> {
    net: &'a CompiledNet,
    sums: HiddenLayer,
    is_race: bool,
    /// Log odds from the race table, where it applies.
    table_log_odds: Option<f32>,
}

impl PartialSums<'_> {
    /// Log odds of the thrower with the chief beside the board.
    fn output(&self) -> f32 {
        self.table_log_odds.unwrap_or_else(|| self.net.output(&self.sums))
    }

    /// Log odds of the thrower with a row for the chief.
    fn output_with(&self, row: u16) -> f32 {
        self.table_log_odds.unwrap_or_else(|| self.net.output_with(&self.sums, row))
    }
}

/// A complete play of one throw.
#[derive(Clone, Copy, Debug)]
pub struct TurnPlay {
    /// The landing its leaps lead to.
    pub landing: Landing,
    /// Where the chief goes; `None` if the turn does not place it.
    pub chief: Option<Option<Square>>,
    /// Log odds that the player making it wins.
    pub log_odds: f32,
}

impl TurnPlay {
    /// The actions of the turn, in order.
    pub fn actions(&self) -> impl Iterator<Item = Action> {
        self.landing.leaps().chain(self.chief.map(Action::Chief))
    }

    /// The position after the turn.
    pub fn after(&self) -> Abagio {
        let mut game = self.landing.game;
        if let Some(chief) = self.chief {
            game.apply_unchecked(Ply::Act(Action::Chief(chief)));
        }
        game
    }
}

/// Ranks the plays of a throw; its buffers are reused between throws.
#[derive(Default)]
pub struct PlayRanker {
    turns: TurnGenerator,
    plays: Vec<TurnPlay>,
    legal: Vec<Action>,
    /// Positions evaluated so far.
    pub nodes: u64,
}

impl PlayRanker {
    /// The plays of a turn, best first. Every landing is evaluated with the chief beside the board,
    /// and the `width` best ones with the chief on every square. In a race the chief stays beside
    /// the board: it is removed again before anyone leaps on the outer path.
    pub fn ranked_plays(
        &mut self,
        evaluator: &Evaluator,
        game: &Abagio,
        width: usize,
    ) -> &mut Vec<TurnPlay> {
        self.plays.clear();
        let Some(mover) = game.side() else { return &mut self.plays };
        let thrower = mover.other();
        for &landing in self.turns.landings(game) {
            let (value, chief) = match landing.game.phase() {
                Phase::Over => (DECIDED_LOG_ODDS, None),
                phase => {
                    self.nodes += 1;
                    let value = -evaluator.partial_sums(&landing.game, thrower).output();
                    (value, (phase == Phase::Chief).then_some(None))
                }
            };
            self.plays.push(TurnPlay { landing, chief, log_odds: value });
        }
        sort_best_first(&mut self.plays);
        let chosen = self.plays.len().min(width);
        for i in 0..chosen {
            let play = self.plays[i];
            if play.chief.is_none() {
                continue;
            }
            let game = play.landing.game;
            let sums = evaluator.partial_sums(&game, thrower);
            if sums.is_race {
                continue;
            }
            self.legal.clear();
            game.legal_actions(&mut self.legal);
            for &action in &self.legal {
                let Action::Chief(Some(at)) = action else { continue };
                let Some(row) = chief_row(Some(at), game.stack(at), thrower) else { continue };
                let value = -sums.output_with(row);
                self.plays.push(TurnPlay { chief: Some(Some(at)), log_odds: value, ..play });
                self.nodes += 1;
            }
        }
        sort_best_first(&mut self.plays);
        &mut self.plays
    }

    /// Log odds of the best landing of a turn, with the chief beside the board.
    pub fn best_log_odds(&mut self, evaluator: &Evaluator, game: &Abagio) -> f32 {
        let Some(mover) = game.side() else { return 0.0 };
        let landings = self.turns.landings(game);
        self.nodes += landings.len() as u64;
        let values = landings.iter().map(|landing| match landing.game.phase() {
            Phase::Over => DECIDED_LOG_ODDS,
            _ => -evaluator.partial_sums(&landing.game, mover.other()).output(),
        });
        values.fold(-DECIDED_LOG_ODDS, f32::max)
    }

    /// The plays ranked last, best first.
    pub fn last_ranked(&self) -> &[TurnPlay] {
        &self.plays
    }

    /// The best play of a turn.
    pub fn best_play(
        &mut self,
        evaluator: &Evaluator,
        game: &Abagio,
        width: usize,
    ) -> Option<TurnPlay> {
        self.ranked_plays(evaluator, game, width).first().copied()
    }
}

/// Stable sort, best first.
fn sort_best_first(plays: &mut [TurnPlay]) {
    plays.sort_by(|a, b| b.log_odds.total_cmp(&a.log_odds));
}

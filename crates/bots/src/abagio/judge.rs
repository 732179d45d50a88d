//! What positions are worth at a glance: two nets, one while frogs can still meet on the outer path, one
//! for the race on the inner path, and the table of races for its very end.

use std::sync::{Arc, OnceLock};

use abaque_abagio::{Abagio, Action, Phase, Square};
use abaque_core::{Game, Ply, Seat};

use super::inputs::{INNER_INPUTS, Rows, chief_row};
use super::net::{Layer, Net, Table, log_odds};
use super::race::ending;
use super::turn::{Landing, Turns};

/// The log odds of a game that is over.
pub const DECIDED: f32 = 30.0;

/// The weights of both nets, as they are stored.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// While frogs can meet on the outer path.
    pub contact: Net,
    /// When all frogs are on the inner path or in the pond.
    pub race: Net,
}

impl Weights {
    /// Nets that say nothing yet.
    pub fn blank() -> Weights {
        Weights { contact: Net::blank(0), race: Net::blank(INNER_INPUTS) }
    }

    /// The nets as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.contact.write(&mut bytes);
        self.race.write(&mut bytes);
        bytes
    }

    /// Reads what [`Weights::write`] wrote.
    pub fn read(bytes: &[u8]) -> Option<Weights> {
        let (contact, race) = bytes.split_at_checked(Net::size(0))?;
        Some(Weights { contact: Net::read(0, contact)?, race: Net::read(INNER_INPUTS, race)? })
    }
}

/// Tells at a glance who wins.
#[derive(Clone)]
pub struct Judge {
    contact: Table,
    race: Table,
}

impl Judge {
    /// A judge with these weights.
    pub fn new(weights: &Weights) -> Judge {
        Judge { contact: Table::of(&weights.contact), race: Table::of(&weights.race) }
    }

    /// The judge with the weights of this program, made at first use.
    pub fn learned() -> Arc<Judge> {
        static LEARNED: OnceLock<Arc<Judge>> = OnceLock::new();
        LEARNED
            .get_or_init(|| {
                let weights = Weights::read(include_bytes!("weights.bin"));
                Arc::new(Judge::new(&weights.unwrap_or_else(Weights::blank)))
            })
            .clone()
    }

    /// The log odds that the player about to throw wins.
    pub fn at_throw(&self, game: &Abagio, thrower: Seat) -> f32 {
        let sums = self.sums(game, thrower);
        match game.chief().and_then(|at| chief_row(Some(at), game.stack(at), thrower)) {
            Some(row) => sums.output_with(row),
            None => sums.output(),
        }
    }

    /// The net in charge of a position and its sums without the chief.
    fn sums(&self, game: &Abagio, thrower: Seat) -> Sums<'_> {
        let rows = Rows::of(game, thrower);
        let table = if rows.race { &self.race } else { &self.contact };
        let known = if rows.race { ending(game, thrower).map(log_odds) } else { None };
        Sums { table, sums: table.sums(&rows), race: rows.race, known }
    }

    /// The tables, contact and race.
    pub fn tables(&self) -> [&Table; 2] {
        [&self.contact, &self.race]
    }
}

/// A position half evaluated: places of the chief can be added.
struct Sums<'a> {
    table: &'a Table,
    sums: Layer,
    race: bool,
    /// The log odds where the table of races is played by.
    known: Option<f32>,
}

impl Sums<'_> {
    /// The log odds of the thrower, the chief beside the board.
    fn output(&self) -> f32 {
        self.known.unwrap_or_else(|| self.table.output(&self.sums))
    }

    /// The same with a row for the chief.
    fn output_with(&self, row: u16) -> f32 {
        self.known.unwrap_or_else(|| self.table.output_with(&self.sums, row))
    }
}

/// A way to play a whole throw.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// Which landing its leaps lead to.
    pub landing: Landing,
    /// Where the chief goes; `None` where it is not asked for.
    pub chief: Option<Option<Square>>,
    /// The log odds that who plays it wins.
    pub value: f32,
}

impl Play {
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

/// Weighs the plays of a throw, with buffers kept from one to the next.
#[derive(Default)]
pub struct Weigher {
    turns: Turns,
    plays: Vec<Play>,
    legal: Vec<Action>,
    /// Positions evaluated so far.
    pub nodes: u64,
}

impl Weigher {
    /// The plays of a turn, the best first. All landings are weighed with the chief beside the
    /// board; on the `width` best of them every place of the chief. In a race it stays beside the
    /// board: nobody leaps on the outer path before it is taken away again.
    pub fn plays(&mut self, judge: &Judge, game: &Abagio, width: usize) -> &mut Vec<Play> {
        self.plays.clear();
        let Some(mover) = game.side() else { return &mut self.plays };
        let thrower = mover.other();
        for &landing in self.turns.landings(game) {
            let (value, chief) = match landing.game.phase() {
                Phase::Over => (DECIDED, None),
                phase => {
                    self.nodes += 1;
                    let value = -judge.sums(&landing.game, thrower).output();
                    (value, (phase == Phase::Chief).then_some(None))
                }
            };
            self.plays.push(Play { landing, chief, value });
        }
        sort(&mut self.plays);
        let chosen = self.plays.len().min(width);
        for i in 0..chosen {
            let play = self.plays[i];
            if play.chief.is_none() {
                continue;
            }
            let game = play.landing.game;
            let sums = judge.sums(&game, thrower);
            if sums.race {
                continue;
            }
            self.legal.clear();
            game.legal(&mut self.legal);
            for &action in &self.legal {
                let Action::Chief(Some(at)) = action else { continue };
                let Some(row) = chief_row(Some(at), game.stack(at), thrower) else { continue };
                let value = -sums.output_with(row);
                self.plays.push(Play { chief: Some(Some(at)), value, ..play });
                self.nodes += 1;
            }
        }
        sort(&mut self.plays);
        &mut self.plays
    }

    /// The log odds of the best landing of a turn, the chief left beside the board.
    pub fn most(&mut self, judge: &Judge, game: &Abagio) -> f32 {
        let Some(mover) = game.side() else { return 0.0 };
        let landings = self.turns.landings(game);
        self.nodes += landings.len() as u64;
        let values = landings.iter().map(|landing| match landing.game.phase() {
            Phase::Over => DECIDED,
            _ => -judge.sums(&landing.game, mover.other()).output(),
        });
        values.fold(-DECIDED, f32::max)
    }

    /// The plays last weighed, the best first.
    pub fn found(&self) -> &[Play] {
        &self.plays
    }

    /// The best play of a turn.
    pub fn best(&mut self, judge: &Judge, game: &Abagio, width: usize) -> Option<Play> {
        self.plays(judge, game, width).first().copied()
    }
}

/// The best first; equal ones stay in the order they were found.
fn sort(plays: &mut [Play]) {
    plays.sort_by(|a, b| b.value.total_cmp(&a.value));
}

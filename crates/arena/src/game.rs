use std::time::{Duration, Instant};

use abaque_catalog::{AnyBot, AnyGame, Judge, Memory};
use abaque_core::{BadText, Lang, Millis, Outcome, Reason, Said, Seat, SplitMix, Turn, said};
use abaque_search::{Allotment, Limits, Stop, allot};

use abaque_ugi::Go;

use crate::contender::{Contender, Scene};
use crate::{Clock, Terms, luck, mix};

/// How a game came to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules, the clock included.
    Rules,
    /// It lasted too long and was called drawn.
    Capped,
    /// A player did nothing legal, and why.
    Forfeit(Said),
}

/// One ply of a game and what is worth knowing of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Noted {
    /// The ply.
    pub ply: String,
    /// What a throw gave the first seat.
    pub luck: Option<f64>,
    /// How long the player thought, and what the clock showed afterwards; only where there is a clock.
    pub clock: Option<(Millis, Millis)>,
}

/// What a player spent on a game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Spent {
    /// Actions decided.
    pub actions: u64,
    /// Positions looked at.
    pub nodes: u64,
    /// Time thought.
    pub time: Duration,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct Game {
    /// Which player sat first: 0 or 1.
    pub first: usize,
    /// How many of the plies were the opening's.
    pub opening: usize,
    /// What was played.
    pub plies: Vec<Noted>,
    /// The result.
    pub outcome: Outcome,
    /// How it came about.
    pub ending: Ending,
    /// What all throws together gave the first seat.
    pub luck: f64,
    /// Whether there were throws.
    pub thrown: bool,
    /// What each player spent.
    pub spent: [Spent; 2],
}

impl Game {
    /// The half points of player 0: 0, 1 or 2.
    pub fn half_points(&self) -> usize {
        match self.outcome.winner() {
            None => 1,
            Some(Seat::First) => 2 * usize::from(self.first == 0),
            Some(Seat::Second) => 2 * usize::from(self.first == 1),
        }
    }

    /// What the throws gave player 0.
    pub fn luck_of_player(&self) -> f64 {
        if self.first == 0 { self.luck } else { -self.luck }
    }
}

/// Everything a game needs that lasts longer than the game.
pub(crate) struct Room<'a> {
    pub(crate) terms: &'a Terms,
    pub(crate) start: &'a dyn AnyGame,
    pub(crate) players: [Contender; 2],
    /// Judges luck.
    pub(crate) judge: Box<dyn AnyBot>,
    pub(crate) stop: &'a Stop,
}

/// Labels of what chance is needed for, so that no two uses share numbers.
const DICE: u64 = 1;
const THOUGHT: u64 = 2;

/// How many more actions a clock is shared among.
const ACTIONS_TO_COME: u32 = 40;
/// What is kept back of a clock for whatever is not thinking.
const OVERHEAD: Millis = Millis(10);

/// The clocks of a game under way.
pub(crate) struct Clocks {
    rule: Clock,
    left: [Millis; 2],
}

impl Clocks {
    /// The same as a program is told it.
    pub(crate) fn go(&self) -> Go {
        Go {
            time: self.left.map(|left| Some(left.0)),
            increment: [Some(self.rule.increment.0); 2],
            ..Go::default()
        }
    }

    /// How long the player in a seat may think now.
    pub(crate) fn limits(&self, seat: Seat) -> Limits {
        allot(Allotment {
            left: self.left[seat.index()],
            increment: self.rule.increment,
            overhead: OVERHEAD,
            actions_to_come: ACTIONS_TO_COME,
        })
    }
}

impl Room<'_> {
    /// Plays a game of a pair; `None` if it was stopped from outside. `first` is the player who sits first.
    pub(crate) fn play(
        &mut self,
        opening: &[String],
        first: usize,
        seed: u64,
    ) -> Result<Option<Game>, BadText> {
        let terms = self.terms;
        let mut board = Board::new(self.start, first, opening)?;
        let mut dice = SplitMix(mix(seed, DICE));
        let mut clocks = terms.clock.map(|rule| Clocks { rule, left: [rule.budget; 2] });
        for seat in Seat::ALL {
            let player = if seat == Seat::First { first } else { 1 - first };
            if let Err(why) = self.players[player].begin(mix(seed, THOUGHT + player as u64)) {
                let lost = Outcome::Win(seat.other(), Reason::Resignation);
                return Ok(Some(board.close(lost, Ending::Forfeit(why))));
            }
        }
        loop {
            if self.stop.is_stopped() {
                return Ok(None);
            }
            if let Some(outcome) = board.over {
                return Ok(Some(board.close(outcome, Ending::Rules)));
            }
            if board.played.plies.len() >= terms.max_plies.max(opening.len() + 1) {
                let drawn = Outcome::Draw(Reason::Agreement);
                return Ok(Some(board.close(drawn, Ending::Capped)));
            }
            let Turn::Of(seat) = board.game.turn() else {
                self.throw(&mut board, &mut dice)?;
                continue;
            };
            let player = if seat == Seat::First { first } else { 1 - first };
            let seed = mix(mix(seed, THOUGHT + player as u64), board.played.spent[player].actions);
            let scene = Scene {
                start: terms.position.as_deref(),
                game: &*board.game,
                memory: &board.memory,
                plies: &board.played.plies,
                seat,
                seed,
                clocks: clocks.as_ref(),
                stop: self.stop,
            };
            let since = Instant::now();
            let answer = self.players[player].act(&scene);
            let time = since.elapsed();
            if self.stop.is_stopped() {
                return Ok(None);
            }
            let spent = &mut board.played.spent[player];
            spent.actions += 1;
            spent.time += time;
            spent.nodes += answer.as_ref().map_or(0, |answer| answer.nodes);
            let used = Millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
            if let Some(clocks) = &mut clocks {
                let left = &mut clocks.left[seat.index()];
                if used > *left {
                    let lost = Outcome::Win(seat.other(), Reason::Time);
                    return Ok(Some(board.close(lost, Ending::Rules)));
                }
                *left = left.less(used);
            }
            let done = answer.and_then(|answer| board.act(&answer.action));
            let turns = match done {
                Ok(turns) => turns,
                Err(why) => {
                    let lost = Outcome::Win(seat.other(), Reason::Resignation);
                    return Ok(Some(board.close(lost, Ending::Forfeit(why))));
                }
            };
            if let Some(Clocks { rule, left }) = &mut clocks {
                let left = &mut left[seat.index()];
                if turns > 0 {
                    *left = *left + rule.increment;
                }
                if let Some(noted) = board.played.plies.last_mut() {
                    noted.clock = Some((used, *left));
                }
            }
        }
    }

    /// Throws what is due and notes how lucky it was.
    fn throw(&mut self, board: &mut Board, dice: &mut SplitMix) -> Result<(), BadText> {
        let rolls = board.game.rolls();
        let thrown = luck::draw(&rolls, dice).unwrap_or_default();
        let luck = luck::of_throw(&*board.game, &thrown, &rolls, &mut *self.judge)?;
        board.act(&thrown).map_err(|said| BadText::new("LOT", said))?;
        board.played.luck += luck;
        board.played.thrown = true;
        if let Some(noted) = board.played.plies.last_mut() {
            noted.luck = Some(luck);
        }
        Ok(())
    }
}

/// A game under way.
struct Board {
    game: Box<dyn AnyGame>,
    judge: Judge,
    memory: Memory,
    over: Option<Outcome>,
    played: Game,
}

impl Board {
    fn new(start: &dyn AnyGame, first: usize, opening: &[String]) -> Result<Board, BadText> {
        let over = match start.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        let played = Game {
            first,
            opening: opening.len(),
            plies: Vec::new(),
            outcome: Outcome::Draw(Reason::Agreement),
            ending: Ending::Rules,
            luck: 0.0,
            thrown: false,
            spent: [Spent::default(); 2],
        };
        let mut board = Board {
            game: start.boxed(),
            judge: Judge::new(start),
            memory: Memory::new(start),
            over,
            played,
        };
        for ply in opening {
            board.act(ply).map_err(|said| BadText::new("OPENING", said))?;
        }
        Ok(board)
    }

    /// Plays a ply; gives how many turns ended, or why it is not legal.
    fn act(&mut self, ply: &str) -> Result<u8, Said> {
        let done = self.game.play(ply).map_err(|refused| {
            let shown: String = ply.chars().take(80).collect();
            let (en, fr) = (refused.tell(Lang::En), refused.tell(Lang::Fr));
            said!("`{shown}` is not legal: {en}", "« {shown} » n'est pas permis : {fr}")
        })?;
        self.over = self.judge.played(&*self.game, &done);
        self.memory.played(&*self.game, &done);
        self.played.plies.push(Noted { ply: done.text, luck: None, clock: None });
        Ok(done.pace.turns_ended)
    }

    fn close(self, outcome: Outcome, ending: Ending) -> Game {
        Game { outcome, ending, ..self.played }
    }
}

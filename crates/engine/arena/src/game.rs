use std::time::{Duration, Instant};

use abaque_bots::AnyBot;
use abaque_catalog::{AnyGame, GameHistory};
use abaque_core::{
    EndReason, Lang, Message, Millis, Outcome, ParseError, Seat, SplitMix, Turn, message,
};
use abaque_search::{SearchLimits, StopFlag, TurnClock, allocate_time};

use abaque_ugi::GoParams;

use crate::active_player::{ActivePlayer, TurnContext};
use crate::{MatchTerms, TimeControl, derive_seed, luck};

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndCause {
    /// By the rules, the clock included.
    Rules,
    /// Declared a draw after too many plies.
    Capped,
    /// A player made no legal action, and why.
    Forfeit(Message),
}

/// One ply of a match game with its annotations.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchPly {
    /// The ply.
    pub ply: String,
    /// Luck of a roll to the first seat.
    pub luck: Option<f64>,
    /// Thinking time and remaining clock time; only in timed games.
    pub clock: Option<(Millis, Millis)>,
}

/// Search effort of a player in a game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct SearchUsage {
    /// Actions chosen.
    pub actions: u64,
    /// Nodes searched.
    pub nodes: u64,
    /// Thinking time.
    pub time: Duration,
}

/// A finished match game.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchGame {
    /// The player in the first seat: 0 or 1.
    pub first: usize,
    /// Number of opening plies.
    pub opening: usize,
    /// All plies, the opening included.
    pub plies: Vec<MatchPly>,
    /// The result.
    pub outcome: Outcome,
    /// How the game ended.
    pub ending: EndCause,
    /// Total luck of the first seat.
    pub luck: f64,
    /// Whether the game had rolls.
    pub has_rolls: bool,
    /// Search effort of each player.
    pub usage: [SearchUsage; 2],
}

impl MatchGame {
    /// Half points of player 0: 0, 1 or 2.
    pub fn half_points(&self) -> usize {
        match self.outcome.winner() {
            None => 1,
            Some(Seat::First) => 2 * usize::from(self.first == 0),
            Some(Seat::Second) => 2 * usize::from(self.first == 1),
        }
    }

    /// Total luck of player 0.
    pub fn luck_of_player(&self) -> f64 {
        if self.first == 0 { self.luck } else { -self.luck }
    }
}

/// State shared by the games of a match.
pub(crate) struct MatchRunner<'a> {
    pub(crate) terms: &'a MatchTerms,
    pub(crate) start: &'a dyn AnyGame,
    pub(crate) players: [ActivePlayer; 2],
    /// Bot that evaluates luck.
    pub(crate) luck_evaluator: Box<dyn AnyBot>,
    pub(crate) stop: &'a StopFlag,
}

/// Salts that keep the random streams independent.
const DICE_SALT: u64 = 1;
const SEARCH_SALT: u64 = 2;

/// Actions the remaining clock time is shared among.
const ACTIONS_TO_COME: u32 = 40;
/// Clock reserve for everything outside the search.
const CLOCK_OVERHEAD: Millis = Millis(10);

/// Clocks of a running game.
pub(crate) struct RunningClocks {
    time_control: TimeControl,
    left: [Millis; 2],
}

impl RunningClocks {
    /// The clocks as `go` parameters.
    pub(crate) fn to_go_params(&self) -> GoParams {
        GoParams {
            time: self.left.map(|left| Some(left.0)),
            increment: [Some(self.time_control.increment.0); 2],
            ..GoParams::default()
        }
    }

    /// Time limits of the player in a seat.
    pub(crate) fn limits(&self, seat: Seat) -> SearchLimits {
        allocate_time(TurnClock {
            left: self.left[seat.index()],
            increment: self.time_control.increment,
            overhead: CLOCK_OVERHEAD,
            actions_to_come: ACTIONS_TO_COME,
        })
    }
}

impl MatchRunner<'_> {
    /// Plays one game of a pair with player `first` in the first seat; `None` if stopped from
    /// outside.
    pub(crate) fn play(
        &mut self,
        opening: &[String],
        first: usize,
        seed: u64,
    ) -> Result<Option<MatchGame>, ParseError> {
        let terms = self.terms;
        let mut board = GameInProgress::new(self.start, first, opening)?;
        let mut dice = SplitMix(derive_seed(seed, DICE_SALT));
        let mut clocks =
            terms.clock.map(|rule| RunningClocks { time_control: rule, left: [rule.budget; 2] });
        for seat in Seat::ALL {
            let player = if seat == Seat::First { first } else { 1 - first };
            if let Err(why) =
                self.players[player].start_game(derive_seed(seed, SEARCH_SALT + player as u64))
            {
                let lost = Outcome::Win(seat.other(), EndReason::Resignation);
                return Ok(Some(board.into_game(lost, EndCause::Forfeit(why))));
            }
        }
        loop {
            if self.stop.is_stopped() {
                return Ok(None);
            }
            if let Some(outcome) = board.outcome {
                return Ok(Some(board.into_game(outcome, EndCause::Rules)));
            }
            if board.played.plies.len() >= terms.max_plies.max(opening.len() + 1) {
                let drawn = Outcome::Draw(EndReason::Agreement);
                return Ok(Some(board.into_game(drawn, EndCause::Capped)));
            }
            let Turn::Of(seat) = board.game.turn() else {
                self.play_roll(&mut board, &mut dice)?;
                continue;
            };
            let player = if seat == Seat::First { first } else { 1 - first };
            let seed = derive_seed(
                derive_seed(seed, SEARCH_SALT + player as u64),
                board.played.usage[player].actions,
            );
            let context = TurnContext {
                start: terms.position.as_deref(),
                game: &*board.game,
                history: &board.history,
                plies: &board.played.plies,
                seat,
                seed,
                clocks: clocks.as_ref(),
                stop: self.stop,
            };
            let since = Instant::now();
            let answer = self.players[player].choose_action(&context);
            let time = since.elapsed();
            if self.stop.is_stopped() {
                return Ok(None);
            }
            let spent = &mut board.played.usage[player];
            spent.actions += 1;
            spent.time += time;
            spent.nodes += answer.as_ref().map_or(0, |answer| answer.nodes);
            let used = Millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
            if let Some(clocks) = &mut clocks {
                let left = &mut clocks.left[seat.index()];
                if used > *left {
                    let lost = Outcome::Win(seat.other(), EndReason::Time);
                    return Ok(Some(board.into_game(lost, EndCause::Rules)));
                }
                *left = left.saturating_sub(used);
            }
            let done = answer.and_then(|answer| board.play_ply(&answer.action));
            let turns = match done {
                Ok(turns) => turns,
                Err(why) => {
                    let lost = Outcome::Win(seat.other(), EndReason::Resignation);
                    return Ok(Some(board.into_game(lost, EndCause::Forfeit(why))));
                }
            };
            if let Some(RunningClocks { time_control: rule, left }) = &mut clocks {
                let left = &mut left[seat.index()];
                if turns > 0 {
                    *left = *left + rule.increment;
                }
                if let Some(match_ply) = board.played.plies.last_mut() {
                    match_ply.clock = Some((used, *left));
                }
            }
        }
    }

    /// Rolls and records the luck.
    fn play_roll(
        &mut self,
        board: &mut GameInProgress,
        dice: &mut SplitMix,
    ) -> Result<(), ParseError> {
        let rolls = board.game.rolls();
        let thrown = luck::draw_roll(&rolls, dice).unwrap_or_default();
        let luck = luck::roll_luck(&*board.game, &thrown, &rolls, &mut *self.luck_evaluator)?;
        board.play_ply(&thrown).map_err(|message| ParseError::new("LOT", message))?;
        board.played.luck += luck;
        board.played.has_rolls = true;
        if let Some(match_ply) = board.played.plies.last_mut() {
            match_ply.luck = Some(luck);
        }
        Ok(())
    }
}

/// A running game.
struct GameInProgress {
    game: Box<dyn AnyGame>,
    history: GameHistory,
    outcome: Option<Outcome>,
    played: MatchGame,
}

impl GameInProgress {
    fn new(
        start: &dyn AnyGame,
        first: usize,
        opening: &[String],
    ) -> Result<GameInProgress, ParseError> {
        let over = match start.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        let played = MatchGame {
            first,
            opening: opening.len(),
            plies: Vec::new(),
            outcome: Outcome::Draw(EndReason::Agreement),
            ending: EndCause::Rules,
            luck: 0.0,
            has_rolls: false,
            usage: [SearchUsage::default(); 2],
        };
        let mut board = GameInProgress {
            game: start.clone_box(),
            history: GameHistory::new(start),
            outcome: over,
            played,
        };
        for ply in opening {
            board.play_ply(ply).map_err(|message| ParseError::new("OPENING", message))?;
        }
        Ok(board)
    }

    /// Plays a ply; returns how many turns ended, or why it is illegal.
    fn play_ply(&mut self, ply: &str) -> Result<u8, Message> {
        let done = self.game.play(ply).map_err(|refused| {
            let shown: String = ply.chars().take(80).collect();
            let (en, fr) = (refused.localized(Lang::En), refused.localized(Lang::Fr));
            message!(
                "`{shown}` is not legal: {en}",
                "«\u{a0}{shown}\u{a0}» n'est pas permis\u{a0}: {fr}"
            )
        })?;
        self.outcome = self.history.record_ply(&*self.game, &done);
        self.played.plies.push(MatchPly { ply: done.text, luck: None, clock: None });
        Ok(done.progress.turns_ended)
    }

    fn into_game(self, outcome: Outcome, ending: EndCause) -> MatchGame {
        MatchGame { outcome, ending, ..self.played }
    }
}

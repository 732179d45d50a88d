use abaque_catalog::{AnyGame, GameHistory, PlyError};
use abaque_core::{Observer, Outcome, Seat, Turn};

/// A position in a study, with the history the draw rules need.
#[derive(Clone)]
pub struct StudyPosition {
    /// The position.
    pub game: Box<dyn AnyGame>,
    /// The outcome, by the board or by the draw rules for the line that led here.
    pub outcome: Option<Outcome>,
    /// The turn number, as records count.
    pub turn: u32,
    /// Whether a turn begins here.
    pub begins_turn: bool,
    history: GameHistory,
}

impl StudyPosition {
    /// The start of a game.
    pub fn new(game: Box<dyn AnyGame>) -> StudyPosition {
        let ended = match game.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        let history = GameHistory::new(&*game);
        StudyPosition { game, outcome: ended, turn: 1, begins_turn: true, history }
    }

    /// Plays a ply and returns its canonical text.
    pub fn play(&mut self, ply: &str) -> Result<String, PlyError> {
        let played = self.game.play(ply)?;
        self.outcome = self.history.record_ply(&*self.game, &played);
        self.begins_turn = played.progress.turns_ended > 0;
        self.turn += u32::from(played.progress.turns_ended);
        Ok(played.text)
    }

    /// The seat to act.
    pub fn seat_to_act(&self) -> Option<Seat> {
        match self.game.turn() {
            Turn::Of(seat) => Some(seat),
            _ => None,
        }
    }

    /// What the player to act may know.
    pub fn observation(&self) -> Option<abaque_catalog::AnyObservation> {
        self.history.observation(&*self.game)
    }

    /// Whether the two players see different things.
    pub fn has_secrets(&self) -> bool {
        let view = |seat| self.game.view(Observer::Player(seat));
        self.game.is_sealed() || view(Seat::First) != view(Seat::Second)
    }
}

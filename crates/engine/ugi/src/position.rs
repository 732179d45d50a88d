use abaque_catalog::{AnyGame, AnyObservation, GameHistory};
use abaque_core::{Lang, Outcome, ParseError, Seat, Turn};

use crate::command::truncate;
use crate::{Query, StartPosition};

/// The current position: complete, or one player's view.
pub(crate) enum CurrentPosition {
    /// A whole game with its history. The bot still gets only the view of the player to act.
    Game { game: Box<dyn AnyGame>, history: GameHistory, over: Option<Outcome> },
    /// A player's view, and a sampled position consistent with it, which has the same legal
    /// actions.
    View { observation: AnyObservation, world: Box<dyn AnyGame> },
}

fn to_english(error: &ParseError) -> String {
    error.localized(Lang::En)
}

impl CurrentPosition {
    /// The start position of a spec.
    pub(crate) fn start(spec: &str) -> Result<CurrentPosition, String> {
        CurrentPosition::new(spec, &StartPosition::Start, &[])
    }

    /// Builds the position of a `position` command.
    pub(crate) fn new(
        spec: &str,
        at: &StartPosition,
        moves: &[String],
    ) -> Result<CurrentPosition, String> {
        let mut game = match at {
            StartPosition::Start => abaque_catalog::open(spec),
            StartPosition::Fen(position) => abaque_catalog::open_at(spec, position),
            StartPosition::View { view, player } => {
                return CurrentPosition::from_view(spec, view, player, moves);
            }
        }
        .map_err(|error| to_english(&error))?;
        let mut history = GameHistory::new(&*game);
        let mut over = match game.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        for (index, ply) in moves.iter().enumerate() {
            let (number, shown) = (index + 1, truncate(ply));
            if over.is_some() {
                return Err(format!("ply {number} `{shown}`: the game is over before it"));
            }
            let played = game
                .play(ply)
                .map_err(|why| format!("ply {number} `{shown}`: {}", why.localized(Lang::En)))?;
            over = history.record_ply(&*game, &played);
        }
        Ok(CurrentPosition::Game { game, history, over })
    }

    fn from_view(
        spec: &str,
        view: &str,
        player: &str,
        moves: &[String],
    ) -> Result<CurrentPosition, String> {
        if !moves.is_empty() {
            return Err("a view takes no moves: send the view after them".into());
        }
        let view = abaque_catalog::parse_view(spec, view).map_err(|error| to_english(&error))?;
        let world = abaque_catalog::sample_world(&view, 0).map_err(|error| to_english(&error))?;
        let letters = world.description().letters;
        let seat = Seat::ALL.into_iter().find(|seat| letters[seat.index()].to_string() == player);
        let [a, b] = letters;
        let seat = seat.ok_or_else(|| {
            format!("there is no player `{}`; the players are {a} and {b}", truncate(player))
        })?;
        Ok(CurrentPosition::View {
            observation: AnyObservation::without_history(view, seat),
            world,
        })
    }

    fn world(&self) -> &dyn AnyGame {
        match self {
            CurrentPosition::Game { game, .. } => &**game,
            CurrentPosition::View { world, .. } => &**world,
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self {
            CurrentPosition::Game { over, .. } => *over,
            CurrentPosition::View { world, .. } => match world.turn() {
                Turn::Over(outcome) => Some(outcome),
                _ => None,
            },
        }
    }

    /// The observation of the player to act; the error says why there is none.
    pub(crate) fn observation(&self) -> Result<AnyObservation, String> {
        if let Some(outcome) = self.outcome() {
            let result = outcome.to_text(self.world().description().letters);
            return Err(format!("the game is over ({result})"));
        }
        match self {
            CurrentPosition::Game { game, history, .. } => {
                history.observation(&**game).ok_or_else(|| {
                    "a lot is due: add its outcome to the moves (see `query rolls`)".into()
                })
            }
            CurrentPosition::View { observation, world } => match world.turn() {
                Turn::Of(seat) if seat == observation.seat => Ok(observation.clone()),
                Turn::Of(_) => Err("it is the other player's turn".into()),
                _ => Err("a lot is due".into()),
            },
        }
    }

    /// Answers a query, or says why it cannot.
    pub(crate) fn answer(&self, query: &Query) -> Result<String, String> {
        let world = self.world();
        let over = self.outcome();
        Ok(match query {
            Query::FirstTurn => {
                (over.is_none() && world.turn() == Turn::Of(Seat::First)).to_string()
            }
            Query::GameOver => over.is_some().to_string(),
            Query::Result => match over {
                None => "none",
                Some(Outcome::Draw(_)) => "draw",
                Some(Outcome::Win(Seat::First, _)) => "p1win",
                Some(Outcome::Win(Seat::Second, _)) => "p2win",
            }
            .into(),
            Query::Chance => (over.is_none() && world.turn() == Turn::Chance).to_string(),
            Query::Rolls => {
                let rolls = if over.is_some() { Vec::new() } else { world.rolls() };
                if rolls.is_empty() {
                    return Err("no lot is due".into());
                }
                let each = rolls.iter().map(|(roll, weight)| format!("{roll} {weight}"));
                each.collect::<Vec<_>>().join(" ")
            }
            Query::Fen => match self {
                CurrentPosition::Game { game, .. } => game.position(),
                CurrentPosition::View { observation, .. } => observation.view.text().into(),
            },
            Query::IsLegal(ply) => (over.is_none() && world.check(ply).is_ok()).to_string(),
        })
    }
}

use abaque_catalog::{AnyGame, AnySight, Judge, Memory};
use abaque_core::{BadText, Lang, Outcome, Seat, Turn};

use crate::command::clip;
use crate::{At, Query};

/// Where the game stands: all of it, or what one player may know.
pub(crate) enum Place {
    /// A whole game with its history. Thinking still goes through the view of the player to act.
    Game { game: Box<dyn AnyGame>, memory: Memory, over: Option<Outcome> },
    /// A player's view, and some world that looks like it (whose legal actions are the same).
    View { sight: AnySight, world: Box<dyn AnyGame> },
}

fn tell(error: &BadText) -> String {
    error.tell(Lang::En)
}

impl Place {
    /// The start of a spec's game.
    pub(crate) fn start(spec: &str) -> Result<Place, String> {
        Place::new(spec, &At::Start, &[])
    }

    /// What a `position` command describes.
    pub(crate) fn new(spec: &str, at: &At, moves: &[String]) -> Result<Place, String> {
        let mut game = match at {
            At::Start => abaque_catalog::open(spec),
            At::Fen(position) => abaque_catalog::open_at(spec, position),
            At::View { view, player } => return Place::view(spec, view, player, moves),
        }
        .map_err(|error| tell(&error))?;
        let mut judge = Judge::new(&*game);
        let mut memory = Memory::new(&*game);
        let mut over = match game.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        for (index, ply) in moves.iter().enumerate() {
            let (number, shown) = (index + 1, clip(ply));
            if over.is_some() {
                return Err(format!("ply {number} `{shown}`: the game is over before it"));
            }
            let played = game
                .play(ply)
                .map_err(|why| format!("ply {number} `{shown}`: {}", why.tell(Lang::En)))?;
            over = judge.played(&*game, &played);
            memory.played(&*game, &played);
        }
        Ok(Place::Game { game, memory, over })
    }

    fn view(spec: &str, view: &str, player: &str, moves: &[String]) -> Result<Place, String> {
        if !moves.is_empty() {
            return Err("a view takes no moves: send the view after them".into());
        }
        let view = abaque_catalog::read_view(spec, view).map_err(|error| tell(&error))?;
        let world = abaque_catalog::imagine(&view, 0).map_err(|error| tell(&error))?;
        let letters = world.info().letters;
        let seat = Seat::ALL.into_iter().find(|seat| letters[seat.index()].to_string() == player);
        let [a, b] = letters;
        let seat = seat.ok_or_else(|| {
            format!("there is no player `{}`; the players are {a} and {b}", clip(player))
        })?;
        Ok(Place::View { sight: AnySight::fresh(view, seat), world })
    }

    fn world(&self) -> &dyn AnyGame {
        match self {
            Place::Game { game, .. } => &**game,
            Place::View { world, .. } => &**world,
        }
    }

    fn over(&self) -> Option<Outcome> {
        match self {
            Place::Game { over, .. } => *over,
            Place::View { world, .. } => match world.turn() {
                Turn::Over(outcome) => Some(outcome),
                _ => None,
            },
        }
    }

    /// What the player to act may know; the error says why nobody is.
    pub(crate) fn sight(&self) -> Result<AnySight, String> {
        if let Some(outcome) = self.over() {
            let result = outcome.text(self.world().info().letters);
            return Err(format!("the game is over ({result})"));
        }
        match self {
            Place::Game { game, memory, .. } => memory.sight(&**game).ok_or_else(|| {
                "a lot is due: add its outcome to the moves (see `query rolls`)".into()
            }),
            Place::View { sight, world } => match world.turn() {
                Turn::Of(seat) if seat == sight.seat => Ok(sight.clone()),
                Turn::Of(_) => Err("it is the other player's turn".into()),
                _ => Err("a lot is due".into()),
            },
        }
    }

    /// What is answered to a question, or why it cannot be.
    pub(crate) fn answer(&self, query: &Query) -> Result<String, String> {
        let world = self.world();
        let over = self.over();
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
                Place::Game { game, .. } => game.position(),
                Place::View { sight, .. } => sight.view.text().into(),
            },
            Query::IsLegal(ply) => (over.is_none() && world.check(ply).is_ok()).to_string(),
        })
    }
}

//! What one asks of the server beside a game: to come in, to open a table, to sit down, to play again.

use abaque_client::Route;
use abaque_client::online::Stake;
use abaque_client::trouble::Trouble;
use abaque_protocol::{Against, Terms};
use serde::{Deserialize, Serialize};

use super::stakes;
use crate::browser::Chance;
use crate::context::Context;
use crate::me::Myself;
use crate::net::{self, Method, Nothing};

#[derive(Deserialize)]
struct Sought {
    game: String,
    #[serde(default)]
    found: bool,
}

#[derive(Serialize)]
struct Join {
    commitment: String,
}

#[derive(Serialize)]
struct Rematch {
    id: Option<String>,
    spec: Option<String>,
    commitments: Vec<String>,
}

/// Somebody who asks.
#[derive(Clone, Copy)]
pub(crate) struct Door {
    pub(crate) context: Context,
    pub(crate) myself: Myself,
}

impl Door {
    /// Comes in as a guest, unless one is somebody already.
    pub(crate) async fn come_in(self) -> Result<(), Trouble> {
        if self.myself.is_somebody() {
            return Ok(());
        }
        self.myself.ask().await;
        if self.myself.is_somebody() {
            return Ok(());
        }
        let person = net::send(Method::Post, "/guest", &Nothing {}).await?;
        self.myself.came_in(person);
        Ok(())
    }

    /// Opens a table and goes there.
    pub(crate) async fn open(self, terms: Terms) -> Result<(), Trouble> {
        self.come_in().await?;
        let (terms, stake) = Stake::create(terms, &mut Chance);
        stakes::keep(&stake);
        let made: Sought = net::send(Method::Post, "/games", &terms).await?;
        self.go(&made.game);
        Ok(())
    }

    /// Finds somebody: sits down at a table that waits, or opens one.
    pub(crate) async fn seek(self, spec: &str, clock: &str, rated: bool) -> Result<(), Trouble> {
        self.come_in().await?;
        let terms = Terms { clock: clock.to_owned(), rated, ..Terms::of(spec) };
        // Somebody else may take the seat just before.
        for _ in 0..3 {
            let (terms, stake) = Stake::create(terms.clone(), &mut Chance);
            stakes::keep(&stake);
            let sought: Sought = net::send(Method::Post, "/seek", &terms).await?;
            if !sought.found {
                self.go(&sought.game);
                return Ok(());
            }
            stakes::forget(&stake.game);
            match self.join(&sought.game).await {
                Err(trouble) if trouble.is("not-open") => {}
                joined => return joined,
            }
        }
        self.open(terms).await
    }

    /// Takes the free seat of a table and goes there.
    pub(crate) async fn join(self, game: &str) -> Result<(), Trouble> {
        self.come_in().await?;
        let (commitment, stake) = Stake::join(game, &mut Chance);
        stakes::keep(&stake);
        let path = format!("/games/{game}/join");
        let joined = net::send::<()>(Method::Post, &path, &Join { commitment }).await;
        if joined.is_err() {
            stakes::forget(game);
        }
        joined?;
        self.go(game);
        Ok(())
    }

    /// Plays again against the same opponent; with another spec where the game allows it.
    pub(crate) async fn rematch(
        self,
        of: &str,
        spec: Option<String>,
        against: Against,
    ) -> Result<(), Trouble> {
        let terms = Terms { against, ..Terms::of(spec.as_deref().unwrap_or_default()) };
        let (terms, stake) = Stake::create(terms, &mut Chance);
        stakes::keep(&stake);
        let wish = Rematch { id: terms.id, spec, commitments: terms.commitments };
        let path = format!("/games/{of}/rematch");
        let sought: Sought = net::send(Method::Post, &path, &wish).await?;
        if sought.game != stake.game {
            stakes::forget(&stake.game);
        }
        if sought.found {
            return self.join(&sought.game).await;
        }
        self.go(&sought.game);
        Ok(())
    }

    fn go(self, game: &str) {
        self.context.go(Route::Game(game.to_owned()));
    }
}

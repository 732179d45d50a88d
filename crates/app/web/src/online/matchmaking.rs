//! HTTP requests around a game: sign in as guest, create, join, rematch.

use abaque_client::Route;
use abaque_client::api_error::ApiError;
use abaque_online_client::{SeedCommitment, SeedKeeper};
use abaque_protocol::rest::{CreatedGame, JoinRequest, OwnProfile, RematchRequest, SeekResult};
use abaque_protocol::{GameSummary, GameTerms, OpponentChoice, SideChoice};

use super::seed_storage;
use crate::api::{self, EmptyBody, Method};
use crate::browser::BrowserRandom;
use crate::context::AppContext;
use crate::user_context::UserContext;

/// Sends matchmaking requests for the current user.
#[derive(Clone, Copy)]
pub(crate) struct Matchmaker {
    pub(crate) context: AppContext,
    pub(crate) user: UserContext,
}

impl Matchmaker {
    /// Signs in as a guest unless signed in already; returns the account id.
    async fn ensure_signed_in(self) -> Result<i64, ApiError> {
        if let Some(id) = self.user.id() {
            return Ok(id);
        }
        self.user.refresh().await;
        if let Some(id) = self.user.id() {
            return Ok(id);
        }
        let person: OwnProfile = api::send(Method::Post, "/guest", &EmptyBody {}).await?;
        let id = person.id;
        self.user.set_signed_in(person);
        Ok(id)
    }

    /// Creates a table and goes there.
    pub(crate) async fn open_table(
        self,
        terms: GameTerms,
        keeper: SeedKeeper,
    ) -> Result<(), ApiError> {
        let me = self.ensure_signed_in().await?;
        let (terms, own_seed) = SeedCommitment::create(terms, keeper, &mut BrowserRandom);
        seed_storage::save(&own_seed, me);
        let made = api::send::<CreatedGame>(Method::Post, "/games", &terms).await;
        self.go_to_game(&forget_unused_seed(made.map(|made| made.game), &own_seed, me)?);
        Ok(())
    }

    /// Joins a matching open table, or creates one.
    pub(crate) async fn seek(self, spec: &str, clock: &str, rated: bool) -> Result<(), ApiError> {
        let me = self.ensure_signed_in().await?;
        let terms = GameTerms { clock: clock.to_owned(), rated, ..GameTerms::new(spec) };
        // Another player may take the seat first.
        for _ in 0..3 {
            let (terms, own_seed) =
                SeedCommitment::create(terms.clone(), SeedKeeper::Server, &mut BrowserRandom);
            seed_storage::save(&own_seed, me);
            let result = api::send::<SeekResult>(Method::Post, "/seek", &terms).await;
            let found = result.as_ref().is_ok_and(|result| result.found);
            let game = forget_unused_seed(result.map(|result| result.game), &own_seed, me)?;
            if !found {
                self.go_to_game(&game);
                return Ok(());
            }
            match self.join(&game).await {
                Err(error) if error.has_code("not-open") => {}
                joined => return joined,
            }
        }
        self.open_table(terms, SeedKeeper::Server).await
    }

    /// Joins a table, reveals the seed at once so that the game can start, and goes there.
    pub(crate) async fn join(self, game: &str) -> Result<(), ApiError> {
        let me = self.ensure_signed_in().await?;
        let (commitment, own_seed) = SeedCommitment::join(game, &mut BrowserRandom);
        seed_storage::save(&own_seed, me);
        let path = format!("/games/{game}/join");
        let request = JoinRequest { commitment: Some(commitment) };
        let joined = api::send::<()>(Method::Post, &path, &request).await;
        // Without a response the seat may still be taken: keep the seed.
        if matches!(joined, Err(ApiError::Refused { .. })) {
            seed_storage::remove(game, me);
        }
        joined?;
        seed_storage::reveal(&own_seed).await;
        self.go_to_game(game);
        Ok(())
    }

    /// Offers or accepts a rematch; with another spec where the game allows it.
    pub(crate) async fn rematch(
        self,
        of: &GameSummary,
        spec: Option<String>,
    ) -> Result<(), ApiError> {
        let against = match of.seats.iter().find_map(|seat| seat.bot.clone()) {
            _ if of.hot_seat => OpponentChoice::HotSeat,
            Some(kind) => OpponentChoice::Computer(kind),
            None => OpponentChoice::Anyone,
        };
        // A rematch swaps sides instead of drawing them.
        let side = SideChoice::First;
        let terms =
            GameTerms { against, side, ..GameTerms::new(spec.as_ref().unwrap_or(&of.spec)) };
        let me = self.ensure_signed_in().await?;
        let (terms, own_seed) =
            SeedCommitment::create(terms, SeedKeeper::Server, &mut BrowserRandom);
        seed_storage::save(&own_seed, me);
        let GameTerms { id, commitments, seed, .. } = terms;
        let request = RematchRequest { id, spec, commitments, seed };
        let path = format!("/games/{}/rematch", of.game);
        let result = api::send::<SeekResult>(Method::Post, &path, &request).await;
        let found = result.as_ref().is_ok_and(|result| result.found);
        let game = forget_unused_seed(result.map(|result| result.game), &own_seed, me)?;
        if found {
            return self.join(&game).await;
        }
        self.go_to_game(&game);
        Ok(())
    }

    fn go_to_game(self, game: &str) {
        self.context.navigate(Route::Game(game.to_owned()));
    }
}

/// Forgets the seed of a game that was not created: the server refused, or returned another game.
/// Without a response the game may exist.
fn forget_unused_seed(
    game: Result<String, ApiError>,
    own_seed: &SeedCommitment,
    me: i64,
) -> Result<String, ApiError> {
    let made = match &game {
        Ok(game) => *game == own_seed.game,
        Err(error) => !matches!(error, ApiError::Refused { .. }),
    };
    if !made {
        seed_storage::remove(&own_seed.game, me);
    }
    game
}

//! Helpers for accounts on a real server.

use abaque_core::{RandomSource, SplitMix};
use abaque_e2e::{Browser, Failure, Page};
use abaque_store::{
    AppendRequest, GameEnding, GameId, GameStart, GameStatus, NewGame, PendingTurn, PersonId,
    Rating, RatingChange, Seats, SeatsToAct, Store, Version,
};
use serde_json::Value;

use super::fill;

/// A valid password.
pub(crate) const PASSWORD: &str = "four words of mine";

/// Registers an account and returns its recovery codes.
pub(crate) async fn register(browser: &Browser, name: &str) -> Result<Vec<String>, Failure> {
    let page = browser.open_page("/register").await?;
    fill(&page, "#name", name).await?;
    fill(&page, "#password", PASSWORD).await?;
    page.click(".door form button.primary").await?;
    page.wait_for("#welcome").await?;
    let script =
        "return [...document.querySelectorAll('.secrets code')].map(code => code.innerText)";
    let codes = page.run(script, &[]).await?;
    Ok(serde_json::from_value(codes)?)
}

/// Submits the sign-in form.
pub(crate) async fn sign_in(page: &Page, name: &str, password: &str) -> Result<(), Failure> {
    fill(page, "#name", name).await?;
    fill(page, "#password", password).await?;
    page.click(".door form button.primary").await
}

/// Waits until the header shows this name.
pub(crate) async fn is_called(page: &Page, name: &str) -> Result<(), Failure> {
    let script = format!("return document.querySelector('.top .me span')?.innerText === '{name}'");
    page.wait_until(&format!("the name {name}"), &script).await.map(drop)
}

/// Sends an API request from within the page, with its cookies.
pub(crate) async fn ask(
    page: &Page,
    method: &str,
    path: &str,
    body: &Value,
) -> Result<Value, Failure> {
    let script = format!(
        "const done = arguments[arguments.length - 1]; fetch('/api/v1{path}', {{ method: '{method}', \
         headers: {{ 'content-type': 'application/json' }}, body: JSON.stringify({body}) }}) \
         .then(r => r.text()).then(t => done(t ? JSON.parse(t) : null), e => done(String(e)))"
    );
    page.run_async(&script).await
}

/// Starts a game against a bot and resigns it.
pub(crate) async fn give_up_a_game(page: &Page) -> Result<String, Failure> {
    let terms =
        serde_json::json!({ "spec": "abalone", "side": "first", "against": { "computer": "1" } });
    let made = ask(page, "POST", "/games", &terms).await?;
    let game = made["game"].as_str().ok_or_else(|| format!("no game: {made}"))?.to_owned();
    let act = serde_json::json!({ "seen": 0, "key": "k", "act": { "do": "resign" } });
    let done = ask(page, "POST", &format!("/games/{game}/act"), &act).await?;
    assert!(done["version"].is_number(), "{done}");
    Ok(game)
}

/// Stores rated games between two players, one per day, each with forty dice throws.
pub(crate) async fn history(
    store: &Store,
    first: PersonId,
    second: PersonId,
    count: u32,
) -> Result<(), Failure> {
    let day = 24 * 60 * 60 * 1000;
    let mut source = SplitMix(7);
    for n in 0..count {
        let at = 1_790_000_000_000 + i64::from(n) * day;
        let mut game = NewGame::new(GameId::random(), "abagio", "abagio", at);
        (game.rated, game.clock) = (true, "300+2".into());
        let id = game.id.clone();
        store.create_game(game).await?;
        let seats = Seats { first: Some(first), second: Some(second), ..Seats::default() };
        let turn = PendingTurn { to_act: SeatsToAct::First, deadline: None };
        let start = GameStart { seats, secret: String::new(), at, turn };
        assert!(store.start_game(&id, start).await?);
        let winner = if n % 3 == 1 { "p" } else { "r" };
        let end = GameEnding {
            at,
            status: GameStatus::Over,
            result: Some(format!("{winner} wins pond")),
            reason: Some("pond".into()),
        };
        let acts = vec![(at, "{}".to_owned())];
        let last = AppendRequest {
            game: id.clone(),
            version: Version::FIRST,
            acts,
            key: None,
            end: Some(end),
            plies: 30,
            turn: None,
            fence: None,
        };
        store.append(last).await?;
        let rating = |sign: f64| Rating {
            rating: 1500.0 + sign * f64::from(n * 17 % 90),
            deviation: 300.0 / f64::from(n + 1).sqrt() + 50.0,
            volatility: 0.06,
            games: n + 1,
        };
        let change =
            |person, sign| RatingChange { person, rating: rating(sign), delta: sign * 8.4 };
        let changes = [change(first, 1.0), change(second, -1.0)];
        store.store_ratings(&id, "abagio", at, changes).await?;
        let mut throw = || {
            let [one, other] = [(); 2].map(|()| source.below(6) + 1);
            (format!("d{}{}", one.max(other), one.min(other)), 1)
        };
        let throws = (0..40).map(|_| throw()).collect();
        store.add_throws(&id, first, throws).await?;
    }
    Ok(())
}

/// The account id of a name.
pub(crate) async fn id_of(store: &Store, name: &str) -> Result<PersonId, Failure> {
    Ok(store.person_named(name).await?.ok_or("nobody has this name")?.id)
}

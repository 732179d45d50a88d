//! Measures how fast level 1 answers one user while another user runs a hundred games against
//! `best`.
//!
//! `cargo run --release -p abaque-rooms --example bot_load`

use std::time::{Duration, Instant};

use abaque_core::Lang;
use abaque_rooms::{
    GameTerms, OpponentChoice, Outbox, Rooms, RoomsConfig, SideChoice, UserLimits, ValidTerms,
};
use abaque_store::{GameId, NameOutcome, PersonId, Store};

async fn create(rooms: &Rooms, person: PersonId, kind: &str) -> Result<GameId, String> {
    let terms = serde_json::json!({ "spec": "abalone" });
    let terms: GameTerms = serde_json::from_value(terms).map_err(|error| error.to_string())?;
    let against = OpponentChoice::Computer(kind.into());
    let deal = ValidTerms::new(GameTerms { side: SideChoice::Second, against, ..terms });
    let deal = deal.map_err(|refusal| refusal.message.en)?;
    rooms.create(person, &deal, None).await.map_err(|refusal| refusal.message.en)
}

/// Creates a game and measures the time until the bot's first move.
async fn answer(rooms: &Rooms, person: PersonId, kind: &str) -> Result<Duration, String> {
    let (outbox, messages) = Outbox::new();
    let visitor = rooms.connect(Some((person, "Other".into())), Lang::En, outbox);
    let begun = Instant::now();
    let id = create(rooms, person, kind).await?;
    visitor.watch(&id, None).await.map_err(|refusal| refusal.message.en)?;
    while rooms
        .spectator_snapshot(&id)
        .await
        .map_err(|refusal| refusal.message.en)?
        .plies
        .list
        .is_empty()
    {
        messages.recv().await;
    }
    let took = begun.elapsed();
    visitor.close().await;
    Ok(took)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let url = format!("sqlite:{}", folder.path().join("rooms.db").display());
    let store = Store::open(&url).await?;
    let config = RoomsConfig { limits: UserLimits::unlimited(), ..RoomsConfig::default() };
    println!("{} threads for bots, and one for cheap levels", config.bot_threads);
    let rooms = Rooms::open(store, config).await?;
    let mut people = Vec::new();
    for name in ["Greedy", "Other"] {
        match rooms.store().create_guest(name, 1).await? {
            NameOutcome::Done(person) => people.push(person),
            NameOutcome::Taken => return Err("the store is not empty".into()),
        }
    }
    let begun = Instant::now();
    for _ in 0..100 {
        create(&rooms, people[0], "best").await?;
    }
    println!("100 games against best in {:.1?}", begun.elapsed());
    for kind in ["1", "6", "8", "best"] {
        let mut longest = Duration::ZERO;
        for _ in 0..5 {
            longest = longest.max(answer(&rooms, people[1], kind).await?);
        }
        println!("{kind}: longest of five answers {longest:.1?}");
    }
    while rooms.bot_pool_stats().started < 100 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    println!("all 100 begun after {:.1?}: {:?}", begun.elapsed(), rooms.bot_pool_stats());
    Ok(())
}

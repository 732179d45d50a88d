//! What many games and connections cost a node, without sockets: a PostgreSQL database is filled with
//! copies of real games, one node opens rooms for some of them, with two connections each, and every
//! periodic task is measured. `cargo xtask capacity`; [docs/cluster.md] has the results.
//!
//! [docs/cluster.md]: ../../../../../docs/cluster.md

#![allow(clippy::unwrap_used, reason = "a failed measurement is useless")]

#[path = "../../tests/common/mod.rs"]
mod common;
mod database;
#[path = "../../../store/tests/suite/postgres_server.rs"]
mod postgres_server;

use std::time::{Duration, Instant};

use abaque_core::Lang;
use abaque_rooms::{
    BusConfig, ClusterConfig, Connection, LocalBus, Outbox, OutboxReceiver, Rooms, RoomsConfig,
    UserLimits,
};
use abaque_store::{GameId, PersonId, Store};
use common::seated_as;
use database::{OPEN_GAMES, copy_id};
use mimalloc::MiMalloc;

/// As in the server.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Games whose players are connected.
const DEFAULT_ROOMS: usize = 20_000;
/// Games in the database, one measurement after the other: the last one is a million players'.
const DEFAULT_GAMES: [usize; 3] = [5_000, 50_000, 500_000];
/// Games per query when a node polls.
const GAMES_PER_QUERY: usize = 500;
/// Time over which idle cost is averaged.
const IDLE: Duration = Duration::from_secs(20);

#[tokio::main]
async fn main() {
    let mut games = DEFAULT_GAMES.to_vec();
    let mut rooms = DEFAULT_ROOMS;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    for pair in arguments.chunks(2) {
        match [&*pair[0], pair.get(1).map_or("", |value| &**value)] {
            ["--games", list] => {
                games =
                    list.split(',').map(|one| one.parse().expect("a number of games")).collect();
            }
            ["--rooms", number] => rooms = number.parse().expect("a number of rooms"),
            _ => panic!("usage: capacity [--games N,N,…] [--rooms N]"),
        }
    }
    let schema = postgres_server::new_name();
    postgres_server::tell(format!("CREATE SCHEMA {schema}")).await;
    let url = postgres_server::in_schema(&schema);
    let node = open_node(&url, "one").await;
    let mut templates = Vec::new();
    for entry in abaque_catalog::GAMES {
        let spec = (entry.description)().name;
        let names = [format!("{spec} one"), format!("{spec} two")];
        let (id, one, other) =
            seated_as(&node, [&names[0], &names[1]], spec, "1800+10", false).await;
        one.visitor.close().await;
        other.visitor.close().await;
        templates.push(id);
    }
    println!("PostgreSQL without fsync on this machine; times are means of several runs\n");
    println!(
        "| games in the database | due games, ms | poll of 500 rooms, ms | poll of 10,000 rooms, ms | lobby list, ms | lobby mark, ms | lease, ms |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let mut filled = 0;
    for count in games {
        database::fill(&url, &templates, filled..count).await;
        filled = count;
        measure_queries(node.store(), count).await;
    }
    println!();
    measure_rooms(&url, rooms.min(filled)).await;
}

async fn open_node(url: &str, name: &str) -> Rooms {
    let store = Store::open_as_node(url).await.unwrap();
    let bus = BusConfig::Local(LocalBus::default());
    let config = RoomsConfig {
        limits: UserLimits::unlimited(),
        cluster: Some(ClusterConfig::new(name, bus)),
        ..RoomsConfig::default()
    };
    Rooms::open(store, config).await.unwrap()
}

/// Mean milliseconds of an operation.
async fn mean_ms<T>(times: u32, mut run: impl AsyncFnMut(u32) -> T) -> f64 {
    let since = Instant::now();
    for time in 0..times {
        run(time).await;
    }
    since.elapsed().as_secs_f64() * 1000.0 / f64::from(times)
}

/// Measures the queries that a node runs again and again.
async fn measure_queries(store: &Store, games: usize) {
    let node = store.register_node("probe", 600_000).await.unwrap().id;
    let now = store.database_time().await.unwrap();
    let due = mean_ms(20, async |_| store.due_games_of_node(node, now, 200).await.unwrap()).await;
    // Games of one node are spread over the whole table.
    let step = (games / GAMES_PER_QUERY).max(1);
    let poll = mean_ms(20, async |time| {
        let first = time as usize % step;
        let chunk: Vec<GameId> =
            (0..GAMES_PER_QUERY).map(|number| copy_id((first + number * step) % games)).collect();
        assert_eq!(store.game_marks(&chunk).await.unwrap().len(), chunk.len());
        store.presence_elsewhere(&chunk, node).await.unwrap();
    })
    .await;
    let list = mean_ms(20, async |_| store.open_games(OPEN_GAMES as u32).await.unwrap()).await;
    let mark = mean_ms(20, async |_| store.lobby_mark().await.unwrap()).await;
    let lease = mean_ms(200, async |time| {
        let game = copy_id(time as usize * games / 200);
        let fence = store.take_lease(&game, node).await.unwrap().unwrap();
        store.release_lease(&game, fence).await.unwrap();
    })
    .await;
    println!(
        "| {games} | {due:.2} | {poll:.2} | {:.0} | {list:.2} | {mark:.2} | {lease:.2} |",
        poll * 20.0
    );
}

/// Opens rooms with two connections each and measures memory and time.
async fn measure_rooms(url: &str, count: usize) {
    let node = open_node(url, "two").await;
    let people = database::first_person(url).await;
    let (memory, since, cpu) = (memory_bytes(), Instant::now(), cpu_seconds());
    let mut connected: Vec<(Connection, OutboxReceiver)> = Vec::with_capacity(2 * count);
    for number in 0..count {
        for seat in 0..2 {
            let person = PersonId(people + (2 * number + seat) as i64);
            let (outbox, messages) = Outbox::new();
            let connection =
                node.connect(Some((person, format!("P{}", person.0))), Lang::En, outbox);
            connection.watch(&copy_id(number), None).await.unwrap();
            while messages.try_recv().is_some() {}
            connected.push((connection, messages));
        }
    }
    let took = since.elapsed().as_secs_f64();
    tokio::time::sleep(Duration::from_secs(5)).await;
    connected.iter().for_each(|(_, messages)| while messages.try_recv().is_some() {});
    let connections = connected.len() as f64;
    println!("| {count} rooms, {} connections without sockets | |\n| --- | --- |", connected.len());
    println!("| rooms opened a second, one after the other | {:.0} |", count as f64 / took);
    println!("| CPU to open a room, ms | {:.2} |", (cpu_seconds() - cpu) * 1000.0 / count as f64);
    let each = (memory_bytes() - memory) / connections;
    println!("| memory a connection, half its room included, kB | {:.2} |", each / 1000.0);
    let cpu = cpu_seconds();
    tokio::time::sleep(IDLE).await;
    let idle = (cpu_seconds() - cpu) / IDLE.as_secs_f64();
    println!("| CPU while nothing happens (polls, ticks), % of a core | {:.1} |", idle * 100.0);
    for (connection, _) in &connected {
        connection.set_lobby(true);
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    connected.iter().for_each(|(_, messages)| while messages.try_recv().is_some() {});
    let (cpu, since) = (cpu_seconds(), Instant::now());
    connected[0].0.set_lobby(true);
    for (_, messages) in &connected {
        messages.recv().await.unwrap();
    }
    println!(
        "| lobby of {OPEN_GAMES} games sent to all connections: ms, CPU ms | {:.0}, {:.0} |",
        since.elapsed().as_secs_f64() * 1000.0,
        (cpu_seconds() - cpu) * 1000.0
    );
}

fn memory_bytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches("kB").trim().parse::<f64>().unwrap() * 1024.0
}

fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    [11, 12].iter().map(|&place| fields[place].parse::<f64>().unwrap() / 100.0).sum()
}

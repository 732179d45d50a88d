//! Hot loops do not allocate: random games that list, count and check the legal actions at every
//! ply, under a counting allocator. The counter is process-wide, so this test runs without a
//! harness, whose threads would be counted too.

use abaque_catalog::{for_each_game, with_remaining_games};
use abaque_core::{Game, GameOptions, Ply, RandomSource, Spec, SplitMix, Turn};

/// Specs with options that matter to a hot loop; other games are played without options.
static SPECS: &[&str] = &[
    "abalone",
    "abalone:layout=placed",
    "abalone:layout=german-daisy,target=1",
    "abraxas",
    "abraxas:push=either,leave=free",
    "abraxas:claim=manual",
    "abagio",
    "abagio:first=p",
    "blocs",
    "blocs:first=lot,zone=10",
];

#[global_allocator]
static COUNTING: dhat::Alloc = dhat::Alloc;

/// Plays `plies` plies, restarting from `start` when a game ends; the caller owns the buffers.
fn play<G: Game>(
    start: &G,
    plies: u32,
    source: &mut SplitMix,
    legal: &mut Vec<G::Action>,
    rolls: &mut Vec<(G::Roll, u32)>,
) {
    let mut game = start.clone();
    for _ in 0..plies {
        let ply = match game.turn() {
            Turn::Over(_) => {
                game = start.clone();
                continue;
            }
            Turn::Chance => {
                rolls.clear();
                game.rolls(rolls);
                Ply::Roll(rolls[source.below(rolls.len() as u64) as usize].0)
            }
            Turn::Of(_) => {
                legal.clear();
                game.legal_actions(legal);
                assert_eq!(game.count_legal(), legal.len() as u64);
                let action = legal[source.below(legal.len() as u64) as usize];
                assert!(game.check(&action).is_ok());
                assert!(game.random_action(source).is_some());
                Ply::Act(action)
            }
        };
        game.apply_unchecked(ply);
    }
}

fn blocks_allocated<G: Game>(spec: &str) -> u64 {
    let spec: Spec = spec.parse().unwrap_or_else(|error| panic!("{error}"));
    let options = G::Options::from_spec(&spec).unwrap_or_else(|error| panic!("{error}"));
    let mut source = SplitMix(7);
    let mut start = G::start(&options);
    while start.unlisted_count().is_some() {
        let set_up = start.random_action(&mut source).into_iter();
        set_up.for_each(|action| start.apply_unchecked(Ply::Act(action)));
    }
    let (mut legal, mut rolls) = (Vec::with_capacity(4096), Vec::with_capacity(64));
    let before = dhat::HeapStats::get().total_blocks;
    play(&start, 20_000, &mut source, &mut legal, &mut rolls);
    dhat::HeapStats::get().total_blocks - before
}

/// Defines `blocks_allocated_by`, which picks the rules by the name in a spec.
macro_rules! by_name {
    ($($name:literal: $rules:ty, $bots:path, $board:path, $tensors:path;)*) => {
        fn blocks_allocated_by(spec: &str) -> u64 {
            match spec.split(':').next() {
                $(Some($name) => blocks_allocated::<$rules>(spec),)*
                _ => panic!("{spec} is no game"),
            }
        }
    };
}

for_each_game!(by_name);

/// Random play allocates nothing.
fn main() {
    let _profiler = dhat::Profiler::builder().testing().build();
    for spec in with_remaining_games(SPECS) {
        assert_eq!(blocks_allocated_by(spec), 0, "{spec}");
    }
    // Sanity check: one boxed value is one block.
    let before = dhat::HeapStats::get().total_blocks;
    drop(std::hint::black_box(Box::new(1)));
    assert_eq!(dhat::HeapStats::get().total_blocks, before + 1);
    println!("random play allocates nothing: ok");
}

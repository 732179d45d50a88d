//! Steps do not allocate, with every buffer written and finished games restarted. The counter is
//! process-wide, so this test runs without a harness, whose threads would be counted too.

use abaque_catalog::with_remaining_games;
use abaque_tensors::{Buffers, VectorOptions, vector_env};

static SPECS: &[&str] = &[
    "abalone",
    "abalone:layout=placed,target=1",
    "abraxas",
    "abraxas:claim=manual,push=either",
    "abagio",
    "blocs",
    "blocs:first=lot,zone=10",
];

#[global_allocator]
static COUNTING: dhat::Alloc = dhat::Alloc;

fn blocks_allocated(spec: &str) -> u64 {
    let n = 16;
    let options = VectorOptions { count: n, ..VectorOptions::default() };
    let mut env = vector_env(spec, None, &options).unwrap_or_else(|error| panic!("{error}"));
    let layout = env.layout();
    let mut observations = vec![0; n * layout.observation()];
    let mut masks = vec![0; n * layout.actions];
    let mut packed_masks = vec![0; n * layout.packed()];
    let (mut rewards, mut dones) = (vec![0.0; 2 * n], vec![0; n]);
    let (mut players, mut numbers) = (vec![0; n], vec![0; n]);
    let before = dhat::HeapStats::get().total_blocks;
    for _ in 0..2_000 {
        env.sample(&mut numbers);
        let buffers = Buffers {
            observations: Some(&mut observations),
            masks: Some(&mut masks),
            packed_masks: Some(&mut packed_masks),
            rewards: Some(&mut rewards),
            dones: Some(&mut dones),
            players: Some(&mut players),
        };
        env.step(&numbers, buffers).unwrap_or_else(|error| panic!("{error}"));
    }
    dhat::HeapStats::get().total_blocks - before
}

/// Random play allocates nothing.
fn main() {
    let _profiler = dhat::Profiler::builder().testing().build();
    for spec in with_remaining_games(SPECS) {
        assert_eq!(blocks_allocated(spec), 0, "{spec}");
    }
    println!("steps allocate nothing: ok");
}

//! Counts action sequences and says how fast: `perft [SPEC] [DEPTH]`.

use std::error::Error;
use std::time::Instant;

use abaque_abalone::{Abalone, AbaloneOptions};
use abaque_core::{Game, Options, Spec, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let spec: Spec = args.next().as_deref().unwrap_or("abalone").parse()?;
    let deepest: u32 = args.next().as_deref().unwrap_or("5").parse()?;
    let game = Abalone::start(&AbaloneOptions::from_spec(&spec)?);
    for depth in 1..=deepest {
        let begun = Instant::now();
        let leaves = perft::perft(&game, depth);
        let seconds = begun.elapsed().as_secs_f64();
        let speed = leaves as f64 / seconds / 1e6;
        println!("{depth} {leaves} {seconds:.3} s {speed:.0} million leaves/s");
    }
    Ok(())
}

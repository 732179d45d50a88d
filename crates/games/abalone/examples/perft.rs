//! Counts action sequences and prints the speed: `perft [SPEC] [DEPTH]`.

use std::error::Error;
use std::time::Instant;

use abaque_abalone::{Abalone, Options};
use abaque_core::{Game, GameOptions, Spec, perft};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let spec: Spec = args.next().as_deref().unwrap_or("abalone").parse()?;
    let deepest: u32 = args.next().as_deref().unwrap_or("5").parse()?;
    let game = Abalone::start(&Options::from_spec(&spec)?);
    for depth in 1..=deepest {
        let begun = Instant::now();
        let leaves = perft::perft(&game, depth);
        let seconds = begun.elapsed().as_secs_f64();
        let speed = leaves as f64 / seconds / 1e6;
        println!("{depth} {leaves} {seconds:.3} s {speed:.0} million leaves/s");
    }
    Ok(())
}

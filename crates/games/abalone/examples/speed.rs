//! Counts action sequences and prints the speed: `speed [SPEC…]`.

use std::error::Error;
use std::time::Instant;

use abaque_abalone::{Abalone, Options};
use abaque_core::{Game, GameOptions, Spec, perft};

const DEPTH: u32 = 5;

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let usual = ["abalone", "abalone:layout=belgian-daisy"].map(String::from);
    let specs = if given.is_empty() { usual.to_vec() } else { given };
    for text in specs {
        let spec: Spec = text.parse()?;
        let game = Abalone::start(&Options::from_spec(&spec)?);
        println!("{spec}");
        for depth in 1..=DEPTH {
            let begun = Instant::now();
            let leaves = perft::perft(&game, depth);
            let seconds = begun.elapsed().as_secs_f64();
            let speed = leaves as f64 / seconds / 1e6;
            println!("{depth} {leaves} {seconds:.3} s {speed:.0} million leaves/s");
        }
    }
    Ok(())
}

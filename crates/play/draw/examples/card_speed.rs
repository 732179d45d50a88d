//! Milliseconds per link-preview card, with the smallest and the fast PNG compression.
//!
//! `cargo run --release -p abaque-draw --example card_speed`

use std::time::Instant;

use abaque_draw::{DrawOptions, PngCompression};

const ROUNDS: u32 = 10;

/// The position to draw.
const POSITIONS: [(&str, &str); 1] =
    [("abalone", "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb b 0-0 -")];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for (spec, view) in POSITIONS {
        let begun = Instant::now();
        let card = abaque_draw::card(spec, view, &DrawOptions::default())
            .map_err(|error| error.to_string())?;
        println!("{spec}: SVG in {:.1?}", begun.elapsed());
        for packing in [PngCompression::Smallest, PngCompression::Fast] {
            let mut size = 0;
            let begun = Instant::now();
            for _ in 0..ROUNDS {
                size = abaque_draw::png_with(&card, 1.0, packing)?.len();
            }
            println!("  {packing:?}: {:.1?}, {size} bytes", begun.elapsed() / ROUNDS);
        }
    }
    Ok(())
}

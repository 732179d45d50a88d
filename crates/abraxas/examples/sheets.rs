//! The table of `sheets/README.md`: a thousand games a sheet between two careful players.
//!
//! `cargo run --release -p abaque-abraxas --example sheets`

#[path = "../tests/common/careful.rs"]
mod careful;

use abaque_abraxas::{AbraxasOptions, Sheet};
use careful::matches;

fn main() {
    let central = matches(&AbraxasOptions::default(), true, 1000);
    println!("sheet 1, first pawn central: won, lost, unfinished by player 1: {central:?}");
    for sheet in (1..=6).filter_map(Sheet::numbered) {
        let options = AbraxasOptions { sheet, ..AbraxasOptions::default() };
        println!("sheet {sheet}: {:?}", matches(&options, false, 1000));
    }
}

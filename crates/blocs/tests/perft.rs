//! Counted action sequences: the rulebook's reference positions.

use abaque_blocs::Blocs;
use abaque_core::perft::perft;
use abaque_testkit::position;

#[test]
fn reference_counts() {
    let mut lines = 0;
    for line in include_str!("data/blocs.perft").lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split(" | ").collect();
        let game: Blocs = position(parts[0], parts[1]);
        for (i, count) in parts[2].split(' ').enumerate() {
            assert_eq!(perft(&game, i as u32 + 1), count.parse::<u64>().unwrap(), "{line}");
        }
        lines += 1;
    }
    assert!(lines >= 2);
}

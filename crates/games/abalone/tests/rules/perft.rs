use abaque_core::perft::perft;

use crate::start;

/// ABA-01, ABA-12, ABA-15: the counts of every layout.
#[test]
fn perft_of_every_layout_matches_the_table() {
    let mut lines = 0;
    let data = include_str!("../data/layouts.perft");
    for line in data.lines().filter(|line| !line.starts_with('#')) {
        let (spec, counts) = line.split_once(' ').unwrap();
        let game = start(spec);
        for (depth, count) in (1..).zip(counts.split(' ')) {
            assert_eq!(perft(&game, depth), count.parse().unwrap(), "{spec} {depth}");
        }
        lines += 1;
    }
    assert_eq!(lines, 6);
}

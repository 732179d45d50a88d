//! Perft against `data/abagio.perft`, with the crate and, for small counts, with the plain rules.

use abaque_abagio::{Abagio, Options};
use abaque_core::{Game, GameOptions, Spec, perft::perft};
use abaque_testkit::parse_position;

use crate::plain::PlainRules;

#[test]
fn perft_matches_the_table() {
    let lines = include_str!("data/abagio.perft").lines().filter(|line| !line.starts_with('#'));
    for line in lines {
        let fields: Vec<&str> = line.split("; ").collect();
        let spec: Spec = fields[0].parse().unwrap();
        let game = match fields[1] {
            "start" => Abagio::start(&Options::from_spec(&spec).unwrap()),
            text => parse_position(fields[0], text),
        };
        for (depth, count) in (1..).zip(fields[2].split(' ')) {
            let count: u64 = count.parse().unwrap();
            assert_eq!(perft(&game, depth), count, "{line}, depth {depth}");
            if count < 4000 {
                assert_eq!(
                    PlainRules::read(&game.to_string()).perft(depth),
                    count,
                    "{line}, {depth}"
                );
            }
        }
    }
}

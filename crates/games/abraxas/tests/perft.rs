//! Perft against `data/abraxas.perft`: independent counts that cover ABR-02, ABR-04 and ABR-07 to
//! ABR-16.

use abaque_abraxas::Abraxas;
use abaque_core::perft::perft;
use abaque_testkit::parse_position;

#[test]
fn perft_matches_the_table() {
    let mut checked = 0;
    for line in include_str!("data/abraxas.perft").lines() {
        if line.starts_with('#') || line.is_empty() {
            continue;
        }
        let parts: Vec<&str> = line.split(" ; ").collect();
        let [spec, text, counts] = parts[..] else { panic!("{line}") };
        let game: Abraxas = parse_position(spec, text);
        for (depth, count) in counts.split(' ').enumerate() {
            let count: u64 = count.parse().unwrap();
            assert_eq!(perft(&game, depth as u32 + 1), count, "depth {} of {line}", depth + 1);
            checked += 1;
        }
    }
    assert!(checked >= 20);
}

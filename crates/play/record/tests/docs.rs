//! `docs/records.md` agrees with the code: examples, tags, limits.

use abaque_record::{LotStatus, SealStatus, TAGS, check, parse};

const PAGE: &str = include_str!("../../../../docs/records.md");

fn blocks() -> Vec<&'static str> {
    PAGE.split("```abq\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect()
}

#[test]
fn documented_examples_are_canonical_and_legal() {
    let mut games = Vec::new();
    for block in blocks() {
        let records = parse(block).unwrap_or_else(|error| panic!("{error}\n{block}"));
        assert_eq!(records.len(), 1);
        assert_eq!(records[0].to_string(), block);
        let checked = check(&records[0]).unwrap_or_else(|error| panic!("{error}\n{block}"));
        let name = records[0].spec().split(':').next().unwrap().to_string();
        match name.as_str() {
            "abagio" => assert_eq!(checked.lots, LotStatus::Verified(9)),
            "blocs" => assert_eq!(checked.seals, [SealStatus::Verified; 2]),
            _ => assert_eq!(checked.lots, LotStatus::None),
        }
        games.push(name);
    }
    games.sort();
    assert_eq!(games, ["abagio", "abalone", "abraxas", "blocs"]);
}

#[test]
fn every_tag_is_documented() {
    let table = PAGE.split("## Tags").nth(1).unwrap().split("## Movetext").next().unwrap();
    for tag in TAGS {
        assert!(table.contains(&format!("`{}`", tag.name)), "{}", tag.name);
    }
}

#[test]
fn documented_limits_match_the_code() {
    use abaque_record::*;
    let limits = PAGE.split("## Limits").nth(1).unwrap().replace(',', "");
    for limit in [MAX_PLIES, MAX_DEPTH, MAX_TAGS, MAX_NAME, MAX_VALUE, MAX_PLY, MAX_COMMENT] {
        assert!(limits.contains(&limit.to_string()), "{limit}");
    }
    assert!(limits.contains(&format!("{} MiB", MAX_TEXT >> 20)));
}

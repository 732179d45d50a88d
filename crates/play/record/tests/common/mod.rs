//! Test helpers: random games, and records from short texts.

use abaque_catalog::{AnyGame, GameHistory, PlyEffect, open};
use abaque_core::{Outcome, RandomSource, SplitMix, Turn};
use abaque_lots::{LotGenerator, Party, Seeds, commitment, pick_weighted, to_hex};
use abaque_record::{CheckReport, Record, RecordError, check, parse};

/// Specs with options that records depend on; other games are played without options.
static SPECS: &[&str] = &[
    "abalone",
    "abalone:target=1,layout=belgian-daisy",
    "abalone:target=2,layout=placed",
    "abraxas",
    "abraxas:push=either,claim=manual,target=3",
    "abagio",
    "abagio:first=p",
    "blocs",
    "blocs:first=lot",
];

/// At least one spec of every game in the catalog.
pub(crate) fn specs() -> Vec<&'static str> {
    abaque_catalog::with_remaining_games(SPECS)
}

/// A record of plies from the start with this result.
pub(crate) fn record(spec: &str, result: &str, plies: &str) -> Record {
    let mut record = Record::new(spec).unwrap();
    record.set_tag("Result", result).unwrap();
    for ply in plies.split_whitespace() {
        record.push(ply).unwrap();
    }
    record
}

/// Writes, parses and checks a record.
pub(crate) fn check_text(record: &Record) -> Result<CheckReport, RecordError> {
    let text = record.to_string();
    let read = parse(&text).unwrap();
    assert_eq!(read, std::slice::from_ref(record), "{text}");
    assert_eq!(read[0].to_string(), text);
    check(&read[0])
}

/// A random next ply: lots from `lots` if given, otherwise by weight.
pub(crate) fn next_ply(
    game: &dyn AnyGame,
    index: u64,
    lots: Option<&LotGenerator>,
    source: &mut SplitMix,
) -> Option<String> {
    match game.turn() {
        Turn::Over(_) => None,
        Turn::Of(_) => game.random_action(source),
        Turn::Chance => {
            let mut rolls = game.rolls();
            rolls.sort();
            let weights: Vec<u32> = rolls.iter().map(|&(_, weight)| weight).collect();
            let drawn = match lots {
                Some(lots) => lots.draw_weighted("ply", index, &weights),
                None => pick_weighted(
                    &weights,
                    source.below(weights.iter().copied().map(u64::from).sum()),
                ),
            };
            Some(rolls[drawn].0.clone())
        }
    }
}

/// A random game until it ends or has `most` plies, with its true result.
pub(crate) fn random_record(
    spec: &str,
    most: usize,
    lots: Option<&LotGenerator>,
    seed: u64,
) -> Record {
    let mut record = Record::new(spec).unwrap();
    let outcome = play_on(&mut record, most, lots, seed, |_, _| true);
    record.set_outcome(outcome).unwrap();
    record
}

/// Continues a record with random plies that `wanted` accepts (after 100 rejections, any).
pub(crate) fn play_on(
    record: &mut Record,
    most: usize,
    lots: Option<&LotGenerator>,
    seed: u64,
    wanted: impl Fn(&PlyEffect, Option<Outcome>) -> bool,
) -> Option<Outcome> {
    let mut source = SplitMix(seed);
    let mut game = open(record.spec()).unwrap();
    let mut history = GameHistory::new(&*game);
    for index in 0..most {
        for attempt in 0.. {
            let ply = next_ply(&*game, index as u64, lots, &mut source)?;
            let (mut next, mut next_history) = (game.clone(), history.clone());
            let played = next.play(&ply).unwrap();
            let ending = next_history.record_ply(&*next, &played);
            if attempt == 100 || wanted(&played, ending) {
                record.push(&played.text).unwrap();
                (game, history) = (next, next_history);
                if ending.is_some() {
                    return ending;
                }
                break;
            }
        }
    }
    None
}

/// Fixed seeds for tests.
pub(crate) fn seeds() -> Seeds {
    Seeds { table: [1; 32], players: [[2; 32], [3; 32]] }
}

/// The lots of a test game, and the record tags that prove them.
pub(crate) fn lots_for(spec: &str) -> (LotGenerator, Vec<(&'static str, String)>) {
    let (id, seeds) = ("game-7", seeds());
    let lots = LotGenerator::new(id, open(spec).unwrap().spec().as_str(), &seeds);
    let [a, b] = seeds.players;
    let seat = if lots.draw("sides", 0, 2) == 0 { "First" } else { "Second" };
    let commit = |party, seed| to_hex(&commitment(id, party, seed));
    let tags = vec![
        ("Lots", abaque_lots::SCHEME_VERSION.into()),
        ("GameId", id.into()),
        ("CommitTable", commit(Party::Table, &seeds.table)),
        ("CommitA", commit(Party::A, &a)),
        ("CommitB", commit(Party::B, &b)),
        ("SeedTable", to_hex(&seeds.table)),
        ("SeedA", to_hex(&a)),
        ("SeedB", to_hex(&b)),
        ("SeatOfA", seat.into()),
        ("Sides", "lot".into()),
    ];
    (lots, tags)
}

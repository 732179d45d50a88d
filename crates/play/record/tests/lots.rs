//! Tampered lots and seals are detected (COM-05).

use abaque_lots::to_hex;
use abaque_record::{LotStatus, Record, SealStatus, check, parse};

use crate::common::{check_text, lots_for, random_record};

fn proven(spec: &str) -> Record {
    let (lots, tags) = lots_for(spec);
    let mut record = random_record(spec, 60, Some(&lots), 2);
    for (name, value) in &tags {
        record.set_tag(name, value).unwrap();
    }
    record
}

/// Asserts that checking a record fails on the line that contains `line_of`.
fn found_out(record: &Record, line_of: &str, words: &str) {
    let text = record.to_string();
    let error = check(&parse(&text).unwrap()[0]).expect_err(&text);
    let line = 1 + text.lines().position(|line| line.contains(line_of)).unwrap();
    assert_eq!(error.line, line, "{error}\n{text}");
    assert!(error.message.en.contains(words), "{error}\nwithout `{words}`");
}

#[test]
fn com_05_a_changed_throw_is_detected() {
    let honest = proven("abagio:first=r");
    check_text(&honest).unwrap();
    let first = honest.plies().next().unwrap().to_string();
    let other = if first == "d66" { "d65" } else { "d66" };
    let mut record = Record::new("abagio:first=r").unwrap();
    for tag in honest.tags().iter().filter(|tag| tag.name() != "Game") {
        record.set_tag(tag.name(), tag.value()).unwrap();
    }
    record.push(other).unwrap();
    found_out(
        &record,
        &format!("1. {other}"),
        &format!("move 1 `{other}`: the seeds give `{first}`"),
    );
}

#[test]
fn com_05_changed_seeds_ids_and_specs_are_detected() {
    let honest = proven("abagio");
    for (seed, commit) in [("SeedTable", "CommitTable"), ("SeedA", "CommitA"), ("SeedB", "CommitB")]
    {
        let mut record = honest.clone();
        record.set_tag(seed, &to_hex(&[9; 32])).unwrap();
        found_out(&record, &format!("[{seed} "), &format!("not the one {commit} committed to"));
    }
    let mut record = honest.clone();
    record.set_tag("GameId", "game-8").unwrap();
    found_out(&record, "[SeedTable ", "CommitTable");
    // The spec is part of the key: the same throws do not verify under other options.
    let text = honest.to_string().replace("\"abagio\"", "\"abagio:first=r\"");
    assert!(check(&parse(&text).unwrap()[0]).is_err());
}

#[test]
fn com_05_changed_sides_are_detected() {
    let mut record = proven("abalone");
    assert_eq!(check_text(&record).unwrap().lots, LotStatus::Verified(1));
    let other = if record.tag("SeatOfA") == Some("First") { "Second" } else { "First" };
    record.set_tag("SeatOfA", other).unwrap();
    found_out(&record, "[SeatOfA ", "the seeds give");
    // Chosen sides are not a lot.
    record.set_tag("Sides", "chosen").unwrap();
    assert_eq!(check_text(&record).unwrap().lots, LotStatus::Verified(0));
}

#[test]
fn com_05_lot_tags_require_each_other() {
    let honest = proven("abagio");
    for (missing, caller) in [
        ("GameId", "Lots"),
        ("CommitA", "Lots"),
        ("SeedB", "SeedTable"),
        ("SeedTable", "SeedA"),
        ("SeatOfA", "Sides"),
        ("Lots", "CommitTable"),
    ] {
        let text: String = honest
            .to_string()
            .lines()
            .filter(|line| !line.starts_with(&format!("[{missing} ")))
            .map(|line| format!("{line}\n"))
            .collect();
        let record = &parse(&text).unwrap()[0];
        found_out(record, &format!("[{caller} "), &format!("calls for the tag {missing}"));
    }
    // Commitments with unrevealed seeds prove nothing but are valid.
    let text: String = honest
        .to_string()
        .lines()
        .filter(|line| !line.starts_with("[Seed"))
        .map(|line| format!("{line}\n"))
        .collect();
    assert!(matches!(check(&parse(&text).unwrap()[0]).unwrap().lots, LotStatus::Unproven(_)));
    let mut lone = Record::new("abalone").unwrap();
    lone.set_tag("Sides", "lot").unwrap();
    found_out(&lone, "[Sides ", "calls for the tag Lots");
}

fn sealed() -> Record {
    let mut record = random_record("blocs", 30, None, 3);
    record.set_tag("GameId", "blocs-1").unwrap();
    let setups: Vec<String> = record.plies().take(2).map(String::from).collect();
    let [first, second] = [('b', &setups[0], [4; 32]), ('r', &setups[1], [5; 32])]
        .map(|(who, setup, nonce)| to_hex(&abaque_lots::seal("blocs-1", who, &nonce, setup)));
    for (name, value) in [
        ("SealFirst", &first),
        ("NonceFirst", &to_hex(&[4; 32])),
        ("SealSecond", &second),
        ("NonceSecond", &to_hex(&[5; 32])),
    ] {
        record.set_tag(name, value).unwrap();
    }
    record
}

#[test]
fn blo_05_set_ups_must_match_their_seals() {
    let honest = sealed();
    assert_eq!(check_text(&honest).unwrap().seals, [SealStatus::Verified; 2]);
    for seat in ["First", "Second"] {
        let mut record = honest.clone();
        record.set_tag(&format!("Nonce{seat}"), &to_hex(&[6; 32])).unwrap();
        found_out(&record, &format!("[Seal{seat} "), "not the one this seal closed");
    }
    let without = |name: &str| {
        let text = honest.to_string();
        let lines = text.lines().filter(|line| !line.starts_with(&format!("[{name} ")));
        let text: String = lines.map(|line| format!("{line}\n")).collect();
        parse(&text).unwrap().remove(0)
    };
    let unopened = check(&without("NonceSecond")).unwrap();
    assert_eq!(unopened.seals, [SealStatus::Verified, SealStatus::Unopened]);
    found_out(&without("SealFirst"), "[NonceFirst ", "calls for the tag SealFirst");
    found_out(&without("GameId"), "[SealFirst ", "calls for the tag GameId");
}

#[test]
fn a_nonce_without_a_set_up_is_refused() {
    let mut record = Record::new("abalone").unwrap();
    for (name, value) in
        [("GameId", "g".into()), ("SealFirst", to_hex(&[1; 32])), ("NonceFirst", to_hex(&[2; 32]))]
    {
        record.set_tag(name, &value).unwrap();
    }
    found_out(&record, "[NonceFirst ", "no set-up");
}

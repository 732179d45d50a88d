//! Verifies a record: plies, lots, seals and commitments.

use abaque_core::{Lang, Message, message};
use abaque_protocol::rest::LotLogEntry;
use abaque_record::{LotStatus, Record, SealStatus, SeedMode, check, parse};

/// The checks a record passed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordVerification {
    /// The game's id on its server.
    pub game: Option<String>,
    /// Plies that follow the rules.
    pub plies: usize,
    /// The lots recomputed from the seeds, by ply; `None` if the record has no seeds.
    pub lots: Option<Vec<(usize, String)>>,
    /// Set-ups that match their seal.
    pub seals: usize,
    /// Whether the lots decided who sits where.
    pub sides: bool,
    /// The server's commitment.
    pub commitment: Option<String>,
    /// The players' commitments: seeds A and B.
    pub players: [Option<String>; 2],
    /// How the players' seeds were revealed, if recorded.
    pub seeds: Option<SeedMode>,
}

/// Result of comparing a record with the server's public log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogFinding {
    /// The log has the table's commitment; the entry is from an older server and omits the
    /// players'.
    Table,
    /// All three commitments are logged, those of A and the table before that of B.
    All,
    /// The log holds other commitments for this game.
    Contradicts,
    /// The log has no entry for this game.
    Missing,
}

impl RecordVerification {
    /// Verifies a text with exactly one record; the error is the first problem found.
    pub fn verify(text: &str) -> Result<RecordVerification, Message> {
        let wrong = |error: abaque_record::RecordError| {
            let (en, fr) = (error.localized(Lang::En), error.localized(Lang::Fr));
            message!("{en}", "{fr}")
        };
        let mut records = parse(text).map_err(wrong)?;
        let count = records.len();
        let (Some(record), 1) = (records.pop(), count) else {
            return Err(message!(
                "there are {count} games here; paste one",
                "il y a {count} parties ici\u{a0}; collez-en une"
            ));
        };
        let checked = check(&record).map_err(wrong)?;
        Ok(RecordVerification {
            game: record.tag("GameId").map(String::from),
            plies: checked.plies,
            lots: matches!(checked.lots, LotStatus::Verified(_)).then(|| drawn_lots(&record)),
            seals: checked.seals.iter().filter(|sealed| **sealed == SealStatus::Verified).count(),
            sides: record.tag("Sides") == Some("lot"),
            commitment: record.tag("CommitTable").map(String::from),
            players: ["CommitA", "CommitB"].map(|tag| record.tag(tag).map(String::from)),
            seeds: checked.seeds,
        })
    }

    /// Compares the record's commitments with the log entries of its game. Players may have joined
    /// and left before, so the last entry counts; all entries must agree on table and creator.
    pub fn compare_with_log(&self, log: &[LotLogEntry]) -> LogFinding {
        let [a, b] = &self.players;
        let same_table = |entry: &LotLogEntry| Some(&entry.commitment) == self.commitment.as_ref();
        let same_start = |entry: &LotLogEntry| {
            let mode = self.seeds.map(SeedMode::as_str);
            same_table(entry)
                && (entry.kind == "table" || entry.a == *a)
                && (mode.is_none() || entry.seeds.is_none() || entry.seeds.as_deref() == mode)
        };
        match log.last() {
            None => LogFinding::Missing,
            Some(_) if !log.iter().all(same_start) => LogFinding::Contradicts,
            Some(last) if last.a.is_none() => LogFinding::Table,
            Some(last) if last.b == *b => LogFinding::All,
            Some(_) => LogFinding::Contradicts,
        }
    }
}

fn drawn_lots(record: &Record) -> Vec<(usize, String)> {
    let Ok(mut game) = record.open_start() else { return Vec::new() };
    let mut lots = Vec::new();
    for (index, ply) in record.plies().enumerate() {
        if game.turn() == abaque_core::Turn::Chance {
            lots.push((index + 1, ply.to_owned()));
        }
        if game.play(ply).is_err() {
            break;
        }
    }
    lots
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_client::LocalGame;
    use abaque_client::local::LotEvidence;
    use abaque_core::{Observer, Seat, SplitMix};
    use abaque_table::{MatchSettings, TableAct, Timestamp};

    fn played() -> String {
        let mut source = SplitMix(7);
        let mut proof = LotEvidence::generate("test", &mut source);
        proof.draw_sides("abagio");
        let setting = MatchSettings::new("abagio").unwrap();
        let mut local =
            LocalGame::new(setting, Default::default(), proof, "2026.01.02".into(), Timestamp(0));
        local.draw_lots(Observer::Spectator, Timestamp(0)).unwrap();
        for _ in 0..12 {
            let Some(seat) = local.seat_to_act() else { break };
            let action = local.table().game().offered_plies().swap_remove(0);
            local.play(seat, &action, Observer::Spectator, Timestamp(0), &mut source).unwrap();
        }
        local
            .act_with_lots(
                TableAct::Resign { seat: Seat::First },
                Observer::Spectator,
                Timestamp(0),
            )
            .unwrap();
        abaque_client::saved_games::record_text(&local).unwrap()
    }

    #[test]
    fn the_log_must_say_what_the_record_says() {
        let text = played().replace("[SeatOfA", "[Seeds \"deposited\"]\n[SeatOfA");
        let verdict = RecordVerification::verify(&text).unwrap();
        assert_eq!(verdict.seeds, Some(SeedMode::Deposited));
        let tag = |name: &str| {
            let rest = text.split(&format!("[{name} \"")).nth(1).unwrap();
            rest.split('"').next().unwrap().to_owned()
        };
        let (s, a, b) = (tag("CommitTable"), tag("CommitA"), tag("CommitB"));
        let entry = |kind: &str, a: Option<&String>, b: Option<&String>, seeds: Option<&str>| {
            let seeds = seeds.map(String::from);
            let (kind, commitment) = (kind.to_owned(), s.clone());
            LotLogEntry {
                seq: 1,
                game: "test".into(),
                at: 0,
                kind,
                commitment,
                a: a.cloned(),
                b: b.cloned(),
                seeds,
                chain: String::new(),
            }
        };
        let mode = Some("deposited");
        let open = entry("open", Some(&a), None, mode);
        let join = entry("join", Some(&a), Some(&b), mode);
        let gone = entry("join", Some(&a), Some(&s), mode);
        let found = |log: &[&LotLogEntry]| {
            verdict.compare_with_log(&log.iter().map(|&entry| entry.clone()).collect::<Vec<_>>())
        };
        assert_eq!(found(&[]), LogFinding::Missing);
        assert_eq!(found(&[&entry("table", None, None, None)]), LogFinding::Table);
        assert_eq!(found(&[&open, &join]), LogFinding::All);
        assert_eq!(found(&[&open, &gone, &join]), LogFinding::All, "the first joiner left");
        assert_eq!(found(&[&open, &gone]), LogFinding::Contradicts);
        assert_eq!(found(&[&open]), LogFinding::Contradicts, "nobody joined");
        let other = entry("open", Some(&b), None, mode);
        assert_eq!(found(&[&other, &join]), LogFinding::Contradicts);
        let live = entry("open", Some(&a), None, Some("live"));
        assert_eq!(found(&[&live, &join]), LogFinding::Contradicts);
        let table = LotLogEntry { commitment: a.clone(), ..open };
        assert_eq!(found(&[&table, &join]), LogFinding::Contradicts);
    }

    #[test]
    fn verification_accepts_the_true_record_only() {
        let text = played();
        let verdict = RecordVerification::verify(&text).unwrap();
        let lots = verdict.lots.unwrap();
        assert!(lots.len() > 1 && verdict.plies > 12 && verdict.sides);
        let (_, throw) = lots.last().unwrap();
        let other = if throw == "d11" { "d22" } else { "d11" };
        let place = text.rfind(throw.as_str()).unwrap();
        let false_text = format!("{}{other}{}", &text[..place], &text[place + throw.len()..]);
        assert!(RecordVerification::verify(&false_text).is_err());
        assert!(RecordVerification::verify("what?").is_err());
        assert!(RecordVerification::verify(&format!("{text}\n{text}")).is_err());
    }
}

use abaque_core::{Lang, Millis, Said, Seat, Turn, said};
use abaque_record::{Record, RecordError, check, parse};
use abaque_table::{Act, At, Setting, Table};

use super::written::COMPUTERS;
use super::{Player, Proof, Sitting};

impl Sitting {
    /// Goes on from a record, which is checked first: plies, result, lots, seals, clocks. `fresh` serves
    /// where it brings no seeds of its own.
    pub fn resume(text: &str, fresh: Proof, now: At) -> Result<Sitting, Said> {
        let wrong = |error: &RecordError| {
            let (en, fr) = (error.tell(Lang::En), error.tell(Lang::Fr));
            said!("{en}", "{fr}")
        };
        let records = parse(text).map_err(|error| wrong(&error))?;
        let [record] = &records[..] else {
            let count = records.len();
            return Err(said!(
                "there are {count} games here; one is needed to go on",
                "il y a {count} parties ici ; il en faut une pour reprendre"
            ));
        };
        let checked = check(record).map_err(|error| wrong(&error))?;
        let mut setting = Setting::of(record.open().map_err(|error| wrong(&error))?);
        if let Some(clock) = record.tag("Clock") {
            setting.clock = clock.parse().map_err(|error: abaque_core::BadText| error.said)?;
        }
        setting.take_backs = record.tag("Takebacks") != Some("no");
        let players = players(record)?;
        let proof = Proof::read(record, &checked, fresh);
        let mut table = Table::new(setting, now);
        replay(&mut table, record, now)?;
        let date = record.tag("Date").unwrap_or_default().to_owned();
        Ok(Sitting { table, proof, players, date, resumed: Some(record.clone()) })
    }
}

fn players(record: &Record) -> Result<[Player; 2], Said> {
    let mut players = [Player::default(), Player::default()];
    let tags = ["First", "Second"].into_iter().zip(COMPUTERS);
    for (player, (name, computer)) in players.iter_mut().zip(tags) {
        player.name = record.tag(name).map(String::from);
        let kind = record.tag(computer).map(str::parse).transpose();
        player.computer = kind.map_err(|error: abaque_core::BadText| error.said)?;
    }
    Ok(players)
}

/// Plays a record through, clocks included, and lets the table know how it ended.
fn replay(table: &mut Table, record: &Record, now: At) -> Result<(), Said> {
    let told = |refused: abaque_table::Refused| {
        let (en, fr) = (refused.tell(Lang::En), refused.tell(Lang::Fr));
        said!("{en}", "{fr}")
    };
    let mut restored = 0;
    for ply in record.plies().map(String::from) {
        let act = match table.game().turn() {
            Turn::Chance => Act::Lot { outcome: ply },
            Turn::Of(seat) if table.may_act(seat) => Act::play(seat, ply),
            // A set-up of the second seat while the first one's waits.
            _ => Act::play(Seat::Second, ply),
        };
        table.step(act, now).map_err(told)?;
        // Two set-ups come in with one act, so there may be none or several new plies.
        for (index, noted) in record.main().moves().iter().enumerate().skip(restored) {
            if index == table.plies().len() {
                break;
            }
            if let Some(left) = noted.clock() {
                // Whoever went on playing had some time left, however a clock rounds it.
                table.restore_clock(index, left.max(Millis(1)), now);
            }
            restored = index + 1;
        }
    }
    if let Some(outcome) = record.outcome() {
        table.conclude(outcome, now);
    }
    Ok(())
}

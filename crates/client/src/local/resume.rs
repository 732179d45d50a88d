use abaque_core::{BadText, Lang, Millis, Said, Seat, Turn, said};
use abaque_record::{Checked, Record, RecordError, check, parse};
use abaque_table::{Act, At, Setting, Table};

use super::written::{COMPUTER_TIME, COMPUTERS, NAMES};
use super::{Player, Proof, Sitting};
use crate::span;

/// A game that was written down, read and checked: plies, result, lots, seals, clocks.
pub struct Saved {
    /// What was agreed, but for the window, of which records say nothing.
    pub setting: Setting,
    record: Record,
    checked: Checked,
}

impl Saved {
    /// Reads the one record of a text.
    pub fn read(text: &str) -> Result<Saved, Said> {
        let wrong = |error: &RecordError| {
            let (en, fr) = (error.tell(Lang::En), error.tell(Lang::Fr));
            said!("{en}", "{fr}")
        };
        let mut records = parse(text).map_err(|error| wrong(&error))?;
        let count = records.len();
        let (Some(record), 1) = (records.pop(), count) else {
            return Err(said!(
                "there are {count} games here; one is needed to go on",
                "il y a {count} parties ici ; il en faut une pour reprendre"
            ));
        };
        let checked = check(&record).map_err(|error| wrong(&error))?;
        let mut setting = Setting::of(record.open().map_err(|error| wrong(&error))?);
        if let Some(clock) = record.tag("Clock") {
            setting.clock = clock.parse().map_err(|error: BadText| error.said)?;
        }
        setting.take_backs = record.tag("Takebacks") != Some("no");
        Ok(Saved { setting, record, checked })
    }

    /// The name it gives whoever sits there.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        self.record.tag(NAMES[seat.index()])
    }

    /// The computer player it names there.
    pub fn computer(&self, seat: Seat) -> Option<&str> {
        self.record.tag(COMPUTERS[seat.index()])
    }

    /// How long its computers think.
    pub fn computer_time(&self) -> Result<Option<Millis>, BadText> {
        self.record.tag(COMPUTER_TIME).map(span::read).transpose()
    }

    /// Sits these players down where it was left. `fresh` serves where it brings no seeds of its own.
    pub fn sit(self, players: [Player; 2], fresh: Proof, now: At) -> Result<Sitting, Said> {
        let Saved { setting, record, checked } = self;
        let proof = Proof::read(&record, &checked, fresh);
        let mut table = Table::new(setting, now);
        replay(&mut table, &record, now)?;
        let date = record.tag("Date").unwrap_or_default().to_owned();
        let resumed = Some(record);
        Ok(Sitting { table, proof, players, computer_time: None, date, resumed })
    }

    fn players(&self) -> Result<[Player; 2], BadText> {
        let mut players = [Player::default(), Player::default()];
        for (player, seat) in players.iter_mut().zip(Seat::ALL) {
            player.name = self.name(seat).map(String::from);
            player.computer = self.computer(seat).map(str::parse).transpose()?;
        }
        Ok(players)
    }
}

impl Sitting {
    /// Goes on from a record with the players it names.
    pub fn resume(text: &str, fresh: Proof, now: At) -> Result<Sitting, Said> {
        let saved = Saved::read(text)?;
        let players = saved.players().map_err(|error| error.said)?;
        let computer_time = saved.computer_time().map_err(|error| error.said)?;
        Ok(Sitting { computer_time, ..saved.sit(players, fresh, now)? })
    }
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

use abaque_core::{BadText, Seat};
use abaque_record::{Move, Record, TAGS};

use super::Sitting;

/// The tags that say who sits where.
pub(super) const NAMES: [&str; 2] = ["First", "Second"];
/// The tags that say which computer sits where.
pub(super) const COMPUTERS: [&str; 2] = ["ComputerFirst", "ComputerSecond"];
/// The tag that says how long computers think.
pub(super) const COMPUTER_TIME: &str = "ComputerTime";

impl Sitting {
    /// The game as it stands, as a record that [`Sitting::resume`] goes on from.
    pub fn record(&self) -> Result<Record, BadText> {
        let setting = self.table.setting();
        let mut record = Record::new(&setting.start.spec())?;
        let start = setting.start.position();
        if start != abaque_catalog::open(&setting.start.spec())?.position() {
            record.set_tag("Start", &start)?;
        }
        // A record from elsewhere may not say when.
        if !self.date.is_empty() {
            record.set_tag("Date", &self.date)?;
        }
        for (player, (name, computer)) in self.players.iter().zip(NAMES.into_iter().zip(COMPUTERS))
        {
            if let Some(given) = &player.name {
                record.set_tag(name, given)?;
            }
            if let Some(kind) = &player.computer {
                record.set_tag(computer, &kind.to_string())?;
            }
        }
        let computers = self.players.iter().any(|player| player.computer.is_some());
        if let Some(time) = self.computer_time.filter(|_| computers) {
            record.set_tag(COMPUTER_TIME, &format!("{}ms", time.0))?;
        }
        record.set_tag("Clock", &setting.clock.to_string())?;
        record.set_tag("Takebacks", if setting.take_backs { "yes" } else { "no" })?;
        let plies = self.table.plies();
        let drawn = plies.iter().any(|entry| entry.seat.is_none());
        let set_up = Seat::ALL
            .map(|seat| plies.iter().any(|entry| entry.secret && entry.seat == Some(seat)));
        self.proof.write(&mut record, drawn, set_up)?;
        let mut kept: &[Move] = &[];
        if let Some(resumed) = &self.resumed {
            keep_tags(&mut record, resumed)?;
            resumed.main().intro().iter().try_for_each(|text| record.main_mut().add_intro(text))?;
            kept = resumed.main().moves();
        }
        for entry in plies {
            let noted = record.push(&entry.ply)?;
            kept = match kept.split_first() {
                Some((old, rest)) if old.ply() == entry.ply => {
                    keep_notes(noted, old)?;
                    rest
                }
                // From where something else was played nothing is left to keep.
                _ => &[],
            };
            if let Some(left) = entry.clock {
                noted.set_clock(left);
            }
        }
        record.set_outcome(self.table.outcome())?;
        Ok(record)
    }
}

/// What a resumed record says beside what is written at the table.
fn keep_tags(record: &mut Record, resumed: &Record) -> Result<(), BadText> {
    let chosen = resumed.tag("Sides") == Some("chosen");
    for tag in resumed.tags() {
        let known = TAGS.iter().any(|info| info.name == tag.name());
        let kept = match tag.name() {
            "Event" | "Site" | "Round" => true,
            "Sides" | "SeatOfA" => chosen,
            // Who sits there now was written already.
            name if COMPUTERS.contains(&name) || name == COMPUTER_TIME => false,
            _ => !known,
        };
        if kept {
            record.set_tag(tag.name(), tag.value())?;
        }
    }
    Ok(())
}

/// Comments, mark, time used and variations; the clock is the table's.
fn keep_notes(noted: &mut Move, old: &Move) -> Result<(), BadText> {
    if let Some(mark) = old.mark() {
        noted.set_mark(mark);
    }
    if let Some(used) = old.elapsed() {
        noted.set_elapsed(used);
    }
    for comment in old.comments() {
        noted.add_comment(comment)?;
    }
    for line in old.variations() {
        noted.add_variation(line.clone())?;
    }
    Ok(())
}

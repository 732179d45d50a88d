use abaque_core::{ParseError, Seat};
use abaque_record::{Record, RecordMove, TAGS};

use super::LocalGame;

/// Tags with the players' names.
pub(super) const PLAYER_TAGS: [&str; 2] = ["First", "Second"];
/// Tags with the bot kinds.
pub(super) const COMPUTER_TAGS: [&str; 2] = ["ComputerFirst", "ComputerSecond"];
/// Tag with the bots' thinking time.
pub(super) const COMPUTER_TIME_TAG: &str = "ComputerTime";

impl LocalGame {
    /// The game so far, as a record that [`LocalGame::resume`] reads.
    pub fn record(&self) -> Result<Record, ParseError> {
        let setting = self.table.settings();
        let mut record = Record::new(&setting.start.spec())?;
        let start = setting.start.position();
        if start != abaque_catalog::open(&setting.start.spec())?.position() {
            record.set_tag("Start", &start)?;
        }
        // Imported records may lack a date.
        if !self.date.is_empty() {
            record.set_tag("Date", &self.date)?;
        }
        for (player, (name, computer)) in
            self.players.iter().zip(PLAYER_TAGS.into_iter().zip(COMPUTER_TAGS))
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
            record.set_tag(COMPUTER_TIME_TAG, &format!("{}ms", time.0))?;
        }
        record.set_tag("Clock", &setting.clock.to_string())?;
        record.set_tag("Takebacks", if setting.take_backs { "yes" } else { "no" })?;
        let plies = self.table.plies();
        let drawn = plies.iter().any(|entry| entry.seat.is_none());
        let set_up = Seat::ALL
            .map(|seat| plies.iter().any(|entry| entry.secret && entry.seat == Some(seat)));
        self.lot_evidence.write_to(&mut record, drawn, set_up)?;
        let mut kept: &[RecordMove] = &[];
        if let Some(resumed) = &self.resumed {
            keep_tags(&mut record, resumed)?;
            resumed
                .main_line()
                .intro()
                .iter()
                .try_for_each(|text| record.main_line_mut().add_intro(text))?;
            kept = resumed.main_line().moves();
        }
        for entry in plies {
            let noted = record.push(&entry.ply)?;
            kept = match kept.split_first() {
                Some((old, rest)) if old.ply() == entry.ply => {
                    keep_notes(noted, old)?;
                    rest
                }
                // After the first different ply there are no notes to keep.
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

/// Copies the resumed record's tags that the table does not write.
fn keep_tags(record: &mut Record, resumed: &Record) -> Result<(), ParseError> {
    let chosen = resumed.tag("Sides") == Some("chosen");
    for tag in resumed.tags() {
        let known = TAGS.iter().any(|info| info.name == tag.name());
        let kept = match tag.name() {
            "Event" | "Site" | "Round" => true,
            "Sides" | "SeatOfA" => chosen,
            // The current players are written already.
            name if COMPUTER_TAGS.contains(&name) || name == COMPUTER_TIME_TAG => false,
            _ => !known,
        };
        if kept {
            record.set_tag(tag.name(), tag.value())?;
        }
    }
    Ok(())
}

/// Copies comments, mark, time used and variations; the clock is the table's.
fn keep_notes(noted: &mut RecordMove, old: &RecordMove) -> Result<(), ParseError> {
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

//! A game at the terminal as a record, and back.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use abaque_core::{Lang, Seat, said};
use abaque_record::{Checked, Move, Record, TAGS};
use abaque_table::Setting;

use super::players;
use super::session::Session;
use crate::commands;
use crate::failure::Failure;

/// Writes the record: beside its final name first and down to the disk, so that neither a crash nor
/// a power cut leaves half a file.
pub(crate) fn write(path: &str, session: &Session) -> Result<(), Failure> {
    let text = record(session)?.to_string();
    // A link stays a link: what it leads to is replaced.
    let target = fs::canonicalize(path).unwrap_or_else(|_| PathBuf::from(path));
    let mut beside = target.clone().into_os_string();
    beside.push(".part");
    let whole = fs::File::create(&beside).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()
    });
    whole.and_then(|()| fs::rename(&beside, &target)).map_err(|error| {
        // What could not be written whole is of no use; that it may not exist is no second error.
        let _ = fs::remove_file(&beside);
        Failure::file(path, &error)
    })
}

/// The game as it stands, as a record.
pub(crate) fn record(session: &Session) -> Result<Record, Failure> {
    let table = &session.table;
    let setting = table.setting();
    let mut record = Record::new(&setting.start.spec())?;
    let start = setting.start.position();
    if start != abaque_catalog::open(&setting.start.spec())?.position() {
        record.set_tag("Start", &start)?;
    }
    record.set_tag("Date", &session.date)?;
    for (name, tag) in session.screen.names.iter().zip(["First", "Second"]) {
        if let Some(name) = name {
            record.set_tag(tag, name)?;
        }
    }
    for (player, tag) in session.players.iter().zip(players::TAGS) {
        if let Some(computer) = player {
            record.set_tag(tag, &computer.text())?;
        }
    }
    if let Some(time) = session.players.iter().flatten().find_map(|computer| computer.time()) {
        record.set_tag(players::TIME_TAG, &format!("{}ms", time.0))?;
    }
    record.set_tag("Clock", &setting.clock.to_string())?;
    record.set_tag("Takebacks", if setting.take_backs { "yes" } else { "no" })?;
    let drawn = table.plies().iter().any(|entry| entry.seat.is_none());
    let set_up = Seat::ALL
        .map(|seat| table.plies().iter().any(|entry| entry.secret && entry.seat == Some(seat)));
    session.proof.write(&mut record, drawn, set_up)?;
    let mut kept: &[Move] = &[];
    if let Some(resumed) = &session.resumed {
        keep_tags(&mut record, resumed)?;
        resumed.main().intro().iter().try_for_each(|text| record.main_mut().add_intro(text))?;
        kept = resumed.main().moves();
    }
    for entry in table.plies() {
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
    record.set_outcome(table.outcome())?;
    Ok(record)
}

/// What a resumed record says beside what is written at the table.
fn keep_tags(record: &mut Record, resumed: &Record) -> Result<(), Failure> {
    let chosen = resumed.tag("Sides") == Some("chosen");
    for tag in resumed.tags() {
        let known = TAGS.iter().any(|info| info.name == tag.name());
        let kept = match tag.name() {
            "Event" | "Site" | "Round" => true,
            "Sides" | "SeatOfA" => chosen,
            // Who sits there now was written already.
            name if players::TAGS.contains(&name) || name == players::TIME_TAG => false,
            _ => !known,
        };
        if kept {
            record.set_tag(tag.name(), tag.value())?;
        }
    }
    Ok(())
}

/// Comments, mark, time used and variations; the clock is the table's.
fn keep_notes(noted: &mut Move, old: &Move) -> Result<(), Failure> {
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

/// Reads a saved game and checks it.
pub(crate) fn read(path: &str) -> Result<(Record, Checked, Setting), Failure> {
    let text = commands::read(path)?;
    let wrong = |error: &abaque_record::RecordError| {
        let (en, fr) = (error.tell(Lang::En), error.tell(Lang::Fr));
        Failure::input(said!("{path}: {en}", "{path} : {fr}"))
    };
    let records = abaque_record::parse(&text).map_err(|error| wrong(&error))?;
    let [record] = &records[..] else {
        let count = records.len();
        return Err(Failure::input(said!(
            "{path} holds {count} games; one is needed to go on",
            "{path} contient {count} parties ; il en faut une pour reprendre"
        )));
    };
    let checked = abaque_record::check(record).map_err(|error| wrong(&error))?;
    let mut setting = Setting::of(record.open().map_err(|error| wrong(&error))?);
    if let Some(clock) = record.tag("Clock") {
        setting.clock = clock.parse()?;
    }
    setting.take_backs = record.tag("Takebacks") != Some("no");
    setting.window = None;
    Ok((record.clone(), checked, setting))
}

/// Who a saved game names.
pub(crate) fn names(record: &Record) -> [Option<String>; 2] {
    ["First", "Second"].map(|tag| record.tag(tag).map(String::from))
}

/// The file of the next game: `g.abq`, `g-2.abq`, `g-3.abq` …, the first that does not exist yet.
pub(crate) fn free_name(path: &str) -> String {
    let mut name = next_name(path);
    while Path::new(&name).exists() {
        name = next_name(&name);
    }
    name
}

fn next_name(path: &str) -> String {
    let (stem, ending) = match path.rsplit_once('.') {
        Some((stem, ending)) if !stem.is_empty() && !ending.contains('/') => {
            (stem, format!(".{ending}"))
        }
        _ => (path, String::new()),
    };
    let numbered = stem.rsplit_once('-').and_then(|(stem, n)| Some((stem, n.parse::<u32>().ok()?)));
    let (stem, n) = numbered.unwrap_or((stem, 1));
    format!("{stem}-{}{ending}", n.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rematches_get_files_of_their_own() {
        for (path, next) in [
            ("g.abq", "g-2.abq"),
            ("a.b/g-2.abq", "a.b/g-3.abq"),
            ("a.b/g", "a.b/g-2"),
            ("my-game.abq", "my-game-2.abq"),
        ] {
            assert_eq!(next_name(path), next);
        }
    }
}

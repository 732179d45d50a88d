use abaque_core::{BadText, Lang, Said, said};
use abaque_record::{Line, Mark as Noted, Move, Record};

use crate::Mark;
use crate::report::{Lot, Played, Report};
use crate::stints::Followed;

/// What our own comments begin with, so that they are replaced and not heaped up.
const OURS: [&str; 2] = ["[%win ", "[%luck "];

/// The record with what was found written into it: chances and luck as comments, marks where nobody set
/// one, and the better line of every marked move as a variation.
pub fn annotate(record: &Record, report: &Report, lang: Lang) -> Result<Record, BadText> {
    let mut line = Line::new();
    for comment in record.main().intro() {
        line.add_intro(comment)?;
    }
    let start = record.open().map_err(|error| {
        let (en, fr) = (error.tell(Lang::En), error.tell(Lang::Fr));
        BadText::new("RECORD", said!("{en}", "{fr}"))
    })?;
    let mut at = Followed::new(start);
    for (index, old) in record.main().moves().iter().enumerate() {
        let noted = line.push(old.ply())?;
        copy(noted, old)?;
        let begins = report.moves.iter().find(|played| played.ply == index);
        if let Some(played) = begins {
            mark(noted, played, &at)?;
        }
        let ends =
            report.moves.iter().find(|played| played.ply + played.actions.len() == index + 1);
        if let Some(text) = ends.and_then(|played| comment(played, lang)) {
            noted.add_comment(&text)?;
        }
        if let Some(lot) = report.lots.iter().find(|lot| lot.ply == index) {
            luck(noted, lot)?;
        }
        at.play(old.ply()).map_err(|refused| {
            let (en, fr) = (refused.tell(Lang::En), refused.tell(Lang::Fr));
            BadText::new("RECORD", said!("{en}", "{fr}"))
        })?;
    }
    let mut annotated = record.clone();
    *annotated.main_mut() = line;
    Ok(annotated)
}

fn copy(noted: &mut Move, old: &Move) -> Result<(), BadText> {
    if let Some(mark) = old.mark() {
        noted.set_mark(mark);
    }
    if let Some(left) = old.clock() {
        noted.set_clock(left);
    }
    if let Some(used) = old.elapsed() {
        noted.set_elapsed(used);
    }
    for comment in old.comments() {
        if !OURS.iter().any(|ours| comment.starts_with(ours)) {
            noted.add_comment(comment)?;
        }
    }
    for line in old.variations() {
        noted.add_variation(line.clone())?;
    }
    Ok(())
}

/// The mark, unless somebody set one, and the better line.
fn mark(noted: &mut Move, played: &Played, before: &Followed) -> Result<(), BadText> {
    let Some(mark) = played.mark else { return Ok(()) };
    if noted.mark().is_none() {
        noted.set_mark(match mark {
            Mark::Inaccuracy => Noted::Dubious,
            Mark::Mistake => Noted::Mistake,
            Mark::Blunder => Noted::Blunder,
        });
    }
    let mut game = before.game.clone();
    let mut better = Line::new();
    for ply in &played.best {
        // What was foreseen without knowing everything may turn out impossible.
        if game.play(ply).is_err() {
            break;
        }
        better.push(ply)?;
    }
    if !better.moves().is_empty() && !noted.variations().contains(&better) {
        noted.add_variation(better)?;
    }
    Ok(())
}

fn comment(played: &Played, lang: Lang) -> Option<String> {
    let first = played.first_after()?;
    let mut text = format!("[%win {first:.3}]");
    if let (Some(before), Some(after), Some(_)) = (played.before, played.after, played.mark) {
        let [before, after] = [before, after].map(|win| (win * 100.0).round());
        let said: Said = said!(
            "from {before}% to {after}% for the player who moved",
            "de {before} % à {after} % pour qui a joué"
        );
        text += &format!(" {}", said.get(lang));
    }
    Some(text)
}

fn luck(noted: &mut Move, lot: &Lot) -> Result<(), BadText> {
    if let Some(luck) = lot.luck {
        noted.add_comment(&format!("[%luck {luck:+.3}]"))?;
    }
    Ok(())
}

use abaque_core::{Lang, Message, ParseError, message};
use abaque_record::{MoveMark as Noted, Record, RecordLine, RecordMove};

use crate::MistakeGrade;
use crate::report::{AnalysisReport, LotReport, MoveReport};
use crate::segments::FollowedGame;

/// Prefixes of our own comments, so that a new analysis replaces them.
const OWN_COMMENT_PREFIXES: [&str; 2] = ["[%win ", "[%luck "];

/// The record with the report written into it: chances and luck as comments, marks where there are
/// none, and the better line of every marked move as a variation.
pub fn annotate(
    record: &Record,
    report: &AnalysisReport,
    lang: Lang,
) -> Result<Record, ParseError> {
    let mut line = RecordLine::new();
    for comment in record.main_line().intro() {
        line.add_intro(comment)?;
    }
    let start = record.open_start().map_err(|error| {
        let (en, fr) = (error.localized(Lang::En), error.localized(Lang::Fr));
        ParseError::new("RECORD", message!("{en}", "{fr}"))
    })?;
    let mut at = FollowedGame::new(start);
    for (index, old) in record.main_line().moves().iter().enumerate() {
        let noted = line.push(old.ply())?;
        copy_notes(noted, old)?;
        let begins = report.moves.iter().find(|played| played.ply == index);
        if let Some(played) = begins {
            add_mark(noted, played, &at)?;
        }
        let ends =
            report.moves.iter().find(|played| played.ply + played.actions.len() == index + 1);
        if let Some(text) = ends.and_then(|played| win_comment(played, lang)) {
            noted.add_comment(&text)?;
        }
        if let Some(lot) = report.lots.iter().find(|lot| lot.ply == index) {
            add_luck_comment(noted, lot)?;
        }
        at.play(old.ply()).map_err(|refused| {
            let (en, fr) = (refused.localized(Lang::En), refused.localized(Lang::Fr));
            ParseError::new("RECORD", message!("{en}", "{fr}"))
        })?;
    }
    let mut annotated = record.clone();
    *annotated.main_line_mut() = line;
    Ok(annotated)
}

fn copy_notes(noted: &mut RecordMove, old: &RecordMove) -> Result<(), ParseError> {
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
        if !OWN_COMMENT_PREFIXES.iter().any(|ours| comment.starts_with(ours)) {
            noted.add_comment(comment)?;
        }
    }
    for line in old.variations() {
        noted.add_variation(line.clone())?;
    }
    Ok(())
}

/// Adds the mark, unless the record has one, and the better line.
fn add_mark(
    noted: &mut RecordMove,
    played: &MoveReport,
    before: &FollowedGame,
) -> Result<(), ParseError> {
    let Some(mark) = played.mark else { return Ok(()) };
    if noted.mark().is_none() {
        noted.set_mark(match mark {
            MistakeGrade::Inaccuracy => Noted::Dubious,
            MistakeGrade::Mistake => Noted::Mistake,
            MistakeGrade::Blunder => Noted::Blunder,
        });
    }
    let mut game = before.game.clone();
    let mut better = RecordLine::new();
    for ply in &played.best {
        // A line found with hidden information may turn out to be illegal.
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

fn win_comment(played: &MoveReport, lang: Lang) -> Option<String> {
    let first = played.first_chance_after()?;
    let mut text = format!("[%win {first:.3}]");
    if let (Some(before), Some(after), Some(_)) = (played.before, played.after, played.mark) {
        let [before, after] = [before, after].map(|win| (win * 100.0).round());
        let message: Message = message!(
            "from {before}% to {after}% for the player who moved",
            "de {before}\u{a0}% à {after}\u{a0}% pour le joueur"
        );
        text += &format!(" {}", message.get(lang));
        if !played.explanation.is_empty() {
            text += &format!(". {}", played.explanation_text(lang));
        }
    }
    Some(text)
}

fn add_luck_comment(noted: &mut RecordMove, lot: &LotReport) -> Result<(), ParseError> {
    if let Some(luck) = lot.luck {
        noted.add_comment(&format!("[%luck {luck:+.3}]"))?;
    }
    Ok(())
}

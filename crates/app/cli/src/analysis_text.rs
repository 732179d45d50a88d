//! Analysis reports as text for the terminal.

use abaque_analysis::{AnalysisReport, MistakeGrade, MoveReport, PlayerSummary};
use abaque_core::{Lang, Seat, message};

use crate::commands::player_names;
use crate::output::wrap;

/// Maximum width of the action column.
const MAX_ACTION_WIDTH: usize = 28;
/// Indentation of explanations and of lines that go on.
const HANG: usize = 10;
/// Smaller losses are not shown.
const MIN_SHOWN_LOSS: f64 = 0.0005;

/// The whole report, line by line.
pub(crate) fn report_lines(report: &AnalysisReport, lang: Lang, colour: bool) -> Vec<String> {
    let names = player_names(report, lang);
    let [first, second] = &names;
    let result = report.result.clone().unwrap_or_else(|| "*".into());
    let mut out = vec![format!("{} — {first} – {second} — {result}", report.game), String::new()];
    let mut rows: Vec<(usize, String)> = Vec::new();
    // A few long turns and set-ups must not widen the whole table.
    let lengths = report.moves.iter().map(|played| played.actions.join(" ").len());
    let wide = lengths.filter(|&length| length <= MAX_ACTION_WIDTH).max().unwrap_or(0);
    for played in &report.moves {
        rows.push((played.ply, wrap(&move_row(played, wide, lang, colour), HANG)));
        if !played.explanation.is_empty() {
            let told = format!("{}{}", " ".repeat(HANG), played.explanation_text(lang));
            rows.push((played.ply, wrap(&told, HANG)));
        }
    }
    for lot in &report.lots {
        let luck = lot.luck.map_or(String::new(), |luck| {
            let words = message!("luck", "chance");
            format!("{} {}", words.get(lang), signed_percent(luck, lang))
        });
        let line =
            format!("{:>4}  {}  {:<w$}  {luck}", lot.turn, lot.player, lot.outcome, w = wide);
        rows.push((lot.ply, wrap(line.trim_end(), HANG)));
    }
    rows.sort_by_key(|(ply, _)| *ply);
    out.extend(rows.into_iter().map(|(_, line)| line));
    out.push(String::new());
    out.extend(summaries(report, lang).iter().map(|line| wrap(line, 2)));
    out
}

/// Statistics of both players, and luck against skill.
pub(crate) fn summaries(report: &AnalysisReport, lang: Lang) -> Vec<String> {
    let names = player_names(report, lang);
    let [first, second] = &names;
    let mut out: Vec<String> =
        names.iter().zip(&report.sides).map(|(name, side)| summary(name, side, lang)).collect();
    if let Some(luck) = &report.luck {
        let [a, b] = [&report.sides[0], &report.sides[1]]
            .map(|side| signed_percent(side.luck.unwrap_or(0.0), lang));
        out.push(
            message!(
                "Luck: {first} {a}, {second} {b}.",
                "Chance\u{a0}: {first} {a}, {second} {b}."
            )
            .get(lang)
            .into(),
        );
        if let (Some(adjusted), Some(result)) = (luck.adjusted, luck.result) {
            let adjusted = localise_number(format!("{adjusted:.2}"), lang);
            out.push(
                message!(
                    "Result for {first}: {result}; luck-adjusted: {adjusted}.",
                    "Résultat pour {first}\u{a0}: {result}\u{a0}; sans la chance\u{a0}: {adjusted}."
                )
                .get(lang)
                .into(),
            );
        }
    }
    out
}

/// One move: win probabilities, loss, mark, and the better line.
fn move_row(played: &MoveReport, wide: usize, lang: Lang, colour: bool) -> String {
    let actions = played.actions.join(" ");
    let mut line = format!("{:>4}  {}  {actions:<wide$}", played.turn, played.player);
    let (Some(before), Some(after), Some(loss)) = (played.before, played.after, played.loss) else {
        return line.trim_end().into();
    };
    let [before, after] = [before, after].map(|win| format!("{:>3.0}", win * 100.0));
    let range = match lang {
        Lang::En => format!("{before} → {after}%"),
        Lang::Fr => format!("{before} → {after}\u{a0}%"),
    };
    line += &format!("  {range}");
    if played.forced {
        line += &format!("  {}", message!("forced", "forcé").get(lang));
    }
    if loss >= MIN_SHOWN_LOSS {
        line += &format!("  {:>6}", signed_percent(-loss, lang));
    }
    if let Some(mark) = played.mark {
        let better = message!("better:", "mieux\u{a0}:");
        let (sign, best) = (colour_mark(mark, colour), played.best.join(" "));
        line += &format!("  {sign}  {} {best}", better.get(lang));
    }
    line
}

fn colour_mark(mark: MistakeGrade, colour: bool) -> String {
    let sign = format!("{:<2}", mark.symbol());
    if !colour {
        return sign;
    }
    let code = match mark {
        MistakeGrade::Inaccuracy => "33",
        MistakeGrade::Mistake => "35",
        MistakeGrade::Blunder => "1;31",
    };
    format!("\x1b[{code}m{sign}\x1b[0m")
}

fn summary(name: &str, side: &PlayerSummary, lang: Lang) -> String {
    let (Some(loss), Some(accuracy)) = (side.average_loss, side.accuracy) else {
        let message = message!("{name}: nothing to judge.", "{name}\u{a0}: rien à juger.");
        return message.get(lang).into();
    };
    let PlayerSummary { inaccuracies, mistakes, blunders, .. } = side;
    let loss = localise_number(format!("{:.1}", loss * 100.0), lang);
    let message = message!(
        "{name}: accuracy {accuracy:.0}, {loss}% lost per move; inaccuracies {inaccuracies}, mistakes {mistakes}, blunders {blunders}.",
        "{name}\u{a0}: précision {accuracy:.0}, {loss}\u{a0}% perdus par coup\u{a0}; imprécisions {inaccuracies}, fautes {mistakes}, grosses fautes {blunders}."
    );
    message.get(lang).into()
}

/// A signed percentage: `+4.2%`.
pub(crate) fn signed_percent(change: f64, lang: Lang) -> String {
    // Adding zero turns −0 into 0.
    let percent = (change * 1000.0).round() / 10.0 + 0.0;
    let number = localise_number(format!("{percent:+.1}"), lang);
    match lang {
        Lang::En => format!("{number}%"),
        Lang::Fr => format!("{number}\u{a0}%"),
    }
}

/// Uses the language's decimal mark.
fn localise_number(number: String, lang: Lang) -> String {
    match lang {
        Lang::En => number,
        Lang::Fr => number.replace('.', ","),
    }
}

/// Describes the worst moves of these seats, with better ones.
pub(crate) fn worst_moves(
    report: &AnalysisReport,
    seats: &[Seat],
    most: usize,
    lang: Lang,
) -> Vec<String> {
    let names = player_names(report, lang);
    let marked =
        report.marked_moves_worst_first().into_iter().filter(|played| seats.contains(&played.seat));
    marked
        .take(most)
        .map(|played| {
            let who = &names[played.seat.index()];
            let (turn, actions) = (played.turn, played.actions.join(" "));
            let sign = played.mark.map_or("", MistakeGrade::symbol);
            let [before, after] =
                [played.before, played.after].map(|win| (win.unwrap_or(0.5) * 100.0).round());
            let best = played.best.join(" ");
            let mut line = message!(
                "Turn {turn}, {who}: {actions} {sign} from {before}% to {after}%. Better: {best}",
                "Tour {turn}, {who}\u{a0}: {actions} {sign}, de {before}\u{a0}% à {after}\u{a0}%. Mieux\u{a0}: {best}"
            )
            .get(lang)
            .to_string();
            if !played.explanation.is_empty() {
                line += &format!(". {}", played.explanation_text(lang));
            }
            line
        })
        .collect()
}

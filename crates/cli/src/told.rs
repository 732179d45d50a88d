//! What an analysis found, in words.

use abaque_analysis::{Mark, Played, Report, Side};
use abaque_core::{Lang, Seat, said};

use crate::commands::players;
use crate::output::wrap;

/// The widest the column of actions gets.
const WIDE: usize = 28;
/// A smaller loss is not worth a column.
const SHOWN: f64 = 0.0005;

/// The whole report, line by line.
pub(crate) fn report(report: &Report, lang: Lang, colour: bool) -> Vec<String> {
    let names = players(report, lang);
    let [first, second] = &names;
    let result = report.result.clone().unwrap_or_else(|| "*".into());
    let mut out = vec![format!("{} — {first} – {second} — {result}", report.game), String::new()];
    let mut rows: Vec<(usize, String)> = Vec::new();
    // A few long turns and set-ups do not make the whole table wide.
    let lengths = report.moves.iter().map(|played| played.actions.join(" ").len());
    let wide = lengths.filter(|&length| length <= WIDE).max().unwrap_or(0);
    for played in &report.moves {
        rows.push((played.ply, row(played, wide, lang, colour)));
    }
    for lot in &report.lots {
        let luck = lot.luck.map_or(String::new(), |luck| {
            let words = said!("luck", "chance");
            format!("{} {}", words.get(lang), signed(luck, lang))
        });
        let line =
            format!("{:>4}  {}  {:<w$}  {luck}", lot.turn, lot.player, lot.outcome, w = wide);
        rows.push((lot.ply, line.trim_end().into()));
    }
    rows.sort();
    out.extend(rows.into_iter().map(|(_, line)| wrap(&line, 10)));
    out.push(String::new());
    out.extend(summaries(report, lang).iter().map(|line| wrap(line, 2)));
    out
}

/// The players' games in figures, and luck against skill.
pub(crate) fn summaries(report: &Report, lang: Lang) -> Vec<String> {
    let names = players(report, lang);
    let [first, second] = &names;
    let mut out: Vec<String> =
        names.iter().zip(&report.sides).map(|(name, side)| summary(name, side, lang)).collect();
    if let Some(luck) = &report.luck {
        let [a, b] =
            [&report.sides[0], &report.sides[1]].map(|side| signed(side.luck.unwrap_or(0.0), lang));
        out.push(
            said!("Luck: {first} {a}, {second} {b}.", "Chance : {first} {a}, {second} {b}.")
                .get(lang)
                .into(),
        );
        if let (Some(adjusted), Some(result)) = (luck.adjusted, luck.result) {
            let adjusted = spelled(format!("{adjusted:.2}"), lang);
            out.push(
                said!(
                    "Result for {first}: {result}; with the luck taken out: {adjusted}.",
                    "Résultat pour {first} : {result} ; chance ôtée : {adjusted}."
                )
                .get(lang)
                .into(),
            );
        }
    }
    out
}

/// One move: chances, loss, mark, and what was better.
fn row(played: &Played, wide: usize, lang: Lang, colour: bool) -> String {
    let actions = played.actions.join(" ");
    let mut line = format!("{:>4}  {}  {actions:<wide$}", played.turn, played.player);
    let (Some(before), Some(after), Some(loss)) = (played.before, played.after, played.loss) else {
        return line.trim_end().into();
    };
    let [before, after] = [before, after].map(|win| format!("{:>3.0}", win * 100.0));
    line += &format!("  {before} → {after} %");
    if played.forced {
        line += &format!("  {}", said!("forced", "forcé").get(lang));
    }
    if loss >= SHOWN {
        line += &format!("  {:>6}", signed(-loss, lang));
    }
    if let Some(mark) = played.mark {
        let better = said!("better:", "mieux :");
        let (sign, best) = (paint(mark, colour), played.best.join(" "));
        line += &format!("  {sign}  {} {best}", better.get(lang));
    }
    line
}

fn paint(mark: Mark, colour: bool) -> String {
    let sign = format!("{:<2}", mark.sign());
    if !colour {
        return sign;
    }
    let code = match mark {
        Mark::Inaccuracy => "33",
        Mark::Mistake => "35",
        Mark::Blunder => "1;31",
    };
    format!("\x1b[{code}m{sign}\x1b[0m")
}

fn summary(name: &str, side: &Side, lang: Lang) -> String {
    let (Some(loss), Some(accuracy)) = (side.average_loss, side.accuracy) else {
        let said = said!("{name}: nothing to judge.", "{name} : rien à juger.");
        return said.get(lang).into();
    };
    let Side { inaccuracies, mistakes, blunders, .. } = side;
    let loss = spelled(format!("{:.1}", loss * 100.0), lang);
    let said = said!(
        "{name}: accuracy {accuracy:.0}, {loss}% lost a move; ?! {inaccuracies}, ? {mistakes}, ?? {blunders}.",
        "{name} : précision {accuracy:.0}, {loss} % perdus par coup ; ?! {inaccuracies}, ? {mistakes}, ?? {blunders}."
    );
    said.get(lang).into()
}

/// A gain or a loss: `+4.2%`.
pub(crate) fn signed(change: f64, lang: Lang) -> String {
    // Adding nought makes −0 plain.
    let percent = (change * 1000.0).round() / 10.0 + 0.0;
    let number = spelled(format!("{percent:+.1}"), lang);
    match lang {
        Lang::En => format!("{number}%"),
        Lang::Fr => format!("{number} %"),
    }
}

/// A number as the language writes it.
fn spelled(number: String, lang: Lang) -> String {
    match lang {
        Lang::En => number,
        Lang::Fr => number.replace('.', ","),
    }
}

/// The worst moves of these seats in words, with what was better.
pub(crate) fn worst(report: &Report, seats: &[Seat], most: usize, lang: Lang) -> Vec<String> {
    let names = players(report, lang);
    let marked = report.worst().into_iter().filter(|played| seats.contains(&played.seat));
    marked
        .take(most)
        .map(|played| {
            let who = &names[played.seat.index()];
            let (turn, actions) = (played.turn, played.actions.join(" "));
            let sign = played.mark.map_or("", Mark::sign);
            let [before, after] =
                [played.before, played.after].map(|win| (win.unwrap_or(0.5) * 100.0).round());
            let best = played.best.join(" ");
            said!(
                "Turn {turn}, {who}: {actions} {sign} took {before}% down to {after}%. Better: {best}",
                "Tour {turn}, {who} : {actions} {sign}, de {before} % à {after} %. Mieux : {best}"
            )
            .get(lang)
            .to_string()
        })
        .collect()
}

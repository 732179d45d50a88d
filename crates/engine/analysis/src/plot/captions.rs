use abaque_chart::truncate;
use abaque_core::{Lang, Outcome, message};

use crate::report::AnalysisReport;

/// All texts of the plot in one language.
pub(super) struct Captions {
    lang: Lang,
    pub(super) title: String,
    pub(super) subtitle: String,
    pub(super) up: String,
    pub(super) down: String,
    pub(super) turn: &'static str,
    pub(super) luck: String,
    pub(super) marks: [String; 3],
    pub(super) eyes: [String; 2],
}

impl Captions {
    pub(super) fn from_report(report: &AnalysisReport, lang: Lang) -> Captions {
        let name = report.game.split(':').next().unwrap_or_default();
        let entry = abaque_catalog::find(name).ok().map(|entry| (entry.description)());
        let colour = |i: usize| entry.map_or("", |info| info.players[i].get(lang));
        let who = |i: usize| match &report.names[i] {
            Some(name) => format!("{} ({})", truncate(name, 28), colour(i)),
            None => colour(i).to_string(),
        };
        let [first, second] = [who(0), who(1)];
        let outcome = report
            .result
            .as_deref()
            .zip(entry)
            .and_then(|(text, game)| Outcome::parse(text, game).ok());
        let result = match outcome {
            Some(outcome) => {
                let reason = outcome.reason().message();
                let (en, fr) = (reason.en, reason.fr);
                match outcome.winner() {
                    Some(seat) => {
                        let who = who(seat.index());
                        message!("{who} wins {en}", "{who} gagne {fr}")
                    }
                    None => message!("draw {en}", "partie nulle {fr}"),
                }
            }
            None => message!("not finished", "partie non terminée"),
        };
        let title = entry.map_or(name, |info| info.title.get(lang));
        let (one, two) = (colour(0), colour(1));
        Captions {
            lang,
            subtitle: format!("{title} · {}", result.get(lang)),
            up: message!("{one} wins", "{one} gagne").get(lang).into(),
            down: message!("{two} wins", "{two} gagne").get(lang).into(),
            turn: match lang {
                Lang::En => "turn",
                Lang::Fr => "tour",
            },
            luck: message!(
                "Luck of the dice: up for {one}, down for {two}",
                "Chance aux dés\u{a0}: vers le haut pour {one}, vers le bas pour {two}"
            )
            .get(lang)
            .into(),
            marks: [
                message!("?! inaccuracy", "?! imprécision"),
                message!("? mistake", "? faute"),
                message!("?? blunder", "?? grosse faute"),
            ]
            .map(|message| message.get(lang).into()),
            eyes: [
                message!("as {one} saw it", "vu par {one}"),
                message!("as {two} saw it", "vu par {two}"),
            ]
            .map(|message| message.get(lang).into()),
            title: format!("{first} – {second}"),
        }
    }

    pub(super) fn percent(&self, whole: i32) -> String {
        match self.lang {
            Lang::En => format!("{whole}%"),
            Lang::Fr => format!("{whole}\u{a0}%"),
        }
    }
}

//! Texts for titles, players and results.

use abaque_client::game_text::{ending_phrase, options_text};
use abaque_client::saved_games::computer_name;
use abaque_client::words::{self as app_words, online as words};
use abaque_core::{Lang, Outcome, Spec};
use abaque_protocol::{GameStage, GameSummary};

/// A game's title, with its non-default options.
pub fn game_title(spec: &str, lang: Lang) -> String {
    let Ok(parsed) = spec.parse::<Spec>() else { return spec.to_owned() };
    let name =
        abaque_catalog::find(&parsed.name).map(|entry| (entry.description)().title.get(lang));
    let options = options_text(spec, lang).map(|options| format!(" ({options})"));
    format!("{}{}", name.unwrap_or(&parsed.name), options.unwrap_or_default())
}

/// Player names by seat; free seats are labelled as such, hot-seat players by their sides.
pub fn player_names(info: &GameSummary, lang: Lang) -> [String; 2] {
    let spec: Option<Spec> = info.spec.parse().ok().filter(|_| info.hot_seat);
    if let Some(Ok(entry)) = spec.map(|spec| abaque_catalog::find(&spec.name)) {
        return (entry.description)().players.map(|side| side.get(lang).to_owned());
    }
    info.seats.each_ref().map(|seat| {
        let name = seat.bot.as_ref().map(|kind| computer_name(kind, lang));
        let name = name.or_else(|| seat.name.clone().or_else(|| seat.invited.clone()));
        let name = name.unwrap_or_else(|| words::FREE_SEAT.get(lang).to_owned());
        match &seat.rating {
            Some(rating) => format!("{name} ({rating})"),
            None => name,
        }
    })
}

/// The result for lists: "Ada wins on time".
pub fn result_text(info: &GameSummary, lang: Lang) -> Option<String> {
    if info.status == GameStage::Aborted {
        return Some(words::CALLED_OFF.get(lang).to_owned());
    }
    let spec: Spec = info.spec.parse().ok()?;
    let game = (abaque_catalog::find(&spec.name).ok()?.description)();
    let outcome = Outcome::parse(info.result.as_ref()?, game).ok()?;
    let reason = ending_phrase(&info.spec, outcome);
    Some(match outcome.winner() {
        Some(seat) => {
            let players = info.seats.each_ref().map(|seat| seat.name.clone());
            let name = players[seat.index()].clone();
            let name = name.unwrap_or_else(|| app_words::COMPUTER.get(lang).to_owned());
            format!("{name} {} {}", words::WINS.get(lang), reason.get(lang))
        }
        None => format!("{} {}", words::DRAWN.get(lang), reason.get(lang)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_name_unusual_options() {
        assert_eq!(game_title("abalone", Lang::En), "Abalone");
        assert_eq!(
            game_title("abalone:layout=belgian-daisy", Lang::En),
            "Abalone (Starting position – Belgian daisy)"
        );
    }
}

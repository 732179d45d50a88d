//! Texts for numbers, rating changes and results.

use abaque_core::{Lang, Outcome, Spec};
use abaque_protocol::{GameStage, GameSummary};

use abaque_client::game_text::{ending_phrase, result_sentence};
use abaque_client::words::people as words;

/// A number with `digits` decimals and the language's decimal mark.
pub fn format_number(value: f64, digits: usize, lang: Lang) -> String {
    let text = format!("{value:.digits$}");
    if lang == Lang::Fr { text.replace('.', ",") } else { text }
}

/// A rating change: `+12`, `−8`, `±0`.
pub fn format_rating_change(delta: f64) -> String {
    match delta.round() as i64 {
        0 => "±0".into(),
        up @ 1.. => format!("+{up}"),
        down => format!("−{}", down.unsigned_abs()),
    }
}

/// The result for the player `name`: "Won by pushing off six balls", or the state of a running game.
pub fn game_result_text(game: &GameSummary, name: &str, lang: Lang) -> String {
    let text = |words: abaque_core::StaticMessage| words.get(lang).to_owned();
    match game.status {
        GameStage::Open | GameStage::Seeds => return text(words::STATUS_OPEN),
        GameStage::Playing => return text(words::STATUS_PLAYING),
        GameStage::Aborted => return text(words::STATUS_ABORTED),
        GameStage::Over => {}
    }
    let Some(outcome) = outcome(game) else { return text(words::STATUS_OVER) };
    let how = ending_phrase(&game.spec, outcome);
    let sits = |seat: usize| {
        game.seats[seat].name.as_ref().is_some_and(|own| own.to_lowercase() == name.to_lowercase())
    };
    // Who lost did not push off the balls: there the winner is named.
    let sentence = result_sentence(&game.spec, None, outcome);
    let sentence = sentence.map(|sentence| sentence.get(lang).to_owned()).unwrap_or_default();
    match outcome.winner() {
        None => format!("{} {}", words::DREW.get(lang), how.get(lang)),
        Some(_) if sits(0) == sits(1) => sentence,
        Some(seat) if sits(seat.index()) => format!("{} {}", words::WON.get(lang), how.get(lang)),
        Some(_) => format!("{} – {sentence}", words::LOST.get(lang)),
    }
}

fn outcome(game: &GameSummary) -> Option<Outcome> {
    let spec: Spec = game.spec.parse().ok()?;
    let description = (abaque_catalog::find(&spec.name).ok()?.description)();
    Outcome::parse(game.result.as_deref()?, description).ok()
}

#[cfg(test)]
mod tests {
    use abaque_protocol::SeatInfo;

    use super::*;

    fn game(result: &str) -> GameSummary {
        let seat = |name: &str| SeatInfo { name: Some(name.into()), ..SeatInfo::default() };
        GameSummary {
            game: "kd7m29xwaq".into(),
            spec: "abalone:target=6".into(),
            clock: "300+2".into(),
            delay: 0,
            rated: true,
            public: true,
            hot_seat: false,
            seats: [seat("Ann"), seat("Bob")],
            status: GameStage::Over,
            result: Some(result.into()),
            reason: None,
            plies: 40,
            created: 0,
            touched: 0,
            rematch_of: None,
        }
    }

    #[test]
    fn results_are_told_from_one_players_side() {
        let won = game("b wins ejection");
        assert_eq!(game_result_text(&won, "ann", Lang::En), "Won by pushing off six balls");
        assert_eq!(
            game_result_text(&won, "Bob", Lang::Fr),
            "Perdue – Noir gagne en éjectant six boules"
        );
        assert_eq!(game_result_text(&won, "Carl", Lang::En), "Black wins by pushing off six balls");
        assert_eq!(
            game_result_text(&game("draw agreement"), "Bob", Lang::En),
            "Drawn by agreement"
        );
        assert_eq!(game_result_text(&game("what?"), "Bob", Lang::En), "Finished");
        let running = GameSummary { status: GameStage::Playing, result: None, ..won };
        assert_eq!(game_result_text(&running, "Ann", Lang::Fr), "En cours");
    }

    #[test]
    fn numbers_use_the_signs_of_the_language() {
        assert_eq!(format_number(10.26, 1, Lang::Fr), "10,3");
        assert_eq!(
            [format_rating_change(12.4), format_rating_change(-7.6), format_rating_change(0.3)],
            ["+12", "−8", "±0"]
        );
    }
}

//! Numbers and results in words.

use abaque_core::{Lang, Outcome, Spec};
use abaque_protocol::GameInfo;

use crate::words::people as words;

/// A number with as many digits after the point as wanted, as the language writes it.
pub fn number(value: f64, digits: usize, lang: Lang) -> String {
    let text = format!("{value:.digits$}");
    if lang == Lang::Fr { text.replace('.', ",") } else { text }
}

/// What a game changed about a rating: `+12`, `−8`, `±0`.
pub fn change(delta: f64) -> String {
    match delta.round() as i64 {
        0 => "±0".into(),
        up @ 1.. => format!("+{up}"),
        down => format!("−{}", down.unsigned_abs()),
    }
}

/// How a game went for the one of this name: "Won by ejection", or how far it is.
pub fn result(game: &GameInfo, name: &str, lang: Lang) -> String {
    let told = |words: abaque_core::Words| words.get(lang).to_owned();
    match game.status.as_str() {
        "open" => return told(words::STATUS_OPEN),
        "playing" => return told(words::STATUS_PLAYING),
        "aborted" => return told(words::STATUS_ABORTED),
        _ => {}
    }
    let Some(outcome) = outcome(game) else { return told(words::STATUS_OVER) };
    let how = outcome.reason().said();
    let sits = |seat: usize| {
        game.seats[seat].name.as_ref().is_some_and(|own| own.to_lowercase() == name.to_lowercase())
    };
    let word = match outcome.winner() {
        None => words::DREW,
        Some(_) if sits(0) == sits(1) => words::STATUS_OVER,
        Some(seat) if sits(seat.index()) => words::WON,
        Some(_) => words::LOST,
    };
    format!("{} {}", word.get(lang), how.get(lang))
}

fn outcome(game: &GameInfo) -> Option<Outcome> {
    let spec: Spec = game.spec.parse().ok()?;
    let letters = (abaque_catalog::find(&spec.name).ok()?.info)().letters;
    Outcome::parse(game.result.as_deref()?, letters).ok()
}

#[cfg(test)]
mod tests {
    use abaque_protocol::Seat;

    use super::*;

    fn game(result: &str) -> GameInfo {
        let seat = |name: &str| Seat { name: Some(name.into()), ..Seat::default() };
        GameInfo {
            game: "kd7m29xwaq".into(),
            spec: "abalone:target=6".into(),
            clock: "300+2".into(),
            delay: 0,
            rated: true,
            public: true,
            hot_seat: false,
            seats: [seat("Ann"), seat("Bob")],
            status: "over".into(),
            result: Some(result.into()),
            reason: None,
            plies: 40,
            created: 0,
            touched: 0,
            rematch_of: None,
        }
    }

    #[test]
    fn results_are_told_from_one_side() {
        let won = game("b wins ejection");
        assert_eq!(result(&won, "ann", Lang::En), "Won by ejection");
        assert_eq!(result(&won, "Bob", Lang::Fr), "Perdue par éjection");
        assert!(result(&won, "Carl", Lang::En).starts_with("Over"));
        assert_eq!(result(&game("draw agreement"), "Bob", Lang::En), "Drawn by agreement");
        assert_eq!(result(&game("what?"), "Bob", Lang::En), "Over");
        let running = GameInfo { status: "playing".into(), result: None, ..won };
        assert_eq!(result(&running, "Ann", Lang::Fr), "En cours");
    }

    #[test]
    fn numbers_are_written_as_people_write_them() {
        assert_eq!(number(10.26, 1, Lang::Fr), "10,3");
        assert_eq!([change(12.4), change(-7.6), change(0.3)], ["+12", "−8", "±0"]);
    }
}

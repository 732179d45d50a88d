//! Texts for clocks, titles and results.

use abaque_core::{ClockRule, Lang, Millis, Outcome, Spec};
use abaque_protocol::{GameStage, GameSummary};

use crate::words::online as words;

const SECOND: u64 = 1000;
const MINUTE: u64 = 60 * SECOND;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Clock text: days and hours, then hours, minutes and seconds, and tenths at the very end.
pub fn clock_face(left: Millis, lang: Lang) -> String {
    let left = left.0;
    let (hours, minutes, seconds) = (left / HOUR, left / MINUTE % 60, left / SECOND % 60);
    if left >= DAY {
        let day = words::DAY_SHORT.get(lang);
        format!("{} {day} {} h", left / DAY, hours % 24)
    } else if left >= HOUR {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else if left < 10 * SECOND {
        format!("0:{seconds:02}.{}", left % SECOND / 100)
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// Time control for lists: "5 min + 3 s", "3 days a turn", "no clock".
pub fn clock_rule_text(text: &str, lang: Lang) -> String {
    let long = |millis: Millis| match millis.0 {
        whole if whole % MINUTE == 0 && whole > 0 => format!("{} min", whole / MINUTE),
        other => format!("{} s", other.div_ceil(SECOND)),
    };
    match text.parse() {
        Ok(ClockRule::Budget { budget, increment }) if increment.0 == 0 => long(budget),
        Ok(ClockRule::Budget { budget, increment }) => {
            format!("{} + {} s", long(budget), increment.0 / SECOND)
        }
        Ok(ClockRule::Delay { budget, delay }) => {
            let waits = words::DELAY.get(lang);
            format!("{}, {waits} {} s", long(budget), delay.0 / SECOND)
        }
        Ok(ClockRule::PerTurn { limit }) => {
            let words = if limit.0 < 2 * DAY { words::DAY_A_TURN } else { words::DAYS_A_TURN };
            words.get(lang).replace("{n}", &(limit.0 / DAY).to_string())
        }
        Ok(ClockRule::None) | Err(_) => words::NO_CLOCK.get(lang).to_owned(),
    }
}

/// A game's title, with its non-default options.
pub fn game_title(spec: &str, lang: Lang) -> String {
    let Ok(parsed) = spec.parse::<Spec>() else { return spec.to_owned() };
    let name =
        abaque_catalog::find(&parsed.name).map(|entry| (entry.description)().title.get(lang));
    let options = spec.split_once(':').map(|(_, options)| format!(" ({options})"));
    format!("{}{}", name.unwrap_or(&parsed.name), options.unwrap_or_default())
}

/// Player names by seat; free seats are labelled as such, hot-seat players by their sides.
pub fn player_names(info: &GameSummary, lang: Lang) -> [String; 2] {
    let spec: Option<Spec> = info.spec.parse().ok().filter(|_| info.hot_seat);
    if let Some(Ok(entry)) = spec.map(|spec| abaque_catalog::find(&spec.name)) {
        return (entry.description)().players.map(|side| side.get(lang).to_owned());
    }
    info.seats.each_ref().map(|seat| {
        let name = seat.bot.as_ref().map(|kind| crate::saved_games::computer_name(kind, lang));
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
    let reason = outcome.reason().message();
    Some(match outcome.winner() {
        Some(seat) => {
            let players = info.seats.each_ref().map(|seat| seat.name.clone());
            let name = players[seat.index()].clone();
            let name = name.unwrap_or_else(|| crate::words::COMPUTER.get(lang).to_owned());
            format!("{name} {} {}", words::WINS.get(lang), reason.get(lang))
        }
        None => format!("{} {}", words::DRAWN.get(lang), reason.get(lang)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_get_finer_towards_the_end() {
        for (millis, shown) in [
            (3 * DAY, "3 d 0 h"),
            (DAY + 5 * HOUR + 59 * MINUTE, "1 d 5 h"),
            (2 * HOUR + 61 * SECOND, "2:01:01"),
            (5 * MINUTE + 9 * SECOND + 900, "5:09"),
            (9 * SECOND + 950, "0:09.9"),
            (0, "0:00.0"),
        ] {
            assert_eq!(clock_face(Millis(millis), Lang::En), shown);
        }
        assert_eq!(clock_face(Millis(2 * DAY), Lang::Fr), "2 j 0 h");
    }

    #[test]
    fn clocks_are_told() {
        for (text, told) in [
            ("300+3", "5 min + 3 s"),
            ("90+0", "90 s"),
            ("600d5", "10 min, waits 5 s"),
            ("3/turn", "3 days a turn"),
            ("1/turn", "1 day a turn"),
            ("-", "no clock"),
        ] {
            assert_eq!(clock_rule_text(text, Lang::En), told, "{text}");
        }
        assert_eq!(clock_rule_text("3/turn", Lang::Fr), "3 jours par tour");
    }

    #[test]
    fn titles_name_unusual_options() {
        assert_eq!(game_title("abalone", Lang::En), "Abalone");
        assert!(
            game_title("abalone:layout=belgian-daisy", Lang::En)
                .ends_with("(layout=belgian-daisy)")
        );
    }
}

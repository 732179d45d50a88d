//! Texts for clocks and time controls.

use abaque_core::{ClockRule, Lang, Millis};

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

/// Time control for lists: "5 min + 3 s", "3 days per turn", "no clock".
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_tenths_near_the_end() {
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
    fn clocks_are_announced_in_words() {
        for (text, told) in [
            ("300+3", "5 min + 3 s"),
            ("90+0", "90 s"),
            ("600d5", "10 min, delay 5 s"),
            ("3/turn", "3 days per turn"),
            ("1/turn", "1 day per turn"),
            ("-", "no clock"),
        ] {
            assert_eq!(clock_rule_text(text, Lang::En), told, "{text}");
        }
        assert_eq!(clock_rule_text("3/turn", Lang::Fr), "3 jours par tour");
    }
}

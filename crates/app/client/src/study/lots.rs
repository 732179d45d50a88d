use abaque_core::{GameDescription, Message, Seat, message};

/// Button label of a lot: the dice, or who starts.
pub fn lot_name(info: &GameDescription, roll: &str) -> Message {
    let seat = roll.strip_prefix("first:").and_then(|letter| {
        Seat::ALL.into_iter().find(|seat| info.letters[seat.index()].to_string() == letter)
    });
    if let Some(seat) = seat {
        let name = info.players[seat.index()];
        return Message { en: name.en.into(), fr: name.fr.into() };
    }
    match roll.trim_start_matches(['d', 'f']).split_at_checked(1) {
        Some((one, other)) if other.len() == 1 => message!("{one}–{other}", "{one}–{other}"),
        _ => message!("{roll}", "{roll}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lot_has_a_name() {
        let info = |game| (abaque_catalog::find(game).unwrap().description)();
        assert_eq!(lot_name(info("abagio"), "d53").en, "5–3");
        assert_eq!(lot_name(info("abagio"), "f26").fr, "2–6");
        assert_eq!(lot_name(info("blocs"), "first:r").fr, "Rouge");
        assert_eq!(lot_name(info("blocs"), "first:b").en, "Blue");
    }
}

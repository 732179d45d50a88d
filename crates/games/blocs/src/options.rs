//! Options: who starts, zone size, given rods.

use alloc::string::{String, ToString};
use core::fmt;

use abaque_core::{
    GameDescription, GameOptions, OptionDescription, ParseError, Seat, StaticMessage, message,
};

use crate::endings;
use crate::field::{Field, FieldSet, parse_fields};

/// Who starts (BLO-08).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum FirstPlayer {
    /// Blue starts.
    #[default]
    Blue,
    /// Red starts.
    Red,
    /// A lot after the set-ups decides (COM-05).
    Lot,
}

/// How many rods each player plants (BLO-05, BLO-23).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ZoneSize {
    /// Four small and four large rods.
    #[default]
    Eight,
    /// Five small and five large rods.
    Ten,
}

impl ZoneSize {
    /// The number of small rods a player plants; large ones are as many.
    pub const fn rods_of_each_size(self) -> u8 {
        match self {
            ZoneSize::Eight => 4,
            ZoneSize::Ten => 5,
        }
    }

    /// The fields that a player plants.
    pub(crate) const fn fields_planted_by(self, seat: Seat) -> FieldSet {
        let south = match self {
            ZoneSize::Eight => parse_fields("d1e1 c2d2e2f2 d3e3"),
            ZoneSize::Ten => parse_fields("d1e1 b2c2d2e2f2g2 d3e3"),
        };
        match seat {
            Seat::First => south,
            // A half-turn reverses the field order.
            Seat::Second => south.reverse_bits(),
        }
    }

    /// Whether the player chooses the rod on this field.
    pub const fn is_planted_by(self, seat: Seat, field: Field) -> bool {
        field.is_in(self.fields_planted_by(seat))
    }

    /// The fields without rods before the set-ups.
    pub(crate) const fn gaps(self) -> FieldSet {
        self.fields_planted_by(Seat::First) | self.fields_planted_by(Seat::Second)
    }

    /// The west and east zones.
    pub(crate) const fn side_zones(self) -> FieldSet {
        let west = match self {
            ZoneSize::Eight => parse_fields("a4a5 b3b4b5b6 c4c5"),
            ZoneSize::Ten => parse_fields("a4a5 b3b4b5b6 c3c4c5c6"),
        };
        west | west.reverse_bits()
    }

    const fn standard_rods(self) -> GivenRods {
        let west = match self {
            ZoneSize::Eight => parse_fields("a4b4b6c5"),
            ZoneSize::Ten => parse_fields("a4b4b6c3c5"),
        };
        let fixed = match self {
            ZoneSize::Eight => parse_fields("b2g2b7g7d4e5"),
            ZoneSize::Ten => parse_fields("d4e5"),
        };
        GivenRods { large: west | west.reverse_bits() | fixed, gaps: self.gaps() }
    }
}

/// The rods on the board before the set-ups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct GivenRods {
    pub(crate) large: FieldSet,
    pub(crate) gaps: FieldSet,
}

impl GivenRods {
    fn parse(text: &str) -> Option<GivenRods> {
        if text.len() != Field::ALL.len() {
            return None;
        }
        let mut rods = GivenRods { large: 0, gaps: 0 };
        for (field, letter) in Field::ALL.into_iter().zip(text.bytes()) {
            match letter {
                b's' => {}
                b'l' => rods.large |= field.bit(),
                b'.' => rods.gaps |= field.bit(),
                _ => return None,
            }
        }
        Some(rods)
    }
}

impl fmt::Display for GivenRods {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for field in Field::ALL {
            f.write_str(if field.is_in(self.gaps) {
                "."
            } else if field.is_in(self.large) {
                "l"
            } else {
                "s"
            })?;
        }
        Ok(())
    }
}

/// The options of Blocs-pions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Who starts (BLO-08).
    pub first: FirstPlayer,
    /// How many rods each player plants (BLO-23).
    pub zone: ZoneSize,
    pub(crate) rods: Option<GivenRods>,
}

impl Options {
    /// The rods on the board before the set-ups.
    pub(crate) fn given_rods(&self) -> GivenRods {
        self.rods.unwrap_or(self.zone.standard_rods())
    }
}

/// Spelling out the default rods equals omitting them.
impl PartialEq for Options {
    fn eq(&self, other: &Self) -> bool {
        (self.first, self.zone, self.given_rods()) == (other.first, other.zone, other.given_rods())
    }
}

impl Eq for Options {}

static DESCRIPTION: GameDescription = GameDescription {
    name: "blocs",
    title: StaticMessage::new("Blocs-pions", "Blocs-pions"),
    blurb: StaticMessage::new(
        "Move and flip blocks with hidden pawns, turn the board, and be ahead when a colour is down to seven.",
        "Déplacez et retournez des blocs-pions aux pions cachés, tournez le plateau, et gardez l'avantage à la règle des 7.",
    ),
    letters: ['b', 'r'],
    players: [StaticMessage::new("Blue", "Bleu"), StaticMessage::new("Red", "Rouge")],
    options: &[
        OptionDescription {
            key: "first",
            default: "b",
            values: StaticMessage::same("b | r | lot"),
            help: StaticMessage::new(
                "who starts: Blue, Red, or random",
                "qui commence\u{a0}: Bleu, Rouge, ou au hasard",
            ),
        },
        OptionDescription {
            key: "zone",
            default: "8",
            values: StaticMessage::same("8 | 10"),
            help: StaticMessage::new(
                "rods each player places in secret",
                "tiges que chaque joueur place en secret",
            ),
        },
        OptionDescription {
            key: "rods",
            default: "..l....lls..sssslslsllllslslssss..sll....l..",
            values: StaticMessage::new(
                "44 characters s, l, . in position order, . exactly in the players' zones, \
                     14 of each letter (12 with zone=10), 8 of each (10) in the west and east zones; \
                     the default is the sheet's",
                "44 caractères s, l, . dans l'ordre des positions, . exactement dans les zones des joueurs, \
                 14 de chaque lettre (12 avec zone=10), dont 8 de chaque (10) dans les zones ouest et est\u{a0}; \
                 sinon les tiges de la règle du jeu",
            ),
            help: StaticMessage::new(
                "rods already in place before set-up, for a rematch on the turned board",
                "tiges déjà en place avant la mise en place, pour une revanche sur le plateau tourné",
            ),
        },
    ],
    rule_prefix: "BLO",
    endings: &[endings::SEVEN, endings::STUCK],
};

impl GameOptions for Options {
    fn description() -> &'static GameDescription {
        &DESCRIPTION
    }

    fn set(&mut self, key: &'static str, value: &str) -> Result<(), ParseError> {
        match (key, value) {
            ("first", "b") => self.first = FirstPlayer::Blue,
            ("first", "r") => self.first = FirstPlayer::Red,
            ("first", "lot") => self.first = FirstPlayer::Lot,
            ("first", _) => return Err(DESCRIPTION.options[0].invalid_value(value)),
            ("zone", "8") => self.zone = ZoneSize::Eight,
            ("zone", "10") => self.zone = ZoneSize::Ten,
            ("zone", _) => return Err(DESCRIPTION.options[1].invalid_value(value)),
            _ => {
                let rods = GivenRods::parse(value)
                    .ok_or_else(|| DESCRIPTION.options[2].invalid_value(value))?;
                self.rods = Some(rods);
            }
        }
        Ok(())
    }

    /// `rods` equal to the zone's default print as the default, which keeps specs short.
    fn get(&self, key: &'static str) -> String {
        match key {
            "first" => match self.first {
                FirstPlayer::Blue => "b".into(),
                FirstPlayer::Red => "r".into(),
                FirstPlayer::Lot => "lot".into(),
            },
            "zone" => (2 * self.zone.rods_of_each_size()).to_string(),
            _ if self.given_rods() == self.zone.standard_rods() => {
                DESCRIPTION.options[2].default.into()
            }
            _ => self.given_rods().to_string(),
        }
    }

    fn validate(&self) -> Result<(), ParseError> {
        let (GivenRods { large, gaps }, zone) = (self.given_rods(), self.zone);
        let n = 2 * zone.rods_of_each_size();
        if gaps != zone.gaps() {
            let wrong = gaps ^ zone.gaps();
            let field = Field::ALL.into_iter().find(|f| f.is_in(wrong)).unwrap_or(Field::ALL[0]);
            return Err(ParseError::new(
                "rods",
                message!(
                    "with zone={n} a `.` stands exactly in the two players' zones: {field} is wrong",
                    "avec zone={n}, «\u{a0}.\u{a0}» figure exactement dans les zones des deux joueurs\u{a0}: {field} est faux"
                ),
            ));
        }
        let all = 22 - u32::from(n);
        let found = large.count_ones();
        if found != all {
            let small = 2 * all - found;
            return Err(ParseError::new(
                "rods",
                message!(
                    "{small} small and {found} large rods; with zone={n} there are {all} of each",
                    "{small} petites et {found} grandes tiges\u{a0}; avec zone={n} il y en a {all} de chaque"
                ),
            ));
        }
        let found = (large & zone.side_zones()).count_ones();
        if found != u32::from(n) {
            let small = 2 * u32::from(n) - found;
            return Err(ParseError::new(
                "rods",
                message!(
                    "{small} small and {found} large rods in the west and east zones; with zone={n} there are {n} of each",
                    "{small} petites et {found} grandes tiges dans les zones latérales\u{a0}; avec zone={n} il y en a {n} de chaque"
                ),
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_rods_match_the_description() {
        assert_eq!(ZoneSize::Eight.standard_rods().to_string(), DESCRIPTION.options[2].default);
    }

    #[test]
    fn zones_and_rods_must_match_blo_05_blo_23() {
        for (zone, fixed) in [(ZoneSize::Eight, 12), (ZoneSize::Ten, 4)] {
            let n = 2 * u32::from(zone.rods_of_each_size());
            assert_eq!(zone.gaps().count_ones(), 2 * n);
            assert_eq!(zone.side_zones().count_ones(), 2 * n);
            assert_eq!(zone.gaps() & zone.side_zones(), 0);
            assert_eq!(44 - (zone.gaps() | zone.side_zones()).count_ones(), fixed);
            assert_eq!(Options { zone, ..Default::default() }.validate(), Ok(()));
        }
    }
}

//! What players may choose before a game: who starts, the size of the zones, the given rods.

use std::fmt;

use abaque_core::{BadText, GameInfo, OptionInfo, Options, Seat, Words, said};

use crate::field::{Field, Fields, fields};

/// Who starts (BLO-08).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum First {
    /// Blue.
    #[default]
    Blue,
    /// Red.
    Red,
    /// Decided by lot after the set-ups (COM-05).
    Lot,
}

/// How many rods each player plants (BLO-05, BLO-23).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Zone {
    /// Four small and four large ones.
    #[default]
    Eight,
    /// Five small and five large ones.
    Ten,
}

impl Zone {
    /// How many small rods a player plants; as many large ones.
    pub const fn each(self) -> u8 {
        match self {
            Zone::Eight => 4,
            Zone::Ten => 5,
        }
    }

    /// The fields in a player's own zone, which that player plants.
    pub(crate) const fn planted_by(self, seat: Seat) -> Fields {
        let south = match self {
            Zone::Eight => fields("d1e1 c2d2e2f2 d3e3"),
            Zone::Ten => fields("d1e1 b2c2d2e2f2g2 d3e3"),
        };
        match seat {
            Seat::First => south,
            // A half-turn reverses the order of the fields.
            Seat::Second => south.reverse_bits(),
        }
    }

    /// Whether the player plants a rod of their choice on this field.
    pub const fn plants(self, seat: Seat, field: Field) -> bool {
        field.within(self.planted_by(seat))
    }

    /// The fields without a rod before the set-ups.
    pub(crate) const fn gaps(self) -> Fields {
        self.planted_by(Seat::First) | self.planted_by(Seat::Second)
    }

    /// The west and east zones.
    pub(crate) const fn sides(self) -> Fields {
        let west = match self {
            Zone::Eight => fields("a4a5 b3b4b5b6 c4c5"),
            Zone::Ten => fields("a4a5 b3b4b5b6 c3c4c5c6"),
        };
        west | west.reverse_bits()
    }

    const fn standard(self) -> Rods {
        let west = match self {
            Zone::Eight => fields("a4b4b6c5"),
            Zone::Ten => fields("a4b4b6c3c5"),
        };
        let fixed = match self {
            Zone::Eight => fields("b2g2b7g7d4e5"),
            Zone::Ten => fields("d4e5"),
        };
        Rods { large: west | west.reverse_bits() | fixed, gaps: self.gaps() }
    }
}

/// The rods that stand before the set-ups.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Rods {
    pub(crate) large: Fields,
    pub(crate) gaps: Fields,
}

impl Rods {
    fn read(text: &str) -> Option<Rods> {
        if text.len() != Field::ALL.len() {
            return None;
        }
        let mut rods = Rods { large: 0, gaps: 0 };
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

impl fmt::Display for Rods {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for field in Field::ALL {
            f.write_str(if field.within(self.gaps) {
                "."
            } else if field.within(self.large) {
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
pub struct BlocsOptions {
    /// Who starts (BLO-08).
    pub first: First,
    /// How many rods each player plants (BLO-23).
    pub zone: Zone,
    pub(crate) rods: Option<Rods>,
}

impl BlocsOptions {
    /// The rods given before set-up.
    pub(crate) fn given(&self) -> Rods {
        self.rods.unwrap_or(self.zone.standard())
    }
}

/// Naming the default rods is the same as not naming rods.
impl PartialEq for BlocsOptions {
    fn eq(&self, other: &Self) -> bool {
        (self.first, self.zone, self.given()) == (other.first, other.zone, other.given())
    }
}

impl Eq for BlocsOptions {}

static INFO: GameInfo = GameInfo {
    name: "blocs",
    title: Words::new("Blocs-pions", "Blocs-pions"),
    blurb: Words::new(
        "Move, turn over and turn around hollow blocks until a colour is down to seven.",
        "Déplacer, retourner et faire tourner des blocs-pions jusqu'à la règle des 7.",
    ),
    letters: ['b', 'r'],
    players: [Words::new("Blue", "Bleu"), Words::new("Red", "Rouge")],
    options: &[
        OptionInfo {
            key: "first",
            default: "b",
            values: Words::same("b | r | lot"),
            help: Words::new(
                "who starts: Blue, Red, or decided by lot",
                "qui commence : Bleu, Rouge, ou tiré au sort",
            ),
        },
        OptionInfo {
            key: "zone",
            default: "8",
            values: Words::same("8 | 10"),
            help: Words::new(
                "how many rods each player plants in secret",
                "combien de tiges chaque joueur plante en secret",
            ),
        },
        OptionInfo {
            key: "rods",
            default: "..l....lls..sssslslsllllslslssss..sll....l..",
            values: Words::new(
                "44 characters s, l, . in position order, . exactly in the players' zones, \
                     14 of each letter (12 with zone=10), 8 of each (10) in the west and east zones; \
                     the default is the sheet's",
                "44 caractères s, l, . dans l'ordre des positions, . exactement dans les zones des joueurs, \
                 14 de chaque lettre (12 avec zone=10), dont 8 de chaque (10) dans les zones ouest et est ; \
                 sinon les tiges de la règle du jeu",
            ),
            help: Words::new(
                "the rods given before set-up, for rematches on the turned board",
                "les tiges déjà plantées, pour une revanche sur le plateau tourné",
            ),
        },
    ],
};

impl Options for BlocsOptions {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn set(&mut self, key: &'static str, value: &str) -> Result<(), BadText> {
        match (key, value) {
            ("first", "b") => self.first = First::Blue,
            ("first", "r") => self.first = First::Red,
            ("first", "lot") => self.first = First::Lot,
            ("first", _) => return Err(INFO.options[0].refuse(value)),
            ("zone", "8") => self.zone = Zone::Eight,
            ("zone", "10") => self.zone = Zone::Ten,
            ("zone", _) => return Err(INFO.options[1].refuse(value)),
            _ => {
                let rods = Rods::read(value).ok_or_else(|| INFO.options[2].refuse(value))?;
                self.rods = Some(rods);
            }
        }
        Ok(())
    }

    /// `rods` that are the default of their zone print as the default, so that specs stay short.
    fn get(&self, key: &'static str) -> String {
        match key {
            "first" => match self.first {
                First::Blue => "b".into(),
                First::Red => "r".into(),
                First::Lot => "lot".into(),
            },
            "zone" => (2 * self.zone.each()).to_string(),
            _ if self.given() == self.zone.standard() => INFO.options[2].default.into(),
            _ => self.given().to_string(),
        }
    }

    fn validate(&self) -> Result<(), BadText> {
        let (Rods { large, gaps }, zone) = (self.given(), self.zone);
        let n = 2 * zone.each();
        if gaps != zone.gaps() {
            let wrong = gaps ^ zone.gaps();
            let field = Field::ALL.into_iter().find(|f| f.within(wrong)).unwrap_or(Field::ALL[0]);
            return Err(BadText::new(
                "rods",
                said!(
                    "with zone={n} a `.` stands exactly in the two players' zones: {field} is wrong",
                    "avec zone={n}, « . » figure exactement dans les zones des deux joueurs : {field} est faux"
                ),
            ));
        }
        let all = 22 - u32::from(n);
        let found = large.count_ones();
        if found != all {
            let small = 2 * all - found;
            return Err(BadText::new(
                "rods",
                said!(
                    "{small} small and {found} large rods; with zone={n} there are {all} of each",
                    "{small} petites et {found} grandes tiges ; avec zone={n} il y en a {all} de chaque"
                ),
            ));
        }
        let found = (large & zone.sides()).count_ones();
        if found != u32::from(n) {
            let small = 2 * u32::from(n) - found;
            return Err(BadText::new(
                "rods",
                said!(
                    "{small} small and {found} large rods in the west and east zones; with zone={n} there are {n} of each",
                    "{small} petites et {found} grandes tiges dans les zones latérales ; avec zone={n} il y en a {n} de chaque"
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
    fn the_default_rods_are_those_of_the_info() {
        assert_eq!(Zone::Eight.standard().to_string(), INFO.options[2].default);
    }

    #[test]
    fn zones_and_rods_add_up_blo_05_blo_23() {
        for (zone, fixed) in [(Zone::Eight, 12), (Zone::Ten, 4)] {
            let n = 2 * u32::from(zone.each());
            assert_eq!(zone.gaps().count_ones(), 2 * n);
            assert_eq!(zone.sides().count_ones(), 2 * n);
            assert_eq!(zone.gaps() & zone.sides(), 0);
            assert_eq!(44 - (zone.gaps() | zone.sides()).count_ones(), fixed);
            assert_eq!(BlocsOptions { zone, ..Default::default() }.validate(), Ok(()));
        }
    }
}

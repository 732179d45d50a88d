//! Actions and rolls, as values and as text. Parsing does not check legality.

use core::fmt;
use core::str::FromStr;

use abaque_core::{ParseError, Seat, message};

use crate::block::{Colour, PawnStack, Rod};
use crate::field::{Field, QuarterTurn};

/// The smallest decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Twelve blocks and the rods under them (BLO-04, BLO-05).
    Setup(Setup),
    /// Moves a block by two rods or by one (BLO-09, BLO-14).
    Move {
        /// The block's field.
        from: Field,
        /// The target field.
        to: Field,
    },
    /// Turns the block on this field over onto the rod beyond the moved block (BLO-13, BLO-14).
    Take(Field),
    /// Turns the board by a quarter (BLO-12).
    Turn(QuarterTurn),
    /// Passes, when no other action is possible (BLO-21).
    Pass,
}

/// A player's set-up: one item per starting field, in the order of [`Setup::fields`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Setup([SetupItem; 12]);

/// A rod and the block on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SetupItem {
    rod: Rod,
    stack: PawnStack,
}

impl SetupItem {
    /// An item from a rod and three pawns, bottom to top.
    pub const fn new(rod: Rod, pawns: [Colour; 3]) -> SetupItem {
        SetupItem { rod, stack: PawnStack::new(pawns) }
    }

    /// The rod.
    pub const fn rod(self) -> Rod {
        self.rod
    }

    /// The pawns, bottom to top.
    pub fn pawns(self) -> [Colour; 3] {
        // Items are only built from three known pawns.
        self.stack.pawns().unwrap_or([Colour::Neutral; 3])
    }

    pub(crate) const fn stack(self) -> PawnStack {
        self.stack
    }
}

impl Setup {
    /// A set-up of these items.
    pub const fn new(items: [SetupItem; 12]) -> Setup {
        Setup(items)
    }

    /// The twelve items.
    pub const fn items(&self) -> &[SetupItem; 12] {
        &self.0
    }

    /// The fields of a player's starting zone in item order. Red's order is Blue's after a
    /// half-turn, so the same items with colours swapped are the same set-up.
    pub const fn fields(seat: Seat) -> [Field; 12] {
        match seat {
            Seat::First => BLUE_FIELDS,
            Seat::Second => RED_FIELDS,
        }
    }
}

const BLUE_FIELDS: [Field; 12] = starting_fields();
const RED_FIELDS: [Field; 12] = {
    let mut fields = BLUE_FIELDS;
    let mut i = 0;
    while i < 12 {
        fields[i] = fields[i].rotated_by(2);
        i += 1;
    }
    fields
};

/// c3 d3 e3 f3, b2 … g2, d1 e1: position order of the southern rows without b3 and g3.
const fn starting_fields() -> [Field; 12] {
    let mut fields = [Field::ALL[0]; 12];
    let (mut n, mut i) = (0, 30);
    while i < 44 {
        let field = Field::ALL[i];
        if field.row() < 2 || field.column() > 1 && field.column() < 6 {
            fields[n] = field;
            n += 1;
        }
        i += 1;
    }
    fields
}

impl fmt::Display for SetupItem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let [bottom, middle, top] = self.pawns().map(Colour::letter);
        write!(f, "{}{bottom}{middle}{top}", self.rod.letter())
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Action::Setup(Setup(items)) => {
                f.write_str("setup:")?;
                for (i, item) in items.iter().enumerate() {
                    write!(f, "{}{item}", if i == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Action::Move { from, to } => write!(f, "{from}{to}"),
            Action::Take(field) => write!(f, "x{field}"),
            Action::Turn(QuarterTurn::Cw) => f.write_str("cw"),
            Action::Turn(QuarterTurn::Ccw) => f.write_str("ccw"),
            Action::Pass => f.write_str("pass"),
        }
    }
}

impl FromStr for Action {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "pass" => return Ok(Action::Pass),
            "cw" => return Ok(Action::Turn(QuarterTurn::Cw)),
            "ccw" => return Ok(Action::Turn(QuarterTurn::Ccw)),
            _ => {}
        }
        if let Some(items) = text.strip_prefix("setup:") {
            return read_setup(items).map(Action::Setup);
        }
        let as_action = |bad: ParseError| ParseError::new("ACTION", bad.message);
        match (text.strip_prefix('x'), text.len()) {
            (Some(field), 3) => Ok(Action::Take(field.parse().map_err(as_action)?)),
            (None, 4) if text.is_ascii() => {
                let (from, to) = text.split_at(2);
                let (from, to) = (from.parse().map_err(as_action)?, to.parse().map_err(as_action)?);
                Ok(Action::Move { from, to })
            }
            _ => Err(ParseError::new(
                "ACTION",
                message!(
                    "`{text}` is not a move; write `d3d5`, `xc4`, `cw`, `ccw`, `pass` or `setup:` and 12 items",
                    "«\u{a0}{text}\u{a0}» n'est pas un coup\u{a0}; écrire «\u{a0}d3d5\u{a0}», «\u{a0}xc4\u{a0}», «\u{a0}cw\u{a0}», «\u{a0}ccw\u{a0}», «\u{a0}pass\u{a0}» ou «\u{a0}setup:\u{a0}» et 12 éléments"
                ),
            )),
        }
    }
}

fn read_setup(text: &str) -> Result<Setup, ParseError> {
    let mut items = [SetupItem::new(Rod::Small, [Colour::Neutral; 3]); 12];
    let mut found = 0;
    for part in text.split(',') {
        let item = read_item(part).ok_or_else(|| {
            ParseError::new(
                "ACTION",
                message!(
                    "`{part}` is not an item of a set-up; write the rod (s, l) and three pawns (b, r, n) bottom to top: `sbbn`",
                    "«\u{a0}{part}\u{a0}» n'est pas un élément de mise en place\u{a0}; écrire la tige (s, l) et trois pions (b, r, n) de bas en haut\u{a0}: «\u{a0}sbbn\u{a0}»"
                ),
            )
        })?;
        if found < 12 {
            items[found] = item;
        }
        found += 1;
    }
    if found != 12 {
        return Err(ParseError::new(
            "ACTION",
            message!(
                "a set-up has 12 items, this one has {found}",
                "une mise en place a 12 éléments, celle-ci en a {found}"
            ),
        ));
    }
    Ok(Setup(items))
}

fn read_item(text: &str) -> Option<SetupItem> {
    let &[rod, bottom, middle, top] = text.as_bytes() else { return None };
    let pawn = Colour::from_letter;
    Some(SetupItem::new(Rod::from_letter(rod)?, [pawn(bottom)?, pawn(middle)?, pawn(top)?]))
}

/// The outcome of the lot: who starts (BLO-08, COM-05).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Roll(
    /// The player who starts.
    pub Seat,
);

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(if self.0 == Seat::First { "first:b" } else { "first:r" })
    }
}

impl FromStr for Roll {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "first:b" => Ok(Roll(Seat::First)),
            "first:r" => Ok(Roll(Seat::Second)),
            _ => Err(ParseError::new(
                "ROLL",
                message!(
                    "`{text}` is not an outcome of the draw; allowed: first:b, first:r",
                    "«\u{a0}{text}\u{a0}» n'est pas un résultat du tirage\u{a0}; possibles\u{a0}: first:b, first:r"
                ),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn set_up_texts_list_fields_in_order() {
        let names = |seat| Setup::fields(seat).map(|field| field.to_string()).join(" ");
        assert_eq!(names(Seat::First), "c3 d3 e3 f3 b2 c2 d2 e2 f2 g2 d1 e1");
        assert_eq!(names(Seat::Second), "f6 e6 d6 c6 g7 f7 e7 d7 c7 b7 e8 d8");
    }

    #[test]
    fn malformed_actions_are_refused() {
        let setup = format!("setup:{}", ["sbbn"; 12].join(","));
        for text in ["d3d5", "d3e4", "xc4", "cw", "ccw", "pass", &setup] {
            assert_eq!(text.parse::<Action>().unwrap().to_string(), text);
        }
        let long = format!("{setup},sbbn");
        for text in [
            "",
            "d3",
            "d3d",
            "d3d5 ",
            "D3D5",
            "a1b2",
            "d3-d5",
            "x",
            "xa1",
            "xc44",
            "CW",
            "cww",
            "Pass",
            "setup",
            "setup:",
            "setup:sbbn",
            &setup[..setup.len() - 1],
            &long,
            "xéa",
            "éé",
            "d3é",
        ] {
            assert!(text.parse::<Action>().is_err(), "{text}");
        }
        for text in ["first:b", "first:r"] {
            assert_eq!(text.parse::<Roll>().unwrap().to_string(), text);
        }
        for text in ["", "first:", "first:n", "first:B", "b"] {
            assert!(text.parse::<Roll>().is_err(), "{text}");
        }
    }
}

use abaque_abagio::Abagio;
use abaque_abalone::Abalone;
use abaque_abraxas::Abraxas;
use abaque_blocs::Blocs;
use abaque_core::{Game, Ply, Source};

use crate::{Bytes, compose, hidden};

/// A game as the targets see it.
pub trait Subject: Game {
    /// Whether an action can be spelled in one way only (Abalone's arrows in several).
    const ONE_SPELLING: bool = true;

    /// The text of an action, legal or not, mostly within the grammar.
    fn spell(bytes: &mut Bytes) -> String;

    /// The text of a position made from nothing, mostly an acceptable one.
    fn compose(source: &mut dyn Source) -> String;

    /// What else must hold of this game's state.
    fn own_laws(&self) {}

    /// What else must hold of a view that was read from text.
    fn view_laws(_view: &Self::View) {}

    /// What must hold of a game that was played from the start.
    fn story_laws(&self, _history: &[Ply<Self::Action, Self::Roll>]) {}
}

impl Subject for Abalone {
    const ONE_SPELLING: bool = false;

    fn compose(source: &mut dyn Source) -> String {
        compose::abalone(source)
    }

    fn spell(bytes: &mut Bytes) -> String {
        let point = |bytes: &mut Bytes| square(bytes, b"abcdefghi", b"123456789");
        match bytes.below(3) {
            0 => format!("@{}", point(bytes)),
            1 => format!("{}{}", point(bytes), point(bytes)),
            _ => format!("{}{}{}", point(bytes), point(bytes), point(bytes)),
        }
    }
}

impl Subject for Abraxas {
    fn compose(source: &mut dyn Source) -> String {
        compose::abraxas(source)
    }

    fn spell(bytes: &mut Bytes) -> String {
        let hole = |bytes: &mut Bytes| square(bytes, b"abcdefgh", b"12345678");
        let corner = |bytes: &mut Bytes| bytes.pick(&["sw", "se", "ne", "nw"]);
        match bytes.below(8) {
            0 => bytes.pick(&["go", "end", "="]).into(),
            1 => format!("@{}", corner(bytes)),
            2 => format!(">{}", corner(bytes)),
            3 => format!("r{}", hole(bytes)),
            4 => format!("s{}", hole(bytes)),
            5 => format!("{}-{}", hole(bytes), hole(bytes)),
            _ => {
                let mut holes: Vec<String> = (0..=bytes.below(8)).map(|_| hole(bytes)).collect();
                holes.sort();
                format!("x{}", holes.concat())
            }
        }
    }
}

impl Subject for Abagio {
    fn compose(source: &mut dyn Source) -> String {
        compose::abagio(source)
    }

    fn spell(bytes: &mut Bytes) -> String {
        let number = 1 + bytes.below(19);
        let place = match bytes.below(6) {
            0 => "s".into(),
            1 => "e".into(),
            2 => "o".into(),
            3 => format!("{}{}", bytes.pick(&["r", "p"]), 2 + number % 6),
            _ => number.to_string(),
        };
        match bytes.below(8) {
            0 => "t-".into(),
            1..=3 => format!("t{place}"),
            _ => format!("{place}+{}", 1 + bytes.below(6)),
        }
    }
}

impl Subject for Blocs {
    fn compose(source: &mut dyn Source) -> String {
        compose::blocs(source)
    }

    fn spell(bytes: &mut Bytes) -> String {
        let field = |bytes: &mut Bytes| square(bytes, b"abcdefgh", b"12345678");
        match bytes.below(8) {
            0 => bytes.pick(&["cw", "ccw", "pass"]).into(),
            1..=2 => format!("x{}", field(bytes)),
            3 => {
                let item = |bytes: &mut Bytes| {
                    let mut item = String::from(bytes.pick(&["s", "l"]));
                    item.extend((0..3).map(|_| bytes.pick(&['b', 'r', 'n'])));
                    item
                };
                let items: Vec<String> = (0..12).map(|_| item(bytes)).collect();
                format!("setup:{}", items.join(","))
            }
            _ => format!("{}{}", field(bytes), field(bytes)),
        }
    }

    fn own_laws(&self) {
        hidden::secrets_law(self);
    }

    fn view_laws(view: &Self::View) {
        hidden::read_view_law(view);
    }

    fn story_laws(&self, history: &[Ply<Self::Action, Self::Roll>]) {
        hidden::twin_law(self, history);
    }
}

fn square(bytes: &mut Bytes, columns: &[u8], rows: &[u8]) -> String {
    let (column, row) = (bytes.pick(columns), bytes.pick(rows));
    format!("{}{}", char::from(column), char::from(row))
}

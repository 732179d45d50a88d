use std::collections::HashSet;
use std::hash::Hash;
use std::str::FromStr;
use std::sync::OnceLock;

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

    /// Every action one could spell, or every short one: what generator and check are compared on.
    fn candidates() -> &'static [Self::Action];

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

    fn candidates() -> &'static [Self::Action] {
        static ALL: OnceLock<Vec<abaque_abalone::Action>> = OnceLock::new();
        ALL.get_or_init(|| {
            let points = squares("abcdefghi", "123456789");
            let lines = pairs(&points, "");
            let mut arrows = Vec::new();
            for ends in lines.iter().filter(|ends| ends[..2] < ends[2..]) {
                arrows.extend(points.iter().map(|to| format!("{ends}{to}")));
            }
            let placings = points.iter().map(|point| format!("@{point}"));
            read(placings.chain(lines).chain(arrows))
        })
    }

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
    fn candidates() -> &'static [Self::Action] {
        static ALL: OnceLock<Vec<abaque_abraxas::Action>> = OnceLock::new();
        ALL.get_or_init(|| {
            let holes = squares("abcdefgh", "12345678");
            let words = ["go", "end", "=", "@sw", "@se", "@ne", "@nw", ">sw", ">se", ">ne", ">nw"];
            let with = |letter| holes.iter().map(move |hole| format!("{letter}{hole}"));
            let takings = pairs(&holes, "").into_iter().map(|pair| format!("x{pair}"));
            let words = words.into_iter().map(String::from);
            let all = words.chain(with('r')).chain(with('s')).chain(with('x')).chain(takings);
            read(all.chain(pairs(&holes, "-")))
        })
    }

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
    fn candidates() -> &'static [Self::Action] {
        static ALL: OnceLock<Vec<abaque_abagio::Action>> = OnceLock::new();
        ALL.get_or_init(|| {
            let outer = (1..=18).map(|n| n.to_string());
            let inner = (2..=7).flat_map(|n| [format!("r{n}"), format!("p{n}")]);
            let ends = ["s", "e", "o", "-"].map(String::from);
            let places: Vec<String> = outer.chain(inner).chain(ends).collect();
            let leaps = places.iter().flat_map(|at| (1..=6).map(move |n| format!("{at}+{n}")));
            read(leaps.chain(places.iter().map(|at| format!("t{at}"))))
        })
    }

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
    fn candidates() -> &'static [Self::Action] {
        static ALL: OnceLock<Vec<abaque_blocs::Action>> = OnceLock::new();
        ALL.get_or_init(|| {
            let fields = squares("abcdefgh", "12345678");
            let words = ["pass", "cw", "ccw"].map(String::from);
            let takings = fields.iter().map(|field| format!("x{field}"));
            read(takings.chain(words).chain(pairs(&fields, "")))
        })
    }

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

fn squares(columns: &str, rows: &str) -> Vec<String> {
    columns
        .chars()
        .flat_map(|column| rows.chars().map(move |row| format!("{column}{row}")))
        .collect()
}

fn pairs(squares: &[String], between: &str) -> Vec<String> {
    let with = |a| squares.iter().map(move |b| format!("{a}{between}{b}"));
    squares.iter().flat_map(with).collect()
}

/// The actions among the texts, each once.
fn read<A: FromStr + Copy + Eq + Hash>(texts: impl Iterator<Item = String>) -> Vec<A> {
    let mut seen = HashSet::new();
    texts.filter_map(|text| text.parse().ok()).filter(|action| seen.insert(*action)).collect()
}

fn square(bytes: &mut Bytes, columns: &[u8], rows: &[u8]) -> String {
    let (column, row) = (bytes.pick(columns), bytes.pick(rows));
    format!("{}{}", char::from(column), char::from(row))
}

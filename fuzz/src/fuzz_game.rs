use std::collections::HashSet;
use std::hash::Hash;
use std::str::FromStr;
use std::sync::OnceLock;

use abaque_abagio::Abagio;
use abaque_abalone::Abalone;
use abaque_abraxas::Abraxas;
use abaque_blocs::Blocs;
use abaque_core::{Game, Ply, RandomSource};

use crate::{FuzzInput, compose, hidden};

/// What the fuzz targets need from a game beyond [`Game`].
pub trait FuzzGame: Game {
    /// Whether every action has exactly one spelling. Abalone's arrow moves have several.
    const ONE_SPELLING: bool = true;

    /// The text of an action, legal or not, that usually follows the grammar.
    fn spell_action(input: &mut FuzzInput) -> String;

    /// Actions on which generator and check are compared: all that can be spelled, or where these
    /// are too many, the short ones.
    fn candidates() -> &'static [Self::Action];

    /// The text of a random position, usually a valid one.
    fn compose_position(source: &mut dyn RandomSource) -> String;

    /// Laws for a state of this game only.
    fn extra_state_laws(&self) {}

    /// Laws for a view of this game only, parsed from text.
    fn extra_view_laws(_view: &Self::View) {}

    /// Laws for a game of this kind only, played from the initial position.
    fn extra_history_laws(&self, _history: &[Ply<Self::Action, Self::Roll>]) {}
}

impl FuzzGame for Abalone {
    const ONE_SPELLING: bool = false;

    fn candidates() -> &'static [Self::Action] {
        static ALL: OnceLock<Vec<abaque_abalone::Action>> = OnceLock::new();
        ALL.get_or_init(|| {
            let points = all_squares("abcdefghi", "123456789");
            let lines = all_pairs(&points, "");
            let mut arrows = Vec::new();
            for ends in lines.iter().filter(|ends| ends[..2] < ends[2..]) {
                arrows.extend(points.iter().map(|to| format!("{ends}{to}")));
            }
            let placings = points.iter().map(|point| format!("@{point}"));
            parse_actions(placings.chain(lines).chain(arrows))
        })
    }

    fn compose_position(source: &mut dyn RandomSource) -> String {
        compose::abalone(source)
    }

    fn spell_action(input: &mut FuzzInput) -> String {
        let point = |input: &mut FuzzInput| random_square(input, b"abcdefghi", b"123456789");
        match input.below(3) {
            0 => format!("@{}", point(input)),
            1 => format!("{}{}", point(input), point(input)),
            _ => format!("{}{}{}", point(input), point(input), point(input)),
        }
    }
}

impl FuzzGame for Abraxas {
    fn candidates() -> &'static [Self::Action] {
        static ALL: OnceLock<Vec<abaque_abraxas::Action>> = OnceLock::new();
        ALL.get_or_init(|| {
            let holes = all_squares("abcdefgh", "12345678");
            let words = ["go", "end", "=", "@sw", "@se", "@ne", "@nw", ">sw", ">se", ">ne", ">nw"];
            let with = |letter| holes.iter().map(move |hole| format!("{letter}{hole}"));
            let takings = all_pairs(&holes, "").into_iter().map(|pair| format!("x{pair}"));
            let words = words.into_iter().map(String::from);
            let all = words.chain(with('r')).chain(with('s')).chain(with('x')).chain(takings);
            parse_actions(all.chain(all_pairs(&holes, "-")))
        })
    }

    fn compose_position(source: &mut dyn RandomSource) -> String {
        compose::abraxas(source)
    }

    fn spell_action(input: &mut FuzzInput) -> String {
        let hole = |input: &mut FuzzInput| random_square(input, b"abcdefgh", b"12345678");
        let corner = |input: &mut FuzzInput| input.pick(&["sw", "se", "ne", "nw"]);
        match input.below(8) {
            0 => input.pick(&["go", "end", "="]).into(),
            1 => format!("@{}", corner(input)),
            2 => format!(">{}", corner(input)),
            3 => format!("r{}", hole(input)),
            4 => format!("s{}", hole(input)),
            5 => format!("{}-{}", hole(input), hole(input)),
            _ => {
                let mut holes: Vec<String> = (0..=input.below(8)).map(|_| hole(input)).collect();
                holes.sort();
                format!("x{}", holes.concat())
            }
        }
    }
}

impl FuzzGame for Abagio {
    fn candidates() -> &'static [Self::Action] {
        static ALL: OnceLock<Vec<abaque_abagio::Action>> = OnceLock::new();
        ALL.get_or_init(|| {
            let outer = (1..=18).map(|n| n.to_string());
            let inner = (2..=7).flat_map(|n| [format!("r{n}"), format!("p{n}")]);
            let ends = ["s", "e", "o", "-"].map(String::from);
            let places: Vec<String> = outer.chain(inner).chain(ends).collect();
            let leaps = places.iter().flat_map(|at| (1..=6).map(move |n| format!("{at}+{n}")));
            parse_actions(leaps.chain(places.iter().map(|at| format!("t{at}"))))
        })
    }

    fn compose_position(source: &mut dyn RandomSource) -> String {
        compose::abagio(source)
    }

    fn spell_action(input: &mut FuzzInput) -> String {
        let number = 1 + input.below(19);
        let place = match input.below(6) {
            0 => "s".into(),
            1 => "e".into(),
            2 => "o".into(),
            3 => format!("{}{}", input.pick(&["r", "p"]), 2 + number % 6),
            _ => number.to_string(),
        };
        match input.below(8) {
            0 => "t-".into(),
            1..=3 => format!("t{place}"),
            _ => format!("{place}+{}", 1 + input.below(6)),
        }
    }
}

impl FuzzGame for Blocs {
    fn candidates() -> &'static [Self::Action] {
        static ALL: OnceLock<Vec<abaque_blocs::Action>> = OnceLock::new();
        ALL.get_or_init(|| {
            let fields = all_squares("abcdefgh", "12345678");
            let words = ["pass", "cw", "ccw"].map(String::from);
            let takings = fields.iter().map(|field| format!("x{field}"));
            parse_actions(takings.chain(words).chain(all_pairs(&fields, "")))
        })
    }

    fn compose_position(source: &mut dyn RandomSource) -> String {
        compose::blocs(source)
    }

    fn spell_action(input: &mut FuzzInput) -> String {
        let field = |input: &mut FuzzInput| random_square(input, b"abcdefgh", b"12345678");
        match input.below(8) {
            0 => input.pick(&["cw", "ccw", "pass"]).into(),
            1..=2 => format!("x{}", field(input)),
            3 => {
                let item = |input: &mut FuzzInput| {
                    let mut item = String::from(input.pick(&["s", "l"]));
                    item.extend((0..3).map(|_| input.pick(&['b', 'r', 'n'])));
                    item
                };
                let items: Vec<String> = (0..12).map(|_| item(input)).collect();
                format!("setup:{}", items.join(","))
            }
            _ => format!("{}{}", field(input), field(input)),
        }
    }

    fn extra_state_laws(&self) {
        hidden::secrets_law(self);
    }

    fn extra_view_laws(view: &Self::View) {
        hidden::read_view_law(view);
    }

    fn extra_history_laws(&self, history: &[Ply<Self::Action, Self::Roll>]) {
        hidden::twin_law(self, history);
    }
}

/// The names of all squares of a rectangle.
fn all_squares(columns: &str, rows: &str) -> Vec<String> {
    columns
        .chars()
        .flat_map(|column| rows.chars().map(move |row| format!("{column}{row}")))
        .collect()
}

/// All ordered pairs of squares, joined by `between`.
fn all_pairs(squares: &[String], between: &str) -> Vec<String> {
    let with = |a| squares.iter().map(move |b| format!("{a}{between}{b}"));
    squares.iter().flat_map(with).collect()
}

/// The texts that parse as actions, without duplicates.
fn parse_actions<A: FromStr + Copy + Eq + Hash>(texts: impl Iterator<Item = String>) -> Vec<A> {
    let mut seen = HashSet::new();
    texts.filter_map(|text| text.parse().ok()).filter(|action| seen.insert(*action)).collect()
}

/// The name of a square chosen by the input.
fn random_square(input: &mut FuzzInput, columns: &[u8], rows: &[u8]) -> String {
    let (column, row) = (input.pick(columns), input.pick(rows));
    format!("{}{}", char::from(column), char::from(row))
}

//! The smallest complete game (Nim: seven sticks, take one to three, taking the last one wins).
//! Planted flaws prove that the law suite can fail.

use std::fmt;
use std::panic::catch_unwind;
use std::str::FromStr;

use abaque_core::{
    BoardEnding, EndReason, Game, GameDescription, GameOptions, Message, Never, Observer,
    OptionDescription, Outcome, ParseError, PerfectInformation, Ply, PlyProgress, RandomSource,
    RuleViolation, Seat, StaticMessage, Turn, message, parse_number, perft, split_fields,
};
use abaque_testkit::{LawSuite, open};

const LAST_STICK: BoardEnding = BoardEnding {
    keyword: "last-stick",
    phrase: StaticMessage::new("with the last stick", "avec le dernier bâton"),
    can_draw: false,
};

static INFO: GameDescription = GameDescription {
    name: "nim",
    title: StaticMessage::new("Nim", "Nim"),
    blurb: StaticMessage::new("Take the last stick.", "Prendre le dernier bâton."),
    letters: ['a', 'b'],
    players: [StaticMessage::new("A", "A"), StaticMessage::new("B", "B")],
    options: &[OptionDescription {
        key: "sticks",
        default: "7",
        values: StaticMessage::same("1-9"),
        help: StaticMessage::new("how many sticks", "combien de bâtons"),
    }],
    rule_prefix: "NIM",
    endings: &[LAST_STICK],
};

#[derive(Clone, PartialEq, Debug)]
struct NimOptions(u8);

impl Default for NimOptions {
    fn default() -> Self {
        NimOptions(7)
    }
}

impl GameOptions for NimOptions {
    fn description() -> &'static GameDescription {
        &INFO
    }

    fn set(&mut self, _: &'static str, value: &str) -> Result<(), ParseError> {
        self.0 = parse_number("sticks", value, 9)? as u8;
        if self.0 == 0 { Err(INFO.options[0].invalid_value(value)) } else { Ok(()) }
    }

    fn get(&self, _: &'static str) -> String {
        self.0.to_string()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Take(u8);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "take{}", self.0)
    }
}

impl FromStr for Take {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let count = text.strip_prefix("take").unwrap_or_default();
        parse_number("ACTION", count, 9).map(|count| Take(count as u8))
    }
}

#[derive(Clone, PartialEq, Debug)]
struct TooMany(u8);

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for TooMany {}

impl RuleViolation for TooMany {
    fn rule(&self) -> &'static str {
        "COM-02"
    }

    fn message(&self) -> Message {
        let left = self.0;
        message!(
            "one to three of the {left} sticks left",
            "un à trois des {left} bâtons qui restent"
        )
    }
}

/// Flaw number of a faultless game.
const SOUND: u8 = 0;
const GENERATES_TOO_MUCH: u8 = 1;
const GENERATES_TOO_LITTLE: u8 = 2;
const COUNTS_WRONG: u8 = 3;
const PRINTS_LOOSELY: u8 = 4;
const READS_LOOSELY: u8 = 5;
const GOES_ON_AFTER_THE_END: u8 = 6;
const FORGETS_ITS_OPTIONS: u8 = 7;
const HIDES_A_STICK: u8 = 8;

#[derive(Clone, PartialEq, Debug)]
struct Nim<const FLAW: u8> {
    options: NimOptions,
    left: u8,
    side: Seat,
}

impl<const FLAW: u8> fmt::Display for Nim<FLAW> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let gap = if FLAW == PRINTS_LOOSELY { "  " } else { " " };
        write!(f, "{}{gap}{}", self.left, INFO.letters[self.side.index()])
    }
}

impl<const FLAW: u8> Game for Nim<FLAW> {
    type Options = NimOptions;
    type Action = Take;
    type Roll = Never;
    type View = Self;
    type Violation = TooMany;

    fn start(options: &NimOptions) -> Self {
        Nim { options: options.clone(), left: options.0, side: Seat::First }
    }

    fn parse(options: &NimOptions, text: &str) -> Result<Self, ParseError> {
        let text = if FLAW == READS_LOOSELY { text.trim_start_matches('0') } else { text };
        let [left, side] = split_fields(text, ["STICKS", "SIDE"])?;
        let side = match side {
            "a" => Seat::First,
            "b" => Seat::Second,
            _ => return Err(ParseError::new("SIDE", message!("`a` or `b`", "« a » ou « b »"))),
        };
        Ok(Nim { options: options.clone(), left: parse_number("STICKS", left, 9)? as u8, side })
    }

    fn parse_view(options: &NimOptions, text: &str) -> Result<Self, ParseError> {
        Self::parse(options, text)
    }

    fn options(&self) -> NimOptions {
        if FLAW == FORGETS_ITS_OPTIONS {
            NimOptions(self.left.max(1))
        } else {
            self.options.clone()
        }
    }

    fn turn(&self) -> Turn {
        if self.left == 0 && FLAW != GOES_ON_AFTER_THE_END {
            return Turn::Over(Outcome::Win(self.side.other(), EndReason::Board(&LAST_STICK)));
        }
        Turn::Of(self.side)
    }

    fn legal_actions(&self, out: &mut Vec<Take>) {
        let most = match FLAW {
            GENERATES_TOO_MUCH => 3,
            GENERATES_TOO_LITTLE => self.left.min(2),
            _ => self.left.min(3),
        };
        if self.left > 0 {
            out.extend((1..=most).map(Take));
        }
    }

    fn check(&self, take: &Take) -> Result<(), TooMany> {
        let fits = (1..=3).contains(&take.0) && take.0 <= self.left;
        if fits { Ok(()) } else { Err(TooMany(self.left)) }
    }

    fn apply_unchecked(&mut self, ply: Ply<Take, Never>) {
        let Ply::Act(Take(count)) = ply;
        self.left = self.left.saturating_sub(count);
        self.side = self.side.other();
    }

    fn rolls(&self, _: &mut Vec<(Never, u32)>) {}

    fn view(&self, by: Observer) -> Self {
        let hidden = u8::from(FLAW == HIDES_A_STICK && by == Observer::Spectator);
        Nim { left: self.left.saturating_sub(hidden), ..self.clone() }
    }

    fn unveiled_view(&self) -> Self {
        self.clone()
    }

    fn sample_position(view: &Self, _: &mut dyn RandomSource) -> Option<Self> {
        Some(view.clone())
    }

    fn repetition_key(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn ply_progress(_: &Self, _: &Ply<Take, Never>, _: &Self) -> PlyProgress {
        PlyProgress { turns_ended: 1, made_progress: true }
    }

    fn describe(&self, ply: &Ply<Take, Never>) -> Message {
        message!("takes sticks: {ply}", "prend des bâtons : {ply}")
    }

    fn count_legal(&self) -> u64 {
        u64::from(self.left.min(3)) + u64::from(FLAW == COUNTS_WRONG)
    }
}

impl<const FLAW: u8> PerfectInformation for Nim<FLAW> {}

fn suite<const FLAW: u8>() {
    LawSuite::<Nim<FLAW>> {
        specs: &["nim", "nim:sticks=9"],
        positions: &[("nim", "5 b")],
        candidates: |_| (0..=9).map(Take).collect(),
        games: 60,
        plies: 20,
    }
    .run();
    open::run::<Nim<FLAW>>(&["nim", "nim:sticks=9"], 20, 20);
}

#[test]
fn a_correct_game_passes() {
    suite::<SOUND>();
    assert_eq!(perft::perft(&Nim::<SOUND>::start(&NimOptions(4)), 2), 6);
}

#[test]
fn every_planted_flaw_is_found() {
    let flawed: [(&str, fn()); 8] = [
        ("generates too much", suite::<GENERATES_TOO_MUCH>),
        ("generates too little", suite::<GENERATES_TOO_LITTLE>),
        ("counts wrong", suite::<COUNTS_WRONG>),
        ("prints loosely", suite::<PRINTS_LOOSELY>),
        ("reads loosely", suite::<READS_LOOSELY>),
        ("goes on after the end", suite::<GOES_ON_AFTER_THE_END>),
        ("forgets its options", suite::<FORGETS_ITS_OPTIONS>),
        ("hides a stick", suite::<HIDES_A_STICK>),
    ];
    for (flaw, run) in flawed {
        assert!(catch_unwind(run).is_err(), "a game that {flaw} passes");
    }
}

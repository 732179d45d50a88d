//! The smallest game with hidden information: A hides a pea under one of three cups, B looks for
//! it. Planted leaks and sampling errors prove that the hidden-information laws can fail.

use std::fmt;
use std::panic::catch_unwind;
use std::str::FromStr;

use abaque_core::{
    BoardEnding, EndReason, Game, GameDescription, GameOptions, HiddenInformation, Message, Never,
    Observer, Outcome, ParseError, Ply, PlyProgress, RandomSource, RuleViolation, Seat,
    StaticMessage, Turn, message,
};
use abaque_testkit::hidden;

const FOUND: BoardEnding = BoardEnding {
    keyword: "found",
    phrase: StaticMessage::new("by finding the pea", "en trouvant le pois"),
    can_draw: false,
};

static INFO: GameDescription = GameDescription {
    name: "cups",
    title: StaticMessage::new("Cups", "Gobelets"),
    blurb: StaticMessage::new("Find the pea.", "Trouver le pois."),
    letters: ['a', 'b'],
    players: [StaticMessage::new("A", "A"), StaticMessage::new("B", "B")],
    options: &[],
    rule_prefix: "CUP",
    endings: &[FOUND],
};

#[derive(Clone, PartialEq, Debug, Default)]
struct CupOptions;

impl GameOptions for CupOptions {
    fn description() -> &'static GameDescription {
        &INFO
    }

    fn set(&mut self, _: &'static str, _: &str) -> Result<(), ParseError> {
        Ok(())
    }

    fn get(&self, _: &'static str) -> String {
        String::new()
    }
}

/// Hide under a cup, or look under one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum CupAction {
    Hide(u8),
    Look(u8),
}

impl fmt::Display for CupAction {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CupAction::Hide(cup) => write!(f, "hide{cup}"),
            CupAction::Look(cup) => write!(f, "look{cup}"),
        }
    }
}

impl FromStr for CupAction {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        (0..3)
            .flat_map(|cup| [CupAction::Hide(cup), CupAction::Look(cup)])
            .find(|act| act.to_string() == text)
            .ok_or_else(|| ParseError::new("ACTION", message!("no such action", "pas d'action")))
    }
}

#[derive(Clone, PartialEq, Debug)]
struct CupViolation;

impl fmt::Display for CupViolation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for CupViolation {}

impl RuleViolation for CupViolation {
    fn rule(&self) -> &'static str {
        "COM-02"
    }

    fn message(&self) -> Message {
        message!("not under this cup now", "pas sous ce gobelet maintenant")
    }
}

const SOUND: u8 = 0;
const SHOWS_THE_PEA: u8 = 1;
const FORGETS_LOOKS: u8 = 2;
const TELLS_ALOUD: u8 = 3;
const LEAKS_BY_ACTIONS: u8 = 4;
const SAMPLES_ANYTHING: u8 = 5;

#[derive(Clone, PartialEq, Debug)]
struct Cups<const FLAW: u8> {
    pea: Option<u8>,
    looked: [bool; 3],
}

/// The pea as far as the viewer knows it (`None`: unknown), and the cups B has looked under.
#[derive(Clone, PartialEq, Debug)]
struct CupView {
    hidden: bool,
    pea: Option<u8>,
    looked: [bool; 3],
}

fn write(f: &mut fmt::Formatter, pea: char, looked: [bool; 3]) -> fmt::Result {
    write!(f, "{pea} {}", looked.map(|cup| if cup { 'x' } else { '-' }).iter().collect::<String>())
}

impl<const FLAW: u8> fmt::Display for Cups<FLAW> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write(f, self.pea.map_or('-', |cup| (b'0' + cup) as char), self.looked)
    }
}

impl fmt::Display for CupView {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let unknown = if self.hidden { '?' } else { '-' };
        write(f, self.pea.map_or(unknown, |cup| (b'0' + cup) as char), self.looked)
    }
}

impl<const FLAW: u8> Cups<FLAW> {
    fn found(&self) -> bool {
        self.pea.is_some_and(|cup| self.looked[usize::from(cup)])
    }
}

impl<const FLAW: u8> Game for Cups<FLAW> {
    type Options = CupOptions;
    type Action = CupAction;
    type Roll = Never;
    type View = CupView;
    type Violation = CupViolation;

    fn start(_: &CupOptions) -> Self {
        Cups { pea: None, looked: [false; 3] }
    }

    fn parse(_: &CupOptions, _: &str) -> Result<Self, ParseError> {
        Err(ParseError::new("POSITION", message!("not read here", "pas lu ici")))
    }

    fn parse_view(_: &CupOptions, _: &str) -> Result<CupView, ParseError> {
        Err(ParseError::new("POSITION", message!("not read here", "pas lu ici")))
    }

    fn options(&self) -> CupOptions {
        CupOptions
    }

    fn turn(&self) -> Turn {
        match self.pea {
            None => Turn::Of(Seat::First),
            Some(_) if self.found() => {
                Turn::Over(Outcome::Win(Seat::Second, EndReason::Board(&FOUND)))
            }
            Some(_) => Turn::Of(Seat::Second),
        }
    }

    fn legal_actions(&self, out: &mut Vec<CupAction>) {
        if self.pea.is_some() && !self.found() {
            let open = |&cup: &u8| match FLAW {
                LEAKS_BY_ACTIONS => cup == 0 || self.pea == Some(cup),
                _ => !self.looked[usize::from(cup)],
            };
            out.extend((0..3).filter(open).map(CupAction::Look));
        }
    }

    fn check(&self, act: &CupAction) -> Result<(), CupViolation> {
        let fits = match *act {
            CupAction::Hide(cup) => self.pea.is_none() && cup < 3,
            CupAction::Look(cup) => self.pea.is_some() && !self.looked[usize::from(cup)],
        };
        if fits { Ok(()) } else { Err(CupViolation) }
    }

    fn apply_unchecked(&mut self, ply: Ply<CupAction, Never>) {
        match ply {
            Ply::Act(CupAction::Hide(cup)) => self.pea = Some(cup),
            Ply::Act(CupAction::Look(cup)) => self.looked[usize::from(cup)] = true,
        }
    }

    fn rolls(&self, _: &mut Vec<(Never, u32)>) {}

    fn view(&self, by: Observer) -> CupView {
        let knows = by == Observer::Player(Seat::First) || self.found() || FLAW == SHOWS_THE_PEA;
        let looked = if FLAW == FORGETS_LOOKS && !self.found() { [false; 3] } else { self.looked };
        CupView { hidden: self.pea.is_some() && !knows, pea: self.pea.filter(|_| knows), looked }
    }

    fn unveiled_view(&self) -> CupView {
        CupView { hidden: false, pea: self.pea, looked: self.looked }
    }

    fn sample_position(view: &CupView, source: &mut dyn RandomSource) -> Option<Self> {
        let open: Vec<u8> = (0..3)
            .filter(|&cup| FLAW == SAMPLES_ANYTHING || !view.looked[usize::from(cup)])
            .collect();
        let mut drawn = || open.get(source.below(open.len() as u64) as usize).copied();
        let pea = if view.hidden { drawn() } else { view.pea };
        Some(Cups { pea, looked: view.looked })
    }

    fn repetition_key(&self) -> Option<String> {
        None
    }

    fn ply_progress(_: &Self, _: &Ply<CupAction, Never>, _: &Self) -> PlyProgress {
        PlyProgress::default()
    }

    fn describe(&self, ply: &Ply<CupAction, Never>) -> Message {
        match ply {
            Ply::Act(CupAction::Hide(_)) if FLAW != TELLS_ALOUD => message!("hides it", "le cache"),
            _ => message!("{ply}", "{ply}"),
        }
    }

    fn random_action(&self, source: &mut dyn RandomSource) -> Option<CupAction> {
        let mut out = Vec::new();
        self.legal_actions(&mut out);
        if self.pea.is_none() {
            out.extend((0..3).map(CupAction::Hide));
        }
        (!out.is_empty()).then(|| out[source.below(out.len() as u64) as usize])
    }

    fn unlisted_count(&self) -> Option<u64> {
        self.pea.is_none().then_some(3)
    }
}

impl<const FLAW: u8> HiddenInformation for Cups<FLAW> {
    fn rewrite_history(&self, history: &[Ply<CupAction, Never>]) -> Vec<Ply<CupAction, Never>> {
        let retold = |ply: &Ply<CupAction, Never>| match (ply, self.pea) {
            (Ply::Act(CupAction::Hide(_)), Some(cup)) => Ply::Act(CupAction::Hide(cup)),
            _ => *ply,
        };
        history.iter().map(retold).collect()
    }
}

fn laws<const FLAW: u8>() {
    let candidates = |_: &Cups<FLAW>| {
        (0..3).flat_map(|cup| [CupAction::Hide(cup), CupAction::Look(cup)]).collect()
    };
    for plies in 1..4 {
        hidden::run::<Cups<FLAW>>(&["cups"], candidates, 40, plies);
    }
}

#[test]
fn a_correct_hidden_game_passes() {
    laws::<SOUND>();
}

#[test]
fn every_planted_leak_is_found() {
    let flawed: [(&str, fn()); 4] = [
        ("forgets what was seen", laws::<FORGETS_LOOKS>),
        ("tells secrets aloud", laws::<TELLS_ALOUD>),
        ("leaks by the actions it offers", laws::<LEAKS_BY_ACTIONS>),
        ("samples worlds that cannot be", laws::<SAMPLES_ANYTHING>),
    ];
    for (flaw, run) in flawed {
        assert!(catch_unwind(run).is_err(), "a game that {flaw} passes");
    }
}

/// Laws on views cannot detect a view that shows too much: sampling from a view that shows
/// everything yields the true world. Each game's own tests must catch this flaw.
#[test]
fn a_view_that_shows_too_much_is_not_detected() {
    laws::<SHOWS_THE_PEA>();
    let mut game = Cups::<SHOWS_THE_PEA>::start(&CupOptions);
    game.apply_unchecked(Ply::Act(CupAction::Hide(2)));
    assert_eq!(game.view(Observer::Spectator).to_string(), "2 ---");
}

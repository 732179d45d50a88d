//! The smallest game with a secret, and proof that the laws of secrets can fail: leaks and lapses
//! of memory planted in it are found. (A hides a pea under one of three cups, B looks for it.)

use std::fmt;
use std::panic::catch_unwind;
use std::str::FromStr;

use abaque_core::{
    BadText, Game, GameInfo, Hidden, Never, Observer, Options, Outcome, Pace, Ply, Reason, Refusal,
    Said, Seat, Source, Turn, Words, said,
};
use abaque_testkit::hidden;

static INFO: GameInfo = GameInfo {
    name: "cups",
    title: Words::new("Cups", "Gobelets"),
    blurb: Words::new("Find the pea.", "Trouver le pois."),
    letters: ['a', 'b'],
    players: [Words::new("A", "A"), Words::new("B", "B")],
    options: &[],
};

#[derive(Clone, PartialEq, Debug, Default)]
struct NoOptions;

impl Options for NoOptions {
    fn info() -> &'static GameInfo {
        &INFO
    }

    fn set(&mut self, _: &'static str, _: &str) -> Result<(), BadText> {
        Ok(())
    }

    fn get(&self, _: &'static str) -> String {
        String::new()
    }
}

/// Hiding under a cup, or looking under one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Act {
    Hide(u8),
    Look(u8),
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Act::Hide(cup) => write!(f, "hide{cup}"),
            Act::Look(cup) => write!(f, "look{cup}"),
        }
    }
}

impl FromStr for Act {
    type Err = BadText;

    fn from_str(text: &str) -> Result<Self, BadText> {
        (0..3)
            .flat_map(|cup| [Act::Hide(cup), Act::Look(cup)])
            .find(|act| act.to_string() == text)
            .ok_or_else(|| BadText::new("ACTION", said!("no such action", "pas d'action")))
    }
}

#[derive(Clone, PartialEq, Debug)]
struct No;

impl Refusal for No {
    fn rule(&self) -> &'static str {
        "COM-02"
    }

    fn said(&self) -> Said {
        said!("not under this cup now", "pas sous ce gobelet maintenant")
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

/// The pea as far as the viewer knows it (`None` unknown), and where B has looked.
#[derive(Clone, PartialEq, Debug)]
struct View {
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

impl fmt::Display for View {
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
    type Options = NoOptions;
    type Action = Act;
    type Roll = Never;
    type View = View;
    type Refusal = No;

    fn start(_: &NoOptions) -> Self {
        Cups { pea: None, looked: [false; 3] }
    }

    fn parse(_: &NoOptions, _: &str) -> Result<Self, BadText> {
        Err(BadText::new("POSITION", said!("not read here", "pas lu ici")))
    }

    fn parse_view(_: &NoOptions, _: &str) -> Result<View, BadText> {
        Err(BadText::new("POSITION", said!("not read here", "pas lu ici")))
    }

    fn options(&self) -> NoOptions {
        NoOptions
    }

    fn turn(&self) -> Turn {
        match self.pea {
            None => Turn::Of(Seat::First),
            Some(_) if self.found() => Turn::Over(Outcome::Win(Seat::Second, Reason::Target)),
            Some(_) => Turn::Of(Seat::Second),
        }
    }

    fn legal(&self, out: &mut Vec<Act>) {
        if self.pea.is_some() && !self.found() {
            let open = |&cup: &u8| match FLAW {
                LEAKS_BY_ACTIONS => cup == 0 || self.pea == Some(cup),
                _ => !self.looked[usize::from(cup)],
            };
            out.extend((0..3).filter(open).map(Act::Look));
        }
    }

    fn check(&self, act: &Act) -> Result<(), No> {
        let fits = match *act {
            Act::Hide(cup) => self.pea.is_none() && cup < 3,
            Act::Look(cup) => self.pea.is_some() && !self.looked[usize::from(cup)],
        };
        if fits { Ok(()) } else { Err(No) }
    }

    fn apply_unchecked(&mut self, ply: Ply<Act, Never>) {
        match ply {
            Ply::Act(Act::Hide(cup)) => self.pea = Some(cup),
            Ply::Act(Act::Look(cup)) => self.looked[usize::from(cup)] = true,
        }
    }

    fn rolls(&self, _: &mut Vec<(Never, u32)>) {}

    fn view(&self, by: Observer) -> View {
        let knows = by == Observer::Player(Seat::First) || self.found() || FLAW == SHOWS_THE_PEA;
        let looked = if FLAW == FORGETS_LOOKS && !self.found() { [false; 3] } else { self.looked };
        View { hidden: self.pea.is_some() && !knows, pea: self.pea.filter(|_| knows), looked }
    }

    fn recurrence(&self) -> Option<String> {
        None
    }

    fn pace(_: &Self, _: &Ply<Act, Never>, _: &Self) -> Pace {
        Pace::default()
    }

    fn tell(&self, ply: &Ply<Act, Never>) -> Said {
        match ply {
            Ply::Act(Act::Hide(_)) if FLAW != TELLS_ALOUD => said!("hides it", "le cache"),
            _ => said!("{ply}", "{ply}"),
        }
    }

    fn random_action(&self, source: &mut dyn Source) -> Option<Act> {
        let mut out = Vec::new();
        self.legal(&mut out);
        if self.pea.is_none() {
            out.extend((0..3).map(Act::Hide));
        }
        (!out.is_empty()).then(|| out[source.below(out.len() as u64) as usize])
    }

    fn unlisted(&self) -> Option<u64> {
        self.pea.is_none().then_some(3)
    }
}

impl<const FLAW: u8> Hidden for Cups<FLAW> {
    fn sample(view: &View, source: &mut dyn Source) -> Option<Self> {
        let open: Vec<u8> = (0..3)
            .filter(|&cup| FLAW == SAMPLES_ANYTHING || !view.looked[usize::from(cup)])
            .collect();
        let mut drawn = || open.get(source.below(open.len() as u64) as usize).copied();
        let pea = if view.hidden { drawn() } else { view.pea };
        Some(Cups { pea, looked: view.looked })
    }

    fn retell(&self, history: &[Ply<Act, Never>]) -> Vec<Ply<Act, Never>> {
        let retold = |ply: &Ply<Act, Never>| match (ply, self.pea) {
            (Ply::Act(Act::Hide(_)), Some(cup)) => Ply::Act(Act::Hide(cup)),
            _ => *ply,
        };
        history.iter().map(retold).collect()
    }
}

fn laws<const FLAW: u8>() {
    let candidates =
        |_: &Cups<FLAW>| (0..3).flat_map(|cup| [Act::Hide(cup), Act::Look(cup)]).collect();
    for plies in 1..4 {
        hidden::run::<Cups<FLAW>>(&["cups"], candidates, 40, plies);
    }
}

#[test]
fn a_sound_game_keeps_its_secret() {
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

/// What no law on views alone can know: that a view shows more than the rules allow. Sampling from a
/// view that shows everything gives the true world, so this flaw is for each game's own tests.
#[test]
fn a_view_that_shows_everything_is_for_the_games_own_tests() {
    laws::<SHOWS_THE_PEA>();
    let mut game = Cups::<SHOWS_THE_PEA>::start(&NoOptions);
    game.apply_unchecked(Ply::Act(Act::Hide(2)));
    assert_eq!(game.view(Observer::Spectator).to_string(), "2 ---");
}

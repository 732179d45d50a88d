//! Set-ups: how many are legal, one at random, named ones.

use abaque_core::{Seat, Source, Words};

use crate::action::{Item, Setup};
use crate::block::{Colour, Rod};
use crate::options::BlocsOptions;

impl BlocsOptions {
    /// How many set-ups are legal for one player (BLO-04 to BLO-06): choices of the small rods
    /// times orders of the pawns out of the window. Twelve of the 36 are in the windows, all the
    /// builder's; 6 more of them, 6 of the opponent's and 12 neutral ones are left.
    pub fn setups(&self) -> u64 {
        let each = u64::from(self.zone.each());
        choose(2 * each, each) * choose(24, 12) * choose(12, 6)
    }

    /// A legal set-up, each equally likely.
    pub fn random_setup(&self, seat: Seat, source: &mut dyn Source) -> Setup {
        let each = usize::from(self.zone.each());
        let mut rods = [Rod::Large; 10];
        rods[..each].fill(Rod::Small);
        shuffle(&mut rods[..2 * each], source);
        let mut rods = rods.into_iter();
        let mut pawns = [Colour::Neutral; 24];
        pawns[..6].fill(Colour::of(seat));
        pawns[6..12].fill(Colour::of(seat.other()));
        shuffle(&mut pawns, source);
        let mut rest = pawns.chunks_exact(2).map(|two| [two[0], two[1]]);
        self.assemble(
            seat,
            |_| rods.next().unwrap_or(Rod::Small),
            |_| rest.next().unwrap_or([Colour::Neutral; 2]),
        )
    }

    /// A set-up whose blocks all show their builder: `rod` is asked for the planted fields, `rest`
    /// for the two pawns out of the window, lower first.
    fn assemble(
        &self,
        seat: Seat,
        mut rod: impl FnMut(usize) -> Rod,
        mut rest: impl FnMut(usize) -> [Colour; 2],
    ) -> Setup {
        let own = Colour::of(seat);
        let fields = Setup::fields(seat);
        Setup::new(std::array::from_fn(|i| {
            let rod = if fields[i].within(self.zone.planted_by(seat)) {
                rod(i)
            } else if fields[i].within(self.given().large) {
                Rod::Large
            } else {
                Rod::Small
            };
            let [low, high] = rest(i);
            Item::new(rod, if rod == Rod::Small { [low, own, high] } else { [own, low, high] })
        }))
    }
}

/// A ready-made set-up with a name. It fits both players and any given rods.
#[derive(Debug)]
pub struct Preset {
    /// A short name for programs.
    pub key: &'static str,
    /// The name people read.
    pub name: Words,
    /// What it is for.
    pub help: Words,
    /// The rods in the order of [`Setup::fields`], as far as they are the player's to plant.
    rods: [u8; 12],
    /// The two pawns out of the window of each block: `o` own, `x` the opponent's, `n` neutral.
    /// The lower one shows when the block moves to a rod of the other size, the upper one when it
    /// has been turned over and stands on a large rod.
    rest: [&'static [u8; 2]; 12],
}

/// The named set-ups.
pub static PRESETS: [Preset; 4] = [
    Preset {
        key: "vanguard",
        name: Words::new("Vanguard", "Avant-garde"),
        help: Words::new(
            "the six foremost blocks keep their colour on every rod until they are turned over",
            "les six blocs-pions de tête gardent leur couleur sur toute tige tant qu'on ne les retourne pas",
        ),
        rods: *b"slsslslslssl",
        rest: [b"on", b"on", b"on", b"on", b"nx", b"on", b"nx", b"nx", b"on", b"nx", b"nx", b"nx"],
    },
    Preset {
        key: "rampart",
        name: Words::new("Rampart", "Rempart"),
        help: Words::new(
            "the front row stays its own colour when taken onto a large rod",
            "la première ligne garde sa couleur quand une prise la retourne sur une grande tige",
        ),
        rods: *b"slsslslslssl",
        rest: [b"no", b"no", b"no", b"no", b"xn", b"no", b"xn", b"xn", b"no", b"xn", b"xn", b"xn"],
    },
    Preset {
        key: "chameleons",
        name: Words::new("Chameleons", "Caméléons"),
        help: Words::new(
            "six blocks turn neutral at the first change of rod, so that the board soon turns",
            "six blocs-pions deviennent neutres au premier changement de tige : le plateau tourne tôt",
        ),
        rods: *b"lslslslslsls",
        rest: [b"nn", b"ox", b"ox", b"nn", b"ox", b"nn", b"nn", b"nn", b"nn", b"ox", b"ox", b"ox"],
    },
    Preset {
        key: "even",
        name: Words::new("Even spread", "Équilibre"),
        help: Words::new(
            "every kind of block on either side of the middle",
            "toutes les sortes de blocs-pions de part et d'autre du milieu",
        ),
        rods: *b"slslslslslsl",
        rest: [b"on", b"nx", b"nx", b"on", b"no", b"xn", b"on", b"on", b"xn", b"no", b"nx", b"nx"],
    },
];

impl Preset {
    /// This set-up for a player.
    pub fn setup(&self, options: &BlocsOptions, seat: Seat) -> Setup {
        let pawn = |letter: u8| match letter {
            b'o' => Colour::of(seat),
            b'x' => Colour::of(seat.other()),
            _ => Colour::Neutral,
        };
        options.assemble(
            seat,
            |i| Rod::from_letter(self.rods[i]).unwrap_or(Rod::Small),
            |i| self.rest[i].map(pawn),
        )
    }
}

/// All orders equally likely.
pub(crate) fn shuffle<T>(items: &mut [T], source: &mut dyn Source) {
    for i in (1..items.len()).rev() {
        items.swap(i, source.below(i as u64 + 1) as usize);
    }
}

const fn choose(n: u64, k: u64) -> u64 {
    let (mut all, mut i) = (1, 0);
    while i < k {
        all = all * (n - i) / (i + 1);
        i += 1;
    }
    all
}

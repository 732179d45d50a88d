//! Set-ups: counting, random, and named presets.

use abaque_core::{RandomSource, Seat, StaticMessage};

use crate::action::{Setup, SetupItem};
use crate::block::{Colour, Rod};
use crate::options::Options;

impl Options {
    /// The number of legal set-ups for one player (BLO-04 to BLO-06): choices of the small rods
    /// times orders of the pawns outside the windows. The windows take 12 of the builder's pawns; 6
    /// more of those, 6 of the opponent's and 12 neutral ones remain.
    pub fn setup_count(&self) -> u64 {
        let each = u64::from(self.zone.rods_of_each_size());
        binomial(2 * each, each) * binomial(24, 12) * binomial(12, 6)
    }

    /// A uniformly random legal set-up.
    pub fn random_setup(&self, seat: Seat, source: &mut dyn RandomSource) -> Setup {
        let each = usize::from(self.zone.rods_of_each_size());
        let mut rods = [Rod::Large; 10];
        rods[..each].fill(Rod::Small);
        shuffle(&mut rods[..2 * each], source);
        let mut rods = rods.into_iter();
        let mut pawns = [Colour::Neutral; 24];
        pawns[..6].fill(Colour::of_player(seat));
        pawns[6..12].fill(Colour::of_player(seat.other()));
        shuffle(&mut pawns, source);
        let mut rest = pawns.chunks_exact(2).map(|two| [two[0], two[1]]);
        self.assemble(
            seat,
            |_| rods.next().unwrap_or(Rod::Small),
            |_| rest.next().unwrap_or([Colour::Neutral; 2]),
        )
    }

    /// Builds a set-up in which every block shows its builder's colour. `rod` chooses the rods of
    /// the planted fields, `rest` the two pawns outside the window, lower first.
    fn assemble(
        &self,
        seat: Seat,
        mut rod: impl FnMut(usize) -> Rod,
        mut rest: impl FnMut(usize) -> [Colour; 2],
    ) -> Setup {
        let own = Colour::of_player(seat);
        let fields = Setup::fields(seat);
        Setup::new(core::array::from_fn(|i| {
            let rod = if fields[i].is_in(self.zone.fields_planted_by(seat)) {
                rod(i)
            } else if fields[i].is_in(self.given_rods().large) {
                Rod::Large
            } else {
                Rod::Small
            };
            let [low, high] = rest(i);
            SetupItem::new(rod, if rod == Rod::Small { [low, own, high] } else { [own, low, high] })
        }))
    }
}

/// A ready-made named set-up that fits both players and any given rods.
#[derive(Debug)]
pub struct Preset {
    /// A short identifier.
    pub key: &'static str,
    /// The display name.
    pub name: StaticMessage,
    /// What the set-up is good for.
    pub help: StaticMessage,
    /// The rods in the order of [`Setup::fields`], used where the player plants them.
    rods: [u8; 12],
    /// The two pawns outside each window: `o` own, `x` the opponent's, `n` neutral. The lower one
    /// shows on a rod of the other size, the upper one on a large rod after the block is turned
    /// over.
    rest: [&'static [u8; 2]; 12],
}

/// The named set-ups.
pub static PRESETS: [Preset; 4] = [
    Preset {
        key: "vanguard",
        name: StaticMessage::new("Vanguard", "Avant-garde"),
        help: StaticMessage::new(
            "the six foremost blocks keep their colour on every rod until they are turned over",
            "les six blocs-pions de tête gardent leur couleur sur toute tige tant qu'on ne les retourne pas",
        ),
        rods: *b"slsslslslssl",
        rest: [b"on", b"on", b"on", b"on", b"nx", b"on", b"nx", b"nx", b"on", b"nx", b"nx", b"nx"],
    },
    Preset {
        key: "rampart",
        name: StaticMessage::new("Rampart", "Rempart"),
        help: StaticMessage::new(
            "the front row stays its own colour when taken onto a large rod",
            "la première ligne garde sa couleur quand une prise la retourne sur une grande tige",
        ),
        rods: *b"slsslslslssl",
        rest: [b"no", b"no", b"no", b"no", b"xn", b"no", b"xn", b"xn", b"no", b"xn", b"xn", b"xn"],
    },
    Preset {
        key: "chameleons",
        name: StaticMessage::new("Chameleons", "Caméléons"),
        help: StaticMessage::new(
            "six blocks turn neutral at the first change of rod, so that the board soon turns",
            "six blocs-pions deviennent neutres au premier changement de tige\u{a0}: le plateau tourne tôt",
        ),
        rods: *b"lslslslslsls",
        rest: [b"nn", b"ox", b"ox", b"nn", b"ox", b"nn", b"nn", b"nn", b"nn", b"ox", b"ox", b"ox"],
    },
    Preset {
        key: "even",
        name: StaticMessage::new("Even spread", "Équilibre"),
        help: StaticMessage::new(
            "every kind of block on either side of the middle",
            "toutes les sortes de blocs-pions de part et d'autre du milieu",
        ),
        rods: *b"slslslslslsl",
        rest: [b"on", b"nx", b"nx", b"on", b"no", b"xn", b"on", b"on", b"xn", b"no", b"nx", b"nx"],
    },
];

impl Preset {
    /// Builds this set-up for a player.
    pub fn to_setup(&self, options: &Options, seat: Seat) -> Setup {
        let pawn = |letter: u8| match letter {
            b'o' => Colour::of_player(seat),
            b'x' => Colour::of_player(seat.other()),
            _ => Colour::Neutral,
        };
        options.assemble(
            seat,
            |i| Rod::from_letter(self.rods[i]).unwrap_or(Rod::Small),
            |i| self.rest[i].map(pawn),
        )
    }
}

/// Fisher–Yates shuffle: uniform over all orders.
pub(crate) fn shuffle<T>(items: &mut [T], source: &mut dyn RandomSource) {
    for i in (1..items.len()).rev() {
        items.swap(i, source.below(i as u64 + 1) as usize);
    }
}

const fn binomial(n: u64, k: u64) -> u64 {
    let (mut all, mut i) = (1, 0);
    while i < k {
        all = all * (n - i) / (i + 1);
        i += 1;
    }
    all
}

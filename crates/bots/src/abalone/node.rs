use abaque_abalone::Abalone;
use abaque_core::{Game, Seat, Source, SplitMix};
use abaque_search::{Node, PROMISING, WIN};

use super::generate;
use super::geometry::{ALL, BIT, KEYS, OFF, PLACING, RAY, RING, SECOND_TO_MOVE};
use super::play::{ACROSS, Play, Sort};
use super::value::{self, Weights};

/// A position as the search sees it.
#[derive(Clone, Debug)]
pub struct Board {
    /// The balls of each seat.
    pub(crate) balls: [u64; 2],
    key: u64,
    weights: &'static Weights,
    pub(crate) side: Seat,
    /// How many balls each seat may still lose, the last of them with the game.
    pub(crate) lives: [u8; 2],
    /// How many balls are still in hand, both players' together.
    hand: u8,
    /// Turns without an ejection so far (COM-03).
    idle: u16,
    /// How unsure the judgement is, in hundredths of a ball (standard deviation).
    blur: u16,
    /// Where the uncertainty starts from.
    salt: u64,
}

/// COM-03: so many turns without an ejection are a draw.
const IDLE_TURNS: u16 = 300;

/// From here on a lead is worth less and less, so that something is done about it.
const LONG_IDLE: u16 = 150;

impl Board {
    /// The position of a game, judged by these weights.
    pub fn new(game: &Abalone, idle_turns: u16, weights: &'static Weights) -> Board {
        let target = game.options().target();
        let mut board = Board {
            balls: Seat::ALL.map(|seat| game.balls(seat).bits()),
            key: 0,
            weights,
            side: game.side(),
            lives: Seat::ALL.map(|seat| target.saturating_sub(game.lost(seat))),
            hand: Seat::ALL.map(|seat| game.hand(seat)).iter().sum(),
            idle: idle_turns,
            blur: 0,
            salt: 0,
        };
        for (balls, keys) in board.balls.iter().zip(&KEYS) {
            board.key ^= (0..OFF)
                .filter(|&point| balls & BIT[point] != 0)
                .fold(0, |key, point| key ^ keys[point]);
        }
        if board.side == Seat::Second {
            board.key ^= SECOND_TO_MOVE;
        }
        if board.hand > 0 {
            board.key ^= PLACING;
        }
        board
    }

    /// The same position seen by somebody unsure: the value of every position is off by a little,
    /// always the same for the same salt.
    pub fn blurred(self, blur: u16, salt: u64) -> Board {
        Board { blur, salt, ..self }
    }

    /// By how much the judgement is off here.
    fn error(&self) -> i32 {
        let bits = SplitMix(self.key ^ self.salt).next_u64();
        // The sum of four even numbers is nearly a bell curve.
        let sum: i32 = (0..4).map(|i| i32::from((bits >> (16 * i)) as i16)).sum();
        // Its standard deviation is 37,837.
        sum / 64 * i32::from(self.blur) / 591
    }

    /// How many balls a player may still lose, the last with the game.
    pub fn lives(&self, seat: Seat) -> u8 {
        self.lives[seat.index()]
    }

    /// The balls of the player to move, and the opponent's.
    #[inline]
    pub(crate) fn sides(&self) -> (u64, u64) {
        (self.balls[self.side.index()], self.balls[self.side.other().index()])
    }

    /// Whether balls are still being placed.
    #[inline]
    pub(crate) fn placing(&self) -> bool {
        self.hand > 0
    }

    #[inline]
    fn flip(&mut self, seat: Seat, point: usize) {
        self.balls[seat.index()] ^= BIT[point];
        self.key ^= KEYS[seat.index()][point];
    }

    #[inline]
    fn hand_over(&mut self) {
        self.side = self.side.other();
        self.key ^= SECOND_TO_MOVE;
    }

    /// How far the balls of a quiet move come nearer the centre, in rings.
    #[inline]
    fn inward(&self, play: Play) -> i32 {
        let (point, toward, sort) = (play.point(), play.toward(), play.sort());
        let ring = |at: usize| i32::from(RING[at]);
        match sort.arrow() {
            None => ring(point) - ring(usize::from(RAY[toward][point][sort.own()])),
            Some((balls, axis)) => {
                let group = &RAY[ACROSS[toward][axis]][point][..balls];
                let gain = |&at: &u8| {
                    ring(usize::from(at)) - ring(usize::from(RAY[toward][usize::from(at)][1]))
                };
                group.iter().map(gain).sum()
            }
        }
    }
}

impl Node for Board {
    type Move = Play;
    const SLOTS: usize = Play::COUNT;
    const DRIFT: Option<i32> = Some(45);

    #[inline]
    fn side(&self) -> Seat {
        self.side
    }

    #[inline]
    fn ended(&self) -> Option<i32> {
        let (own, opposing) = self.sides();
        let lost = self.lives[self.side.index()] == 0
            || (self.hand == 0 && !generate::can_move(own, opposing));
        if lost { Some(-WIN) } else { (self.idle >= IDLE_TURNS).then_some(0) }
    }

    fn moves(&self, out: &mut Vec<Play>) {
        let (own, opposing) = self.sides();
        if self.hand == 0 {
            generate::moves(own, opposing, out);
            return;
        }
        let mut free = ALL & !(own | opposing);
        while free != 0 {
            out.push(Play::new(Sort::Place, 0, free.trailing_zeros() as usize));
            free &= free - 1;
        }
    }

    fn loud(&self, out: &mut Vec<Play>) {
        let (own, opposing) = self.sides();
        if self.hand == 0 {
            generate::ejecting(own, opposing, out);
        }
    }

    #[inline]
    fn after(&self, play: Play) -> Board {
        let mut next = self.clone();
        let (me, you) = (self.side, self.side.other());
        let (point, toward, sort) = (play.point(), play.toward(), play.sort());
        let ray = &RAY[toward][point];
        next.idle += 1;
        if let Some((balls, axis)) = sort.arrow() {
            for &at in &RAY[ACROSS[toward][axis]][point][..balls] {
                next.flip(me, usize::from(at));
                next.flip(me, usize::from(RAY[toward][usize::from(at)][1]));
            }
        } else if sort == Sort::Place {
            next.flip(me, point);
            next.hand -= 1;
            next.idle = 0;
            if next.hand == 0 {
                next.key ^= PLACING;
            }
        } else {
            // In line, a row moving one step is its hindmost ball taken to the front.
            let front = usize::from(ray[sort.own()]);
            next.flip(me, point);
            next.flip(me, front);
            if sort.opposing() > 0 {
                next.flip(you, front);
                next.flip(you, usize::from(ray[sort.own() + sort.opposing()]));
                if sort.ejects() {
                    next.lives[you.index()] -= 1;
                    next.idle = 0;
                }
            }
        }
        next.hand_over();
        next
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn value(&self) -> i32 {
        let mut value = value::value(self, self.weights);
        if self.blur > 0 {
            value += self.error();
        }
        if self.idle > LONG_IDLE {
            let left = i32::from(IDLE_TURNS.saturating_sub(self.idle));
            return value * left / i32::from(IDLE_TURNS - LONG_IDLE);
        }
        value
    }

    #[inline]
    fn promise(&self, play: Play) -> i32 {
        match play.sort() {
            Sort::Eject21 | Sort::Eject31 | Sort::Eject32 => 5 * PROMISING,
            Sort::Push21 | Sort::Push31 | Sort::Push32 => {
                let ray = &RAY[play.toward()][play.point()];
                let sort = play.sort();
                let pushed_to = usize::from(ray[sort.own() + sort.opposing()]);
                PROMISING + 200 * i32::from(RING[pushed_to]) + 60 * self.inward(play)
            }
            Sort::Place => -100 * i32::from(RING[play.point()]),
            _ => 120 * self.inward(play),
        }
    }

    #[inline]
    fn slot(&self, play: Play) -> usize {
        play.number()
    }

    fn pass(&self) -> Option<Board> {
        if self.hand > 0 {
            return None;
        }
        let mut next = self.clone();
        next.hand_over();
        Some(next)
    }
}

use abaque_core::{
    BadText, Game, Never, Observer, Open, Outcome, Pace, Ply, Reason, Said, Seat, Source, Turn,
};

use crate::text::BALLS;
use crate::{
    AbaloneOptions, AbaloneRefusal, Action, Layout, Point, Points, check, reach, reading, tell,
    text,
};

/// A game of Abalone. Black is [`Seat::First`], White [`Seat::Second`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Abalone {
    pub(crate) balls: [Points; 2],
    pub(crate) lost: [u8; 2],
    pub(crate) hand: [u8; 2],
    pub(crate) side: Seat,
    pub(crate) options: AbaloneOptions,
}

impl Abalone {
    /// Whose ball stands on a point.
    #[inline]
    pub fn ball(&self, at: Point) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.balls[seat.index()].has(at))
    }

    /// The balls of a player on the board.
    #[inline]
    pub const fn balls(&self, seat: Seat) -> Points {
        self.balls[seat.index()]
    }

    /// How many balls a player has lost.
    pub const fn lost(&self, seat: Seat) -> u8 {
        self.lost[seat.index()]
    }

    /// How many balls a player has still to place.
    pub const fn hand(&self, seat: Seat) -> u8 {
        self.hand[seat.index()]
    }

    /// Who is on move, or would be if the game were not over.
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// Whether balls are still being placed (ABA-12).
    #[inline]
    pub const fn placing(&self) -> bool {
        self.hand[0] | self.hand[1] != 0
    }

    /// The balls of the player on move, and the opponent's.
    #[inline]
    fn sides(&self) -> (Points, Points) {
        (self.balls[self.side.index()], self.balls[self.side.other().index()])
    }

    /// Who has ejected enough balls (ABA-10). The last to move did it, so the loser is on move.
    #[inline]
    fn ejected(&self) -> bool {
        self.lost[self.side.index()] >= self.options.target()
    }
}

impl Game for Abalone {
    type Options = AbaloneOptions;
    type Action = Action;
    type Roll = Never;
    type View = Abalone;
    type Refusal = AbaloneRefusal;

    fn start(options: &AbaloneOptions) -> Abalone {
        let hand = if options.layout() == Layout::Placed { BALLS } else { 0 };
        Abalone {
            balls: options.layout().balls(),
            lost: [0; 2],
            hand: [hand; 2],
            side: Seat::First,
            options: *options,
        }
    }

    fn parse(options: &AbaloneOptions, text: &str) -> Result<Abalone, BadText> {
        text::parse(*options, text)
    }

    fn parse_view(options: &AbaloneOptions, text: &str) -> Result<Abalone, BadText> {
        text::parse(*options, text)
    }

    fn options(&self) -> AbaloneOptions {
        self.options
    }

    #[inline]
    fn turn(&self) -> Turn {
        let winner = self.side.other();
        if self.ejected() {
            return Turn::Over(Outcome::Win(winner, Reason::Ejection));
        }
        let (own, opposing) = self.sides();
        if self.placing() || reach::can_move(own, opposing) {
            Turn::Of(self.side)
        } else {
            Turn::Over(Outcome::Win(winner, Reason::Blocked))
        }
    }

    fn legal(&self, out: &mut Vec<Action>) {
        let (own, opposing) = self.sides();
        if self.placing() {
            out.extend((!(own | opposing)).into_iter().map(Action::Place));
        } else if !self.ejected() {
            reach::each_move(own, opposing, |action| out.push(action));
        }
    }

    fn check(&self, action: &Action) -> Result<(), AbaloneRefusal> {
        match self.turn() {
            Turn::Over(outcome) => Err(AbaloneRefusal::Over(outcome)),
            _ => check::check(self, *action),
        }
    }

    #[inline]
    fn apply_unchecked(&mut self, ply: Ply<Action, Never>) {
        match ply {
            Ply::Act(action) => self.act(action),
            Ply::Roll(never) => match never {},
        }
    }

    fn rolls(&self, _: &mut Vec<(Never, u32)>) {}

    fn view(&self, _: Observer) -> Abalone {
        *self
    }

    fn recurrence(&self) -> Option<String> {
        Some(self.to_string())
    }

    fn pace(before: &Abalone, _: &Ply<Action, Never>, after: &Abalone) -> Pace {
        Pace { turns_ended: u8::from(!before.placing()), progress: before.lost != after.lost }
    }

    fn tell(&self, ply: &Ply<Action, Never>) -> Said {
        match *ply {
            Ply::Act(action) => tell::tell(self, action),
            Ply::Roll(never) => match never {},
        }
    }

    #[inline]
    fn remarks(&self, _by: Observer) -> Vec<Said> {
        reading::remarks(self)
    }

    fn count_legal(&self) -> u64 {
        let (own, opposing) = self.sides();
        if self.placing() {
            u64::from((!(own | opposing)).len())
        } else if self.ejected() {
            0
        } else {
            reach::count(own, opposing)
        }
    }

    fn random_action(&self, source: &mut dyn Source) -> Option<Action> {
        let count = self.count_legal();
        if count == 0 {
            return None;
        }
        let skip = source.below(count);
        let (own, opposing) = self.sides();
        if self.placing() {
            return (!(own | opposing)).into_iter().nth(skip as usize).map(Action::Place);
        }
        reach::nth_move(own, opposing, skip)
    }
}

impl Open for Abalone {}

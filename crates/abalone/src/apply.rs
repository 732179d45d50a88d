use crate::{Abalone, Action, Arrow, Line};

impl Abalone {
    /// Plays a legal action.
    #[inline]
    pub(crate) fn act(&mut self, action: Action) {
        let me = self.side.index();
        match action {
            Action::Line(line) => self.advance(line),
            Action::Arrow(arrow) => self.slide(arrow),
            Action::Place(at) => {
                self.balls[me] = self.balls[me].with(at);
                self.hand[me] = self.hand[me].saturating_sub(1);
            }
        }
        self.side = self.side.other();
    }

    /// In line, every ball of a row moving one step is the hindmost taken to the front: of the own
    /// row, and of the opposing row it pushes, whose front may be off the board (ABA-09).
    #[inline]
    fn advance(&mut self, line: Line) {
        let (me, you) = (self.side.index(), self.side.other().index());
        let mut front = line.rear().step(line.toward());
        while let Some(at) = front.filter(|&at| self.balls[me].has(at)) {
            front = at.step(line.toward());
        }
        let Some(front) = front else { return };
        self.balls[me] = self.balls[me].without(line.rear()).with(front);
        if self.balls[you].has(front) {
            let mut behind = front.step(line.toward());
            while let Some(at) = behind.filter(|&at| self.balls[you].has(at)) {
                behind = at.step(line.toward());
            }
            self.balls[you] = self.balls[you].without(front);
            match behind {
                Some(at) => self.balls[you] = self.balls[you].with(at),
                None => self.lost[you] += 1,
            }
        }
    }

    #[inline]
    fn slide(&mut self, arrow: Arrow) {
        let me = self.side.index();
        for point in arrow.points() {
            self.balls[me] = self.balls[me].without(point);
        }
        for goal in arrow.goals() {
            self.balls[me] = self.balls[me].with(goal);
        }
    }
}

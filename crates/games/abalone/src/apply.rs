use crate::{Abalone, Action, ArrowMove, LineMove};

impl Abalone {
    /// Applies a legal action.
    #[inline]
    pub(crate) fn apply_action(&mut self, action: Action) {
        let me = self.side.index();
        match action {
            Action::Line(line) => self.apply_line(line),
            Action::Arrow(arrow) => self.apply_arrow(arrow),
            Action::Place(at) => {
                self.balls[me] = self.balls[me].with(at);
                self.hand[me] = self.hand[me].saturating_sub(1);
            }
        }
        self.side = self.side.other();
    }

    /// Shifting a row one step equals moving its rear ball to the front: for the own row, and for
    /// the opposing row it pushes, whose front may be off the board (ABA-09).
    #[inline]
    fn apply_line(&mut self, line: LineMove) {
        let (me, you) = (self.side.index(), self.side.other().index());
        let mut front = line.rear().step(line.toward());
        while let Some(at) = front.filter(|&at| self.balls[me].contains(at)) {
            front = at.step(line.toward());
        }
        let Some(front) = front else { return };
        self.balls[me] = self.balls[me].without(line.rear()).with(front);
        if self.balls[you].contains(front) {
            let mut behind = front.step(line.toward());
            while let Some(at) = behind.filter(|&at| self.balls[you].contains(at)) {
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
    fn apply_arrow(&mut self, arrow: ArrowMove) {
        let me = self.side.index();
        for point in arrow.points() {
            self.balls[me] = self.balls[me].without(point);
        }
        for goal in arrow.targets() {
            self.balls[me] = self.balls[me].with(goal);
        }
    }
}

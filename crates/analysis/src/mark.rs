use serde::Serialize;

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// Every mark, the mildest first.
    pub const ALL: [Mark; 3] = [Mark::Inaccuracy, Mark::Mistake, Mark::Blunder];

    /// As people write it.
    pub const fn sign(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// From which loss of winning chances on a move gets each mark.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Scale {
    /// `?!`
    pub inaccuracy: f64,
    /// `?`
    pub mistake: f64,
    /// `??`
    pub blunder: f64,
}

impl Scale {
    /// Where nothing is thrown: a move decides by itself.
    pub const STILL: Scale = Scale { inaccuracy: 0.05, mistake: 0.10, blunder: 0.20 };
    /// Where dice fall: one turn decides less, and its loss is measured over all throws, so finer. These
    /// are the customary bounds of backgammon.
    pub const DICE: Scale = Scale { inaccuracy: 0.02, mistake: 0.04, blunder: 0.08 };

    /// The mark for a loss, if it is large enough for one.
    pub fn mark(self, loss: f64) -> Option<Mark> {
        // What is shown as 5.0 % is 5 %.
        let loss = loss + 1e-9;
        if loss >= self.blunder {
            Some(Mark::Blunder)
        } else if loss >= self.mistake {
            Some(Mark::Mistake)
        } else {
            (loss >= self.inaccuracy).then_some(Mark::Inaccuracy)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_begin_at_their_bounds() {
        let marks = [0.0, 0.049, 0.05, 0.1, 0.19, 0.2, 1.0].map(|loss| Scale::STILL.mark(loss));
        let (bad, worse, worst) =
            (Some(Mark::Inaccuracy), Some(Mark::Mistake), Some(Mark::Blunder));
        assert_eq!(marks, [None, None, bad, worse, worse, worst, worst]);
        assert_eq!(Scale::DICE.mark(0.05), worse);
    }
}

use serde::Serialize;

/// Severity of a mistake.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MistakeGrade {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl MistakeGrade {
    /// All grades, mildest first.
    pub const ALL: [MistakeGrade; 3] =
        [MistakeGrade::Inaccuracy, MistakeGrade::Mistake, MistakeGrade::Blunder];

    /// The annotation symbol.
    pub const fn symbol(self) -> &'static str {
        match self {
            MistakeGrade::Inaccuracy => "?!",
            MistakeGrade::Mistake => "?",
            MistakeGrade::Blunder => "??",
        }
    }
}

/// Minimum loss of winning chance for each grade.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MistakeThresholds {
    /// `?!`
    pub inaccuracy: f64,
    /// `?`
    pub mistake: f64,
    /// `??`
    pub blunder: f64,
}

impl MistakeThresholds {
    /// For games without dice.
    pub const WITHOUT_DICE: MistakeThresholds =
        MistakeThresholds { inaccuracy: 0.05, mistake: 0.10, blunder: 0.20 };
    /// For games with dice: one turn matters less, and its loss is averaged over all rolls. The
    /// customary thresholds of backgammon.
    pub const WITH_DICE: MistakeThresholds =
        MistakeThresholds { inaccuracy: 0.02, mistake: 0.04, blunder: 0.08 };

    /// The grade of a loss, if it reaches a threshold.
    pub fn grade(self, loss: f64) -> Option<MistakeGrade> {
        // Tolerance for rounding: a loss displayed as 5.0 % counts as 5 %.
        let loss = loss + 1e-9;
        if loss >= self.blunder {
            Some(MistakeGrade::Blunder)
        } else if loss >= self.mistake {
            Some(MistakeGrade::Mistake)
        } else {
            (loss >= self.inaccuracy).then_some(MistakeGrade::Inaccuracy)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistake_grades_begin_at_their_thresholds() {
        let marks = [0.0, 0.049, 0.05, 0.1, 0.19, 0.2, 1.0]
            .map(|loss| MistakeThresholds::WITHOUT_DICE.grade(loss));
        let (bad, worse, worst) = (
            Some(MistakeGrade::Inaccuracy),
            Some(MistakeGrade::Mistake),
            Some(MistakeGrade::Blunder),
        );
        assert_eq!(marks, [None, None, bad, worse, worse, worst, worst]);
        assert_eq!(MistakeThresholds::WITH_DICE.grade(0.05), worse);
    }
}

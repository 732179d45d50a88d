//! A look back at the game just played.

use abaque_analysis::{Analysis, Eyes, Plan, plot};
use abaque_core::{Millis, Seat, said};
use abaque_search::Limits;

use super::Session;
use crate::commands::draw_plot;
use crate::failure::Failure;
use crate::play::computer::threads;
use crate::told;
use crate::waiting::SlowBar;

/// How long a look back may take altogether.
const WHOLE: Millis = Millis(20_000);
/// The longest look at one position.
const LONGEST: Millis = Millis(300);
/// How many moves are talked over.
const MOVES: usize = 3;

impl Session {
    /// The biggest mistakes of the people at the table, and what would have been better.
    pub(super) fn review(&mut self) -> Result<(), Failure> {
        let record = self.sitting.record()?;
        let steps = self.table().plies().len().max(1) as u64;
        // A move may take two looks, a throw three.
        let each = Millis(WHOLE.0 / (steps * 2)).min(LONGEST).max(Millis(10));
        let plan = Plan {
            limits: Limits::time(each),
            eyes: Eyes::Movers,
            threads: threads(),
            ..Plan::default()
        };
        let mut analysis = Analysis::new(&record, plan)?;
        let mut bar = SlowBar::new();
        while analysis.step()? {
            bar.at(analysis.done(), analysis.steps());
        }
        bar.finish();
        let report = analysis.report();
        let lang = self.lang();
        let people: Vec<Seat> =
            Seat::ALL.into_iter().filter(|&seat| !self.sitting.is_computer(seat)).collect();
        let seats = if people.is_empty() { Seat::ALL.to_vec() } else { people };
        let worst = told::worst(report, &seats, MOVES, lang);
        if worst.is_empty() {
            self.screen.say(&said!(
                "Nothing to reproach: no move gave much away.",
                "Rien à reprocher : aucun coup n'a coûté cher."
            ));
        }
        for line in &worst {
            self.screen.line(&format!("  {line}"), 4);
        }
        for line in told::summaries(report, lang) {
            self.screen.line(&line, 2);
        }
        let svg = plot(report, lang);
        let question = said!(
            "File for a plot of the game, such as game.svg (Enter: none): ",
            "Fichier pour le dessin de la partie, par exemple partie.svg (Entrée : aucun) : "
        );
        let path = self.question(&question)?.unwrap_or_default().trim().to_string();
        if path.is_empty() {
            return Ok(());
        }
        match draw_plot(&path, &svg) {
            Ok(()) => self.screen.say_file(&said!("The plot is in", "Le dessin est dans"), &path),
            Err(Failure::Input(said) | Failure::World(said)) => self.screen.say(&said),
            Err(failure) => return Err(failure),
        }
        Ok(())
    }
}

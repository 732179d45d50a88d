//! Review of the game just played.

use abaque_analysis::{Analysis, AnalysisOptions, Viewpoint, plot};
use abaque_core::{Millis, Seat, message};
use abaque_search::SearchLimits;

use super::TerminalSession;
use crate::analysis_text;
use crate::command_error::CommandError;
use crate::commands::draw_plot;
use crate::play::computer::thread_count;
use crate::progress::SlowBar;

/// Total time of a review.
const REVIEW_TIME: Millis = Millis(20_000);
/// Maximum time per position.
const MAX_POSITION_TIME: Millis = Millis(300);
/// Number of mistakes shown.
const MAX_REVIEWED_MOVES: usize = 3;

impl TerminalSession {
    /// Shows the people's biggest mistakes, and better moves.
    pub(super) fn show_review(&mut self) -> Result<(), CommandError> {
        let record = self.game.record()?;
        let steps = self.table().plies().len().max(1) as u64;
        // A move may take two searches, a throw three.
        let each = Millis(REVIEW_TIME.0 / (steps * 2)).min(MAX_POSITION_TIME).max(Millis(10));
        let plan = AnalysisOptions {
            limits: SearchLimits::time(each),
            viewpoint: Viewpoint::Movers,
            threads: thread_count(),
            ..AnalysisOptions::default()
        };
        let mut analysis = Analysis::new(&record, plan)?;
        let mut bar = SlowBar::new();
        while analysis.step()? {
            bar.set_progress(analysis.steps_done(), analysis.steps());
        }
        bar.finish();
        let report = analysis.report();
        let lang = self.lang();
        let people: Vec<Seat> =
            Seat::ALL.into_iter().filter(|&seat| !self.game.is_computer(seat)).collect();
        let seats = if people.is_empty() { Seat::ALL.to_vec() } else { people };
        let worst = analysis_text::worst_moves(report, &seats, MAX_REVIEWED_MOVES, lang);
        if worst.is_empty() {
            self.screen.say(&message!("No mistakes found.", "Aucune faute trouvée."));
        }
        for line in &worst {
            self.screen.show_line(&format!("  {line}"), 4);
        }
        for line in analysis_text::summaries(report, lang) {
            self.screen.show_line(&line, 2);
        }
        let svg = plot(report, lang);
        let question = message!(
            "File for a graph of the game, such as game.svg (Enter: none): ",
            "Fichier pour le graphique de la partie, par exemple partie.svg (Entrée\u{a0}: aucun)\u{a0}: "
        );
        let path = self.ask_question(&question)?.unwrap_or_default().trim().to_string();
        if path.is_empty() {
            return Ok(());
        }
        match draw_plot(&path, &svg) {
            Ok(()) => {
                self.screen.say_file(&message!("The graph is in", "Le graphique est dans"), &path)
            }
            Err(CommandError::Input(message) | CommandError::Environment(message)) => {
                self.screen.say(&message)
            }
            Err(failure) => return Err(failure),
        }
        Ok(())
    }
}

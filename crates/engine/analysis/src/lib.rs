//! Game analysis: winning chances before and after every move, mistakes with the better line and an
//! explanation in words, luck separated from skill, a plot, and an annotated record.
//!
//! An [`Analysis`] processes a game one [`step`](Analysis::step) at a time, so that callers can
//! show progress; its [`AnalysisReport`] is consistent after every step. The crate does no I/O.
//!
//! ```
//! use abaque_analysis::{Analysis, AnalysisOptions};
//! use abaque_search::SearchLimits;
//!
//! let text = "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a1b2 2. i9h8 *\n";
//! let record = abaque_record::parse(text).unwrap().remove(0);
//! let limits = SearchLimits::nodes(2_000);
//! let options = AnalysisOptions { limits, ..AnalysisOptions::default() };
//! let mut analysis = Analysis::new(&record, options).unwrap();
//! while analysis.step().unwrap() {}
//! let report = analysis.report();
//! assert_eq!(report.moves.len(), 2);
//! assert!(report.moves.iter().all(|played| played.loss >= Some(0.0)));
//! ```

mod analysis;
mod annotate;
mod evaluator;
mod mistake;
mod options;
mod plot;
mod report;
mod segments;
mod summary;

pub use analysis::Analysis;
pub use annotate::annotate;
pub use mistake::{MistakeGrade, MistakeThresholds};
pub use options::{AnalysisOptions, Viewpoint};
pub use plot::plot;
pub use report::{
    AnalysisReport, ExplanationReport, LotReport, LuckSummary, MoveReport, PlayerSummary,
};

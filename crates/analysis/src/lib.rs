//! What a game was: the chance to win before and after every move, mistakes with the better line, the
//! luck of the dice apart from skill, a plot, and the record with notes written into it.
//!
//! An [`Analysis`] goes through a game one [`step`](Analysis::step) at a time, so that whoever shows it
//! can show how far it is; its [`Report`] is whole after every step. Nothing is read or written here.
//!
//! ```
//! use abaque_analysis::{Analysis, Plan};
//! use abaque_search::Limits;
//!
//! let text = "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a1b2 2. i9h8 *\n";
//! let record = abaque_record::parse(text).unwrap().remove(0);
//! let plan = Plan { limits: Limits::nodes(2_000), ..Plan::default() };
//! let mut analysis = Analysis::new(&record, plan).unwrap();
//! while analysis.step().unwrap() {}
//! let report = analysis.report();
//! assert_eq!(report.moves.len(), 2);
//! assert!(report.moves.iter().all(|played| played.loss >= Some(0.0)));
//! ```

mod analysis;
mod annotate;
mod mark;
mod plan;
mod plot;
mod report;
mod stints;
mod summary;
mod values;

pub use analysis::Analysis;
pub use annotate::annotate;
pub use mark::{Mark, Scale};
pub use plan::{Eyes, Plan};
pub use plot::plot;
pub use report::{Lot, Luck, Played, Report, Side};

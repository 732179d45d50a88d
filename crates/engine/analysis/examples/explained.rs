//! How many mistakes get an explanation: games between two levels, analysed.
//!
//! `cargo run --release -p abaque-analysis --example explained -- GAME WEAK STRONG GAMES NODES [show]`
//! counts the `?` and `??` moves with an explanation; `show` also prints every marked move.
#![allow(clippy::unwrap_used)]

use abaque_analysis::{Analysis, AnalysisOptions, MistakeGrade};
use abaque_bots::SearchRequest;
use abaque_catalog::GameHistory;
use abaque_core::{RandomSource, SplitMix, Turn};
use abaque_record::Record;
use abaque_search::SearchLimits;

/// Longer games are cut off.
const MAX_PLIES: usize = 160;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [spec, weak, strong, games, nodes, ..] = &arguments[..] else {
        eprintln!("explained GAME WEAK STRONG GAMES NODES [show]");
        return;
    };
    let shows = arguments.iter().any(|argument| argument == "show");
    let (games, nodes): (u64, u64) = (games.parse().unwrap(), nodes.parse().unwrap());
    let (mut marked, mut explained, mut inaccuracies, mut inaccuracies_explained) = (0, 0, 0, 0);
    for seed in 0..games {
        let record = play(spec, [weak, strong], seed);
        let limits = SearchLimits::nodes(nodes);
        // Secrets can be judged only in a finished game, unless from one side.
        let mut options = AnalysisOptions { limits, ..AnalysisOptions::default() };
        if record.outcome().is_none() {
            options.viewpoint = abaque_analysis::Viewpoint::Player(abaque_core::Seat::First);
        }
        let mut analysis = Analysis::new(&record, options).unwrap();
        while analysis.step().unwrap() {}
        for played in &analysis.report().moves {
            let Some(mark) = played.mark else { continue };
            let is_explained = usize::from(!played.explanation.is_empty());
            match mark {
                MistakeGrade::Inaccuracy => {
                    inaccuracies += 1;
                    inaccuracies_explained += is_explained;
                }
                MistakeGrade::Mistake | MistakeGrade::Blunder => {
                    marked += 1;
                    explained += is_explained;
                }
            }
            if shows {
                println!(
                    "{seed}.{} {} {}{} better {}\n    {}\n    {}",
                    played.turn,
                    played.player,
                    played.actions.join(" "),
                    mark.symbol(),
                    played.best.join(" "),
                    played.explanation_text(abaque_core::Lang::En),
                    played.explanation_text(abaque_core::Lang::Fr),
                );
            }
        }
    }
    println!(
        "{spec}: {explained} of {marked} mistakes and blunders explained, \
         {inaccuracies_explained} of {inaccuracies} inaccuracies"
    );
}

/// A game between two levels, the weak one first in every other game.
fn play(spec: &str, levels: [&String; 2], seed: u64) -> Record {
    let mut source = SplitMix(seed);
    let mut bots =
        levels.map(|level| abaque_bots::open_bot(spec, &level.parse().unwrap()).unwrap());
    if seed % 2 == 1 {
        bots.reverse();
    }
    let mut record = Record::new(spec).unwrap();
    let mut game = abaque_catalog::open(spec).unwrap();
    let mut history = GameHistory::new(&*game);
    for _ in 0..MAX_PLIES {
        let ply = match game.turn() {
            Turn::Over(outcome) => {
                record.set_outcome(Some(outcome)).unwrap();
                break;
            }
            Turn::Of(seat) => {
                let request = SearchRequest { seed: source.next_u64(), ..SearchRequest::default() };
                let observation = history.observation_of(&*game, seat);
                bots[seat.index()].think(&observation, &request, &mut |_| ()).unwrap().action
            }
            Turn::Chance => {
                let rolls = game.rolls();
                let total: u64 = rolls.iter().map(|(_, weight)| u64::from(*weight)).sum();
                let mut drawn = source.below(total);
                let roll = rolls.iter().find(|(_, weight)| {
                    let found = drawn < u64::from(*weight);
                    drawn = drawn.saturating_sub(u64::from(*weight));
                    found
                });
                roll.unwrap().0.clone()
            }
        };
        let played = game.play(&ply).unwrap();
        record.push(&played.text).unwrap();
        if let Some(outcome) = history.record_ply(&*game, &played) {
            record.set_outcome(Some(outcome)).unwrap();
            break;
        }
    }
    record
}

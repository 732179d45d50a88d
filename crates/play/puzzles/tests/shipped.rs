//! Every built-in puzzle is solved by its own answer, and by nothing shorter.
#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use abaque_puzzles::{
    Puzzle, PuzzleAttempt, PuzzleQuestion, PuzzleVerdict, parse_puzzles, shipped,
};

fn games() -> impl Iterator<Item = &'static str> {
    abaque_catalog::GAMES.iter().map(|entry| (entry.description)().name)
}

/// The solver's actions, in order.
fn answers(puzzle: &Puzzle) -> Vec<String> {
    match &puzzle.ask {
        PuzzleQuestion::Line(line)
        | PuzzleQuestion::Turn(line)
        | PuzzleQuestion::Most { line, .. } => line.clone(),
        PuzzleQuestion::Certain { place, answer } => vec![format!("{place}={answer}")],
    }
}

#[test]
fn every_answer_solves_its_puzzle() {
    for game in games() {
        for puzzle in shipped(game).unwrap() {
            let mut attempt = PuzzleAttempt::new(&puzzle).unwrap();
            let mut verdict = PuzzleVerdict::Undecided;
            let mut skip = 0;
            for answer in answers(&puzzle) {
                if skip > 0 {
                    skip -= 1;
                    continue;
                }
                verdict = attempt.answer(&answer).unwrap();
                if let PuzzleVerdict::Right(replies) = &verdict {
                    skip = replies.len();
                }
            }
            assert_eq!(verdict, PuzzleVerdict::Solved, "{}", puzzle.id);
        }
    }
}

/// The hint gives the next action at every step of the solution.
#[test]
fn hints_follow_the_solution_from_any_step() {
    for game in games() {
        for puzzle in shipped(game).unwrap().into_iter().step_by(9) {
            let mut attempt = PuzzleAttempt::new(&puzzle).unwrap();
            let mut verdict = PuzzleVerdict::Undecided;
            while let Some(next) =
                attempt.expected_action().filter(|_| verdict != PuzzleVerdict::Solved)
            {
                verdict = attempt.answer(&next).unwrap();
                assert_ne!(verdict, PuzzleVerdict::Wrong, "{}", puzzle.id);
            }
            let certain = matches!(puzzle.ask, PuzzleQuestion::Certain { .. });
            assert_eq!(verdict == PuzzleVerdict::Solved, !certain, "{}", puzzle.id);
        }
    }
}

#[test]
fn puzzles_are_many_and_distinct() {
    let mut seen = HashSet::new();
    for game in games() {
        let puzzles = shipped(game).unwrap();
        assert!(puzzles.len() >= 200, "{game}: {}", puzzles.len());
        for puzzle in puzzles {
            assert!(puzzle.game.starts_with(game), "{}", puzzle.id);
            assert!(seen.insert(puzzle.id.clone()), "{} twice", puzzle.id);
            assert!(seen.insert(format!("{} {}", puzzle.game, puzzle.position)), "{}", puzzle.id);
            assert!((300..=3000).contains(&puzzle.rating), "{}", puzzle.id);
            assert!(!puzzle.themes.is_empty(), "{}", puzzle.id);
        }
    }
}

#[test]
fn malformed_files_are_refused_with_the_line() {
    let error = parse_puzzles("\n{\"id\":1}").unwrap_err().to_string();
    assert!(error.contains("line 2"), "{error}");
    assert!(shipped("chess").is_err());
}

/// A wrong turn is taken back whole; another order with the same result is accepted.
#[test]
fn a_turn_is_judged_by_its_result() {
    let puzzle: Puzzle = r#"{"id":"t","game":"abagio:first=r",
        "position":"5=rprp,10=prpr,15=rprp 6-6 0-0 r 6.1",
        "ask":{"turn":["s+1","s+6"]},"rating":900,"themes":["race"]}"#
        .parse()
        .unwrap();
    let mut attempt = PuzzleAttempt::new(&puzzle).unwrap();
    assert_eq!(attempt.answer("s+6").unwrap(), PuzzleVerdict::Undecided);
    assert_eq!(attempt.answer("6+1").unwrap(), PuzzleVerdict::Wrong);
    assert_eq!(attempt.answer("s+6").unwrap(), PuzzleVerdict::Undecided);
    assert_eq!(attempt.answer("s+1").unwrap(), PuzzleVerdict::Solved);
    let mut attempt = PuzzleAttempt::new(&puzzle).unwrap();
    assert!(attempt.answer("s+5").is_err(), "not thrown");
}

/// In a race the chief does not matter: the turn is judged by its leaps.
#[test]
fn a_turn_may_be_judged_before_the_chief() {
    let puzzle: Puzzle = r#"{"id":"t","game":"abagio",
        "position":"r7=rrr,r3=r,p7=pppp,p6=pppp 0-0 8-4 r 4.1",
        "ask":{"turn":["r7+4","r3+1"]},"rating":900,"themes":["race"]}"#
        .parse()
        .unwrap();
    let mut attempt = PuzzleAttempt::new(&puzzle).unwrap();
    assert_eq!(attempt.answer("r3+1").unwrap(), PuzzleVerdict::Undecided);
    assert_eq!(attempt.answer("r7+4").unwrap(), PuzzleVerdict::Solved);
    let mut attempt = PuzzleAttempt::new(&puzzle).unwrap();
    assert_eq!(attempt.answer("r7+4").unwrap(), PuzzleVerdict::Undecided);
    assert_eq!(attempt.answer("r7+1").unwrap(), PuzzleVerdict::Undecided);
    assert_eq!(attempt.answer("t-").unwrap(), PuzzleVerdict::Wrong);
}

/// ABR-07, ABR-11: the number of pawns taken before the turn passes counts.
#[test]
fn abr_07_most_counts_pawns() {
    let puzzle: Puzzle = serde_json::from_str(&format!(
        r#"{{"id":"m","game":"abraxas:sheet={}","position":"8/8/8/8/8/2rrrr2/8/8 sw 1 20 0-0 3-3 push",
        "ask":{{"most":{{"pawns":1,"line":[">se","xd3","end"]}}}},"rating":500,"themes":["line"]}}"#,
        ".".repeat(81)
    ))
    .unwrap();
    let mut attempt = PuzzleAttempt::new(&puzzle).unwrap();
    assert_eq!(attempt.answer(">se").unwrap(), PuzzleVerdict::Undecided);
    assert!(attempt.answer("xc3").is_err(), "three side by side would stay");
    assert_eq!(attempt.answer("xe3").unwrap(), PuzzleVerdict::Undecided);
    assert_eq!(attempt.answer("end").unwrap(), PuzzleVerdict::Solved);
}

/// BLO-24: any certain fact solves it; shown or merely likely facts do not.
#[test]
fn blo_24_any_certain_fact_is_accepted() {
    let puzzle = shipped("blocs")
        .unwrap()
        .into_iter()
        .find(|puzzle| matches!(&puzzle.ask, PuzzleQuestion::Certain { place, .. } if place.ends_with(":middle")))
        .unwrap();
    let PuzzleQuestion::Certain { place, answer } = &puzzle.ask else { unreachable!() };
    let field = place.split(':').next().unwrap();
    let mut attempt = PuzzleAttempt::new(&puzzle).unwrap();
    // The middle pawn is in the window, so the rod is small: an equivalent answer.
    assert_eq!(attempt.answer(&format!("{field}:rod=s")).unwrap(), PuzzleVerdict::Solved);
    assert_eq!(attempt.answer(&format!("{field}:rod=l")).unwrap(), PuzzleVerdict::Wrong);
    assert_eq!(attempt.answer(&format!("{field}:top={answer}")).unwrap(), PuzzleVerdict::Wrong);
    for bad in ["", "d6", "d6=n", "z9:middle=n", "d6:lid=n", "d6:middle=", "d6:middle=nn"] {
        assert!(attempt.answer(bad).is_err(), "{bad}");
    }
}

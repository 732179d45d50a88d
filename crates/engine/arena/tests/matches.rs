//! Whole matches.
#![allow(clippy::unwrap_used)]

use abaque_arena::stats::{Sprt, SprtDecision};
use abaque_arena::{EndCause, GamePair, MatchStanding, MatchTerms, game_record, play_match};
use abaque_core::{EndReason, Lang};
use abaque_search::StopFlag;

fn play(terms: &MatchTerms) -> (Vec<GamePair>, MatchStanding) {
    let mut pairs = Vec::new();
    let standing = play_match(terms, &StopFlag::default(), &mut |pair, _| pairs.push(pair.clone()));
    (pairs, standing.unwrap())
}

fn plies(pairs: &[GamePair]) -> Vec<Vec<String>> {
    let games = pairs.iter().flat_map(|pair| &pair.games);
    games.map(|game| game.plies.iter().map(|match_ply| match_ply.ply.clone()).collect()).collect()
}

const GAMES: [(&str, [&str; 2]); 4] = [
    ("abalone:target=2", ["best:nodes=200", "greedy"]),
    ("abraxas:target=4", ["greedy", "random"]),
    ("abagio", ["greedy", "random"]),
    ("blocs", ["uniform:nodes=30", "random"]),
];

#[test]
fn the_number_of_threads_changes_nothing() {
    for (spec, players) in GAMES {
        let mut terms = MatchTerms::new(spec, players).unwrap();
        (terms.games, terms.seed) = (4, 5);
        let (one, alone) = play(&terms);
        terms.threads = 3;
        let (three, together) = play(&terms);
        assert_eq!(plies(&one), plies(&three), "{spec}");
        assert_eq!(alone.pairs, together.pairs, "{spec}");
        assert_eq!(alone.adjusted, together.adjusted, "{spec}");
        assert_eq!(alone.games_played(), 4);
        assert_eq!(alone.forfeits, [0, 0], "{spec}");
        terms.seed = 6;
        assert_ne!(plies(&one), plies(&play(&terms).0), "{spec}");
    }
}

#[test]
fn records_replay_to_the_same_result() {
    for (spec, players) in GAMES {
        let mut terms = MatchTerms::new(spec, players).unwrap();
        (terms.games, terms.max_plies) = (2, 200);
        for pair in play(&terms).0 {
            for (which, sits_first) in players.into_iter().enumerate() {
                let written = game_record(&terms, &pair, which, Lang::En).unwrap();
                let text = written.to_string();
                let read = abaque_record::parse(&text).unwrap();
                let checked = abaque_record::check(&read[0]).unwrap();
                assert_eq!(checked.outcome, Some(pair.games[which].outcome), "{text}");
                let first = written.tag("First").unwrap();
                assert_eq!(first, sits_first, "the players change seats");
            }
        }
    }
}

/// Both games of a pair have the same opening and the same dice in the same order.
#[test]
fn pairs_share_opening_and_dice() {
    let mut terms = MatchTerms::new("abagio", ["greedy", "random"]).unwrap();
    terms.games = 2;
    for pair in play(&terms).0 {
        let [one, two] = pair.games.map(|game| {
            let throws = game.plies.into_iter().filter(|match_ply| match_ply.luck.is_some());
            throws.map(|match_ply| match_ply.ply).collect::<Vec<_>>()
        });
        let both = one.len().min(two.len());
        assert_eq!(one[..both], two[..both]);
    }
    let mut terms = MatchTerms::new("abalone:target=1", ["greedy", "random"]).unwrap();
    (terms.games, terms.opening_plies) = (6, 5);
    for pair in play(&terms).0 {
        let [one, two] = pair.games;
        assert_eq!((one.opening, two.opening), (5, 5));
        assert_eq!(one.plies[..5], two.plies[..5]);
        assert_eq!((one.first, two.first), (0, 1));
    }
}

#[test]
fn long_games_are_called_drawn_and_counted_apart() {
    let mut terms = MatchTerms::new("abalone", ["random", "random"]).unwrap();
    (terms.games, terms.max_plies) = (4, 20);
    let (pairs, standing) = play(&terms);
    assert_eq!((standing.capped, standing.games), (4, [0, 4, 0]));
    assert!(pairs.iter().flat_map(|pair| &pair.games).all(|game| game.ending == EndCause::Capped));
}

#[test]
fn the_sprt_ends_at_the_same_pair_on_any_number_of_threads() {
    let mut terms = MatchTerms::new("abalone:target=1", ["best:nodes=300", "random"]).unwrap();
    (terms.games, terms.sprt) = (2000, Some(Sprt::new(0.0, 100.0)));
    let (_, alone) = play(&terms);
    assert_eq!(alone.verdict, Some(SprtDecision::AcceptElo1));
    assert!(alone.games_played() < 200, "{}", alone.games_played());
    terms.threads = 2;
    assert_eq!(play(&terms).1.pairs, alone.pairs);
}

#[test]
fn the_stop_flag_ends_a_match() {
    let mut terms = MatchTerms::new("abalone", ["best:time=2m", "random"]).unwrap();
    terms.games = 1000;
    let stop = StopFlag::default();
    let halt = stop.clone();
    let waiting = std::thread::spawn(move || {
        std::thread::sleep(std::time::Duration::from_millis(100));
        halt.stop();
    });
    let standing = play_match(&terms, &stop, &mut |_, _| ()).unwrap();
    waiting.join().unwrap();
    assert!(standing.stopped && standing.games_played() == 0);
}

#[test]
fn games_with_clocks_end_by_time() {
    let mut terms = MatchTerms::new("abalone:target=1", ["best", "random"]).unwrap();
    (terms.games, terms.clock) = (2, Some("2s+100ms".parse().unwrap()));
    let (pairs, standing) = play(&terms);
    assert_eq!(standing.flags, [0, 0]);
    let game = &pairs[0].games[0];
    assert!(game.plies[game.opening..].iter().all(|match_ply| match_ply.clock.is_some()));
    let text = game_record(&terms, &pairs[0], 0, Lang::En).unwrap().to_string();
    assert!(text.contains("%clk"), "{text}");
    abaque_record::check(&abaque_record::parse(&text).unwrap()[0]).unwrap();
}

/// A shell script that speaks just enough UGI.
#[cfg(unix)]
fn engine(answer: &str) -> String {
    format!(
        "ugi[time=50ms]:sh -c 'while read a b; do case $a in ugi) echo ugiok;; isready) echo readyok;; go) {answer};; quit) exit;; esac; done'"
    )
}

#[cfg(unix)]
#[test]
fn a_slow_engine_loses_on_time() {
    let mut terms =
        MatchTerms::new("abalone", ["random", &engine("sleep 1; echo bestmove a1b2")]).unwrap();
    (terms.games, terms.clock) = (2, Some("400ms".parse().unwrap()));
    let (pairs, standing) = play(&terms);
    assert_eq!((standing.flags, standing.games), ([0, 2], [2, 0, 0]));
    let text = game_record(&terms, &pairs[0], 0, Lang::En).unwrap().to_string();
    assert!(text.contains("wins time"), "{text}");
    abaque_record::check(&abaque_record::parse(&text).unwrap()[0]).unwrap();
}

/// An engine that sends no legal action loses, with the reason in the record.
#[cfg(unix)]
#[test]
fn an_engine_without_a_legal_action_forfeits() {
    for (answer, reason) in
        [("echo bestmove a1a9", "not legal"), ("exit", "has ended"), ("echo bestmove", "no move")]
    {
        let player = engine(answer);
        let mut terms = MatchTerms::new("abalone", ["random", &player]).unwrap();
        terms.games = 2;
        let (pairs, standing) = play(&terms);
        assert_eq!((standing.forfeits, standing.games), ([0, 2], [2, 0, 0]), "{answer}");
        assert_eq!(pairs[0].games[0].outcome.reason(), EndReason::Resignation);
        let text = game_record(&terms, &pairs[0], 0, Lang::En).unwrap().to_string();
        assert!(text.replace('\n', " ").contains(reason), "{answer}: {text}");
        abaque_record::check(&abaque_record::parse(&text).unwrap()[0]).unwrap();
    }
    let missing = MatchTerms::new("abalone", ["random", "ugi:/nowhere/engine"]).unwrap();
    let error = play_match(&missing, &StopFlag::default(), &mut |_, _| ()).unwrap_err();
    assert!(error.to_string().contains("/nowhere/engine"), "{error}");
}

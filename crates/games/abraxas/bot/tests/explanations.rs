//! Explanations: every fact is proved again with the plain rules.
//!
//! `ABAQUE_EXPLAIN_POSITIONS=10000 cargo test -p abaque-abraxas-bot --test explanations -- --nocapture`
//! checks that many positions and prints what was said how often.
#![allow(clippy::unwrap_used)]

use std::collections::{BTreeMap, HashMap};

use abaque_abraxas::{Abraxas, Action, Cell, Corner, Hole, Pawn, Phase};
use abaque_abraxas_bot::Bots;
use abaque_abraxas_bot::explain::{Fact, facts};
use abaque_bot::{BotKind, GameBots, Observation, SearchRequest, TurnToExplain};
use abaque_core::{Game, GameOptions, Ply, RandomSource, Seat, SplitMix};
use abaque_search::SearchLimits;

const SPECS: [&str; 4] =
    ["abraxas:sheet=2", "abraxas:sheet=5,push=either", "abraxas:sheet=6,target=3", "abraxas"];

fn start(spec: &str) -> Abraxas {
    Abraxas::start(&GameOptions::from_spec(&spec.parse().unwrap()).unwrap())
}

fn legal(game: &Abraxas) -> Vec<Action> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions
}

/// The position after an action; nobody says Stop.
fn unstopped(game: &Abraxas, action: Action) -> Abraxas {
    let mut next = *game;
    next.play(action).unwrap();
    if matches!(next.phase(), Phase::Stop { .. }) {
        next.play(Action::Go).unwrap();
    }
    next
}

/// What shows on a cell of the sheet.
#[derive(Clone, Copy, PartialEq)]
enum Shown {
    Blank,
    Dot,
    Pawn,
}

/// The sheet as it shows with the plate in a corner, read cell by cell, with a blank rim.
type Grid = [[Shown; 11]; 11];

fn grid(game: &Abraxas, corner: Corner) -> Grid {
    let mut grid = [[Shown::Blank; 11]; 11];
    for cell in Cell::all() {
        let shown = match cell.hole(corner).and_then(|hole| game.pawn(hole)) {
            Some(Pawn::Red) => Shown::Pawn,
            Some(Pawn::Stop) => Shown::Blank,
            None if game.sheet().has_dot(cell) => Shown::Dot,
            None => Shown::Blank,
        };
        grid[usize::from(cell.column()) + 1][usize::from(cell.row()) + 1] = shown;
    }
    grid
}

/// Whether a row of four or more, one of them a pawn, goes through a cell.
fn has_line_through(grid: &Grid, column: usize, row: usize) -> bool {
    [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
        let (mut cells, mut pawns) = (1, i32::from(grid[column][row] == Shown::Pawn));
        for way in [-1, 1] {
            let (mut x, mut y) = (column as i32, row as i32);
            loop {
                (x, y) = (x + way * right, y + way * up);
                let shown = grid[x as usize][y as usize];
                if shown == Shown::Blank {
                    break;
                }
                cells += 1;
                pawns += i32::from(shown == Shown::Pawn);
            }
        }
        grid[column][row] != Shown::Blank && cells >= 4 && pawns > 0
    })
}

fn has_line(grid: &Grid) -> bool {
    (1..10).any(|column| (1..10).any(|row| has_line_through(grid, column, row)))
}

/// Whether a line shows once the plate lies in this corner.
fn shows_line(game: &Abraxas, corner: Corner) -> bool {
    has_line(&grid(game, corner))
}

/// The free holes where one more pawn lets a line show once the plate lies in this corner.
fn holes_for_line(game: &Abraxas, corner: Corner) -> Vec<Hole> {
    let grid = grid(game, corner);
    let stands = has_line(&grid);
    let free = Hole::all().filter(|&hole| game.pawn(hole).is_none());
    free.filter(|&hole| {
        let cell = Cell::under(hole, corner);
        let (column, row) = (usize::from(cell.column()) + 1, usize::from(cell.row()) + 1);
        let mut grid = grid;
        grid[column][row] = Shown::Pawn;
        stands || has_line_through(&grid, column, row)
    })
    .collect()
}

/// The most pawns that `side` can still take in this turn: all actions, without tricks, except that
/// a pawn after which no push shows a line ends the turn with nothing.
fn most(game: &Abraxas, side: Seat, known: &mut HashMap<Abraxas, u8>) -> u8 {
    if game.is_over() || game.side() != side {
        return 0;
    }
    if let Some(&known) = known.get(game) {
        return known;
    }
    let mut best = 0;
    let makers: Vec<Hole> = game.arrows().flat_map(|corner| holes_for_line(game, corner)).collect();
    for action in legal(game) {
        let makes_line = match action {
            Action::Put(hole) => makers.contains(&hole),
            Action::Move { .. } | Action::Stop(_) => {
                let next = unstopped(game, action);
                next.arrows().any(|corner| shows_line(&next, corner))
            }
            _ => true,
        };
        if !makes_line {
            continue;
        }
        let next = unstopped(game, action);
        let taken = next.score(side) - game.score(side);
        best = best.max(taken + most(&next, side, known));
    }
    known.insert(*game, best);
    best
}

fn most_pawns(game: &Abraxas) -> u8 {
    most(game, game.side(), &mut HashMap::new())
}

/// The position after the player's own actions of a turn; an opponent's *no* to Stop! is played.
fn after(before: &Abraxas, actions: &[Action]) -> Abraxas {
    let (seat, mut game) = (before.side(), *before);
    for (index, &action) in actions.iter().enumerate() {
        let answers = matches!(game.phase(), Phase::Stop { .. }) && action == Action::Go;
        let begins = index > 0 && matches!(game.phase(), Phase::Place | Phase::PlaceNoStop);
        if game.is_over() || game.side() != seat && !answers || begins {
            break;
        }
        game.play(action).unwrap();
    }
    game
}

/// The pawns a turn takes, with the most it can still take where the actions end.
fn taken(before: &Abraxas, actions: &[Action]) -> u8 {
    let (seat, mut game) = (before.side(), after(before, actions));
    if matches!(game.phase(), Phase::Stop { .. }) && game.side() != seat {
        game.play(Action::Go).unwrap();
    }
    let more = if game.side() == seat && !game.is_over() { most_pawns(&game) } else { 0 };
    game.score(seat) - before.score(seat) + more
}

/// The free holes where a pawn makes a line with the plate so many pushes further on.
fn makers(game: &Abraxas, pushes: usize) -> Vec<Hole> {
    let corner = (0..pushes).fold(game.corner().unwrap(), |corner, _| corner.next());
    holes_for_line(game, corner)
}

fn prove(fact: &Fact, before: &Abraxas, played: Option<&[Action]>, best: &[Action]) -> bool {
    let seat = before.side();
    let after_best = after(before, best);
    let after_played = played.map(|played| after(before, played));
    let target = before.options().target;
    match fact {
        Fact::LetsTake { pawns, best, line, ends, either, wins } => {
            let now = after_played.unwrap();
            let taker = now.side();
            let least = if after_best.is_over() { 0 } else { most_pawns(&after_best) };
            let (mut game, mut first) = (now, None);
            for &action in line {
                if matches!(action, Action::Take(_)) && first.is_none() {
                    let ends = |line: &abaque_abraxas::Line| {
                        let cells: Vec<Cell> = line.cells().collect();
                        [cells[0], cells[cells.len() - 1]]
                    };
                    first = Some(game.lines().map(|line| ends(&line)).collect::<Vec<_>>());
                }
                game = unstopped(&game, action);
            }
            let either_way = || {
                let put = unstopped(&now, line[0]);
                put.arrows().count() == 2 && put.arrows().all(|corner| shows_line(&put, corner))
            };
            taker != seat
                && most_pawns(&now) == *pawns
                && game.score(taker) - now.score(taker) == *pawns
                && least == *best
                && first.unwrap().contains(ends)
                && (!either || either_way())
                && *wins == game.is_over()
                && *wins == (now.score(taker) + pawns >= target)
        }
        Fact::Takes { best: pawns, other, wins, stoppable, line, missed } => {
            let is_placing = |action: &Action| {
                let sign = action.to_string().as_bytes()[0];
                !matches!(sign, b'>' | b'x' | b'=') && !matches!(action, Action::Go | Action::End)
            };
            let second = best.iter().enumerate().filter(|&(_, it)| is_placing(it)).nth(1);
            let first = second.map_or(best.len(), |(at, _)| at);
            let at_once = after(before, &best[..first]).score(seat) - before.score(seat);
            best.ends_with(line)
                && played.is_none_or(|it| it.starts_with(&best[..best.len() - line.len()]))
                && *missed == played.is_some()
                && taken(before, best) == *pawns
                && played.map_or(0, |played| taken(before, played)) == *other
                && *wins == (before.score(seat) + pawns >= target)
                && *stoppable == (*pawns > at_once)
        }
        Fact::NeedlessStop => {
            matches!(before.phase(), Phase::Stop { .. })
                && matches!(played.unwrap()[0], Action::Stop(_))
                && most_pawns(&unstopped(before, Action::Go)) == 0
        }
        Fact::LeavesNothing => after_best.side() != seat && most_pawns(&after_best) == 0,
        Fact::KeepsStops { best, other } => {
            after_best.stops_left(seat) == *best && after_played.unwrap().stops_left(seat) == *other
        }
        Fact::Prepares { own, best: holes, other, missed } => {
            // The opponent pushes once before the player's next turn, twice before its own later.
            let pushes = if *own { 2 } else { 3 };
            let (compared, first) = match after_played {
                Some(game) => (game, pushes),
                None => (*before, pushes + 1),
            };
            *missed == played.is_some()
                && makers(&after_best, pushes) == *holes
                && makers(&compared, first).len() == *other
        }
    }
}

fn positions_wanted(default: usize) -> usize {
    let wanted = std::env::var("ABAQUE_EXPLAIN_POSITIONS").ok();
    wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or(default)
}

/// Random actions up to another player's decision.
fn random_segment(before: &Abraxas, source: &mut SplitMix) -> Vec<Action> {
    let (seat, mut game, mut segment) = (before.side(), *before, Vec::new());
    while game.side() == seat && !game.is_over() {
        let action = game.random_action(source).unwrap();
        game.play(action).unwrap();
        segment.push(action);
    }
    segment
}

/// Positions of games that are played one third at random, two thirds by search; each is explained
/// as a mistake and as a hint.
#[test]
fn every_fact_is_proved_again() {
    let mut source = SplitMix(5);
    let (mut seen, mut told) = (0, BTreeMap::<String, usize>::new());
    let wanted = positions_wanted(120);
    let mut round = 0;
    while seen < wanted {
        let mut game = start(SPECS[round % SPECS.len()]);
        round += 1;
        let mut bot = Bots::bot(&game.options(), &BotKind::Best).unwrap();
        while !game.is_over() && seen < wanted {
            let request = SearchRequest {
                limits: SearchLimits::nodes(200 + source.below(600)),
                ..SearchRequest::default()
            };
            let observation = Observation::without_history(game, game.side());
            let best = bot.think(&observation, &request, &mut |_| ()).unwrap().lines.remove(0);
            let played = random_segment(&game, &mut source);
            for mistake in [Some(&played[..]), None] {
                let turn = TurnToExplain { view: &game, played: mistake, best: &best.actions };
                let facts = facts(&turn);
                assert!(facts.len() <= 2);
                for fact in facts {
                    let proved = prove(&fact, &game, mistake, &best.actions);
                    assert!(proved, "{fact:?}\n{game}\n{played:?} {best:?}");
                    let kind = format!("{fact:?}");
                    let kind = kind.split([' ', '{']).next().unwrap_or_default().to_string();
                    *told.entry(kind).or_default() += 1;
                }
            }
            seen += 1;
            match source.below(3) {
                0 => {
                    for action in played {
                        game.apply_unchecked(Ply::Act(action));
                    }
                }
                _ => game.apply_unchecked(Ply::Act(best.actions[0])),
            }
        }
    }
    println!("{seen} positions, facts proved again: {told:?}");
}

fn said(fact: &Fact, en: &str, fr: &str) {
    let text = fact.explanation().text;
    assert_eq!((text.en.as_str(), text.fr.as_str()), (en, fr), "{fact:?}");
}

fn line(text: &str) -> Vec<Action> {
    text.split(' ').map(|action| action.parse().unwrap()).collect()
}

#[test]
fn lines_of_the_opponent_are_named() {
    let ends = [(2, 2), (5, 5)].map(|(column, row)| Cell::new(column, row).unwrap());
    let lets = |actions: &str, pawns, best, either, wins| Fact::LetsTake {
        pawns,
        best,
        line: line(actions),
        ends,
        either,
        wins,
    };
    let once = lets("re5 >sw xe5 end", 1, 0, false, false);
    said(
        &once,
        "Lets the opponent line up c3–f6 with re5 >sw and take 1 pawn; after the best play nothing can be taken.",
        "Permet à l'adversaire d'aligner c3–f6 par re5 >sw et de prendre 1 pion\u{a0}; après le meilleur coup, rien n'est à prendre.",
    );
    assert_eq!(once.explanation().marks, ["e5"]);
    said(
        &lets("re5 >sw xe5 end", 1, 0, true, false),
        "Lets the opponent line up c3–f6 with re5 and either push and take 1 pawn; after the best play nothing can be taken.",
        "Permet à l'adversaire d'aligner c3–f6 par re5 et l'une ou l'autre poussée et de prendre 1 pion\u{a0}; après le meilleur coup, rien n'est à prendre.",
    );
    said(
        &lets("re5 >sw xe5 rd4 >se xd4 end", 3, 1, false, false),
        "Lets the opponent take 3 pawns in one turn, unless stopped, beginning with re5 >sw, which lines up c3–f6; after the best play 1 at most.",
        "Permet à l'adversaire de prendre 3 pions en un tour, sauf Stop\u{a0}!, en commençant par re5 >sw, qui aligne c3–f6\u{a0}; après le meilleur coup, 1 au plus.",
    );
    said(
        &lets("re5 >sw xe5", 2, 0, false, true),
        "Lets the opponent line up c3–f6 with re5 >sw, take 2 pawns and win.",
        "Permet à l'adversaire d'aligner c3–f6 par re5 >sw, de prendre 2 pions et de gagner.",
    );
}

#[test]
fn pawns_stops_and_plans_are_counted() {
    let takes = |wins, stoppable, missed| Fact::Takes {
        best: 3,
        other: 1,
        wins,
        stoppable,
        line: line("re5 >sw xe5"),
        missed,
    };
    said(&takes(false, false, false), "Takes 3 pawns this turn.", "Prend 3 pions pendant ce tour.");
    said(
        &takes(true, true, false),
        "Takes 3 pawns and wins, unless stopped.",
        "Prend 3 pions et gagne (sauf Stop\u{a0}!).",
    );
    said(
        &takes(false, true, true),
        "Misses pawns: with re5 >sw the turn takes 3 pawns instead of 1, unless stopped.",
        "Manque des pions\u{a0}: avec re5 >sw, le tour prend 3 pions au lieu de 1 (sauf Stop\u{a0}!).",
    );
    said(
        &takes(true, false, true),
        "Misses a win: with re5 >sw the turn takes 3 pawns.",
        "Manque le gain\u{a0}: avec re5 >sw, le tour prend 3 pions.",
    );
    said(
        &Fact::NeedlessStop,
        "Spends a stop pawn for nothing: the push would have made no line.",
        "Dépense un pion d'arrêt pour rien\u{a0}: la poussée n'aurait formé aucun alignement.",
    );
    said(
        &Fact::LeavesNothing,
        "Leaves no hole where the opponent can make a line next turn.",
        "Ne laisse aucun trou où l'adversaire puisse former un alignement au tour suivant.",
    );
    said(
        &Fact::KeepsStops { best: 3, other: 2 },
        "Spends stop pawns: 2 left, but 3 after the best play.",
        "Dépense des pions d'arrêt\u{a0}: il en reste 2, contre 3 après le meilleur coup.",
    );
    let best: Vec<Hole> = ["c3", "d4"].map(|hole| hole.parse().unwrap()).to_vec();
    for (own, missed) in [(false, false), (false, true), (true, false), (true, true)] {
        let told = Fact::Prepares { own, best: best.clone(), other: 7, missed }.explanation();
        assert!(told.text.en.contains('7') && told.text.en.contains('2'), "{}", told.text.en);
        assert!(told.text.fr.contains('7') && told.text.fr.contains('2'), "{}", told.text.fr);
        assert_eq!(told.marks, ["c3", "d4"]);
    }
}

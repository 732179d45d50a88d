//! Analysis reports: what they find, and what they must not reveal.
#![allow(clippy::unwrap_used)]

use abaque_analysis::{
    Analysis, AnalysisOptions, AnalysisReport, MistakeGrade, Viewpoint, annotate, plot,
};
use abaque_core::{Lang, Seat};
use abaque_record::Record;
use abaque_search::SearchLimits;

fn record(tags: &str, plies: &str) -> Record {
    let result = if tags.contains("[Result") { "" } else { "[Result \"*\"]\n" };
    let end = match tags {
        tags if tags.contains("[Result \"b wins") || tags.contains("[Result \"r wins") => "1-0",
        tags if tags.contains("wins") => "0-1",
        _ => "*",
    };
    let text = format!("{tags}\n{result}\n{plies} {end}\n");
    abaque_record::parse(&text).unwrap().remove(0)
}

fn plan(nodes: u64) -> AnalysisOptions {
    AnalysisOptions { limits: SearchLimits::nodes(nodes), ..AnalysisOptions::default() }
}

fn analysed(record: &Record, plan: AnalysisOptions) -> AnalysisReport {
    let mut analysis = Analysis::new(record, plan).unwrap();
    let mut steps = 1;
    while analysis.step().unwrap() {
        steps += 1;
    }
    assert_eq!((steps, analysis.steps_done()), (analysis.steps(), analysis.steps()));
    analysis.report().clone()
}

/// Black can eject the ball on e9 and win.
const WON: &str =
    "[Game \"abalone:target=1\"]\n[Start \"wwwww/wwwwww/2ww3/8/5bbbw/8/2bbb2/bbbbbb/bb3 b 0-0 -\"]";

#[test]
fn a_missed_win_is_a_blunder_with_the_winning_line() {
    let legal = abaque_catalog::open_at(
        "abalone:target=1",
        "wwwww/wwwwww/2ww3/8/5bbbw/8/2bbb2/bbbbbb/bb3 b 0-0 -",
    )
    .unwrap();
    let winning = |action: &&String| {
        let mut game = legal.clone();
        game.play(action).unwrap();
        matches!(game.turn(), abaque_core::Turn::Over(_))
    };
    let all = legal.legal_plies();
    let wins: Vec<&String> = all.iter().filter(winning).collect();
    let missed = analysed(&record(WON, "1. a1a2"), plan(20_000));
    let played = &missed.moves[0];
    assert_eq!(played.mark, Some(MistakeGrade::Blunder), "{played:?}");
    assert!(wins.contains(&&played.best[0]), "{played:?}");
    assert_eq!(played.before, Some(1.0));
    assert_eq!(missed.sides[0].blunders, 1);
    let best = &played.best[0];
    let why = format!("Misses {best}, which pushes e9 off and wins.");
    assert_eq!(played.explanation_text(Lang::En), why);
    let pourquoi = format!("Manque {best}, qui éjecte e9 et gagne.");
    assert_eq!(played.explanation_text(Lang::Fr), pourquoi);
    assert_eq!(
        (played.explanation[0].shown_on, &*played.explanation[0].marks[0]),
        ("before", "e9")
    );
    let annotated = annotate(&record(WON, "1. a1a2"), &missed, Lang::En).unwrap().to_string();
    assert!(annotated.replace('\n', " ").contains(&why), "{annotated}");
    let win = wins[0];
    let text = format!("{WON}\n[Result \"b wins ejection\"]");
    let found = analysed(&record(&text, &format!("1. {win}")), plan(20_000));
    assert_eq!((found.moves[0].mark, found.moves[0].loss), (None, Some(0.0)));
    assert_eq!(found.moves[0].after, Some(1.0));
    assert_eq!(found.sides[0].accuracy, Some(100.0));
    assert_eq!(found.sides[1].accuracy, None, "White did nothing");
}

const DAISY: &str = "[Game \"abalone:layout=belgian-daisy\"]\n[First \"A <b> & \\\"c\\\"\"]";
const DAISY_PLIES: &str = "1. h9g8 2. i5h5 3. i9h8 4. i6h6";

#[test]
fn the_same_nodes_and_seed_give_the_same_report() {
    let game = record(DAISY, DAISY_PLIES);
    assert_eq!(analysed(&game, plan(3000)), analysed(&game, plan(3000)));
}

#[test]
fn a_turn_of_several_actions_is_one_move() {
    let sheet = "...........o...o....................ooo...ooo....................o...o...........";
    let game = format!("[Game \"abraxas:sheet={sheet}\"]");
    let game = record(&game, "1. @ne re8 >nw 2. rf2 >sw");
    let report = analysed(&game, plan(500));
    let actions: Vec<String> = report.moves.iter().map(|played| played.actions.join(" ")).collect();
    assert_eq!(actions, ["@ne", "re8 >nw", "rf2 >sw"]);
    assert_eq!(report.moves.iter().map(|played| played.turn).collect::<Vec<_>>(), [1, 1, 2]);
}

/// ABR-14: the Stop and the stopper's push are one move, the stopped player's placing another.
#[test]
fn abr_14_a_stop_is_a_move_of_its_own() {
    let sheet = "...........o...o....................ooo...ooo....................o...o...........";
    let game = format!("[Game \"abraxas:sheet={sheet}\"]");
    let game = record(&game, "1. @ne rf4 >nw xf4 rf5 sa5 2. = 3. rf5 >sw");
    let report = analysed(&game, plan(300));
    let moves: Vec<String> = report
        .moves
        .iter()
        .map(|played| format!("{} {}", played.player, played.actions.join(" ")))
        .collect();
    assert_eq!(moves, ["2 @ne", "1 rf4 >nw xf4 rf5", "2 sa5 =", "1 rf5 >sw"]);
}

/// Red has one frog on r2, two steps from the pond, and Purple one on p2.
const RACE: &str = "[Game \"abagio\"]\n[Start \"r6=r,p2=p 0-0 11-11 r roll\"]";

#[test]
fn rolls_count_as_luck_not_skill() {
    let lost = analysed(&record(RACE, "1. d21 r6+2 r4+1"), plan(4000));
    let won =
        analysed(&record(&format!("{RACE}\n[Result \"r wins pond\"]"), "1. d61 r6+6"), plan(4000));
    assert!(lost.lots[0].luck.unwrap() < -0.1, "{:?}", lost.lots[0]);
    assert!(won.lots[0].luck.unwrap() > 0.1, "{:?}", won.lots[0]);
    assert_eq!(lost.lots[0].before, won.lots[0].before, "the same before the throw");
    assert_eq!(won.lots[0].seat, Seat::First);
    let luck = won.luck.unwrap();
    assert_eq!(luck.result, Some(1.0));
    assert!((luck.adjusted.unwrap() - (1.0 - luck.net)).abs() < 1e-9);
    assert!((luck.adjusted.unwrap() - won.lots[0].before.unwrap()).abs() < 0.02, "no skill in it");
    assert_eq!(lost.luck.unwrap().adjusted, None, "it goes on");
}

const BLUE: &str = "setup:sbbn,lbrn,snbr,sbbn,lbrn,lbrn,snbr,lbrn,sbbn,lbnb,sbbb,lbnn";
const RED: &str = "setup:snrr,sbrn,snrn,sbrn,lrrb,lrbn,snrb,snrn,lrnr,lrnb,lrrr,lrnr";

/// Red's set-up with two hidden pawns exchanged: Blue cannot tell.
fn other_red() -> String {
    RED.replacen("snrr", "srrn", 1)
}

#[test]
fn blo_07_a_game_with_secrets_is_judged_by_what_its_player_could_know() {
    let game = |red: &str| record("[Game \"blocs\"]", &format!("1. {BLUE} {red} b2b4"));
    assert!(Analysis::new(&game(RED), plan(100)).is_err(), "it is not over");
    let everything = AnalysisOptions { viewpoint: Viewpoint::Everything, ..plan(100) };
    assert!(Analysis::new(&game(RED), everything).is_err());
    let blue = || AnalysisOptions { viewpoint: Viewpoint::Player(Seat::First), ..plan(2000) };
    let report = analysed(&game(RED), blue());
    assert_eq!(report, analysed(&game(&other_red()), blue()), "no secret leaks");
    assert_eq!(report.moves[1].actions, ["?"]);
    assert_eq!(report.moves[0].actions, [BLUE]);
    assert!(report.moves[2].loss.is_some() && report.moves[0].loss.is_none());
    let red = analysed(
        &game(RED),
        AnalysisOptions { viewpoint: Viewpoint::Player(Seat::Second), ..plan(200) },
    );
    assert_eq!((red.moves[0].actions[0].as_str(), red.moves[2].loss), ("?", None));
}

#[test]
fn a_finished_game_with_secrets_is_judged_from_both_sides_or_with_everything_known() {
    let game = record(
        "[Game \"blocs\"]\n[Result \"b wins resignation\"]",
        &format!("1. {BLUE} {RED} b2b4 2. f7h5"),
    );
    let movers = analysed(&game, plan(500));
    assert_eq!(movers.eyes, "movers");
    assert!(movers.moves[2..].iter().all(|played| played.loss.is_some()));
    assert_eq!(movers.moves[1].actions, [RED], "nothing is secret any more");
    let all = analysed(&game, AnalysisOptions { viewpoint: Viewpoint::Everything, ..plan(500) });
    assert_eq!(all.eyes, "all");
    assert!(all.moves[2..].iter().all(|played| played.loss.is_some()));
    // Two curves, each also in the legend; or one curve and no legend.
    let lines =
        |report, series| plot(report, Lang::En).matches(&*format!("s{series} line")).count();
    assert_eq!([lines(&movers, 0), lines(&movers, 1)], [2, 2]);
    assert_eq!([lines(&all, 0), lines(&all, 1)], [1, 0]);
}

#[test]
fn an_annotated_record_is_a_record_and_annotating_again_changes_nothing() {
    let game = record(WON, "1. a1a2 $1 {hm} 2. i5h5");
    let report = analysed(&game, plan(3000));
    assert!(report.moves[0].mark.is_some(), "{:?}", report.moves[0]);
    let noted = annotate(&game, &report, Lang::En).unwrap();
    abaque_record::check(&noted).unwrap();
    let text = noted.to_string();
    assert!(text.contains("a1a2 $1 {hm} {[%win 0"), "people's own notes stay: {text}");
    assert!(text.contains("(1. "), "the better line: {text}");
    let again = abaque_record::parse(&text).unwrap().remove(0);
    assert_eq!(annotate(&again, &report, Lang::En).unwrap().to_string(), text);
}

#[test]
fn plots_escape_player_names() {
    let mut game = record(DAISY, DAISY_PLIES);
    game.set_tag("Second", &"W".repeat(300)).unwrap();
    let svg = plot(&analysed(&game, plan(500)), Lang::En);
    assert!(svg.contains("A &lt;b&gt; &amp; &quot;c&quot;") && !svg.contains("<b>"), "{svg}");
    assert!(!svg.contains(&"W".repeat(60)), "long names are cut");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
}

#[test]
fn every_kind_of_ending_is_explained() {
    for (tags, plies, moves) in [
        ("[Game \"abalone\"]\n[Result \"w wins resignation\"]", "1. a1b2", 1),
        ("[Game \"abalone\"]\n[Result \"b wins time\"]", "1. a1b2 2. i9h8", 2),
        ("[Game \"abalone\"]", "", 0),
        ("[Game \"abagio\"]", "1. f52 d53 s+5 s+3", 1),
    ] {
        let report = analysed_maybe_empty(&record(tags, plies));
        assert_eq!(report.moves.len(), moves, "{tags}");
        plot(&report, Lang::Fr);
        assert!(serde_json::to_value(&report).unwrap()["moves"].is_array());
    }
}

fn analysed_maybe_empty(record: &Record) -> AnalysisReport {
    let mut analysis = Analysis::new(record, plan(500)).unwrap();
    while analysis.step().unwrap() {}
    analysis.report().clone()
}

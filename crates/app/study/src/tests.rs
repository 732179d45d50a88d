use abaque_client::prefs::MoveListStyle;
use abaque_core::{Lang, Observer, RandomSource, Seat, SplitMix, Turn};
use abaque_record::MAX_COMMENT;

use crate::*;

const NOTED: &str = "[Game \"abalone\"]\n[First \"Ada\"]\n[Result \"*\"]\n\n{a plan} 1. a1b2 $1 {into the middle \
                     [%win 0.5]} ({or} 1. a2b2 2. i9h8 (2. i8h8 $6) 3. b2c2) 2. i9h8 3. a2b2 *\n";

fn at(study: &Study, plies: &[&str]) -> NodeId {
    plies.iter().fold(ROOT, |at, ply| {
        let found = study.children(at).iter().copied().find(|&id| study.ply(id) == Some(ply));
        found.unwrap_or_else(|| panic!("no {ply}"))
    })
}

#[test]
fn a_record_round_trips_through_a_study() {
    let study = Study::parse(NOTED).unwrap();
    assert_eq!(study.main_line().len(), 3);
    assert_eq!(study.comment(ROOT), "a plan");
    let first = at(&study, &["a1b2"]);
    assert_eq!(
        (study.comment(first).as_str(), study.mark(first)),
        ("into the middle", Some(MoveMark::Good))
    );
    assert_eq!(study.tag("First"), Some("Ada"));
    let text = study.to_text();
    let record = abaque_record::parse(NOTED).unwrap();
    assert_eq!(text, abaque_record::format_records(&record));
}

/// Random trees of all games round-trip.
#[test]
fn a_tree_of_variations_round_trips() {
    for entry in abaque_catalog::GAMES {
        let name = (entry.description)().name;
        for seed in 0..4 {
            let mut source = SplitMix(seed);
            let mut study = Study::new(abaque_catalog::open(name).unwrap());
            let mut at = ROOT;
            for _ in 0..40 {
                let place = study.position_at(at);
                let ply = match place.game.turn() {
                    Turn::Of(_) => place.game.random_action(&mut source),
                    Turn::Chance => place.game.legal_plies().into_iter().next(),
                    Turn::Over(_) => None,
                };
                let Some(ply) = ply else { break };
                at = study.add(at, &ply).unwrap();
                if source.next_u64().is_multiple_of(5) {
                    study.set_comment(at, &format!("after {ply} {{so}}")).unwrap();
                }
                if source.next_u64().is_multiple_of(4) {
                    at = study.parent(at).unwrap();
                }
            }
            let text = study.to_text();
            let again =
                Study::parse(&text).unwrap_or_else(|why| panic!("{name} {seed}: {why}\n{text}"));
            assert_eq!(again.to_text(), text);
            assert_eq!(rows(&again).len(), rows(&study).len());
            for id in again.main_line() {
                assert_eq!(again.find_address(&again.address(id)), Some(id));
            }
        }
    }
}

#[test]
fn known_plies_enter_existing_branches() {
    let mut study = Study::parse(NOTED).unwrap();
    let known = at(&study, &["a2b2", "i9h8"]);
    let before = study.nodes.len();
    let first = study.add(ROOT, "a2b2").unwrap();
    assert_eq!(study.add(first, "i9h8").unwrap(), known);
    assert_eq!(study.nodes.len(), before);
    let fresh = study.add(first, "i5h5").unwrap();
    assert_eq!(study.children(first).last(), Some(&fresh));
    assert!(study.add(first, "a1i9").unwrap_err().en.len() > 10);
    assert_eq!(study.find_address(&study.address(fresh)), Some(fresh));
}

#[test]
fn lines_are_added_up_to_the_first_illegal_ply() {
    let mut study = Study::new(abaque_catalog::open("abalone").unwrap());
    let line = ["a1b2", "i9h8", "nonsense"].map(String::from);
    let first = study.add_line(ROOT, &line).unwrap();
    assert_eq!((study.ply(first), study.main_line().len()), (Some("a1b2"), 2));
    assert!(study.add_line(ROOT, &["nonsense".to_owned()]).is_err());
}

#[test]
fn variations_are_promoted_and_deleted() {
    let mut study = Study::parse(NOTED).unwrap();
    let deep = at(&study, &["a2b2", "i8h8"]);
    study.promote(deep).unwrap();
    assert_eq!(study.children(study.parent(deep).unwrap()).first(), Some(&deep));
    assert!(!study.is_on_main_line(deep));
    study.promote(deep).unwrap();
    assert!(study.is_on_main_line(deep));
    // The main line is no longer what was played.
    study.go_to(deep);
    study.delete(at(&study, &["a2b2"]));
    assert_eq!(study.cursor(), ROOT);
    assert_eq!(study.main_line().len(), 3);
    assert!(!study.contains(deep));
}

/// COM-01: a main line ends where a game would; variations continue.
#[test]
fn com_01_a_main_line_ends_by_repetition() {
    let mut study = Study::new(abaque_catalog::open("abalone").unwrap());
    let dance = ["c3d3", "g7f7", "d3c3", "f7g7"];
    let mut at = ROOT;
    for ply in dance.iter().chain(&dance) {
        at = study.add(at, ply).unwrap();
    }
    assert_eq!(
        study.outcome().map(|outcome| outcome.to_text(['b', 'w'])),
        Some("draw repetition".into())
    );
    assert!(study.add(at, "c3d3").is_err());
    Study::parse(&study.to_text()).unwrap();
    let mut aside = study.add(ROOT, "a1b2").unwrap();
    for ply in ["g7f7", "b2a1", "f7g7"].iter().chain(&dance).chain(&dance) {
        aside = study.add(aside, ply).unwrap();
    }
    assert!(study.promote(aside).is_err());
    Study::parse(&study.to_text()).unwrap();
}

/// A resignation ends the played game, not possible continuations.
#[test]
fn a_result_applies_to_the_played_line_only() {
    let text = "[Game \"abalone\"]\n[Result \"b wins resignation\"]\n\n1. a1b2 2. i9h8 1-0\n";
    let mut study = Study::parse(text).unwrap();
    assert!(study.outcome().is_some());
    let more = study.add(study.line_end(ROOT), "b2c3").unwrap();
    assert_eq!(study.outcome(), None);
    assert!(study.to_text().contains("[Result \"*\"]"));
    study.delete(more);
    assert_eq!(study.to_text(), text);
}

#[test]
fn comments_keep_commands_of_other_programs() {
    let mut study = Study::parse(NOTED).unwrap();
    let first = at(&study, &["a1b2"]);
    study.set_comment(first, "well\nplayed [%clk 5]").unwrap();
    assert_eq!(study.comment(first), "well played [clk 5]");
    assert!(study.to_text().contains("[%win 0.5]"));
    study.set_comment(first, "").unwrap();
    assert_eq!(study.comment(first), "");
    assert!(study.set_comment(first, &"x".repeat(MAX_COMMENT + 1)).is_err());
}

#[test]
fn new_plies_of_a_running_game_are_added() {
    let mut study = Study::parse(NOTED).unwrap();
    let record = "[Game \"abalone\"]\n[Result \"*\"]\n\n1. a1b2 2. i9h8 3. b2c3 4. i8h8 *\n";
    study.update_main_line(&abaque_record::parse(record).unwrap()[0]).unwrap();
    let main: Vec<&str> = study.main_line().iter().filter_map(|&id| study.ply(id)).collect();
    assert_eq!(main, ["a1b2", "i9h8", "b2c3", "i8h8"]);
    assert_eq!(study.comment(at(&study, &["a1b2"])), "into the middle");
    assert!(study.contains(at(&study, &["a1b2", "i9h8", "a2b2"])));
}

fn rows(study: &Study) -> Vec<MoveListRow> {
    study.rows(abaque_client::prefs::MoveListStyle::Notation, abaque_core::Lang::En)
}

/// Words know where the plate lay, also in variations.
#[test]
fn move_lists_can_use_words() {
    let study = Study::parse(NOTED).unwrap();
    let rows = study.rows(abaque_client::prefs::MoveListStyle::Words, abaque_core::Lang::Fr);
    let first = rows.iter().flat_map(|row| &row.items).find_map(|item| match item {
        MoveListItem::Ply { ply, text, .. } => Some((ply.as_str(), text.as_str())),
        MoveListItem::Comment(_) => None,
    });
    assert_eq!(first, Some(("a1b2", "a1 en b2")));
}

#[test]
fn the_list_numbers_turns_and_sets_variations_apart() {
    let study = Study::parse(NOTED).unwrap();
    let rows = rows(&study);
    let depths: Vec<usize> = rows.iter().map(|row| row.depth).collect();
    assert_eq!(depths, [0, 1, 2, 1, 0]);
    let text = |row: &MoveListRow| {
        let items = row.items.iter().map(|item| match item {
            MoveListItem::Ply { turn, text, mark, .. } => {
                format!("{}{text}{mark}", turn.map_or(String::new(), |turn| format!("{turn}.")))
            }
            MoveListItem::Comment(text) => format!("({text})"),
        });
        items.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        rows.iter().map(text).collect::<Vec<_>>(),
        [
            "(a plan) 1.a1b2! (into the middle)",
            "(or) 1.a2b2 2.i9h8",
            "2.i8h8?!",
            "3.b2c2",
            "2.i9h8 3.a2b2"
        ]
    );
}

/// A player's perspective shows no more than the table did.
#[test]
fn a_perspective_shows_only_what_the_player_knew() {
    let mut source = SplitMix(5);
    let mut study = Study::new(abaque_catalog::open("blocs").unwrap());
    let mut at = ROOT;
    for _ in 0..8 {
        let place = study.position_at(at);
        let Turn::Of(_) = place.game.turn() else { break };
        let ply = place.game.random_action(&mut source).unwrap();
        at = study.add(at, &ply).unwrap();
    }
    assert!(study.has_secrets());
    assert!(!study.view_at(at, Perspective::All).contains('?'));
    for seat in Seat::ALL {
        let by = Perspective::As(Observer::Player(seat));
        let view = study.view_at(at, by);
        assert!(view.contains('?'), "{view}");
        let step = study.step_to(at, by).unwrap();
        assert_eq!(step.after, view);
        assert!(study.task(at, 1).is_none_or(|task| task.view.contains('?')));
    }
    assert!(!Study::new(abaque_catalog::open("abagio").unwrap()).has_secrets());
}

#[test]
fn study_links_round_trip() {
    let mut noted = Study::parse(NOTED).unwrap();
    noted.go_to(at(&noted, &["a2b2", "i8h8"]));
    let mut plain =
        Study::new(abaque_catalog::open_at("abagio", "5=r,10=r,14=p,18=p 2-2 8-8 r 6.4").unwrap());
    let leap = plain.position_at(ROOT).game.legal_plies().remove(0);
    let leapt = plain.add(ROOT, &leap).unwrap();
    plain.go_to(leapt);
    let mut secret = Study::new(abaque_catalog::open("blocs").unwrap());
    let mut source = SplitMix(2);
    let mut here = ROOT;
    for _ in 0..3 {
        let ply = secret.position_at(here).game.random_action(&mut source).unwrap();
        here = secret.add(here, &ply).unwrap();
    }
    for study in [noted, plain, secret] {
        let link = StudyLink::from_study(&study);
        let query = link.to_query();
        assert!(!query.contains([' ', '"', '#']), "{query}");
        assert_eq!(StudyLink::parse(&query).to_query(), query);
        let back = StudyLink::parse(&query).open_study().unwrap();
        assert_eq!(back.to_text(), study.to_text());
        assert_eq!(
            back.view_at(back.cursor(), Perspective::All),
            study.view_at(study.cursor(), Perspective::All)
        );
        let line = StudyLink::parse(&StudyLink::from_current_line(&study).to_query())
            .open_study()
            .unwrap();
        assert_eq!(
            line.view_at(line.cursor(), Perspective::All),
            study.view_at(study.cursor(), Perspective::All)
        );
    }
}

#[test]
fn bad_study_links_are_explained() {
    for (query, word) in [
        ("", "spec"),
        ("spec=chess", "chess"),
        ("spec=abalone&plies=a1i9", "i9"),
        ("spec=abalone&position=nonsense", "ROWS"),
        ("record=nonsense", ""),
    ] {
        let why = StudyLink::parse(query).open_study().err().unwrap_or_else(|| panic!("{query}"));
        assert!(why.en.contains(word), "{query}: {why}");
    }
    assert_eq!(decode("%e9%zz%"), "\u{fffd}%zz%");
    assert_eq!(decode(&encode("« 1. a1b2 » & co=%")), "« 1. a1b2 » & co=%");
}

#[test]
fn foreign_move_lists_become_studies() {
    let found = parse_games("1. a1d4, i9f6 2. b1c2").unwrap();
    assert!(Study::parse(&found[0]).unwrap().main_line().len() == 3);
    assert_eq!(parse_games(&format!("{NOTED}\n{NOTED}")).unwrap().len(), 2);
    for wrong in ["", "hello", "[Game"] {
        assert!(parse_games(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn the_computer_ponders_and_reviews() {
    let mut study = Study::parse(NOTED).unwrap();
    let mut task = study.task(ROOT, 3).unwrap();
    task.millis = Some(400);
    let mut answers = Vec::new();
    let last =
        ponder(&serde_json::to_string(&task).unwrap(), &mut |text| answers.push(text.to_owned()));
    assert_eq!(answers.len(), 1);
    for text in answers.iter().chain([&last]) {
        let answer: abaque_client::local::BotAnswer = serde_json::from_str(text).unwrap();
        assert_eq!(answer.lines.len(), 3);
    }
    assert!(ponder("{}", &mut |_| ()).contains("error"));

    let look = ReviewRequest { record: study.to_text(), millis: 20 };
    let mut whole = GameReview::default();
    let look = serde_json::to_string(&look).unwrap();
    let last = review(&look, &mut |text| whole.merge(serde_json::from_str(text).unwrap()));
    assert!(!whole.is_complete());
    whole.merge(serde_json::from_str(&last).unwrap());
    assert!(whole.is_complete());
    assert_eq!((whole.moves.len(), whole.steps), (3, 3));
    assert_eq!(whole.curves()[0].len(), 4);

    // Throwing a ball away is not near-best; the best move is.
    let position = "3bw/4bb/6b/8/9/8/7/6/w4 b 10-12 -";
    study = Study::new(abaque_catalog::open_at("abalone:target=14", position).unwrap());
    let tried = study.position_at(ROOT).game.legal_plies().remove(0);
    let id = study.add(ROOT, &tried).unwrap();
    let record = study.line_record(id).unwrap().to_string();
    let text = judge(&serde_json::to_string(&ReviewRequest { record, millis: 60 }).unwrap());
    let verdict: RetryVerdict = serde_json::from_str(&text).unwrap();
    assert!(verdict.loss >= 0.0 && !verdict.goes_on && !verdict.best.is_empty());
}

/// With secrets each player's curve begins at that player's first move.
#[test]
fn every_curve_begins_at_its_players_first_move() {
    let judged = |second, ply, before, after| JudgedMove {
        turn: 1,
        second,
        ply,
        actions: vec!["pass".to_owned()],
        before: Some(before),
        after: Some(after),
        loss: 0.0,
        finding: None,
        best: Vec::new(),
        explanation: Vec::new(),
    };
    let moves = vec![judged(false, 0, 0.75, 0.5), judged(true, 1, 0.25, 1.0)];
    let review = GameReview { own_eyes: true, moves, ..GameReview::default() };
    assert_eq!(review.curves(), [vec![(0, 0.75), (1, 0.5)], vec![(1, 0.75), (2, 0.0)]]);
}

/// A mistake is told as the player's lists tell moves.
#[test]
fn mistakes_are_told_in_words_or_notation() {
    let study = Study::parse(NOTED).unwrap();
    let judged = JudgedMove {
        turn: 2,
        second: true,
        ply: 1,
        actions: vec!["i9h8".into()],
        before: Some(0.5),
        after: Some(0.4),
        loss: 0.1,
        finding: None,
        best: vec!["i8h8".into(), "a2b2".into()],
        explanation: Vec::new(),
    };
    let told = |style, lang| judged.texts(&study, style, lang);
    assert_eq!(told(MoveListStyle::Words, Lang::En), ["i9 to h8", "i8 to h8"]);
    assert_eq!(told(MoveListStyle::Words, Lang::Fr), ["i9 en h8", "i8 en h8"]);
    assert_eq!(told(MoveListStyle::Notation, Lang::En), ["i9h8", "i8h8 a2b2"]);
}

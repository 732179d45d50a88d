//! Every built-in lesson can be run to its end and states only facts; together the lessons teach
//! every rule and every term of the sheets.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::Path;

use abaque_catalog::{AnyGame, PlyError};
use abaque_core::{Lang, Turn};
use abaque_lessons::{Course, Lesson, LessonRun, LessonStep, LessonText, TaskFeedback, shipped};

/// The names of all games, with the letters of their rules.
fn games() -> impl Iterator<Item = (&'static str, &'static str)> {
    let descriptions = abaque_catalog::GAMES.iter().map(|entry| (entry.description)());
    descriptions.map(|game| (game.name, game.rule_prefix))
}

fn all() -> Vec<Course> {
    games().map(|(game, _)| shipped(game).unwrap()).collect()
}

fn steps(course: &Course) -> impl Iterator<Item = (&Lesson, &LessonStep)> {
    course.lessons.iter().flat_map(|lesson| lesson.steps.iter().map(move |step| (lesson, step)))
}

/// Every text of a course with its location.
fn texts(course: &Course) -> Vec<(String, &LessonText)> {
    let mut all = Vec::new();
    for lesson in &course.lessons {
        let place = format!("{}/{}", course.game, lesson.id);
        all.push((place.clone(), &lesson.title));
        all.push((place.clone(), &lesson.about));
        for (at, step) in lesson.steps.iter().enumerate() {
            let place = format!("{place} step {}", at + 1);
            all.push((place.clone(), &step.text));
            if let Some(task) = &step.task {
                all.extend([&task.hint, &task.after].map(|text| (place.clone(), text)));
                all.extend(task.wrong.iter().map(|wrong| (place.clone(), &wrong.text)));
            }
        }
    }
    all
}

#[test]
fn every_lesson_is_completed_by_its_own_answers() {
    for course in all() {
        assert!((6..=10).contains(&course.lessons.len()), "{}", course.game);
        assert_eq!(course.lessons[0].id, "start", "{}", course.game);
        for lesson in &course.lessons {
            let place = format!("{}/{}", course.game, lesson.id);
            let mut run = LessonRun::new(lesson.clone()).unwrap_or_else(|e| panic!("{place}: {e}"));
            for at in 0..lesson.steps.len() {
                run.go_to_step(at)
                    .unwrap_or_else(|error| panic!("{place} step {}: {error}", at + 1));
                if let Some(answer) = run.solution() {
                    let feedback =
                        run.play(&answer).unwrap_or_else(|e| panic!("{place} {answer}: {e}"));
                    assert!(matches!(feedback, TaskFeedback::Right(_)), "{place} {answer}");
                }
                assert!(run.is_done(), "{place} step {}", at + 1);
            }
            assert!(run.is_last());
        }
    }
}

/// Every accepted action leads to a board from which the lesson continues as written.
#[test]
fn every_accepted_action_is_legal_and_completes_its_step() {
    for course in all() {
        for lesson in &course.lessons {
            let mut boards: Vec<Box<dyn AnyGame>> = Vec::new();
            for (at, step) in lesson.steps.iter().enumerate() {
                let place = format!("{}/{} step {}", course.game, lesson.id, at + 1);
                if step.at.is_some() || at == 0 {
                    let mut run = LessonRun::new(lesson.clone()).unwrap();
                    run.go_to_step(at).unwrap();
                    boards = vec![run.game().clone_box()];
                }
                let Some(task) = &step.task else { continue };
                let mut after: Vec<Box<dyn AnyGame>> = Vec::new();
                let mut used = BTreeSet::new();
                for board in &boards {
                    assert!(matches!(board.turn(), Turn::Of(_)), "{place}: no player is to act");
                    let right: Vec<String> = board
                        .legal_plies()
                        .into_iter()
                        .filter(|action| task.accepts(action))
                        .collect();
                    assert!(!right.is_empty(), "{place}: nothing accepted is legal");
                    for action in right {
                        let mut board = board.clone();
                        board.play(&action).unwrap();
                        for reply in &task.replies {
                            let played = board.play(reply);
                            played.unwrap_or_else(|e| panic!("{place} {action} {reply}: {e}"));
                        }
                        used.insert(action);
                        if !after.iter().any(|known| known.position() == board.position()) {
                            after.push(board);
                        }
                    }
                }
                for accepted in task.accept.iter().filter(|accepted| !accepted.ends_with('*')) {
                    assert!(used.contains(accepted), "{place}: {accepted} is not legal");
                }
                boards = after;
            }
        }
    }
}

/// Wrong answers are wrong as described: forbidden by that rule, or legal but not accepted.
#[test]
fn wrong_answers_fail_for_the_stated_reason() {
    for course in all() {
        for lesson in &course.lessons {
            for (at, step) in lesson.steps.iter().enumerate() {
                let mut run = LessonRun::new(lesson.clone()).unwrap();
                run.go_to_step(at).unwrap();
                for wrong in step.task.iter().flat_map(|task| &task.wrong) {
                    let place =
                        format!("{}/{} step {} {}", course.game, lesson.id, at + 1, wrong.action);
                    match (run.game().check(&wrong.action), &wrong.forbidden) {
                        (Err(PlyError::Rule { rule, .. }), Some(named)) => {
                            assert_eq!(rule, named, "{place}");
                        }
                        (Ok(()), None) => {}
                        (found, named) => panic!("{place}: {found:?}, expected {named:?}"),
                    }
                    assert_eq!(
                        run.play(&wrong.action),
                        Ok(TaskFeedback::Wrong(wrong.text.clone())),
                        "{place}"
                    );
                }
                assert_eq!(
                    run.wrong_tries() as usize,
                    step.task.as_ref().map_or(0, |t| t.wrong.len())
                );
            }
        }
    }
}

/// Highlighted squares exist on that board, by their names in actions.
#[test]
fn highlighted_squares_exist() {
    for course in all() {
        for lesson in &course.lessons {
            for (at, step) in lesson.steps.iter().enumerate() {
                let mut run = LessonRun::new(lesson.clone()).unwrap();
                run.go_to_step(at).unwrap();
                let spots = abaque_draw::spots(&run.game().spec(), &run.game().position()).unwrap();
                let spots = abaque_client::keyboard_nav::distinct_spots(&spots);
                for square in &step.point {
                    let known = spots.iter().any(|(name, _)| name == square);
                    assert!(known, "{}/{} step {}: {square}", course.game, lesson.id, at + 1);
                }
            }
        }
    }
}

fn docs(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs/rules").join(name);
    std::fs::read_to_string(path).unwrap()
}

/// The ids defined by a page of the rules: `**ABA-01**`.
fn defined(text: &str) -> BTreeSet<String> {
    let id = |part: &&str| part.len() == 6 && part.as_bytes()[3] == b'-';
    text.split("**").filter(id).map(String::from).collect()
}

#[test]
fn every_rule_is_taught() {
    let mut common = defined(&docs("common.en.md"));
    let mut known = common.clone();
    for (game, letters) in games() {
        let mut untaught = defined(&docs(&format!("{game}.en.md")));
        assert!(untaught.len() > 10 && untaught.iter().all(|id| id.starts_with(letters)), "{game}");
        known.extend(untaught.iter().cloned());
        let course = shipped(game).unwrap();
        for (lesson, step) in steps(&course) {
            assert!(!step.rules.is_empty(), "{game}/{}: {}", lesson.id, step.text.en);
            for rule in &step.rules {
                assert!(known.contains(rule), "{game}/{}: {rule}", lesson.id);
                untaught.remove(rule);
                common.remove(rule);
            }
        }
        assert!(untaught.is_empty(), "{game}: nothing teaches {untaught:?}");
    }
    assert!(common.is_empty(), "nothing teaches {common:?}");
}

/// The terms of the sheets in both languages.
const WORDS: [(&str, &[(&str, &str)]); 4] = [
    (
        "abalone",
        &[
            ("appui", "appui"),
            ("det", "det"),
            ("éject", "éject"),
            ("arrow", "flèche"),
            ("gambit", "gambit"),
            ("line", "ligne"),
            ("move", "mouvement"),
            ("pac", "pac"),
            ("push", "poussée"),
            ("sumito", "sumito"),
            ("Blitz", "Blitz"),
        ],
    ),
    (
        "abraxas",
        &[
            ("plate", "plaque à trous"),
            ("sheet", "plateau"),
            ("line", "alignement"),
            ("dot", "point"),
            ("reserve", "réserve"),
            ("stop pawn", "pion d'arrêt"),
            ("Stop!", "Stop !"),
            ("arrow", "flèche"),
            ("corner", "coin"),
            ("place", "poser"),
            ("push", "pousser"),
        ],
    ),
    (
        "abagio",
        &[
            ("pond", "étang"),
            ("leap", "saut"),
            ("blot", "isolé"),
            ("pair", "paire"),
            ("heap", "tas"),
            ("full", "maximale"),
            ("stack", "pile"),
            ("hit", "frappe"),
            ("cover", "couvr"),
            ("imprisoned", "emprisonné"),
            ("chief frog", "grenouille en chef"),
            ("safe squares", "secteurs sûrs"),
            ("final leap", "saut final"),
            ("double", "double"),
            ("diamond", "diamant"),
        ],
    ),
    (
        "blocs",
        &[
            ("block", "bloc-pion"),
            ("rod", "tige"),
            ("window", "fenêtre"),
            ("neutral", "neutre"),
            ("take", "prise"),
            ("turn the board", "rotation"),
            ("rule of 7", "règle des 7"),
            ("zone", "zone"),
            ("set-up", "mise en place"),
        ],
    ),
];

#[test]
fn every_word_of_the_sheets_is_used() {
    for (game, words) in WORDS {
        let course = shipped(game).unwrap();
        let message = |lang| {
            let all: Vec<String> =
                texts(&course).iter().map(|(_, text)| text.plain_text(lang)).collect();
            all.join("\n").to_lowercase()
        };
        let (english, french) = (message(Lang::En), message(Lang::Fr));
        for (en, fr) in words {
            assert!(english.contains(&en.to_lowercase()), "{game}: {en}");
            assert!(french.contains(&fr.to_lowercase()), "{game}: {fr}");
        }
    }
}

#[test]
fn texts_are_complete_and_short() {
    for course in all() {
        let mut names = BTreeSet::new();
        for lesson in &course.lessons {
            assert!(names.insert(&lesson.id) && lesson.id != "rulings", "{}", lesson.id);
            let plain = lesson.id.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
            assert!(plain && !lesson.steps.is_empty(), "{}", lesson.id);
        }
        for (place, text) in texts(&course) {
            for lang in Lang::ALL {
                let (words, text) =
                    (text.plain_text(lang).split_whitespace().count(), text.get(lang));
                assert!((1..=75).contains(&words), "{place}: {words} words: {text}");
                assert!(text.matches('*').count() % 2 == 0, "{place}: {text}");
                assert_eq!(text.trim(), text, "{place}");
            }
            assert_ne!(text.en, text.fr, "{place} is not translated");
            for (before, sign) in text.fr.chars().zip(text.fr.chars().skip(1)) {
                let tight = matches!(sign, '!' | '?' | ';' | ':') && !before.is_whitespace();
                assert!(!tight, "{place}: {}", text.fr);
            }
        }
    }
}

/// The first lesson is short and teaches enough to play.
#[test]
fn the_first_lesson_takes_two_minutes() {
    for course in all() {
        let words: usize = course.lessons[0]
            .steps
            .iter()
            .map(|step| step.text.en.split_whitespace().count())
            .sum();
        assert!(words <= 330, "{}: {words} words", course.game);
        let tasks = course.lessons[0].steps.iter().filter(|step| step.task.is_some()).count();
        assert!(tasks >= 3, "{}: {tasks} tasks", course.game);
    }
}

#[test]
fn earlier_steps_can_be_revisited() {
    let course = shipped("abalone").unwrap();
    let mut run = LessonRun::new(course.lessons[0].clone()).unwrap();
    run.go_to_step(1).unwrap();
    assert!(run.play("a1b1").is_ok(), "another accepted action");
    let board = run.game().position();
    run.go_to_step(0).unwrap();
    assert_ne!(run.game().position(), board);
    run.go_to_step(1).unwrap();
    assert!(!run.is_done() && run.learner().is_some());
    assert!(run.play("nonsense").is_err());
    assert_eq!(run.wrong_tries(), 1);
}

#[test]
fn malformed_files_are_refused_with_the_reason() {
    assert!("{\"game\":1}".parse::<Course>().unwrap_err().to_string().contains("lessons"));
    assert!(shipped("chess").is_err());
    let empty = Lesson {
        id: "x".into(),
        title: LessonText::default(),
        about: LessonText::default(),
        steps: Vec::new(),
    };
    assert!(LessonRun::new(empty).is_err());
}

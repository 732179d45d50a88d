//! Lessons and puzzles: mouse, touch and keyboard, wrong answers, streaks, both languages.

use abaque_e2e::{Browser, Failure, Page, ScreenConfig};
use abaque_lessons::{LessonRun, TaskFeedback, shipped};
use abaque_puzzles::{Puzzle, PuzzleQuestion};
use fantoccini::key::Key;

use crate::common::faults::{Faults, accessibility_tests};
use crate::common::{calm, type_action};

const TYPED_SCRIPT: &str =
    "const field = document.querySelector('#typed'); return field && !field.disabled";

const NEXT_BUTTON: &str = ".lesson-ways .next:not(:disabled)";

/// The squares to tap for an action, in order; empty if it must be typed.
fn taps(game: &str, action: &str) -> Vec<String> {
    let text = String::from;
    match game {
        // Only the outermost point tells two directions of a group apart: drag its end there
        // instead.
        "abalone" if action.len() == 6 => [&action[..2], &action[2..4]].map(text).to_vec(),
        "blocs" if action.len() == 4 => [&action[..2], &action[2..]].map(text).to_vec(),
        "abraxas" if action.starts_with('x') => action.as_bytes()[1..]
            .chunks(2)
            .map(|hole| String::from_utf8_lossy(hole).into())
            .collect(),
        _ => Vec::new(),
    }
}

/// Plays a lesson to its end, by taps where possible, else by typing; returns the number of tapped
/// tasks.
async fn finish_lesson(page: &Page, game: &str, id: &str, touch: bool) -> Result<usize, Failure> {
    let course = shipped(game)?;
    let mut run = LessonRun::new(course.lesson(id).ok_or("no such lesson")?.clone())?;
    let mut tapped = 0;
    for at in 0..run.lesson().steps.len() {
        run.go_to_step(at)?;
        page.wait_for(&format!(".lesson progress[value='{at}']")).await?;
        if let Some(answer) = run.solution() {
            let squares = taps(game, &answer);
            if squares.is_empty() {
                page.wait_until("the field for actions", TYPED_SCRIPT).await?;
                type_action(page, &answer).await?;
            } else {
                for square in squares {
                    if touch {
                        page.touch(&square).await?;
                    } else {
                        page.tap(&square).await?;
                    }
                }
                if game == "abalone" {
                    page.drag(&answer[..2], &answer[4..]).await?;
                }
                tapped += 1;
            }
            assert!(matches!(run.play(&answer)?, TaskFeedback::Right(_)));
            page.wait_for(".told.right").await?;
        }
        page.click(NEXT_BUTTON).await?;
    }
    page.wait_for(".lesson-over").await?;
    Ok(tapped)
}

/// One lesson of each game, to its end; the course shows its tick, also after a reload.
#[tokio::test(flavor = "multi_thread")]
async fn lessons_are_done_by_mouse() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        for (game, lesson, least) in [
            ("abalone", "moves", 2),
            ("abraxas", "lines", 3),
            ("abagio", "start", 0),
            ("blocs", "start", 2),
        ] {
            let page = browser.open_page(&format!("/learn/{game}/{lesson}")).await?;
            let tapped = finish_lesson(&page, game, lesson, false).await?;
            assert!(tapped >= least, "{game}: {tapped} tasks by mouse");
            let page = browser.open_page(&format!("/learn/{game}")).await?;
            page.wait_for(&format!("[data-lesson='{lesson}'][data-done='true']")).await?;
            page.reload().await?;
            page.wait_for(&format!("[data-lesson='{lesson}'][data-done='true']")).await?;
            assert!(page.has("[data-done='false']").await?, "{game}: others are still to be done");
        }
        browser.close().await
    }
    run().await.unwrap();
}

/// Frogs can be tapped too.
#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_of_abagio_is_done_by_mouse() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/learn/abagio/start").await?;
        page.click(NEXT_BUTTON).await?;
        page.wait_for("[id='square-sr'][data-use='pick']").await?;
        page.tap("sr").await?;
        page.tap("6").await?;
        page.wait_for(".told.right").await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// The first lesson of Abalone, by keyboard only.
#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_done_by_keyboard() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/learn/abalone/start").await?;
        page.wait_for(NEXT_BUTTON).await?;
        let onward = "document.querySelector('.lesson-ways .next').focus()";
        for squares in [&[][..], &["c4", "d4"], &["a1", "d4"], &["e6", "e8"], &["e7", "e9"], &[]] {
            for square in squares {
                page.focus_square_by_keys(square).await?;
                page.press(&[Key::Enter]).await?;
            }
            page.wait_for(NEXT_BUTTON).await?;
            page.run(onward, &[]).await?;
            page.press(&[Key::Enter]).await?;
        }
        page.wait_for(".lesson-over").await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// A wrong answer is explained and announced; after two, the solution can be shown.
#[tokio::test(flavor = "multi_thread")]
async fn wrong_answers_are_explained() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/learn/abalone/sumito").await?;
        for _ in 0..2 {
            page.wait_for(".lesson-text").await?;
            page.wait_for("#typed:not(:disabled)").await?;
            let answer =
                if page.has(".lesson progress[value='0']").await? { "e3e4" } else { "d2d3" };
            type_action(&page, answer).await?;
            page.click(NEXT_BUTTON).await?;
        }
        page.wait_for(".lesson progress[value='2']").await?;
        page.wait_for("#typed:not(:disabled)").await?;
        type_action(&page, "e3e4").await?;
        assert!(page.text(".told.wrong").await?.contains("gap"));
        assert!(page.text("#said").await?.contains("gap"), "those who do not see are told");
        assert!(!page.has(".show-me").await?, "once is not enough");
        assert!(!page.has(NEXT_BUTTON).await?);
        type_action(&page, "g4g5").await?;
        page.click(".show-me").await?;
        page.wait_for(".told.right").await?;
        page.wait_for(NEXT_BUTTON).await?;
        page.click(".lesson-ways .back").await?;
        page.wait_for(".lesson progress[value='1']").await?;
        browser.close().await
    }
    run().await.unwrap();
}

fn find_puzzle(game: &str, matches: impl Fn(&PuzzleQuestion) -> bool) -> Puzzle {
    let all = abaque_puzzles::shipped(game).unwrap();
    all.into_iter().find(|puzzle| matches(&puzzle.ask)).unwrap()
}

/// Answers a puzzle with its own solution.
async fn solve(page: &Page, puzzle: &Puzzle) -> Result<(), Failure> {
    let mut attempt = abaque_puzzles::PuzzleAttempt::new(puzzle)?;
    while let Some(action) = attempt.expected_action() {
        page.wait_until("the field for actions", TYPED_SCRIPT).await?;
        type_action(page, &action).await?;
        if attempt.answer(&action)? == abaque_puzzles::PuzzleVerdict::Solved {
            break;
        }
    }
    Ok(())
}

/// Solved, failed, hinted: streak and ticks persist.
#[tokio::test(flavor = "multi_thread")]
async fn puzzles_are_solved_and_failed() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let line = find_puzzle(
            "abalone",
            |ask| matches!(ask, PuzzleQuestion::Line(line) if line.len() == 1),
        );
        let most = find_puzzle("abraxas", |ask| matches!(ask, PuzzleQuestion::Most { .. }));
        let turn = find_puzzle("abagio", |ask| matches!(ask, PuzzleQuestion::Turn(_)));
        for (count, puzzle) in [(1, &line), (2, &most), (3, &turn)] {
            let page = browser.open_page(&format!("/puzzles/{}", puzzle.id)).await?;
            solve(&page, puzzle).await?;
            page.wait_until(
                "the streak",
                &format!("return document.querySelector('.streak')?.innerText === '{count}'"),
            )
            .await?;
            assert!(page.text(".told.right").await?.contains("Solved"));
        }
        let page = browser.open_page("/puzzles").await?;
        assert_eq!(page.text(".streak").await?, "3");
        page.reload().await?;
        assert_eq!(page.text(".streak").await?, "3");
        assert_eq!(page.text("tr[data-game='abraxas'] .solved").await?, "1");
        // Another puzzle: a wrong answer ends the streak; hint and solution still work.
        let other = abaque_puzzles::shipped("abalone")?
            .into_iter()
            .rev()
            .find(|puzzle| puzzle.id != line.id);
        let other = other.ok_or("one puzzle only")?;
        let page = browser.open_page(&format!("/puzzles/{}", other.id)).await?;
        page.wait_for("#typed:not(:disabled)").await?;
        let wrong = page
            .run("return [...document.querySelectorAll('#actions option')].map(o => o.value)", &[])
            .await?;
        let PuzzleQuestion::Line(answer) = &other.ask else { return Err("not a line".into()) };
        let wrong = wrong.as_array().into_iter().flatten().filter_map(|action| action.as_str());
        let wrong =
            wrong.into_iter().find(|action| *action != answer[0]).ok_or("no choice")?.to_owned();
        type_action(&page, &wrong).await?;
        page.wait_for(".told.wrong").await?;
        assert_eq!(page.text(".streak").await?, "0");
        page.click(".hint-button").await?;
        page.wait_for(".mark.pointed").await?;
        page.click(".solution").await?;
        page.wait_until(
            "the solution",
            "return document.querySelector('.told.right')?.innerText.includes('answer')",
        )
        .await?;
        page.click(".controls .next").await?;
        page.wait_until("another puzzle", &format!("const p = document.querySelector('.puzzle'); return p && p.dataset.puzzle !== '{}'", other.id)).await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// A deduction puzzle: point at the hidden block and fill in the form.
#[tokio::test(flavor = "multi_thread")]
async fn deductions_are_answered_in_a_form() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let puzzle = find_puzzle("blocs", |ask| matches!(ask, PuzzleQuestion::Certain { .. }));
        let PuzzleQuestion::Certain { place, answer } = &puzzle.ask else {
            return Err("not a deduction".into());
        };
        let (field, part) = place.split_once(':').ok_or("no part")?;
        let page = browser.open_page(&format!("/puzzles/{}", puzzle.id)).await?;
        page.tap(field).await?;
        page.wait_until(
            "the field",
            &format!("return document.querySelector('#certain-field')?.value === '{field}'"),
        )
        .await?;
        let choose = "const e = document.querySelector(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event('change', {bubbles: true}))";
        page.run(choose, &["#certain-part".into(), part.into()]).await?;
        page.run(choose, &["#certain-value".into(), answer.as_str().into()]).await?;
        page.click(".certain-form button:not(:disabled)").await?;
        page.wait_until("solved", "return document.querySelector('.streak')?.innerText === '1'")
            .await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// Solving the puzzle of the day starts a streak of days that persists.
#[tokio::test(flavor = "multi_thread")]
async fn the_daily_puzzle_keeps_a_streak() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.open_page("/puzzles/daily").await?;
        let id = page.wait_for(".puzzle").await?.attr("data-puzzle").await?.unwrap_or_default();
        page.reload().await?;
        let again = page.wait_for(".puzzle").await?.attr("data-puzzle").await?.unwrap_or_default();
        assert_eq!(id, again);
        let game = abaque_client::puzzle_progress::game_of(&id).ok_or("no game")?;
        let puzzle = abaque_puzzles::shipped(game)?.into_iter().find(|puzzle| puzzle.id == id);
        let puzzle = puzzle.ok_or("no puzzle")?;
        if matches!(puzzle.ask, PuzzleQuestion::Certain { .. }) {
            assert!(page.has(".certain-form").await?);
            return browser.close().await;
        }
        solve(&page, &puzzle).await?;
        page.wait_for(".daily-done").await?;
        page.reload().await?;
        assert_eq!(page.text(".days").await?, "1");
        browser.close().await
    }
    run().await.unwrap();
}

const PAGES: [&str; 10] = [
    "/learn",
    "/learn/abalone",
    "/learn/abalone/start",
    "/learn/abraxas/stop",
    "/learn/abagio/chief",
    "/learn/blocs/secrets",
    "/learn/blocs/rulings",
    "/puzzles",
    "/puzzles/blo-0243",
    "/puzzles/daily",
];

/// Opens a page and waits until its fetched content is there.
async fn open_loaded(browser: &Browser, path: &str) -> Result<Page, Failure> {
    let page = browser.open_page(path).await?;
    page.wait_until(
        "what is fetched",
        "return document.querySelector('main h1') && !document.querySelector('.loading')",
    )
    .await?;
    Ok(page)
}

/// axe-core finds no violations, and no page overflows the screen.
async fn nothing_wrong(screen: ScreenConfig, prefs: &str) -> Result<(), Failure> {
    let browser = Browser::open(screen).await?;
    calm(&browser, prefs).await?;
    let mut faults = Faults::default();
    for path in PAGES {
        faults.look(&open_loaded(&browser, path).await?, path).await?;
    }
    faults.none();
    browser.close().await
}

accessibility_tests! { nothing_wrong:
    axe_finds_nothing_in_the_light(ScreenConfig::DESKTOP, "");
    axe_finds_nothing_in_the_dark_on_a_telephone(ScreenConfig::PHONE.in_language("fr"), ",\"shade\":\"dark\"");
}

/// In French, by touch; unknown lessons and puzzles say so.
#[tokio::test(flavor = "multi_thread")]
async fn lessons_and_puzzles_work_in_french_on_a_phone() {
    async fn run() -> Result<(), Failure> {
        let browser = Browser::open(ScreenConfig::PHONE.in_language("fr")).await?;
        calm(&browser, "").await?;
        let page = open_loaded(&browser, "/learn/blocs/start").await?;
        assert!(page.text(".lesson-text").await?.contains("blocs-pions"));
        finish_lesson(&page, "blocs", "start", true).await?;
        assert!(page.text(".lesson-over").await?.contains("Leçon terminée"));
        let page = open_loaded(&browser, "/learn/abraxas/rulings").await?;
        assert!(page.text("article").await?.contains("ABR-06"));
        let page = open_loaded(&browser, "/learn/abraxas/nothing").await?;
        assert!(page.text("h1").await?.contains("introuvable"));
        let page = open_loaded(&browser, "/puzzles/aba-9999").await?;
        assert!(page.text("h1").await?.contains("introuvable"));
        browser.close().await
    }
    run().await.unwrap();
}

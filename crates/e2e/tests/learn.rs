//! Lessons and puzzles: by mouse, by finger, by keyboard; wrong answers, streaks, both languages.

#![allow(clippy::unwrap_used)]

mod common;

use abaque_e2e::{Browser, Page, Screen, Wrong};
use abaque_lessons::{Heard, Walk, shipped};
use abaque_puzzles::{Ask, Puzzle};
use common::faults::Faults;
use common::{calm, type_action};
use fantoccini::key::Key;

const TYPED: &str =
    "const field = document.querySelector('#typed'); return field && !field.disabled";

const NEXT: &str = ".lesson-ways .next:not(:disabled)";

/// How an action is pointed at: the squares tapped one after the other; none where it is written instead.
fn taps(game: &str, action: &str) -> Vec<String> {
    let text = String::from;
    match game {
        // Only the outermost point says which of two ways a group goes: its end is dragged there instead.
        "abalone" if action.len() == 6 => [&action[..2], &action[2..4]].map(text).to_vec(),
        "blocs" if action.len() == 4 => [&action[..2], &action[2..]].map(text).to_vec(),
        "abraxas" if action.starts_with('x') => action.as_bytes()[1..]
            .chunks(2)
            .map(|hole| String::from_utf8_lossy(hole).into())
            .collect(),
        _ => Vec::new(),
    }
}

/// Walks a lesson to its end, tapping what can be tapped and typing the rest; says how many tasks were tapped.
async fn walk(page: &Page, game: &str, id: &str, touch: bool) -> Result<usize, Wrong> {
    let course = shipped(game)?;
    let mut walk = Walk::new(course.lesson(id).ok_or("no such lesson")?.clone())?;
    let mut tapped = 0;
    for at in 0..walk.lesson().steps.len() {
        walk.go(at)?;
        page.wait_for(&format!(".lesson progress[value='{at}']")).await?;
        if let Some(answer) = walk.answer() {
            let squares = taps(game, &answer);
            if squares.is_empty() {
                page.until("the field for actions", TYPED).await?;
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
            assert!(matches!(walk.play(&answer)?, Heard::Right(_)));
            page.wait_for(".told.right").await?;
        }
        page.click(NEXT).await?;
    }
    page.wait_for(".lesson-over").await?;
    Ok(tapped)
}

/// A lesson of each game, to its end; the list of lessons has its tick, also after a reload.
#[tokio::test(flavor = "multi_thread")]
async fn lessons_are_done_by_mouse() {
    async fn run() -> Result<(), Wrong> {
        let browser = Browser::open(Screen::DESKTOP).await?;
        calm(&browser, "").await?;
        for (game, lesson, least) in [
            ("abalone", "moves", 2),
            ("abraxas", "lines", 3),
            ("abagio", "start", 0),
            ("blocs", "start", 2),
        ] {
            let page = browser.page(&format!("/learn/{game}/{lesson}")).await?;
            let tapped = walk(&page, game, lesson, false).await?;
            assert!(tapped >= least, "{game}: {tapped} tasks by mouse");
            let page = browser.page(&format!("/learn/{game}")).await?;
            page.wait_for(&format!("[data-lesson='{lesson}'][data-done='true']")).await?;
            page.reload().await?;
            page.wait_for(&format!("[data-lesson='{lesson}'][data-done='true']")).await?;
            assert!(page.has("[data-done='false']").await?, "{game}: others are still to be done");
        }
        browser.close().await
    }
    run().await.unwrap();
}

/// The frogs are tapped too.
#[tokio::test(flavor = "multi_thread")]
async fn frogs_leap_by_mouse() {
    async fn run() -> Result<(), Wrong> {
        let browser = Browser::open(Screen::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.page("/learn/abagio/start").await?;
        page.click(NEXT).await?;
        page.wait_for("[id='square-sr'][data-use='pick']").await?;
        page.tap("sr").await?;
        page.tap("6").await?;
        page.wait_for(".told.right").await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// The first lesson of Abalone with the keyboard alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_by_keyboard() {
    async fn run() -> Result<(), Wrong> {
        let browser = Browser::open(Screen::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.page("/learn/abalone/start").await?;
        page.wait_for(NEXT).await?;
        let onward = "document.querySelector('.lesson-ways .next').focus()";
        for squares in [&[][..], &["c4", "d4"], &["a1", "d4"], &["e6", "e8"], &["e7", "e9"], &[]] {
            for square in squares {
                page.walk(square).await?;
                page.press(&[Key::Enter]).await?;
            }
            page.wait_for(NEXT).await?;
            page.run(onward, &[]).await?;
            page.press(&[Key::Enter]).await?;
        }
        page.wait_for(".lesson-over").await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// A wrong answer is told why; after two, the right one can be shown; it is told to those who do not see.
#[tokio::test(flavor = "multi_thread")]
async fn wrong_answers_are_told_why() {
    async fn run() -> Result<(), Wrong> {
        let browser = Browser::open(Screen::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.page("/learn/abalone/sumito").await?;
        for _ in 0..2 {
            page.wait_for(".lesson-text").await?;
            page.wait_for("#typed:not(:disabled)").await?;
            let answer =
                if page.has(".lesson progress[value='0']").await? { "e3e4" } else { "d2d3" };
            type_action(&page, answer).await?;
            page.click(NEXT).await?;
        }
        page.wait_for(".lesson progress[value='2']").await?;
        page.wait_for("#typed:not(:disabled)").await?;
        type_action(&page, "e3e4").await?;
        assert!(page.text(".told.wrong").await?.contains("gap"));
        assert!(page.text("#said").await?.contains("gap"), "those who do not see are told");
        assert!(!page.has(".show-me").await?, "once is not enough");
        assert!(!page.has(NEXT).await?);
        type_action(&page, "g4g5").await?;
        page.click(".show-me").await?;
        page.wait_for(".told.right").await?;
        page.wait_for(NEXT).await?;
        page.click(".lesson-ways .back").await?;
        page.wait_for(".lesson progress[value='1']").await?;
        browser.close().await
    }
    run().await.unwrap();
}

fn some(game: &str, wanted: impl Fn(&Ask) -> bool) -> Puzzle {
    let all = abaque_puzzles::shipped(game).unwrap();
    all.into_iter().find(|puzzle| wanted(&puzzle.ask)).unwrap()
}

/// Answers a puzzle by its own solution.
async fn solve(page: &Page, puzzle: &Puzzle) -> Result<(), Wrong> {
    let mut attempt = abaque_puzzles::Attempt::new(puzzle)?;
    while let Some(action) = attempt.expected() {
        page.until("the field for actions", TYPED).await?;
        type_action(page, &action).await?;
        if attempt.answer(&action)? == abaque_puzzles::Verdict::Solved {
            break;
        }
    }
    Ok(())
}

/// Solved, failed, hinted: the streak and the ticks stay.
#[tokio::test(flavor = "multi_thread")]
async fn puzzles_are_solved_and_failed() {
    async fn run() -> Result<(), Wrong> {
        let browser = Browser::open(Screen::DESKTOP).await?;
        calm(&browser, "").await?;
        let line = some("abalone", |ask| matches!(ask, Ask::Line(line) if line.len() == 1));
        let most = some("abraxas", |ask| matches!(ask, Ask::Most { .. }));
        let turn = some("abagio", |ask| matches!(ask, Ask::Turn(_)));
        for (count, puzzle) in [(1, &line), (2, &most), (3, &turn)] {
            let page = browser.page(&format!("/puzzles/{}", puzzle.id)).await?;
            solve(&page, puzzle).await?;
            page.until(
                "the streak",
                &format!("return document.querySelector('.streak')?.innerText === '{count}'"),
            )
            .await?;
            assert!(page.text(".told.right").await?.contains("Solved"));
        }
        let page = browser.page("/puzzles").await?;
        assert_eq!(page.text(".streak").await?, "3");
        page.reload().await?;
        assert_eq!(page.text(".streak").await?, "3");
        assert_eq!(page.text("tr[data-game='abraxas'] .solved").await?, "1");
        // Another one: a wrong answer ends the streak, a hint and the solution still help.
        let other = abaque_puzzles::shipped("abalone")?
            .into_iter()
            .rev()
            .find(|puzzle| puzzle.id != line.id);
        let other = other.ok_or("one puzzle only")?;
        let page = browser.page(&format!("/puzzles/{}", other.id)).await?;
        page.wait_for("#typed:not(:disabled)").await?;
        let wrong = page
            .run("return [...document.querySelectorAll('#actions option')].map(o => o.value)", &[])
            .await?;
        let Ask::Line(answer) = &other.ask else { return Err("not a line".into()) };
        let wrong = wrong.as_array().into_iter().flatten().filter_map(|action| action.as_str());
        let wrong =
            wrong.into_iter().find(|action| *action != answer[0]).ok_or("no choice")?.to_owned();
        type_action(&page, &wrong).await?;
        page.wait_for(".told.wrong").await?;
        assert_eq!(page.text(".streak").await?, "0");
        page.click(".hint-button").await?;
        page.wait_for(".mark.pointed").await?;
        page.click(".solution").await?;
        page.until(
            "the solution",
            "return document.querySelector('.told.right')?.innerText.includes('answer')",
        )
        .await?;
        page.click(".controls .next").await?;
        page.until("another puzzle", &format!("const p = document.querySelector('.puzzle'); return p && p.dataset.puzzle !== '{}'", other.id)).await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// What is certain of a hidden block is pointed out and said.
#[tokio::test(flavor = "multi_thread")]
async fn deductions_are_said_in_a_form() {
    async fn run() -> Result<(), Wrong> {
        let browser = Browser::open(Screen::DESKTOP).await?;
        calm(&browser, "").await?;
        let puzzle = some("blocs", |ask| matches!(ask, Ask::Certain { .. }));
        let Ask::Certain { place, answer } = &puzzle.ask else {
            return Err("not a deduction".into());
        };
        let (field, part) = place.split_once(':').ok_or("no part")?;
        let page = browser.page(&format!("/puzzles/{}", puzzle.id)).await?;
        page.tap(field).await?;
        page.until(
            "the field",
            &format!("return document.querySelector('#certain-field')?.value === '{field}'"),
        )
        .await?;
        let choose = "const e = document.querySelector(arguments[0]); e.value = arguments[1]; e.dispatchEvent(new Event('change', {bubbles: true}))";
        page.run(choose, &["#certain-part".into(), part.into()]).await?;
        page.run(choose, &["#certain-value".into(), answer.as_str().into()]).await?;
        page.click(".certain-form button:not(:disabled)").await?;
        page.until("solved", "return document.querySelector('.streak')?.innerText === '1'").await?;
        browser.close().await
    }
    run().await.unwrap();
}

/// The puzzle of the day is one, and solving it begins a streak of days that stays.
#[tokio::test(flavor = "multi_thread")]
async fn the_puzzle_of_the_day() {
    async fn run() -> Result<(), Wrong> {
        let browser = Browser::open(Screen::DESKTOP).await?;
        calm(&browser, "").await?;
        let page = browser.page("/puzzles/daily").await?;
        let id = page.wait_for(".puzzle").await?.attr("data-puzzle").await?.unwrap_or_default();
        page.reload().await?;
        let again = page.wait_for(".puzzle").await?.attr("data-puzzle").await?.unwrap_or_default();
        assert_eq!(id, again);
        let game = abaque_client::puzzling::game_of(&id).ok_or("no game")?;
        let puzzle = abaque_puzzles::shipped(game)?.into_iter().find(|puzzle| puzzle.id == id);
        let puzzle = puzzle.ok_or("no puzzle")?;
        if matches!(puzzle.ask, Ask::Certain { .. }) {
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

/// Waits until what was fetched is there.
async fn loaded(browser: &Browser, path: &str) -> Result<Page, Wrong> {
    let page = browser.page(path).await?;
    page.until(
        "what is fetched",
        "return document.querySelector('main h1') && !document.querySelector('.loading')",
    )
    .await?;
    Ok(page)
}

/// axe-core finds nothing, nothing is wider than the screen.
async fn nothing_wrong(screen: Screen, prefs: &str) -> Result<(), Wrong> {
    let browser = Browser::open(screen).await?;
    calm(&browser, prefs).await?;
    let mut faults = Faults::default();
    for path in PAGES {
        faults.look(&loaded(&browser, path).await?, path).await?;
    }
    faults.none();
    browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing_in_the_light() {
    nothing_wrong(Screen::DESKTOP, "").await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn axe_finds_nothing_in_the_dark_on_a_telephone() {
    nothing_wrong(Screen::PHONE.lang("fr"), ",\"shade\":\"dark\"").await.unwrap();
}

/// In French, with a finger; and what does not exist says so.
#[tokio::test(flavor = "multi_thread")]
async fn in_french_on_a_telephone() {
    async fn run() -> Result<(), Wrong> {
        let browser = Browser::open(Screen::PHONE.lang("fr")).await?;
        calm(&browser, "").await?;
        let page = loaded(&browser, "/learn/blocs/start").await?;
        assert!(page.text(".lesson-text").await?.contains("blocs-pions"));
        walk(&page, "blocs", "start", true).await?;
        assert!(page.text(".lesson-over").await?.contains("Leçon terminée"));
        let page = loaded(&browser, "/learn/abraxas/rulings").await?;
        assert!(page.text("article").await?.contains("ABR-06"));
        let page = loaded(&browser, "/learn/abraxas/nothing").await?;
        assert!(page.text("h1").await?.contains("n'existe pas"));
        let page = loaded(&browser, "/puzzles/aba-9999").await?;
        assert!(page.text("h1").await?.contains("n'existe pas"));
        browser.close().await
    }
    run().await.unwrap();
}

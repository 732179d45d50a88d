//! Helpers shared by the tests and examples.

#![allow(dead_code, unused_imports, unused_macros, reason = "each example uses a part")]

pub(crate) mod faults;
pub(crate) mod hand;
pub(crate) mod navigation;
pub(crate) mod people;
pub(crate) mod studies;
pub(crate) mod turns;

use abaque_e2e::{Browser, Failure, Page};
use serde_json::Value;

/// Script that plays on its own: submits the set-up, declines to stop, types a random legal action.
/// It uses the page's controls like a player.
pub(crate) const FINGERS: &str = "
    if (window.fingers) return;
    const pick = list => list[Math.floor(Math.random() * list.length)];
    window.fingers = setInterval(() => {
      const hand = document.querySelector('.workshop .primary:not(:disabled)');
      if (hand) return hand.click();
      const end = document.querySelector('.end-turn .primary');
      if (end) return end.click();
      const field = document.querySelector('#typed:not(:disabled)');
      if (!field) return;
      const actions = [...document.querySelectorAll('#actions option')].map(option => option.value);
      if (!actions.length) return;
      field.value = actions.includes('go') ? 'go' : pick(actions);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.form.requestSubmit();
    }, 25);";

/// Settings for tests: no animation, no sound, moves as notation, which tests compare.
pub(crate) async fn calm(browser: &Browser, more: &str) -> Result<(), Failure> {
    let page = browser.open_page("/about").await?;
    let prefs = format!("{{\"pace\":\"off\",\"sound\":false,\"moves\":\"notation\"{more}}}");
    page.run("localStorage.setItem('abaque.prefs', arguments[0])", &[prefs.into()]).await?;
    Ok(())
}

/// Starts a local game: against a bot of a level, or between two people.
pub(crate) async fn sit_down(
    browser: &Browser,
    game: &str,
    level: Option<u8>,
) -> Result<Page, Failure> {
    let page = browser.open_page(&format!("/new/{game}")).await?;
    match level {
        Some(level) => page.click(&format!("input[name=level][value='{level}']")).await?,
        None => page.click("input[name=opponent][value=people]").await?,
    }
    page.click("form button.primary").await?;
    // The last of what stands below a board, which comes with the chunk.
    page.wait_for(".table .in-words").await?;
    Ok(page)
}

/// Fills a field, with the events of typing.
pub(crate) async fn fill(page: &Page, css: &str, text: &str) -> Result<(), Failure> {
    page.wait_for(css).await?;
    let script = "const field = document.querySelector(arguments[0]); field.value = arguments[1]; \
                  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {bubbles: true}))";
    page.run(script, &[css.into(), text.into()]).await.map(drop)
}

/// Opens a record through the import form of the games page.
pub(crate) async fn open_record(browser: &Browser, record: &str) -> Result<Page, Failure> {
    let page = browser.open_page("/games").await?;
    page.run(
        "const field = document.querySelector('#import-text'); field.value = arguments[0]; \
         field.dispatchEvent(new Event('input', {bubbles: true}))",
        &[record.into()],
    )
    .await?;
    page.click(".import button").await?;
    Ok(page)
}

/// What the table waits for.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Due {
    /// The game is over.
    Over(String),
    /// The screen must be handed over.
    Curtain,
    /// A set-up.
    Workshop,
    /// One of these actions.
    Action(Vec<String>),
}

const DUE: &str = "
    const over = document.querySelector('.result h2');
    if (over) return ['over', over.innerText];
    if (document.querySelector('.curtain')) return ['curtain'];
    if (document.querySelector('.workshop')) return ['workshop'];
    const typed = document.querySelector('#typed');
    const actions = [...document.querySelectorAll('#actions option')].map(option => option.value);
    return typed && !typed.disabled && actions.length > 0 ? ['action', ...actions] : null;";

/// Waits until the table needs an input.
pub(crate) async fn due(page: &Page) -> Result<Due, Failure> {
    let found = page.wait_until("the table", DUE).await?;
    let words: Vec<&str> =
        found.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    Ok(match words[..] {
        ["over", how] => Due::Over(how.into()),
        ["curtain"] => Due::Curtain,
        ["workshop"] => Due::Workshop,
        ["action", ref actions @ ..] => {
            Due::Action(actions.iter().map(|&action| action.to_owned()).collect())
        }
        _ => return Err(format!("what is {found}?").into()),
    })
}

/// Types an action and submits it.
pub(crate) async fn type_action(page: &Page, action: &str) -> Result<(), Failure> {
    let script = "const field = document.querySelector('#typed'); field.value = arguments[0]; \
                  field.dispatchEvent(new Event('input', {bubbles: true})); document.querySelector('.typed button').click();";
    page.run(script, &[action.into()]).await.map(drop)
}

/// Number of plies in the move list.
pub(crate) async fn plies(page: &Page) -> Result<u64, Failure> {
    let found = page.run("return document.querySelectorAll('.moves li').length", &[]).await?;
    Ok(found.as_u64().unwrap_or(0))
}

/// Plays to the end: a capture if possible, else an action picked by turn number.
pub(crate) async fn play_out(page: &Page, most: usize) -> Result<String, Failure> {
    let mut turn = 0;
    while turn < most {
        match due(page).await? {
            Due::Over(how) => return Ok(how),
            Due::Curtain => page.click(".curtain .primary").await?,
            Due::Workshop => page.click(".workshop .primary").await?,
            Due::Action(actions) => {
                let taking = actions.iter().find(|action| action.starts_with('x'));
                let action = taking.unwrap_or(&actions[turn * 7 % actions.len()]);
                type_action(page, action).await?;
                turn += 1;
            }
        }
    }
    Err(format!("not over after {most} actions").into())
}

/// Plays some actions, unless the game ends first.
pub(crate) async fn some_turns(page: &Page, count: usize) -> Result<(), Failure> {
    let mut turn = 0;
    while turn < count {
        match due(page).await? {
            Due::Over(_) => return Ok(()),
            Due::Curtain => page.click(".curtain .primary").await?,
            Due::Workshop => page.click(".workshop .primary").await?,
            Due::Action(actions) => {
                type_action(page, &actions[(turn * 7 + 3) % actions.len()]).await?;
                turn += 1;
            }
        }
    }
    due(page).await.map(drop)
}

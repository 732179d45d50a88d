//! What several tests do.

#![allow(dead_code, reason = "every test file uses its own part")]

pub(crate) mod faults;
pub(crate) mod people;
pub(crate) mod studies;

use abaque_e2e::{Browser, Page, Wrong};
use serde_json::Value;

/// Settings for tests: nothing moves, nothing sounds.
pub(crate) async fn calm(browser: &Browser, more: &str) -> Result<(), Wrong> {
    let page = browser.page("/about").await?;
    let prefs = format!("{{\"pace\":\"off\",\"sound\":false{more}}}");
    page.run("localStorage.setItem('abaque.prefs', arguments[0])", &[prefs.into()]).await?;
    Ok(())
}

/// Sits down at a new game: against the computer at a level, or with nobody.
pub(crate) async fn sit_down(
    browser: &Browser,
    game: &str,
    level: Option<u8>,
) -> Result<Page, Wrong> {
    let page = browser.page(&format!("/new/{game}")).await?;
    match level {
        Some(level) => page.click(&format!("input[name=level][value='{level}']")).await?,
        None => page.click("input[name=opponent][value=people]").await?,
    }
    page.click("form button.primary").await?;
    page.wait_for(".table").await?;
    Ok(page)
}

/// Puts a text into a field, as typing does.
pub(crate) async fn fill(page: &Page, css: &str, text: &str) -> Result<(), Wrong> {
    page.wait_for(css).await?;
    let script = "const field = document.querySelector(arguments[0]); field.value = arguments[1]; \
                  for (const kind of ['input', 'change']) field.dispatchEvent(new Event(kind, {bubbles: true}))";
    page.run(script, &[css.into(), text.into()]).await.map(drop)
}

/// Opens a record as the list of games does.
pub(crate) async fn open_record(browser: &Browser, record: &str) -> Result<Page, Wrong> {
    let page = browser.page("/games").await?;
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
    /// The screen is to be handed over.
    Curtain,
    /// A set-up.
    Workshop,
    /// An action of these.
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

/// Waits until somebody has something to do.
pub(crate) async fn due(page: &Page) -> Result<Due, Wrong> {
    let found = page.until("the table", DUE).await?;
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

/// Types an action and sends it.
pub(crate) async fn type_action(page: &Page, action: &str) -> Result<(), Wrong> {
    let script = "const field = document.querySelector('#typed'); field.value = arguments[0]; \
                  field.dispatchEvent(new Event('input', {bubbles: true})); document.querySelector('.typed button').click();";
    page.run(script, &[action.into()]).await.map(drop)
}

/// How many plies the list of moves shows.
pub(crate) async fn plies(page: &Page) -> Result<u64, Wrong> {
    let found = page.run("return document.querySelectorAll('.moves li').length", &[]).await?;
    Ok(found.as_u64().unwrap_or(0))
}

/// Plays to the end, taking what can be taken, else the action at this place of the list.
pub(crate) async fn play_out(page: &Page, most: usize) -> Result<String, Wrong> {
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

/// Plays some actions, if the game lasts that long.
pub(crate) async fn some_turns(page: &Page, count: usize) -> Result<(), Wrong> {
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

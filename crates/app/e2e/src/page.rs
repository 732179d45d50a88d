//! A page under test: waits, clicks, keys, touches, screenshots.

use std::path::Path;
use std::time::{Duration, Instant};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use fantoccini::actions::{
    InputSource, KeyAction, KeyActions, MouseActions, PointerAction, TouchActions,
};
use fantoccini::elements::Element;
use fantoccini::key::Key;
use fantoccini::{Client, Locator};
use serde_json::Value;

use crate::randomness::CdpCommand;
use crate::{Failure, accessibility_tree};

/// Timeout of every wait: long, because the machine may be busy.
const WAIT_TIMEOUT: Duration = Duration::from_secs(60);

/// How often Tab is pressed on the way to an element.
const TAB_LIMIT: usize = 200;

/// Finds the visible element that the arguments, a selector and a text, describe: `found`, and
/// `target`, which a pointer presses.
const FIND_TARGET: &str = "
    const pressed = e => e.matches('input[type=radio], input[type=checkbox]') ? e.closest('label') ?? e : e;
    const found = [...document.querySelectorAll(arguments[0])]
        .find(e => pressed(e).checkVisibility() && pressed(e).textContent.includes(arguments[1]));
    const target = found && pressed(found);";

/// A page of the app, used as a player would.
pub struct Page {
    client: Client,
}

impl Page {
    pub(crate) fn new(client: Client) -> Page {
        Page { client }
    }

    /// Waits for an element.
    pub async fn wait_for(&self, css: &str) -> Result<Element, Failure> {
        let wait = self.client.wait().at_most(WAIT_TIMEOUT).every(Duration::from_millis(30));
        let found = wait.for_element(Locator::Css(css)).await;
        found.map_err(|error| format!("{css} does not appear: {error}").into())
    }

    /// Whether an element exists now.
    pub async fn has(&self, css: &str) -> Result<bool, Failure> {
        Ok(!self.client.find_all(Locator::Css(css)).await?.is_empty())
    }

    /// The text of an element.
    pub async fn text(&self, css: &str) -> Result<String, Failure> {
        self.wait_for(css).await?;
        let script = "return document.querySelector(arguments[0]).textContent.trim()";
        Ok(self.run(script, &[css.into()]).await?.as_str().unwrap_or_default().to_owned())
    }

    /// Clicks an element, even outside the viewport.
    pub async fn click(&self, css: &str) -> Result<(), Failure> {
        self.wait_for(css).await?;
        self.run("document.querySelector(arguments[0]).click()", &[css.into()]).await.map(drop)
    }

    /// Waits until a pointer can reach an element, scrolls to it and returns its middle. `text`
    /// limits the choice to elements that contain it. A radio button or checkbox is pressed on its
    /// label.
    async fn reachable_point(&self, css: &str, text: &str) -> Result<(f64, f64), Failure> {
        let script = format!(
            "{FIND_TARGET} if (!target) return null; target.scrollIntoView({{block: 'center', behavior: 'instant'}}); \
             const r = target.getBoundingClientRect(), [x, y] = [r.x + r.width / 2, r.y + r.height / 2]; \
             return target.contains(document.elementFromPoint(x, y)) ? [x, y] : null"
        );
        let since = Instant::now();
        loop {
            let place = self.run(&script, &[css.into(), text.into()]).await?;
            if let (Some(x), Some(y)) = (place[0].as_f64(), place[1].as_f64()) {
                return Ok((x, y));
            }
            if since.elapsed() > WAIT_TIMEOUT {
                return Err(format!("{css} {text:?} is missing, hidden or covered").into());
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Clicks an element that is in sight, with the mouse; `text` may be empty.
    pub async fn click_by_mouse(&self, css: &str, text: &str) -> Result<(), Failure> {
        let (x, y) = self.reachable_point(css, text).await?;
        self.click_at(x, y).await
    }

    /// Touches an element that is in sight; `text` may be empty.
    pub async fn touch_element(&self, css: &str, text: &str) -> Result<(), Failure> {
        let (x, y) = self.reachable_point(css, text).await?;
        self.touch_at(x, y).await
    }

    /// Moves the focus to an element with Tab and Shift+Tab alone; `text` may be empty. Stops at any
    /// radio button of the group of a wanted one, because arrow keys lead on from there.
    pub async fn tab_to(&self, css: &str, text: &str) -> Result<(), Failure> {
        self.wait_for(css).await?;
        let script = format!(
            "{FIND_TARGET} if (!target) return 'missing'; \
             const wanted = found.matches('input[type=radio]') ? [...document.getElementsByName(found.name)] : [found]; \
             const here = document.activeElement; if (wanted.includes(here)) return 'there'; \
             return found.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING ? 'back' : 'on'"
        );
        for _ in 0..TAB_LIMIT {
            match self.run(&script, &[css.into(), text.into()]).await?.as_str() {
                Some("there") => return Ok(()),
                Some("on") => self.press(&[Key::Tab]).await?,
                Some("back") => self.press_with_shift(Key::Tab).await?,
                _ => tokio::time::sleep(Duration::from_millis(30)).await,
            }
        }
        Err(format!("Tab does not lead to {css} {text:?}").into())
    }

    /// Chooses a value of a list. Its popup is no part of the page: the driver clicks the option.
    pub async fn select_option(&self, css: &str, value: &str) -> Result<(), Failure> {
        Ok(self.wait_for(css).await?.select_by_value(value).await?)
    }

    /// Runs a script.
    pub async fn run(&self, script: &str, arguments: &[Value]) -> Result<Value, Failure> {
        Ok(self.client.execute(script, arguments.to_vec()).await?)
    }

    /// Runs a script that returns through a callback, its last argument.
    pub async fn run_async(&self, script: &str) -> Result<Value, Failure> {
        Ok(self.client.execute_async(script, vec![]).await?)
    }

    /// Waits until a script returns a truthy value.
    pub async fn wait_until(&self, what: &str, script: &str) -> Result<Value, Failure> {
        let since = Instant::now();
        loop {
            let found = self.run(script, &[]).await?;
            if !matches!(found, Value::Null | Value::Bool(false)) {
                return Ok(found);
            }
            if since.elapsed() > WAIT_TIMEOUT {
                let shown =
                    self.run("return document.querySelector('main').innerText", &[]).await?;
                let shown = shown.as_str().unwrap_or_default();
                return Err(format!("{what}: timed out; the page shows\n{shown}").into());
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Reloads the page.
    pub async fn reload(&self) -> Result<(), Failure> {
        self.client.refresh().await?;
        self.wait_for("main section").await.map(drop)
    }

    /// Presses keys at the current focus.
    pub async fn press(&self, keys: &[Key]) -> Result<(), Failure> {
        let strokes = keys
            .iter()
            .map(|&key| char::from(key))
            .flat_map(|value| [KeyAction::Down { value }, KeyAction::Up { value }]);
        let keyboard =
            strokes.fold(KeyActions::new("keyboard".into()), |keyboard, key| keyboard.then(key));
        Ok(self.client.perform_actions(keyboard).await?)
    }

    /// Presses a key while Shift is down.
    async fn press_with_shift(&self, key: Key) -> Result<(), Failure> {
        let [shift, value] = [Key::Shift, key].map(char::from);
        let keyboard = KeyActions::new("keyboard".into())
            .then(KeyAction::Down { value: shift })
            .then(KeyAction::Down { value })
            .then(KeyAction::Up { value })
            .then(KeyAction::Up { value: shift });
        Ok(self.client.perform_actions(keyboard).await?)
    }

    /// Types a text at the current focus.
    pub async fn type_text(&self, text: &str) -> Result<(), Failure> {
        Ok(self.client.active_element().await?.send_keys(text).await?)
    }

    /// Screen position of a square of the board.
    async fn square_centre(&self, square: &str) -> Result<(i64, i64), Failure> {
        self.wait_for(&format!("[id='square-{square}']")).await?;
        let script = "const e = document.getElementById('square-' + arguments[0]); e.scrollIntoView({block: 'center'}); \
                      const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]";
        let place = self.run(script, &[square.into()]).await?;
        let number = |n: usize| place[n].as_f64().map(|at| at.round() as i64).ok_or("no place");
        Ok((number(0)?, number(1)?))
    }

    /// Left, top, width and height of an element on the screen.
    pub async fn rect(&self, css: &str) -> Result<[f64; 4], Failure> {
        self.wait_for(css).await?;
        let script = "const r = document.querySelector(arguments[0]).getBoundingClientRect(); return [r.x, r.y, r.width, r.height]";
        let rect = self.run(script, &[css.into()]).await?;
        let number = |n: usize| rect[n].as_f64().ok_or("no rectangle");
        Ok([number(0)?, number(1)?, number(2)?, number(3)?])
    }

    /// Touches a point of the screen.
    pub async fn touch_at(&self, x: f64, y: f64) -> Result<(), Failure> {
        let finger = TouchActions::new("finger".into())
            .then(PointerAction::MoveTo { duration: None, x: x.round(), y: y.round() })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::Up { button: 0 });
        Ok(self.client.perform_actions(finger).await?)
    }

    /// Moves the mouse to a point of the screen, through others, and clicks there or drags.
    async fn move_mouse(&self, path: &[(f64, f64)], drags: bool) -> Result<(), Failure> {
        let mut mouse = MouseActions::new("mouse".into());
        for (index, &(x, y)) in path.iter().enumerate() {
            let duration = (index > 0).then_some(Duration::from_millis(120));
            mouse = mouse.then(PointerAction::MoveTo { duration, x: x.round(), y: y.round() });
            if index == 0 && drags {
                mouse = mouse.then(PointerAction::Down { button: 0 });
            }
        }
        if !drags {
            mouse = mouse.then(PointerAction::Down { button: 0 });
        }
        Ok(self.client.perform_actions(mouse.then(PointerAction::Up { button: 0 })).await?)
    }

    /// Clicks a point of the screen with the mouse.
    pub async fn click_at(&self, x: f64, y: f64) -> Result<(), Failure> {
        self.move_mouse(&[(x, y)], false).await
    }

    /// Drags from square to square with the mouse.
    pub async fn drag_by_mouse(&self, from: &str, to: &str) -> Result<(), Failure> {
        self.square_centre(from).await?;
        let (end, start) = (self.square_centre(to).await?, self.square_centre(from).await?);
        let point = |(x, y): (i64, i64)| (x as f64, y as f64);
        self.move_mouse(&[point(start), point(end)], true).await
    }

    /// Hovers over a square with the mouse.
    pub async fn hover(&self, square: &str) -> Result<(), Failure> {
        let (x, y) = self.square_centre(square).await?;
        let mouse = MouseActions::new("mouse".into()).then(PointerAction::MoveTo {
            duration: None,
            x: x as f64,
            y: y as f64,
        });
        Ok(self.client.perform_actions(mouse).await?)
    }

    /// Clicks a square with the mouse.
    pub async fn tap(&self, square: &str) -> Result<(), Failure> {
        let (x, y) = self.square_centre(square).await?;
        let mouse = MouseActions::new("mouse".into())
            .then(PointerAction::MoveTo { duration: None, x: x as f64, y: y as f64 })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::Up { button: 0 });
        Ok(self.client.perform_actions(mouse).await?)
    }

    /// Taps a square by touch.
    pub async fn touch(&self, square: &str) -> Result<(), Failure> {
        let (x, y) = self.square_centre(square).await?;
        let finger = TouchActions::new("finger".into())
            .then(PointerAction::MoveTo { duration: None, x: x as f64, y: y as f64 })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::Up { button: 0 });
        Ok(self.client.perform_actions(finger).await?)
    }

    /// Moves the keyboard focus to a square of the board with Tab and arrow keys alone.
    pub async fn focus_square_by_keys(&self, square: &str) -> Result<(), Failure> {
        let script = "const at = e => { const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }; \
                      const goal = document.getElementById('square-' + arguments[0]); \
                      const here = document.activeElement; \
                      if (here === goal) return null; \
                      const [a, b] = [at(here), at(goal)]; return [b[0] - a[0], b[1] - a[1]]";
        let in_board = "return document.activeElement.classList.contains('spot')";
        if self.run(in_board, &[]).await? != true {
            self.tab_to(".spot[tabindex='0']", "").await?;
        }
        for step in 0..60 {
            let way = self.run(script, &[square.into()]).await?;
            let (Some(x), Some(y)) = (way[0].as_f64(), way[1].as_f64()) else { return Ok(()) };
            // Moves across now and then, because a straight path may miss the square.
            let across = x.abs() > y.abs();
            let key = match (across == (step % 5 != 4), x > 0.0, y > 0.0) {
                (true, true, _) => Key::Right,
                (true, false, _) => Key::Left,
                (false, _, true) => Key::Down,
                (false, _, false) => Key::Up,
            };
            self.press(&[key]).await?;
        }
        Err(format!("arrow keys do not lead to {square}").into())
    }

    /// Drags from square to square by touch.
    pub async fn drag(&self, from: &str, to: &str) -> Result<(), Failure> {
        let (start, end) = (self.square_centre(from).await?, self.square_centre(to).await?);
        let finger = TouchActions::new("finger".into())
            .then(PointerAction::MoveTo { duration: None, x: start.0 as f64, y: start.1 as f64 })
            .then(PointerAction::Down { button: 0 })
            .then(PointerAction::MoveTo {
                duration: Some(Duration::from_millis(120)),
                x: end.0 as f64,
                y: end.1 as f64,
            })
            .then(PointerAction::Up { button: 0 });
        Ok(self.client.perform_actions(finger).await?)
    }

    /// Saves a screenshot.
    pub async fn save_screenshot(&self, path: &Path) -> Result<(), Failure> {
        let png = self.client.screenshot().await?;
        Ok(std::fs::write(path, png)?)
    }

    /// Saves a screenshot as WebP, a quarter of the size.
    pub async fn save_webp(&self, path: &Path) -> Result<(), Failure> {
        let format = serde_json::json!({ "format": "webp", "quality": 85 });
        let answer = self.client.issue_cmd(CdpCommand("Page.captureScreenshot", format)).await?;
        let data = answer["data"].as_str().ok_or("no screenshot")?;
        Ok(std::fs::write(path, BASE64_STANDARD.decode(data)?)?)
    }

    /// What a screen reader finds on the page, a line for each node: role, name and states,
    /// indented by depth.
    pub async fn accessibility_tree(&self) -> Result<Vec<String>, Failure> {
        let answer = self
            .client
            .issue_cmd(CdpCommand("Accessibility.getFullAXTree", serde_json::json!({})))
            .await?;
        Ok(accessibility_tree::to_lines(&answer))
    }

    /// Runs axe-core; returns its violations by rule and element.
    pub async fn run_axe(&self, source: &str) -> Result<Vec<String>, Failure> {
        self.run(source, &[]).await?;
        let script = "const done = arguments[arguments.length - 1]; axe.run(document, {resultTypes: ['violations']}) \
                      .then(r => done(r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.target.join(' ') + ' ' + n.failureSummary)))) \
                      .catch(e => done([String(e)]))";
        let found = self.run_async(script).await?;
        Ok(found
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .map(String::from)
            .collect())
    }
}

//! Plays without knowing the rules: presses the buttons on offer, picks up movable pieces and goes
//! to marked targets.

use abaque_core::{RandomSource, SplitMix};
use abaque_e2e::{Failure, Page};
use serde_json::Value;

use super::hand::InputDevice;

/// Inputs after which a game counts as endless.
const MAX_INPUTS: usize = 1500;

/// Script that finds the next input: the result, a button to press, or squares, targets before
/// sources.
const OPTIONS_SCRIPT: &str = "
    const over = document.querySelector('.result h2');
    if (over) return {over: over.innerText};
    for (const css of ['.curtain .primary', '.workshop .primary', '.end-turn .primary', '.asked button', '.stop-window div button']) {
        if (document.querySelector(css)) return {button: css};
    }
    const names = use => [...document.querySelectorAll('.spot[data-use=' + use + ']')].map(e => e.id.slice(7));
    const buttons = document.querySelectorAll('.buttons .primary').length;
    const [go, pick] = [names('go'), names('pick')];
    const picked = document.querySelectorAll('.spot[aria-pressed=true]').length;
    return go.length + pick.length + buttons > 0 ? {go, pick, buttons, picked} : null;";

/// What a player found to do.
#[derive(PartialEq, Debug)]
pub(crate) enum Step {
    /// It is the opponent's turn.
    Wait,
    Input,
    /// The game is over: the result on the screen.
    Over(String),
}

/// A player at a page, whose choices follow from a seed.
pub(crate) struct RandomPlayer<'a> {
    page: &'a Page,
    by: InputDevice,
    source: SplitMix,
}

impl<'a> RandomPlayer<'a> {
    pub(crate) fn new(page: &'a Page, by: InputDevice) -> RandomPlayer<'a> {
        RandomPlayer { page, by, source: SplitMix(7) }
    }

    pub(crate) fn page(&self) -> &'a Page {
        self.page
    }

    /// Gives one input, if the page offers any.
    pub(crate) async fn step(&mut self) -> Result<Step, Failure> {
        let (page, by) = (self.page, self.by);
        let options = page.run(OPTIONS_SCRIPT, &[]).await?;
        if options.is_null() {
            return Ok(Step::Wait);
        }
        if let Some(over) = options["over"].as_str() {
            return Ok(Step::Over(over.into()));
        }
        if let Some(button) = options["button"].as_str() {
            match (by, button) {
                // Its key, so that the focus stays on the board.
                (InputDevice::Keys, ".end-turn .primary") => page.type_text("e").await?,
                _ => by.press(page, button).await?,
            }
            return Ok(Step::Input);
        }
        let (go, pick) = (names(&options["go"]), names(&options["pick"]));
        if !go.is_empty() && (pick.is_empty() || options["picked"] != 0 || !self.one_in(3)) {
            by.point_at(page, self.any_of(&go)).await?;
        } else if !pick.is_empty() && (options["buttons"] == 0 || !self.one_in(4)) {
            by.point_at(page, self.any_of(&pick)).await?;
        } else {
            by.press(page, ".buttons .primary").await?;
        }
        Ok(Step::Input)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.source.below(n as u64) == 0
    }

    fn any_of<'b>(&mut self, squares: &[&'b str]) -> &'b str {
        squares[self.source.below(squares.len() as u64) as usize]
    }
}

fn names(options: &Value) -> Vec<&str> {
    options.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

/// Plays alone at one page, or both sides of it, to the end; returns the result.
pub(crate) async fn play_to_the_end(page: &Page, by: InputDevice) -> Result<String, Failure> {
    let mut player = RandomPlayer::new(page, by);
    for _ in 0..MAX_INPUTS {
        page.wait_until("something to do", OPTIONS_SCRIPT).await?;
        if let Step::Over(result) = player.step().await? {
            return Ok(result);
        }
    }
    Err("the game has no end".into())
}

/// Plays alone at one page, or both sides of it, and stops before an input that the player could
/// give: the board is not covered then.
pub(crate) async fn play_some(page: &Page, by: InputDevice, inputs: usize) -> Result<(), Failure> {
    let mut player = RandomPlayer::new(page, by);
    let mut given = 0;
    loop {
        let next = page.wait_until("something to do", OPTIONS_SCRIPT).await?;
        if given >= inputs && next["button"].is_null() && next["over"].is_null() {
            return Ok(());
        }
        if let Step::Over(result) = player.step().await? {
            return Err(format!("over after {given} inputs: {result}").into());
        }
        given += 1;
    }
}

/// Two players at two pages, to the end or for some inputs; returns the results if it ended.
pub(crate) async fn play_against(
    mut players: [RandomPlayer<'_>; 2],
    inputs: Option<usize>,
) -> Result<Option<[String; 2]>, Failure> {
    let mut given = 0;
    let mut waits = 0;
    while given < inputs.unwrap_or(MAX_INPUTS) {
        let [first, second] = &mut players;
        let steps = [first.step().await?, second.step().await?];
        match steps {
            [Step::Over(own), Step::Over(other)] => return Ok(Some([own, other])),
            steps if steps.contains(&Step::Input) => {
                (given, waits) = (given + 1, 0);
            }
            _ if waits > 2000 => return Err("neither player has anything to do".into()),
            _ => {
                waits += 1;
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        }
    }
    if inputs.is_some() { Ok(None) } else { Err("the game has no end".into()) }
}

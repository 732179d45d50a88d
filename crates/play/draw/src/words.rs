use abaque_board::words::{ChoicePicture, ErasedWords, OptionChoice, OptionTexts, SquareContents};
use abaque_board::{BoardLayers, DrawOptions, PlayerPanel};
use abaque_core::{Message, Observer, Outcome, ParseError, Spec};

use crate::{WORDS, board_layers, painter_index, svg};

/// The colours of the players' pieces in lists, as CSS colours.
pub fn seat_colours(spec: &str) -> Result<[&'static str; 2], ParseError> {
    find_words(spec).map(|(words, _)| words.seat_colours)
}

/// How the options of a game are offered.
pub fn option_texts(spec: &str) -> Result<&'static [OptionTexts], ParseError> {
    find_words(spec).map(|(words, _)| words.options)
}

/// A ply in a few words, given the plies before it; `None` where the notation says as much.
pub fn ply_words(spec: &str, ply: &str, earlier: &[&str]) -> Option<Message> {
    (find_words(spec).ok()?.0.ply_words)(ply, earlier)
}

/// The contents of squares that the names of pieces do not tell.
pub fn square_contents(spec: &str, view: &str) -> Result<SquareContents, ParseError> {
    let (words, spec) = find_words(spec)?;
    (words.square_contents)(&spec, view)
}

/// How an outcome of a game came about, as a phrase that follows "won" or "draw".
pub fn ending_phrase(spec: &str, outcome: Outcome) -> Result<Message, ParseError> {
    let (words, spec) = find_words(spec)?;
    Ok((words.ending_phrase)(&spec, outcome))
}

/// The picture of a choice, as SVG.
pub fn choice_picture(
    game: &str,
    key: &str,
    choice: &OptionChoice,
    options: &DrawOptions,
) -> Option<String> {
    let options = DrawOptions { panels: false, coordinates: false, ..options.clone() };
    let start = |spec: &str| {
        let start = abaque_catalog::open(spec).ok()?;
        Some(start.view(Observer::Spectator))
    };
    match choice.picture {
        ChoicePicture::None => None,
        ChoicePicture::Start | ChoicePicture::At(_) => {
            let spec = format!("{game}:{key}={}", choice.value);
            let view = match choice.picture {
                ChoicePicture::At(position) => position.to_owned(),
                _ => start(&spec)?,
            };
            svg(&spec, &view, &options).ok()
        }
        ChoicePicture::Emblems(seats) => {
            let BoardLayers { defs, panels, .. } =
                board_layers(game, &start(game)?, &options).ok()?;
            let emblem = |(n, seat): (usize, &abaque_core::Seat)| {
                let (width, height) = (EMBLEM_WIDTH, PlayerPanel::HEIGHT);
                let (x, left) = (PlayerPanel::EMBLEM_X - width / 2.0, n as f64 * width);
                format!(
                    "<svg x=\"{left}\" width=\"{width}\" height=\"{height}\" viewBox=\"{x} 0 {width} {height}\">{}</svg>",
                    panels[seat.index()].svg
                )
            };
            let emblems: String = seats.iter().enumerate().map(emblem).collect();
            let width = EMBLEM_WIDTH * seats.len() as f64;
            Some(format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {}\"><defs>{defs}</defs>{emblems}</svg>",
                PlayerPanel::HEIGHT
            ))
        }
    }
}

/// Room for an emblem in a player's panel.
const EMBLEM_WIDTH: f64 = 92.0;

fn find_words(spec: &str) -> Result<(&'static ErasedWords, Spec), ParseError> {
    painter_index(spec).map(|(place, spec)| (&WORDS[place], spec))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every option of every game is offered, its values are legal, and its default is among them.
    #[test]
    fn every_option_is_offered_in_words() {
        for entry in abaque_catalog::GAMES {
            let info = (entry.description)();
            let texts = option_texts(info.name).unwrap();
            let keys: Vec<&str> = texts.iter().map(|option| option.key).collect();
            for option in info.options {
                assert!(keys.contains(&option.key), "{}: {} has no words", info.name, option.key);
            }
            for option in texts {
                let description = info.options.iter().find(|known| known.key == option.key);
                let default = description.expect("a known option").default;
                let has_default = option.choices.iter().any(|choice| choice.value == default);
                assert!(has_default || option.choices.is_empty(), "{}", option.key);
                assert!(option.typed.is_some() || !option.choices.is_empty(), "{}", option.key);
                for choice in option.choices {
                    let spec = format!("{}:{}={}", info.name, option.key, choice.value);
                    assert!(abaque_catalog::open(&spec).is_ok(), "{spec}");
                    assert_ne!(choice.name.en, choice.value, "{spec} is shown as machine text");
                }
            }
        }
    }

    #[test]
    fn choices_have_the_pictures_they_promise() {
        for entry in abaque_catalog::GAMES {
            let info = (entry.description)();
            for option in option_texts(info.name).unwrap() {
                for choice in option.choices {
                    let drawn =
                        choice_picture(info.name, option.key, choice, &DrawOptions::default());
                    assert_eq!(
                        drawn.is_some(),
                        choice.picture != ChoicePicture::None,
                        "{} {}={}",
                        info.name,
                        option.key,
                        choice.value
                    );
                }
            }
        }
    }

    /// Lists show no notation for any ply of a game.
    #[test]
    fn every_ply_has_words() {
        for entry in abaque_catalog::GAMES {
            let name = (entry.description)().name;
            for seed in 0..3 {
                let mut game = abaque_catalog::open(name).unwrap();
                let mut source = abaque_core::SplitMix(seed);
                let mut earlier: Vec<String> = Vec::new();
                while earlier.len() < 200 {
                    let ply = match game.turn() {
                        abaque_core::Turn::Over(_) => break,
                        abaque_core::Turn::Chance => {
                            let rolls = game.rolls();
                            let n =
                                abaque_core::RandomSource::below(&mut source, rolls.len() as u64);
                            rolls[n as usize].0.clone()
                        }
                        abaque_core::Turn::Of(_) => game.random_action(&mut source).unwrap(),
                    };
                    let before: Vec<&str> = earlier.iter().map(String::as_str).collect();
                    let words = ply_words(name, &ply, &before);
                    assert!(words.is_some_and(|words| words.en != ply), "{name}: {ply}");
                    game.play(&ply).unwrap();
                    earlier.push(ply);
                }
            }
        }
    }
}

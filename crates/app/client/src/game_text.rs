//! Plies, results and options in plain words, for lists.

use abaque_catalog::AnyGame;
use abaque_core::{Lang, Message, Outcome, Spec, message};

use crate::labels::short_ply;
use crate::prefs::MoveListStyle;
use crate::words;

/// A ply as a list shows it, given the plies before it.
pub fn ply_text(
    spec: &str,
    ply: &str,
    earlier: &[&str],
    style: MoveListStyle,
    lang: Lang,
) -> String {
    if ply == "?" {
        return words::HIDDEN_PLY.get(lang).to_owned();
    }
    let told = match style {
        MoveListStyle::Words => abaque_draw::ply_words(spec, ply, earlier),
        MoveListStyle::Notation => None,
    };
    told.map_or_else(|| short_ply(spec, ply), |words| words.get(lang).to_owned())
}

/// Several plies in a row, as lists show each of them.
pub fn line_text<'a>(
    spec: &str,
    plies: &'a [String],
    earlier: &[&'a str],
    style: MoveListStyle,
    lang: Lang,
) -> String {
    let mut known = earlier.to_vec();
    let mut texts = Vec::new();
    for ply in plies {
        texts.push(ply_text(spec, ply, &known, style, lang));
        known.push(ply);
    }
    texts.join(if style == MoveListStyle::Words { ", " } else { " " })
}

/// How a game ended, as a phrase that follows "wins" or "draw", in the game's own terms.
pub fn ending_phrase(spec: &str, outcome: Outcome) -> Message {
    abaque_draw::ending_phrase(spec, outcome).unwrap_or_else(|_| outcome.reason().message())
}

/// A result in one sentence: "Black wins 6–2 by pushing off six balls". The score needs the finished
/// game, and is left out where the board did not decide.
pub fn result_sentence(
    spec: &str,
    finished: Option<&dyn AnyGame>,
    outcome: Outcome,
) -> Option<Message> {
    let parsed: Spec = spec.parse().ok()?;
    let info = (abaque_catalog::find(&parsed.name).ok()?.description)();
    let score = finished.filter(|_| outcome.reason().is_on_board()).and_then(|game| {
        let [first, second] = abaque_core::Seat::ALL.map(|seat| game.points(seat));
        first.zip(second).map(|(first, second)| [first, second])
    });
    let Message { en, fr } = ending_phrase(spec, outcome);
    Some(match outcome.winner() {
        Some(seat) => {
            let name = info.players[seat.index()];
            let (winner, gagnant) = (name.en, name.fr);
            let score =
                score.map(|score| score_text(score[seat.index()], score[seat.other().index()]));
            let score = score.unwrap_or_default();
            message!("{winner} wins{score} {en}", "{gagnant} gagne{score} {fr}")
        }
        None => {
            let score = score.map(|[first, second]| score_text(first, second)).unwrap_or_default();
            message!("Draw{score} {en}", "Nulle{score} {fr}")
        }
    })
}

fn score_text(one: u32, other: u32) -> String {
    format!(" {one}–{other}")
}

/// The unusual options of a spec in words: "Belgian daisy". Values that were typed are told by the
/// option's title alone, as they may be long.
pub fn options_text(spec: &str, lang: Lang) -> Option<String> {
    let (name, options) = spec.split_once(':')?;
    let texts = abaque_draw::option_texts(name).ok()?;
    let told = options.split(',').filter_map(|option| {
        let (key, value) = option.split_once('=')?;
        let option = texts.iter().find(|known| known.key == key)?;
        let choice = option.choices.iter().find(|choice| choice.value == value);
        let title = option.title.get(lang);
        Some(match choice {
            Some(choice) => format!("{title} – {}", choice.name.get(lang)),
            None if value.len() <= 3 => format!("{title} – {value}"),
            None => title.to_owned(),
        })
    });
    Some(told.collect::<Vec<_>>().join(", ")).filter(|told| !told.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(game: &str, text: &str) -> Outcome {
        let info = (abaque_catalog::find(game).unwrap().description)();
        Outcome::parse(text, info).unwrap()
    }

    #[test]
    fn plies_are_shown_as_words_or_notation() {
        let show = |ply, style, lang| ply_text("abraxas", ply, &["@sw"], style, lang);
        assert_eq!(show(">se", MoveListStyle::Words, Lang::En), "slides right");
        assert_eq!(show(">se", MoveListStyle::Words, Lang::Fr), "glisse à droite");
        assert_eq!(show(">se", MoveListStyle::Notation, Lang::En), ">se");
        assert_eq!(show("?", MoveListStyle::Notation, Lang::Fr), "caché");
    }

    #[test]
    fn lines_are_shown_ply_by_ply() {
        let plies = ["rd4", ">se", ">ne"].map(String::from);
        let show = |style| line_text("abraxas", &plies, &["@sw"], style, Lang::En);
        assert_eq!(show(MoveListStyle::Words), "pawn in d4, slides right, slides up");
        assert_eq!(show(MoveListStyle::Notation), "rd4 >se >ne");
    }

    #[test]
    fn results_are_sentences_in_the_games_own_terms() {
        let spec = "abalone:target=14";
        let game = abaque_catalog::open_at(spec, "5/6/7/8/bbbww4/8/7/6/5 b 11-12 -").unwrap();
        let won = outcome("abalone", "b wins ejection");
        let told = result_sentence(spec, Some(&*game), won).unwrap();
        assert_eq!(told.en, "Black wins 12–11 by pushing off fourteen balls");
        let told = result_sentence("abalone:target=4", None, won).unwrap();
        assert_eq!(told.en, "Black wins by pushing off four balls");
        assert_eq!(told.fr, "Noir gagne en éjectant quatre boules");
        let agreed = outcome("blocs", "draw agreement");
        assert_eq!(result_sentence("blocs", None, agreed).unwrap().en, "Draw by agreement");
    }

    /// A finished game of each kind ends with a score that favours the winner.
    #[test]
    fn the_winner_is_named_first_with_the_score() {
        for entry in abaque_catalog::GAMES {
            let name = (entry.description)().name;
            let mut told = 0;
            for seed in 0..12 {
                let Some((game, outcome)) = random_game(name, seed) else { continue };
                let Some(seat) = outcome.winner() else { continue };
                let (won, lost) = (game.points(seat).unwrap(), game.points(seat.other()).unwrap());
                let sentence = result_sentence(name, Some(&*game), outcome).unwrap();
                let shown = format!("{won}–{lost}");
                assert!(won > lost && sentence.en.contains(&shown), "{name}: {}", sentence.en);
                told += 1;
            }
            assert!(told > 0 || name == "abalone", "no finished game of {name}");
        }
    }

    fn random_game(name: &str, seed: u64) -> Option<(Box<dyn AnyGame>, Outcome)> {
        let mut game = abaque_catalog::open(name).unwrap();
        let mut source = abaque_core::SplitMix(seed);
        for _ in 0..6000 {
            let ply = match game.turn() {
                abaque_core::Turn::Over(outcome) => return Some((game, outcome)),
                abaque_core::Turn::Chance => {
                    let rolls = game.rolls();
                    let n = abaque_core::RandomSource::below(&mut source, rolls.len() as u64);
                    rolls[n as usize].0.clone()
                }
                abaque_core::Turn::Of(_) => game.random_action(&mut source).unwrap(),
            };
            game.play(&ply).unwrap();
        }
        None
    }

    #[test]
    fn options_are_described_in_words() {
        let told = |spec, lang| options_text(spec, lang);
        assert_eq!(
            told("abalone:layout=belgian-daisy", Lang::En).as_deref(),
            Some("Starting position – Belgian daisy")
        );
        assert_eq!(told("abalone:target=9", Lang::Fr).as_deref(), Some("Boules à éjecter – 9"));
        assert_eq!(told("abalone", Lang::En), None);
    }
}

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::{GameDescription, Message, ParseError, Seat, StaticMessage, message};

/// Occurrences of a position that draw the game (COM-01).
pub const REPETITION_LIMIT: u8 = 3;
/// Consecutive turns without progress that draw the game (COM-03).
pub const IDLE_TURN_LIMIT: u16 = 300;

/// A way a game ends by its own rules. Each game lists its own in
/// [`GameDescription::endings`](crate::GameDescription::endings).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BoardEnding {
    /// The keyword used in results.
    pub keyword: &'static str,
    /// A phrase that follows "wins" or "draw".
    pub phrase: StaticMessage,
    /// Whether the game may also be drawn this way.
    pub can_draw: bool,
}

/// Why a game ended: on the board, or at the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// By the rules of the game.
    Board(&'static BoardEnding),
    /// The same position for the third time (COM-01).
    Repetition,
    /// Three hundred turns without progress (COM-03).
    NoProgress,
    /// A draw agreed by both players (COM-02).
    Agreement,
    /// A player resigned (COM-02).
    Resignation,
    /// A flag fell (COM-04).
    Time,
}

impl EndReason {
    /// The endings every game shares, in rulebook order.
    pub const TABLE: [EndReason; 5] = [
        EndReason::Repetition,
        EndReason::NoProgress,
        EndReason::Agreement,
        EndReason::Resignation,
        EndReason::Time,
    ];

    /// Every ending of a game: its own, then those of the table.
    pub fn all_of(game: &GameDescription) -> impl Iterator<Item = EndReason> + use<> {
        game.endings.iter().map(EndReason::Board).chain(EndReason::TABLE)
    }

    /// Parses a keyword of a game; the error lists the keywords of this game.
    pub fn parse(text: &str, game: &GameDescription) -> Result<EndReason, ParseError> {
        EndReason::all_of(game).find(|reason| reason.as_str() == text).ok_or_else(|| {
            let all: Vec<&str> = EndReason::all_of(game).map(EndReason::as_str).collect();
            let all = all.join(", ");
            ParseError::new(
                "REASON",
                message!(
                    "`{text}` is not a way to end a game; allowed: {all}",
                    "«\u{a0}{text}\u{a0}» n'est pas une fin de partie\u{a0}; possibles\u{a0}: {all}"
                ),
            )
        })
    }

    /// The keyword used in results.
    pub const fn as_str(self) -> &'static str {
        match self {
            EndReason::Board(ending) => ending.keyword,
            EndReason::Repetition => "repetition",
            EndReason::NoProgress => "no-progress",
            EndReason::Agreement => "agreement",
            EndReason::Resignation => "resignation",
            EndReason::Time => "time",
        }
    }

    /// The reason as a phrase that follows "wins" or "draw".
    pub fn message(self) -> Message {
        match self {
            EndReason::Board(ending) => {
                let StaticMessage { en, fr } = ending.phrase;
                message!("{en}", "{fr}")
            }
            EndReason::Repetition => {
                message!("by repetition of the position", "par répétition de la position")
            }
            EndReason::NoProgress => {
                message!("after 300 turns without progress", "après 300 tours sans progrès")
            }
            EndReason::Agreement => message!("by agreement", "d'un commun accord"),
            EndReason::Resignation => message!("by resignation", "par abandon"),
            EndReason::Time => message!("on time", "au temps"),
        }
    }

    /// Whether the position alone proves this ending; the table decides the others.
    pub const fn is_on_board(self) -> bool {
        matches!(self, EndReason::Board(_))
    }

    /// Whether a player can win this way.
    pub const fn can_win(self) -> bool {
        matches!(self, EndReason::Board(_) | EndReason::Resignation | EndReason::Time)
    }

    /// Whether a game can be drawn this way.
    pub const fn can_draw(self) -> bool {
        match self {
            EndReason::Board(ending) => ending.can_draw,
            EndReason::Repetition | EndReason::NoProgress | EndReason::Agreement => true,
            EndReason::Resignation | EndReason::Time => false,
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The result of a game and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// A win for this seat.
    Win(Seat, EndReason),
    /// A draw.
    Draw(EndReason),
}

impl Outcome {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Seat> {
        match self {
            Outcome::Win(seat, _) => Some(seat),
            Outcome::Draw(_) => None,
        }
    }

    /// Why the game ended.
    pub const fn reason(self) -> EndReason {
        match self {
            Outcome::Win(_, reason) | Outcome::Draw(reason) => reason,
        }
    }

    /// `P wins REASON` or `draw REASON` with the letters of a game's players.
    pub fn to_text(self, letters: [char; 2]) -> String {
        match self {
            Outcome::Win(seat, reason) => format!("{} wins {reason}", letters[seat.index()]),
            Outcome::Draw(reason) => format!("draw {reason}"),
        }
    }

    /// Parses the output of [`Outcome::to_text`] for a game.
    pub fn parse(text: &str, game: &GameDescription) -> Result<Outcome, ParseError> {
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["draw", reason] => Ok(Outcome::Draw(EndReason::parse(reason, game)?)),
            [who, "wins", reason] => {
                let seat = Seat::ALL
                    .into_iter()
                    .find(|seat| who == game.letters[seat.index()].to_string());
                seat.map_or_else(
                    || Err(bad_result(text, game.letters)),
                    |seat| Ok(Outcome::Win(seat, EndReason::parse(reason, game)?)),
                )
            }
            _ => Err(bad_result(text, game.letters)),
        }
    }
}

fn bad_result(text: &str, letters: [char; 2]) -> ParseError {
    let [a, b] = letters;
    ParseError::new(
        "RESULT",
        message!(
            "`{text}` is not a result; write `{a} wins REASON`, `{b} wins REASON` or `draw REASON`",
            "«\u{a0}{text}\u{a0}» n'est pas un résultat\u{a0}; écrire «\u{a0}{a} wins RAISON\u{a0}», «\u{a0}{b} wins RAISON\u{a0}» ou «\u{a0}draw RAISON\u{a0}»"
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    static GAME: GameDescription = GameDescription {
        name: "nim",
        title: StaticMessage::same("Nim"),
        blurb: StaticMessage::same(""),
        letters: ['b', 'w'],
        players: [StaticMessage::same("Black"), StaticMessage::same("White")],
        options: &[],
        rule_prefix: "NIM",
        endings: &[BoardEnding {
            keyword: "last",
            phrase: StaticMessage::new("with the last match", "avec la dernière allumette"),
            can_draw: false,
        }],
    };

    #[test]
    fn results_round_trip() {
        let all: Vec<EndReason> = EndReason::all_of(&GAME).collect();
        assert_eq!(all.len(), 6);
        for reason in all {
            for outcome in [
                Outcome::Draw(reason),
                Outcome::Win(Seat::First, reason),
                Outcome::Win(Seat::Second, reason),
            ] {
                assert_eq!(Outcome::parse(&outcome.to_text(GAME.letters), &GAME), Ok(outcome));
            }
        }
    }

    #[test]
    fn every_ending_wins_or_draws() {
        assert!(EndReason::all_of(&GAME).all(|reason| reason.can_win() || reason.can_draw()));
        assert!(EndReason::TABLE.iter().all(|reason| reason.can_win() != reason.can_draw()));
    }

    #[test]
    fn wrong_results_are_refused() {
        for text in
            ["", "b", "b wins", "x wins time", "b wins luck", "draw", "b  wins time", "draw time "]
        {
            assert!(Outcome::parse(text, &GAME).is_err(), "{text}");
        }
        let error = Outcome::parse("b wins ejection", &GAME).unwrap_err();
        assert!(error.to_string().contains("allowed: last, repetition, no-progress"), "{error}");
    }
}

//! A game as one screen shows it, wherever it is played.

use abaque_catalog::AnyGame;
use abaque_core::{BadText, GameInfo, Millis, Observer, Outcome, Said, Seat, Source, said};
use abaque_table::{At, Dial, Refused, Setting, Table};

use crate::Sitting;
use crate::local::Player;

/// A ply as these eyes may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its text, `?` while it is secret.
    pub ply: String,
    /// Who played it; nothing for a lot.
    pub seat: Option<Seat>,
}

/// Everything one pair of eyes may know of a game.
#[derive(Clone)]
pub struct Seen {
    /// Whose eyes these are.
    pub by: Observer,
    /// Who sits where.
    pub players: [Player; 2],
    /// The game itself; where something is hidden from these eyes, one that looks the same to them.
    pub game: Box<dyn AnyGame>,
    /// Whether the players see different things.
    pub secrets: bool,
    /// What is seen.
    pub view: String,
    /// Every ply so far.
    pub plies: Vec<Line>,
    /// Who may act.
    pub acting: [bool; 2],
    /// The clocks as they stood at [`Seen::at`].
    pub dials: Option<[Dial; 2]>,
    /// When this was so.
    pub at: At,
    /// Until when whoever is to act may interrupt, and how long that is in all.
    pub window: Option<(At, Option<Millis>)>,
    /// How it ended.
    pub outcome: Option<Outcome>,
}

impl Seen {
    /// A game at this screen.
    pub fn of(sitting: &Sitting, by: Observer, now: At) -> Seen {
        let table = sitting.table();
        let line = |(index, entry): (usize, &abaque_table::Entry)| Line {
            ply: table.shown(index, by).unwrap_or("?").to_owned(),
            seat: entry.seat,
        };
        let dials = Seat::ALL.map(|seat| table.dial(seat, now));
        Seen {
            by,
            players: sitting.players.clone(),
            game: table.game().boxed(),
            secrets: sitting.has_secrets(),
            view: table.view(by),
            plies: table.plies().iter().enumerate().map(line).collect(),
            acting: Seat::ALL.map(|seat| table.may_act(seat)),
            dials: dials[0].zip(dials[1]).map(|(first, second)| [first, second]),
            at: now,
            window: table.window_until().map(|until| (until, table.setting().window)),
            outcome: sitting.outcome(),
        }
    }

    /// A position nobody plays at: to look at, to try things on.
    pub fn still(game: Box<dyn AnyGame>) -> Seen {
        let acting = match game.turn() {
            abaque_core::Turn::Of(seat) => Seat::ALL.map(|other| other == seat),
            _ => [false; 2],
        };
        let outcome = match game.turn() {
            abaque_core::Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        Seen {
            by: Observer::Spectator,
            players: Default::default(),
            secrets: false,
            view: game.position(),
            plies: Vec::new(),
            acting,
            dials: None,
            at: At(0),
            window: None,
            outcome,
            game,
        }
    }

    /// The game's names.
    pub fn info(&self) -> &'static GameInfo {
        self.game.info()
    }

    /// What a clock shows.
    pub fn clock(&self, seat: Seat, now: At) -> Option<Millis> {
        self.dials.map(|dials| dials[seat.index()].shows(now - self.at))
    }

    /// Who is to act; of two with secret submissions the first.
    pub fn due(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.acting[seat.index()])
    }

    /// Whether a computer sits there.
    pub fn is_computer(&self, seat: Seat) -> bool {
        self.players[seat.index()].computer.is_some()
    }

    /// What an action would lead to, where nothing is hidden.
    pub fn after(&self, action: &str) -> Option<String> {
        if self.secrets || self.game.sealed() {
            return None;
        }
        let mut game = self.game.boxed();
        game.play(action).ok()?;
        Some(game.position())
    }

    /// How it ended, in one sentence.
    pub fn ended(&self) -> Option<Said> {
        Some(ended(self.info(), self.outcome?))
    }
}

/// How a game ended, in words.
pub fn ended(info: &GameInfo, outcome: Outcome) -> Said {
    let reason = outcome.reason().said();
    let (en, fr) = (&reason.en, &reason.fr);
    match outcome.winner() {
        Some(seat) => {
            let name = info.players[seat.index()];
            let (winner, gagnant) = (name.en, name.fr);
            said!("{winner} wins {en}", "{gagnant} gagne {fr}")
        }
        None => said!("Draw {en}", "Partie nulle {fr}"),
    }
}

/// The secret set-ups a game begins with: ready-made ones, and others at random.
pub struct SetUps(Table);

impl SetUps {
    /// Those of a spec.
    pub fn of(spec: &str) -> Result<SetUps, BadText> {
        Ok(SetUps(Table::new(Setting::new(spec)?, At(0))))
    }

    /// Ready-made ones.
    pub fn ready(&self, seat: Seat) -> Vec<(abaque_core::Words, String)> {
        self.0.presets(seat)
    }

    /// What a seat would see after handing one in; why not, if it is not allowed.
    pub fn preview(&self, seat: Seat, setup: &str) -> Result<String, Refused> {
        self.0.preview(seat, setup)
    }

    /// One at random.
    pub fn random(&self, seat: Seat, source: &mut dyn Source) -> Option<String> {
        self.0.random_submission(seat, source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_core::SplitMix;

    #[test]
    fn clocks_go_on_by_themselves() {
        let setting =
            Setting { clock: "10d3".parse().unwrap(), ..Setting::new("abalone").unwrap() };
        let proof = crate::local::Proof::fresh("test", &mut SplitMix(1));
        let sitting = Sitting::new(setting, Default::default(), proof, String::new(), At(100));
        let seen = Seen::of(&sitting, Observer::Spectator, At(1100));
        for now in [1100, 3100, 5100, 9100, 60_000] {
            for seat in Seat::ALL {
                let table = sitting.table().clock(seat, At(now));
                assert_eq!(seen.clock(seat, At(now)), table, "{seat:?} at {now}");
            }
        }
    }

    #[test]
    fn what_follows_is_told_unless_something_is_hidden() {
        let seen = Seen::still(abaque_catalog::open("abalone").unwrap());
        let action = seen.game.offered().swap_remove(0);
        assert!(seen.after(&action).is_some_and(|after| after != seen.view));
        assert_eq!(seen.after("nonsense"), None);
        assert_eq!(Seen { secrets: true, ..seen }.after(&action), None);
    }

    #[test]
    fn set_ups_are_legal() {
        let ups = SetUps::of("blocs").unwrap();
        for seat in Seat::ALL {
            let random = ups.random(seat, &mut SplitMix(3)).unwrap();
            let ready = ups.ready(seat).into_iter().map(|(_, setup)| setup);
            for setup in ready.chain([random]) {
                assert!(ups.preview(seat, &setup).is_ok(), "{setup}");
            }
        }
        assert!(ups.preview(Seat::First, "setup:nonsense").is_err());
        assert!(SetUps::of("abalone").unwrap().ready(Seat::First).is_empty());
    }
}

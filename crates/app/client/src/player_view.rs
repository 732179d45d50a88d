//! A game as one screen shows it, local or online.

use abaque_catalog::AnyGame;
use abaque_core::{
    GameDescription, Message, Millis, Observer, Outcome, ParseError, RandomSource, Seat, message,
};
use abaque_table::{ActError, ClockReading, MatchSettings, Table, Timestamp};

use crate::LocalGame;
use crate::local::SeatedPlayer;

/// A ply as the observer may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KnownPly {
    /// Its text, `?` while it is secret.
    pub ply: String,
    /// Who played it; `None` for a lot.
    pub seat: Option<Seat>,
}

/// Everything one observer may know of a game.
#[derive(Clone)]
pub struct PlayerView {
    /// The observer.
    pub observer: Observer,
    /// The players by seat.
    pub players: [SeatedPlayer; 2],
    /// The game; if something is hidden from the observer, a possible world that looks the same.
    pub game: Box<dyn AnyGame>,
    /// Whether the players see different things.
    pub has_secrets: bool,
    /// The view text.
    pub view: String,
    /// Every ply so far.
    pub plies: Vec<KnownPly>,
    /// Which seats may act.
    pub acting: [bool; 2],
    /// The clocks at [`PlayerView::at`].
    pub clock_readings: Option<[ClockReading; 2]>,
    /// When this view was taken.
    pub at: Timestamp,
    /// End of the interrupt window, and its total length if known.
    pub window: Option<(Timestamp, Option<Millis>)>,
    /// Whether the owner of the window has interrupted and is choosing how.
    pub is_interrupting: bool,
    /// The outcome, once the game is over.
    pub outcome: Option<Outcome>,
}

impl PlayerView {
    /// The view of a local game.
    pub fn from_local(local: &LocalGame, by: Observer, now: Timestamp) -> PlayerView {
        let table = local.table();
        let line = |(index, entry): (usize, &abaque_table::TablePly)| KnownPly {
            ply: table.visible_ply(index, by).unwrap_or("?").to_owned(),
            seat: entry.seat,
        };
        let dials = Seat::ALL.map(|seat| table.clock_reading(seat, now));
        PlayerView {
            observer: by,
            players: local.players.clone(),
            game: table.game().clone_box(),
            has_secrets: local.has_secrets(),
            view: table.view(by),
            plies: table.plies().iter().enumerate().map(line).collect(),
            acting: Seat::ALL.map(|seat| table.can_act(seat)),
            clock_readings: dials[0].zip(dials[1]).map(|(first, second)| [first, second]),
            at: now,
            window: table.window_until().map(|until| (until, table.window_length())),
            is_interrupting: table.is_interrupting(),
            outcome: local.outcome(),
        }
    }

    /// The view of a position without players, for lessons and studies.
    pub fn from_position(game: Box<dyn AnyGame>) -> PlayerView {
        let acting = match game.turn() {
            abaque_core::Turn::Of(seat) => Seat::ALL.map(|other| other == seat),
            _ => [false; 2],
        };
        let outcome = match game.turn() {
            abaque_core::Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        PlayerView {
            observer: Observer::Spectator,
            players: Default::default(),
            has_secrets: false,
            view: game.position(),
            plies: Vec::new(),
            acting,
            clock_readings: None,
            at: Timestamp(0),
            window: None,
            is_interrupting: false,
            outcome,
            game,
        }
    }

    /// The description of the game.
    pub fn info(&self) -> &'static GameDescription {
        self.game.description()
    }

    /// The time on a seat's clock.
    pub fn clock(&self, seat: Seat, now: Timestamp) -> Option<Millis> {
        self.clock_readings.map(|dials| dials[seat.index()].left_after(now - self.at))
    }

    /// The seat to act; the first seat if both have a secret submission due.
    pub fn seat_to_act(&self) -> Option<Seat> {
        Seat::ALL.into_iter().find(|seat| self.acting[seat.index()])
    }

    /// Whether a bot plays this seat.
    pub fn is_computer(&self, seat: Seat) -> bool {
        self.players[seat.index()].computer.is_some()
    }

    /// The view after an action, if nothing is hidden.
    pub fn view_after_action(&self, action: &str) -> Option<String> {
        if self.has_secrets || self.game.is_sealed() {
            return None;
        }
        let mut game = self.game.clone_box();
        game.play(action).ok()?;
        Some(game.position())
    }

    /// The result in one sentence.
    pub fn ended(&self) -> Option<Message> {
        Some(ended(self.info(), self.outcome?))
    }
}

/// Describes an outcome in one sentence.
pub fn ended(info: &GameDescription, outcome: Outcome) -> Message {
    let reason = outcome.reason().message();
    let (en, fr) = (&reason.en, &reason.fr);
    match outcome.winner() {
        Some(seat) => {
            let name = info.players[seat.index()];
            let (winner, gagnant) = (name.en, name.fr);
            message!("{winner} wins {en}", "{gagnant} gagne {fr}")
        }
        None => message!("Draw {en}", "Partie nulle {fr}"),
    }
}

/// The secret set-ups a game starts with: ready-made and random ones.
pub struct SetUpChoices(Table);

impl SetUpChoices {
    /// The choices for a spec.
    pub fn for_spec(spec: &str) -> Result<SetUpChoices, ParseError> {
        Ok(SetUpChoices(Table::new(MatchSettings::new(spec)?, Timestamp(0))))
    }

    /// Ready-made set-ups.
    pub fn presets(&self, seat: Seat) -> Vec<(abaque_core::StaticMessage, String)> {
        self.0.presets(seat)
    }

    /// The seat's view after submitting a set-up; the error says why it is illegal.
    pub fn preview(&self, seat: Seat, setup: &str) -> Result<String, ActError> {
        self.0.preview(seat, setup)
    }

    /// A random set-up.
    pub fn random(&self, seat: Seat, source: &mut dyn RandomSource) -> Option<String> {
        self.0.random_submission(seat, source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use abaque_core::SplitMix;

    #[test]
    fn clocks_go_on_by_themselves() {
        let setting = MatchSettings {
            clock: "10d3".parse().unwrap(),
            ..MatchSettings::new("abalone").unwrap()
        };
        let proof = crate::local::LotEvidence::generate("test", &mut SplitMix(1));
        let local =
            LocalGame::new(setting, Default::default(), proof, String::new(), Timestamp(100));
        let seen = PlayerView::from_local(&local, Observer::Spectator, Timestamp(1100));
        for now in [1100, 3100, 5100, 9100, 60_000] {
            for seat in Seat::ALL {
                let table = local.table().time_left(seat, Timestamp(now));
                assert_eq!(seen.clock(seat, Timestamp(now)), table, "{seat:?} at {now}");
            }
        }
    }

    #[test]
    fn what_follows_is_told_unless_something_is_hidden() {
        let seen = PlayerView::from_position(abaque_catalog::open("abalone").unwrap());
        let action = seen.game.offered_plies().swap_remove(0);
        assert!(seen.view_after_action(&action).is_some_and(|after| after != seen.view));
        assert_eq!(seen.view_after_action("nonsense"), None);
        assert_eq!(PlayerView { has_secrets: true, ..seen }.view_after_action(&action), None);
    }

    #[test]
    fn set_ups_are_legal() {
        let ups = SetUpChoices::for_spec("blocs").unwrap();
        for seat in Seat::ALL {
            let random = ups.random(seat, &mut SplitMix(3)).unwrap();
            let ready = ups.presets(seat).into_iter().map(|(_, setup)| setup);
            for setup in ready.chain([random]) {
                assert!(ups.preview(seat, &setup).is_ok(), "{setup}");
            }
        }
        assert!(ups.preview(Seat::First, "setup:nonsense").is_err());
        assert!(SetUpChoices::for_spec("abalone").unwrap().presets(Seat::First).is_empty());
    }
}

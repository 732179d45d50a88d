//! A game as one screen shows it, local or online.

use std::sync::Arc;

use abaque_catalog::AnyGame;
use abaque_core::{
    EndReason, GameDescription, Lang, Message, Millis, Observer, Outcome, ParseError, RandomSource,
    Seat, message,
};
use abaque_table::{ActError, ClockReading, MatchSettings, Table, Timestamp};

use crate::LocalGame;
use crate::local::SeatedPlayer;
use crate::saved_games::player_name;

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
    /// The seat of the one person this screen is for; `None` for watchers and for two people at one
    /// screen. Unlike the observer it stays the same when the end reveals everything.
    pub own_seat: Option<Seat>,
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
        let line = |(index, entry): (usize, &Arc<abaque_table::TablePly>)| KnownPly {
            ply: table.visible_ply(index, by).unwrap_or("?").to_owned(),
            seat: entry.seat,
        };
        let dials = Seat::ALL.map(|seat| table.clock_reading(seat, now));
        PlayerView {
            observer: by,
            own_seat: local.only_person(),
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
            own_seat: None,
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

    /// The result in one sentence, as the person at this screen would say it: "You won 6–2".
    pub fn ended(&self) -> Option<Message> {
        let outcome = self.outcome?;
        let neutral = ended(self.info(), outcome);
        let Some(winner) = outcome.winner() else { return Some(neutral) };
        let reason = outcome.reason();
        let is_own = self.own_seat.map(|own| own == winner);
        if let Some((more, fewer)) = self.final_score(winner, reason) {
            return Some(match is_own {
                Some(true) => {
                    message!("You won {more}–{fewer}", "Vous avez gagné {more} à {fewer}")
                }
                Some(false) => {
                    message!("You lost {fewer}–{more}", "Vous avez perdu {fewer} à {more}")
                }
                None => {
                    let [en, fr] = [Lang::En, Lang::Fr].map(|lang| self.player_name(winner, lang));
                    message!("{en} wins {more}–{fewer}", "{fr} gagne {more} à {fewer}")
                }
            });
        }
        let Message { en, fr } = reason.message();
        Some(match is_own {
            Some(true) => message!("You won {en}", "Vous avez gagné {fr}"),
            // How the game ended on the board is said of the winner.
            Some(false) if reason.is_on_board() => {
                let Message { en, fr } = neutral;
                message!("You lost: {en}", "Vous avez perdu\u{a0}: {fr}")
            }
            Some(false) => message!("You lost {en}", "Vous avez perdu {fr}"),
            None => {
                let [winner, gagnant] =
                    [Lang::En, Lang::Fr].map(|lang| self.player_name(winner, lang));
                message!("{winner} wins {en}", "{gagnant} gagne {fr}")
            }
        })
    }

    /// The score that decided the game: the winner's and the other. `None` if something else did.
    fn final_score(&self, winner: Seat, reason: EndReason) -> Option<(u32, u32)> {
        let more = self.game.points(winner).filter(|_| reason.is_on_board())?;
        let fewer = self.game.points(winner.other())?;
        (more > fewer).then_some((more, fewer))
    }

    /// A player's name: as entered, the bot's level, or the name of the side.
    pub fn player_name(&self, seat: Seat, lang: Lang) -> String {
        let side = self.info().players[seat.index()].get(lang);
        player_name(&self.players[seat.index()], side, lang)
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
    fn shown_clocks_run_between_snapshots() {
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
    fn actions_are_previewed_unless_something_is_hidden() {
        let seen = PlayerView::from_position(abaque_catalog::open("abalone").unwrap());
        let action = seen.game.offered_plies().swap_remove(0);
        assert!(seen.view_after_action(&action).is_some_and(|after| after != seen.view));
        assert_eq!(seen.view_after_action("nonsense"), None);
        assert_eq!(PlayerView { has_secrets: true, ..seen }.view_after_action(&action), None);
    }

    fn result(spec: &str, own_seat: Option<Seat>, outcome: &str) -> [String; 2] {
        let seen = PlayerView::from_position(abaque_catalog::open(spec).unwrap());
        let outcome = Outcome::parse(outcome, seen.info()).unwrap();
        let Message { en, fr } =
            PlayerView { own_seat, outcome: Some(outcome), ..seen }.ended().unwrap();
        [en, fr]
    }

    #[test]
    fn results_address_the_player_at_the_screen() {
        let (own, other) = (Some(Seat::First), Some(Seat::Second));
        let told = |own_seat, outcome| result("abalone", own_seat, outcome);
        assert_eq!(
            told(own, "b wins resignation"),
            ["You won by resignation", "Vous avez gagné par abandon"]
        );
        assert_eq!(told(other, "b wins time"), ["You lost on time", "Vous avez perdu au temps"]);
        assert_eq!(told(None, "w wins time"), ["White wins on time", "Blanc gagne au temps"]);
        assert_eq!(
            told(own, "draw agreement"),
            ["Draw by agreement", "Partie nulle d'un commun accord"]
        );
        // Nobody has ejected a ball here, so no score decided the game.
        assert!(told(own, "b wins blocked")[0].starts_with("You won "));
        assert!(told(other, "b wins blocked")[0].starts_with("You lost: Black wins "));
    }

    #[test]
    fn scores_use_the_games_unit() {
        let position = "wwwww/www3/7/8/9/8/b6/bbbbbb/bbbbb w 2-6 -";
        let game = abaque_catalog::open_at("abalone", position).unwrap();
        let seen = PlayerView::from_position(game);
        assert!(seen.outcome.is_some_and(|outcome| outcome.winner() == Some(Seat::First)));
        for (own_seat, en, fr) in [
            (Some(Seat::First), "You won 6–2", "Vous avez gagné 6 à 2"),
            (Some(Seat::Second), "You lost 2–6", "Vous avez perdu 2 à 6"),
            (None, "Black wins 6–2", "Noir gagne 6 à 2"),
        ] {
            let told = PlayerView { own_seat, ..seen.clone() }.ended().unwrap();
            assert_eq!((told.en.as_str(), told.fr.as_str()), (en, fr));
        }
    }

    /// Every game counts something, so that every win on the board has a score.
    #[test]
    fn every_game_has_a_score() {
        for entry in abaque_catalog::GAMES {
            let game = abaque_catalog::open((entry.description)().name).unwrap();
            assert!(Seat::ALL.iter().all(|&seat| game.points(seat).is_some()));
        }
    }

    #[test]
    fn random_and_preset_set_ups_are_legal() {
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

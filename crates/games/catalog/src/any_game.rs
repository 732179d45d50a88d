use std::any::Any;

use abaque_core::{
    DiceThrow, Game, GameDescription, GameOptions, Message, Observer, Outcome, Ply, PlyProgress,
    RandomSource, RuleViolation, Seat, StaticMessage, Turn, message, perft,
};

use crate::{AnyView, PlyError};

/// The effect of a ply: its canonical text and the progress it made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyEffect {
    /// The canonical text of the ply.
    pub text: String,
    /// Turns ended and progress made (COM-03).
    pub progress: PlyProgress,
    /// Whether the ply made a secret public.
    pub revealed_secret: bool,
}

/// A game of any kind; plies, positions and views are text. Lots are plies like actions.
pub trait AnyGame: Any + Send + Sync {
    /// The game's names and options.
    fn description(&self) -> &'static GameDescription;
    /// The canonical spec.
    fn spec(&self) -> String;
    /// The canonical position.
    fn position(&self) -> String;
    /// The view of an observer, as text.
    fn view(&self, by: Observer) -> String;
    /// The view of an observer, for a bot.
    fn any_view(&self, by: Observer) -> AnyView;
    /// See [`Game::unveiled_view`]; it must never leave a running game.
    fn full_view(&self) -> AnyView;
    /// The player to act, the lot due, or the outcome.
    fn turn(&self) -> Turn;
    /// Every legal ply (or every outcome of the lot due), sorted by bytes.
    fn legal_plies(&self) -> Vec<String>;
    /// The legal plies that move lists may show, sorted by bytes (see [`Game::is_offered`]).
    fn offered_plies(&self) -> Vec<String>;
    /// Every outcome of the lot due with its weight, in the game's order.
    fn rolls(&self) -> Vec<(String, u32)>;
    /// Whether the text is a legal ply here, and if not, why.
    fn check(&self, ply: &str) -> Result<(), PlyError>;
    /// Parses, checks and applies a ply; on error the game is unchanged.
    fn play(&mut self, ply: &str) -> Result<PlyEffect, PlyError>;
    /// Describes a legal ply without revealing secrets (see [`Game::describe`]).
    fn describe(&self, ply: &str) -> Result<Message, PlyError>;
    /// A random legal action of the player to act.
    fn random_action(&self, source: &mut dyn RandomSource) -> Option<String>;
    /// See [`Game::remarks`].
    fn remarks(&self, by: Observer) -> Vec<Message>;
    /// See [`Game::dice_throw`].
    fn dice_throw(&self, roll: &str) -> Option<DiceThrow>;
    /// See [`Game::points`].
    fn points(&self, seat: Seat) -> Option<u32>;
    /// See [`Game::presets`].
    fn presets(&self) -> Vec<(StaticMessage, String)>;
    /// See [`Game::rematches`]: names and specs.
    fn rematches(&self) -> Vec<(StaticMessage, String)>;
    /// See [`Game::unlisted_count`].
    fn unlisted_count(&self) -> Option<u64>;
    /// See [`Game::is_sealed`].
    fn is_sealed(&self) -> bool;
    /// Whether lots can occur at any point of this game.
    fn has_lots(&self) -> bool;
    /// See [`Game::has_interrupt_windows`].
    fn has_interrupt_windows(&self) -> bool;
    /// See [`Game::has_concealed_actions`].
    fn has_concealed_actions(&self) -> bool;
    /// See [`Game::lapse_action`].
    fn lapse_action(&self) -> Option<String>;
    /// See [`Game::window_default`].
    fn window_default(&self) -> Option<String>;
    /// See [`Game::repetition_key`].
    fn repetition_key(&self) -> Option<String>;
    /// See [`Game::outcome_without_progress`].
    fn outcome_without_progress(&self) -> Outcome;
    /// An independent copy.
    fn clone_box(&self) -> Box<dyn AnyGame>;
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.clone_box()
    }
}

pub(crate) fn erase_game<G: Game>(game: G) -> Box<dyn AnyGame> {
    Box::new(ErasedGame(game))
}

pub(crate) struct ErasedGame<G: Game>(pub(crate) G);

impl<G: Game> ErasedGame<G> {
    /// Parses a ply and checks that it is legal.
    fn parse_ply(&self, text: &str) -> Result<Ply<G::Action, G::Roll>, PlyError> {
        match self.0.turn() {
            Turn::Over(outcome) => {
                let result = outcome.to_text(G::Options::description().letters);
                Err(PlyError::NotDue(message!(
                    "the game is over ({result}): `{text}` is too late",
                    "la partie est terminée ({result})\u{a0}: «\u{a0}{text}\u{a0}» arrive trop tard"
                )))
            }
            Turn::Of(_) => {
                let action: G::Action = text.parse().map_err(|error| {
                    if text.parse::<G::Roll>().is_err() {
                        return PlyError::Unreadable(error);
                    }
                    PlyError::NotDue(message!(
                        "`{text}` is the outcome of a random draw, and none is due: it is a player's turn",
                        "«\u{a0}{text}\u{a0}» est le résultat d'un tirage, et aucun n'est attendu\u{a0}: c'est à un joueur de jouer"
                    ))
                })?;
                self.0.check(&action).map_err(|violation| PlyError::Rule {
                    rule: violation.rule(),
                    message: violation.message(),
                })?;
                Ok(Ply::Act(action))
            }
            Turn::Chance => {
                let mut rolls = Vec::new();
                self.0.rolls(&mut rolls);
                let roll = text.parse::<G::Roll>().ok();
                roll.filter(|roll| rolls.iter().any(|(due, _)| due == roll)).map(Ply::Roll).ok_or_else(
                    || {
                        let due: Vec<String> =
                            rolls.iter().map(|(roll, _)| roll.to_string()).collect();
                        let due = due.join(" ");
                        PlyError::NotDue(message!(
                            "a random draw is due, and `{text}` is not one of its outcomes; allowed: {due}",
                            "un tirage est attendu, et «\u{a0}{text}\u{a0}» n'en est pas un résultat\u{a0}; possibles\u{a0}: {due}"
                        ))
                    },
                )
            }
        }
    }

    fn sorted_plies(&self, keep: impl Fn(&G::Action) -> bool) -> Vec<String> {
        let mut texts: Vec<String> = perft::legal_plies(&self.0)
            .into_iter()
            .filter(|ply| match ply {
                Ply::Act(action) => keep(action),
                Ply::Roll(_) => true,
            })
            .map(|ply| ply.to_string())
            .collect();
        texts.sort();
        texts
    }
}

impl<G: Game> AnyGame for ErasedGame<G> {
    fn description(&self) -> &'static GameDescription {
        G::Options::description()
    }

    fn spec(&self) -> String {
        self.0.options().to_spec().to_string()
    }

    fn position(&self) -> String {
        self.0.to_string()
    }

    fn view(&self, by: Observer) -> String {
        self.0.view(by).to_string()
    }

    fn any_view(&self, by: Observer) -> AnyView {
        AnyView::new::<G>(&self.0.options(), self.0.view(by))
    }

    fn full_view(&self) -> AnyView {
        AnyView::new::<G>(&self.0.options(), self.0.unveiled_view())
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn legal_plies(&self) -> Vec<String> {
        self.sorted_plies(|_| true)
    }

    fn offered_plies(&self) -> Vec<String> {
        self.sorted_plies(|action| self.0.is_offered(action))
    }

    fn rolls(&self) -> Vec<(String, u32)> {
        let mut rolls = Vec::new();
        self.0.rolls(&mut rolls);
        rolls.into_iter().map(|(roll, weight)| (roll.to_string(), weight)).collect()
    }

    fn check(&self, ply: &str) -> Result<(), PlyError> {
        self.parse_ply(ply).map(drop)
    }

    fn play(&mut self, ply: &str) -> Result<PlyEffect, PlyError> {
        let ply = self.parse_ply(ply)?;
        let before = self.0.clone();
        self.0.apply_unchecked(ply);
        Ok(PlyEffect {
            text: ply.to_string(),
            progress: G::ply_progress(&before, &ply, &self.0),
            revealed_secret: self.0.secret_count() < before.secret_count(),
        })
    }

    fn describe(&self, ply: &str) -> Result<Message, PlyError> {
        Ok(self.0.describe(&self.parse_ply(ply)?))
    }

    fn random_action(&self, source: &mut dyn RandomSource) -> Option<String> {
        self.0.random_action(source).map(|action| action.to_string())
    }

    fn remarks(&self, by: Observer) -> Vec<Message> {
        self.0.remarks(by)
    }

    fn dice_throw(&self, roll: &str) -> Option<DiceThrow> {
        match self.parse_ply(roll) {
            Ok(Ply::Roll(roll)) => self.0.dice_throw(&roll),
            _ => None,
        }
    }

    fn points(&self, seat: Seat) -> Option<u32> {
        self.0.points(seat)
    }

    fn presets(&self) -> Vec<(StaticMessage, String)> {
        let presets = self.0.presets();
        presets.into_iter().map(|(name, action)| (name, action.to_string())).collect()
    }

    fn rematches(&self) -> Vec<(StaticMessage, String)> {
        let rematches = self.0.rematches().into_iter();
        rematches.map(|(name, options)| (name, options.to_spec().to_string())).collect()
    }

    fn unlisted_count(&self) -> Option<u64> {
        self.0.unlisted_count()
    }

    fn has_lots(&self) -> bool {
        // Games without lots use an uninhabited roll type, which has size 0.
        size_of::<G::Roll>() > 0
    }

    fn is_sealed(&self) -> bool {
        self.0.is_sealed()
    }

    fn has_interrupt_windows(&self) -> bool {
        self.0.has_interrupt_windows()
    }

    fn has_concealed_actions(&self) -> bool {
        self.0.has_concealed_actions()
    }

    fn lapse_action(&self) -> Option<String> {
        self.0.lapse_action().map(|action| action.to_string())
    }

    fn window_default(&self) -> Option<String> {
        self.0.window_default().map(|action| action.to_string())
    }

    fn repetition_key(&self) -> Option<String> {
        self.0.repetition_key()
    }

    fn outcome_without_progress(&self) -> Outcome {
        self.0.outcome_without_progress()
    }

    fn clone_box(&self) -> Box<dyn AnyGame> {
        erase_game(self.0.clone())
    }
}

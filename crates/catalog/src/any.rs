use abaque_bots::Automated;
use abaque_core::{
    Game, GameInfo, Observer, Options, Pace, Ply, Refusal, Said, Source, Turn, Words, perft, said,
};

use crate::{AnyView, Refused};

/// What a ply did: its canonical text and how far it brought the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// The ply as it is printed.
    pub text: String,
    /// Turns ended and progress made (COM-03).
    pub pace: Pace,
    /// Whether everybody now knows something that was secret before.
    pub revealed: bool,
}

/// A game of any kind, by text. Lots are plies like the players' actions.
pub trait AnyGame: Send + Sync {
    /// The game's names and options.
    fn info(&self) -> &'static GameInfo;
    /// The canonical spec.
    fn spec(&self) -> String;
    /// The canonical position.
    fn position(&self) -> String;
    /// What an observer may see.
    fn view(&self, by: Observer) -> String;
    /// The same, for a computer player to look at.
    fn sight(&self, by: Observer) -> AnyView;
    /// See [`Automated::unveiled`]: nothing that leaves a running game may come from here.
    fn unveiled(&self) -> AnyView;
    /// Who acts, or how it ended.
    fn turn(&self) -> Turn;
    /// Every legal ply (at a lot every outcome), sorted by bytes.
    fn legal(&self) -> Vec<String>;
    /// The legal plies a list for players may show, sorted by bytes (see [`Game::offered`]).
    fn offered(&self) -> Vec<String>;
    /// Every outcome of the lot due and its weight, in the game's order.
    fn rolls(&self) -> Vec<(String, u32)>;
    /// Whether the text is a legal ply here.
    fn check(&self, ply: &str) -> Result<(), Refused>;
    /// Reads, checks and applies a ply; refused, nothing changes.
    fn play(&mut self, ply: &str) -> Result<Played, Refused>;
    /// What a legal ply does, in plain words fit for everybody.
    fn tell(&self, ply: &str) -> Result<Said, Refused>;
    /// A legal action of the player to act, at random.
    fn random_action(&self, source: &mut dyn Source) -> Option<String>;
    /// See [`Game::remarks`].
    fn remarks(&self, by: Observer) -> Vec<Said>;
    /// See [`Game::presets`].
    fn presets(&self) -> Vec<(Words, String)>;
    /// See [`Game::rematches`]: names and specs.
    fn rematches(&self) -> Vec<(Words, String)>;
    /// See [`Game::unlisted`].
    fn unlisted(&self) -> Option<u64>;
    /// See [`Game::sealed`].
    fn sealed(&self) -> bool;
    /// Whether lots may be drawn in this game, now or later.
    fn draws(&self) -> bool;
    /// See [`Game::windows`].
    fn windows(&self) -> bool;
    /// See [`Game::conceals`].
    fn conceals(&self) -> bool;
    /// See [`Game::lapse`].
    fn lapse(&self) -> Option<String>;
    /// See [`Game::recurrence`].
    fn recurrence(&self) -> Option<String>;
    /// The number of ply sequences of a length.
    fn perft(&self, depth: u32) -> u64;
    /// [`perft::divide`].
    fn divide(&self, depth: u32, progress: &mut dyn FnMut(usize, usize)) -> Vec<(String, u64)>;
    /// A copy that goes its own way.
    fn boxed(&self) -> Box<dyn AnyGame>;
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

pub(crate) fn erase<G: Automated>(game: G) -> Box<dyn AnyGame> {
    Box::new(Erased(game))
}

struct Erased<G: Game>(G);

impl<G: Game> Erased<G> {
    /// The ply a text stands for here, legal.
    fn read(&self, text: &str) -> Result<Ply<G::Action, G::Roll>, Refused> {
        match self.0.turn() {
            Turn::Over(outcome) => {
                let result = outcome.text(G::Options::info().letters);
                Err(Refused::NotDue(said!(
                    "the game is over ({result}): `{text}` comes too late",
                    "la partie est finie ({result}) : « {text} » vient trop tard"
                )))
            }
            Turn::Of(_) => {
                let action: G::Action = text.parse().map_err(|error| {
                    if text.parse::<G::Roll>().is_err() {
                        return Refused::Unreadable(error);
                    }
                    Refused::NotDue(said!(
                        "`{text}` is the outcome of a lot, and no lot is due: a player is to act",
                        "« {text} » est l'issue d'un tirage, et aucun n'est attendu : c'est à un joueur d'agir"
                    ))
                })?;
                self.0.check(&action).map_err(|refusal| Refused::Rule {
                    rule: refusal.rule(),
                    said: refusal.said(),
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
                        Refused::NotDue(said!(
                            "a lot is due, and `{text}` is no outcome of it; possible: {due}",
                            "un tirage est attendu, et « {text} » n'en est pas une issue ; possibles : {due}"
                        ))
                    },
                )
            }
        }
    }

    fn sorted(&self, keep: impl Fn(&G::Action) -> bool) -> Vec<String> {
        let mut texts: Vec<String> = perft::plies(&self.0)
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

impl<G: Automated> AnyGame for Erased<G> {
    fn info(&self) -> &'static GameInfo {
        G::Options::info()
    }

    fn spec(&self) -> String {
        self.0.options().spec().to_string()
    }

    fn position(&self) -> String {
        self.0.to_string()
    }

    fn view(&self, by: Observer) -> String {
        self.0.view(by).to_string()
    }

    fn sight(&self, by: Observer) -> AnyView {
        AnyView::of::<G>(&self.0.options(), self.0.view(by))
    }

    fn unveiled(&self) -> AnyView {
        AnyView::of::<G>(&self.0.options(), self.0.unveiled())
    }

    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn legal(&self) -> Vec<String> {
        self.sorted(|_| true)
    }

    fn offered(&self) -> Vec<String> {
        self.sorted(|action| self.0.offered(action))
    }

    fn rolls(&self) -> Vec<(String, u32)> {
        let mut rolls = Vec::new();
        self.0.rolls(&mut rolls);
        rolls.into_iter().map(|(roll, weight)| (roll.to_string(), weight)).collect()
    }

    fn check(&self, ply: &str) -> Result<(), Refused> {
        self.read(ply).map(drop)
    }

    fn play(&mut self, ply: &str) -> Result<Played, Refused> {
        let ply = self.read(ply)?;
        let before = self.0.clone();
        self.0.apply_unchecked(ply);
        Ok(Played {
            text: ply.to_string(),
            pace: G::pace(&before, &ply, &self.0),
            revealed: self.0.secrets() < before.secrets(),
        })
    }

    fn tell(&self, ply: &str) -> Result<Said, Refused> {
        Ok(self.0.tell(&self.read(ply)?))
    }

    fn random_action(&self, source: &mut dyn Source) -> Option<String> {
        self.0.random_action(source).map(|action| action.to_string())
    }

    fn remarks(&self, by: Observer) -> Vec<Said> {
        self.0.remarks(by)
    }

    fn presets(&self) -> Vec<(Words, String)> {
        let presets = self.0.presets();
        presets.into_iter().map(|(name, action)| (name, action.to_string())).collect()
    }

    fn rematches(&self) -> Vec<(Words, String)> {
        let rematches = self.0.rematches().into_iter();
        rematches.map(|(name, options)| (name, options.spec().to_string())).collect()
    }

    fn unlisted(&self) -> Option<u64> {
        self.0.unlisted()
    }

    fn draws(&self) -> bool {
        // A game without lots has no value its lots could have.
        size_of::<G::Roll>() > 0
    }

    fn sealed(&self) -> bool {
        self.0.sealed()
    }

    fn windows(&self) -> bool {
        self.0.windows()
    }

    fn conceals(&self) -> bool {
        self.0.conceals()
    }

    fn lapse(&self) -> Option<String> {
        self.0.lapse().map(|action| action.to_string())
    }

    fn recurrence(&self) -> Option<String> {
        self.0.recurrence()
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::perft(&self.0, depth)
    }

    fn divide(&self, depth: u32, progress: &mut dyn FnMut(usize, usize)) -> Vec<(String, u64)> {
        perft::divide(&self.0, depth, progress)
    }

    fn boxed(&self) -> Box<dyn AnyGame> {
        erase(self.0.clone())
    }
}

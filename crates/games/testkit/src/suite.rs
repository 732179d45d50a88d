use std::collections::HashSet;

use abaque_core::{
    Game, GameOptions, Lang, Observer, Ply, PlyValue, RandomSource, RuleViolation, Seat, Spec,
    SplitMix, Turn,
};

use crate::{random_ply, scramble};

/// Parses a position of a spec; panics with the parse error.
pub fn parse_position<G: Game>(spec: &str, text: &str) -> G {
    let options = parse_options::<G>(spec);
    G::parse(&options, text).unwrap_or_else(|error| panic!("{spec} {text}: {error}"))
}

fn parse_options<G: Game>(spec: &str) -> G::Options {
    let spec: Spec = spec.parse().unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(spec.name, G::Options::description().name);
    G::Options::from_spec(&spec).unwrap_or_else(|error| panic!("{error}"))
}

/// Checks every law at every step of random games.
pub struct LawSuite<'a, G: Game> {
    /// Game specs to play, such as `nim:sticks=5`.
    pub specs: &'a [&'a str],
    /// Start positions in addition to each spec's own: (spec, position).
    pub positions: &'a [(&'a str, &'a str)],
    /// Every action that can be spelled in a position, legal or not, built without the generator.
    pub candidates: fn(&G) -> Vec<G::Action>,
    /// Games played from each start position.
    pub games: u32,
    /// Maximum length of a game.
    pub plies: u32,
}

impl<G: Game> LawSuite<'_, G> {
    /// Plays and checks; panics with the position at the first broken law.
    pub fn run(&self) {
        let starts = self.specs.iter().map(|spec| G::start(&parse_options::<G>(spec)));
        let given = self.positions.iter().map(|(spec, text)| parse_position::<G>(spec, text));
        for (i, start) in starts.chain(given).enumerate() {
            self.options_law(&start);
            for n in 0..self.games {
                let mut source = SplitMix(((i as u64) << 32) | u64::from(n));
                self.play_and_check(start.clone(), &mut source);
            }
        }
    }

    fn play_and_check(&self, mut game: G, source: &mut dyn RandomSource) {
        for _ in 0..self.plies {
            self.text_laws(&game, source);
            self.legality_laws(&game);
            self.chance_laws(&game);
            let Some(ply) = random_ply(&game, source) else { return };
            self.apply_laws(&game, ply);
            game.apply_unchecked(ply);
        }
    }

    /// Options survive the round trip through a spec.
    fn options_law(&self, game: &G) {
        let options = game.options();
        let spec = options.to_spec();
        assert_eq!(G::Options::from_spec(&spec).as_ref(), Ok(&options), "{spec}");
        assert_eq!(spec.to_string().parse::<Spec>().as_ref(), Ok(&spec));
    }

    /// Texts survive the round trip. Scrambled text parses or fails without panicking, and parsed
    /// text prints unchanged.
    fn text_laws(&self, game: &G, source: &mut dyn RandomSource) {
        let options = game.options();
        let text = game.to_string();
        assert!(text.is_ascii() && !text.contains('\n'), "{text}");
        let back = G::parse(&options, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(back.to_string(), text);
        assert_eq!(back.turn(), game.turn(), "{text}");
        assert_eq!(legal_set(&back), legal_set(game), "{text}");
        for by in
            [Observer::Spectator, Observer::Player(Seat::First), Observer::Player(Seat::Second)]
        {
            let view = game.view(by).to_string();
            let back =
                G::parse_view(&options, &view).unwrap_or_else(|error| panic!("{view}: {error}"));
            assert_eq!(back.to_string(), view);
        }
        let damaged = scramble(&text, source);
        match G::parse(&options, &damaged) {
            Ok(read) => assert_eq!(read.to_string(), damaged),
            Err(error) => assert!(!error.message.en.is_empty() && !error.message.fr.is_empty()),
        }
    }

    /// Generator and direct check agree on every candidate; refusals explain themselves.
    fn legality_laws(&self, game: &G) {
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let set: HashSet<G::Action> = legal.iter().copied().collect();
        assert_eq!(set.len(), legal.len(), "generated twice: {game}");
        assert_eq!(game.count_legal(), legal.len() as u64, "bulk count: {game}");
        match game.turn() {
            Turn::Of(_) => {
                assert!(
                    !legal.is_empty() || game.unlisted_count().is_some(),
                    "nothing to do: {game}"
                );
            }
            Turn::Chance | Turn::Over(_) => assert!(legal.is_empty(), "{game}"),
        }
        if let Some(lapse) = game.window_default() {
            assert_eq!(game.lapse_action(), Some(lapse), "{game}");
            assert!(set.contains(&lapse), "{lapse} in {game}");
        }
        for action in &legal {
            assert_eq!(game.check(action), Ok(()), "{action} in {game}");
            action_text_law(action);
            assert!(!game.describe(&Ply::Act(*action)).en.is_empty());
        }
        for action in (self.candidates)(game) {
            action_text_law(&action);
            match game.check(&action) {
                Ok(()) => {
                    let listed = set.contains(&action) || game.unlisted_count().is_some();
                    assert!(listed, "legal but not generated: {action} in {game}");
                }
                Err(violation) => {
                    assert!(!set.contains(&action), "generated but refused: {action} in {game}");
                    let message = violation.message();
                    for lang in Lang::ALL {
                        assert!(message.get(lang).len() > 10, "{action} in {game}: {message}");
                    }
                    assert!(is_rule_id::<G>(violation.rule()), "{}", violation.rule());
                    let mut same = game.clone();
                    assert_eq!(same.play(action), Err(violation));
                    assert_eq!(&same, game, "changed by a refused {action}");
                }
            }
        }
    }

    /// Lots are offered exactly when one is due.
    fn chance_laws(&self, game: &G) {
        let mut rolls = Vec::new();
        game.rolls(&mut rolls);
        assert_eq!(!rolls.is_empty(), game.turn() == Turn::Chance, "{game}");
        let set: HashSet<G::Roll> = rolls.iter().map(|&(roll, _)| roll).collect();
        assert_eq!(set.len(), rolls.len(), "{game}");
        for (roll, weight) in rolls {
            action_text_law(&roll);
            assert!(weight > 0);
            let mut next = game.clone();
            assert!(next.play_roll(roll));
        }
    }

    /// Checked and unchecked steps agree; options never change; a ply ends at most two turns.
    fn apply_laws(&self, game: &G, ply: Ply<G::Action, G::Roll>) {
        let mut next = game.clone();
        next.apply_unchecked(ply);
        let mut checked = game.clone();
        match ply {
            Ply::Act(action) => assert_eq!(checked.play(action), Ok(())),
            Ply::Roll(roll) => assert!(checked.play_roll(roll)),
        }
        assert_eq!(checked, next);
        assert_eq!(next.options(), game.options());
        assert!(G::ply_progress(game, &ply, &next).turns_ended <= 2);
    }
}

fn legal_set<G: Game>(game: &G) -> HashSet<G::Action> {
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    legal.into_iter().collect()
}

fn action_text_law<A: PlyValue>(action: &A) {
    let text = action.to_string();
    assert!(text.is_ascii() && !text.contains(' '), "{text}");
    assert_eq!(text.parse::<A>().as_ref(), Ok(action), "{text}");
}

/// Whether an id is of the game's own rules or of the common ones.
fn is_rule_id<G: Game>(id: &str) -> bool {
    id.split_once('-').is_some_and(|(prefix, number)| {
        [G::Options::description().rule_prefix, "COM"].contains(&prefix)
            && number.len() == 2
            && number.bytes().all(|b| b.is_ascii_digit())
    })
}

//! One player's copy of a game, and the invariants of everything the server says about it.

use abaque_protocol::{GameSnapshot, GameStage, GameState, Plies, Seat, ServerMessage, VisiblePly};

use crate::Failure;
use crate::games::{is_open, lapse_ply};

/// One player's copy of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct ObservedGame {
    pub(crate) game: String,
    pub(crate) spec: String,
    pub(crate) snapshot: Option<GameSnapshot>,
    /// This player's acknowledged plies in order, with their versions.
    pub(crate) acknowledged: Vec<(u32, String)>,
    /// Whether the next message covers a gap, which may be empty.
    pub(crate) is_catching_up: bool,
    /// Number of states checked; the expensive check runs on some of them.
    states_checked: u64,
    /// Ply of a lapsed interrupt window: played by timeout or by waiver.
    lapse: Option<String>,
}

/// What a message did.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum MessageEffect {
    /// The game changed, or a snapshot came.
    Changed,
    /// A request was carried out.
    Done { key: String, version: u32 },
    /// A request was refused.
    Refused { key: Option<String>, code: String, detail: String },
    /// Anything else.
    Other,
}

impl ObservedGame {
    pub(crate) fn new(game: &str, spec: &str) -> ObservedGame {
        let lapse = lapse_ply(spec);
        ObservedGame { game: game.into(), spec: spec.into(), lapse, ..ObservedGame::default() }
    }

    pub(crate) fn state(&self) -> Option<&GameState> {
        self.snapshot.as_ref().map(|table| &table.state)
    }

    pub(crate) fn version(&self) -> Option<u32> {
        self.state().map(|state| state.version)
    }

    pub(crate) fn stage(&self) -> Option<GameStage> {
        self.state().map(|state| state.stage)
    }

    pub(crate) fn plies(&self) -> &[VisiblePly] {
        self.snapshot.as_ref().map_or(&[], |table| &table.plies.list)
    }

    /// Whether this player is to act.
    pub(crate) fn is_due(&self) -> bool {
        self.snapshot
            .as_ref()
            .is_some_and(|table| table.state.to_act.iter().any(|seat| table.yours.contains(seat)))
    }

    /// Applies a message, or reports what is wrong with it.
    pub(crate) fn receive(&mut self, message: ServerMessage) -> Result<MessageEffect, Failure> {
        let result = self.apply(message);
        result.map_err(|wrong| format!("game {} ({}): {wrong}", self.game, self.spec))
    }

    fn apply(&mut self, message: ServerMessage) -> Result<MessageEffect, Failure> {
        match message {
            ServerMessage::Table(fresh) if fresh.info.game == self.game => {
                self.apply_snapshot(*fresh)?
            }
            ServerMessage::Step { game, after, plies, state } if game == self.game => {
                self.apply_step(after, &plies, *state)?;
            }
            ServerMessage::Version { game, version } if game == self.game => {
                let table = self.snapshot.as_mut().ok_or("a version before the table")?;
                if version <= table.state.version {
                    return Err(format!("version {version} after {}", table.state.version));
                }
                table.state.version = version;
            }
            ServerMessage::Done { game, key, version } if game == self.game => {
                return Ok(MessageEffect::Done { key, version });
            }
            ServerMessage::Refused { game, key, problem } => {
                if game.is_none_or(|game| game == self.game) {
                    let (code, detail) = (problem.code, problem.detail);
                    return Ok(MessageEffect::Refused { key, code, detail });
                }
                return Ok(MessageEffect::Other);
            }
            ServerMessage::Hello { protocol, .. } if protocol != abaque_protocol::VERSION => {
                return Err(format!("protocol {protocol}"));
            }
            _ => return Ok(MessageEffect::Other),
        }
        Ok(MessageEffect::Changed)
    }

    fn apply_snapshot(&mut self, fresh: GameSnapshot) -> Result<(), Failure> {
        if fresh.plies.from != 0 {
            return Err("a table that does not begin at the first ply".into());
        }
        if let Some(known) = &self.snapshot {
            if fresh.state.version < known.state.version {
                return Err(format!(
                    "the version went back from {} to {}",
                    known.state.version, fresh.state.version
                ));
            }
            check_continues(&known.plies.list, &fresh.plies.list)?;
        }
        self.states_checked += 1;
        check_state(&self.spec, &fresh.yours, &fresh.state, self.states_checked)?;
        self.snapshot = Some(fresh);
        self.is_catching_up = false;
        Ok(())
    }

    fn apply_step(&mut self, after: u32, plies: &Plies, state: GameState) -> Result<(), Failure> {
        let table = self.snapshot.as_mut().ok_or("a step before the table")?;
        let have = table.state.version;
        if after != have {
            return Err(format!("a step after version {after}, and version {have} is known"));
        }
        if state.version < have || (state.version == have && !self.is_catching_up) {
            return Err(format!("a step from version {have} to {}", state.version));
        }
        let known = table.plies.list.len();
        if plies.from as usize != known {
            return Err(format!("plies from {} on, and {known} are known", plies.from));
        }
        self.states_checked += 1;
        check_state(&self.spec, &table.yours, &state, self.states_checked)?;
        table.plies.list.extend(plies.list.iter().cloned());
        table.state = state;
        self.is_catching_up = false;
        Ok(())
    }

    /// Records an acknowledged ply of this player.
    pub(crate) fn record_acknowledged(
        &mut self,
        version: u32,
        ply: Option<&str>,
    ) -> Result<(), Failure> {
        let seen = self.version().unwrap_or_default();
        if seen < version {
            return Err(format!(
                "game {}: done at version {version}, but only {seen} was received",
                self.game
            ));
        }
        if let Some(ply) = ply {
            self.acknowledged.push((version, ply.to_owned()));
        }
        Ok(())
    }

    /// Checks that all acknowledged plies are present once, in order, and that this player has no
    /// others except perhaps the pending request.
    pub(crate) fn check_acknowledged(&self, open: Option<&str>) -> Result<(), Failure> {
        let Some(table) = &self.snapshot else { return Ok(()) };
        let is_lapse = |ply: &str| self.lapse.as_deref() == Some(ply);
        let own = table.plies.list.iter().filter(|shown| {
            shown.seat.is_some_and(|seat| table.yours.contains(&seat)) && !is_lapse(&shown.ply)
        });
        let own: Vec<&str> = own.map(|shown| shown.ply.as_str()).collect();
        let mut safe: Vec<&str> = self.acknowledged.iter().map(|(_, ply)| ply.as_str()).collect();
        safe.retain(|ply| !is_lapse(ply));
        let submitted = table.state.submitted.iter().any(|seat| table.yours.contains(seat));
        // A submitted set-up is on the board only once both are; a game that ends earlier keeps it
        // sealed.
        let unopened = table.state.stage == GameStage::Over
            && table.plies.list.iter().all(|shown| shown.seat.is_none())
            && safe.iter().all(|ply| abaque_draw::is_sealed(&self.spec, ply));
        if (submitted || unopened) && own.len() + 1 == safe.len() {
            safe.pop();
        }
        if let Some(open) = open.filter(|_| own.len() == safe.len() + 1) {
            safe.push(open);
        }
        if own == safe {
            return Ok(());
        }
        let place = own.iter().zip(&safe).position(|(one, other)| one != other);
        let place = place.unwrap_or(own.len().min(safe.len()));
        Err(format!(
            "game {}: {} plies of this player are there and {} were acknowledged; they part at number {}: {:?} there, {:?} acknowledged; {:?} at version {}, handed in: {:?}",
            self.game,
            own.len(),
            safe.len(),
            place + 1,
            own.get(place),
            safe.get(place),
            table.state.stage,
            table.state.version,
            table.state.submitted
        ))
    }
}

impl ObservedGame {
    /// Checks that the opponent's secret set-up is not shown before the end.
    pub(crate) fn check_no_leak(&self) -> Result<(), Failure> {
        let Some(table) = &self.snapshot else { return Ok(()) };
        let leaked = table.plies.list.iter().find(|shown| {
            shown.seat.is_some_and(|seat| !table.yours.contains(&seat))
                && abaque_draw::is_sealed(&self.spec, &shown.ply)
        });
        match leaked.filter(|_| table.state.stage != GameStage::Over) {
            Some(shown) => Err(format!("game {}: a set-up leaked: {shown:?}", self.game)),
            None => Ok(()),
        }
    }
}

/// Checks that one list of plies continues another; secrets may have been revealed.
fn check_continues(known: &[VisiblePly], fresh: &[VisiblePly]) -> Result<(), Failure> {
    if fresh.len() < known.len() {
        return Err(format!("{} plies were known, {} are received", known.len(), fresh.len()));
    }
    for (index, (one, other)) in known.iter().zip(fresh).enumerate() {
        let secret = one.ply == "?" && one.seat == other.seat;
        if one != other && !secret {
            return Err(format!("ply {} was {one:?} and is {other:?}", index + 1));
        }
    }
    Ok(())
}

/// Checks that two viewers received the same game: plies known to both are equal.
pub(crate) fn check_agreement(one: &[VisiblePly], other: &[VisiblePly]) -> Result<(), Failure> {
    if one.len() != other.len() {
        return Err(format!("one viewer received {} plies, another {}", one.len(), other.len()));
    }
    for (index, (one, other)) in one.iter().zip(other).enumerate() {
        let secret = one.ply == "?" || other.ply == "?";
        if one.seat != other.seat || one.clock != other.clock || (one.ply != other.ply && !secret) {
            return Err(format!(
                "ply {}: one viewer received {one:?}, another {other:?}",
                index + 1
            ));
        }
    }
    Ok(())
}

/// Checks a state for its viewer.
fn check_state(spec: &str, yours: &[Seat], state: &GameState, number: u64) -> Result<(), Failure> {
    let playing = state.stage == GameStage::Playing;
    if playing || state.stage == GameStage::Over {
        // A finished game has no secrets: the view is the whole position.
        let view = match playing {
            true => abaque_catalog::canonical_view(spec, &state.view),
            false => abaque_catalog::open_at(spec, &state.view).map(|game| game.position()),
        };
        let view = view.map_err(|error| format!("a view that is none: {error}"))?;
        if view != state.view {
            return Err(format!("the view `{}` is written `{view}`", state.view));
        }
    }
    if (state.stage == GameStage::Over) != state.ending.is_some() {
        return Err("an ending without an end, or an end without an ending".into());
    }
    if !playing && !state.to_act.is_empty() {
        return Err(format!("{:?} are to act in a game that is not played", state.to_act));
    }
    let due = state.to_act.iter().any(|seat| yours.contains(seat));
    match &state.legal {
        Some(_) if !due => return Err("`legal` was sent to a player not to act".into()),
        None if due => return Err("`legal` was not sent to the player to act".into()),
        Some(legal) if legal.is_empty() => return Err("nothing is legal".into()),
        _ => {}
    }
    // Without hidden information the position determines the legal actions; regenerating them is
    // expensive.
    if let (Some(legal), true) = (&state.legal, number.is_multiple_of(8) && is_open(spec)) {
        let game = abaque_catalog::open_at(spec, &state.view).map_err(|error| error.to_string())?;
        if game.offered_plies() != *legal {
            return Err(format!("`legal` is not what is legal in `{}`", state.view));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{all_specs, sealed_game};
    use serde_json::{Value, json};

    fn state(version: u32, plies: &[&str], seat: u8) -> Value {
        let mut game = abaque_catalog::open("abalone").unwrap();
        plies.iter().for_each(|ply| drop(game.play(ply).unwrap()));
        let due = 1 + plies.len() as u8 % 2;
        let mut state = json!({ "version": version, "stage": "playing", "view": game.position(),
            "to_act": [due], "now": 1 });
        if due == seat {
            state["legal"] = json!(game.offered_plies());
        }
        state
    }

    fn shown(plies: &[&str]) -> Value {
        let list = plies.iter().enumerate();
        list.map(|(index, ply)| json!({ "ply": ply, "seat": 1 + index % 2 })).collect()
    }

    fn table(version: u32, plies: &[&str]) -> Value {
        json!({ "tell": "table", "yours": [1], "state": state(version, plies, 1), "lots": { "used": false },
            "plies": { "from": 0, "list": shown(plies) },
            "info": { "game": "g", "spec": "abalone", "clock": "-", "rated": false, "public": false, "hot_seat": false,
                "seats": [{}, {}], "status": "playing", "plies": plies.len(), "created": 0, "touched": 0 } })
    }

    fn step(after: u32, version: u32, from: usize, plies: &[&str]) -> Value {
        let list: Vec<_> = shown(plies).as_array().unwrap()[from..].to_vec();
        json!({ "tell": "step", "game": "g", "after": after, "state": state(version, plies, 1),
            "plies": { "from": from, "list": list } })
    }

    /// First plies of a game.
    fn plies() -> Vec<String> {
        let mut game = abaque_catalog::open("abalone").unwrap();
        (0..4)
            .map(|_| {
                let ply = game.offered_plies().swap_remove(0);
                game.play(&ply).unwrap();
                ply
            })
            .collect()
    }

    fn hear(picture: &mut ObservedGame, message: Value) -> Result<MessageEffect, Failure> {
        picture.receive(serde_json::from_value(message).unwrap())
    }

    fn at_one(plies: &[&str]) -> ObservedGame {
        let mut picture = ObservedGame::new("g", "abalone");
        assert_eq!(hear(&mut picture, table(1, &plies[..1])), Ok(MessageEffect::Changed));
        picture
    }

    #[test]
    fn only_consistent_steps_are_accepted() {
        let plies = plies();
        let plies: Vec<&str> = plies.iter().map(String::as_str).collect();
        let known = at_one(&plies);
        let wrong = |message: Value| hear(&mut known.clone(), message).is_err();
        assert!(!wrong(step(1, 2, 1, &plies[..2])));
        assert!(!wrong(table(3, &plies[..3])));
        // Versions: decreasing, skipped, repeated.
        assert!(wrong(step(0, 2, 1, &plies[..2])));
        assert!(wrong(step(2, 3, 1, &plies[..2])));
        assert!(wrong(step(1, 1, 1, &plies[..2])));
        assert!(wrong(table(0, &plies[..1])));
        assert!(wrong(json!({ "tell": "version", "game": "g", "version": 1 })));
        // Plies: missing, changed, removed.
        assert!(wrong(step(1, 3, 2, &plies[..3])));
        assert!(wrong(table(2, &[])));
        let mut other = table(2, &plies[..2]);
        other["plies"]["list"][0]["ply"] = json!("a1b1c1");
        assert!(wrong(other));
    }

    #[test]
    fn impossible_states_are_detected() {
        let plies = plies();
        let plies: Vec<&str> = plies.iter().map(String::as_str).collect();
        let wrong = |change: fn(&mut Value)| {
            let mut message = step(1, 2, 1, &plies[..2]);
            change(&mut message["state"]);
            hear(&mut at_one(&plies), message).is_err()
        };
        assert!(!wrong(|_| {}));
        assert!(wrong(|state| state["view"] = json!("nothing")));
        assert!(wrong(|state| state["legal"] = Value::Null));
        assert!(wrong(|state| state["legal"] = json!([])));
        assert!(wrong(|state| state["to_act"] = json!([2])));
        assert!(wrong(|state| state["stage"] = json!("over")));
    }

    #[test]
    fn lost_repeated_and_changed_acts_are_detected() {
        let plies = plies();
        let plies: Vec<&str> = plies.iter().map(String::as_str).collect();
        let mut picture = ObservedGame::new("g", "abalone");
        hear(&mut picture, table(3, &plies[..3])).unwrap();
        assert!(picture.record_acknowledged(4, None).is_err());
        picture.record_acknowledged(1, Some(plies[0])).unwrap();
        assert!(picture.check_acknowledged(None).is_err());
        assert_eq!(picture.check_acknowledged(Some(plies[2])), Ok(()));
        picture.record_acknowledged(3, Some(plies[2])).unwrap();
        assert_eq!(picture.check_acknowledged(None), Ok(()));
        picture.record_acknowledged(3, Some(plies[2])).unwrap();
        assert!(picture.check_acknowledged(None).is_err());
    }

    #[test]
    fn only_sealed_set_ups_may_be_missing() {
        let (_, set_up) = abaque_catalog::open(sealed_game()).unwrap().presets().swap_remove(0);
        for (ply, stage, well) in [
            (&*set_up, GameStage::Over, true),
            (&*set_up, GameStage::Playing, false),
            ("a1b1", GameStage::Over, false),
        ] {
            let mut picture = ObservedGame::new("g", "abalone");
            hear(&mut picture, table(1, &[])).unwrap();
            picture.spec = sealed_game().into();
            picture.snapshot.as_mut().unwrap().state.stage = stage;
            picture.record_acknowledged(1, Some(ply)).unwrap();
            assert_eq!(picture.check_acknowledged(None).is_ok(), well, "{ply} {stage:?}");
        }
    }

    #[test]
    fn a_lapsed_window_needs_no_acknowledgement() {
        let with_windows: Vec<_> = all_specs().into_iter().filter_map(lapse_ply).collect();
        assert!(!with_windows.is_empty());
        for lapse in with_windows {
            let plies = plies();
            let mut picture = at_one(&[&plies[0]]);
            picture.snapshot.as_mut().unwrap().plies.list[0].ply = lapse.clone();
            assert!(picture.check_acknowledged(None).is_err());
            picture.lapse = Some(lapse);
            assert_eq!(picture.check_acknowledged(None), Ok(()));
        }
    }

    #[test]
    fn contradicting_observers_are_detected() {
        let list =
            |plies: &[&str]| -> Vec<VisiblePly> { serde_json::from_value(shown(plies)).unwrap() };
        assert_eq!(check_agreement(&list(&["a", "?"]), &list(&["?", "b"])), Ok(()));
        assert!(check_agreement(&list(&["a", "b"]), &list(&["a", "c"])).is_err());
        assert!(check_agreement(&list(&["a", "b"]), &list(&["a"])).is_err());
    }
}

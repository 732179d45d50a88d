//! One player's picture of a game, and everything that must be true of what the server says about it.

use abaque_protocol::{Plies, Shown, Snapshot, Stage, State, Tell};

use crate::Wrong;

/// What a window of Abraxas lapses to: time plays it, or whoever lets it pass.
const LAPSE: &str = "go";

/// A player's picture.
#[derive(Clone, Debug, Default)]
pub(crate) struct Picture {
    pub(crate) game: String,
    pub(crate) spec: String,
    pub(crate) table: Option<Snapshot>,
    /// What this player played and was told is safe, in order: the version, the ply.
    pub(crate) safe: Vec<(u32, String)>,
    /// Whether the next word is about a gap, which may be empty.
    pub(crate) back: bool,
    /// How many states were checked; the dear check is made on some of them.
    checked: u64,
}

/// What a message was.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Heard {
    /// The game changed, or came as a whole.
    News,
    /// A request was carried out.
    Done { key: String, version: u32 },
    /// It was not.
    Refused { key: Option<String>, code: String, detail: String },
    /// Whatever is of no concern here.
    Other,
}

impl Picture {
    pub(crate) fn new(game: &str, spec: &str) -> Picture {
        Picture { game: game.into(), spec: spec.into(), ..Picture::default() }
    }

    pub(crate) fn state(&self) -> Option<&State> {
        self.table.as_ref().map(|table| &table.state)
    }

    pub(crate) fn version(&self) -> Option<u32> {
        self.state().map(|state| state.version)
    }

    pub(crate) fn stage(&self) -> Option<Stage> {
        self.state().map(|state| state.stage)
    }

    pub(crate) fn plies(&self) -> &[Shown] {
        self.table.as_ref().map_or(&[], |table| &table.plies.list)
    }

    /// Whether this player is to act.
    pub(crate) fn is_due(&self) -> bool {
        self.table
            .as_ref()
            .is_some_and(|table| table.state.to_act.iter().any(|seat| table.yours.contains(seat)))
    }

    /// Takes a message in, or says what is wrong with it.
    pub(crate) fn hear(&mut self, tell: Tell) -> Result<Heard, Wrong> {
        let heard = self.take(tell);
        heard.map_err(|wrong| format!("game {} ({}): {wrong}", self.game, self.spec))
    }

    fn take(&mut self, tell: Tell) -> Result<Heard, Wrong> {
        match tell {
            Tell::Table(fresh) if fresh.info.game == self.game => self.whole(*fresh)?,
            Tell::Step { game, after, plies, state } if game == self.game => {
                self.step(after, &plies, *state)?;
            }
            Tell::Version { game, version } if game == self.game => {
                let table = self.table.as_mut().ok_or("a version before the table")?;
                if version <= table.state.version {
                    return Err(format!("version {version} after {}", table.state.version));
                }
                table.state.version = version;
            }
            Tell::Done { game, key, version } if game == self.game => {
                return Ok(Heard::Done { key, version });
            }
            Tell::Refused { game, key, problem } => {
                if game.is_none_or(|game| game == self.game) {
                    let (code, detail) = (problem.code, problem.detail);
                    return Ok(Heard::Refused { key, code, detail });
                }
                return Ok(Heard::Other);
            }
            Tell::Hello { protocol, .. } if protocol != abaque_protocol::VERSION => {
                return Err(format!("protocol {protocol}"));
            }
            _ => return Ok(Heard::Other),
        }
        Ok(Heard::News)
    }

    fn whole(&mut self, fresh: Snapshot) -> Result<(), Wrong> {
        if fresh.plies.from != 0 {
            return Err("a table that does not begin at the first ply".into());
        }
        if let Some(known) = &self.table {
            if fresh.state.version < known.state.version {
                return Err(format!(
                    "the version went back from {} to {}",
                    known.state.version, fresh.state.version
                ));
            }
            same(&known.plies.list, &fresh.plies.list)?;
        }
        self.checked += 1;
        judge(&self.spec, &fresh.yours, &fresh.state, self.checked)?;
        self.table = Some(fresh);
        self.back = false;
        Ok(())
    }

    fn step(&mut self, after: u32, plies: &Plies, state: State) -> Result<(), Wrong> {
        let table = self.table.as_mut().ok_or("a step before the table")?;
        let have = table.state.version;
        if after != have {
            return Err(format!("a step after version {after}, and version {have} is known"));
        }
        if state.version < have || (state.version == have && !self.back) {
            return Err(format!("a step from version {have} to {}", state.version));
        }
        let known = table.plies.list.len();
        if plies.from as usize != known {
            return Err(format!("plies from {} on, and {known} are known", plies.from));
        }
        self.checked += 1;
        judge(&self.spec, &table.yours, &state, self.checked)?;
        table.plies.list.extend(plies.list.iter().cloned());
        table.state = state;
        self.back = false;
        Ok(())
    }

    /// Notes that something this player played is safe.
    pub(crate) fn acknowledged(&mut self, version: u32, ply: Option<&str>) -> Result<(), Wrong> {
        let seen = self.version().unwrap_or_default();
        if seen < version {
            return Err(format!(
                "game {}: done at version {version}, and only {seen} was told",
                self.game
            ));
        }
        if let Some(ply) = ply {
            self.safe.push((version, ply.to_owned()));
        }
        Ok(())
    }

    /// Everything acknowledged is there, once, in order, and nothing else of this player but perhaps the one request that is
    /// not answered yet.
    pub(crate) fn tally(&self, open: Option<&str>) -> Result<(), Wrong> {
        let Some(table) = &self.table else { return Ok(()) };
        let own = table.plies.list.iter().filter(|shown| {
            shown.seat.is_some_and(|seat| table.yours.contains(&seat)) && shown.ply != LAPSE
        });
        let own: Vec<&str> = own.map(|shown| shown.ply.as_str()).collect();
        let mut safe: Vec<&str> = self.safe.iter().map(|(_, ply)| ply.as_str()).collect();
        safe.retain(|ply| *ply != LAPSE);
        let submitted = table.state.submitted.iter().any(|seat| table.yours.contains(seat));
        // A set-up handed in is on the board only when both are; a game that ends before keeps it sealed.
        let unopened = table.state.stage == Stage::Over
            && table.plies.list.iter().all(|shown| shown.seat.is_none())
            && safe.iter().all(|ply| ply.starts_with("setup:"));
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

/// Whether one list of plies goes on from another; what was secret may have come out.
fn same(known: &[Shown], fresh: &[Shown]) -> Result<(), Wrong> {
    if fresh.len() < known.len() {
        return Err(format!("{} plies were known, {} are told", known.len(), fresh.len()));
    }
    for (index, (one, other)) in known.iter().zip(fresh).enumerate() {
        let secret = one.ply == "?" && one.seat == other.seat;
        if one != other && !secret {
            return Err(format!("ply {} was {one:?} and is {other:?}", index + 1));
        }
    }
    Ok(())
}

/// Whether two viewers were told the same game: where both know a ply, it is one ply.
pub(crate) fn agree(one: &[Shown], other: &[Shown]) -> Result<(), Wrong> {
    if one.len() != other.len() {
        return Err(format!("one was told {} plies, another {}", one.len(), other.len()));
    }
    for (index, (one, other)) in one.iter().zip(other).enumerate() {
        let secret = one.ply == "?" || other.ply == "?";
        if one.seat != other.seat || one.clock != other.clock || (one.ply != other.ply && !secret) {
            return Err(format!("ply {}: one was told {one:?}, another {other:?}", index + 1));
        }
    }
    Ok(())
}

/// Whether a state is one its viewer may be told.
fn judge(spec: &str, yours: &[u8], state: &State, number: u64) -> Result<(), Wrong> {
    let playing = state.stage == Stage::Playing;
    if playing || state.stage == Stage::Over {
        // Over means that nothing is secret any more: then it is the whole position.
        let view = match playing {
            true => abaque_catalog::check_view(spec, &state.view),
            false => abaque_catalog::open_at(spec, &state.view).map(|game| game.position()),
        };
        let view = view.map_err(|error| format!("a view that is none: {error}"))?;
        if view != state.view {
            return Err(format!("the view `{}` is written `{view}`", state.view));
        }
    }
    if (state.stage == Stage::Over) != state.ending.is_some() {
        return Err("an ending without an end, or an end without an ending".into());
    }
    if !playing && !state.to_act.is_empty() {
        return Err(format!("{:?} are to act in a game that is not played", state.to_act));
    }
    let due = state.to_act.iter().any(|seat| yours.contains(seat));
    match &state.legal {
        Some(_) if !due => return Err("`legal` came to somebody who is not to act".into()),
        None if due => return Err("`legal` did not come to whoever is to act".into()),
        Some(legal) if legal.is_empty() => return Err("nothing is legal".into()),
        _ => {}
    }
    // Where nothing is hidden the position says what is legal; generating it all again is dear.
    if let (Some(legal), true) =
        (&state.legal, number.is_multiple_of(8) && !spec.starts_with("blocs"))
    {
        let game = abaque_catalog::open_at(spec, &state.view).map_err(|error| error.to_string())?;
        if game.offered() != *legal {
            return Err(format!("`legal` is not what is legal in `{}`", state.view));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn state(version: u32, plies: &[&str], seat: u8) -> Value {
        let mut game = abaque_catalog::open("abalone").unwrap();
        plies.iter().for_each(|ply| drop(game.play(ply).unwrap()));
        let due = 1 + plies.len() as u8 % 2;
        let mut state = json!({ "version": version, "stage": "playing", "view": game.position(),
            "to_act": [due], "now": 1 });
        if due == seat {
            state["legal"] = json!(game.offered());
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

    /// The first plies of a game.
    fn plies() -> Vec<String> {
        let mut game = abaque_catalog::open("abalone").unwrap();
        (0..4)
            .map(|_| {
                let ply = game.offered().swap_remove(0);
                game.play(&ply).unwrap();
                ply
            })
            .collect()
    }

    fn hear(picture: &mut Picture, told: Value) -> Result<Heard, Wrong> {
        picture.hear(serde_json::from_value(told).unwrap())
    }

    fn at_one(plies: &[&str]) -> Picture {
        let mut picture = Picture::new("g", "abalone");
        assert_eq!(hear(&mut picture, table(1, &plies[..1])), Ok(Heard::News));
        picture
    }

    #[test]
    fn what_follows_is_taken_and_what_does_not_is_seen() {
        let plies = plies();
        let plies: Vec<&str> = plies.iter().map(String::as_str).collect();
        let known = at_one(&plies);
        let wrong = |told: Value| hear(&mut known.clone(), told).is_err();
        assert!(!wrong(step(1, 2, 1, &plies[..2])));
        assert!(!wrong(table(3, &plies[..3])));
        // Versions: back, skipped, standing still.
        assert!(wrong(step(0, 2, 1, &plies[..2])));
        assert!(wrong(step(2, 3, 1, &plies[..2])));
        assert!(wrong(step(1, 1, 1, &plies[..2])));
        assert!(wrong(table(0, &plies[..1])));
        assert!(wrong(json!({ "tell": "version", "game": "g", "version": 1 })));
        // Plies: missing, changed, gone.
        assert!(wrong(step(1, 3, 2, &plies[..3])));
        assert!(wrong(table(2, &[])));
        let mut other = table(2, &plies[..2]);
        other["plies"]["list"][0]["ply"] = json!("a1b1c1");
        assert!(wrong(other));
    }

    #[test]
    fn states_nobody_may_be_told_are_seen() {
        let plies = plies();
        let plies: Vec<&str> = plies.iter().map(String::as_str).collect();
        let wrong = |change: fn(&mut Value)| {
            let mut told = step(1, 2, 1, &plies[..2]);
            change(&mut told["state"]);
            hear(&mut at_one(&plies), told).is_err()
        };
        assert!(!wrong(|_| {}));
        assert!(wrong(|state| state["view"] = json!("nothing")));
        assert!(wrong(|state| state["legal"] = Value::Null));
        assert!(wrong(|state| state["legal"] = json!([])));
        assert!(wrong(|state| state["to_act"] = json!([2])));
        assert!(wrong(|state| state["stage"] = json!("over")));
    }

    #[test]
    fn acts_lost_twice_or_changed_are_seen() {
        let plies = plies();
        let plies: Vec<&str> = plies.iter().map(String::as_str).collect();
        let mut picture = Picture::new("g", "abalone");
        hear(&mut picture, table(3, &plies[..3])).unwrap();
        assert!(picture.acknowledged(4, None).is_err());
        picture.acknowledged(1, Some(plies[0])).unwrap();
        assert!(picture.tally(None).is_err());
        assert_eq!(picture.tally(Some(plies[2])), Ok(()));
        picture.acknowledged(3, Some(plies[2])).unwrap();
        assert_eq!(picture.tally(None), Ok(()));
        picture.acknowledged(3, Some(plies[2])).unwrap();
        assert!(picture.tally(None).is_err());
    }

    #[test]
    fn a_set_up_may_stay_sealed_but_no_move_may_be_missing() {
        for (ply, stage, well) in [
            ("setup:x", Stage::Over, true),
            ("setup:x", Stage::Playing, false),
            ("a1b1", Stage::Over, false),
        ] {
            let mut picture = Picture::new("g", "abalone");
            hear(&mut picture, table(1, &[])).unwrap();
            picture.table.as_mut().unwrap().state.stage = stage;
            picture.acknowledged(1, Some(ply)).unwrap();
            assert_eq!(picture.tally(None).is_ok(), well, "{ply} {stage:?}");
        }
    }

    #[test]
    fn two_who_were_told_different_things_do_not_agree() {
        let list = |plies: &[&str]| -> Vec<Shown> { serde_json::from_value(shown(plies)).unwrap() };
        assert_eq!(agree(&list(&["a", "?"]), &list(&["?", "b"])), Ok(()));
        assert!(agree(&list(&["a", "b"]), &list(&["a", "c"])).is_err());
        assert!(agree(&list(&["a", "b"]), &list(&["a"])).is_err());
    }
}

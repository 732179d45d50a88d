use abaque_core::{Lang, Message, Millis, ParseError, Seat, Turn, message};
use abaque_record::{CheckReport, Record, RecordError, check, parse};
use abaque_table::{MatchSettings, Table, TableAct, Timestamp};

use super::recording::{COMPUTER_TAGS, COMPUTER_TIME_TAG, PLAYER_TAGS};
use super::{LocalGame, LotEvidence, SeatedPlayer};
use crate::duration_text;

/// A parsed and verified record: plies, result, lots, seals, clocks.
pub struct ResumableGame {
    /// The match settings; records do not store the Stop window.
    pub setting: MatchSettings,
    record: Record,
    checked: CheckReport,
}

impl ResumableGame {
    /// Parses a text with exactly one record.
    pub fn parse(text: &str) -> Result<ResumableGame, Message> {
        let wrong = |error: &RecordError| {
            let (en, fr) = (error.localized(Lang::En), error.localized(Lang::Fr));
            message!("{en}", "{fr}")
        };
        let mut records = parse(text).map_err(|error| wrong(&error))?;
        let count = records.len();
        let (Some(record), 1) = (records.pop(), count) else {
            return Err(message!(
                "there are {count} games here; you can only resume one",
                "il y a {count} parties ici\u{a0}; on ne peut en reprendre qu'une"
            ));
        };
        let checked = check(&record).map_err(|error| wrong(&error))?;
        let mut setting =
            MatchSettings::from_game(record.open_start().map_err(|error| wrong(&error))?);
        let clock = record.tag("Clock").unwrap_or("-");
        setting.set_clock(clock.parse().map_err(|error: ParseError| error.message)?);
        setting.take_backs = record.tag("Takebacks") != Some("no");
        Ok(ResumableGame { setting, record, checked })
    }

    /// The player name recorded for a seat.
    pub fn player_name(&self, seat: Seat) -> Option<&str> {
        self.record.tag(PLAYER_TAGS[seat.index()])
    }

    /// The bot kind recorded for a seat.
    pub fn computer(&self, seat: Seat) -> Option<&str> {
        self.record.tag(COMPUTER_TAGS[seat.index()])
    }

    /// The recorded thinking time of the bots.
    pub fn computer_time(&self) -> Result<Option<Millis>, ParseError> {
        self.record.tag(COMPUTER_TIME_TAG).map(duration_text::parse_duration).transpose()
    }

    /// Resumes the game with these players. `fresh` is used if the record has no seeds.
    pub fn into_game(
        self,
        players: [SeatedPlayer; 2],
        fresh: LotEvidence,
        now: Timestamp,
    ) -> Result<LocalGame, Message> {
        let ResumableGame { setting, record, checked } = self;
        let proof = LotEvidence::from_record(&record, &checked, fresh);
        let mut table = Table::new(setting, now);
        replay(&mut table, &record, now)?;
        let date = record.tag("Date").unwrap_or_default().to_owned();
        let resumed = Some(record);
        Ok(LocalGame { table, lot_evidence: proof, players, computer_time: None, date, resumed })
    }

    fn players(&self) -> Result<[SeatedPlayer; 2], ParseError> {
        let mut players = [SeatedPlayer::default(), SeatedPlayer::default()];
        for (player, seat) in players.iter_mut().zip(Seat::ALL) {
            player.name = self.player_name(seat).map(String::from);
            player.computer = self.computer(seat).map(str::parse).transpose()?;
        }
        Ok(players)
    }
}

impl LocalGame {
    /// Resumes a record with the players it names.
    pub fn resume(text: &str, fresh: LotEvidence, now: Timestamp) -> Result<LocalGame, Message> {
        let saved = ResumableGame::parse(text)?;
        let players = saved.players().map_err(|error| error.message)?;
        let computer_time = saved.computer_time().map_err(|error| error.message)?;
        Ok(LocalGame { computer_time, ..saved.into_game(players, fresh, now)? })
    }
}

/// Replays a record, clocks included, and applies its result.
fn replay(table: &mut Table, record: &Record, now: Timestamp) -> Result<(), Message> {
    let to_message = |refused: abaque_table::ActError| {
        let (en, fr) = (refused.localized(Lang::En), refused.localized(Lang::Fr));
        message!("{en}", "{fr}")
    };
    let mut restored = 0;
    for ply in record.plies().map(String::from) {
        let act = match table.game().turn() {
            Turn::Chance => TableAct::Lot { outcome: ply },
            Turn::Of(seat) if table.can_act(seat) => TableAct::play(seat, ply),
            // The second seat's set-up while the first one's is pending.
            _ => TableAct::play(Seat::Second, ply),
        };
        table.step(act, now).map_err(to_message)?;
        // Two set-ups take effect with one act, so an act may add no ply or several.
        for (index, noted) in record.main_line().moves().iter().enumerate().skip(restored) {
            if index == table.plies().len() {
                break;
            }
            if let Some(left) = noted.clock() {
                // A player who moved on had time left, even if the recorded clock rounds to zero.
                table.restore_clock(index, left.max(Millis(1)), now);
            }
            restored = index + 1;
        }
    }
    if let Some(outcome) = record.outcome() {
        table.conclude(outcome, now);
    }
    Ok(())
}

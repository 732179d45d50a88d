use serde::{Deserialize, Serialize};

/// What a server says.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "tell", rename_all = "kebab-case")]
pub enum Tell {
    /// The first word.
    Hello {
        /// The version of these messages.
        protocol: u32,
        /// Who one is here.
        you: String,
        /// The server's time in milliseconds since 1970.
        now: u64,
    },
    /// A game as a whole.
    Table(Box<Snapshot>),
    /// What has changed in a game since the version before, or since the one a client said it has.
    Step {
        /// The game.
        game: String,
        /// The version before.
        after: u32,
        /// What was played or taken back.
        plies: Plies,
        /// How it stands now.
        state: Box<State>,
    },
    /// Something happened that is not for these eyes.
    Version {
        /// The game.
        game: String,
        /// Its version now.
        version: u32,
    },
    /// A request was carried out and is safe.
    Done {
        /// The game.
        game: String,
        /// The request.
        key: String,
        /// The version it led to.
        version: u32,
    },
    /// A request was not carried out.
    Refused {
        /// The game, if it was about one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<String>,
        /// The request, if it had a key.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key: Option<String>,
        /// Why.
        problem: Problem,
    },
    /// A line of chat.
    Chat(Chat),
    /// Whether one hears no chat of a game.
    Muted {
        /// The game.
        game: String,
        /// None from now on, or again.
        on: bool,
    },
    /// Who is there.
    Presence {
        /// The game.
        game: String,
        /// Whether the players are, by seat.
        here: [bool; 2],
        /// How many others.
        watchers: u32,
        /// How long until an absent opponent's game can be claimed, in milliseconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        claim_in: Option<u64>,
    },
    /// Open games.
    Lobby {
        /// All of them that anybody may join.
        open: Vec<GameInfo>,
    },
    /// A game begins that one plays in.
    Paired {
        /// The game.
        game: String,
    },
    /// The answer to a ping.
    Pong {
        /// What it carried.
        at: u64,
        /// The server's time.
        now: u64,
    },
    /// The server closes; come back in a while.
    Bye {
        /// Why.
        problem: Problem,
    },
}

/// What is wrong, as in the REST API's `application/problem+json`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Problem {
    /// A word for programs.
    pub code: String,
    /// A sentence for people, in their language.
    pub detail: String,
}

/// Who sits somewhere.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Seat {
    /// The name shown; nothing for a free seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The computer player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// The rating before the game, with a question mark while it is a guess.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<String>,
    /// For whom alone a free seat is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invited: Option<String>,
}

/// What a list says of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameInfo {
    /// Its id.
    pub game: String,
    /// Game and options.
    pub spec: String,
    /// The clock: `300+2`, `60d3`, `3/turn` (days) or `-`.
    pub clock: String,
    /// Whether it counts.
    pub rated: bool,
    /// Whether everybody may find it.
    pub public: bool,
    /// Whether both sit at one screen.
    pub hot_seat: bool,
    /// By how many seconds watchers see it later than the players.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub delay: u32,
    /// Who sits where. A seat by lot is shown first while it is open.
    pub seats: [Seat; 2],
    /// How far it is: `open`, `playing`, `over`, `aborted`.
    pub status: String,
    /// The result, as records write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Why it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Plies played.
    pub plies: u32,
    /// When it was created, in milliseconds since 1970.
    pub created: i64,
    /// When something last happened.
    pub touched: i64,
    /// The game it is a rematch of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_of: Option<String>,
}

fn is_zero(seconds: &u32) -> bool {
    *seconds == 0
}

/// A game as a whole, as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// What lists say.
    pub info: GameInfo,
    /// The viewer's seats: none, one, or both at one screen.
    pub yours: Vec<u8>,
    /// Every ply.
    pub plies: Plies,
    /// How it stands.
    pub state: State,
    /// What makes its lots checkable.
    pub lots: Lots,
}

/// How far a game is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// A seat is free.
    Open,
    /// Both sit; seeds are being opened.
    Seeds,
    /// It is played.
    Playing,
    /// It is over.
    Over,
    /// It was called off.
    Aborted,
}

/// How a game stands, as one viewer may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State {
    /// The version this is.
    pub version: u32,
    /// How far it is.
    pub stage: Stage,
    /// The position as far as the viewer may see it; empty before the game.
    pub view: String,
    /// Where both players sit at one screen and one must not see what the other sees: the position as they may see it together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub common: Option<String>,
    /// Which seats may act.
    pub to_act: Vec<u8>,
    /// What the viewer may do on the board: told to the player to act only. Of secret set-ups some ready-made ones; others are
    /// legal too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// The clocks, by seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<[Clock; 2]>,
    /// The window to interrupt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<Window>,
    /// Which seats have handed in a secret set-up that waits for the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub submitted: Vec<u8>,
    /// Which seats propose a draw: told to players only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub draw: Vec<u8>,
    /// Which seats ask to take back: told to players only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub take_back: Vec<u8>,
    /// Whether the game can still be called off.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub abortable: bool,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
    /// The server's time.
    pub now: u64,
}

/// A clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// What it shows, in milliseconds.
    pub left: u64,
    /// Whether it runs.
    pub runs: bool,
    /// How long it still waits before it falls, in milliseconds.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub hold: u64,
}

fn is_nothing(millis: &u64) -> bool {
    *millis == 0
}

/// A window to interrupt (Abraxas: *Stop!*).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Window {
    /// Who may.
    pub seat: u8,
    /// For how long, in milliseconds.
    pub left: u64,
}

/// How a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ending {
    /// The result, as records write it.
    pub result: String,
    /// The seat that won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<u8>,
    /// Why, one word.
    pub reason: String,
    /// What the players' ratings became.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratings: Option<[String; 2]>,
}

/// Plies from some number on.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Plies {
    /// How many came before; whatever the reader has beyond that was taken back.
    pub from: u32,
    /// These follow.
    pub list: Vec<Shown>,
}

/// A ply as one viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shown {
    /// Its text, `?` while it is secret.
    pub ply: String,
    /// Who played it; nothing for a lot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<u8>,
    /// What the player's clock showed, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
}

/// What makes the lots of a game checkable.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Lots {
    /// Whether there are any.
    pub used: bool,
    /// The commitments of the table and of seeds A and B, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub commitments: Vec<Option<String>>,
    /// The seat of the player who holds seed A.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat_of_a: Option<u8>,
    /// The seals of secret set-ups, by seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seals: Option<[Option<String>; 2]>,
    /// The seeds, once the game is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seeds: Vec<String>,
}

/// A line of chat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Chat {
    /// The game.
    pub game: String,
    /// Its number.
    pub id: i64,
    /// Who said it.
    pub name: String,
    /// Whether players say it to each other, or watchers among themselves.
    pub players: bool,
    /// When.
    pub at: i64,
    /// What.
    pub text: String,
}

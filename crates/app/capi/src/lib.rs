//! The rules of all games for C, and for every language that calls C.
//!
//! Texts go in as NUL-terminated UTF-8 and come out into buffers of the caller: like `snprintf`, a
//! function returns how many bytes the whole text has without its NUL, and writes as much of it as
//! fits. Nothing that one side allocates is freed by the other. No function panics or unwinds into C;
//! one that meets a null pointer or text that is not UTF-8 says so. A game may be used by one thread at a
//! time; different games are independent.

mod buffer;
mod text;

use std::ffi::{c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use abaque_catalog::{AnyGame, GameHistory};
use abaque_core::{Lang, Observer, Outcome, Seat, Turn};

use buffer::Buffer;
use text::read;

/// How a call ended.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AbaqueStatus {
    /// Done.
    Ok = 0,
    /// A text is not what it should be, or the rules refuse it: the error text says why. Nothing has changed.
    Refused = 1,
    /// A pointer is null, or a text is not UTF-8.
    BadArgument = 2,
    /// A defect of the library.
    Internal = 3,
}

/// What must happen next in a game.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AbaqueTurn {
    /// The first player acts.
    First = 0,
    /// The second player acts.
    Second = 1,
    /// A lot is due: dice, or who starts.
    Lot = 2,
    /// The game is over.
    Over = 3,
    /// The game is a null pointer.
    None = 4,
}

/// A game under way, with its history: draws by repetition and lack of progress end it.
pub struct AbaqueGame {
    game: Box<dyn AnyGame>,
    history: GameHistory,
    outcome: Option<Outcome>,
}

impl AbaqueGame {
    fn open(spec: &str, position: Option<&str>) -> Result<AbaqueGame, String> {
        let game = match position {
            Some(position) => abaque_catalog::open_at(spec, position),
            None => abaque_catalog::open(spec),
        };
        let game = game.map_err(|error| error.localized(Lang::En))?;
        let outcome = match game.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        };
        Ok(AbaqueGame { history: GameHistory::new(&*game), game, outcome })
    }

    fn play(&mut self, ply: &str) -> Result<(), String> {
        if let Some(outcome) = self.outcome {
            let result = outcome.to_text(self.game.description().letters);
            return Err(format!("the game is over ({result})"));
        }
        let effect = self.game.play(ply).map_err(|error| error.localized(Lang::En))?;
        self.outcome = self.history.record_ply(&*self.game, &effect);
        Ok(())
    }

    fn legal(&self) -> String {
        if self.outcome.is_some() { String::new() } else { self.game.legal_plies().join("\n") }
    }

    fn result(&self) -> String {
        let letters = self.game.description().letters;
        self.outcome.map_or_else(String::new, |outcome| outcome.to_text(letters))
    }
}

/// Runs a call that may fail; writes why it was refused.
fn attempt(mut error: Buffer, call: impl FnOnce() -> Result<(), String>) -> AbaqueStatus {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => {
            error.write("");
            AbaqueStatus::Ok
        }
        Ok(Err(why)) => {
            error.write(&why);
            AbaqueStatus::Refused
        }
        Err(_) => AbaqueStatus::Internal,
    }
}

/// Writes a text about a game; 0 for a null pointer.
fn describe(
    game: Option<&AbaqueGame>,
    mut buffer: Buffer,
    text: impl FnOnce(&AbaqueGame) -> String,
) -> usize {
    let text = game.and_then(|game| catch_unwind(AssertUnwindSafe(|| text(game))).ok());
    buffer.write(&text.unwrap_or_default())
}

/// The version of the library. The text is static.
#[unsafe(no_mangle)]
pub extern "C" fn abaque_version() -> *const c_char {
    concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast()
}

/// Opens a game by its spec (name and options, as `abaque games` lists them) from its start, or from
/// `position` unless that is null. Puts it into `*game`, to be freed with `abaque_game_free`; if it
/// fails, `*game` is null and `error` tells why.
///
/// # Safety
/// `spec`, and `position` unless null, are NUL-terminated; `game` can be written; `error` has `error_size`
/// bytes or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn abaque_game_open(
    spec: *const c_char,
    position: *const c_char,
    game: *mut *mut AbaqueGame,
    error: *mut c_char,
    error_size: usize,
) -> AbaqueStatus {
    if game.is_null() {
        return AbaqueStatus::BadArgument;
    }
    // SAFETY: the caller's promise.
    let (spec, position, error) = unsafe {
        game.write(std::ptr::null_mut());
        (read(spec), read(position), Buffer::new(error, error_size))
    };
    let Ok(Some(spec)) = spec else { return AbaqueStatus::BadArgument };
    let Ok(position) = position else { return AbaqueStatus::BadArgument };
    attempt(error, || {
        let opened = Box::into_raw(Box::new(AbaqueGame::open(spec, position)?));
        // SAFETY: the caller's promise; it is not null.
        unsafe { game.write(opened) };
        Ok(())
    })
}

/// Copies a game into `*copy`, to be freed as well.
///
/// # Safety
/// `game` is a game or null; `copy` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn abaque_game_copy(
    game: *const AbaqueGame,
    copy: *mut *mut AbaqueGame,
) -> AbaqueStatus {
    // SAFETY: the caller's promise.
    let (Some(game), false) = (unsafe { game.as_ref() }, copy.is_null()) else {
        return AbaqueStatus::BadArgument;
    };
    attempt(Buffer::none(), || {
        let AbaqueGame { game, history, outcome } = game;
        let copied = AbaqueGame { game: game.clone(), history: history.clone(), outcome: *outcome };
        // SAFETY: the caller's promise; it is not null.
        unsafe { copy.write(Box::into_raw(Box::new(copied))) };
        Ok(())
    })
}

/// Frees a game; null is allowed.
///
/// # Safety
/// `game` is null, or was opened or copied by this library and is not used again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn abaque_game_free(game: *mut AbaqueGame) {
    if !game.is_null() {
        // SAFETY: the caller's promise.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(unsafe { Box::from_raw(game) })));
    }
}

/// What must happen next.
///
/// # Safety
/// `game` is a game or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn abaque_game_turn(game: *const AbaqueGame) -> AbaqueTurn {
    // SAFETY: the caller's promise.
    let Some(game) = (unsafe { game.as_ref() }) else { return AbaqueTurn::None };
    match catch_unwind(AssertUnwindSafe(|| game.game.turn())) {
        _ if game.outcome.is_some() => AbaqueTurn::Over,
        Ok(Turn::Of(Seat::First)) => AbaqueTurn::First,
        Ok(Turn::Of(Seat::Second)) => AbaqueTurn::Second,
        Ok(Turn::Chance) => AbaqueTurn::Lot,
        Ok(Turn::Over(_)) => AbaqueTurn::Over,
        Err(_) => AbaqueTurn::None,
    }
}

/// Plays an action or the outcome of a lot. If it is refused, nothing changes and `error` tells why.
///
/// # Safety
/// `game` is a game or null; `ply` is NUL-terminated or null; `error` has `error_size` bytes or is
/// null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn abaque_game_play(
    game: *mut AbaqueGame,
    ply: *const c_char,
    error: *mut c_char,
    error_size: usize,
) -> AbaqueStatus {
    // SAFETY: the caller's promise.
    let (game, ply, error) = unsafe { (game.as_mut(), read(ply), Buffer::new(error, error_size)) };
    let (Some(game), Ok(Some(ply))) = (game, ply) else { return AbaqueStatus::BadArgument };
    attempt(error, || game.play(ply))
}

/// The canonical spec.
///
/// # Safety
/// `game` is a game or null; `buffer` has `size` bytes or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn abaque_game_spec(
    game: *const AbaqueGame,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    let (game, buffer) = unsafe { (game.as_ref(), Buffer::new(buffer, size)) };
    describe(game, buffer, |game| game.game.spec())
}

/// The position, with all secrets.
///
/// # Safety
/// `game` is a game or null; `buffer` has `size` bytes or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn abaque_game_position(
    game: *const AbaqueGame,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    let (game, buffer) = unsafe { (game.as_ref(), Buffer::new(buffer, size)) };
    describe(game, buffer, |game| game.game.position())
}

/// The game as an observer sees it: 0 or 1 for a player, anything else for a spectator.
///
/// # Safety
/// `game` is a game or null; `buffer` has `size` bytes or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn abaque_game_view(
    game: *const AbaqueGame,
    observer: c_int,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    let by = match observer {
        0 => Observer::Player(Seat::First),
        1 => Observer::Player(Seat::Second),
        _ => Observer::Spectator,
    };
    // SAFETY: the caller's promise.
    let (game, buffer) = unsafe { (game.as_ref(), Buffer::new(buffer, size)) };
    describe(game, buffer, |game| game.game.view(by))
}

/// Every legal ply, sorted, one per line: actions, or the outcomes of the lot due. Empty in a secret
/// set-up, where there are too many.
///
/// # Safety
/// `game` is a game or null; `buffer` has `size` bytes or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn abaque_game_legal(
    game: *const AbaqueGame,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    let (game, buffer) = unsafe { (game.as_ref(), Buffer::new(buffer, size)) };
    describe(game, buffer, AbaqueGame::legal)
}

/// The result, such as `b wins ejection`; empty while the game goes on.
///
/// # Safety
/// `game` is a game or null; `buffer` has `size` bytes or is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn abaque_game_result(
    game: *const AbaqueGame,
    buffer: *mut c_char,
    size: usize,
) -> usize {
    // SAFETY: the caller's promise.
    let (game, buffer) = unsafe { (game.as_ref(), Buffer::new(buffer, size)) };
    describe(game, buffer, AbaqueGame::result)
}

/// Whether a text is a legal ply.
///
/// # Safety
/// `game` is a game or null; `ply` is NUL-terminated or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn abaque_game_is_legal(game: *const AbaqueGame, ply: *const c_char) -> bool {
    // SAFETY: the caller's promise.
    let (game, ply) = unsafe { (game.as_ref(), read(ply)) };
    let (Some(game), Ok(Some(ply))) = (game, ply) else { return false };
    let check = || game.outcome.is_none() && game.game.check(ply).is_ok();
    catch_unwind(AssertUnwindSafe(check)).unwrap_or(false)
}

/// The number of sequences of `depth` plies; 0 for a null pointer and in a secret set-up.
///
/// # Safety
/// `game` is a game or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn abaque_game_perft(game: *const AbaqueGame, depth: u32) -> u64 {
    // SAFETY: the caller's promise.
    let Some(game) = (unsafe { game.as_ref() }) else { return 0 };
    if game.game.unlisted_count().is_some() {
        return 0;
    }
    catch_unwind(AssertUnwindSafe(|| game.game.perft(depth))).unwrap_or(0)
}

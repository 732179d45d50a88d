/// The registry of games: calls `$callback!` with one line per game.
///
/// A line holds the name used in specs, file names and routes; the rules; the computer players;
/// the board (pictures, input, editor); and the tensors for machine learning. The catalogue,
/// `abaque-bots`, `abaque-draw` and `abaque-tensors` build their lists from it, and files such as
/// `lessons/NAME.json` are found by the name. A callback uses the columns it needs.
///
/// ```
/// macro_rules! names {
///     ($($(#[$cfg:meta])* $name:literal: $rules:ty, $bots:path, $board:path, $tensors:path;)*) => {
///         const NAMES: &[&str] = &[$($(#[$cfg])* $name),*];
///     };
/// }
/// abaque_catalog::for_each_game!(names);
/// assert!(NAMES.contains(&"abalone"));
/// ```
#[macro_export]
macro_rules! for_each_game {
    ($callback:ident) => {
        $crate::with_feature_games! { $callback
            "abalone": abaque_abalone::Abalone, abaque_abalone_bot::Bots, abaque_abalone_board::Board, abaque_abalone_tensor::Tensors;
            "abraxas": abaque_abraxas::Abraxas, abaque_abraxas_bot::Bots, abaque_abraxas_board::Board, abaque_abraxas_tensor::Tensors;
            "abagio": abaque_abagio::Abagio, abaque_abagio_bot::Bots, abaque_abagio_board::Board, abaque_abagio_tensor::Tensors;
            "blocs": abaque_blocs::Blocs, abaque_blocs_bot::Bots, abaque_blocs_board::Board, abaque_blocs_tensor::Tensors;
        }
    };
}

/// Adds the games behind features to the lines of [`for_each_game!`]. They are features of the
/// catalogue, so a crate that only needs the names has none to forward.
#[cfg(not(feature = "ur"))]
#[doc(hidden)]
#[macro_export]
macro_rules! with_feature_games {
    ($callback:ident $($lines:tt)*) => { $callback! { $($lines)* } };
}

/// The same with the Royal Game of Ur.
#[cfg(feature = "ur")]
#[doc(hidden)]
#[macro_export]
macro_rules! with_feature_games {
    ($callback:ident $($lines:tt)*) => {
        $callback! {
            $($lines)*
            "ur": abaque_ur::Ur, abaque_ur_bot::Bots, abaque_ur_board::Board, abaque_ur_tensor::Tensors;
        }
    };
}

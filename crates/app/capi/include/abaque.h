/* The rules of Abaque's games for C. Made by cbindgen from crates/app/capi/src/lib.rs: do not edit. */

#ifndef ABAQUE_H
#define ABAQUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 How a call ended.
 */
typedef enum AbaqueStatus {
  /*
   Done.
   */
  ABAQUE_STATUS_OK = 0,
  /*
   A text is not what it should be, or the rules refuse it: the error text says why. Nothing has changed.
   */
  ABAQUE_STATUS_REFUSED = 1,
  /*
   A pointer is null, or a text is not UTF-8.
   */
  ABAQUE_STATUS_BAD_ARGUMENT = 2,
  /*
   A defect of the library.
   */
  ABAQUE_STATUS_INTERNAL = 3,
} AbaqueStatus;

/*
 What must happen next in a game.
 */
typedef enum AbaqueTurn {
  /*
   The first player acts.
   */
  ABAQUE_TURN_FIRST = 0,
  /*
   The second player acts.
   */
  ABAQUE_TURN_SECOND = 1,
  /*
   A lot is due: dice, or who starts.
   */
  ABAQUE_TURN_LOT = 2,
  /*
   The game is over.
   */
  ABAQUE_TURN_OVER = 3,
  /*
   The game is a null pointer.
   */
  ABAQUE_TURN_NONE = 4,
} AbaqueTurn;

/*
 A game under way, with its history: draws by repetition and lack of progress end it.
 */
typedef struct AbaqueGame AbaqueGame;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 The version of the library. The text is static.
 */
const char *abaque_version(void);

/*
 Opens a game by its spec (name and options, as `abaque games` lists them) from its start, or from
 `position` unless that is null. Puts it into `*game`, to be freed with `abaque_game_free`; if it
 fails, `*game` is null and `error` tells why.

 # Safety
 `spec`, and `position` unless null, are NUL-terminated; `game` can be written; `error` has `error_size`
 bytes or is null.
 */
enum AbaqueStatus abaque_game_open(const char *spec,
                                   const char *position,
                                   struct AbaqueGame **game,
                                   char *error,
                                   size_t error_size);

/*
 Copies a game into `*copy`, to be freed as well.

 # Safety
 `game` is a game or null; `copy` can be written.
 */
enum AbaqueStatus abaque_game_copy(const struct AbaqueGame *game, struct AbaqueGame **copy);

/*
 Frees a game; null is allowed.

 # Safety
 `game` is null, or was opened or copied by this library and is not used again.
 */
void abaque_game_free(struct AbaqueGame *game);

/*
 What must happen next.

 # Safety
 `game` is a game or null.
 */
enum AbaqueTurn abaque_game_turn(const struct AbaqueGame *game);

/*
 Plays an action or the outcome of a lot. If it is refused, nothing changes and `error` tells why.

 # Safety
 `game` is a game or null; `ply` is NUL-terminated or null; `error` has `error_size` bytes or is
 null.
 */
enum AbaqueStatus abaque_game_play(struct AbaqueGame *game,
                                   const char *ply,
                                   char *error,
                                   size_t error_size);

/*
 The canonical spec.

 # Safety
 `game` is a game or null; `buffer` has `size` bytes or is null.
 */
size_t abaque_game_spec(const struct AbaqueGame *game, char *buffer, size_t size);

/*
 The position, with all secrets.

 # Safety
 `game` is a game or null; `buffer` has `size` bytes or is null.
 */
size_t abaque_game_position(const struct AbaqueGame *game, char *buffer, size_t size);

/*
 The game as an observer sees it: 0 or 1 for a player, anything else for a spectator.

 # Safety
 `game` is a game or null; `buffer` has `size` bytes or is null.
 */
size_t abaque_game_view(const struct AbaqueGame *game, int observer, char *buffer, size_t size);

/*
 Every legal ply, sorted, one per line: actions, or the outcomes of the lot due. Empty in a secret
 set-up, where there are too many.

 # Safety
 `game` is a game or null; `buffer` has `size` bytes or is null.
 */
size_t abaque_game_legal(const struct AbaqueGame *game, char *buffer, size_t size);

/*
 The result, such as `b wins ejection`; empty while the game goes on.

 # Safety
 `game` is a game or null; `buffer` has `size` bytes or is null.
 */
size_t abaque_game_result(const struct AbaqueGame *game, char *buffer, size_t size);

/*
 Whether a text is a legal ply.

 # Safety
 `game` is a game or null; `ply` is NUL-terminated or null.
 */
bool abaque_game_is_legal(const struct AbaqueGame *game, const char *ply);

/*
 The number of sequences of `depth` plies; 0 for a null pointer and in a secret set-up.

 # Safety
 `game` is a game or null.
 */
uint64_t abaque_game_perft(const struct AbaqueGame *game, uint32_t depth);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ABAQUE_H */

/* Plays a random game of any kind and prints how it ends:  ./play abalone 7 */

#include "abaque.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    const char *spec = argc > 1 ? argv[1] : "abalone";
    srand(argc > 2 ? (unsigned)atoi(argv[2]) : 1);
    char text[1024];
    AbaqueGame *game;
    if (abaque_game_open(spec, NULL, &game, text, sizeof text) != ABAQUE_STATUS_OK) {
        fprintf(stderr, "%s\n", text);
        return 1;
    }
    /* One buffer for all lists, made larger when a list does not fit. */
    size_t size = 256;
    char *list = malloc(size);
    int plies = 0;
    while (abaque_game_turn(game) != ABAQUE_TURN_OVER) {
        size_t needed = abaque_game_legal(game, list, size);
        if (needed == 0) {
            puts("a secret set-up: too many actions to list");
            break;
        }
        if (needed >= size) {
            size = needed + 1;
            list = realloc(list, size);
            continue;
        }
        int count = 1;
        for (char *at = list; (at = strchr(at, '\n')); at++) {
            *at = '\0';
            count++;
        }
        char *ply = list;
        for (int skip = rand() % count; skip > 0; skip--) {
            ply += strlen(ply) + 1;
        }
        if (abaque_game_play(game, ply, text, sizeof text) != ABAQUE_STATUS_OK) {
            fprintf(stderr, "%s: %s\n", ply, text);
            return 1;
        }
        plies++;
    }
    abaque_game_result(game, text, sizeof text);
    printf("%s after %d plies: %s\n", spec, plies, text);
    abaque_game_free(game);
    free(list);
    return 0;
}

-- The log of lots says more: an entry when a game is opened (`open`: what the table and its creator bound themselves to) and one
-- each time somebody joins (`join`: the joiner as well). Entries made before this step (`table`) keep their hashes.
-- A game may now have several entries, and a UNIQUE column cannot be changed in place on SQLite: the table is made anew.

CREATE TABLE lots_entries (
    seq BIGINT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL REFERENCES games (id),
    at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    commitment TEXT NOT NULL,
    a TEXT,
    b TEXT,
    seeds TEXT,
    chain TEXT NOT NULL
);
INSERT INTO lots_entries (seq, game, at, kind, commitment, chain)
    SELECT seq, game, at, 'table', commitment, chain FROM lots_log;
DROP TABLE lots_log;
ALTER TABLE lots_entries RENAME TO lots_log;
CREATE INDEX lots_log_game ON lots_log (game, seq);

-- Games whose players still have to open their seeds: found in time even if nobody looks at them.
CREATE INDEX games_seeds_due ON games (deadline) WHERE status = 'open' AND deadline IS NOT NULL;
CREATE INDEX games_first_seeds ON games (first) WHERE status = 'open' AND to_act > 0;
CREATE INDEX games_second_seeds ON games (second) WHERE status = 'open' AND to_act > 0;

-- For whom a seat is held for a few seconds: who was told of a table has time to join it.
ALTER TABLE games ADD COLUMN held_for BIGINT;
ALTER TABLE games ADD COLUMN held_until BIGINT;

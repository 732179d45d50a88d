-- What is played. `version` is the number of acts stored: it changes in the transaction that stores them.

CREATE TABLE games (
    id TEXT NOT NULL PRIMARY KEY,
    spec TEXT NOT NULL,
    kind TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated BIGINT NOT NULL CHECK (rated IN (0, 1)),
    public BIGINT NOT NULL CHECK (public IN (0, 1)),
    hot_seat BIGINT NOT NULL CHECK (hot_seat IN (0, 1)),
    options TEXT NOT NULL,
    first BIGINT REFERENCES people (id),
    second BIGINT REFERENCES people (id),
    first_bot TEXT,
    second_bot TEXT,
    status TEXT NOT NULL,
    result TEXT,
    reason TEXT,
    created BIGINT NOT NULL,
    started BIGINT,
    touched BIGINT NOT NULL,
    ended BIGINT,
    version BIGINT NOT NULL DEFAULT 0,
    plies BIGINT NOT NULL DEFAULT 0,
    to_act BIGINT NOT NULL DEFAULT 0 CHECK (to_act BETWEEN 0 AND 3),
    deadline BIGINT,
    secret TEXT NOT NULL,
    rematch_of TEXT REFERENCES games (id)
);
CREATE INDEX games_open ON games (created, id) WHERE status = 'open' AND public = 1;
CREATE INDEX games_live ON games (started, id) WHERE status = 'playing' AND public = 1;
CREATE INDEX games_playing ON games (touched) WHERE status = 'playing';
CREATE INDEX games_due ON games (deadline) WHERE status = 'playing' AND deadline IS NOT NULL;
CREATE INDEX games_first ON games (first, touched, id);
CREATE INDEX games_second ON games (second, touched, id);
CREATE INDEX games_first_playing ON games (first) WHERE status = 'playing';
CREATE INDEX games_second_playing ON games (second) WHERE status = 'playing';
CREATE INDEX games_rematch ON games (rematch_of) WHERE rematch_of IS NOT NULL;

CREATE TABLE acts (
    game TEXT NOT NULL REFERENCES games (id),
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    act TEXT NOT NULL,
    key TEXT,
    PRIMARY KEY (game, version)
);
CREATE UNIQUE INDEX acts_key ON acts (game, key) WHERE key IS NOT NULL;

CREATE TABLE chat (
    id {ID},
    game TEXT NOT NULL REFERENCES games (id),
    person BIGINT NOT NULL REFERENCES people (id),
    at BIGINT NOT NULL,
    room TEXT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX chat_game ON chat (game, id);
CREATE INDEX chat_person ON chat (person);

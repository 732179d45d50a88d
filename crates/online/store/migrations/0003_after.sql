-- What comes of games: ratings, throws, reports, the log of lots.

CREATE TABLE ratings (
    person BIGINT NOT NULL REFERENCES people (id),
    kind TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    games BIGINT NOT NULL,
    PRIMARY KEY (person, kind)
);
CREATE INDEX ratings_top ON ratings (kind, rating, person);

CREATE TABLE rating_history (
    person BIGINT NOT NULL REFERENCES people (id),
    game TEXT NOT NULL REFERENCES games (id),
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    delta DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, game)
);
CREATE INDEX rating_history_kind ON rating_history (person, kind, at);

CREATE TABLE throws (
    person BIGINT NOT NULL REFERENCES people (id),
    outcome TEXT NOT NULL,
    count BIGINT NOT NULL,
    PRIMARY KEY (person, outcome)
);

-- Which games are already in `throws`.
CREATE TABLE throws_counted (
    game TEXT NOT NULL REFERENCES games (id),
    person BIGINT NOT NULL REFERENCES people (id),
    PRIMARY KEY (game, person)
);

CREATE TABLE reports (
    id {ID},
    author BIGINT NOT NULL REFERENCES people (id),
    about BIGINT NOT NULL REFERENCES people (id),
    game TEXT REFERENCES games (id),
    at BIGINT NOT NULL,
    text TEXT NOT NULL,
    handled BIGINT NOT NULL DEFAULT 0 CHECK (handled IN (0, 1))
);
CREATE INDEX reports_handled ON reports (handled, id);

CREATE TABLE lots_log (
    seq BIGINT NOT NULL PRIMARY KEY,
    game TEXT NOT NULL UNIQUE REFERENCES games (id),
    at BIGINT NOT NULL,
    commitment TEXT NOT NULL,
    chain TEXT NOT NULL
);

-- Who plays. {ID} is the database's own kind of number that counts up and is never given twice.
-- Times are milliseconds since 1970; truths are 0 and 1.

CREATE TABLE people (
    id {ID},
    name TEXT NOT NULL,
    name_key TEXT NOT NULL UNIQUE,
    guest BIGINT NOT NULL CHECK (guest IN (0, 1)),
    password TEXT,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    role TEXT NOT NULL DEFAULT 'player',
    banned TEXT,
    closed BIGINT NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)),
    prefs TEXT NOT NULL DEFAULT ''
);

CREATE TABLE recovery_codes (
    person BIGINT NOT NULL REFERENCES people (id),
    hash TEXT NOT NULL,
    used BIGINT,
    PRIMARY KEY (person, hash)
);

CREATE TABLE sessions (
    hash TEXT NOT NULL PRIMARY KEY,
    person BIGINT NOT NULL REFERENCES people (id),
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    agent TEXT NOT NULL
);
CREATE INDEX sessions_person ON sessions (person);
CREATE INDEX sessions_seen ON sessions (seen);

CREATE TABLE tokens (
    id {ID},
    hash TEXT NOT NULL UNIQUE,
    person BIGINT NOT NULL REFERENCES people (id),
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT
);
CREATE INDEX tokens_person ON tokens (person);

CREATE TABLE blocks (
    person BIGINT NOT NULL REFERENCES people (id),
    other BIGINT NOT NULL REFERENCES people (id),
    PRIMARY KEY (person, other)
);
CREATE INDEX blocks_other ON blocks (other);

CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

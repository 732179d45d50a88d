-- Browsers that signed in before: a wrong password typed elsewhere does not slow them down. Only hashes of their secrets.
CREATE TABLE devices (
    hash TEXT NOT NULL,
    person BIGINT NOT NULL REFERENCES people (id),
    seen BIGINT NOT NULL,
    PRIMARY KEY (hash, person)
);
CREATE INDEX devices_person ON devices (person, seen);

-- Names of deleted accounts, which nobody else gets for a while.
CREATE TABLE reserved_names (
    name_key TEXT NOT NULL PRIMARY KEY,
    until BIGINT NOT NULL
);

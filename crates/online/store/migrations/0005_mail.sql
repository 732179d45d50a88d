-- Where accounts may be written to, and codes sent there.

CREATE TABLE addresses (
    person BIGINT NOT NULL PRIMARY KEY REFERENCES people (id),
    address TEXT NOT NULL,
    verified BIGINT NOT NULL
);

CREATE TABLE mailed_codes (
    person BIGINT NOT NULL REFERENCES people (id),
    purpose TEXT NOT NULL,
    hash TEXT NOT NULL,
    address TEXT NOT NULL,
    expires BIGINT NOT NULL,
    PRIMARY KEY (person, purpose)
);
CREATE INDEX mailed_codes_expires ON mailed_codes (expires);

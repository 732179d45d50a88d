-- Invitations to create an account; only hashes of their codes.
CREATE TABLE invitations (
    hash TEXT NOT NULL PRIMARY KEY,
    uses_left BIGINT NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);

-- How games began: after which plies which came next, and how those games ended. `prefix` is a hash of the plies before.

CREATE TABLE openings (
    spec TEXT NOT NULL,
    prefix TEXT NOT NULL,
    ply TEXT NOT NULL,
    first BIGINT NOT NULL,
    second BIGINT NOT NULL,
    draws BIGINT NOT NULL,
    PRIMARY KEY (spec, prefix, ply)
);

-- Which games are already in `openings`.
CREATE TABLE openings_counted (
    game TEXT NOT NULL PRIMARY KEY REFERENCES games (id)
);

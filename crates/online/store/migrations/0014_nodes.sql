-- Several servers on one PostgreSQL database. A node counts as running until `expires`, in the database's own time;
-- `clock_offset` is what its clock was ahead of the database at the last sign of life.
CREATE TABLE nodes (
    id {ID},
    name TEXT NOT NULL,
    expires BIGINT NOT NULL,
    clock_offset BIGINT NOT NULL DEFAULT 0
);

-- The node that drives a game. `fence` grows whenever the driver changes: a write with an older one is refused.
-- `revision` counts the changes of the row before the first act.
ALTER TABLE games ADD COLUMN driver BIGINT;
ALTER TABLE games ADD COLUMN fence BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_driver ON games (driver) WHERE driver IS NOT NULL;

-- Who looks at a game, by node: the seats of players who are present (1, 2 or 3 for both) and the number of spectators.
CREATE TABLE presence (
    game TEXT NOT NULL REFERENCES games (id),
    node BIGINT NOT NULL,
    seats BIGINT NOT NULL,
    watchers BIGINT NOT NULL,
    PRIMARY KEY (game, node)
);
CREATE INDEX presence_node ON presence (node);

-- News for all nodes, kept for a few minutes.
CREATE TABLE notices (
    id {ID},
    node BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX notices_at ON notices (at);

-- Who wants to hear no chat of a game: wherever they look at it from, until they want to again.

CREATE TABLE mutes (
    game TEXT NOT NULL REFERENCES games (id),
    person BIGINT NOT NULL REFERENCES people (id),
    PRIMARY KEY (game, person)
);
CREATE INDEX mutes_person ON mutes (person);

-- How far somebody has come with lessons and puzzles: a text the server does not read, too long for the row read at every request.

CREATE TABLE progress (
    person BIGINT NOT NULL PRIMARY KEY REFERENCES people (id),
    text TEXT NOT NULL
);

-- Guests by when they were last here; who may not speak, and why.

CREATE INDEX people_idle ON people (seen, id) WHERE guest = 1 AND closed = 0;
ALTER TABLE people ADD COLUMN silenced TEXT;

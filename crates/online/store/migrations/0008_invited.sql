-- For whom alone the free seat of an open game is: they must find it, wherever they were when it was opened.

ALTER TABLE games ADD COLUMN invited BIGINT;
CREATE INDEX games_invited ON games (invited) WHERE status = 'open' AND invited IS NOT NULL;

-- Whether what came of a game is counted: ratings, throws, how it began. Games over before this step are left as they are: nobody's
-- rating is to change for a game of long ago.

ALTER TABLE games ADD COLUMN counted BIGINT NOT NULL DEFAULT 0 CHECK (counted IN (0, 1));
UPDATE games SET counted = 1 WHERE status = 'over';
CREATE INDEX games_uncounted ON games (id) WHERE status = 'over' AND counted = 0;

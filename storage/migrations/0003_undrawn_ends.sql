-- 1: the match is over, and the message of its table may not show that yet.
ALTER TABLE matches ADD COLUMN undrawn INTEGER NOT NULL DEFAULT 0 CHECK (undrawn IN (0, 1));

-- All that is read at a start, so that no row with its snapshot is touched.
DROP INDEX open_matches;
CREATE INDEX pending_matches
    ON matches (created_at, guild_id, match_id, channel_id, message_id, status, deadline, undrawn)
    WHERE status IN ('lobby', 'playing') OR undrawn;

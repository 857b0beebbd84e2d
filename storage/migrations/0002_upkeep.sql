-- Clocks, logs that are kept no longer, and a quick look at what is open.

-- When the awaited player's time is over; null: nobody is hurried.
ALTER TABLE matches ADD COLUMN deadline INTEGER;

-- When the log of a match that is over was dropped; null: it is whole.
ALTER TABLE matches ADD COLUMN log_dropped_at INTEGER;

-- All that is read at a start, so that no row with its snapshot is touched.
DROP INDEX open_matches;
CREATE INDEX open_matches
    ON matches (created_at, guild_id, match_id, channel_id, message_id, status, deadline)
    WHERE status IN ('lobby', 'playing');

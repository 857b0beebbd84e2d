-- Decks that are sealed and then cut have log entries of their own kinds.

CREATE TABLE new_log (
    guild_id INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    action_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('deal', 'seal', 'cut', 'action', 'undo')),
    seat INTEGER CHECK (seat IS NOT NULL OR kind IN ('deal', 'seal', 'cut')),
    payload TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, match_id, version),
    UNIQUE (guild_id, match_id, action_id),
    FOREIGN KEY (guild_id, match_id) REFERENCES matches ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO new_log SELECT * FROM log;
DROP TABLE log;
ALTER TABLE new_log RENAME TO log;

-- Clocks, what people said at a table, results and standings, sealed decks, logs that are kept no longer.

-- How long a turn may take, and until when the one that is awaited may (null: nobody, or forever).
ALTER TABLE matches ADD COLUMN pace TEXT NOT NULL DEFAULT 'none'
    CHECK (pace IN ('none', 'live', 'relaxed', 'correspondence'));
ALTER TABLE matches ADD COLUMN deadline INTEGER;

-- How many turns in a row were played for the person because their time was up.
ALTER TABLE seats ADD COLUMN missed INTEGER NOT NULL DEFAULT 0 CHECK (missed >= 0);

-- Who is ready for the next deal (value: the number of the deal before it), who would end the match (value: 0),
-- and who left which seat (value: the seat).
CREATE TABLE marks (
    guild_id INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('ready', 'vote', 'former')),
    user_id INTEGER NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (guild_id, match_id, kind, user_id),
    FOREIGN KEY (guild_id, match_id) REFERENCES matches ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX marks_by_person ON marks (user_id);

-- What came of finished matches, for leaderboards. Nobody's rating is kept that `results` could not give again.

ALTER TABLE matches ADD COLUMN ranked INTEGER NOT NULL DEFAULT 0 CHECK (ranked IN (0, 1));
-- Who sat on each seat when the match started: a list of user ids, null for a computer.
ALTER TABLE matches ADD COLUMN starters TEXT CHECK (starters IS NULL OR json_valid(starters));

-- One row a finished match, in the order in which they ended. `deals` is a list of objects with the two
-- `scores`, `ended`, `closed_by` and `concealed`. `sides` names the people who met, for ranked matches only:
-- NULL is a match that no rating counts. `weight` is how much it counted.
CREATE TABLE results (
    number INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    rules_name TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    players INTEGER NOT NULL,
    winner INTEGER NOT NULL CHECK (winner IN (0, 1)),
    margin INTEGER NOT NULL,
    deals TEXT NOT NULL CHECK (json_valid(deals)),
    sides TEXT,
    weight REAL NOT NULL DEFAULT 0,
    UNIQUE (guild_id, match_id)
) STRICT;

CREATE INDEX results_by_time ON results (guild_id, rules_name, players, ended_at);
CREATE INDEX results_by_sides ON results (guild_id, sides, ended_at) WHERE sides IS NOT NULL;

-- One row a seat of a finished match. `user_id` sat there at its start, `finisher_id` at its end; NULL is a
-- computer. `won` is 0 for who left, whatever the side did. Points and canastas are the side's. `mu` and `sigma`
-- are the person's rating after a ranked match.
CREATE TABLE result_seats (
    number INTEGER NOT NULL REFERENCES results ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    user_id INTEGER,
    finisher_id INTEGER,
    name TEXT NOT NULL,
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    points INTEGER NOT NULL,
    best_deal INTEGER NOT NULL,
    clean INTEGER NOT NULL,
    dirty INTEGER NOT NULL,
    mu REAL,
    sigma REAL,
    PRIMARY KEY (number, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX result_seats_by_person ON result_seats (user_id, number) WHERE user_id IS NOT NULL;

-- What all ranked matches of a server come to for each person: one board a rule set and number of players.
CREATE TABLE standings (
    guild_id INTEGER NOT NULL,
    rules_name TEXT NOT NULL,
    players INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    matches INTEGER NOT NULL,
    wins INTEGER NOT NULL,
    deals INTEGER NOT NULL,
    points INTEGER NOT NULL,
    margin INTEGER NOT NULL,
    PRIMARY KEY (guild_id, rules_name, players, user_id)
) STRICT, WITHOUT ROWID;

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

-- When the log of a match that is over was dropped; null: it is whole.
ALTER TABLE matches ADD COLUMN log_dropped_at INTEGER;

-- All that is read at a start, so that no row with its snapshot is touched.
DROP INDEX open_matches;
CREATE INDEX open_matches
    ON matches (created_at, guild_id, match_id, channel_id, message_id, status, deadline)
    WHERE status IN ('lobby', 'playing');

-- What the managers of a server chose for it, one row a setting; values are JSON.
CREATE TABLE guild_settings (
    guild_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (guild_id, key)
) STRICT, WITHOUT ROWID;

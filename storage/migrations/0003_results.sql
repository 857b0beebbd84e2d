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

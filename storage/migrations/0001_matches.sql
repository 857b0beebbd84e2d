-- Matches with their seats and their log, and people's settings. Times are seconds since 1970, UTC.

-- One row a match: where it is played, by which rules (name, version, chosen options, and all values as they
-- were at the start), and how it stands. `version` counts the commits; version 0 has no log yet.
CREATE TABLE matches (
    guild_id INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    host_id INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'ended')),
    rules_name TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL CHECK (json_valid(options)),
    rule_values TEXT NOT NULL CHECK (json_valid(rule_values)),
    players INTEGER NOT NULL CHECK (players > 0),
    version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
    snapshot TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, match_id)
) STRICT;

CREATE INDEX matches_by_channel ON matches (guild_id, channel_id);
CREATE INDEX open_matches ON matches (status) WHERE status IN ('lobby', 'playing');

CREATE TABLE seats (
    guild_id INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    kind TEXT NOT NULL CHECK (kind IN ('empty', 'human', 'computer')),
    user_id INTEGER CHECK (kind <> 'human' OR user_id IS NOT NULL),
    name TEXT NOT NULL,
    PRIMARY KEY (guild_id, match_id, seat),
    UNIQUE (guild_id, match_id, user_id),
    FOREIGN KEY (guild_id, match_id) REFERENCES matches ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_person ON seats (guild_id, user_id) WHERE user_id IS NOT NULL;

-- Every commit of every match, in order; nothing in it is ever changed.
CREATE TABLE log (
    guild_id INTEGER NOT NULL,
    match_id TEXT NOT NULL,
    version INTEGER NOT NULL CHECK (version > 0),
    action_id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('deal', 'action', 'undo')),
    seat INTEGER CHECK ((seat IS NULL) = (kind = 'deal')),
    payload TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, match_id, version),
    UNIQUE (guild_id, match_id, action_id),
    FOREIGN KEY (guild_id, match_id) REFERENCES matches ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What a person chose, one row a setting; values are JSON.
CREATE TABLE person_settings (
    user_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;

-- What the program itself remembers.
CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

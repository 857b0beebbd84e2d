-- What the managers of a server chose for it, one row a setting; values are JSON.
CREATE TABLE guild_settings (
    guild_id INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (guild_id, key)
) STRICT, WITHOUT ROWID;

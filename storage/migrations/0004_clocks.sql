-- Clocks, and what people said at a table that a restart must not forget. Times are seconds since 1970, UTC.

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

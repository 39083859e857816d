-- The month: rounds, weeks, the end, players who leave or are away, reports that wait to be confirmed.
-- Amendments: entries that change a past command, and the commands that were decided again after it.

ALTER TABLE about ADD COLUMN round TEXT CHECK (round IS NULL OR json_valid(round));
ALTER TABLE about ADD COLUMN week TEXT;
ALTER TABLE about ADD COLUMN finished TEXT CHECK (finished IS NULL OR json_valid(finished));

ALTER TABLE player ADD COLUMN left_on TEXT;
ALTER TABLE player ADD COLUMN away_until TEXT;
ALTER TABLE player ADD COLUMN byes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE player ADD COLUMN warned TEXT;
ALTER TABLE player ADD COLUMN marks TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(marks));
ALTER TABLE player ADD COLUMN excused TEXT;
ALTER TABLE player ADD COLUMN side TEXT;

ALTER TABLE pirate_base ADD COLUMN structure TEXT;

ALTER TABLE battle ADD COLUMN confirmation TEXT CHECK (confirmation IS NULL OR json_valid(confirmation));
ALTER TABLE battle ADD COLUMN forfeited_by_id INTEGER REFERENCES player (id) DEFERRABLE INITIALLY DEFERRED;

-- Commands are decided without the vessels that are lost.
CREATE INDEX vessel_afloat ON vessel (id) WHERE state <> 'lost';

-- A constraint cannot be altered in place.
CREATE TABLE journal_2 (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    player_id INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('command', 'undo', 'redo', 'migration', 'amend', 'amended')),
    of_id INTEGER REFERENCES journal (id),
    command TEXT,
    ruling TEXT,
    program TEXT NOT NULL,
    schema INTEGER NOT NULL,
    catalog TEXT NOT NULL,
    digest TEXT NOT NULL,
    chain TEXT NOT NULL,
    undone_by INTEGER REFERENCES journal (id),
    CHECK ((kind IN ('command', 'amend', 'amended')) = (command IS NOT NULL)),
    CHECK ((kind IN ('undo', 'redo', 'amend', 'amended')) = (of_id IS NOT NULL))
) STRICT;
INSERT INTO journal_2
SELECT id, at, player_id, kind, of_id, command, ruling, program, schema, catalog, digest, chain, undone_by FROM journal;
DROP TABLE journal;
ALTER TABLE journal_2 RENAME TO journal;
CREATE INDEX journal_undone ON journal (undone_by) WHERE undone_by IS NOT NULL;

-- Why a die of an entry that was decided again is there: newly needed, or kept though no longer needed.
ALTER TABLE die ADD COLUMN mark TEXT CHECK (mark IN ('new', 'unneeded'));

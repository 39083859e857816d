-- Acts: the entries of one typed command name the first of them. An entry that stands alone names none.

ALTER TABLE journal ADD COLUMN act INTEGER REFERENCES journal (id);
CREATE INDEX journal_act ON journal (act) WHERE act IS NOT NULL;

-- A battle that people play at the terminal is under way from its first question to its record.

ALTER TABLE battle ADD COLUMN under_way TEXT CHECK (under_way IS NULL OR json_valid(under_way));

-- What was answered and rolled in it, in order, each row hashed with the one before and the first with the entry that
-- began the battle. Rows are only ever added: what an undo takes out of force stays, and comes back with a redo.
CREATE TABLE fight (
    id INTEGER PRIMARY KEY,
    journal_id INTEGER NOT NULL REFERENCES journal (id),
    number INTEGER NOT NULL CHECK (number > 0),
    at TEXT NOT NULL,
    player_id INTEGER,
    body TEXT NOT NULL CHECK (json_valid(body)),
    chain TEXT NOT NULL,
    UNIQUE (journal_id, number)
) STRICT;

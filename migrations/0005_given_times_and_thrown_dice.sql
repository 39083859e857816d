-- Whether the arbitrator gave the time of an entry (1) or the clock did (0). Of older entries nobody knows.

ALTER TABLE journal ADD COLUMN at_given INTEGER CHECK (at_given IN (0, 1));

-- Dice that people typed in for a command that is not recorded yet: the rolls of one typed line in order, each hashed
-- with the one before and the first with the entry that was last when it fell. They go when an entry holds them.
CREATE TABLE thrown (
    id INTEGER PRIMARY KEY,
    line INTEGER NOT NULL CHECK (line > 0),
    number INTEGER NOT NULL CHECK (number > 0),
    journal_id INTEGER NOT NULL REFERENCES journal (id),
    at TEXT NOT NULL,
    player_id INTEGER,
    body TEXT NOT NULL CHECK (json_valid(body)),
    chain TEXT NOT NULL,
    UNIQUE (line, number)
) STRICT;

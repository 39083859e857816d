-- What opens the club's door: keys as hashes, outside digest, export and publication. An undo revives none that was
-- revoked, and an exported campaign opens no door.

CREATE TABLE door_key (
    id INTEGER PRIMARY KEY,
    hash TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('invitation', 'device', 'one-time', 'feed')),
    holder TEXT NOT NULL CHECK (holder IN ('arbitrator', 'player', 'guest')),
    player_id INTEGER,
    -- The player's name, since a number whose entry was undone may be given to somebody else; or what a guest is called.
    name TEXT NOT NULL,
    label TEXT NOT NULL,
    made TEXT NOT NULL,
    until TEXT NOT NULL,
    uses_left INTEGER NOT NULL CHECK (uses_left >= 0),
    used TEXT,
    revoked TEXT,
    of_id INTEGER REFERENCES door_key (id),
    CHECK ((holder = 'player') = (player_id IS NOT NULL))
) STRICT;

-- What was sent and recorded, so that a form that is sent twice counts once.
CREATE TABLE sent (
    id INTEGER PRIMARY KEY,
    sender TEXT NOT NULL,
    token TEXT NOT NULL,
    first_id INTEGER NOT NULL REFERENCES journal (id),
    last_id INTEGER NOT NULL REFERENCES journal (id),
    UNIQUE (sender, token)
) STRICT;

-- One file holds one campaign. The state tables are the truth; the journal is the story and the proof.
-- Every state row has an integer `id`; lists and nested values are JSON text.

CREATE TABLE about (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    chart TEXT NOT NULL,
    chart_note TEXT NOT NULL,
    opened TEXT NOT NULL,
    ends TEXT,
    phase TEXT NOT NULL,
    started TEXT,
    starting_order TEXT NOT NULL CHECK (json_valid(starting_order)),
    options TEXT NOT NULL CHECK (json_valid(options)),
    ids TEXT NOT NULL CHECK (json_valid(ids))
) STRICT;

CREATE TABLE player (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    fleet TEXT NOT NULL,
    list TEXT NOT NULL,
    pirate INTEGER NOT NULL CHECK (pirate IN (0, 1)),
    start_points INTEGER NOT NULL,
    commander TEXT NOT NULL,
    commander_kind TEXT,
    promotions TEXT NOT NULL,
    renown INTEGER NOT NULL,
    flagship_id INTEGER REFERENCES vessel (id) DEFERRABLE INITIALLY DEFERRED,
    joined TEXT NOT NULL,
    late INTEGER NOT NULL CHECK (late IN (0, 1)),
    rebel INTEGER NOT NULL CHECK (rebel IN (0, 1)),
    last_game TEXT,
    games INTEGER NOT NULL,
    allowed TEXT NOT NULL CHECK (json_valid(allowed)),
    boons TEXT NOT NULL CHECK (json_valid(boons)),
    ready INTEGER NOT NULL CHECK (ready IN (0, 1))
) STRICT;

CREATE TABLE design (
    id INTEGER PRIMARY KEY,
    class TEXT NOT NULL,
    figures TEXT NOT NULL CHECK (json_valid(figures))
) STRICT;

CREATE TABLE vessel (
    id INTEGER PRIMARY KEY,
    player_id INTEGER NOT NULL REFERENCES player (id) DEFERRABLE INITIALLY DEFERRED,
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    hulls TEXT NOT NULL CHECK (json_valid(hulls)),
    upgrades TEXT NOT NULL CHECK (json_valid(upgrades)),
    officer TEXT CHECK (officer IS NULL OR json_valid(officer)),
    points INTEGER NOT NULL CHECK (points >= 0),
    origin TEXT NOT NULL CHECK (json_valid(origin)),
    leadership INTEGER CHECK (leadership BETWEEN 1 AND 10),
    commissioned TEXT NOT NULL,
    trials TEXT,
    late INTEGER NOT NULL CHECK (late IN (0, 1)),
    state TEXT NOT NULL CHECK (state IN ('ready', 'withdrawn', 'lost')),
    lost TEXT,
    former_names TEXT NOT NULL CHECK (json_valid(former_names)),
    allowed TEXT,
    list_points INTEGER NOT NULL CHECK (list_points >= 0),
    damage INTEGER NOT NULL CHECK (damage >= 0),
    refits TEXT NOT NULL CHECK (json_valid(refits)),
    skills TEXT NOT NULL CHECK (json_valid(skills)),
    withdrawn_id INTEGER REFERENCES battle (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE TABLE system (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    x INTEGER NOT NULL,
    y INTEGER NOT NULL,
    blackstone INTEGER NOT NULL CHECK (blackstone IN (0, 1)),
    port_maw INTEGER NOT NULL CHECK (port_maw IN (0, 1)),
    note TEXT,
    owner_id INTEGER REFERENCES player (id) DEFERRABLE INITIALLY DEFERRED
) STRICT;

CREATE TABLE channel (
    id INTEGER PRIMARY KEY,
    a_id INTEGER NOT NULL REFERENCES system (id) DEFERRABLE INITIALLY DEFERRED,
    b_id INTEGER NOT NULL REFERENCES system (id) DEFERRABLE INITIALLY DEFERRED,
    CHECK (a_id < b_id)
) STRICT;

-- Secret: where pirates hide. Views that may not know do not read it.
CREATE TABLE pirate_base (
    id INTEGER PRIMARY KEY REFERENCES player (id) DEFERRABLE INITIALLY DEFERRED,
    system_id INTEGER NOT NULL REFERENCES system (id) DEFERRABLE INITIALLY DEFERRED,
    known_to TEXT NOT NULL CHECK (json_valid(known_to))
) STRICT;

-- A battle and the campaign turn around it. Only open ones are read when a command is decided.
CREATE TABLE battle (
    id INTEGER PRIMARY KEY,
    open INTEGER NOT NULL CHECK (open IN (0, 1)),
    step TEXT NOT NULL,
    challenger_id INTEGER NOT NULL REFERENCES player (id) DEFERRABLE INITIALLY DEFERRED,
    challenged_id INTEGER NOT NULL REFERENCES player (id) DEFERRABLE INITIALLY DEFERRED,
    offered TEXT NOT NULL,
    answered TEXT,
    ending TEXT,
    searched INTEGER NOT NULL CHECK (searched IN (0, 1)),
    base_attack INTEGER NOT NULL CHECK (base_attack IN (0, 1)),
    class TEXT,
    scenario TEXT,
    system_id INTEGER REFERENCES system (id) DEFERRABLE INITIALLY DEFERRED,
    size INTEGER,
    convoy TEXT CHECK (convoy IS NULL OR json_valid(convoy)),
    sides TEXT CHECK (sides IS NULL OR json_valid(sides)),
    report TEXT CHECK (report IS NULL OR json_valid(report)),
    result TEXT CHECK (result IS NULL OR json_valid(result)),
    aftermath TEXT NOT NULL CHECK (json_valid(aftermath))
) STRICT;

CREATE INDEX battle_open ON battle (id) WHERE open = 1;

-- `chain` hashes the entry together with the chain before it; `digest` names the state after it.
-- `undone_by` alone changes later; verify works it out again from the undo and redo entries.
CREATE TABLE journal (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    player_id INTEGER,
    kind TEXT NOT NULL CHECK (kind IN ('command', 'undo', 'redo', 'migration')),
    of_id INTEGER REFERENCES journal (id),
    command TEXT,
    ruling TEXT,
    program TEXT NOT NULL,
    schema INTEGER NOT NULL,
    catalog TEXT NOT NULL,
    digest TEXT NOT NULL,
    chain TEXT NOT NULL,
    undone_by INTEGER REFERENCES journal (id),
    CHECK ((kind = 'command') = (command IS NOT NULL)),
    CHECK ((kind IN ('undo', 'redo')) = (of_id IS NOT NULL))
) STRICT;

CREATE INDEX journal_undone ON journal (undone_by) WHERE undone_by IS NOT NULL;

CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    journal_id INTEGER NOT NULL REFERENCES journal (id),
    kind TEXT NOT NULL,
    rule TEXT NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body))
) STRICT;

CREATE INDEX event_journal ON event (journal_id);

CREATE TABLE die (
    id INTEGER PRIMARY KEY,
    journal_id INTEGER NOT NULL REFERENCES journal (id),
    purpose TEXT NOT NULL,
    faces TEXT NOT NULL,
    source TEXT NOT NULL
) STRICT;

CREATE INDEX die_journal ON die (journal_id);

-- The rows that an entry changed, before and after: undo and redo write them back, and views of the past read them.
CREATE TABLE change (
    id INTEGER PRIMARY KEY,
    journal_id INTEGER NOT NULL REFERENCES journal (id),
    place TEXT NOT NULL,
    key INTEGER NOT NULL,
    before TEXT CHECK (before IS NULL OR json_valid(before)),
    after TEXT CHECK (after IS NULL OR json_valid(after))
) STRICT;

CREATE INDEX change_journal ON change (journal_id);

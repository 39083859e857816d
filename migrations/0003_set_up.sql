-- The set-up of a battle: rolled once, the same for everybody.

ALTER TABLE battle ADD COLUMN set_up TEXT CHECK (set_up IS NULL OR json_valid(set_up));

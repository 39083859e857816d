-- Acts: the entries of one typed command name the first of them. An entry that stands alone names none.

ALTER TABLE journal ADD COLUMN act INTEGER REFERENCES journal (id);
CREATE INDEX journal_act ON journal (act) WHERE act IS NOT NULL;

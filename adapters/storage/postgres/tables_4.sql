-- Version 4: a pause beside the cancel, what users tell sessions, and whose tables the queue's are.

ALTER TABLE job
    ADD COLUMN asked_to text NOT NULL DEFAULT '',  -- 'pause' or 'stop', if a user asked for it,
    ADD COLUMN asked_why text NOT NULL DEFAULT ''; -- and the reason that the job is to have then
UPDATE job SET asked_to = 'stop', asked_why = 'Cancelled.' WHERE cancelled;
ALTER TABLE job DROP COLUMN cancelled;

CREATE TABLE command (
    job bigint NOT NULL REFERENCES job,
    place bigint NOT NULL,
    body text NOT NULL,
    PRIMARY KEY (job, place)
);

ALTER TABLE schema_version ADD COLUMN queue text NOT NULL DEFAULT '3.10.0'; -- of which Procrastinate

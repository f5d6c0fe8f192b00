-- Everything a fleet keeps, beside Procrastinate's own tables, in the schema `pathfinder`: version 3.
-- What later versions change stands in files of their own, which run after this one; see schema.py.
-- A job is one question of a submitted batch. `epoch` is its fence: each start of the job raises it, and
-- whoever comes with an older one is refused (PF001) before anything is paid for or written.

CREATE TABLE schema_version (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    version integer NOT NULL
);
INSERT INTO schema_version (version) VALUES (3);

CREATE TABLE batch (
    id text PRIMARY KEY,
    body text NOT NULL,                    -- the questions and their terms, as batch.json has them
    asked text NOT NULL,                   -- what the command line chose, as asked.json has it; no key
    cap bigint,                            -- micro-dollars for all questions together; NULL: no cap
    kept_back bigint NOT NULL DEFAULT 0,   -- of the cap, only for closing reports
    submitted_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE job (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    batch text NOT NULL REFERENCES batch,
    number integer NOT NULL,
    name text NOT NULL UNIQUE,             -- of its session
    state text NOT NULL DEFAULT 'waiting',
    reason text NOT NULL DEFAULT '',
    cancelled boolean NOT NULL DEFAULT false,
    epoch integer NOT NULL DEFAULT 0,
    worker text NOT NULL DEFAULT '',
    spent bigint NOT NULL DEFAULT 0,
    iteration integer NOT NULL DEFAULT 0,  -- closed ones
    outcomes bigint NOT NULL DEFAULT 0,    -- finished steps in its journal, over all iterations
    seen_epoch integer NOT NULL DEFAULT 0, -- the last start whose death was counted,
    seen_outcomes bigint NOT NULL DEFAULT 0, -- and how far the journal was then
    fruitless integer NOT NULL DEFAULT 0,  -- deaths in a row without a newly finished step
    started_at timestamptz,
    ended_at timestamptz,
    UNIQUE (batch, number)
);

CREATE TABLE record (
    job bigint PRIMARY KEY REFERENCES job,
    iteration integer NOT NULL,
    start bytea NOT NULL,
    graph bytea NOT NULL
);

CREATE TABLE archive (
    job bigint NOT NULL REFERENCES job,
    iteration integer NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (job, iteration)
);

CREATE TABLE journal (
    job bigint NOT NULL REFERENCES job,
    iteration integer NOT NULL,
    place bigint NOT NULL,
    epoch integer NOT NULL,
    kind text NOT NULL,
    step text NOT NULL,
    body text NOT NULL,
    written_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (job, iteration, place)
);

CREATE TABLE page_text (
    hash text PRIMARY KEY,
    body bytea NOT NULL
);

CREATE TABLE page (
    job bigint NOT NULL REFERENCES job,
    hash text NOT NULL REFERENCES page_text,
    source bytea NOT NULL,
    PRIMARY KEY (job, hash)
);

CREATE TABLE beside (
    job bigint NOT NULL REFERENCES job,
    name text NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (job, name)
);

CREATE TABLE hold (
    job bigint NOT NULL REFERENCES job,
    epoch integer NOT NULL,
    number integer NOT NULL,
    step text NOT NULL,
    usd_micros bigint NOT NULL,            -- its worst case
    likely bigint NOT NULL,                -- what it, and whoever sent it for the next, is likely to need
    tokens bigint NOT NULL,                -- how long its answer may be
    PRIMARY KEY (job, epoch, number)
);

CREATE TABLE rate (
    key text PRIMARY KEY,
    seconds_per_unit double precision NOT NULL,
    burst_seconds double precision NOT NULL DEFAULT 0,
    next_at timestamptz NOT NULL DEFAULT '-infinity'
);

CREATE TABLE rest (
    lane text PRIMARY KEY,                 -- a model of a host, or a search engine
    until timestamptz NOT NULL             -- nobody calls it before
);

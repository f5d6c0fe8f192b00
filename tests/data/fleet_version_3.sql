-- Everything a fleet keeps, beside Procrastinate's own tables, in the schema `pathfinder`.
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

CREATE FUNCTION fence(j bigint, e integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM job WHERE id = j AND epoch = e AND state = 'running' FOR NO KEY UPDATE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'job % goes on elsewhere', j USING ERRCODE = 'PF001';
    END IF;
END $$;

-- A start of the job: its new epoch, or 0 where there is nothing to do.
CREATE FUNCTION job_begin(j bigint, who text, start_graph bytea) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE known job;
BEGIN
    SELECT * INTO known FROM job WHERE id = j FOR UPDATE;
    IF NOT FOUND OR known.state NOT IN ('waiting', 'running') THEN
        RETURN 0;
    END IF;
    IF known.cancelled THEN
        UPDATE job SET state = 'stopped', reason = 'Cancelled.', ended_at = now(), epoch = epoch + 1
        WHERE id = j;
        RETURN 0;
    END IF;
    INSERT INTO record (job, iteration, start, graph) VALUES (j, 0, start_graph, start_graph)
    ON CONFLICT DO NOTHING;
    UPDATE job SET state = 'running', reason = '', worker = who, epoch = epoch + 1,
        started_at = coalesce(started_at, now())
    WHERE id = j;
    RETURN known.epoch + 1;
END $$;

CREATE FUNCTION job_finish(j bigint, e integer, how text, why text, total bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM fence(j, e);
    -- Without a total, what is held may have been paid for.
    UPDATE job SET state = how, reason = why, ended_at = now(), spent = coalesce(
        total, spent + coalesce((SELECT sum(usd_micros) FROM hold WHERE hold.job = j), 0))
    WHERE id = j;
    DELETE FROM hold WHERE job = j;
END $$;

-- The worker of a job is dead. How many deaths in a row brought nothing; -1: given up, -2: it is over.
CREATE FUNCTION job_takeover(j bigint, most integer, why text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE known job; counted integer;
BEGIN
    SELECT * INTO known FROM job WHERE id = j FOR UPDATE;
    IF NOT FOUND OR known.state NOT IN ('waiting', 'running') THEN
        RETURN -2;
    END IF;
    counted := known.fruitless;
    IF known.epoch > known.seen_epoch THEN
        counted := CASE WHEN known.outcomes > known.seen_outcomes THEN 0 ELSE counted + 1 END;
        UPDATE job SET fruitless = counted, seen_epoch = known.epoch, seen_outcomes = known.outcomes
        WHERE id = j;
    END IF;
    IF counted < most THEN
        RETURN counted;
    END IF;
    UPDATE job SET state = 'failed', reason = why, epoch = epoch + 1, ended_at = now(),
        spent = spent + coalesce((SELECT sum(usd_micros) FROM hold WHERE hold.job = j), 0)
    WHERE id = j;
    DELETE FROM hold WHERE job = j;
    RETURN -1;
END $$;

-- Rows are named by their place, so that a write that is sent again after a lost reply changes nothing.
CREATE FUNCTION journal_write(
    j bigint, e integer, i integer, first bigint, kinds text[], steps text[], bodies text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM fence(j, e);
    -- Only outcomes are progress: a job that dies in its first call sends and is charged at each start.
    WITH new AS (
        INSERT INTO journal (job, iteration, place, epoch, kind, step, body)
        SELECT j, i, first + n - 1, e, kind, step, body
        FROM unnest(kinds, steps, bodies) WITH ORDINALITY AS row_(kind, step, body, n)
        ON CONFLICT DO NOTHING
        RETURNING kind
    )
    UPDATE job SET outcomes = outcomes + (SELECT count(*) FROM new WHERE kind = 'done') WHERE id = j;
END $$;

CREATE FUNCTION record_save(j bigint, e integer, i integer, new_graph bytea, new_archive bytea)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE closed integer;
BEGIN
    PERFORM fence(j, e);
    SELECT iteration INTO closed FROM record WHERE job = j;
    IF new_archive IS NOT NULL AND closed = i - 1 THEN
        INSERT INTO archive (job, iteration, body) VALUES (j, i, new_archive);
    ELSIF closed <> i THEN
        RAISE EXCEPTION 'the last iteration saved is %', closed USING ERRCODE = 'PF002';
    END IF;
    UPDATE record SET graph = new_graph, iteration = i WHERE job = j;
    UPDATE job SET iteration = i WHERE id = j;
END $$;

CREATE FUNCTION page_keep(j bigint, e integer, h text, content bytea, known bytea) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM fence(j, e);
    INSERT INTO page_text (hash, body) VALUES (h, content) ON CONFLICT DO NOTHING;
    INSERT INTO page (job, hash, source) VALUES (j, h, known) ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION beside_keep(j bigint, e integer, called text, content bytea) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM fence(j, e);
    INSERT INTO beside (job, name, body) VALUES (j, called, content)
    ON CONFLICT (job, name) DO UPDATE SET body = excluded.body;
END $$;

-- A start has read the journal: what earlier starts held is in `total` where it was sent, and void where not.
CREATE FUNCTION ledger_open(j bigint, e integer, total bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM fence(j, e);
    DELETE FROM hold WHERE job = j AND epoch < e;
    UPDATE job SET spent = total WHERE id = j;
END $$;

-- 'held'; 'wait' while what others hold may make room; or 'refused'. `open` is what is left of the cap, and
-- `granted` how long the answer may be, by the rule of adapters/metering/grants.py: a share of the free money by
-- what calls are likely to need, `ample` tokens where they can be had, and `fewest` when nothing is in flight.
-- `price` is for a million tokens; a call without an answer to pay for has `most` 0.
CREATE FUNCTION ledger_take(
    j bigint, e integer, n integer, at_step text, worst bigint, closing boolean,
    price bigint, fewest bigint, expected bigint, ample bigint, most bigint,
    OUT answer text, OUT open bigint, OUT granted bigint
) LANGUAGE plpgsql AS $$
DECLARE whole batch; spent_ bigint; held_ bigint; others bigint; own bigint; affordable bigint; share numeric;
BEGIN
    -- One at a time for each batch, so that two cannot both take the last room.
    SELECT * INTO whole FROM batch WHERE id = (SELECT batch FROM job WHERE id = j) FOR UPDATE;
    PERFORM fence(j, e);
    answer := 'held';
    granted := (SELECT tokens FROM hold WHERE job = j AND epoch = e AND number = n);
    IF granted IS NOT NULL THEN
        RETURN;
    END IF;
    own := worst + tokens_cost(price, expected);
    granted := most;
    IF whole.cap IS NOT NULL THEN
        -- One statement: a settling that commits between two would be counted neither as held nor as spent.
        SELECT (SELECT coalesce(sum(spent), 0) FROM job WHERE batch = whole.id), held.usd, held.likely
        INTO spent_, held_, others
        FROM (SELECT coalesce(sum(usd_micros), 0) AS usd, coalesce(sum(likely), 0) AS likely
              FROM hold JOIN job ON job.id = hold.job WHERE job.batch = whole.id) AS held;
        open := whole.cap - spent_ - held_ - CASE WHEN closing THEN 0 ELSE whole.kept_back END;
        affordable := tokens_for(price, open - worst, most);
        IF worst > open OR affordable < (CASE WHEN held_ > 0 THEN ample ELSE fewest END) THEN
            answer := CASE WHEN held_ > 0 THEN 'wait' ELSE 'refused' END;
            RETURN;
        END IF;
        share := open::numeric * own / greatest(1, own + others);
        granted := least(affordable, greatest(ample, tokens_for(price, floor(share)::bigint - worst, most)));
    END IF;
    INSERT INTO hold (job, epoch, number, step, usd_micros, likely, tokens)
    VALUES (j, e, n, at_step, worst + tokens_cost(price, granted), own, granted);
END $$;

-- What so many tokens cost at most, rounded up; and how many so much money pays for.
CREATE FUNCTION tokens_cost(price bigint, tokens bigint) RETURNS bigint LANGUAGE sql AS $$
    SELECT ceil(tokens::numeric * price / 1000000)::bigint
$$;
CREATE FUNCTION tokens_for(price bigint, usd_micros bigint, most bigint) RETURNS bigint LANGUAGE sql AS $$
    SELECT CASE WHEN price = 0 THEN most
        ELSE least(most, floor(greatest(0, usd_micros)::numeric * 1000000 / price))::bigint END
$$;

CREATE FUNCTION ledger_settle(j bigint, e integer, n integer, paid bigint) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM fence(j, e);
    DELETE FROM hold WHERE job = j AND epoch = e AND number = n;
    IF FOUND THEN
        UPDATE job SET spent = spent + paid WHERE id = j;
    END IF;
END $$;

-- A provider asked one worker to come back later: all leave it alone until then.
CREATE FUNCTION rest(j bigint, e integer, l text, seconds double precision) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM fence(j, e);
    INSERT INTO rest (lane, until) VALUES (l, clock_timestamp() + seconds * interval '1 second')
    ON CONFLICT (lane) DO UPDATE SET until = greatest(rest.until, excluded.until);
END $$;

-- How many seconds a lane is still to be left alone.
CREATE FUNCTION resting(l text) RETURNS double precision LANGUAGE sql AS $$
    SELECT coalesce(greatest(0, extract(epoch FROM max(until) - clock_timestamp())), 0)::double precision
    FROM rest WHERE lane = l
$$;

-- Takes the next free turn and says how long to wait for it (GCRA), a rest of the lane included. A limit
-- that nobody set never waits; one of many alike (`k`) has the pace that was set for all of them (`usual`).
CREATE FUNCTION rate_take(k text, usual text, l text) RETURNS double precision LANGUAGE plpgsql AS $$
DECLARE known rate; now_ timestamptz; turn timestamptz;
BEGIN
    IF k <> usual THEN
        INSERT INTO rate (key, seconds_per_unit) SELECT k, seconds_per_unit FROM rate WHERE key = usual
        ON CONFLICT DO NOTHING;
    END IF;
    SELECT * INTO known FROM rate WHERE key = k FOR UPDATE;
    IF NOT FOUND THEN
        RETURN resting(l);
    END IF;
    now_ := clock_timestamp();
    turn := greatest(known.next_at, now_ + resting(l) * interval '1 second');
    UPDATE rate SET next_at = turn + known.seconds_per_unit * interval '1 second' WHERE key = k;
    RETURN greatest(0, extract(epoch FROM turn - now_)::double precision - known.burst_seconds);
END $$;

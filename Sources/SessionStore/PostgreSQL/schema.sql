-- The schema of a Plumbline database on PostgreSQL. A new database gets it as a whole; older ones get the numbered migrations
-- (PostgreSQLSchema.swift). Tables, columns and bytes are mostly those of SQLite's schema (schema.sql at the top); POSTGRESQL.md says what differs and why.
-- Times are microseconds since 1970, UTC. Texts are compared byte by byte (COLLATE "C"), as SQLite does.

-- One row: the version of the schema, and the least version that a program must know to work with it. Whoever migrates locks it.
CREATE TABLE plumbline_schema (
    is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
    version integer NOT NULL,
    least_program integer NOT NULL
);

-- Work that one service does for all, and until when it has it.
CREATE TABLE lease (
    name text COLLATE "C" PRIMARY KEY,
    holder text NOT NULL,
    until timestamptz NOT NULL
);

-- A layout under examination. The sequence is the time of creation, made unique by a few microseconds if two coincide. `first_finding` is of the
-- newest step, and `exercises` counts them: the seal covers both. Each step changes the row, so that a page has room for the next version of it.
CREATE TABLE session (
    sequence bigint PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    name text COLLATE "C" NOT NULL,
    root text COLLATE "C" NOT NULL,
    tags text[] NOT NULL,
    options bytea NOT NULL,
    verdict text COLLATE "C" NOT NULL,
    step integer NOT NULL CHECK (step >= 0),
    engine text COLLATE "C" NOT NULL,
    first_finding text COLLATE "C",
    exercises integer NOT NULL,
    arrived_at bigint,
    imported smallint CHECK (imported IN (0, 1, 2)),
    is_pinned boolean NOT NULL,
    seal bytea NOT NULL,
    content bytea NOT NULL
) WITH (fillfactor = 80);

CREATE INDEX session_by_verdict ON session (verdict, sequence);
CREATE INDEX session_by_arrival ON session ((coalesce(arrived_at, sequence)), sequence);
CREATE INDEX session_by_import ON session (sequence) WHERE imported = 0;

-- What was posted, and the layout in it. Sessions with the same bytes do not share a row: no session depends on another one's rows.
CREATE TABLE document (
    session bigint PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE,
    sha256 bytea NOT NULL,
    media_type text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    packing smallint NOT NULL,
    canonical bytea NOT NULL,
    canonical_packing smallint NOT NULL
);
ALTER TABLE document ALTER body SET STORAGE EXTERNAL, ALTER canonical SET STORAGE EXTERNAL;

-- By what a session is found: the ids of its views as in SQLite's `session.views`, digests of its views and tags, and the text that `q` searches.
CREATE TABLE session_search (
    session bigint PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE,
    views bytea NOT NULL,
    keys uuid[] NOT NULL,
    text text COLLATE "C" NOT NULL
);
ALTER TABLE session_search ALTER views SET STORAGE EXTERNAL;

CREATE INDEX session_search_by_key ON session_search USING gin (keys);

-- Step 0 is the document; each later one is a list of events.
CREATE TABLE step (
    session bigint NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
    number integer NOT NULL CHECK (number >= 0),
    event bytea CHECK ((event IS NULL) = (number = 0)),
    report bytea NOT NULL,
    verdict text COLLATE "C" NOT NULL,
    engine text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    packing smallint NOT NULL,
    base integer,
    found bytea NOT NULL,
    seal bytea NOT NULL,
    PRIMARY KEY (session, number)
);
ALTER TABLE step ALTER report SET STORAGE EXTERNAL;

-- What the reports of a session's steps found, from the step at which it appeared to the last one before it disappeared.
CREATE TABLE finding (
    session bigint NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
    first_step integer NOT NULL,
    place bigint NOT NULL,
    last_step integer,
    fingerprint text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('conflict', 'ambiguity')),
    summary text COLLATE "C" NOT NULL,
    owner text COLLATE "C",
    since bigint NOT NULL,
    seen bigint NOT NULL,
    PRIMARY KEY (session, first_step, place)
);

CREATE INDEX finding_open ON finding (session, place) WHERE last_step IS NULL;
CREATE INDEX finding_by_fingerprint ON finding (fingerprint, session, since);
CREATE INDEX finding_by_time ON finding (fingerprint, seen, session);
CREATE INDEX finding_by_owner ON finding (owner, session) WHERE owner IS NOT NULL;

CREATE TABLE finding_pending (
    session bigint PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE,
    findings integer NOT NULL
);

-- Each finding across all sessions. Transactions lock its rows last and in the order of their fingerprints.
CREATE TABLE finding_summary (
    fingerprint text COLLATE "C" PRIMARY KEY,
    kind text COLLATE "C" NOT NULL,
    summary text COLLATE "C" NOT NULL,
    sessions bigint NOT NULL,
    first_seen bigint NOT NULL,
    last_seen bigint NOT NULL,
    example bigint NOT NULL
) WITH (fillfactor = 80);

CREATE INDEX finding_summary_by_time ON finding_summary (last_seen, fingerprint);

CREATE TABLE step_request (
    session bigint NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    sha256 bytea NOT NULL,
    step integer NOT NULL,
    seal bytea NOT NULL,
    PRIMARY KEY (session, key)
);

-- Requests with a key that made sessions: a row for each session, with its place among those that the request made, and their number.
CREATE TABLE session_request (
    session bigint PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    place integer NOT NULL,
    sessions integer NOT NULL,
    sha256 bytea NOT NULL,
    seal bytea NOT NULL,
    UNIQUE (key, place)
);

CREATE TABLE exercise (
    session bigint NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
    place integer NOT NULL,
    step integer NOT NULL,
    request bytea NOT NULL,
    answer bytea NOT NULL,
    engine text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    packing smallint NOT NULL,
    seal bytea NOT NULL,
    PRIMARY KEY (session, place)
);
ALTER TABLE exercise ALTER answer SET STORAGE EXTERNAL;

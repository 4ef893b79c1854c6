-- The schema of a Plumbline database, as it is after all migrations (Sources/SessionStore/Migrations).
-- Times are microseconds since 1970, UTC. JSON is kept as the bytes that were sent or answered: as they are where `packing` is 0, packed where it
-- is 1, packed by the report of an earlier step where it is 2 (Sources/SessionStore/PACKING.md).

-- What was posted, byte for byte. Identical bodies of one media type share one row.
CREATE TABLE document (
    id INTEGER PRIMARY KEY,
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
    media_type TEXT NOT NULL,
    body BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    packing INTEGER NOT NULL DEFAULT 0,
    UNIQUE (sha256, media_type)
) STRICT;

-- One layout in canonical form. A body may hold several layouts, and different bodies may mean the same one.
CREATE TABLE layout (
    id INTEGER PRIMARY KEY,
    sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
    canonical BLOB NOT NULL,
    packing INTEGER NOT NULL DEFAULT 0
) STRICT;

-- A layout under examination. The sequence is the time of creation, made unique by a few microseconds where two
-- coincide: one key gives the order, the pages, and the bounds of a search in time.
-- `views` are the ids of all views that it has had, a JSON array, packed unless it begins with a bracket: by them its words of session_key are known.
CREATE TABLE session (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    root TEXT NOT NULL,
    document INTEGER NOT NULL REFERENCES document (id),
    layout INTEGER NOT NULL REFERENCES layout (id),
    options BLOB NOT NULL,
    verdict TEXT NOT NULL,
    step INTEGER NOT NULL CHECK (step >= 0),
    engine TEXT NOT NULL,
    views BLOB NOT NULL DEFAULT x'5b5d'
) STRICT;

CREATE INDEX session_by_verdict ON session (verdict, sequence);
CREATE INDEX session_by_document ON session (document);
CREATE INDEX session_by_layout ON session (layout);

-- Step 0 is the document; every later one is a list of events taken whole. `base` is the number of the session's step by whose report this one's is
-- packed; that one's is not packed by another.
CREATE TABLE step (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 0),
    event BLOB CHECK ((event IS NULL) = (number = 0)),
    report BLOB NOT NULL,
    verdict TEXT NOT NULL,
    engine TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    packing INTEGER NOT NULL DEFAULT 0,
    base INTEGER,
    UNIQUE (session, number)
) STRICT;

-- What each step's report found, so that the same conflict is found again in other sessions by its fingerprint. `seen` is the time of the step;
-- `owner` tells who could mend a conflict.
CREATE TABLE finding (
    fingerprint TEXT NOT NULL,
    session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
    step INTEGER NOT NULL,
    place INTEGER NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('conflict', 'ambiguity')),
    summary TEXT NOT NULL,
    seen INTEGER NOT NULL DEFAULT 0,
    owner TEXT,
    PRIMARY KEY (fingerprint, session, step, place),
    FOREIGN KEY (session, step) REFERENCES step (session, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX finding_by_session ON finding (session, step, place);
CREATE INDEX finding_by_time ON finding (fingerprint, seen, session);
CREATE INDEX finding_by_owner ON finding (owner, session) WHERE owner IS NOT NULL;

CREATE TABLE session_tag (
    session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (session, tag)
) STRICT, WITHOUT ROWID;

-- Which sessions have a view or a tag: a word for each, `v` or `t` and its bytes as hexadecimal digits. The rowid is the session's sequence.
-- A table of views and sessions would be as large as what is stored of them; this keeps no text and no places, and deleting names the words again.
-- Lengths of rows are kept, as without them nobody could walk through the table.
CREATE VIRTUAL TABLE session_key USING fts5 (keys, content = '', detail = none, tokenize = 'ascii');

-- Any part of a name, tag, view or identifier, without regard to case. The rowid is the session's sequence.
CREATE VIRTUAL TABLE session_search USING fts5 (text, tokenize = 'trigram');

-- Requests for a step that were sent with a key, so that one sent again makes no second step.
CREATE TABLE step_request (
    session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
    key TEXT NOT NULL,
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
    step INTEGER NOT NULL,
    PRIMARY KEY (session, key),
    FOREIGN KEY (session, step) REFERENCES step (session, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX step_request_by_step ON step_request (session, step);

-- Alternates that were asked for, by step: what was asked and what was answered.
CREATE TABLE exercise (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
    step INTEGER NOT NULL,
    request BLOB NOT NULL,
    answer BLOB NOT NULL,
    engine TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    packing INTEGER NOT NULL DEFAULT 0,
    FOREIGN KEY (session, step) REFERENCES step (session, number) ON DELETE CASCADE
) STRICT;

CREATE INDEX exercise_by_step ON exercise (session, step);

-- Each finding across all sessions: in how many it was, the first and the last step that showed it, and the session of the last.
-- Kept up by the triggers.
CREATE TABLE finding_summary (
    fingerprint TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    summary TEXT NOT NULL,
    sessions INTEGER NOT NULL,
    first_seen INTEGER NOT NULL,
    last_seen INTEGER NOT NULL,
    example INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX finding_summary_by_time ON finding_summary (last_seen, fingerprint);

CREATE TRIGGER finding_added AFTER INSERT ON finding
BEGIN
    INSERT INTO finding_summary VALUES (new.fingerprint, new.kind, new.summary, 1, new.seen, new.seen, new.session)
    ON CONFLICT (fingerprint) DO UPDATE SET
        sessions = sessions + NOT EXISTS (
            SELECT 1 FROM finding AS other WHERE other.fingerprint = new.fingerprint AND other.session = new.session
            AND (other.step, other.place) <> (new.step, new.place)),
        first_seen = min(first_seen, new.seen),
        last_seen = max(last_seen, new.seen),
        example = iif(new.seen >= last_seen, new.session, example);
END;

CREATE TRIGGER finding_removed AFTER DELETE ON finding
WHEN NOT EXISTS (SELECT 1 FROM finding AS other WHERE other.fingerprint = old.fingerprint AND other.session = old.session)
BEGIN
    DELETE FROM finding_summary WHERE fingerprint = old.fingerprint AND sessions = 1;
    UPDATE finding_summary SET sessions = sessions - 1,
        first_seen = (SELECT min(seen) FROM finding WHERE fingerprint = old.fingerprint),
        last_seen = (SELECT max(seen) FROM finding WHERE fingerprint = old.fingerprint),
        example = (SELECT session FROM finding WHERE fingerprint = old.fingerprint ORDER BY seen DESC, session DESC LIMIT 1)
    WHERE fingerprint = old.fingerprint;
END;

-- Sessions that are kept whatever their age.
CREATE TABLE pin (
    session INTEGER PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

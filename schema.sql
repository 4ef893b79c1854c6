-- The schema of a Plumbline database, as it is after all migrations (Sources/SessionStore/SQLite/Migrations).
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
-- `arrived_at` is the time at which an imported session was stored here, by which old sessions are deleted; null where that is the sequence.
-- `seal` is a digest over the row but `views`, over its tags and the first finding of its newest step (Sources/SessionStore/Seal.swift); rows of before
-- version 8 have none; since exercises are counted, over their number too. `content` is a digest of the body, its media type and the layout; rows of before version 9 have none. `imported` is null for sessions that were made
-- here; else 0 until its steps have been run again, then 1 where they give what is stored, and 2 where they differ.
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
    views BLOB NOT NULL DEFAULT x'5b5d',
    arrived_at INTEGER,
    seal BLOB,
    imported INTEGER CHECK (imported IN (0, 1, 2)),
    content BLOB
) STRICT;

CREATE INDEX session_by_verdict ON session (verdict, sequence);
CREATE INDEX session_by_document ON session (document);
CREATE INDEX session_by_layout ON session (layout);
CREATE INDEX session_by_arrival ON session (ifnull(arrived_at, sequence));
CREATE INDEX session_by_import ON session (imported, sequence) WHERE imported IS NOT NULL;

-- Step 0 is the document; every later one is a list of events taken whole. `base` is the number of the session's step by whose report this one's is
-- packed; that one's is not packed by another. `found` is a digest of what it found; steps of before version 7 have none. `seal` is a digest over the
-- session's id and all of the step, its report unpacked; steps of before version 8 have none.
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
    found BLOB,
    seal BLOB,
    UNIQUE (session, number)
) STRICT;

-- What the reports of a session's steps found, so that the same conflict is found again in other sessions by its fingerprint: from the step at which
-- it came to the last one before it went, which is null as long as it has not gone. A step that finds what the step before found writes nothing here.
-- `place` gives the order in the reports, `since` and `seen` are the times of the first and the last step, no earlier than the session, and `seen` no
-- earlier than `since`, wherever a clock was set; `owner` tells who could mend a conflict. Where the session is in finding_pending, `seen` of what
-- has not gone is of an earlier step.
CREATE TABLE finding (
    id INTEGER PRIMARY KEY,
    session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
    first_step INTEGER NOT NULL,
    last_step INTEGER,
    place INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('conflict', 'ambiguity')),
    summary TEXT NOT NULL,
    owner TEXT,
    since INTEGER NOT NULL,
    seen INTEGER NOT NULL
) STRICT;

CREATE INDEX finding_by_session ON finding (session, last_step, place);
CREATE INDEX finding_by_fingerprint ON finding (fingerprint, session, since);
CREATE INDEX finding_by_time ON finding (fingerprint, seen, session, first_step, last_step, since);
CREATE INDEX finding_by_owner ON finding (owner, session) WHERE owner IS NOT NULL;

-- Sessions whose findings that have not gone were seen by steps after their `seen`: at the newest step of their session. Few, as whoever reads findings
-- by their times takes the newest step's for these; `findings` is how many there are of each.
CREATE TABLE finding_pending (
    session INTEGER PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE,
    findings INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

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
    seal BLOB,
    PRIMARY KEY (session, key),
    FOREIGN KEY (session, step) REFERENCES step (session, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX step_request_by_step ON step_request (session, step);

-- Requests for sessions that were sent with a key, so that one sent again makes no further sessions: a row for each session that it made, with
-- its place among them and their number.
CREATE TABLE session_request (
    session INTEGER PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE,
    key TEXT NOT NULL,
    place INTEGER NOT NULL,
    sessions INTEGER NOT NULL,
    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
    seal BLOB NOT NULL,
    UNIQUE (key, place)
) STRICT, WITHOUT ROWID;

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
    seal BLOB,
    FOREIGN KEY (session, step) REFERENCES step (session, number) ON DELETE CASCADE
) STRICT;

CREATE INDEX exercise_by_step ON exercise (session, step);

-- Each finding across all sessions: in how many it was, the least `since` and the greatest `seen`, and the session of that one, the newest of several.
-- Kept up by the triggers. No finding is older than its session, so the least `since` is not of a session after another `since`.
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
    INSERT INTO finding_summary VALUES (new.fingerprint, new.kind, new.summary, 1, new.since, new.seen, new.session)
    ON CONFLICT (fingerprint) DO UPDATE SET
        sessions = sessions + NOT EXISTS (
            SELECT 1 FROM finding AS other WHERE other.fingerprint = new.fingerprint AND other.session = new.session AND other.id <> new.id),
        first_seen = min(first_seen, new.since),
        last_seen = max(last_seen, new.seen),
        example = iif((new.seen, new.session) > (last_seen, example), new.session, example);
END;

CREATE TRIGGER finding_seen AFTER UPDATE OF seen ON finding
WHEN new.seen <> old.seen
BEGIN
    UPDATE finding_summary SET
        last_seen = (SELECT max(seen) FROM finding WHERE fingerprint = new.fingerprint),
        example = (SELECT session FROM finding WHERE fingerprint = new.fingerprint ORDER BY seen DESC, session DESC LIMIT 1)
    WHERE fingerprint = new.fingerprint AND (last_seen = old.seen OR (new.seen, new.session) > (last_seen, example));
END;

CREATE TRIGGER finding_removed AFTER DELETE ON finding
WHEN NOT EXISTS (SELECT 1 FROM finding AS other WHERE other.fingerprint = old.fingerprint AND other.session = old.session)
BEGIN
    DELETE FROM finding_summary WHERE fingerprint = old.fingerprint AND sessions = 1;
    UPDATE finding_summary SET sessions = sessions - 1,
        first_seen = (
            SELECT min(since) FROM finding WHERE fingerprint = old.fingerprint AND session <= (
                SELECT min(since) FROM (SELECT since FROM finding WHERE fingerprint = old.fingerprint ORDER BY session LIMIT 16))),
        last_seen = (SELECT max(seen) FROM finding WHERE fingerprint = old.fingerprint),
        summary = (SELECT summary FROM finding WHERE fingerprint = old.fingerprint ORDER BY seen DESC, session DESC LIMIT 1),
        example = (SELECT session FROM finding WHERE fingerprint = old.fingerprint ORDER BY seen DESC, session DESC LIMIT 1)
    WHERE fingerprint = old.fingerprint;
END;

-- Sessions that are kept whatever their age.
CREATE TABLE pin (
    session INTEGER PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

internal import SQLite

extension Migration {
    /// The first schema. Frozen, like every migration: a change of the schema is a further migration, and `schema.sql` is the
    /// result of all of them.
    static let first = Migration(
        version: 1,
        script: """
            CREATE TABLE document (
                id INTEGER PRIMARY KEY,
                sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
                media_type TEXT NOT NULL,
                body BLOB NOT NULL,
                created_at INTEGER NOT NULL,
                UNIQUE (sha256, media_type)
            ) STRICT;

            CREATE TABLE layout (
                id INTEGER PRIMARY KEY,
                sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
                canonical BLOB NOT NULL
            ) STRICT;

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
                engine TEXT NOT NULL
            ) STRICT;

            CREATE INDEX session_by_verdict ON session (verdict, sequence);
            CREATE INDEX session_by_document ON session (document);
            CREATE INDEX session_by_layout ON session (layout);

            CREATE TABLE step (
                id INTEGER PRIMARY KEY,
                session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
                number INTEGER NOT NULL CHECK (number >= 0),
                event BLOB CHECK ((event IS NULL) = (number = 0)),
                report BLOB NOT NULL,
                verdict TEXT NOT NULL,
                engine TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                UNIQUE (session, number)
            ) STRICT;

            CREATE TABLE finding (
                fingerprint TEXT NOT NULL,
                session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
                step INTEGER NOT NULL,
                place INTEGER NOT NULL,
                kind TEXT NOT NULL CHECK (kind IN ('conflict', 'ambiguity')),
                summary TEXT NOT NULL,
                PRIMARY KEY (fingerprint, session, step, place),
                FOREIGN KEY (session, step) REFERENCES step (session, number) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX finding_by_session ON finding (session, step, place);

            CREATE TABLE session_tag (
                tag TEXT NOT NULL,
                session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
                PRIMARY KEY (tag, session)
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX session_tag_by_session ON session_tag (session);

            CREATE TABLE session_view (
                view TEXT NOT NULL,
                session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
                PRIMARY KEY (view, session)
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX session_view_by_session ON session_view (session);

            CREATE VIRTUAL TABLE session_search USING fts5 (text, tokenize = 'trigram');
            """)
}

internal import SQLite

extension Migration {
    /// Adds tables for repeatable requests and for exercises. Must not be changed any more.
    static let second = Migration(
        version: 2,
        script: """
            CREATE TABLE step_request (
                session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
                key TEXT NOT NULL,
                sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
                step INTEGER NOT NULL,
                PRIMARY KEY (session, key),
                FOREIGN KEY (session, step) REFERENCES step (session, number) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX step_request_by_step ON step_request (session, step);

            CREATE TABLE exercise (
                id INTEGER PRIMARY KEY,
                session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
                step INTEGER NOT NULL,
                request BLOB NOT NULL,
                answer BLOB NOT NULL,
                engine TEXT NOT NULL,
                created_at INTEGER NOT NULL,
                FOREIGN KEY (session, step) REFERENCES step (session, number) ON DELETE CASCADE
            ) STRICT;

            CREATE INDEX exercise_by_step ON exercise (session, step);
            """)
}

internal import SQLite

extension Migration {
    /// Requests with a key that made sessions. Must not be changed any more.
    static let tenth = Migration(
        version: 10,
        script: """
            CREATE TABLE session_request (
                session INTEGER PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE,
                key TEXT NOT NULL,
                place INTEGER NOT NULL,
                sessions INTEGER NOT NULL,
                sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
                seal BLOB NOT NULL,
                UNIQUE (key, place)
            ) STRICT, WITHOUT ROWID;
            """)
}

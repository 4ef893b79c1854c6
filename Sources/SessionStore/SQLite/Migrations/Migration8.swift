internal import SQLite

extension Migration {
    /// The arrival of sessions, seals over sessions and steps, and the state of imports. Must not be changed any more.
    static let eighth = Migration(
        version: 8,
        script: """
            ALTER TABLE session ADD COLUMN arrived_at INTEGER;
            ALTER TABLE session ADD COLUMN seal BLOB;
            ALTER TABLE session ADD COLUMN imported INTEGER CHECK (imported IN (0, 1, 2));
            ALTER TABLE step ADD COLUMN seal BLOB;
            UPDATE session SET arrived_at = unixepoch() * 1000000 WHERE sequence > unixepoch() * 1000000;
            CREATE INDEX session_by_arrival ON session (ifnull(arrived_at, sequence));
            CREATE INDEX session_by_import ON session (imported, sequence) WHERE imported IS NOT NULL;
            """)
}

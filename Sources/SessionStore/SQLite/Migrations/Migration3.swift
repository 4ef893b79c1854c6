internal import SQLite

extension Migration {
    /// Findings across sessions, and pinned sessions. Must not be changed any more.
    static let third = Migration(
        version: 3,
        script: """
            CREATE TABLE finding_summary (
                fingerprint TEXT PRIMARY KEY,
                kind TEXT NOT NULL,
                summary TEXT NOT NULL,
                sessions INTEGER NOT NULL,
                first_seen INTEGER NOT NULL,
                last_seen INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            CREATE INDEX finding_summary_by_time ON finding_summary (last_seen, fingerprint);

            CREATE TRIGGER finding_added AFTER INSERT ON finding
            WHEN NOT EXISTS (
                SELECT 1 FROM finding AS other WHERE other.fingerprint = new.fingerprint AND other.session = new.session
                AND (other.step, other.place) <> (new.step, new.place))
            BEGIN
                INSERT INTO finding_summary VALUES (new.fingerprint, new.kind, new.summary, 1, new.session, new.session)
                ON CONFLICT (fingerprint) DO UPDATE SET sessions = sessions + 1, first_seen = min(first_seen, new.session),
                    last_seen = max(last_seen, new.session);
            END;

            CREATE TRIGGER finding_removed AFTER DELETE ON finding
            WHEN NOT EXISTS (SELECT 1 FROM finding AS other WHERE other.fingerprint = old.fingerprint AND other.session = old.session)
            BEGIN
                UPDATE finding_summary SET sessions = sessions - 1,
                    first_seen = ifnull((SELECT min(session) FROM finding WHERE fingerprint = old.fingerprint), 0),
                    last_seen = ifnull((SELECT max(session) FROM finding WHERE fingerprint = old.fingerprint), 0)
                WHERE fingerprint = old.fingerprint;
                DELETE FROM finding_summary WHERE fingerprint = old.fingerprint AND sessions = 0;
            END;

            INSERT INTO finding_summary
            SELECT fingerprint, min(kind), min(summary), count(DISTINCT session), min(session), max(session) FROM finding GROUP BY fingerprint;

            CREATE TABLE pin (
                session INTEGER PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE
            ) STRICT, WITHOUT ROWID;
            """)
}

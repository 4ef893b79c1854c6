internal import SQLite

extension Migration {
    /// Compressed bytes, views without a second index, and findings by the time at which they were seen and by owner. Must not be
    /// changed any more.
    static let fourth = Migration(
        version: 4,
        script: """
            ALTER TABLE document ADD COLUMN packing INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE layout ADD COLUMN packing INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE step ADD COLUMN packing INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE exercise ADD COLUMN packing INTEGER NOT NULL DEFAULT 0;

            ALTER TABLE session ADD COLUMN views BLOB NOT NULL DEFAULT x'5b5d';
            UPDATE session SET views = (
                SELECT CAST(json_group_array(view) AS BLOB) FROM session_view WHERE session_view.session = session.sequence);
            CREATE TABLE former_view AS SELECT view, session FROM session_view;
            DROP TABLE session_view;
            CREATE TABLE session_view (
                view TEXT NOT NULL,
                session INTEGER NOT NULL,
                PRIMARY KEY (view, session)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO session_view SELECT view, session FROM former_view ORDER BY view, session;
            DROP TABLE former_view;

            DROP TRIGGER finding_added;
            DROP TRIGGER finding_removed;
            DROP TABLE finding_summary;

            ALTER TABLE finding ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE finding ADD COLUMN owner TEXT;
            UPDATE finding SET seen = (SELECT created_at FROM step WHERE step.session = finding.session AND step.number = finding.step);
            CREATE INDEX finding_by_time ON finding (fingerprint, seen, session);
            CREATE INDEX finding_by_owner ON finding (owner, session) WHERE owner IS NOT NULL;

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

            INSERT INTO finding_summary
            SELECT fingerprint, min(kind), min(summary), count(DISTINCT session), min(seen), max(seen), (
                SELECT session FROM finding AS last WHERE last.fingerprint = finding.fingerprint ORDER BY seen DESC, session DESC LIMIT 1
            ) FROM finding GROUP BY fingerprint;
            """)
}

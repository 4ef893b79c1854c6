internal import SQLite

extension Migration {
    /// Findings by the steps at which they appeared and disappeared. Must not be changed any more.
    static let seventh = Migration(
        version: 7,
        script: """
            ALTER TABLE step ADD COLUMN found BLOB;

            DROP TRIGGER finding_added;
            DROP TRIGGER finding_removed;
            DROP INDEX finding_by_session;
            DROP INDEX finding_by_time;
            DROP INDEX finding_by_owner;
            ALTER TABLE finding RENAME TO former_finding;
            CREATE INDEX former_run ON former_finding (session, place, step);

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

            INSERT INTO finding (session, first_step, last_step, place, fingerprint, kind, summary, owner, since, seen)
            SELECT session, first_step, iif(last_step = (SELECT step FROM session WHERE sequence = run.session), NULL, last_step),
                min(max(place, 0), 1 << 40) << 20, fingerprint, kind, summary, owner, max(since, session), (
                    SELECT max(seen, session) FROM former_finding AS e
                    WHERE e.session = run.session AND e.place = run.place AND e.step = run.last_step LIMIT 1)
            FROM (
                SELECT session, place, fingerprint, kind, summary, owner, seen AS since, step AS first_step, (
                    SELECT e.step FROM former_finding AS e WHERE e.session = f.session AND e.place = f.place AND e.step >= f.step AND NOT EXISTS (
                        SELECT 1 FROM former_finding AS n WHERE n.session = f.session AND n.place = f.place AND n.step = e.step + 1
                        AND (n.fingerprint, n.kind, n.summary) = (f.fingerprint, f.kind, f.summary) AND n.owner IS f.owner)
                    ORDER BY e.step LIMIT 1) AS last_step
                FROM former_finding AS f INDEXED BY former_run WHERE NOT EXISTS (
                    SELECT 1 FROM former_finding AS p WHERE p.session = f.session AND p.place = f.place AND p.step = f.step - 1
                    AND (p.fingerprint, p.kind, p.summary) = (f.fingerprint, f.kind, f.summary) AND p.owner IS f.owner)
                ORDER BY session, place, step
            ) AS run;
            DROP TABLE former_finding;

            CREATE INDEX finding_by_session ON finding (session, last_step, place);
            CREATE INDEX finding_by_fingerprint ON finding (fingerprint, session, since);
            CREATE INDEX finding_by_time ON finding (fingerprint, seen, session, first_step, last_step, since);
            CREATE INDEX finding_by_owner ON finding (owner, session) WHERE owner IS NOT NULL;

            CREATE TABLE finding_pending (
                session INTEGER PRIMARY KEY REFERENCES session (sequence) ON DELETE CASCADE,
                findings INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;

            UPDATE finding_summary SET
                first_seen = (SELECT min(since) FROM finding AS f WHERE f.fingerprint = finding_summary.fingerprint),
                last_seen = (SELECT max(seen) FROM finding AS f WHERE f.fingerprint = finding_summary.fingerprint),
                example = (SELECT session FROM finding AS f WHERE f.fingerprint = finding_summary.fingerprint ORDER BY seen DESC, session DESC LIMIT 1)
            WHERE EXISTS (SELECT 1 FROM finding AS f WHERE f.fingerprint = finding_summary.fingerprint) AND (first_seen, last_seen, example) <> (
                (SELECT min(since) FROM finding AS f WHERE f.fingerprint = finding_summary.fingerprint),
                (SELECT max(seen) FROM finding AS f WHERE f.fingerprint = finding_summary.fingerprint),
                (SELECT session FROM finding AS f WHERE f.fingerprint = finding_summary.fingerprint ORDER BY seen DESC, session DESC LIMIT 1));

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
            """)
}

internal import SQLite

extension Migration {
    /// Views and tags by words instead of tables. Must not be changed any more.
    static let fifth = Migration(
        version: 5,
        script: """
            CREATE VIRTUAL TABLE session_key USING fts5 (keys, content = '', detail = none, tokenize = 'ascii');
            INSERT INTO session_key (rowid, keys)
            SELECT session, group_concat(word, ' ') FROM (
                SELECT session, 'v' || hex(view) AS word FROM session_view WHERE length(CAST(view AS BLOB)) <= 8000
                UNION ALL SELECT session, 't' || hex(tag) FROM session_tag WHERE length(CAST(tag AS BLOB)) <= 8000
            ) GROUP BY session;
            DROP TABLE session_view;

            CREATE TABLE former_tag AS SELECT session, tag FROM session_tag;
            DROP TABLE session_tag;
            CREATE TABLE session_tag (
                session INTEGER NOT NULL REFERENCES session (sequence) ON DELETE CASCADE,
                tag TEXT NOT NULL,
                PRIMARY KEY (session, tag)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO session_tag SELECT session, tag FROM former_tag ORDER BY session, tag;
            DROP TABLE former_tag;
            """)
}

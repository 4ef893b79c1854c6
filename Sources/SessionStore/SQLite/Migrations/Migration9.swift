internal import SQLite

extension Migration {
    /// Seals over what was posted, tags, findings, exercises and requests. Frozen like the first.
    static let ninth = Migration(
        version: 9,
        script: """
            ALTER TABLE session ADD COLUMN content BLOB;
            ALTER TABLE step_request ADD COLUMN seal BLOB;
            ALTER TABLE exercise ADD COLUMN seal BLOB;
            """)
}

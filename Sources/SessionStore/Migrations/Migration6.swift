internal import SQLite

extension Migration {
    /// Reports compressed relative to those of earlier steps. Frozen like the first.
    static let sixth = Migration(version: 6, script: "ALTER TABLE step ADD COLUMN base INTEGER;")
}

internal import SQLite

extension Migration {
    /// Reports compressed relative to those of earlier steps. Must not be changed any more.
    static let sixth = Migration(version: 6, script: "ALTER TABLE step ADD COLUMN base INTEGER;")
}

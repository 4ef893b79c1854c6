internal import SQLite

extension Migration {
    /// Reports packed by those of earlier steps. Frozen as the first is.
    static let sixth = Migration(version: 6, script: "ALTER TABLE step ADD COLUMN base INTEGER;")
}

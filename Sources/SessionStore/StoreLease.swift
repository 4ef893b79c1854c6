/// Work that one service does for all those that share a database.
public enum StoreLease: String, Sendable {
    case retention
    /// The verification of imports.
    case imports
}

/// An imported session whose steps have not been run again.
public struct PendingImport: Sendable, Hashable {
    public let sequence: Int64
    public let id: String
}

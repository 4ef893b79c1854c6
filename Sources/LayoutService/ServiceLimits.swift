internal import LayoutImport

/// What the service takes at most, with safe defaults.
public struct ServiceLimits: Sendable, Hashable {
    /// Bytes of a request body or file; of a packed body also after unpacking.
    public var bodyBytes = 16 << 20
    /// Views of one layout.
    public var views = 100_000
    /// Constraints of one layout.
    public var constraints = 500_000
    /// CPU seconds that one analysis may take.
    public var deadline = 30.0

    /// The most alternates that may be asked for.
    public static let alternates = 100
    /// The most conflicts that may be asked for.
    public static let conflicts = 10_000

    public init() {}

    /// What importers take at most.
    var importLimits: ImportLimits { ImportLimits(views: views, constraints: constraints) }
}

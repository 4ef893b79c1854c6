public import LayoutImport
public import LayoutModel
public import StandardAdditions

/// The limits of what is read and analyzed, with safe defaults.
public struct InputLimits: Sendable, Hashable {
    /// The greatest length of a request body or file in bytes; also after decompression.
    public var bodyBytes = 16 << 20
    /// The maximum number of views of one layout.
    public var views = 100_000
    /// The maximum number of constraints of one layout.
    public var constraints = 500_000
    /// The maximum CPU time of one analysis in seconds.
    public var deadline = 30.0
    /// The memory that the process may use; nil without a limit.
    public var memory: MemoryLimit?
    /// Asked between pieces of reading, see ``LayoutImport/ImportLimits/interest``.
    public var interest = AnalysisOptions.Interest()

    /// The maximum number of alternates in one request.
    public static let alternates = 100
    /// The maximum number of conflicts in one request.
    public static let conflicts = 10_000

    public init() {}

    /// The limits for importers.
    public var importLimits: ImportLimits {
        var limits = ImportLimits(views: views, constraints: constraints, unpackedBytes: unpackedBytes)
        limits.interest = interest
        return limits
    }

    /// The greatest length of a view hierarchy's files, unpacked, in bytes: its images are in them, too.
    public var unpackedBytes: Int { bodyBytes > Int.max / 4 ? Int.max : 4 * bodyBytes }
}

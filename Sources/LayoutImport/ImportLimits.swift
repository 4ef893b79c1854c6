internal import JSON

/// Limits of the size of a source.
public struct ImportLimits: Sendable, Hashable {
    /// The maximum number of views, including guides and excluding content areas of scroll views.
    public var views: Int
    public var constraints: Int
    /// The maximum nesting depth of JSON.
    public var depth: Int
    /// The maximum length of a view hierarchy's files in bytes, unpacked.
    public var unpackedBytes: Int

    /// Returns the maximum number of values in the JSON of a document or an exported session: an eighth of its bytes if it is
    /// long. Real ones have a dozen or more bytes per value.
    public static func mostValues(bytes: Int) -> Int { max(2_000_000, bytes / 8) }
    /// The maximum number of values in the JSON of a list of events or a query to a session. A thousand events have some ten
    /// thousand.
    public static let mostRequestValues = 250_000

    public init(views: Int = 100_000, constraints: Int = 500_000, depth: Int = 512, unpackedBytes: Int = 64 << 20) {
        self.unpackedBytes = unpackedBytes
        self.views = views
        self.constraints = constraints
        self.depth = depth
    }

    func checkViews(_ count: Int, at place: Place) throws(ImportError) {
        if count > views {
            throw ImportError(
                .tooLarge, code: "too-many-views", "the layout has more than \(views) views, which is the limit", pointer: place.pointer)
        }
    }

    func checkConstraints(_ count: Int, at place: Place) throws(ImportError) {
        if count > constraints {
            throw ImportError(
                .tooLarge, code: "too-many-constraints", "the layout has more than \(constraints) constraints, which is the limit",
                pointer: place.pointer)
        }
    }
}

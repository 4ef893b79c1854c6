internal import JSON

/// How large a source may be.
public struct ImportLimits: Sendable, Hashable {
    /// Views, guides included; content areas of scroll views are not counted.
    public var views: Int
    public var constraints: Int
    /// How deep JSON may be nested.
    public var depth: Int

    /// Values that the JSON of a document or an exported session may have: of a long one as many as an eighth of its bytes. Real ones have a dozen
    /// bytes and more for each.
    public static func mostValues(bytes: Int) -> Int { max(2_000_000, bytes / 8) }
    /// Values in the JSON of a list of events or of what is asked of a session: a thousand events have some ten thousand.
    public static let mostRequestValues = 250_000

    public init(views: Int = 100_000, constraints: Int = 500_000, depth: Int = 512) {
        self.views = views
        self.constraints = constraints
        self.depth = depth
    }

    func checkViews(_ count: Int, at place: Place) throws(ImportError) {
        if count > views {
            throw ImportError(.tooLarge, code: "too-many-views", "more than \(views) views", pointer: place.pointer)
        }
    }

    func checkConstraints(_ count: Int, at place: Place) throws(ImportError) {
        if count > constraints {
            throw ImportError(.tooLarge, code: "too-many-constraints", "more than \(constraints) constraints", pointer: place.pointer)
        }
    }
}

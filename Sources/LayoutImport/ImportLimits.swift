internal import JSON

/// How large a source may be.
public struct ImportLimits: Sendable, Hashable {
    /// Views, guides included; content areas of scroll views are not counted.
    public var views: Int
    public var constraints: Int
    /// How deep JSON may be nested.
    public var depth: Int

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

public import LayoutModel

/// The document before a change. Where nobody else holds its lists they become those of the next document: to copy a present one's costs more than
/// most events do.
public struct FormerDocument: Sendable {
    private var views: [LayoutView]
    private var constraints: [LayoutConstraint]
    private let changedViews: [Int]
    private let changedConstraints: [Int]
    private let gone: [Int]
    private let came: Int

    public init(_ change: DocumentChange) {
        views = change.before.views
        constraints = change.before.constraints
        changedViews = change.views
        changedConstraints = change.constraints
        gone = change.gone
        came = change.came
    }

    /// Views and constraints that are held.
    public var items: Int { views.count + constraints.count }

    /// Gives up its lists for a document to which the change led.
    ///
    /// - Parameter present: the same document; nothing else is given.
    mutating func follow(_ present: LayoutDocument) -> LayoutDocument {
        guard views.count == present.views.count, constraints.count - gone.count + came == present.constraints.count else { return present }
        for view in changedViews { views[view] = present.views[view] }
        for constraint in gone.reversed() { constraints.remove(at: constraint) }
        if came > 0 { constraints.append(contentsOf: present.constraints.suffix(came)) }
        for constraint in changedConstraints { constraints[constraint] = present.constraints[constraint] }
        var next = present
        next.views = []
        next.constraints = []
        swap(&next.views, &views)
        swap(&next.constraints, &constraints)
        return next
    }
}

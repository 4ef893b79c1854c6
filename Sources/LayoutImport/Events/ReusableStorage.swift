public import LayoutModel

/// The document before a change. If its arrays are uniquely referenced, they are reused for the next document, since copying the
/// present ones costs more than most events.
public struct ReusableStorage: Sendable {
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

    /// The number of stored views and constraints.
    public var items: Int { views.count + constraints.count }

    /// Moves its arrays to a document to which the change led.
    ///
    /// - Parameter present: the document with the same contents.
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

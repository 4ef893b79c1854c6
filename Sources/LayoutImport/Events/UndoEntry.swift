public import LayoutModel

/// The inverse of a list of events: the changed parts of the previous document, or all of it if more than constraints were added
/// or removed.
public struct UndoEntry: Sendable {
    private enum Content {
        case whole(LayoutDocument)
        case parts(Parts)
    }

    private struct Parts {
        /// The former values of views by index. The change does not shift indices.
        var views: [(place: Int, view: LayoutView)]
        /// The former values by index after the change.
        var constraints: [(place: Int, constraint: LayoutConstraint)]
        /// The removed constraints by index before the change, ascending.
        var gone: [(place: Int, constraint: LayoutConstraint)]
        /// The number of added constraints, at the end.
        var came: Int
        var size: LayoutSize
        var direction: LayoutDirection
        var isOfConstants: Bool
        var isOfParts: Bool
        /// The counts after the change.
        var counts: (views: Int, constraints: Int)
    }

    private let content: Content

    /// Creates a step back to a document from any later one.
    public init(to before: LayoutDocument) { content = .whole(before) }

    /// Creates a step back to the document at which a change began.
    public init(before change: DocumentChange) {
        let before = change.before
        var gone = change.gone[...]
        var passed = 0
        var constraints: [(place: Int, constraint: LayoutConstraint)] = []
        constraints.reserveCapacity(change.constraints.count)
        for place in change.constraints {
            while let first = gone.first, first <= place + passed {
                gone.removeFirst()
                passed += 1
            }
            constraints.append((place, before.constraints[place + passed]))
        }
        content = .parts(
            Parts(
                views: change.views.map { ($0, before.views[$0]) }, constraints: constraints,
                gone: change.gone.map { ($0, before.constraints[$0]) }, came: change.came, size: before.size, direction: before.direction,
                isOfConstants: change.isOfConstants, isOfParts: change.isOfParts,
                counts: (before.views.count, before.constraints.count - change.gone.count + change.came)))
    }

    /// Whether the entry has a copy of the whole document.
    public var isWhole: Bool { if case .whole = content { true } else { false } }

    /// The number of stored views and constraints.
    public var items: Int {
        switch content {
        case .whole(let document): document.views.count + document.constraints.count
        case .parts(let parts): parts.views.count + parts.constraints.count + parts.gone.count
        }
    }

    /// Returns the previous document.
    ///
    /// - Parameters:
    ///   - present: the document to which the events led.
    ///   - former: the change that led to it, whose arrays may be reused. It must not be used afterwards.
    /// - Returns: nil if `present` is another document; otherwise also the change, if it can be described by parts.
    public func document(
        from present: LayoutDocument, reusing former: inout ReusableStorage?
    ) -> (document: LayoutDocument, change: DocumentChange?)? {
        switch content {
        case .whole(let document): return (document, nil)
        case .parts(let parts):
            guard present.views.count == parts.counts.views, present.constraints.count == parts.counts.constraints else { return nil }
            var document = former?.follow(present) ?? present
            for (place, view) in parts.views { document.views[place] = view }
            for (place, constraint) in parts.constraints { document.constraints[place] = constraint }
            document.constraints.removeLast(parts.came)
            for (place, constraint) in parts.gone { document.constraints.insert(constraint, at: place) }
            document.size = parts.size
            document.direction = parts.direction
            // A change can only append constraints, so restored ones must be at the end.
            if let first = parts.gone.first, first.place != document.constraints.count - parts.gone.count { return (document, nil) }
            let count = present.constraints.count
            let change = DocumentChange(
                from: present, views: parts.views.map(\.place), constraints: parts.constraints.map(\.place), isOfConstants: parts.isOfConstants,
                isOfParts: parts.isOfParts, gone: Array(count - parts.came..<count), came: parts.gone.count)
            return (document, change)
        }
    }
}

public import LayoutModel

/// What takes a list of events back: the parts of the document before that it changed, or where more than constraints came or went all of it.
public struct StepBack: Sendable {
    private enum Content {
        case whole(LayoutDocument)
        case parts(Parts)
    }

    private struct Parts {
        /// As they were, by their places, which are the same afterwards.
        var views: [(place: Int, view: LayoutView)]
        /// As they were, by their places afterwards.
        var constraints: [(place: Int, constraint: LayoutConstraint)]
        /// Those that went, by their places before, ascending.
        var gone: [(place: Int, constraint: LayoutConstraint)]
        /// How many came, at the end.
        var came: Int
        var size: LayoutSize
        var direction: LayoutDirection
        var isOfConstants: Bool
        var isOfParts: Bool
        /// How many there are afterwards.
        var counts: (views: Int, constraints: Int)
    }

    private let content: Content

    /// To a document from whatever came of it.
    public init(to before: LayoutDocument) { content = .whole(before) }

    /// To the document that a change began at.
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

    /// It holds a document of its own.
    public var isWhole: Bool { if case .whole = content { true } else { false } }

    /// Views and constraints that are held.
    public var items: Int {
        switch content {
        case .whole(let document): document.views.count + document.constraints.count
        case .parts(let parts): parts.views.count + parts.constraints.count + parts.gone.count
        }
    }

    /// The document before.
    ///
    /// - Parameters:
    ///   - present: the one that the events led to.
    ///   - former: what led to it, whose lists may become those of the document before: it is of no use any more.
    /// - Returns: nil where it is of another document; and what leads back, where that can be told part by part.
    public func document(
        from present: LayoutDocument, reusing former: inout FormerDocument?
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
            // What comes back comes at the end, or nobody goes on from there.
            if let first = parts.gone.first, first.place != document.constraints.count - parts.gone.count { return (document, nil) }
            let count = present.constraints.count
            let change = DocumentChange(
                from: present, views: parts.views.map(\.place), constraints: parts.constraints.map(\.place), isOfConstants: parts.isOfConstants,
                isOfParts: parts.isOfParts, gone: Array(count - parts.came..<count), came: parts.gone.count)
            return (document, change)
        }
    }
}

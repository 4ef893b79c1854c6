internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// The views of a conflict, connected by its rows, and their distances from externally imposed sizes.
///
/// Externally imposed are the root's size, encapsulated and similar sizes, and autoresizing. If no member is one, the constant
/// size of the containing view is used instead: a cell's or a header's width is imposed on its contents.
struct ConflictGraph {
    private var distances: [Int: Int] = [:]
    private var views: [Int: Set<Int>] = [:]
    private var external: Set<Int> = []

    init(_ members: [Int], in system: LoweredSystem) {
        for row in members {
            views[row] = ConflictGraph.views(of: row, in: system)
            switch system.rows[row].kind {
            case .implicit(.rootSize): external.insert(system.document.root)
            case .implicit(.autoresizing(let view, _)): external.insert(view)
            case .constraint:
                if let constraint = system.constraint(of: row), constraint.isExternalSize || constraint.origin == .autoresizing {
                    external.insert(constraint.first.item)
                }
            default: break
            }
        }
        if external.isEmpty, let outermost = ConflictGraph.outermost(members, in: system) {
            external.insert(outermost)
        }
        measure()
    }

    /// Computes distances by breadth-first search. Each row is visited once, as conflicts may be chains of thousands of members.
    private mutating func measure() {
        var rows: [Int: [Int]] = [:]
        for (row, joined) in views {
            for view in joined { rows[view, default: []].append(row) }
        }
        var frontier = external
        var depth = 0
        while !frontier.isEmpty {
            for view in frontier { distances[view] = depth }
            depth += 1
            var next: Set<Int> = []
            for view in frontier {
                for row in rows.removeValue(forKey: view) ?? [] {
                    next.formUnion((views[row] ?? []).filter { distances[$0] == nil })
                }
            }
            frontier = next
        }
    }

    func touchesExternal(_ row: Int) -> Bool {
        !(views[row] ?? []).isDisjoint(with: external)
    }

    /// Returns the distance of the row's nearest view, or 0 if nothing is externally sized.
    func distance(_ row: Int) -> Int {
        (views[row] ?? []).compactMap { distances[$0] }.min() ?? 0
    }

    private static func views(of row: Int, in system: LoweredSystem) -> Set<Int> {
        if system.constraint(of: row) != nil { return Set(system.anchors(of: row).map(\.item)) }
        return Set(system.terms(of: row).map { $0.variable / 4 }.filter { $0 < system.document.views.count })
    }

    // MARK: - Containment

    /// Returns the view whose constant size is a member, which contains other views and is in none. Returns nil if there are
    /// several such views.
    private static func outermost(_ members: [Int], in system: LoweredSystem) -> Int? {
        var holders: Set<Int> = []
        var held: Set<Int> = []
        var sized: Set<Int> = []
        for row in members {
            guard let constraint = system.constraint(of: row) else { continue }
            if constraint.second == nil, constraint.relation == .equal { sized.insert(constraint.first.item) }
            if let (inner, outer) = holding(constraint, in: system) {
                holders.insert(outer)
                held.insert(inner)
            }
        }
        let outermost = sized.intersection(holders).subtracting(held)
        return outermost.count == 1 ? outermost.first : nil
    }

    /// Returns which of a constraint's views contains the other, or nil if that is unknown. A log does not show all superviews,
    /// so a view that is inset from another's edge counts as inside it.
    private static func holding(_ constraint: LayoutConstraint, in system: LoweredSystem) -> (inner: Int, outer: Int)? {
        guard let second = constraint.second, second.item != constraint.first.item else { return nil }
        let first = constraint.first
        let views = system.document.views
        if views[first.item].parent == second.item { return (first.item, second.item) }
        if views[second.item].parent == first.item { return (second.item, first.item) }
        guard system.document.isFragment, first.attribute == second.attribute, first.attribute.isEdge, !constraint.constant.isZero else {
            return nil
        }
        let isStart = [.left, .leading, .top].contains(first.attribute)
        return constraint.constant.isPositive == isStart ? (first.item, second.item) : (second.item, first.item)
    }
}

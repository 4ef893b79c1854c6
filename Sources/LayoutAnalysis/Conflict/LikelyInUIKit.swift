internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// Predicts what UIKit breaks, by regularities of real console logs (Apple gives no rule).
///
/// In the logs, sizes imposed from outside never broke and autoresizing constraints hardly ever; constraints at the externally sized
/// view broke 4 times where chance asks for 40; `>=` sizes and constant sizes broke before edges, trailing and bottom before leading and
/// top, and what lies far from the externally sized view before what lies near.
struct LikelyInUIKit: BreakingRule {
    func ranked(_ members: [Int], in system: LoweredSystem) -> (candidates: [Int], reason: String) {
        let graph = MemberGraph(members, in: system)
        let keyed = system.breakable(members).map { row in (row: row, key: key(row, graph, system)) }
        let sorted = keyed.sorted { $0.key.order == $1.key.order ? $0.row < $1.row : $0.key.order.lexicographicallyPrecedes($1.key.order) }
        guard let first = sorted.first else { return ([], "") }
        let others = sorted.count - 1
        let choice = others == 0 ? "the only member that may give way" : "the likeliest of \(sorted.count): \(first.key.reason)"
        return (sorted.map(\.row), "\(system.id(of: first.row)) is \(choice)")
    }

    /// Lower orders break first, compared place by place.
    private struct Key {
        var order: [Int]
        var reason: String
    }

    private func key(_ row: Int, _ graph: MemberGraph, _ system: LoweredSystem) -> Key {
        guard let constraint = system.constraint(of: row) else { return Key(order: [9], reason: "no constraint of the document is a member") }
        let isForeign = constraint.origin == .autoresizing ? 2 : constraint.origin == .system ? 1 : 0
        let touches = graph.touchesExternal(row) ? 1 : 0
        let shape = Shape(constraint)
        let reason: String =
            switch shape {
            case .minimumSize: "a least or greatest size gives way before edges"
            case .aspect: "an aspect ratio gives way before edges"
            case .constantSize: "a constant size gives way before edges"
            case .spacing: "a spacing between siblings gives way before edges"
            case .trailing: "trailing and bottom edges give way before leading and top"
            case .other: "it lies farthest from what is sized from outside"
            case .leading: "nothing likelier is a member"
            }
        return Key(order: [isForeign, touches, shape.rawValue, -graph.distance(row)], reason: reason)
    }

    /// What a constraint fixes; lower values broke more often.
    private enum Shape: Int {
        case minimumSize, aspect, constantSize, spacing, trailing, other, leading

        init(_ constraint: LayoutConstraint) {
            let first = constraint.first.attribute
            guard let second = constraint.second else {
                self = constraint.relation == .equal ? .constantSize : .minimumSize
                return
            }
            if first.kind == .size {
                self = second.item == constraint.first.item ? .aspect : .other
            } else if Shape.ends.contains(first), Shape.ends.contains(second.attribute) {
                self = .trailing
            } else if Shape.starts.contains(first), Shape.starts.contains(second.attribute) {
                self = .leading
            } else if Shape.starts.union(Shape.ends).isSuperset(of: [first, second.attribute]) {
                self = .spacing
            } else {
                self = .other
            }
        }

        private static let ends: Set<LayoutAttribute> = [.trailing, .right, .bottom, .trailingMargin, .rightMargin, .bottomMargin]
        private static let starts: Set<LayoutAttribute> = [.leading, .left, .top, .leadingMargin, .leftMargin, .topMargin]
    }
}

/// The views of a conflict, joined by its rows, and how far each lies from what is sized from outside.
private struct MemberGraph {
    private var distances: [Int: Int] = [:]
    private var views: [Int: Set<Int>] = [:]
    private var external: Set<Int> = []

    init(_ members: [Int], in system: LoweredSystem) {
        for row in members {
            views[row] = MemberGraph.views(of: row, in: system)
            switch system.rows[row].kind {
            case .rootSize: external.insert(system.document.root)
            case .autoresizing(let view, _): external.insert(view)
            case .constraint:
                if let constraint = system.constraint(of: row), constraint.isExternalSize || constraint.origin == .autoresizing {
                    external.insert(constraint.first.item)
                }
            default: break
            }
        }
        var frontier = external
        var depth = 0
        while !frontier.isEmpty {
            for view in frontier { distances[view] = depth }
            depth += 1
            var next: Set<Int> = []
            for (_, joined) in views where !joined.isDisjoint(with: frontier) {
                next.formUnion(joined.filter { distances[$0] == nil })
            }
            frontier = next
        }
    }

    private static func views(of row: Int, in system: LoweredSystem) -> Set<Int> {
        if let constraint = system.constraint(of: row) {
            return Set([constraint.first.item] + (constraint.second.map { [$0.item] } ?? []))
        }
        return Set(system.terms(of: row).map { $0.variable / 4 }.filter { $0 < system.document.views.count })
    }

    func touchesExternal(_ row: Int) -> Bool {
        !(views[row] ?? []).isDisjoint(with: external)
    }

    /// The distance of the row's nearest view; 0 where nothing is sized from outside.
    func distance(_ row: Int) -> Int {
        (views[row] ?? []).compactMap { distances[$0] }.min() ?? 0
    }
}

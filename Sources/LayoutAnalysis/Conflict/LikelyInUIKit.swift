internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// Predicts what UIKit breaks, by regularities of real console logs (Apple gives no rule). Why each rule, and how often they are
/// right: `BREAKING.md` beside this file.
struct LikelyInUIKit: BreakingRule {
    func ranked(_ members: [Int], in system: LoweredSystem) -> (candidates: [Int], reason: String) {
        let graph = MemberGraph(members, in: system)
        let breakable = system.breakable(members)
        let keyed = breakable.map { row in (row: row, key: system.constraint(of: row).map { Likelihood($0, row, graph) }) }
        let sorted = keyed.sorted { a, b in
            guard let first = a.key, let second = b.key, first.order != second.order else { return a.row < b.row }
            return first.order.lexicographicallyPrecedes(second.order)
        }
        guard let first = sorted.first else { return ([], "") }
        let candidates = sorted.map(\.row)
        let name = system.id(of: first.row)
        guard let key = first.key else { return (candidates, "\(name) comes first of the \(sorted.count) that may give way: all are implicit") }
        guard sorted.count > 1, let next = sorted[1].key else { return (candidates, "\(name) is the only member that may give way") }
        return (candidates, "\(name) is the likeliest of \(sorted.count): \(key.reason(before: next))")
    }
}

/// How readily a constraint breaks: lower orders first, compared place by place.
private struct Likelihood {
    let order: [Int]
    private let shape: Shape

    init(_ constraint: LayoutConstraint, _ row: Int, _ graph: MemberGraph) {
        shape = graph.isOutermostSize(constraint) ? .outermostSize : Shape(constraint)
        let isFlush = constraint.second != nil && constraint.unknownConstant == nil && constraint.constant.isZero
        order = [
            constraint.origin == .autoresizing ? 1 : 0, graph.touchesExternal(row) ? 1 : 0, constraint.origin == .system ? 1 : 0,
            shape.rawValue, -graph.distance(row), isFlush ? 1 : 0,
        ]
    }

    /// What tells this one from the next likely: the first place at which they differ.
    func reason(before next: Likelihood) -> String {
        switch zip(order, next.order).enumerated().first(where: { $1.0 != $1.1 })?.offset {
        case 0: "autoresizing constraints hardly ever give way while others can"
        case 1: "what touches the view that is sized from outside hardly ever gives way"
        case 2: "an app's own constraints give way more often than the framework's"
        case 3: "\(shape.name) mostly gives way before \(next.shape.name)"
        case 4: "it lies farther from the view that is sized from outside"
        case 5: "a constant other than 0 gives way more often"
        default: "it is listed before the others like it"
        }
    }

    /// What a constraint fixes; lower values break more often.
    private enum Shape: Int {
        case boundedSize, aspect, constantSize, spacing, trailing, other, leading, outermostSize

        init(_ constraint: LayoutConstraint) {
            let first = constraint.first.attribute
            guard let second = constraint.second else {
                self = constraint.relation == .equal ? .constantSize : .boundedSize
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

        var name: String {
            switch self {
            case .boundedSize: "a least or greatest size"
            case .aspect: "an aspect ratio"
            case .constantSize: "a constant size"
            case .spacing: "a spacing between siblings"
            case .trailing: "a trailing or bottom edge"
            case .other: "another relation"
            case .leading: "a leading or top edge"
            case .outermostSize: "the size of the view that holds the others"
            }
        }

        private static let ends: Set<LayoutAttribute> = [.trailing, .right, .bottom, .trailingMargin, .rightMargin, .bottomMargin]
        private static let starts: Set<LayoutAttribute> = [.leading, .left, .top, .leadingMargin, .leftMargin, .topMargin]
    }
}

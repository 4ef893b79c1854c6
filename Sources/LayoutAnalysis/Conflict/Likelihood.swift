internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel

/// The likelihood that UIKit breaks a constraint, relative to the other members of the conflict.
struct Likelihood {
    /// The weight of each rule, 0, 1 or 2, in the order of `LikelihoodRule.allCases`.
    private(set) var counts = Array(repeating: 0, count: LikelihoodRule.allCases.count)

    /// Creates the likelihood of an implicit row. Logs do not show such rows, so no rule applies.
    init() {}

    /// - Parameter farthest: the greatest distance of a breakable row from the externally sized view.
    init(_ constraint: LayoutConstraint, _ row: Int, _ graph: ConflictGraph, farthest: Int) {
        let shape = Shape(constraint)
        func count(_ rule: LikelihoodRule, _ count: Int = 1) {
            for (place, other) in LikelihoodRule.allCases.enumerated() where other == rule { counts[place] = count }
        }
        if farthest > 0, graph.distance(row) == farthest { count(.farthest) }
        if shape == .end { count(.end) }
        if constraint.relation != .equal { count(.inequality) }
        if shape == .size || shape == .aspect, constraint.origin == .user, !graph.touchesExternal(row) { count(.size) }
        if shape != .aspect, constraint.unknownConstant == nil, constraint.constant.isZero { count(.zero) }
        if graph.touchesExternal(row) { count(.outside) }
        switch constraint.origin {
        case .autoresizing: count(.framework, 2)
        case .system: count(.framework)
        case .user, .encapsulated, .temporary, .fitting: break
        }
        if shape == .start { count(.start) }
    }

    var points: Int { zip(counts, LikelihoodRule.allCases).reduce(0) { $0 + $1.0 * $1.1.points } }

    /// The points of each rule that applies.
    var rules: [BreakingCandidate.Rule] {
        zip(counts, LikelihoodRule.allCases).compactMap { count, rule in
            count == 0 ? nil : BreakingCandidate.Rule(name: rule.rawValue, points: count * rule.points)
        }
    }

    /// Returns why the constraint is likelier than the next candidate: the reason of the rule that contributes most to the
    /// difference, or nil if there is none.
    func reason(before next: Likelihood) -> String? {
        let said = LikelihoodRule.allCases.enumerated().map { place, rule in (rule: rule, by: (counts[place] - next.counts[place]) * rule.points) }
        guard let most = said.max(by: { $0.by < $1.by }), most.by > 0 else { return nil }
        return most.rule.reason
    }

    /// The kind of a constraint.
    private enum Shape {
        /// Only a width or height.
        case size
        case aspect, end, start, other

        init(_ constraint: LayoutConstraint) {
            let first = constraint.first.attribute
            guard let second = constraint.second else {
                self = .size
                return
            }
            if first.kind == .size {
                self = second.item == constraint.first.item ? .aspect : .other
            } else if Shape.ends.contains(first), Shape.ends.contains(second.attribute) {
                self = .end
            } else if Shape.starts.contains(first), Shape.starts.contains(second.attribute) {
                self = .start
            } else {
                self = .other
            }
        }

        private static let ends: Set<LayoutAttribute> = [.trailing, .right, .bottom, .trailingMargin, .rightMargin, .bottomMargin]
        private static let starts: Set<LayoutAttribute> = [.leading, .left, .top, .leadingMargin, .leftMargin, .topMargin]
    }
}

internal import ExactArithmetic
internal import LayoutVerification

/// The range of a variable over the set of optima, in points.
///
/// Variables that change in proportion, such as the positions of a hundred views below an ambiguous one, share the range and the
/// proof of the first of them, the *leader*.
struct VariableRange {
    let variable: Int
    /// The range of the first variable with which this one changes in proportion.
    let leader: RangeEvidence
    /// The change of the variable per unit change of the leader.
    let factor: Rational
    /// The ends of the range, or nil if unbounded.
    let least: Rational?
    let greatest: Rational?

    init(of variable: Int, leader: RangeEvidence, factor: Rational, at point: [Rational]) {
        self.variable = variable
        self.leader = leader
        self.factor = factor
        func value(_ end: RangeEnd) -> Rational? {
            if case .finite(let changes, _) = end { return point[variable] + factor * changes.change(of: leader.variable) }
            return nil
        }
        let (first, last) = (value(leader.least), value(leader.greatest))
        (least, greatest) = factor.isNegative ? (last, first) : (first, last)
    }

    var isLeader: Bool { leader.variable == variable }

    /// Whether the range is wide enough to count as an ambiguity.
    var counts: Bool {
        guard let least, let greatest else { return true }
        return greatest - least >= VariableRange.leastLength
    }

    /// The minimum width of a range that counts as an ambiguity, in points.
    static let leastLength = Rational(1, over: 1_000_000) ?? .zero

    /// The evidence for the two ends.
    var ends: (least: RangeEnd, greatest: RangeEnd) {
        factor.isNegative ? (leader.greatest, leader.least) : (leader.least, leader.greatest)
    }
}

extension RangeEnd {
    /// Returns the change of one variable from the evidence's point to a layout at this end. If the range of `leader` is
    /// unbounded, it is one `step` of the leader along the ray.
    func change(of variable: Int, leader: Int, step: Rational) -> Rational {
        switch self {
        case .finite(let changes, _): return changes.change(of: variable)
        case .unbounded(let changes, let ray):
            guard let times = step.divided(by: ray.change(of: leader).magnitude) else { return changes.change(of: variable) }
            return changes.change(of: variable) + times * ray.change(of: variable)
        }
    }

    /// Returns the changes from the evidence's point to an optimal layout at this end. If it is unbounded, it is one `step` of
    /// the variable along the ray.
    func sample(of variable: Int, step: Rational) -> [VariableChange] {
        switch self {
        case .finite(let changes, _): return changes
        case .unbounded(let changes, let ray):
            guard let times = step.divided(by: ray.change(of: variable).magnitude) else { return changes }
            var sum: [Int: Rational] = [:]
            for change in changes { sum[change.variable, default: .zero] += change.change }
            for change in ray { sum[change.variable, default: .zero] += change.change * times }
            return sum.sorted { $0.key < $1.key }.map { VariableChange($0.key, $0.value) }
        }
    }
}

extension [VariableChange] {
    /// Returns the change of a variable. The changes are sorted by variable.
    func change(of variable: Int) -> Rational {
        var low = startIndex
        var high = endIndex
        while low < high {
            let middle = (low + high) / 2
            if self[middle].variable < variable { low = middle + 1 } else { high = middle }
        }
        return low < endIndex && self[low].variable == variable ? self[low].change : .zero
    }
}

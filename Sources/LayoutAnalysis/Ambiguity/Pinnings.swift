internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

/// Finds constraints that fix an ambiguous attribute at its reported value.
struct Pinnings {
    private let system: LoweredSystem
    private let point: [Rational]
    private let interior: [Rational]
    private let budget: Budget
    /// The number of lists or candidates after which the budget is checked.
    private static let piece = 256

    /// - Parameters:
    ///   - point: the reported optimum.
    ///   - interior: a point in the middle of the known optima.
    init(_ system: LoweredSystem, at point: [Rational], interior: [Rational], budget: Budget) {
        self.system = system
        self.point = point
        self.interior = interior
        self.budget = budget
    }

    private var document: LayoutDocument { system.document }

    /// Returns, for each list of variables, a constraint that fixes one of them: at the reported value, or at a useful value if
    /// the reported one is a size of 0.
    func changes(of lists: [[VaryingVariable]]) throws(Budget.Spent) -> [Change?] {
        try budget.check()
        let proposals = SizeProposals(system, at: point, varying: Set(lists.flatMap { $0.map(\.variable) }))
        var result = try pinnings(of: lists)
        for (index, variables) in lists.enumerated() {
            if index % Pinnings.piece == 0 { try budget.check() }
            if let place = variables.lazy.compactMap(proposals.place).first {
                result[index] = place
                continue
            }
            // A missing location comes first.
            if result[index] != nil, !variables.allSatisfy({ isSize($0.variable) }) { continue }
            result[index] = variables.lazy.compactMap(proposals.change).first ?? result[index]
        }
        return result
    }

    private func isSize(_ variable: Int) -> Bool {
        if case .frame(_, let dimension) = system.variables[variable] { return dimension == .width || dimension == .height }
        return false
    }

    /// Returns, for each list of variables, a constraint that fixes one of them at the reported value. All candidates are lowered
    /// together, without the document's own constraints.
    private func pinnings(of lists: [[VaryingVariable]]) throws(Budget.Spent) -> [Change?] {
        var changed = document
        changed.constraints = []
        var owners: [(list: Int, entry: VaryingVariable)] = []
        for (list, variables) in lists.enumerated() {
            if list % Pinnings.piece == 0 { try budget.check() }
            for entry in variables {
                guard case .frame(let view, let dimension) = system.variables[entry.variable] else { continue }
                for candidate in constraints(pinning: dimension, of: view) {
                    changed.constraints.append(candidate)
                    owners.append((list, entry))
                }
            }
        }
        try budget.check()
        let candidates = LoweredSystem(loweringConstraintsOf: changed)
        try budget.check()
        var result: [Change?] = Array(repeating: nil, count: lists.count)
        guard candidates.rows.count == owners.count, candidates.variables.count == 4 * document.views.count else { return result }
        for (offset, owner) in owners.enumerated() where result[owner.list] == nil {
            if offset % Pinnings.piece == 0 { try budget.check() }
            let constant = candidates.value(of: offset, at: point)
            let range = owner.entry.range
            let isElsewhere: (LayoutVerification.RangeEnd) -> Bool = { end in
                let change = candidates.terms(of: offset).reduce(Rational.zero) { sum, term in
                    sum + term.coefficient * end.change(of: term.variable, leader: range.leader.variable, step: 1)
                }
                return !change.isZero
            }
            guard
                isElsewhere(range.ends.least) || isElsewhere(range.ends.greatest)
                    || candidates.value(of: offset, at: interior) != constant
            else { continue }
            var constraint = changed.constraints[offset]
            constraint.constant = constant
            result[owner.list] = .add(equation: document.equation(of: constraint), constraint: constraint)
        }
        return result
    }

    /// Returns constraints, without constants, that could fix a dimension of a view, the most usual first.
    private func constraints(pinning dimension: FrameDimension, of view: Int) -> [LayoutConstraint] {
        func constraint(_ attribute: LayoutAttribute, to other: Int?, _ otherAttribute: LayoutAttribute) -> LayoutConstraint {
            LayoutConstraint(
                id: "suggestion", first: LayoutAnchor(view, attribute), second: other.map { LayoutAnchor($0, otherAttribute) })
        }
        if dimension == .width || dimension == .height {
            let attribute: LayoutAttribute = dimension == .width ? .width : .height
            return [constraint(attribute, to: nil, attribute)]
        }
        guard let parent = document.views[view].parent else { return [] }
        let edges: [LayoutAttribute] = dimension == .x ? (document.direction == .ltr ? [.leading, .left] : [.left]) : [.top]
        let margin: LayoutAttribute = dimension == .x ? .leftMargin : .topMargin
        var result: [LayoutConstraint] = []
        if document.views[parent].kind == .scroll {
            // For its descendants, an edge of a scroll view means the content area.
            if let content = document.contentArea(of: parent), content != view {
                result += edges.map { constraint($0, to: content, $0) }
            }
            return result + [constraint(margin, to: parent, margin)]
        }
        return edges.map { constraint($0, to: parent, $0) }
    }
}

internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// Finds constraints that fix an ambiguous attribute at its reported value.
struct Pinnings {
    private let system: LoweredSystem
    private let point: [Rational]
    private let interior: [Rational]

    /// - Parameters:
    ///   - point: the reported optimum.
    ///   - interior: a point in the middle of the known optima.
    init(_ system: LoweredSystem, at point: [Rational], interior: [Rational]) {
        self.system = system
        self.point = point
        self.interior = interior
    }

    private var document: LayoutDocument { system.document }

    /// Returns, for each list of variables, a constraint that fixes one of them: at the reported value, or at a useful value if
    /// the reported one is a size of 0.
    func changes(of lists: [[VaryingVariable]]) -> [Change?] {
        let proposals = SizeProposals(system, at: point, varying: Set(lists.flatMap { $0.map(\.variable) }))
        return zip(lists, pinnings(of: lists)).map { variables, pinning in
            if let place = variables.lazy.compactMap(proposals.place).first { return place }
            // A missing location comes first.
            if pinning != nil, !variables.allSatisfy({ isSize($0.variable) }) { return pinning }
            return variables.lazy.compactMap(proposals.change).first ?? pinning
        }
    }

    private func isSize(_ variable: Int) -> Bool {
        if case .frame(_, let dimension) = system.variables[variable] { return dimension == .width || dimension == .height }
        return false
    }

    /// Returns, for each list of variables, a constraint that fixes one of them at the reported value. All candidates are lowered
    /// together, without the document's own constraints.
    private func pinnings(of lists: [[VaryingVariable]]) -> [Change?] {
        var changed = document
        changed.constraints = []
        var owners: [(list: Int, entry: VaryingVariable)] = []
        for (list, variables) in lists.enumerated() {
            for entry in variables {
                guard case .frame(let view, let dimension) = system.variables[entry.variable] else { continue }
                for candidate in constraints(pinning: dimension, of: view) {
                    changed.constraints.append(candidate)
                    owners.append((list, entry))
                }
            }
        }
        let candidates = LoweredSystem(loweringConstraintsOf: changed)
        var result: [Change?] = Array(repeating: nil, count: lists.count)
        guard candidates.rows.count == owners.count, candidates.variables.count == 4 * document.views.count else { return result }
        for (offset, owner) in owners.enumerated() where result[owner.list] == nil {
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

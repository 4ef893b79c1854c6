public import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

extension Affecting {
    /// Ways to increase a length as requested, other than by a constant, and the obstacle if there is one.
    public struct Growth: Sendable {
        /// The view's intrinsic size on the axis, and the size that it would need, or nil if that has no effect.
        public var content: (from: Rational, to: Rational)?
        /// A required constraint that would suffice, as an equation, or nil if there is none.
        public var added: String?
        /// The conflict that such a constraint would cause, as one sentence: why the length is not that long.
        public var obstacle: String?
    }
}

extension LayoutExplainer {
    /// - Parameters:
    ///   - dimension: only lengths can grow.
    ///   - present: the length in points.
    mutating func growth(of view: Int, _ dimension: FrameDimension, _ present: Rational, by wanted: Rational) throws -> Affecting.Growth? {
        guard dimension == .width || dimension == .height, present + wanted >= .zero else { return nil }
        var growth = Affecting.Growth()
        growth.content = try content(of: view, dimension, present, by: wanted)

        let insets = document.views[view].alignmentRectInsets.resolved(document.direction, default: .zero)
        let inset = dimension == .width ? insets.left + insets.right : insets.top + insets.bottom
        let ids = Set(document.constraints.map(\.id))
        var id = "wanted"
        while ids.contains(id) { id += "~" }
        let constraint = LayoutConstraint(
            id: id, first: LayoutAnchor(view, dimension == .width ? .width : .height), constant: present + wanted - inset)
        var changed = document
        changed.constraints.append(constraint)
        if let obstacle = try obstacle(in: changed) {
            growth.obstacle = obstacle
        } else if try isValue(of: LoweredSystem.variable(view, dimension), present + wanted, in: changed) {
            growth.added = document.equation(of: constraint)
        } else {
            growth.obstacle = try conflict(of: id, in: changed)
        }
        return growth
    }

    /// Returns the conflict of a changed layout's last constraint with the remaining rows, as one sentence, or nil if there is
    /// none.
    private func obstacle(in changed: LayoutDocument) throws -> String? {
        let system = LoweredSystem(lowering: changed)
        var required = FeasibilityOracle(system: system, budget: budget)
        // Rows of constraints come last, so an added constraint does not renumber the others.
        guard let found = try required.canHold(without: broken) else { return nil }
        let conflict = try required.minimal(found)
        let refusals = Checker(system: system).checkConflict(ConflictEvidence(conflict))
        return refusals.isEmpty ? ConflictSentence(system: system, conflict: conflict, names: names).explanation.text : nil
    }

    private mutating func content(
        of view: Int, _ dimension: FrameDimension, _ present: Rational, by wanted: Rational
    ) throws -> (from: Rational, to: Rational)? {
        let size = document.views[view].intrinsicContentSize
        guard let from = dimension == .width ? size.width : size.height, from + wanted >= .zero else { return nil }
        let to = from + wanted
        var changed = document
        if dimension == .width {
            changed.views[view].intrinsicContentSize.width = to
        } else {
            changed.views[view].intrinsicContentSize.height = to
        }
        return try isValue(of: LoweredSystem.variable(view, dimension), present + wanted, in: changed) ? (from, to) : nil
    }
}

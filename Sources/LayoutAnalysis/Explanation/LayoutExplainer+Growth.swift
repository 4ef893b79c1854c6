public import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Simplex

extension Affecting {
    /// What else than a constant would make a length as much longer as is asked, and what is in the way.
    public struct Growth: Sendable {
        /// The view's intrinsic size on the axis, as it is and as it would have to be; nil where that would not do.
        public var content: (from: Rational, to: Rational)?
        /// A required constraint that would do, as an equation; nil where none would.
        public var added: String?
        /// The conflict that such a constraint would bring, as one sentence: why the length is not that long.
        public var obstacle: String?
    }
}

extension LayoutExplainer {
    /// - Parameters:
    ///   - dimension: only lengths grow.
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

    /// The conflict that the last constraint of a changed layout has with what is kept, as one sentence; nil where it has none.
    private func obstacle(in changed: LayoutDocument) throws -> String? {
        let system = LoweredSystem(lowering: changed)
        var required = RequiredRows(system: system, budget: budget)
        // Rows of constraints come last, and a constraint more changes none before it.
        guard let found = try required.canHold(without: broken) else { return nil }
        let conflict = try required.minimal(found)
        let refusals = Checker(system: system).checkConflict(ConflictEvidence(conflict))
        return refusals.isEmpty ? ConflictSentence(system: system, conflict: conflict, names: names).text : nil
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

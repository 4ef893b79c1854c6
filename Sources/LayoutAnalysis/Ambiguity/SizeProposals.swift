internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// Proposes constraints that a developer would add for an undetermined size. It never proposes a size of 0, which hides the view.
///
/// Each proposal is satisfied in some optimal layout and not in the reported one, so it adds no conflict and reduces the degrees
/// of freedom.
struct SizeProposals {
    private let system: LoweredSystem
    private let point: [Rational]
    /// The variables that are not constant on the set of optima.
    private let varying: Set<Int>

    init(_ system: LoweredSystem, at point: [Rational], varying: Set<Int>) {
        self.system = system
        self.point = point
        self.varying = varying
    }

    private var document: LayoutDocument { system.document }

    /// Returns an equation that assigns another value to a size of 0, or nil for other sizes and for locations.
    func change(for entry: VaryingVariable) -> Change? {
        guard case .frame(let view, let dimension) = system.variables[entry.variable], dimension == .width || dimension == .height,
            hasNoInsets(view), let parent = document.views[view].parent
        else { return nil }
        if document.views[view].kind == .content || document.views[parent].kind == .scroll, dimension == .height { return lastBottom(view, entry) }
        if document.views[view].kind == .content { return sameSize(view, as: parent, dimension, entry, less: .zero) }
        if document.views[parent].kind == .scroll { return sameSize(view, as: parent, dimension, entry, less: insets(view, dimension, parent)) }
        guard point[entry.variable].isZero else { return nil }
        return farEdge(view, in: parent, dimension, entry) ?? fixedSize(view, dimension, entry)
    }

    /// Returns an equation that moves a view into its superview if it is shown before the near edge or beyond the far one: to the near
    /// edge, with the inset of its far edge if one of the two sizes can change by that.
    func place(for entry: VaryingVariable) -> Change? {
        guard case .frame(let view, let dimension) = system.variables[entry.variable], dimension == .x || dimension == .y,
            hasNoInsets(view), let parent = document.views[view].parent, hasNoInsets(parent)
        else { return nil }
        // An edge of a scroll view means its content area, which a layout has only if a constraint means it.
        if document.views[parent].kind == .scroll, document.contentArea(of: parent) == nil { return nil }
        let container = document.contentArea(of: parent) ?? parent
        let dimensionOfSize: FrameDimension = dimension == .x ? .width : .height
        let (room, length) = (LoweredSystem.variable(container, dimensionOfSize), LoweredSystem.variable(view, dimensionOfSize))
        let far = point[room] - point[entry.variable] - point[length]
        let isBeyond = far.isNegative && !point[entry.variable].isZero && !varying.contains(room)
        let fits = varying.contains(room) || (varying.contains(length) && far + far < point[room])
        let inset = far.isPositive && fits ? far : .zero
        guard point[entry.variable].isNegative || isBeyond, container != view, inset != point[entry.variable], isInRange(inset, entry) else {
            return nil
        }
        let edge: LayoutAttribute = dimension == .y ? .top : document.direction == .ltr ? .leading : .left
        return add(LayoutConstraint(id: "", first: LayoutAnchor(view, edge), second: LayoutAnchor(container, edge), constant: inset))
    }

    // MARK: Kinds

    /// Returns an equation with the scroll view's size, as scroll views scroll along only the other axis if their content has the
    /// same size.
    private func sameSize(
        _ view: Int, as other: Int, _ dimension: FrameDimension, _ entry: VaryingVariable, less insets: Rational
    ) -> Change? {
        let variable = LoweredSystem.variable(other, dimension)
        guard hasNoInsets(other), !varying.contains(variable), isReached(point[variable] - insets, entry) else { return nil }
        return add(
            LayoutConstraint(
                id: "", first: LayoutAnchor(view, size(dimension)), second: LayoutAnchor(other, size(dimension)), constant: -insets))
    }

    /// Returns a constraint for the height of a scroll view's content, or of the view that contains all of it: its bottom is
    /// below the last view in it, by the inset of the first view.
    private func lastBottom(_ view: Int, _ entry: VaryingVariable) -> Change? {
        let scroll = document.views[view].kind == .content ? document.views[view].parent : view
        let inside = document.views.indices.filter { index in
            document.views[index].parent == scroll && (document.views[index].kind == .view || document.views[index].kind == .scroll)
                && !varying.contains(LoweredSystem.variable(index, .y)) && !varying.contains(LoweredSystem.variable(index, .height))
                && hasNoInsets(index)
        }
        func end(_ index: Int) -> Rational { point[LoweredSystem.variable(index, .y)] + point[LoweredSystem.variable(index, .height)] }
        guard let last = inside.max(by: { end($0) < end($1) }), let top = inside.map({ point[LoweredSystem.variable($0, .y)] }).min() else {
            return nil
        }
        let inset = top.isNegative ? .zero : top
        guard (end(last) + inset).isPositive, isInRange(end(last) + inset, entry) else { return nil }
        return add(LayoutConstraint(id: "", first: LayoutAnchor(last, .bottom), second: LayoutAnchor(view, .bottom), constant: -inset))
    }

    /// Returns the difference between the size of the scroll view's content and that of the view inside it, or 0 if it is
    /// unknown.
    private func insets(_ view: Int, _ dimension: FrameDimension, _ scroll: Int) -> Rational {
        guard let content = document.contentArea(of: scroll) else { return .zero }
        let difference = point[LoweredSystem.variable(content, dimension)] - point[LoweredSystem.variable(view, dimension)]
        return difference.isNegative ? .zero : difference
    }

    /// Returns a constraint between a view's far edge and its superview's, with the same inset as at the near edge.
    private func farEdge(_ view: Int, in parent: Int, _ dimension: FrameDimension, _ entry: VaryingVariable) -> Change? {
        let origin = LoweredSystem.variable(view, dimension == .width ? .x : .y)
        let length = LoweredSystem.variable(parent, dimension)
        guard hasNoInsets(parent), !varying.contains(origin), !varying.contains(length) else { return nil }
        let (near, room) = (point[origin], point[length])
        let inset = near.isPositive && near + near < room ? near : .zero
        guard isReached(room - near - inset, entry) else { return nil }
        let edge: LayoutAttribute = dimension == .height ? .bottom : document.direction == .ltr ? .trailing : .right
        return add(LayoutConstraint(id: "", first: LayoutAnchor(view, edge), second: LayoutAnchor(parent, edge), constant: -inset))
    }

    /// Returns an equation with an integer from the middle of the range, or with the minimum size of a touch target if the range
    /// is unbounded.
    private func fixedSize(_ view: Int, _ dimension: FrameDimension, _ entry: VaryingVariable) -> Change? {
        let middle = entry.range.greatest.map { (((entry.range.least ?? .zero) + $0) * .half).floor }
        let value = middle ?? SizeProposals.touchable
        guard isReached(value, entry) else { return nil }
        return add(LayoutConstraint(id: "", first: LayoutAnchor(view, size(dimension)), constant: value))
    }

    /// The minimum size of a touch target by Apple's guidelines, in points.
    static let touchable: Rational = 44

    // MARK: Helpers

    /// Returns whether some optimal layout has this value, and the reported one has not.
    private func isReached(_ value: Rational, _ entry: VaryingVariable) -> Bool {
        value.isPositive && value != point[entry.variable] && isInRange(value, entry)
    }

    private func isInRange(_ value: Rational, _ entry: VaryingVariable) -> Bool {
        entry.range.least.map { $0 <= value } ?? true && entry.range.greatest.map { value <= $0 } ?? true
    }

    /// Returns whether the view's alignment rectangle is its frame.
    private func hasNoInsets(_ view: Int) -> Bool { document.views[view].alignmentRectInsets == LayoutInsets() }

    private func size(_ dimension: FrameDimension) -> LayoutAttribute { dimension == .width ? .width : .height }

    private func add(_ constraint: LayoutConstraint) -> Change { .add(equation: document.equation(of: constraint), constraint: constraint) }
}

extension LayoutDocument {
    /// Returns the content area of a scroll view. Returns nil if the view is no scroll view or no constraint refers to the area.
    func contentArea(of scroll: Int) -> Int? {
        guard views[scroll].kind == .scroll else { return nil }
        return views.indices.first { views[$0].kind == .content && views[$0].parent == scroll }
    }
}

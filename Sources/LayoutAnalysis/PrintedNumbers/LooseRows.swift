internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import Simplex

/// Some required rows of a console log in which each printed number may be any number of the same printed form.
///
/// A log prints six significant digits (see Manual/inputs.md), so `w == 141.333` means `141.3325 <= w <= 141.3335`, and `t ==
/// 0.333333 y` means `0.3333325 y <= t <= 0.3333335 y` for `y >= 0`. These rows are linear again. They are satisfiable together
/// if and only if there are numbers of the same printed form for which the printed rows are.
struct LooseRows {
    private let document: LayoutDocument
    /// The constraints among the rows, with the printed numbers.
    private let constraints: [Int]
    /// The content sizes among the rows: those of required hugging or compression resistance.
    private let lengths: [Length]

    struct Length {
        var view: Int
        var axis: Axis
        /// `==` if both are among the rows, `<=` if only hugging is among them, `>=` if only compression resistance is.
        var relation: LayoutRelation
        var printed: Rational
    }

    /// A layout in which each printed number is replaced by one of the same printed form.
    struct Agreement {
        /// By the index of the constraint.
        var constraints: [Int: (multiplier: Rational, constant: Rational)] = [:]
        var lengths: [(length: Length, value: Rational)] = []
    }

    init(_ rows: some Sequence<Int>, of system: LoweredSystem) {
        document = system.document
        var constraints: [Int] = []
        var lengths: [Length] = []
        func addLength(_ view: Int, _ axis: Axis, _ relation: LayoutRelation) {
            if let index = lengths.firstIndex(where: { $0.view == view && $0.axis == axis }) {
                if lengths[index].relation != relation { lengths[index].relation = .equal }
            } else if let printed = system.document.views[view].intrinsicContentSize[axis] {
                lengths.append(Length(view: view, axis: axis, relation: relation, printed: printed))
            }
        }
        for row in rows {
            switch system.rows[row].kind {
            case .constraint(let index): constraints.append(index)
            case .implicit(.hugging(let view, let axis)): addLength(view, axis, .lessThanOrEqual)
            case .implicit(.compressionResistance(let view, let axis)): addLength(view, axis, .greaterThanOrEqual)
            case .implicit: break
            }
        }
        self.constraints = constraints
        self.lengths = lengths
    }

    /// The maximum number of rows whose multiplied location may be positive or negative. Each is tried with both signs, which
    /// doubles the work. Further such rows are omitted.
    private static let mostSides = 6

    /// Returns numbers of the same printed form for which the rows are satisfiable together, or nil if there are none.
    func agreement(_ budget: Budget) throws(Budget.Spent) -> Agreement? {
        let sided = constraints.filter { !isNeverNegative(document.constraints[$0]) }
        let left = Set(sided.dropFirst(LooseRows.mostSides))
        for sides in 0..<(1 << min(sided.count, LooseRows.mostSides)) {
            let negative = sided.prefix(LooseRows.mostSides).enumerated().filter { sides >> $0.offset & 1 == 1 }.map(\.element)
            let layout = loosened(constraints.filter { !left.contains($0) }, negative: Set(negative))
            let required = FeasibilityOracle(system: LoweredSystem(lowering: layout), budget: budget)
            if case .canHold(let point, _) = try required.answer(required.all) { return left.isEmpty ? agreement(at: point) : Agreement() }
        }
        return nil
    }

    // MARK: The relaxed layout

    /// Returns whether the sign of the multiplied quantity does not matter: it is a length, which is never negative, or no
    /// multiplier was printed.
    private func isNeverNegative(_ constraint: LayoutConstraint) -> Bool {
        guard let second = constraint.second, !constraint.multiplier.isOne else { return true }
        return switch second.attribute {
        case .width, .height: true
        // Relative to the view's own origin, its edges and centers are lengths.
        case .left, .right, .top, .bottom, .leading, .trailing, .centerX, .centerY: second.item == space(of: constraint)
        default: false
        }
    }

    /// Returns the nearest common ancestor of a constraint's items.
    private func space(of constraint: LayoutConstraint) -> Int {
        guard let second = constraint.second else { return constraint.first.item }
        var ancestors: Set<Int> = []
        var item: Int? = constraint.first.item
        while let view = item, ancestors.insert(view).inserted { item = document.views[view].parent }
        var other = second.item
        while !ancestors.contains(other), let parent = document.views[other].parent { other = parent }
        return other
    }

    /// Returns the printed layout with only these constraints.
    private func layout(of constraints: [LayoutConstraint]) -> LayoutDocument {
        var layout = document
        for view in layout.views.indices { layout.views[view].intrinsicContentSize = LayoutSize() }
        layout.constraints = constraints
        return layout
    }

    /// Returns the layout in which each printed number is an interval.
    ///
    /// - Parameter negative: the constraints whose multiplied location is negative.
    private func loosened(_ constraints: [Int], negative: Set<Int>) -> LayoutDocument {
        var rows: [LayoutConstraint] = []
        for index in constraints {
            let printed = document.constraints[index]
            let constants = printed.constant.numbersPrintedAlike()
            let multipliers = printed.multiplier.isOne ? .one ... .one : printed.multiplier.numbersPrintedAlike()
            let isNegative = negative.contains(index)
            if printed.relation != .greaterThanOrEqual {
                var row = printed
                row.relation = .lessThanOrEqual
                row.constant = constants.upperBound
                row.multiplier = isNegative ? multipliers.lowerBound : multipliers.upperBound
                rows.append(row)
            }
            if printed.relation != .lessThanOrEqual {
                var row = printed
                row.relation = .greaterThanOrEqual
                row.constant = constants.lowerBound
                row.multiplier = isNegative ? multipliers.upperBound : multipliers.lowerBound
                rows.append(row)
            }
            if !isNeverNegative(printed) { rows += side(of: printed, isNegative: isNegative) }
        }
        for length in lengths {
            let range = length.printed.numbersPrintedAlike()
            let anchor = LayoutAnchor(length.view, length.axis == .horizontal ? .width : .height)
            if length.relation != .greaterThanOrEqual {
                rows.append(LayoutConstraint(id: "", first: anchor, relation: .lessThanOrEqual, constant: range.upperBound))
            }
            if length.relation != .lessThanOrEqual {
                rows.append(LayoutConstraint(id: "", first: anchor, relation: .greaterThanOrEqual, constant: range.lowerBound))
            }
        }
        return layout(of: rows)
    }

    /// Returns a constraint that gives a constraint's multiplied location this sign.
    private func side(of constraint: LayoutConstraint, isNegative: Bool) -> [LayoutConstraint] {
        guard let second = constraint.second else { return [] }
        let isDirectional = constraint.first.attribute.isDirectional || second.attribute.isDirectional
        let origin: LayoutAttribute = second.attribute.axis == .vertical ? .top : isDirectional ? .leading : .left
        return [
            LayoutConstraint(
                id: "", first: second, relation: isNegative ? .lessThanOrEqual : .greaterThanOrEqual,
                second: LayoutAnchor(space(of: constraint), origin))
        ]
    }

    // MARK: The numbers of a layout

    /// Returns numbers of the same printed form with which the rows are satisfied at a point of the layout with intervals.
    private func agreement(at point: [Rational]) -> Agreement {
        var agreement = Agreement()
        // The unknowns have the same order as in the relaxed layout.
        let printed = LoweredSystem(loweringConstraintsOf: layout(of: constraints.map { document.constraints[$0] }))
        let steeper = LoweredSystem(
            loweringConstraintsOf: layout(
                of: constraints.map {
                    // A location gets an unknown of its own if its multiplier is not 1, so a multiplier of 1 is unchanged.
                    var constraint = document.constraints[$0]
                    if !constraint.multiplier.isOne { constraint.multiplier += .one }
                    return constraint
                }))
        for (row, index) in constraints.enumerated() {
            let constraint = document.constraints[index]
            let sign: Rational = constraint.relation == .lessThanOrEqual ? -1 : 1
            let excess = sign * printed.value(of: row, at: point)
            let holds =
                switch constraint.relation {
                case .equal: excess.isZero
                case .lessThanOrEqual: !excess.isPositive
                case .greaterThanOrEqual: !excess.isNegative
                }
            if holds { continue }
            let constant = (constraint.constant + excess).clamped(to: constraint.constant.numbersPrintedAlike())
            let rest = excess - (constant - constraint.constant)
            let second = excess - sign * steeper.value(of: row, at: point)
            let change = rest.isZero || constraint.multiplier.isOne ? nil : rest.divided(by: second)
            let multiplier = (constraint.multiplier + (change ?? .zero)).clamped(to: constraint.multiplier.numbersPrintedAlike())
            agreement.constraints[index] = (multiplier, constant)
        }
        for length in lengths {
            let variable = LoweredSystem.variable(length.view, length.axis == .horizontal ? .width : .height)
            let value = point[variable].clamped(to: length.printed.numbersPrintedAlike())
            let holds =
                switch length.relation {
                case .equal: point[variable] == length.printed
                case .lessThanOrEqual: point[variable] <= length.printed
                case .greaterThanOrEqual: point[variable] >= length.printed
                }
            if !holds { agreement.lengths.append((length, value)) }
        }
        return agreement
    }
}

extension Rational {
    fileprivate func clamped(to range: ClosedRange<Rational>) -> Rational {
        min(max(self, range.lowerBound), range.upperBound)
    }
}

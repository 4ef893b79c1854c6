internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification
internal import Testing

let root = 0
let title = 1

/// A root of 70 by 44 and one view.
func system(
    size: LayoutSize = LayoutSize(width: 70, height: 44), title view: LayoutView = LayoutView(id: "title", parent: 0),
    _ constraints: [LayoutConstraint]
)
    -> LoweredSystem
{
    LoweredSystem(lowering: LayoutDocument(root: root, size: size, views: [LayoutView(id: "root"), view], constraints: constraints))
}

/// `title.attribute REL root.second + constant`, or without a second attribute `title.attribute REL constant`.
func constraint(
    _ id: String, _ attribute: LayoutAttribute, _ relation: LayoutRelation, to second: LayoutAttribute?, _ constant: Rational,
    priority: Rational = 1000, identifier: String? = nil
) -> LayoutConstraint {
    LayoutConstraint(
        id: id, first: LayoutAnchor(title, attribute), relation: relation, second: second.map { LayoutAnchor(root, $0) }, constant: constant,
        priority: priority, identifier: identifier, origin: LayoutConstraint.Origin(identifier: identifier))
}

func constraint(
    _ id: String, _ attribute: LayoutAttribute, to second: LayoutAttribute, _ constant: Rational, priority: Rational = 1000
) -> LayoutConstraint {
    constraint(id, attribute, .equal, to: second, constant, priority: priority)
}

func constraint(
    _ id: String, _ attribute: LayoutAttribute, _ constant: Rational, priority: Rational = 1000, identifier: String? = nil
) -> LayoutConstraint {
    constraint(id, attribute, .equal, to: nil, constant, priority: priority, identifier: identifier)
}

func constraint(
    _ id: String, _ attribute: LayoutAttribute, _ relation: LayoutRelation, _ constant: Rational, priority: Rational = 1000
) -> LayoutConstraint {
    constraint(id, attribute, relation, to: nil, constant, priority: priority)
}

/// The contract's example: 8 + 60 + 8 in a width of 70, and no vertical position but `>=`.
func example() -> LoweredSystem {
    system([
        constraint("c1", .leading, to: .leading, 8), constraint("c2", .trailing, to: .trailing, -8), constraint("c3", .width, 60),
        constraint("c4", .height, 20), constraint("c5", .top, .greaterThanOrEqual, to: .top, 0),
    ])
}

/// The example without its width, so that nothing conflicts.
func position(_ more: LayoutConstraint...) -> LoweredSystem {
    system(
        [constraint("c1", .leading, to: .leading, 8), constraint("c2", .trailing, to: .trailing, -8), constraint("c4", .height, 20)] + more)
}

/// A layout of `x y width height` in the root.
func layout(_ x: Rational, _ y: Rational, _ width: Rational, _ height: Rational, root: (Rational, Rational) = (70, 44)) -> [Rational] {
    [0, 0, root.0, root.1, x, y, width, height]
}

extension LoweredSystem {
    func row(_ id: String) -> Int {
        let row = rows.indices.first { self.id(of: $0) == id }
        #expect(row != nil, "there is no row \(id)")
        return row ?? 0
    }

    func conflict(_ members: [(String, Rational)], _ sum: Rational) -> ConflictEvidence {
        ConflictEvidence(members: members.map { row($0.0) }, factors: members.map(\.1), sum: sum)
    }

    /// Factors by id, for a problem with one row for each row of the system.
    func combination(_ terms: [(String, Rational)]) -> RowCombination {
        RowCombination(terms.map { RowCombination.Term(row($0.0), $0.1) })
    }
}

extension ConflictEvidence {
    /// The conflict with layouts that prove it minimal, each of which violates one member.
    func shown(by layouts: [Rational]..., in system: LoweredSystem) -> ConflictEvidence {
        var conflict = self
        var last = [Rational](repeating: 0, count: system.variables.count)
        for change in minimality.steps.flatMap(\.changes) { last[change.variable] += change.change }
        for layout in layouts {
            let row = members.first { system.violation(of: $0, at: layout) > 0 } ?? 0
            let changes = layout.indices.filter { layout[$0] != last[$0] }.map { VariableChange($0, layout[$0] - last[$0]) }
            conflict.minimality.steps.append(MinimalityEvidence.Step(without: row, changes))
            last = layout
        }
        return conflict
    }
}

/// Layouts that violate c1, c2, c3 or the root's width of the example alone.
let exampleLayouts: [[Rational]] = [
    layout(2, 0, 60, 20), layout(8, 0, 60, 20), layout(8, 0, 54, 20), layout(8, 0, 60, 20, root: (76, 44)),
]

/// The example's conflict.
func exampleConflict(_ system: LoweredSystem) -> ConflictEvidence {
    system.conflict([("root.width==size", -1), ("c1", 1), ("c2", -1), ("c3", 1)], -6)
        .shown(by: exampleLayouts[0], exampleLayouts[1], exampleLayouts[2], exampleLayouts[3], in: system)
}

let titleY = LoweredSystem.variable(title, .y)
let titleX = LoweredSystem.variable(title, .x)
let titleWidth = LoweredSystem.variable(title, .width)

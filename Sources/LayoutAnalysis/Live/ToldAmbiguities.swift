internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

/// What was told of ambiguities, and all that it goes by besides their section.
struct ToldAmbiguities {
    /// With fingerprints and suggestions.
    let ambiguities: [Ambiguity]
    let alternates: [[VariableChange]]
    /// The rows that fingerprints go by.
    let rows: [Int]
    private let system: LoweredSystem
    private let point: [Rational]
    /// How many suggestions were tried at most.
    private let trials: Int

    init(_ ambiguities: [Ambiguity], _ alternates: [[VariableChange]], rows: Set<Int>, _ system: LoweredSystem, at point: [Rational], trials: Int) {
        self.ambiguities = ambiguities
        self.alternates = alternates
        self.rows = rows.sorted()
        self.system = system
        self.point = point
        self.trials = trials
    }

    /// Whether the same can be told of a layout with the same section.
    ///
    /// - Parameters:
    ///   - found: its ambiguities, without fingerprints and suggestions.
    ///   - kept: its system's `rowsKept`.
    func holds(for found: [Ambiguity], in next: LoweredSystem, at other: [Rational], _ kept: [Int32], trials: Int) -> Bool {
        guard trials == self.trials, other.count == point.count, kept.count == system.rows.count, found.count == ambiguities.count,
            zip(found, ambiguities).allSatisfy({ isSame($0, $1) }), hasSameViews(next.document)
        else { return false }
        // Suggestions are placed beside superviews.
        let views = Set(found.flatMap { [$0.view] + (next.document.views[$0.view].parent.map { [$0] } ?? []) })
        for view in views {
            guard next.document.views[view] == system.document.views[view], (4 * view..<4 * view + 4).allSatisfy({ other[$0] == point[$0] })
            else { return false }
        }
        return hasSameRows(next, kept, Set(found.map(\.view)))
    }

    private func isSame(_ one: Ambiguity, _ other: Ambiguity) -> Bool {
        one.view == other.view && one.cause == other.cause && one.tied == other.tied && one.attributes == other.attributes
    }

    private func hasSameViews(_ next: LayoutDocument) -> Bool {
        let former = system.document
        guard next.views.count == former.views.count, next.direction == former.direction, next.root == former.root else { return false }
        return next.views.indices.allSatisfy { view in
            next.views[view].kind == former.views[view].kind && next.views[view].parent == former.views[view].parent
                && next.views[view].id == former.views[view].id && next.views[view].className == former.views[view].className
        }
    }

    /// Whether the rows are left as they were, and there are no others that name the views.
    private func hasSameRows(_ next: LoweredSystem, _ kept: [Int32], _ views: Set<Int>) -> Bool {
        for row in rows {
            let new = Int(kept[row])
            guard new >= 0, next.matrix.constant(of: new) == system.matrix.constant(of: row),
                next.constraint(of: new)?.identifier == system.constraint(of: row)?.identifier
            else { return false }
        }
        var isKept = [Bool](repeating: false, count: next.rows.count)
        for row in kept where row >= 0 { isKept[Int(row)] = true }
        let matrix = next.matrix
        return isKept.indices.allSatisfy { row in
            isKept[row] || !matrix.range(of: row).contains { views.contains(Int(matrix.columns[$0]) / 4) }
        }
    }
}

internal import ExactArithmetic
internal import LayoutModel

extension LoweredSystem {
    /// Returns, for each row of another system, a row here of the same kind with the same terms, relation and priority, or -1 if
    /// none was found; both ascend. Constants may differ, and so may the indices of views and constraints.
    ///
    /// Rows before and after all differences are found, and so are rows between differences that are short.
    public func rowMapping(since other: LoweredSystem) -> [Int32] {
        let comparison = RowComparison(old: other.rows, new: rows)
        var kept = [Int32](repeating: -1, count: other.rows.count)
        var (oldEnd, newEnd) = (other.rows.count, rows.count)
        var (old, new) = (0, 0)
        while old < oldEnd, new < newEnd, comparison.isSame(old, new) {
            kept[old] = Int32(truncatingIfNeeded: new)
            old += 1
            new += 1
        }
        while oldEnd > old, newEnd > new, comparison.isSame(oldEnd - 1, newEnd - 1) {
            oldEnd -= 1
            newEnd -= 1
            kept[oldEnd] = Int32(truncatingIfNeeded: newEnd)
        }
        while old < oldEnd, new < newEnd {
            let step = LoweredSystem.steps.first { step in
                old + step.old < oldEnd && new + step.new < newEnd && comparison.isSame(old + step.old, new + step.new)
            }
            old += step?.old ?? 1
            new += step?.new ?? 1
            guard step != nil else { continue }
            kept[old] = Int32(truncatingIfNeeded: new)
            old += 1
            new += 1
        }
        return kept
    }

    /// Returns whether the required rows equal those of another system, constants included; other rows may come between them.
    ///
    /// - Parameter kept: `rowMapping` since the other.
    public func hasRequiredRows(of other: LoweredSystem, _ kept: [Int32]) -> Bool {
        guard hasRequiredTerms(of: other, kept) else { return false }
        let (new, old) = (rows.matrix, other.rows.matrix)
        return kept.indices.allSatisfy { row in
            guard other.rows.headers[row].isRequired else { return true }
            return new.isSame(new.constants[Int(kept[row])], as: old.constants[row], of: old)
        }
    }

    /// Returns whether the required rows equal those of another system except for constants; other rows may come between them.
    func hasRequiredTerms(of other: LoweredSystem, _ kept: [Int32]) -> Bool {
        var count = 0
        for row in kept.indices where other.rows.headers[row].isRequired {
            guard kept[row] >= 0 else { return false }
            count += 1
        }
        return count == rows.headers.count { $0.isRequired }
    }

    /// The numbers of rows to skip in each list, tried in this order, to find the next equal rows.
    private static let steps: [(old: Int, new: Int)] = [(0, 0), (1, 1), (1, 0), (0, 1), (2, 2), (2, 0), (0, 2), (2, 1), (1, 2), (4, 0), (0, 4)]
}

/// A comparison of rows of two systems that ignores constants.
private struct RowComparison {
    let old: LoweredRows
    let new: LoweredRows
    /// For each priority index of the old system, that of the new one, or -1.
    let priorities: [Int]
    /// Whether both share the storage of terms, so that rows of the same index have the same terms.
    private let sharesTerms: Bool

    init(old: LoweredRows, new: LoweredRows) {
        self.old = old
        self.new = new
        priorities = old.priorities.map { priority in new.priorities.firstIndex(of: priority) ?? -1 }
        let (a, b) = (old.matrix, new.matrix)
        // Only without wide numbers, whose places are not comparable.
        sharesTerms =
            a.wide.isEmpty && b.wide.isEmpty && a.starts.isStored(with: b.starts) && a.columns.isStored(with: b.columns)
            && a.coefficients.isStored(with: b.coefficients)
    }

    func isSame(_ one: Int, _ other: Int) -> Bool {
        let (a, b) = (old.headers[one], new.headers[other])
        guard a.isLike(b), priorities[a.priority] == b.priority else { return false }
        if sharesTerms, one == other { return true }
        let (entries, others) = (old.matrix.range(of: one), new.matrix.range(of: other))
        guard entries.count == others.count else { return false }
        var place = others.lowerBound
        for entry in entries {
            guard old.matrix.columns[entry] == new.matrix.columns[place] else { return false }
            if !old.matrix.isSame(old.matrix.coefficients[entry], as: new.matrix.coefficients[place], of: new.matrix) { return false }
            place += 1
        }
        return true
    }
}

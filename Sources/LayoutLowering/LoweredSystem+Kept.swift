internal import ExactArithmetic
internal import LayoutModel

extension LoweredSystem {
    /// For each row of another system a row here of the same kind with the same terms, relation and priority, or -1 where none was found; both ascend.
    /// Constants may differ, and what views and constraints the rows are of.
    ///
    /// What stands before all differences and after them is found, and between differences that are not long.
    public func rowsKept(since other: LoweredSystem) -> [Int32] {
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

    /// Whether the required rows are those of another system, constants and all, with nothing but others between them.
    ///
    /// - Parameter kept: `rowsKept` since the other.
    public func hasRequiredRows(of other: LoweredSystem, _ kept: [Int32]) -> Bool {
        guard keepsRequiredRows(of: other, kept) else { return false }
        let (new, old) = (rows.matrix, other.rows.matrix)
        return kept.indices.allSatisfy { row in
            guard other.rows.headers[row].isRequired else { return true }
            return new.isSame(new.constants[Int(kept[row])], as: old.constants[row], of: old)
        }
    }

    /// Whether the required rows are those of another system, but for constants, with nothing but others between them.
    func keepsRequiredRows(of other: LoweredSystem, _ kept: [Int32]) -> Bool {
        var count = 0
        for row in kept.indices where other.rows.headers[row].isRequired {
            guard kept[row] >= 0 else { return false }
            count += 1
        }
        return count == rows.headers.count { $0.isRequired }
    }

    /// By how many rows one may have gone on in each list to where both agree again.
    private static let steps: [(old: Int, new: Int)] = [(0, 0), (1, 1), (1, 0), (0, 1), (2, 2), (2, 0), (0, 2), (2, 1), (1, 2), (4, 0), (0, 4)]
}

/// Tells rows of two systems that differ in constants at most.
private struct RowComparison {
    let old: LoweredRows
    let new: LoweredRows
    /// By place of a priority in the old system, that in the new one, or -1.
    let priorities: [Int]
    /// Rows of the same number have the same terms, for they are the same storage.
    private let sharesTerms: Bool

    init(old: LoweredRows, new: LoweredRows) {
        self.old = old
        self.new = new
        priorities = old.priorities.map { priority in new.priorities.firstIndex(of: priority) ?? -1 }
        let (a, b) = (old.matrix, new.matrix)
        // Without wide numbers, whose places tell nothing by themselves.
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

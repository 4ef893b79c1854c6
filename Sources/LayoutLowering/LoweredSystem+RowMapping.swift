internal import ExactArithmetic
internal import LayoutModel

extension LoweredSystem {
    /// Returns the mapping of another system's rows to equal rows of this one. The indices of views and constraints may differ.
    ///
    /// All rows before the first and after the last difference are mapped. Between these, rows are mapped if the differences are
    /// short (see `steps`).
    public func rowMapping(since other: LoweredSystem) -> RowMapping {
        let comparison = RowComparison(old: other.rows, new: rows)
        var numbers = [Int32](repeating: -1, count: other.rows.count)
        var (oldEnd, newEnd) = (other.rows.count, rows.count)
        var (old, new) = (0, 0)
        while old < oldEnd, new < newEnd, comparison.isSame(old, new) {
            numbers[old] = Int32(truncatingIfNeeded: new)
            old += 1
            new += 1
        }
        while oldEnd > old, newEnd > new, comparison.isSame(oldEnd - 1, newEnd - 1) {
            oldEnd -= 1
            newEnd -= 1
            numbers[oldEnd] = Int32(truncatingIfNeeded: newEnd)
        }
        while old < oldEnd, new < newEnd {
            let step = LoweredSystem.steps.first { step in
                old + step.old < oldEnd && new + step.new < newEnd && comparison.isSame(old + step.old, new + step.new)
            }
            old += step?.old ?? 1
            new += step?.new ?? 1
            guard step != nil else { continue }
            numbers[old] = Int32(truncatingIfNeeded: new)
            old += 1
            new += 1
        }
        return RowMapping(numbers: numbers)
    }

    /// Returns whether the required rows, including their constants, are the same as those of another system. Optional rows may
    /// differ.
    ///
    /// - Parameter mapping: the system's `rowMapping` since the other.
    public func hasRequiredRows(of other: LoweredSystem, _ mapping: RowMapping) -> Bool {
        guard hasRequiredTerms(of: other, mapping) else { return false }
        let (new, old) = (rows.matrix, other.rows.matrix)
        return mapping.pairs.allSatisfy { row in
            !other.rows.headers[row.former].isRequired || new.isSame(new.constants[row.next], as: old.constants[row.former], of: old)
        }
    }

    /// Returns whether the required rows, except for their constants, are the same as those of another system. Optional rows may
    /// differ.
    func hasRequiredTerms(of other: LoweredSystem, _ mapping: RowMapping) -> Bool {
        var count = 0
        for row in 0..<mapping.count where other.rows.headers[row].isRequired {
            if mapping[row] == nil { return false }
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
    /// Whether both systems share the storage of terms, so that rows with the same index have the same terms.
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

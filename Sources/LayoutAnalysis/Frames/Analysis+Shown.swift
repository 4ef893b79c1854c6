internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

// The layout that an analysis shows: frames, the root's size, and what is not satisfied.

extension Analysis {
    /// Tells the layout at a point; gives the rows that are not satisfied, ascending.
    ///
    /// - Parameter holds: true for no row but those of which it is known that nothing is missing.
    @discardableResult
    mutating func show(_ system: LoweredSystem, at point: [Rational], broken: Set<Int> = [], holds: (Int) -> Bool = { _ in false }) -> [Int32] {
        frames = system.document.views.indices.map { system.frame(of: $0, at: point) }
        width = frames[system.document.root].width
        height = frames[system.document.root].height
        // About as many as before.
        let count = unsatisfied.count
        unsatisfied = []
        unsatisfied.reserveCapacity(count)
        var rows: [Int32] = []
        rows.reserveCapacity(count)
        for row in system.rows.indices where !system.isRequired(row) || broken.contains(row) {
            if holds(row) { continue }
            guard let found = system.unsatisfied(row, at: point) else { continue }
            unsatisfied.append(found)
            rows.append(Int32(truncatingIfNeeded: row))
        }
        return rows
    }

    /// Tells the layout to which the shown one moves.
    ///
    /// - Parameters:
    ///   - optimum: after its last move, which was from the shown layout.
    ///   - rows: those that are not satisfied, ascending, with the names that they have now.
    /// - Returns: whether each length that is told anew can stand in a report.
    mutating func follow(_ optimum: SteadyOptimum, broken: Set<Int>, _ rows: inout [Int32]) -> Bool {
        let (system, point) = (optimum.system, optimum.point)
        var isInRange = true
        var last = -1
        for variable in optimum.movedVariables where variable / 4 != last && variable / 4 < frames.count {
            last = variable / 4
            frames[last] = system.frame(of: last, at: point)
            isInRange = isInRange && frames[last].isInRange
        }
        width = frames[system.document.root].width
        height = frames[system.document.root].height
        for row in optimum.movedRows where !system.isRequired(row) || broken.contains(row) {
            let number = Int32(truncatingIfNeeded: row)
            let place = rows.partitioningIndex { $0 >= number }
            let isTold = place < rows.count && rows[place] == number
            if let found = optimum.holds(row) ? nil : system.unsatisfied(row, at: point) {
                isInRange = isInRange && found.error.isInRangeOfDoubles
                if isTold {
                    unsatisfied[place].error = found.error
                } else {
                    unsatisfied.insert(found, at: place)
                    rows.insert(number, at: place)
                }
            } else if isTold {
                unsatisfied.remove(at: place)
                rows.remove(at: place)
            }
        }
        return isInRange
    }
}

extension LoweredSystem {
    /// Whether rows have the ids that the rows of these numbers have in another system, which differs in constants alone: a constraint or a view may
    /// have come in the place of one that says the same.
    func hasNames(of rows: [Int32], in other: LoweredSystem) -> Bool {
        let (views, others) = (document.views, other.document.views)
        guard views.count == others.count, views.indices.allSatisfy({ views[$0].id == others[$0].id }) else { return false }
        return rows.allSatisfy { row in
            guard case .constraint(let index) = self.rows[Int(row)].kind else { return true }
            return document.constraints[index].id == other.document.constraints[index].id
        }
    }

    /// What is told of a row that is optional or broken; nil where it is satisfied.
    fileprivate func unsatisfied(_ row: Int, at point: [Rational]) -> Unsatisfied? {
        let error = violation(of: row, at: point)
        // What rounds to 0 is none.
        if error.isZero || error.rounded(toPlaces: 6).isZero { return nil }
        let lowered = rows[row]
        if case .implicit(.fitting) = lowered.kind { return nil }
        let kind: Unsatisfied.Kind =
            switch lowered.kind {
            case .implicit(.hugging): .stretched
            case .implicit(.compressionResistance): .compressed
            default: .unmet
            }
        return Unsatisfied(id: id(of: row), priority: lowered.priority, error: error, kind: kind)
    }
}

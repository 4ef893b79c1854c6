internal import ExactArithmetic
internal import LayoutLowering
internal import LayoutModel
internal import LayoutVerification

// The reported layout: frames, the root's size, and unsatisfied rows.

extension Analysis {
    /// Sets the reported layout to the one at a point. Returns the unsatisfied rows, ascending.
    ///
    /// - Parameter holds: returns true only for rows that are known to be satisfied.
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

    /// Updates the reported layout after a move of the optimum.
    ///
    /// - Parameters:
    ///   - optimum: the optimum after its last move, which started at the reported layout.
    ///   - rows: the unsatisfied rows, ascending, by their present numbers.
    /// - Returns: whether each changed length is in the range of doubles.
    mutating func follow(_ optimum: RHSCertificate, broken: Set<Int>, _ rows: inout [Int32]) -> Bool {
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
            let isListed = place < rows.count && rows[place] == number
            if let found = optimum.holds(row) ? nil : system.unsatisfied(row, at: point) {
                isInRange = isInRange && found.error.isInRangeOfDoubles
                if isListed {
                    unsatisfied[place].error = found.error
                } else {
                    unsatisfied.insert(found, at: place)
                    rows.insert(number, at: place)
                }
            } else if isListed {
                unsatisfied.remove(at: place)
                rows.remove(at: place)
            }
        }
        return isInRange
    }
}

extension LoweredSystem {
    /// Returns whether rows have the same ids as in another system that differs only in constants. They may differ if a
    /// constraint or view was replaced by an equal one.
    func hasNames(of rows: [Int32], in other: LoweredSystem) -> Bool {
        let (views, others) = (document.views, other.document.views)
        guard views.count == others.count, views.indices.allSatisfy({ views[$0].id == others[$0].id }) else { return false }
        return rows.allSatisfy { row in
            guard case .constraint(let index) = self.rows[Int(row)].kind else { return true }
            return document.constraints[index].id == other.document.constraints[index].id
        }
    }

    /// Returns the report's entry for an optional or broken row, or nil if the row is satisfied.
    fileprivate func unsatisfied(_ row: Int, at point: [Rational]) -> Unsatisfied? {
        let error = violation(of: row, at: point)
        // A violation that rounds to 0 is none.
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

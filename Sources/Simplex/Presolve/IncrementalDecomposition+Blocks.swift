internal import ExactArithmetic

// Partitions rows that are neither fixing nor peeled into blocks.

extension IncrementalDecomposition {
    /// Partitions the rows of touched blocks and the rows of the pool that were not peeled into blocks.
    mutating func rejoin() {
        let matrix = program.matrix
        var rows: [Int32] = []
        for row in pool where arrangement.places[Int(row)] == .pending {
            rows.append(row)
            for entry in entries(of: Int(row)) {
                if case .block(let block) = parts.source(of: Int(matrix.columns[entry])) { touch(block: block) }
            }
        }
        if touchedBlocks.count == 1, isAlteredAlone(touchedBlocks[0]) {
            alter(touchedBlocks[0])
            return
        }
        var variables: [Int32] = []
        var bounds = newBounds
        for variable in pending {
            let isInBlock = parts.isOpen(Int(variable))
            if isInBlock { variables.append(variable) }
            for at in index.places(of: Int(variable)) {
                let row = index.row(at: at)
                guard arrangement.places[Int(row)] == .watched, isBound(Int(row)) else { continue }
                if isInBlock { parts.looseBounds.removeSorted(row) }
                if isInBlock { bounds.append(row) }
            }
        }
        for block in touchedBlocks {
            for row in parts.rows(ofBlock: block) where arrangement.places[Int(row)] == .block(block) {
                if isBound(Int(row)) {
                    bounds.append(row)
                } else {
                    rows.append(row)
                }
            }
            for variable in parts.variables(ofBlock: block) where parts.isIn(Int(variable), block: block) { variables.append(variable) }
        }
        rows.sort()
        variables.sort()
        bounds.sort()
        let groups = joined(rows, variables, bounds)
        place(groups)
    }

    /// Returns whether the only change is that rows of one block were added or removed, and the block is connected without them.
    private mutating func isAlteredAlone(_ block: Int) -> Bool {
        guard pending.isEmpty, peelable.isEmpty else { return false }
        for row in pool where arrangement.places[Int(row)] == .pending {
            for entry in entries(of: Int(row)) where isOpen(program.matrix.columns[entry]) {
                if !parts.isIn(Int(program.matrix.columns[entry]), block: block) { return false }
            }
        }
        for bound in newBounds where !parts.isIn(Int(program.matrix.columns[entries(of: Int(bound)).lowerBound]), block: block) { return false }
        return leaving.allSatisfy { areJoined(variablesOf: Int($0)) }
    }

    /// Returns whether other rows of its block connect the variables of a row. The search is limited, so false may also mean
    /// unknown.
    private mutating func areJoined(variablesOf row: Int) -> Bool {
        let matrix = program.matrix
        let open = entries(of: row).filter { isOpen(matrix.columns[$0]) }.map { matrix.columns[$0] }
        // Start from the variable in the fewest rows: the rows of a container's variable may span the whole list.
        guard open.count > 1, let first = open.min(by: { index.rows(of: Int($0)).count < index.rows(of: Int($1)).count }) else { return true }
        arrangement.nextRound()
        var reached = [first]
        arrangement.stamps[Int(first)] = arrangement.round
        var taken = 0
        var seen = 0
        while taken < reached.count, seen < 200 {
            for next in index.rows(of: Int(reached[taken])) where Int(next) != row && isInBlock(Int(next)) {
                seen += 1
                for entry in entries(of: Int(next)) where isOpen(matrix.columns[entry]) {
                    let other = Int(matrix.columns[entry])
                    if arrangement.stamps[other] == arrangement.round { continue }
                    arrangement.stamps[other] = arrangement.round
                    reached.append(matrix.columns[entry])
                }
            }
            if open.allSatisfy({ arrangement.stamps[Int($0)] == arrangement.round }) { return true }
            taken += 1
        }
        return false
    }

    private func isInBlock(_ row: Int) -> Bool {
        switch arrangement.places[row] {
        case .block, .pending: true
        case .peeled, .fixing, .watched, .peelable, .detached: false
        }
    }

    /// Sets the rows of a block whose variables are unchanged to those that it had, without removed and with added ones.
    private mutating func alter(_ block: Int) {
        var rows: [Int32] = []
        var bounds: [Int32] = []
        let old = parts.rows(ofBlock: block)
        rows.reserveCapacity(old.count + pool.count + newBounds.count)
        for row in old where arrangement.places[Int(row)] == .block(block) {
            if isBound(Int(row)) { bounds.append(row) } else { rows.append(row) }
        }
        for row in pool where arrangement.places[Int(row)] == .pending { rows.insertSorted(row) }
        for bound in newBounds { bounds.insertSorted(bound) }
        take(rows + bounds, for: block)
    }

    /// Sets the rows of a block whose variables are unchanged, if they differ.
    private mutating func take(_ rows: [Int32], for block: Int) {
        for row in rows where arrangement.places[Int(row)] != .block(block) { arrangement.places[Int(row)] = .block(block) }
        // The block may be unchanged.
        if parts.rows(ofBlock: block).elementsEqual(rows) { return }
        parts.setRows(rows, ofBlock: block)
        result.alteredBlocks.append(block)
        result.newBlocks.append(block)
    }

    /// Rows and variables of new blocks, block by block.
    private struct Groups {
        var rows: [Int32] = []
        var rowStarts: [Int] = [0]
        var variables: [Int32] = []
        var variableStarts: [Int] = [0]
    }

    private mutating func joined(_ rows: [Int32], _ variables: [Int32], _ bounds: [Int32]) -> Groups {
        let matrix = program.matrix
        arrangement.sets.separate(variables)
        // `counts` serves as the group of each variable.
        for variable in variables { arrangement.counts[Int(variable)] = -1 }
        for row in rows {
            var first = -1
            for entry in entries(of: Int(row)) where isOpen(matrix.columns[entry]) {
                let variable = Int(matrix.columns[entry])
                if first < 0 { first = variable } else { arrangement.sets.join(first, variable) }
            }
        }
        var rowGroups: [Int32] = []
        var rowCounts: [Int] = []
        for row in rows {
            guard let entry = entries(of: Int(row)).first(where: { isOpen(matrix.columns[$0]) }) else { continue }
            let root = arrangement.sets.root(Int(matrix.columns[entry]))
            if arrangement.counts[root] < 0 {
                arrangement.counts[root] = Int32(truncatingIfNeeded: rowCounts.count)
                rowCounts.append(0)
            }
            rowGroups.append(arrangement.counts[root])
            rowCounts[Int(arrangement.counts[root])] += 1
        }
        var variableCounts = [Int](repeating: 0, count: rowCounts.count)
        for variable in variables {
            let group = arrangement.counts[arrangement.sets.root(Int(variable))]
            arrangement.counts[Int(variable)] = group
            variableCounts[Int(group)] += 1
        }
        var held: [(bound: Int32, group: Int32)] = []
        for bound in bounds {
            let variable = Int(matrix.columns[entries(of: Int(bound)).lowerBound])
            switch parts.source(of: variable) {
            case .block, .open:
                held.append((bound, arrangement.counts[variable]))
                rowCounts[Int(arrangement.counts[variable])] += 1
            case .fixed, .peeled, .loose:
                parts.looseBounds.insertSorted(bound)
                arrangement.places[Int(bound)] = .watched
                result.watched.append(bound)
            }
        }
        var groups = Groups()
        for count in rowCounts { groups.rowStarts.append((groups.rowStarts.last ?? 0) + count) }
        for count in variableCounts { groups.variableStarts.append((groups.variableStarts.last ?? 0) + count) }
        groups.rows = Array(repeating: 0, count: groups.rowStarts.last ?? 0)
        groups.variables = Array(repeating: 0, count: variables.count)
        var fill = groups.rowStarts
        func add(_ row: Int32, _ group: Int32) {
            groups.rows[fill[Int(group)]] = row
            fill[Int(group)] += 1
        }
        for (row, group) in zip(rows, rowGroups) { add(row, group) }
        for (bound, group) in held { add(bound, group) }
        fill = groups.variableStarts
        for variable in variables {
            let group = Int(arrangement.counts[Int(variable)])
            groups.variables[fill[group]] = variable
            fill[group] += 1
        }
        return groups
    }

    private mutating func place(_ groups: Groups) {
        var new: [Int] = []
        for group in 0..<groups.rowStarts.count - 1 {
            let rows = groups.rows[groups.rowStarts[group]..<groups.rowStarts[group + 1]]
            let variables = groups.variables[groups.variableStarts[group]..<groups.variableStarts[group + 1]]
            if let first = variables.first, case .block(let block) = parts.source(of: Int(first)), parts.variables(ofBlock: block) == variables {
                isTouched.remove(block)
                take(Array(rows), for: block)
            } else {
                new.append(group)
            }
        }
        for block in touchedBlocks where isTouched.contains(block) {
            parts.removeBlock(block)
            result.removedBlocks.append(block)
        }
        for group in new {
            let rows = groups.rows[groups.rowStarts[group]..<groups.rowStarts[group + 1]]
            let block = parts.addBlock(rows, groups.variables[groups.variableStarts[group]..<groups.variableStarts[group + 1]])
            for row in rows { arrangement.places[Int(row)] = .block(block) }
            result.newBlocks.append(block)
        }
        result.newBlocks.sort()
    }
}

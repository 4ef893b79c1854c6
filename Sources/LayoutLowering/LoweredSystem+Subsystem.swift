public import ExactArithmetic

extension LoweredSystem {
    /// Returns the system of some rows over some variables. The other variables have fixed values, which are added to the rows'
    /// constants.
    ///
    /// - Parameters:
    ///   - rows: the rows of the subsystem, in its order.
    ///   - variables: the variables of the subsystem, in its order.
    ///   - point: a value for each variable of this system, in points. Only the values of the other variables are used.
    public func subsystem(rows chosen: [Int], variables chosenVariables: [Int32], at point: [Rational]) -> LoweredSystem {
        let matrix = rows.matrix
        var places = [Int32](repeating: -1, count: variables.count)
        for (place, variable) in chosenVariables.enumerated() { places[Int(variable)] = Int32(truncatingIfNeeded: place) }
        var subsystem = SparseRows()
        subsystem.reserve(rows: chosen.count, entries: chosen.reduce(0) { $0 + matrix.range(of: $1).count })
        for row in chosen {
            var constant = matrix.constant(of: row)
            for entry in matrix.range(of: row) {
                let column = Int(matrix.columns[entry])
                if places[column] >= 0 {
                    subsystem.add(column: Int(places[column]), subsystem.pack(matrix.coefficient(at: entry)))
                } else {
                    constant += matrix.coefficient(at: entry) * point[column]
                }
            }
            subsystem.endRow(constant: subsystem.pack(constant))
        }
        return LoweredSystem(
            document: document,
            variables: LayoutVariables(
                viewCount: variables.viewCount, unknowns: variables.unknowns,
                chosen: variables.chosen.map { own in chosenVariables.map { own[Int($0)] } } ?? chosenVariables),
            rows: LoweredRows(matrix: subsystem, headers: chosen.map { rows.headers[$0] }, priorities: rows.priorities))
    }
}

extension LoweredSystem {
    /// Returns the system with another priority of one row. Its old and new priority must be below required.
    public func withPriority(_ priority: Rational, of row: Int) -> LoweredSystem {
        var (priorities, headers) = (rows.priorities, rows.headers)
        let place = priorities.firstIndex(of: priority) ?? priorities.count
        if place == priorities.count { priorities.append(priority) }
        headers[row] = RowHeader(headers[row].kind, isEquality: headers[row].isEquality, isRequired: false, priority: place)
        return LoweredSystem(
            document: document, variables: variables, rows: LoweredRows(matrix: rows.matrix, headers: headers, priorities: priorities))
    }
}

extension StagedProblem {
    /// Returns the problem that has only some of the rows, with the same levels, or nil if some rows are relaxed.
    ///
    /// - Parameter chosen: the rows of the subproblem, in its order.
    public func subproblem(rows chosen: [Int]) -> StagedProblem? {
        rows.areSources ? StagedProblem(rows: rows.subset(chosen), levels: levels) : nil
    }
}

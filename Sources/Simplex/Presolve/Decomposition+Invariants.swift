internal import ExactArithmetic

extension Decomposition {
    /// Returns the first invariant that is violated, or nil. `Decomposition` describes the parts.
    ///
    /// - Each row is in exactly one part, and each variable has the source that the parts show.
    /// - The parts can be evaluated in their order: a fixing row contains its own variable and variables fixed before it, a block
    ///   its own and fixed variables, and a peeled row its own variable and those known by then. Peeled rows are evaluated last to
    ///   first.
    /// - A settled row has only fixed variables. A loose bound is about a variable outside all blocks.
    /// - Rows that assign variables are equalities.
    func checkInvariants(of program: LinearProgram) -> String? {
        let matrix = program.matrix
        var isSeen = [Bool](repeating: false, count: program.rowCount)
        var isKnown = [Bool](repeating: false, count: program.variableCount)
        func unknown(in row: Int32) -> Int32? { matrix.columns[matrix.range(of: Int(row))].first { !isKnown[Int($0)] } }
        /// Notes a row's place. Returns the violation if it had one.
        func whySeen(_ row: Int32) -> String? {
            defer { isSeen[Int(row)] = true }
            return isSeen[Int(row)] ? "row \(row) is in two parts" : nil
        }
        func why(_ assignment: Assignment, _ part: String) -> String? {
            if let reason = whySeen(assignment.row) { return reason }
            if !program.roles[Int(assignment.row)].isEqual { return "\(part) row \(assignment.row) is not an equality" }
            if isKnown[Int(assignment.variable)] { return "variable \(assignment.variable) is assigned twice" }
            isKnown[Int(assignment.variable)] = true
            return unknown(in: assignment.row).map { "\(part) row \(assignment.row) needs variable \($0), which is not computed before it" }
        }

        for (place, assignment) in fixing.enumerated() {
            if let reason = why(assignment, "fixing") { return reason }
            guard case .fixed(place) = source(of: Int(assignment.variable)) else { return "variable \(assignment.variable) is not marked as fixed" }
        }
        for row in settled {
            if let reason = whySeen(row) ?? unknown(in: row).map({ "settled row \(row) has variable \($0), which is not fixed" }) { return reason }
        }
        let isFixed = isKnown
        for block in 0..<blockCount {
            let variables = variables(ofBlock: block)
            for (place, variable) in variables.enumerated() {
                if isKnown[Int(variable)] { return "variable \(variable) is assigned twice" }
                isKnown[Int(variable)] = true
                if !isIn(Int(variable), block: block) || Int(localIndex[Int(variable)]) != place {
                    return "variable \(variable) is not listed in block \(block)"
                }
            }
            for row in rows(ofBlock: block) {
                if let reason = whySeen(row) { return reason }
                for column in matrix.columns[matrix.range(of: Int(row))] where !isFixed[Int(column)] && !isIn(Int(column), block: block) {
                    return "row \(row) connects block \(block) to variable \(column)"
                }
            }
        }
        for variable in looseVariables {
            guard case .loose = source(of: Int(variable)), !isKnown[Int(variable)] else { return "variable \(variable) is not loose" }
            isKnown[Int(variable)] = true
        }
        for (place, assignment) in peeled.enumerated().reversed() where assignment.row >= 0 {
            if let reason = why(assignment, "peeled") { return reason }
            guard case .peeled(place) = source(of: Int(assignment.variable)) else {
                return "variable \(assignment.variable) is not marked as peeled"
            }
        }
        for row in looseBounds {
            if let reason = whySeen(row) { return reason }
            if !program.isBound(Int(row)) { return "row \(row) is not a bound" }
            let variable = Int(matrix.columns[matrix.range(of: Int(row)).lowerBound])
            if case .block(let block) = source(of: variable) { return "loose bound \(row) is about variable \(variable), which is in block \(block)" }
        }
        if let row = isSeen.firstIndex(of: false) { return "row \(row) does not belong to any part" }
        if let variable = isKnown.firstIndex(of: false) { return "variable \(variable) is never assigned" }
        return nil
    }
}

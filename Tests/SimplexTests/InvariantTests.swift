import ExactArithmetic
import Testing

@testable import Simplex

/// Each violated invariant is reported.
struct InvariantTests {
    // MARK: - Decomposition

    /// Variable 0 is fixed, variable 3 is peeled, variables 1 and 2 are a block, and variable 4 is loose.
    private var program: LinearProgram {
        func row(_ entries: [(Int, Rational)], _ constant: Rational, _ role: LinearProgram.Role) -> LinearProgram.Row {
            LinearProgram.Row(SparseRow(constant: constant, entries: entries.map { SparseRow.Entry($0.0, $0.1) }), role)
        }
        return LinearProgram(
            variableCount: 5, levelCount: 1,
            rows: [
                row([(0, 1)], -8, .equal), row([(0, 1), (1, 1), (2, 1)], -20, .equal), row([(1, 1), (2, -1)], 0, .equal),
                row([(3, 1), (1, -1)], -1, .equal), row([(1, 1)], 0, .atLeast), row([(3, 1)], 0, .atLeast), row([(0, 1)], 0, .atLeast),
                row([(1, 1)], -3, .soft(level: 0, isEquality: true)), row([(0, 1)], -3, .soft(level: 0, isEquality: false)),
            ])
    }

    private func decomposition(_ program: LinearProgram) -> Decomposition {
        Decomposition(program, ColumnIndex(program.matrix, variableCount: program.variableCount))
    }

    @Test func `a decomposition without violations has none`() {
        let violation = decomposition(program).checkInvariants(of: program)
        #expect(violation == nil)
    }

    @Test func `a violated invariant of a decomposition is reported`() {
        func expect(_ expected: String, _ edit: (inout Decomposition) -> Void) {
            var broken = decomposition(program)
            edit(&broken)
            #expect(broken.checkInvariants(of: program) == expected)
        }
        expect("row 8 does not belong to any part") { $0.settled = [] }
        expect("row 1 is in two parts") { $0.looseBounds.append(1) }
        expect("settled row 2 has variable 1, which is not fixed") { $0.settled.append(2) }
        expect("row 7 is not a bound") { decomposition in
            decomposition.setRows(Array(decomposition.rows(ofBlock: 0)).filter { $0 != 7 }, ofBlock: 0)
            decomposition.looseBounds.append(7)
        }
        expect("loose bound 4 is about variable 1, which is in block 0") { decomposition in
            decomposition.setRows(Array(decomposition.rows(ofBlock: 0)).filter { $0 != 4 }, ofBlock: 0)
            decomposition.looseBounds.append(4)
        }
        expect("variable 1 is not listed in block 0") { $0.open(1) }
        expect("variable 4 is never assigned") { $0.open(4) }
        expect("row 3 does not belong to any part") { $0.removePeeled(0) }
        expect("variable 4 is not loose") { $0.addPeeled(row: 3, variable: 4) }
        expect("variable 0 is not marked as fixed") { _ = $0.addBlock([], [0]) }
        expect("row 5 connects block 1 to variable 3") { decomposition in
            decomposition.looseBounds.removeAll { $0 == 5 }
            _ = decomposition.addBlock([5], [])
        }
    }

    @Test func `a row that is evaluated too early is reported`() {
        // Two rows peeled in an order in which the first needs the second.
        let rows = [[0, 1], [1, 2], [2]].map { columns in
            LinearProgram.Row(
                SparseRow(entries: columns.map { SparseRow.Entry($0, 1) }), columns.count == 1 ? .soft(level: 0, isEquality: true) : .equal)
        }
        let program = LinearProgram(variableCount: 3, levelCount: 1, rows: rows)
        var broken = decomposition(program)
        let assignments = broken.peeled
        #expect(assignments.count == 2 && broken.checkInvariants(of: program) == nil)
        for place in assignments.indices { broken.removePeeled(place) }
        for assignment in assignments.reversed() { broken.addPeeled(row: Int(assignment.row), variable: Int(assignment.variable)) }
        #expect(broken.checkInvariants(of: program)?.contains("which is not computed before it") == true)
    }

    // MARK: - Matrix

    @Test func `a violated invariant of a matrix is reported`() {
        func violation(_ edit: (inout LinkedMatrix) -> Void) -> String? {
            var matrix = LinkedMatrix()
            matrix.reset(rows: 2, columns: 3, entries: 4)
            // The last entry of each list is its first node.
            for (row, column) in [(0, 0), (0, 1), (1, 1), (1, 2)] { matrix.insert(row: row, column: column, .one) }
            edit(&matrix)
            return matrix.checkInvariants()
        }
        #expect(violation { _ in } == nil)
        #expect(violation { $0.remove(1) } == nil)
        #expect(violation { try? $0.substitute(row: 0, column: 1, keepsColumn: true, budget: Budget()) } == nil)
        #expect(violation { $0.insert(row: 0, column: 1, .one) } == "row 0: column 1 has two entries")
        #expect(violation { $0.insert(row: 0, column: 2, .zero) } == "row 0: the entry of column 2 is 0")
        #expect(violation { $0.rowCounts[0] = 3 } == "row 0 has 2 entries, but its count is 3")
        #expect(violation { $0.columnCounts[2] = 0 } == "column 2 has 1 entries, but its count is 0")
        #expect(violation { $0.rowHeads[1] = $0.rowHeads[0] } == "row 1: node 1 is linked twice or does not exist")
        #expect(violation { $0.columnHeads[2] = $0.columnHeads[0] } == "column 2: node 0 belongs to column 0")
        #expect(violation { $0.node(0).pointee.row = 1 } == "row 0: node 0 belongs to row 1")
        #expect(violation { $0.node(0).pointee.previousInRow = -1 } == "row 0: the backward link of node 0 is wrong")
        #expect(violation { $0.node(1).pointee.previousInColumn = -1 } == "column 1: the backward link of node 1 is wrong")
        #expect(
            violation { matrix in
                matrix.remove(3)
                matrix.node(3).pointee.nextInRow = 0
            } == "node 0 is in use and in the list of unused nodes")
        #expect(
            violation { matrix in
                matrix.remove(3)
                matrix.remove(2)
                matrix.node(2).pointee.nextInRow = -1
            } == "1 nodes are in no list")
    }

    // MARK: - Incremental program

    @Test func `a violated invariant of an incremental program is reported`() throws {
        func expect(_ expected: String, _ edit: (inout IncrementalProgram) -> Void) throws {
            var broken = try IncrementalProgram(program)
            edit(&broken)
            #expect(broken.checkInvariants() == expected)
        }
        var sound = try IncrementalProgram(program)
        sound.setConstant(of: 0, -10)
        try sound.update()
        #expect(sound.checkInvariants() == nil)
        try expect("required row 3 is violated: its value is 1") { $0.solution.values.set(3, SmallRational(Int32(8))) }
        try expect("row 8 is marked as pending but is watched") { $0.state.places[8] = .pending }
        try expect("row 2 is active but not a bound") { $0.solution.activeBounds = [2] }
        try expect("peeled row 3 has not been recomputed") { $0.worklist.markPeeled(0) }
        try expect("fixing row 0 has not been recomputed") { $0.worklist.markFixing(0) }
        try expect("row 8 does not belong to any part") { $0.solution.decomposition.settled = [] }
    }
}

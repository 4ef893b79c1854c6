import ExactArithmetic
import Testing

@testable import Simplex

/// How a program falls apart after rows came and went, against how it falls apart at once.
struct IncrementalDecompositionTests {
    /// What does not depend on the way there.
    private struct Parts: Equatable {
        var fixed: [Int]
        var peeled: [Int32: Int32]
        var blocks: Set<[[Int32]]>
        var loose: [Int32]
        var looseBounds: [Int32]
        /// Which of several equalities fixes a variable makes no difference.
        var settledAndFixing: [Int32]

        init(_ decomposition: Decomposition, variableCount: Int) {
            fixed = (0..<variableCount).filter(decomposition.isFixed)
            peeled = [:]
            for assignment in decomposition.peeledInwards { peeled[assignment.row] = assignment.variable }
            blocks = []
            for block in 0..<decomposition.blockCount where !decomposition.rows(ofBlock: block).isEmpty {
                blocks.insert([Array(decomposition.rows(ofBlock: block)), Array(decomposition.variables(ofBlock: block))])
            }
            loose = decomposition.looseVariables
            looseBounds = decomposition.looseBounds
            settledAndFixing = (decomposition.settled + decomposition.fixingInOrder.map(\.row)).sorted()
        }
    }

    /// How a program falls apart while its rows come and go.
    private struct Followed {
        private(set) var decomposition: Decomposition
        private(set) var arrangement: DecompositionState
        /// Bounds that are ordinary rows.
        var active: Set<Int32> = []

        init(_ program: LinearProgram, _ index: ColumnIndex) {
            decomposition = Decomposition(program, index)
            arrangement = DecompositionState(decomposition, rowCount: program.rowCount, variableCount: program.variableCount)
        }

        mutating func run(_ moved: [Int32], _ program: LinearProgram, _ index: ColumnIndex) -> DecompositionDelta {
            var work = IncrementalDecomposition(decomposition, arrangement, program, active: active, index)
            work.run(moved)
            decomposition = work.parts
            arrangement = work.arrangement
            return work.result
        }

        func found(_ program: LinearProgram) -> Parts { Parts(decomposition, variableCount: program.variableCount) }

        func anew(_ program: LinearProgram, _ index: ColumnIndex) -> Parts {
            Parts(Decomposition(program, active: active, index), variableCount: program.variableCount)
        }
    }

    @Test(arguments: 0..<60) func aProgramFallsApartAsOneThatNeverChanged(_ seed: Int) {
        var random = RandomPrograms(seed: UInt64(seed))
        var program = random.sparseProgram()
        let index = ColumnIndex(program.matrix, variableCount: program.variableCount)
        let roles = program.rows.map(\.role)
        var followed = Followed(program, index)
        for step in 0..<80 {
            var moved: Set<Int32> = []
            for _ in 0..<(1 + random.below(3)) {
                let row = random.below(program.rowCount)
                moved.insert(Int32(row))
                if program.isBound(row), random.below(2) == 0 {
                    followed.active.formSymmetricDifference([Int32(row)])
                    continue
                }
                followed.active.remove(Int32(row))
                switch random.below(4) {
                case 0: program.setRole(of: row, nil)
                case 1: program.setRole(of: row, .equal)
                case 2: program.setRole(of: row, .soft(level: 0, isEquality: true))
                default: program.setRole(of: row, roles[row])
                }
            }
            _ = followed.run(moved.sorted(), program, index)
            #expect(followed.found(program) == followed.anew(program, index), "step \(step)")
            expectOrders(followed.decomposition, followed.arrangement, program)
        }
    }

    /// Bounds become ordinary rows and cease to be, one at a time, where one variable or two give all others.
    @Test func rowsAreTurnedRoundWhereABoundBecomesOne() {
        var turned = 0
        for seed in 1000..<1020 {
            var random = RandomPrograms(seed: UInt64(seed))
            var program = random.treeProgram()
            let index = ColumnIndex(program.matrix, variableCount: program.variableCount)
            let roles = program.rows.map(\.role)
            var followed = Followed(program, index)
            for step in 0..<40 {
                let row = random.below(program.rowCount)
                if program.isBound(row) {
                    followed.active.formSymmetricDifference([Int32(row)])
                } else {
                    program.setRole(of: row, program.roles[row].isGone ? roles[row] : nil)
                }
                if followed.run([Int32(row)], program, index).hasFormerFixing { turned += 1 }
                #expect(followed.found(program) == followed.anew(program, index), "seed \(seed), step \(step)")
                expectOrders(followed.decomposition, followed.arrangement, program)
            }
        }
        #expect(turned > 40, "\(turned)")
    }

    /// Each row holds what is known before it only, and stands where it is said to.
    private func expectOrders(_ decomposition: Decomposition, _ arrangement: DecompositionState, _ program: LinearProgram) {
        let matrix = program.matrix
        func variables(_ row: Int32) -> [Int] { matrix.range(of: Int(row)).map { Int(matrix.columns[$0]) } }
        var known = Set<Int>()
        for (place, assignment) in decomposition.fixing.enumerated() where assignment.row >= 0 {
            known.insert(Int(assignment.variable))
            #expect(variables(assignment.row).allSatisfy(known.contains))
            #expect(arrangement.places[Int(assignment.row)] == .fixing(place))
        }
        for block in 0..<decomposition.blockCount {
            known.formUnion(decomposition.variables(ofBlock: block).map(Int.init))
            #expect(decomposition.rows(ofBlock: block).allSatisfy { arrangement.places[Int($0)] == .block(block) })
            for (place, variable) in decomposition.variables(ofBlock: block).enumerated() {
                #expect(Int(decomposition.localIndex[Int(variable)]) == place)
            }
        }
        known.formUnion(decomposition.looseVariables.map(Int.init))
        for (place, assignment) in decomposition.peeled.enumerated().reversed() where assignment.row >= 0 {
            known.insert(Int(assignment.variable))
            #expect(variables(assignment.row).allSatisfy(known.contains))
            #expect(arrangement.places[Int(assignment.row)] == .peeled(place))
        }
        let watched = decomposition.settled + decomposition.looseBounds
        #expect(watched.allSatisfy { arrangement.places[Int($0)] == .watched })
        #expect(program.roles.indices.allSatisfy { (arrangement.places[$0] == .gone) == program.roles[$0].isGone })
        #expect(!arrangement.places.contains(.pending) && !arrangement.places.contains(.going))
    }
}

extension RandomPrograms {
    /// Variables that equalities join to a tree, a few of them by three, with a bound or two for each.
    mutating func treeProgram() -> LinearProgram {
        let variables = 6 + below(14)
        var rows: [LinearProgram.Row] = []
        func add(_ columns: Set<Int>, _ role: LinearProgram.Role) {
            rows.append(LinearProgram.Row(SparseRow(entries: columns.sorted().map { SparseRow.Entry($0, 1) }), role))
        }
        for variable in 1..<variables {
            var columns: Set<Int> = [variable, below(variable)]
            if below(8) == 0 { columns.insert(below(variables)) }
            add(columns, .equal)
        }
        for variable in 0..<variables { for _ in 0...below(2) { add([variable], .atLeast) } }
        return LinearProgram(variableCount: variables, levelCount: 1, rows: rows)
    }

    /// Some tens of rows of few variables each, many of them equalities and bounds.
    mutating func sparseProgram() -> LinearProgram {
        let variables = 8 + below(20)
        let rows = (0..<(2 * variables + below(20))).map { _ in
            let count = [1, 2, 2, 2, 3, 4][below(6)]
            let columns = Set((0..<count).map { _ in below(variables) })
            let role: LinearProgram.Role =
                switch below(8) {
                case 0, 1, 2: .equal
                case 3, 4, 5: columns.count == 1 ? .atLeast : .equal
                default: .soft(level: 0, isEquality: false)
                }
            return LinearProgram.Row(SparseRow(entries: columns.sorted().map { SparseRow.Entry($0, 1) }), role)
        }
        return LinearProgram(variableCount: variables, levelCount: 1, rows: rows)
    }
}

import ExactArithmetic
import Testing

@testable import Simplex

/// The decomposition of a program after bounds became ordinary rows and bounds again, against that from scratch.
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
            settledAndFixing = (decomposition.settled + decomposition.fixing.map(\.row)).sorted()
        }
    }

    /// The decomposition of a program whose bounds move.
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

    @Test(arguments: 0..<60) func `moved bounds lead to the decomposition from scratch`(seed: Int) {
        var random = RandomPrograms(seed: UInt64(seed))
        let program = random.sparseProgram()
        let bounds = program.roles.indices.filter(program.isBound)
        if bounds.isEmpty { return }
        let index = ColumnIndex(program.matrix, variableCount: program.variableCount)
        var followed = Followed(program, index)
        for step in 0..<80 {
            var moved: Set<Int32> = []
            for _ in 0..<(1 + random.below(3)) { moved.insert(Int32(bounds[random.below(bounds.count)])) }
            followed.active.formSymmetricDifference(moved)
            _ = followed.run(moved.sorted(), program, index)
            #expect(followed.found(program) == followed.anew(program, index), "step \(step)")
            expectOrders(followed.decomposition, followed.arrangement, program)
        }
    }

    /// One bound moves at a time, in trees of equalities, in which one or two variables determine all others.
    @Test func `a path of rows is reversed if a bound becomes an ordinary row`() {
        var reversed = 0
        for seed in 1000..<1020 {
            var random = RandomPrograms(seed: UInt64(seed))
            let program = random.treeProgram()
            let bounds = program.roles.indices.filter(program.isBound)
            let index = ColumnIndex(program.matrix, variableCount: program.variableCount)
            var followed = Followed(program, index)
            for step in 0..<40 {
                let other = bounds[random.below(bounds.count)]
                // A path exists only if some variable is loose, so active bounds often become inactive again.
                let row = random.below(3) == 0 ? other : followed.active.min().map(Int.init) ?? other
                followed.active.formSymmetricDifference([Int32(row)])
                if followed.run([Int32(row)], program, index).hasFormerNeeds { reversed += 1 }
                #expect(followed.found(program) == followed.anew(program, index), "seed \(seed), step \(step)")
                expectOrders(followed.decomposition, followed.arrangement, program)
            }
        }
        #expect(reversed > 40, "\(reversed)")
    }

    private func expectOrders(_ decomposition: Decomposition, _ arrangement: DecompositionState, _ program: LinearProgram) {
        let violation = decomposition.checkInvariants(of: program)
        #expect(violation == nil)
        #expect(arrangement.places == decomposition.places(rowCount: program.rowCount))
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

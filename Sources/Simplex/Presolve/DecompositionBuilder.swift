internal import ExactArithmetic

/// Decomposes a whole program. The lists are those of `Decomposition`.
struct DecompositionBuilder {
    private(set) var fixing: [Decomposition.Assignment] = []
    private(set) var peeled: [Decomposition.Assignment] = []
    private(set) var settled: [Int32] = []
    private(set) var looseBounds: [Int32] = []
    private(set) var blocks = Blocks()

    private let rows: Range<Int32>
    private let variables: Range<Int32>
    private let index: ColumnIndex
    private var states: [RowState]
    /// For each variable, whether it is not fixed.
    private var isOpen: [Bool]
    /// For each row, the number of its open variables, and the exclusive or of their numbers: if there is only one, that is the
    /// variable.
    private var openCounts: [Int32]
    private var openMixed: [Int32]
    private var bounds: [Int32] = []

    private enum RowState: UInt8 {
        case apart, left, gone
    }

    /// The rows and variables of the blocks, block by block, with the offset of each block and the end of the last one.
    struct Blocks {
        var rows: [Int32] = []
        var rowStarts: [Int32] = [0]
        var variables: [Int32] = []
        var variableStarts: [Int32] = [0]

        var count: Int { variableStarts.count - 1 }
    }

    /// The rows of blocks other than bounds.
    private struct JoinedRows {
        /// The block of each variable, or -1.
        var blockOf: [Int32]
        var rows: [Int32]
        /// The block of each of these rows.
        var blocks: [Int32]
    }

    /// - Parameters:
    ///   - active: bounds that count as ordinary rows.
    ///   - index: the rows of each variable.
    init(_ program: LinearProgram, active: Set<Int32>, _ index: ColumnIndex) {
        rows = 0..<Int32(truncatingIfNeeded: program.rowCount)
        variables = 0..<Int32(truncatingIfNeeded: program.variableCount)
        self.index = index
        states = Array(repeating: .apart, count: program.rowCount)
        isOpen = Array(repeating: true, count: program.variableCount)
        openCounts = Array(repeating: 0, count: program.rowCount)
        openMixed = Array(repeating: 0, count: program.rowCount)
        let matrix = program.matrix
        matrix.starts.withUnsafeBufferPointer { starts in
            matrix.columns.withUnsafeBufferPointer { columns in
                sortOut(program, starts, columns, active)
                fix(program)
                peel(program, starts, columns)
                let joined = join(starts, columns)
                placeBounds(joined, starts, columns)
            }
        }
    }

    private mutating func sortOut(
        _ program: LinearProgram, _ starts: UnsafeBufferPointer<Int32>, _ columns: UnsafeBufferPointer<Int32>, _ active: Set<Int32>
    ) {
        for next in rows {
            let row = Int(next)
            let first = Int(starts[row])
            let end = Int(starts[row + 1])
            if program.roles[row].isAtLeast, end - first == 1, active.isEmpty || !active.contains(next) {
                bounds.append(next)
                continue
            }
            states[row] = .left
            var count: Int32 = 0
            var mixed: Int32 = 0
            for entry in first..<end where isOpen[Int(columns[entry])] {
                count += 1
                mixed ^= columns[entry]
            }
            openCounts[row] = count
            openMixed[row] = mixed
        }
    }

    private mutating func fix(_ program: LinearProgram) {
        var queue: [Int32] = []
        for next in rows where states[Int(next)] == .left && openCounts[Int(next)] == 1 && program.roles[Int(next)].isEqual {
            queue.append(next)
        }
        var taken = 0
        while taken < queue.count {
            let row = Int(queue[taken])
            taken += 1
            guard openCounts[row] == 1 else { continue }
            let variable = openMixed[row]
            states[row] = .gone
            isOpen[Int(variable)] = false
            fixing.append(Decomposition.Assignment(row: Int32(truncatingIfNeeded: row), variable: variable))
            for next in index.rows(of: Int(variable)) where states[Int(next)] == .left {
                let other = Int(next)
                openCounts[other] -= 1
                openMixed[other] ^= variable
                if openCounts[other] == 1, program.roles[other].isEqual { queue.append(next) }
            }
        }
    }

    /// Peels rows. For each variable it maintains the number of remaining rows that contain it, and the exclusive or of their
    /// numbers: if there is only one, that is the row.
    private mutating func peel(_ program: LinearProgram, _ starts: UnsafeBufferPointer<Int32>, _ columns: UnsafeBufferPointer<Int32>) {
        var holders = [Int32](repeating: 0, count: program.variableCount)
        var mixed = [Int32](repeating: 0, count: program.variableCount)
        for next in rows where states[Int(next)] == .left && openCounts[Int(next)] > 0 {
            for entry in Int(starts[Int(next)])..<Int(starts[Int(next) + 1]) where isOpen[Int(columns[entry])] {
                let variable = Int(columns[entry])
                holders[variable] += 1
                mixed[variable] ^= next
            }
        }
        // A stack in descending order: a container's variables come before those of its content.
        var lone: [Int32] = variables.reversed().filter { holders[Int($0)] == 1 }
        while let next = lone.popLast() {
            let variable = Int(next)
            guard holders[variable] == 1 else { continue }
            let row = Int(mixed[variable])
            guard program.roles[row].isEqual else { continue }
            states[row] = .gone
            peeled.append(Decomposition.Assignment(row: mixed[variable], variable: next))
            for entry in Int(starts[row])..<Int(starts[row + 1]) where isOpen[Int(columns[entry])] {
                let other = Int(columns[entry])
                holders[other] -= 1
                mixed[other] ^= Int32(truncatingIfNeeded: row)
                if holders[other] == 1 { lone.append(columns[entry]) }
            }
        }
    }

    /// Partitions the remaining rows, bounds excluded, into blocks in the order of their first rows.
    private mutating func join(_ starts: UnsafeBufferPointer<Int32>, _ columns: UnsafeBufferPointer<Int32>) -> JoinedRows {
        var sets = DisjointSets(count: isOpen.count)
        var open: [Int32] = []
        var isHeld = [Bool](repeating: false, count: isOpen.count)
        for next in rows where states[Int(next)] == .left {
            let row = Int(next)
            if openCounts[row] == 0 {
                settled.append(next)
                continue
            }
            open.append(next)
            var first = -1
            for entry in Int(starts[row])..<Int(starts[row + 1]) where isOpen[Int(columns[entry])] {
                let variable = Int(columns[entry])
                isHeld[variable] = true
                if first < 0 { first = variable } else { sets.join(first, variable) }
            }
        }
        // The block of each set by its root; then of each row and variable.
        var blockOf = [Int32](repeating: -1, count: isOpen.count)
        var rowBlocks = [Int32](repeating: -1, count: open.count)
        var rowCounts: [Int32] = []
        for (place, next) in open.enumerated() {
            let row = Int(next)
            guard let entry = (Int(starts[row])..<Int(starts[row + 1])).first(where: { isOpen[Int(columns[$0])] }) else { continue }
            let root = sets.root(Int(columns[entry]))
            if blockOf[root] < 0 {
                blockOf[root] = Int32(truncatingIfNeeded: rowCounts.count)
                rowCounts.append(0)
            }
            rowBlocks[place] = blockOf[root]
            rowCounts[Int(blockOf[root])] += 1
        }
        var variableCounts = [Int32](repeating: 0, count: rowCounts.count)
        var members: [Int32] = []
        for next in variables where isHeld[Int(next)] {
            let block = blockOf[sets.root(Int(next))]
            blockOf[Int(next)] = block
            variableCounts[Int(block)] += 1
            members.append(next)
        }
        blocks.variableStarts = DecompositionBuilder.starts(variableCounts)
        blocks.variables = Array(repeating: 0, count: members.count)
        var fill = blocks.variableStarts
        for next in members {
            let block = Int(blockOf[Int(next)])
            blocks.variables[Int(fill[block])] = next
            fill[block] += 1
        }
        return JoinedRows(blockOf: blockOf, rows: open, blocks: rowBlocks)
    }

    /// Assigns to each block its rows and the bounds of its variables.
    private mutating func placeBounds(
        _ joined: JoinedRows, _ starts: UnsafeBufferPointer<Int32>, _ columns: UnsafeBufferPointer<Int32>
    ) {
        let blockCount = blocks.count
        var counts = [Int32](repeating: 0, count: blockCount)
        for block in joined.blocks { counts[Int(block)] += 1 }
        for row in bounds {
            let block = joined.blockOf[Int(columns[Int(starts[Int(row)])])]
            if block >= 0 { counts[Int(block)] += 1 } else { looseBounds.append(row) }
        }
        blocks.rowStarts = DecompositionBuilder.starts(counts)
        blocks.rows = Array(repeating: 0, count: Int(blocks.rowStarts[blockCount]))
        var fill = blocks.rowStarts
        for (place, row) in joined.rows.enumerated() {
            let block = Int(joined.blocks[place])
            blocks.rows[Int(fill[block])] = row
            fill[block] += 1
        }
        for row in bounds {
            let block = Int(joined.blockOf[Int(columns[Int(starts[Int(row)])])])
            if block < 0 { continue }
            blocks.rows[Int(fill[block])] = row
            fill[block] += 1
        }
    }

    private static func starts(_ counts: [Int32]) -> [Int32] {
        var starts: [Int32] = [0]
        starts.reserveCapacity(counts.count + 1)
        var sum: Int32 = 0
        for count in counts {
            sum += count
            starts.append(sum)
        }
        return starts
    }
}

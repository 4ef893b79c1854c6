internal import ExactArithmetic

/// How a program falls apart, found from which variable stands in which row alone, without any arithmetic.
///
/// 1. *Peeled* rows: an equality with a variable that stands in no other row that is left can always hold; it gives that variable from the
///    others. Peeled from the outside in, chains and trees go away whatever their length.
/// 2. *Fixing* rows: an equality in which all variables but one are fixed by others fixes that one.
/// 3. *Blocks*: what is left, taken apart where rows share no variable that is not fixed.
///
/// A *bound*, a hard inequality of one variable, joins nothing and keeps nothing from being peeled. Bounds of block variables belong to the
/// block; the others are looked at when all values are known, and one that fails is made an ordinary row (`active`).
///
/// All orders follow from the numbers of rows and variables alone: equal programs fall apart equally.
struct Decomposition {
    struct Assignment {
        /// The equality that gives `variable` from its other variables.
        var row: Int32
        var variable: Int32

        /// An edit took it away.
        var isVoid: Bool { row < 0 }
    }

    /// In the order of peeling: the row of an assignment may hold variables that later ones give, and none that earlier ones give.
    private(set) var peeled: [Assignment] = []
    /// For each peeled assignment the variable whose peeling led to it: of those that stand alone from the first, the lowest goes first,
    /// and all that follows from it before the next.
    private(set) var peelRoots: [Int32] = []
    /// In the order of fixing: the row of an assignment holds variables that earlier ones fix, and its own.
    private(set) var fixing: [Assignment] = []
    /// Rows all of whose variables are fixed, bounds apart, that fix none themselves.
    private(set) var settled: [Int32] = []
    /// Bounds that belong to no block, in ascending order.
    private(set) var looseBounds: [Int32] = []

    /// Rows of the blocks, one block after the other, bounds included; ascending within a block.
    private(set) var blockRows: [Int32] = []
    private(set) var blockRowStarts: [Int32] = [0]
    /// The variables of the blocks, ascending within a block.
    private(set) var blockVariables: [Int32] = []
    private(set) var blockVariableStarts: [Int32] = [0]

    /// What gives a variable: the place of its assignment or of its block.
    enum Source {
        case peeled(Int)
        case fixed(Int)
        case block(Int)
        /// Nothing does: it may be anything that bounds allow.
        case loose
    }

    /// Twice the place, and which list it is in; see `source(of:)`.
    private var sources: [Int32]
    /// For a variable of a block, its place there.
    private(set) var localIndex: [Int32]

    var blockCount: Int { blockRowStarts.count - 1 }

    /// Rows and variables of blocks that edits changed.
    var replacedRows: [Int: [Int32]] = [:]
    var replacedVariables: [Int: [Int32]] = [:]

    func rows(ofBlock block: Int) -> ArraySlice<Int32> {
        if !replacedRows.isEmpty, let rows = replacedRows[block] { return rows[...] }
        return blockRows[Int(blockRowStarts[block])..<Int(blockRowStarts[block + 1])]
    }

    func variables(ofBlock block: Int) -> ArraySlice<Int32> {
        if !replacedVariables.isEmpty, let variables = replacedVariables[block] { return variables[...] }
        return blockVariables[Int(blockVariableStarts[block])..<Int(blockVariableStarts[block + 1])]
    }

    func source(of variable: Int) -> Source {
        let code = Int(sources[variable])
        if code < 0 { return .loose }
        return switch code % 3 {
        case 0: .peeled(code / 3)
        case 1: .fixed(code / 3)
        default: .block(code / 3)
        }
    }

    /// Takes an assignment away; its variable is to be given to a block.
    mutating func unpeel(_ place: Int) {
        peeled[place].row = -1
    }

    /// Takes an assignment away and leaves its variable to nothing.
    mutating func loosen(_ place: Int) {
        sources[Int(peeled[place].variable)] = -1
        peeled[place].row = -1
    }

    /// Takes `loosen` back.
    mutating func restore(_ assignment: Assignment, at place: Int) {
        peeled[place] = assignment
        sources[Int(assignment.variable)] = Int32(truncatingIfNeeded: 3 * place)
    }

    /// A new block, empty for the time being.
    mutating func appendBlock() -> Int {
        blockRowStarts.append(blockRowStarts[blockCount])
        blockVariableStarts.append(Int32(truncatingIfNeeded: blockVariables.count))
        return blockCount - 1
    }

    /// Makes a variable the block's, with a place there.
    mutating func give(_ variable: Int, to block: Int, at place: Int) {
        sources[variable] = Int32(truncatingIfNeeded: 3 * block + 2)
        localIndex[variable] = Int32(truncatingIfNeeded: place)
    }

    func isFixed(_ variable: Int) -> Bool { sources[variable] >= 0 && sources[variable] % 3 == 1 }

    /// The variables that nothing gives, ascending.
    var looseVariables: [Int] { sources.indices.filter { sources[$0] < 0 } }

    /// - Parameter active: bounds that count as ordinary rows.
    init(_ program: LinearProgram, active: Set<Int32> = []) {
        sources = Array(repeating: -1, count: program.variableCount)
        localIndex = Array(repeating: -1, count: program.variableCount)
        let matrix = program.matrix
        let rowCount = program.rowCount
        let variableCount = program.variableCount

        // 0: a bound; 1: left; 2: gone.
        var state = [UInt8](repeating: 1, count: rowCount)
        matrix.starts.withUnsafeBufferPointer { starts in
            for row in 0..<rowCount where program.roles[row].isGone { state[row] = 2 }
            for row in 0..<rowCount where program.roles[row].isAtLeast && starts[row + 1] - starts[row] == 1 {
                if !active.isEmpty, active.contains(Int32(row)) { continue }
                state[row] = 0
            }
        }

        matrix.starts.withUnsafeBufferPointer { starts in
            matrix.columns.withUnsafeBufferPointer { columns in
                peel(program, starts, columns, &state)
                fixAndJoin(program, starts, columns, &state, variableCount)
                placeBounds(starts, columns, state)
            }
        }
    }

    /// Peels, keeping for each variable how many rows hold it and the exclusive or of their numbers: with one row left, that is its number.
    private mutating func peel(
        _ program: LinearProgram, _ starts: UnsafeBufferPointer<Int32>, _ columns: UnsafeBufferPointer<Int32>, _ state: inout [UInt8]
    ) {
        let variableCount = program.variableCount
        var holders = [Int32](repeating: 0, count: variableCount)
        var mixed = [Int32](repeating: 0, count: variableCount)
        for row in 0..<program.rowCount where state[row] == 1 {
            for entry in Int(starts[row])..<Int(starts[row + 1]) {
                let variable = Int(columns[entry])
                holders[variable] += 1
                mixed[variable] ^= Int32(truncatingIfNeeded: row)
            }
        }
        var lone: [Int32] = []
        // The last is taken first: variables in descending order, so that a container goes before what it holds.
        for variable in (0..<variableCount).reversed() where holders[variable] == 1 { lone.append(Int32(truncatingIfNeeded: variable)) }
        var first = lone.count
        var root: Int32 = -1
        while let next = lone.popLast() {
            let variable = Int(next)
            if lone.count < first {
                first = lone.count
                root = next
            }
            guard holders[variable] == 1 else { continue }
            let row = Int(mixed[variable])
            guard program.roles[row].isEqual else { continue }
            state[row] = 2
            sources[variable] = Int32(truncatingIfNeeded: 3 * peeled.count)
            peeled.append(Assignment(row: Int32(truncatingIfNeeded: row), variable: next))
            peelRoots.append(root)
            for entry in Int(starts[row])..<Int(starts[row + 1]) {
                let other = Int(columns[entry])
                holders[other] -= 1
                mixed[other] ^= Int32(truncatingIfNeeded: row)
                if holders[other] == 1 { lone.append(Int32(truncatingIfNeeded: other)) }
            }
        }
    }

    private mutating func fixAndJoin(
        _ program: LinearProgram, _ starts: UnsafeBufferPointer<Int32>, _ columns: UnsafeBufferPointer<Int32>, _ state: inout [UInt8],
        _ variableCount: Int
    ) {
        // The rows that are left, by variable.
        var left: [Int32] = []
        var heads = [Int32](repeating: 0, count: variableCount + 1)
        for row in 0..<program.rowCount where state[row] == 1 {
            left.append(Int32(truncatingIfNeeded: row))
            for entry in Int(starts[row])..<Int(starts[row + 1]) { heads[Int(columns[entry]) + 1] += 1 }
        }
        for variable in 0..<variableCount { heads[variable + 1] += heads[variable] }
        var rowsOf = [Int32](repeating: 0, count: Int(heads[variableCount]))
        var fill = heads
        var openCount = [Int32](repeating: 0, count: program.rowCount)
        var openMixed = [Int32](repeating: 0, count: program.rowCount)
        var queue: [Int32] = []
        for next in left {
            let row = Int(next)
            for entry in Int(starts[row])..<Int(starts[row + 1]) {
                let variable = columns[entry]
                rowsOf[Int(fill[Int(variable)])] = next
                fill[Int(variable)] += 1
                openMixed[row] ^= variable
            }
            openCount[row] = starts[row + 1] - starts[row]
            if openCount[row] == 1, program.roles[row].isEqual { queue.append(next) }
        }
        var taken = 0
        while taken < queue.count {
            let row = Int(queue[taken])
            taken += 1
            guard openCount[row] == 1 else { continue }
            let variable = Int(openMixed[row])
            state[row] = 2
            sources[variable] = Int32(truncatingIfNeeded: 3 * fixing.count + 1)
            fixing.append(Assignment(row: Int32(truncatingIfNeeded: row), variable: Int32(truncatingIfNeeded: variable)))
            for place in Int(heads[variable])..<Int(heads[variable + 1]) {
                let other = Int(rowsOf[place])
                openCount[other] -= 1
                openMixed[other] ^= Int32(truncatingIfNeeded: variable)
                if openCount[other] == 1, program.roles[other].isEqual, state[other] == 1 { queue.append(Int32(truncatingIfNeeded: other)) }
            }
        }
        join(left, starts, columns, openCount, state, program)
    }

    /// Numbers the blocks by their first rows.
    private mutating func join(
        _ left: [Int32], _ starts: UnsafeBufferPointer<Int32>, _ columns: UnsafeBufferPointer<Int32>, _ openCount: [Int32], _ state: [UInt8],
        _ program: LinearProgram
    ) {
        var sets = DisjointSets(count: sources.count)
        var open: [Int32] = []
        for next in left where state[Int(next)] == 1 {
            let row = Int(next)
            if openCount[row] == 0 {
                settled.append(next)
                continue
            }
            open.append(next)
            guard openCount[row] > 1 else { continue }
            var first = -1
            for entry in Int(starts[row])..<Int(starts[row + 1]) {
                let variable = Int(columns[entry])
                if sources[variable] >= 0 { continue }
                if first < 0 { first = variable } else { sets.join(first, variable) }
            }
        }
        // The block of each set, by its root; then of each variable.
        var blockOfRoot = [Int32](repeating: -1, count: sources.count)
        var blockOfRow = [Int32](repeating: -1, count: open.count)
        var rowCounts: [Int32] = []
        for (place, next) in open.enumerated() {
            let row = Int(next)
            for entry in Int(starts[row])..<Int(starts[row + 1]) {
                let variable = Int(columns[entry])
                if sources[variable] >= 0 { continue }
                let root = sets.root(variable)
                if blockOfRoot[root] < 0 {
                    blockOfRoot[root] = Int32(truncatingIfNeeded: rowCounts.count)
                    rowCounts.append(0)
                }
                blockOfRow[place] = blockOfRoot[root]
                rowCounts[Int(blockOfRoot[root])] += 1
                break
            }
        }
        openRows = open
        openBlocks = blockOfRow
        var variableCounts = [Int32](repeating: 0, count: rowCounts.count)
        for variable in sources.indices where sources[variable] < 0 {
            let block = blockOfRoot[sets.root(variable)]
            if block < 0 { continue }
            sources[variable] = 3 * block + 2
            localIndex[variable] = variableCounts[Int(block)]
            variableCounts[Int(block)] += 1
        }
        blockVariableStarts = Decomposition.starts(variableCounts)
        blockVariables = Array(repeating: 0, count: Int(blockVariableStarts[rowCounts.count]))
        for variable in sources.indices where sources[variable] >= 0 && sources[variable] % 3 == 2 {
            blockVariables[Int(blockVariableStarts[Int(sources[variable] / 3)] + localIndex[variable])] = Int32(truncatingIfNeeded: variable)
        }
    }

    /// Rows that are left, and their blocks, until bounds are placed.
    private var openRows: [Int32] = []
    private var openBlocks: [Int32] = []

    /// Gives each block its rows and the bounds of its variables.
    private mutating func placeBounds(
        _ starts: UnsafeBufferPointer<Int32>, _ columns: UnsafeBufferPointer<Int32>, _ state: [UInt8]
    ) {
        let blockCount = blockVariableStarts.count - 1
        var counts = [Int32](repeating: 0, count: blockCount)
        for block in openBlocks { counts[Int(block)] += 1 }
        for row in state.indices where state[row] == 0 {
            let code = sources[Int(columns[Int(starts[row])])]
            if code >= 0, code % 3 == 2 { counts[Int(code / 3)] += 1 } else { looseBounds.append(Int32(truncatingIfNeeded: row)) }
        }
        blockRowStarts = Decomposition.starts(counts)
        blockRows = Array(repeating: 0, count: Int(blockRowStarts[blockCount]))
        var fill = blockRowStarts
        for (place, row) in openRows.enumerated() {
            let block = Int(openBlocks[place])
            blockRows[Int(fill[block])] = row
            fill[block] += 1
        }
        for row in state.indices where state[row] == 0 {
            let code = sources[Int(columns[Int(starts[row])])]
            guard code >= 0, code % 3 == 2 else { continue }
            blockRows[Int(fill[Int(code / 3)])] = Int32(truncatingIfNeeded: row)
            fill[Int(code / 3)] += 1
        }
        openRows = []
        openBlocks = []
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
